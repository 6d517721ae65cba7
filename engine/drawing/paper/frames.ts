/**
 * Which rectangles are sheets of paper drawn around parts, with a title block? By geometry, as many drawings have everything
 * on one layer, and several sheets side by side: paper sizes, a second rectangle inside, a grid of cells joined to it with
 * texts in them, and the words of title blocks. A frame is never the part when something within can be.
 */

import type { Bounds } from "../../contract/values/geometry.ts";
import { longestRun, Meetings, pureWalls, sizeOf, type Wall, wallsOf } from "../aids/walls.ts";
import { type Aside, doubtOf, paperOf, type Written } from "../aids/written.ts";
import {
  areaOf,
  boundsAround,
  holds,
  lengthsOf,
  lies,
  marginsOf,
  meet,
  overlap,
  sidesOf,
  widened,
} from "../basis/bounds.ts";
import { finderOf } from "../basis/finder.ts";
import { byKey } from "../basis/groups.ts";
import type { Contours } from "../curves/contours.ts";
import type { Outlines } from "../outlines/outlines.ts";
import type { DrawnText } from "../roles/order.ts";
import { foldName } from "../roles/words.ts";
import { cellsOf } from "./cells.ts";
import { isPaperSize } from "./formats.ts";
import { marksAround } from "./marks.ts";
import { areAlike, areOpposite, Rooms, WHOLE } from "./rooms.ts";

/** Evidence for a frame, in points: enough of it makes one. Beside others less does, and beside anything else more. */
const POINTS = {
  holdsAll: 2,
  paper: 2,
  inner: 3,
  titleBlock: 3,
  cells: 1,
  parts: 2,
  word: 1,
  words: 3,
  holesAtEdge: -3,
  through: -3,
};
const ENOUGH = { alone: 5, beside: 6, among: 4 };
/**
 * Width of the margin between the two rectangles of a frame, as a share of its shorter side; on three sides, where
 * nothing else tells one.
 */
const MARGIN = { least: 0.005, most: 0.125, line: 0.05 };
/** Borders in each other that a sheet has at most: rings in rings are more. */
const BORDERS = 4;
/** Of title blocks. */
const BLOCK = {
  /** So many lines with so many texts make one, or so many cells without any. */
  lines: 4,
  texts: 2,
  cells: 6,
  /** Most of the sheet that one takes up, and that one cell does. */
  share: 0.35,
  cell: 0.12,
  /** How far it stands from its corner at most, as a share of the shorter side. */
  gap: 0.03,
};
/** Share of a sheet that a part takes up at most where nothing else tells it from the second rectangle. */
const PART = 0.75;
/** More closed contours than this are no drawing in a frame. */
const MANY = 5000;
/** What title blocks ask for, in the languages of the trade. */
export const TITLES =
  "SCALE|MASSSTAB|ECHELLE|SCALA|ESCALA|SCHAAL|SKALA|MERITKO|MASZTAB|МАСШТАБ|МАСШТ|DRAWN|CREATED BY|CHECKED|APPROVED|" +
  "GEZEICHNET|GEZ\\.?|GEPRUFT|GEPR\\.?|DESSINE|VERIFIE|RYSOWAL|SPRAWDZIL|РАЗРАБ|ПРОВ|MATERIAL|WERKSTOFF|TITLE|DATE|DATUM|ДАТА|REV\\.?|REVISION|SHEET|BLATT|ЛИСТ";
const TITLE = new RegExp(`^(${TITLES}|1 ?: ?\\d+|A[0-4])(?![\\p{L}\\d])`, "u");

interface Frame {
  outlines: ReadonlySet<number>;
  /** Around cells of title blocks. */
  blocks: readonly Bounds[];
  /** Nothing is left in it that can be a part. */
  isBlank: boolean;
}

/** What hangs together with a frame, around title blocks; whether anything open does, and whether lines go through all of it. */
interface Joined {
  frame: Set<number>;
  blocks: Bounds[];
  isTied: boolean;
  through: boolean;
}

interface Side {
  upright: boolean;
  at: number;
  /** Which way the middle lies. */
  inwards: 1 | -1;
  length: number;
  box: Bounds;
}

/**
 * Frames with their title blocks; nothing where there are none. One around nothing is a part, but beside others where it has a
 * title block or is as large.
 */
