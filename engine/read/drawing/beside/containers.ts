/**
 * Is the rectangle around everything a page, a sheet or the part? A page has the size of paper, a border, a title block; a
 * sheet holds parts with holes, and lies on a layer of its own. Shape alone never decides: with little evidence the
 * rectangle stays what it is drawn as, and the question is told. Names decide before, and a person before all.
 */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import {
  boundsAt,
  boxArea,
  boxEdges,
  boxMargins,
  boxSides,
  lies,
  widened,
} from "../../../base/geometry/box.ts";
import { counted } from "../../../base/text.ts";
import { type Finder, makeFinder } from "../basis/finder.ts";
import type { Contours } from "../curves/contours.ts";
import type { DrawnText } from "../model/text.ts";
import type { Outlines } from "../outlines/outlines.ts";
import type { Aside } from "./aside.ts";
import { isPaperSize, titleWords } from "./paper.ts";
import { boxAround, COVER, type ContourWall, covered, isDrawn, joinedTo, sizeOf, wallsOf } from "./walls.ts";

/** Evidence in points: enough of it decides, less asks. */
const POINTS = {
  paper: 2,
  /** Words of title blocks, in all. */
  words: 2,
  border: 2,
  block: 2,
  holes: -3,
  many: 4,
  few: 3,
  one: 2,
  /** The rectangle has a layer or a colour of its own. */
  look: 1,
  islands: 2,
  sparse: -2,
};
const ENOUGH = 4;
const DOUBT = 2;
/** Width of a margin, as a share of the shorter side, wider around a title; width of the lines of frames. */
const MARGIN = { least: 0.005, most: 0.125, titled: 0.2, line: 0.005 };
/** A title block takes up so large a share of its page at most, and has so many texts. */
const BLOCK = { share: 0.35, texts: 3 };
/**
 * Parts on a sheet take up so large a share of it at least; so many of them with holes tell it by themselves, or
 * so many contours in each. */
const SHEET = { share: 0.25, many: 3, full: 0.99, islands: 4 };
/** Lines of text in a box of notes or a table, and the share of its height that they cover, so many heights of letters each. */
const NOTES = { texts: 3, share: 0.6, height: 1.7 };
/** More closed contours or walls than this are no page. */
const MANY = 20_000;

/** Pages and sheets, and rectangles that may be some; with `frames: "leave"` these are left out as well. */
export function findContainers(
  { contours }: Outlines,
  texts: readonly DrawnText[],
  weld: number,
  frames?: "cut" | "leave",
): Aside[] {
  if (contours.count < 2 || contours.count > MANY) return [];
  const near = 10 * weld;
  const walls = wallsOf(contours, near);
  if (walls.length < 4 || walls.length > MANY) return [];
  const search = new ContainerSearch(contours, texts, walls, near);
  return [
    ...search.rooms().flatMap((room) => search.judge(room, frames ? DOUBT : ENOUGH)),
    ...search.notes(),
  ];
}

class ContainerSearch {
  private readonly closed: readonly number[];
  private readonly closedIn: Finder<number>;
  private readonly allIn: Finder<number>;
  private readonly textsAt: Finder<DrawnText>;

  constructor(
    private readonly contours: Contours,
    texts: readonly DrawnText[],
    private readonly walls: readonly ContourWall[],
    private readonly near: number,
  ) {
    const { work } = contours.table;
    this.closed = contours.numbers(true);
    this.closedIn = makeFinder(this.closed, (number) => contours.boundsOf(number), work);
    this.allIn = makeFinder(contours.numbers(), (number) => contours.boundsOf(number), work);
    this.textsAt = makeFinder(texts, ({ at }) => boundsAt(at), work);
  }

  /** Outermost rectangles, the largest first. */
  rooms(): Bounds[] {
    const { contours, walls } = this;
    const whole = contours.bounds();
    const slack = this.slackOf(whole);
    if (isDrawn(walls, whole, { slack })) return [whole];
    const isBorder = isDrawn(walls, whole, { slack, share: COVER.border });
    const boxes = this.closed
      .filter((number) => contours.size(number) === 4 && walls.some(({ contour }) => contour === number))
      .map((number) => contours.boundsOf(number))
      .filter((box) => this.within(box).length > 1)
      .sort((p, q) => boxArea(q) - boxArea(p));
    const outer = boxes.filter(
      (box, i) => !boxes.some((other, j) => j < i && lies(box, widened(other, this.near))),
    );
    return isBorder ? [whole, ...outer] : outer;
  }

  judge(room: Bounds, enough: number): Aside[] {
    const page = this.pageOf(room);
    const sheet = this.sheetOf(room);
    const isPage = page.points >= sheet.points;
    const points = Math.max(page.points, sheet.points);
    const outlines = isPage ? page.outlines : sheet.outlines;
    const layer = this.contours.layer(outlines[0] ?? 0);
    const isAsked = points < ENOUGH && sheet.outlines.length > 0 && sheet.mayHold;
    if (points >= (isAsked ? enough : ENOUGH) && this.leavesPart(room, outlines)) {
      const subject = isPage
        ? `drawing frame ${sizeOf(room)}`
        : `sheet ${sizeOf(room)} around ${counted(sheet.held, "part")}`;
      const place = { subject, layer, count: outlines.length };
      return [{ outlines, told: outlines, code: "drawing-frame", place }];
    }
    if (points < DOUBT || sheet.outlines.length === 0 || !sheet.mayHold) return [];
    const option = { frames: "leave" as const };
    const place = { subject: sizeOf(room), count: sheet.held, layer, option };
    return [{ outlines: [], told: sheet.outlines, code: "sheet-unclear", place }];
  }