export function findFrames({ contours }: Outlines, written: Written, weld: number): Aside[] {
  const rooms = new Rooms(contours, written, 10 * weld);
  const found: Aside[] = [];
  const known = [...written.frames];
  const isWithin = (frame: Bounds) => known.some((other) => lies(frame, widened(other, rooms.near)));
  const blank: [room: Bounds, frame: Frame][] = [];
  const take = (frame: Bounds, { outlines, blocks }: Frame) => {
    known.push(frame);
    const subject = `drawing frame${blocks.length > 0 ? " and title block" : ""} ${sizeOf(frame)}`;
    const marks = marksAround(rooms, frame, MARGIN.most * lengthsOf(frame)[0]);
    found.push({ ...paperOf(subject, [...new Set([...outlines, ...marks])]), frame });
    const signs = blocks.flatMap((block) => rooms.members(widened(block, lengthsOf(block)[0] / 2)));
    const left = [...new Set(signs)].filter((one) => contours.isClosed(one) && !outlines.has(one));
    found.push(...doubtOf("sign", left));
  };
  const search = (room: Bounds): [Bounds, Frame][] => {
    const frame = new FrameSearch(rooms, room, known.length + blank.length > 0).run();
    return frame ? [[room, frame]] : [];
  };
  for (const room of rooms.all) {
    // Within a frame there is no other.
    if (isWithin(room)) continue;
    const sheets = room.pieces.flatMap(search);
    for (const [box, frame] of sheets.length > 1 ? sheets : search(room))
      if (frame.isBlank) blank.push([box, frame]);
      else take(box, frame);
  }
  const around = [...known];
  for (const [room, frame] of around.length > 0 ? blank : []) {
    const isSheet = frame.blocks.length > 0 || around.some((other) => areAlike(other, room));
    if (isSheet && !isWithin(room)) take(room, frame);
  }
  return found;
}

/** What lies within title blocks that have a layer of their own: signs of makers and of projections. */
export function findInTitleBlocks({ contours }: Outlines, { framed }: Written, weld: number): Aside[] {
  const near = 10 * weld;
  const layers = byKey(pureWalls(framed, wallsOf(framed, near)), ({ contour }) => framed.layer(contour));
  const grids = [...layers.values()].flatMap((walls) =>
    [...new Meetings(walls, near).groups(framed.bounds())].filter(({ group }) => group.length >= BLOCK.lines),
  );
  const within = finderOf(grids, ({ whole }) => whole);
  const most = BLOCK.share * areaOf(boundsAround([contours.bounds(), framed.bounds()]));
  // What goes around others is the border of a sheet. It may have a title block in its corner.
  const isAround = (whole: Bounds) =>
    within(whole).some((other) => lies(other.whole, whole) && areaOf(other.whole) < areaOf(whole));
  const blocks = grids
    .flatMap(({ group, whole }) => {
      const cells = cellsOf(group, near).filter((cell) => areaOf(cell) <= BLOCK.cell * areaOf(whole));
      const taken = cells.reduce((sum, cell) => sum + areaOf(cell), 0);
      const isCorner = cells.length > 0 && taken <= BLOCK.share * areaOf(whole);
      if (isCorner || areaOf(whole) > most || isAround(whole)) return cells;
      return [whole];
    })
    .map((block) => widened(block, near));
  // Of sheets side by side the title blocks take up no more than of one.
  if (blocks.reduce((sum, block) => sum + areaOf(block), 0) > most) return [];
  const isIn = (outline: number) => blocks.some((block) => lies(contours.boundsOf(outline), block));
  const outlines = blocks.length === 0 ? [] : contours.numbers().filter(isIn);
  return outlines.length === 0 ? [] : [paperOf("signs in a title block", outlines)];
}

class FrameSearch {
  private inner: Bounds | null = null;
  private readonly contours: Contours;
  private readonly near: number;
  /** Lines of frames may end as far from those that they end on: half the width that they are drawn with. */
  private readonly slack: number;
  private known: readonly DrawnText[] | null = null;
  private closed: readonly number[] | null = null;

  constructor(
    private readonly rooms: Rooms,
    private readonly outer: Bounds,
    /** Other frames are known. */
    private readonly isAmong: boolean,
  ) {
    this.contours = rooms.contours;
    this.near = rooms.near;
    this.slack = Math.max(rooms.near, MARGIN.least * lengthsOf(outer)[0]);
  }

  private get texts(): readonly DrawnText[] {
    this.known ??= this.rooms.texts(this.outer);
    return this.known;
  }