  /** Evidence for paper, and what of the drawing is frame and title block then. */
  private pageOf(room: Bounds): { points: number; outlines: number[] } {
    const { contours, walls, near } = this;
    const texts = this.textsAt(widened(room, near));
    const words = titleWords(texts);
    const border = this.borderIn(room, words > 1 ? MARGIN.titled : MARGIN.most);
    const slack = this.slackOf(room);
    const isSide = ({ upright, box }: ContourWall) =>
      [room, ...(border ? [border] : [])].some((side) =>
        upright
          ? Math.min(Math.abs(box.min_x - side.min_x), Math.abs(box.min_x - side.max_x)) <= slack
          : Math.min(Math.abs(box.min_y - side.min_y), Math.abs(box.min_y - side.max_y)) <= slack,
      );
    const sides = new Set(walls.filter((wall) => isSide(wall)).map(({ contour }) => contour));
    // A part with holes may lie at the border.
    for (const side of sides)
      if (contours.isClosed(side) && !this.isRoom(side, border ?? room) && this.holdsOther(side))
        sides.delete(side);
    const joined = joinedTo(walls, sides, slack, contours.table.work);
    const blocks = this.blocksOf(
      walls.filter((wall) => joined.has(wall.contour) && !isSide(wall)),
      slack,
    );
    const small = blocks.filter(({ box }) => boxArea(box) <= BLOCK.share * boxArea(room));
    const isTitled = small.some(({ box }) => this.textsAt(widened(box, slack)).length >= BLOCK.texts);
    let points = Math.min(POINTS.words, words);
    if (isPaperSize(room)) points += POINTS.paper;
    if (border) points += POINTS.border;
    if (isTitled) points += POINTS.block;
    if (this.hasHolesAtEdge(room)) points += POINTS.holes;
    // Paper alone is a part of its size; so is a rectangle in another one.
    if (texts.length === 0 && !(border && isPaperSize(room))) points = 0;
    const outlines = new Set([...sides, ...small.flatMap(({ contours }) => contours)]);
    const wide = small.map(({ box }) => widened(box, slack));
    for (const number of this.allIn(widened(room, near))) {
      const box = contours.boundsOf(number);
      if (wide.some((block) => lies(box, block))) outlines.add(number);
      if (border && !lies(box, widened(border, near)) && !lies(border, box)) outlines.add(number);
    }
    return { points, outlines: [...outlines].sort((p, q) => p - q) };
  }

  /** Connected groups of some walls: title blocks, tables in corners. */
  private blocksOf(walls: readonly ContourWall[], slack: number): { box: Bounds; contours: number[] }[] {
    const blocks: { box: Bounds; contours: number[] }[] = [];
    const left = new Set(walls);
    for (const first of walls) {
      if (!left.has(first)) continue;
      const contours = joinedTo([...left], new Set([first.contour]), slack, this.contours.table.work);
      const own = [...left].filter(({ contour }) => contours.has(contour));
      for (const wall of own) left.delete(wall);
      blocks.push({ box: boxAround(own), contours: [...contours] });
    }
    return blocks;
  }

  /** Boxes of notes and tables beside the parts: nothing but walls and lines of text, which fill them. */
  notes(): Aside[] {
    const { contours, walls, near } = this;
    return this.blocksOf(walls, near).flatMap(({ box, contours: outlines }) => {
      const texts = this.textsAt(widened(box, near));
      if (texts.length < NOTES.texts || !isDrawn(walls, box, { slack: near })) return [];
      if (this.contentsOf(box).some((number) => !outlines.includes(number))) return [];
      const rows = texts.map(({ spots, height }): [number, number] => {
        const y = spots[1]![1];
        return [y - (NOTES.height / 2) * height, y + (NOTES.height / 2) * height];
      });
      if (covered(rows) < NOTES.share * boxEdges(box)[1] || !this.leavesPart(contours.bounds(), outlines))
        return [];
      const subject = `box of notes or table ${sizeOf(box)}`;
      const place = { subject, layer: contours.layer(outlines[0]!), count: outlines.length };
      return [{ outlines, told: outlines, code: "drawing-frame" as const, place }];
    });
  }