  /** The frame around the room; null where there is none. */
  run(): Frame | null {
    const isPaper = isPaperSize(this.outer);
    const mayBeBare = this.contours.count <= MANY && this.rooms.holdAll(this.outer);
    if (!isPaper && this.rooms.written.texts.length === 0 && !mayBeBare) return null;
    this.inner = this.border(this.outer, MARGIN.least);
    // Marks may go on from the border to the edges of paper that is not drawn.
    const isDrawn = this.isDrawn(this.outer);
    if (!isDrawn && !(this.inner && this.isDrawn(this.inner))) return null;
    const words = this.words();
    const mayBeTold = isPaper || words > 0;
    const mayBeTitled = this.texts.length >= BLOCK.texts;
    // A square in a square is a washer as long as nothing tells of paper, nor of parts on it.
    const mayBeCornered = mayBeBare && (this.holdsHoles() || this.holdsDimensions());
    const isLined = !mayBeTold && mayBeBare && isDrawn && this.isLined();
    if (!(mayBeTold || mayBeTitled || mayBeCornered || isLined)) return null;
    const members = this.rooms.members(this.outer);
    const isAlone = this.rooms.holdAll(this.outer);
    const enough = this.isAmong ? ENOUGH.among : isAlone ? ENOUGH.alone : ENOUGH.beside;
    const sure =
      (isAlone ? POINTS.holdsAll : 0) +
      (isPaper ? POINTS.paper : 0) +
      (isDrawn && this.inner ? POINTS.inner : 0) +
      words;
    // A title block is looked for only where it could tell.
    const most = (mayBeTitled ? POINTS.titleBlock : POINTS.cells) + (mayBeCornered ? POINTS.parts : 0);
    if (sure + most < enough) return null;
    const { frame, blocks, isTied, through } = this.innermost(words > 0 || mayBeCornered ? 1 : BLOCK.texts);
    const titled = blocks.some((block) => this.isTitled(block));
    let points = sure + (titled ? POINTS.titleBlock : blocks.length > 0 ? POINTS.cells : 0);
    const isCornered = mayBeCornered && blocks.some((block) => this.isInCorner(block));
    if (isCornered) points += POINTS.parts;
    if (through) points += POINTS.through;
    if (this.hasHolesAtEdge(frame, members, titled)) points += POINTS.holesAtEdge;
    const isTold = words > 0 || (isPaper && (isTied || !this.inner || this.holdsOther(this.inner)));
    if (points < enough || !(isTold || titled || isCornered || isLined)) return null;
    for (const number of members) {
      const bounds = this.rooms.boxOf(number);
      if (blocks.some((block) => lies(bounds, block)) || this.isInMargin(number, titled || isTied))
        frame.add(number);
    }
    return { outlines: frame, blocks, isBlank: !this.leavesPart(frame, members) };
  }

  /** Whether a contour goes out of the border, and is none of a part that lies over it; or is the border, with round corners. */
  private isInMargin(number: number, isTied: boolean): boolean {
    const { inner, near, rooms } = this;
    if (!inner) return false;
    const box = rooms.boxOf(number);
    if (lies(box, widened(inner, near))) return isTied && lies(inner, widened(box, near));
    return !this.liesOver(number, inner);
  }

  /** Whether something closed lies over the sides of a room, with its middle in it. */
  private liesOver(number: number, room: Bounds): boolean {
    const box = this.rooms.boxOf(number);
    if (!this.contours.isClosed(number) || lies(box, widened(room, this.near)) || lies(room, box))
      return false;
    return holds(room, (box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2);
  }

  /** Whether something that lies alone in the rectangle, around all that is drawn, has holes: of a plate it would be the hole. */
  private holdsHoles(): boolean {
    const { outer, near, rooms } = this;
    return this.closedIn(widened(outer, -2 * near)).some((number) => {
      const box = rooms.boxOf(number);
      return areaOf(box) < PART * areaOf(outer) && this.closedIn(box).length > 1;
    });
  }

  /** Whether all dimensions lie in the rectangle, one of them beside what is closed there: that is measured. */
  private holdsDimensions(): boolean {
    const { outer, near, rooms } = this;
    const { dimensions } = rooms.written;
    if (dimensions.length === 0 || !dimensions.every((box) => lies(box, outer))) return false;
    const closed = this.closedIn(widened(outer, -2 * near)).map((number) => rooms.boxOf(number));
    return dimensions.some((box) => !closed.some((other) => overlap(box, other)));
  }

  /** Whether the margin is as narrow as those of paper are, and more than gaskets stands in it. */
  private isLined(): boolean {
    const { inner, outer } = this;
    if (!inner || !this.isDrawn(inner, 1 - MARGIN.least)) return false;
    const [short] = lengthsOf(outer);
    if (marginsOf(inner, outer).filter((margin) => margin <= MARGIN.line * short).length < 3) return false;
    return this.holdsOther(inner);
  }

  /** Whether a part stands in a room, or in what is as far from it on all sides, as gaskets in each other are. */
  private holdsOther(room: Bounds): boolean {
    const boxes = this.closedIn(widened(room, -2 * this.near)).map((number) => this.rooms.boxOf(number));
    const slack = MARGIN.least * lengthsOf(this.outer)[0];
    const gaskets = boxes.filter((box) => {
      const margins = marginsOf(box, room);
      return Math.max(...margins) - Math.min(...margins) <= slack;
    });
    // What lies in one side of a gasket alone is a hole.
    return boxes.some(
      (box) => gaskets.filter((side) => lies(box, side)).length % 2 === 0 && !gaskets.includes(box),
    );
  }

  private closedIn(box: Bounds): number[] {
    return this.rooms.members(box).filter((number) => this.contours.isClosed(number));
  }

  /** Whether a box lies on two sides of the frame that meet. */
  private isInCorner({ min_x, min_y, max_x, max_y }: Bounds): boolean {
    const room = this.inner ?? this.outer;
    return (min_x <= room.min_x || max_x >= room.max_x) && (min_y <= room.min_y || max_y >= room.max_y);
  }

  /** Whether lines cover the sides of a rectangle. */
  private isDrawn(bounds: Bounds, whole = WHOLE): boolean {
    const lines = this.rooms.sides(bounds);
    return wallsAround(bounds).every((side) => {
      const spans = lines.filter((line) => this.isOn(line, side)).map(({ span }) => span);
      return side.length > 0 && longestRun(spans, this.slack) >= whole * side.length;
    });
  }

  /** Whether a wall is a side, or a part of one. */
  private isOn(wall: Wall, side: Side, slack = this.slack): boolean {
    return wall.upright === side.upright && Math.abs(wall.at - side.at) <= slack;
  }

  /**
   * What is joined to the innermost border: within the first one, as far from it on all sides, there may be others, which a
   * title block is joined to. A part may be as far, too.
   */
  private innermost(texts: number): Joined {
    const first = this.inner;
    const borders: Bounds[] = [];
    for (let next = first; next && borders.length < BORDERS; next = this.nextBorder(next))
      borders.unshift(next);
    for (const border of borders.slice(0, -1)) {
      this.inner = border;
      const found = this.joined(texts);
      if (found.isTied || found.blocks.length > 0) return found;
    }
    this.inner = first;
    return this.joined(texts);
  }

  private nextBorder(outer: Bounds): Bounds | null {
    const inner = this.border(outer, 0);
    const margins = inner ? marginsOf(inner, outer) : [];
    return Math.max(...margins) - Math.min(...margins) <= this.slack ? inner : null;
  }

  /** The rectangle within the margin of another one, which is no narrower than a share of its shorter side. */
  private border(outer: Bounds, least: number): Bounds | null {
    const lines = this.rooms.sides(outer);
    const [short] = lengthsOf(outer);
    const margin = { least: Math.max(this.near, least * short), most: MARGIN.most * short };
    const places: number[] = [];
    for (const side of wallsAround(outer)) {
      const isBeside = ({ upright, at }: Wall) => {
        const depth = side.inwards * (at - side.at);
        return upright === side.upright && depth >= margin.least && depth <= margin.most;
      };
      const level = outermostOf(lines.filter(isBeside), side.inwards, this.near);
      if (!level || level.length < WHOLE * (side.length - 2 * margin.most)) return null;
      places.push(level.at);
    }
    const [min_x, max_x, min_y, max_y] = places as [number, number, number, number];
    return { min_x, min_y, max_x, max_y };
  }

  private words(): number {
    const texts = new Set(this.texts.map(({ text }) => text.trim()));
    // Several sizes of paper are numbers of holes.
    const said = [...texts].flatMap((text) => TITLE.exec(foldName(text))?.[0].replace(/[\d :]+/, "") ?? []);
    return Math.min(POINTS.words, POINTS.word * new Set(said).size);
  }

  /**
   * The frame with all lines along the axes that meet it, or each other, and so on; boxes around such lines in it; and whether
   * any such lines go through the whole room, as the walls of cells do. Boxes of fewer lines are in a corner, with so many texts.
   */
  private joined(texts: number): Joined {
    const room = this.inner ?? this.outer;
    const rooms = [this.outer, room];
    const lines = rooms.flatMap(wallsAround);
    const frame = new Set<number>();
    const walls: Wall[] = [];
    const pure = pureWalls(this.contours, this.rooms.walls(this.outer));
    const shut = pure.filter(({ contour }) => this.contours.isClosed(contour));
    const isOnSide = (wall: Wall, slack = this.slack) => lines.some((side) => this.isOn(wall, side, slack));
    // Where a closed one is the frame, others a hair off it are none.
    const isWhole = ({ contour }: Wall) => lies(room, widened(this.rooms.boxOf(contour), this.near));
    const close = shut.some(isWhole) ? this.near : this.slack;
    // What is closed and has other sides too is a part that lies along the frame, or a title block.
    const others = new Set(shut.flatMap((wall) => (isOnSide(wall, close) ? [] : [wall.contour])));
    // Sides may go on into the margin.
    for (const wall of pure)
      if (isOnSide(wall) && !others.has(wall.contour)) frame.add(wall.contour);
      // What stands in the margin goes with the frame, and joins nothing to its title block.
      else if (overlap(wall.box, widened(room, -this.near))) walls.push(wall);
    // What is closed by itself meets only what it touches: parts lie apart by less than lines are broad.
    const loose = (wall: Wall) =>
      this.contours.isClosed(wall.contour) ? wall : { ...wall, box: widened(wall.box, this.slack / 2) };
    const meetings = new Meetings(walls.map(loose), this.near);
    const blocks: Bounds[] = [];
    let [isTied, through] = [false, false];
    const isOnFrame = (own: Bounds) => lines.some(({ box }) => meet(widened(own, this.slack / 2), box));
    for (const { box } of lines)
      for (const { group, whole } of meetings.groups(box)) {
        through ||= areaOf(whole) > BLOCK.share * areaOf(room);
        if (this.isPart(group)) continue;
        // Witness lines and axes may end on the frame, too, and parts on those: a block is made of cells.
        const found = this.blocksOf(group, room, lines, 1);
        for (const { box: own, contour } of group) {
          const isOpen = !this.contours.isClosed(contour);
          if (!(isOpen && isOnFrame(own)) && !found.some((block) => lies(own, block))) continue;
          frame.add(contour);
          isTied ||= isOpen && this.isInCorner(whole);
        }
        for (const block of found)
          if (group.length >= BLOCK.lines || (this.isInCorner(block) && this.textsIn(block) >= texts))
            blocks.push(block);
      }
    for (const block of this.apart(meetings, room, blocks.length > 0)) blocks.push(block);
    return { frame, blocks, isTied, through };
  }

  /**
   * Boxes around cells of some lines and sides that lie side by side: with so many texts or, as blocks may not be filled in,
   * many cells; or any cells where there are no texts at all.
   */
  private blocksOf(group: readonly Wall[], room: Bounds, sides: readonly Side[], texts: number): Bounds[] {
    const border = sides.map(({ upright, at, box }) => {
      const span: Wall["span"] = upright ? [box.min_y, box.max_y] : [box.min_x, box.max_x];
      return { upright, at, box, span };
    });
    const most = BLOCK.cell * areaOf(room);
    const cells = cellsOf([...group, ...border], this.slack).filter((cell) => areaOf(cell) <= most);
    const side = new Meetings(
      cells.map((box) => ({ box })),
      this.slack,
    );
    const isTold = (cells: readonly unknown[], block: Bounds) =>
      cells.length >= BLOCK.cells || this.texts.length === 0 || this.textsIn(block) >= texts;
    return [...side.groups(room)]
      .map(({ group: own, whole }) => ({ own, block: widened(whole, this.slack) }))
      .filter(({ own, block }) => areaOf(block) <= BLOCK.share * areaOf(room) && isTold(own, block))
      .map(({ block }) => block);
  }

  /** Boxes around lines with texts in them that stand apart from the frame, in a corner of it. */
  private apart(meetings: Meetings<Wall>, room: Bounds, isTitled: boolean): Bounds[] {
    const gap = BLOCK.gap * lengthsOf(room)[0];
    const strips = wallsAround(room).map(({ box }) => widened(box, gap));
    return strips.flatMap((strip) =>
      [...meetings.groups(strip)].flatMap(({ group }) => {
        if (this.isPart(group, isTitled)) return [];
        if (group.length < BLOCK.lines) return [];
        return this.blocksOf(group, room, [], BLOCK.texts).filter((block) =>
          this.isInCorner(widened(block, gap)),
        );
      }),
    );
  }

  /** Whether lines are one closed contour where nothing tells of paper, or else like another one in size. */
  private isPart(group: readonly Wall[], isTitled = false): boolean {
    const { contours, rooms, near } = this;
    const contour = group[0]!.contour;
    if (!contours.isClosed(contour) || group.some((wall) => wall.contour !== contour)) return false;
    if (isTitled || (!isPaperSize(this.outer) && this.words() === 0)) return true;
    const sides = lengthsOf(rooms.boxOf(contour));
    const isAsLarge = (box: Bounds) => lengthsOf(box).every((side, i) => Math.abs(side - sides[i]!) <= near);
    this.closed ??= this.closedIn(widened(this.outer, -2 * near));
    return this.closed.some((other) => other !== contour && isAsLarge(rooms.boxOf(other)));
  }

  private isTitled(block: Bounds): boolean {
    return this.textsIn(block) >= BLOCK.texts;
  }

  private textsIn(block: Bounds): number {
    return this.texts.filter(({ at }) => holds(block, ...at)).length;
  }

  /** Circles near a side of the rectangle that nothing else holds are its holes; beside a title block only opposite ones. */
  private hasHolesAtEdge(frame: ReadonlySet<number>, members: readonly number[], titled: boolean): boolean {
    const { contours, outer, rooms } = this;
    const closed = members.filter((number) => contours.isClosed(number) && !frame.has(number));
    if (closed.length > MANY) return true;
    const boxes = closed.map((number) => rooms.boxOf(number));
    const holes = closed.flatMap((number, i) => {
      if (contours.size(number) !== 1) return [];
      const box = boxes[i]!;
      const radius = (box.max_x - box.min_x) / 2;
      const near = Math.min(...marginsOf(box, outer));
      // A disc with a hole is no hole.
      const isHole =
        near <= 4 * radius && !boxes.some((other, j) => j !== i && (lies(box, other) || lies(other, box)));
      return isHole ? [{ cx: box.min_x + radius, cy: box.min_y + radius, radius }] : [];
    });
    return titled ? areOpposite(holes, outer) : holes.length > 0;
  }

  /** Whether what is left can be a part. */
  private leavesPart(frame: ReadonlySet<number>, members: readonly number[]): boolean {
    const left = members.filter((number) => !frame.has(number));
    if (left.some((number) => this.contours.isClosed(number))) return true;
    return left.reduce((curves, number) => curves + this.contours.size(number), 0) > 2;
  }
}

/**
 * Of the levels that lines lie at the outermost with the longest line on it, in pieces without gaps, and how long that is:
 * sides of parts in a row have gaps between them. Null where there are none.
 */
function outermostOf(
  lines: readonly Wall[],
  inwards: 1 | -1,
  near: number,
): { at: number; length: number } | null {
  if (lines.length === 0) return null;
  const levels = Array.from(byKey(lines, ({ at }) => Math.round(at / near)).values(), (level) => {
    const spans = level.map(({ span }) => span);
    return { at: level[0]!.at, length: longestRun(spans, near) };
  });
  const most = Math.max(...levels.map(({ length }) => length));
  const longest = levels.filter(({ length }) => length >= most - near);
  return longest.reduce((p, q) => (inwards * (q.at - p.at) < 0 ? q : p));
}

/** Sides of a rectangle: left, right, lower, upper. */
function wallsAround(box: Bounds): Side[] {
  const { min_x, min_y, max_x, max_y } = box;
  const [width, height] = sidesOf(box);
  return [
    { upright: true, at: min_x, inwards: 1, length: height, box: { ...box, max_x: min_x } },
    { upright: true, at: max_x, inwards: -1, length: height, box: { ...box, min_x: max_x } },
    { upright: false, at: min_y, inwards: 1, length: width, box: { ...box, max_y: min_y } },
    { upright: false, at: max_y, inwards: -1, length: width, box: { ...box, min_y: max_y } },
  ];
}