  /** Evidence for a sheet of material, the rectangle itself, and how many contours lie on it. */
  private sheetOf(room: Bounds): { points: number; outlines: number[]; held: number; mayHold: boolean } {
    const { contours } = this;
    const own = this.closed.filter((number) => {
      const box = contours.boundsOf(number);
      return contours.size(number) === 4 && lies(room, widened(box, this.near)) && this.isWalled(number);
    });
    const inside = this.within(room).filter((number) => !own.includes(number));
    if (own.length === 0 || inside.length === 0) return { points: 0, outlines: own, held: 0, mayHold: false };
    const held = inside.filter((number) => !this.isHeld(number, inside));
    // A ring in a ring is no part on a sheet; holes of a part hold neither rings nor lines.
    const least = held.length > 1 ? 1 : 3;
    const contentsOf = (number: number) => this.contentsOf(contours.boundsOf(number)).length;
    const withHoles = held.filter((number) => contentsOf(number) > least);
    const islands = held.reduce((sum, number) => sum + contentsOf(number) - 1, 0);
    const lookOf = (number: number) => `${contours.colour(number)} ${contours.layer(number)}`;
    const isAlone = held.every((number) => lookOf(number) !== lookOf(own[0]!));
    const filled = held.reduce((sum, number) => sum + boxArea(contours.boundsOf(number)), 0);
    let points = 0;

    if (withHoles.length >= SHEET.many) points = POINTS.many;
    else if (withHoles.length > 1) points = POINTS.few;
    else if (withHoles.length === 1) points = POINTS.one;
    if (2 * withHoles.length < held.length) points = Math.min(points, POINTS.one);
    if (points > 0 && isAlone) points += POINTS.look;
    if (points > 0 && held.length > 1 && islands >= SHEET.islands * held.length) points += POINTS.islands;
    if (points >= ENOUGH && filled < SHEET.share * boxArea(room)) points += POINTS.sparse;
    if (this.hasHolesAtEdge(room)) points += POINTS.holes;
    // Cells fill a frame that is drawn about them.
    if (filled >= SHEET.full * boxArea(room)) points = 0;
    const mayHold = held.length > 1 || withHoles.length > 0;
    return { points, outlines: own, held: held.length, mayHold };
  }

  /** A second rectangle as far in as margins of paper are. */
  private borderIn(room: Bounds, most: number): Bounds | null {
    const [short] = boxSides(room);
    const least = Math.max(this.near, MARGIN.least * short);
    const inner = this.walls.filter(
      ({ box }) => Math.min(...boxMargins(box, room)) >= least || boxSides(box)[1] < short / 2,
    );
    if (inner.length < 4) return null;
    const long = inner.filter(({ box }) => boxSides(box)[1] >= short / 2);
    if (long.length < 4) return null;
    const border = boxAround(long);
    const margins = boxMargins(border, room);
    if (Math.max(...margins) > most * short || Math.min(...margins) < least) return null;
    return isDrawn(long, border, { slack: this.slackOf(room), share: COVER.border }) ? border : null;
  }

  /** Whether round holes stand at the sides of a rectangle, as those of a plate that is screwed on. */
  private hasHolesAtEdge(room: Bounds): boolean {
    const { contours } = this;
    const inside = this.within(room);
    return inside.some((number) => {
      if (contours.table.isLine(contours.curveId(number, 0)) || contours.size(number) > 2) return false;
      const box = contours.boundsOf(number);
      const size = boxSides(box)[1];
      if (Math.min(...boxMargins(box, room)) > 2 * size) return false;
      return !inside.some(
        (other) => other !== number && lies(box, contours.boundsOf(other)) && !this.isRoom(other, room),
      );
    });
  }

  private isRoom(number: number, room: Bounds): boolean {
    return lies(room, widened(this.contours.boundsOf(number), MARGIN.most * boxSides(room)[0]));
  }

  /** Whether another of some contours holds one. */
  private isHeld(number: number, among: readonly number[]): boolean {
    const box = this.contours.boundsOf(number);
    return this.closedIn(box).some(
      (other) => other !== number && among.includes(other) && lies(box, this.contours.boundsOf(other)),
    );
  }

  private holdsOther(number: number): boolean {
    const inside = this.within(this.contours.boundsOf(number)).filter((other) => other !== number);
    return inside.some((other) => this.contours.size(other) !== 4);
  }

  private isWalled(number: number): boolean {
    return this.walls.some(({ contour }) => contour === number);
  }

  /** Closed contours in a box. */
  private within(box: Bounds): number[] {
    const wide = widened(box, this.near);
    return this.closedIn(wide).filter((number) => lies(this.contours.boundsOf(number), wide));
  }

  /** Contours of any kind in a box, but for points. */
  private contentsOf(box: Bounds): number[] {
    const wide = widened(box, this.near);
    const { contours, near } = this;
    return this.allIn(wide).filter(
      (number) => contours.length(number) > near && lies(contours.boundsOf(number), wide),
    );
  }

  /** Whether something that can be a part is left. */
  private leavesPart(room: Bounds, outlines: readonly number[]): boolean {
    const gone = new Set(outlines);
    const left = this.allIn(widened(room, this.near)).filter((number) => !gone.has(number));
    return left.some((number) => this.contours.isClosed(number)) || left.length > 2;
  }

  /** Lines of frames end this far from those that they end on: half the width that they are drawn with. */
  private slackOf(room: Bounds): number {
    return Math.max(this.near, MARGIN.line * boxSides(room)[0]);
  }
}
