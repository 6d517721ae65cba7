/**
 * Which rectangles are sheets around parts that were nested already? A part has its holes, and nothing lies in those; a
 * sheet has parts, and holes or labels lie in them. That alone tells it from three parts on, or six labels; of fewer, layers,
 * names, common sizes and its likes must tell as well. What stays in doubt is told.
 */

import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import {
  areaOf,
  boundsAround,
  diagonalOf,
  lengthsOf,
  lies,
  marginsOf,
  widened,
} from "../../../base/geometry/box.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { counted } from "../../../base/text.ts";
import { boundsOfCircle, circlesOf } from "../aids/shown/rounds.ts";
import type { Round } from "../aids/shown/shown.ts";
import { sizeOf } from "../aids/walls.ts";
import type { Aside, Written } from "../aids/written.ts";
import { finderOf } from "../basis/finder.ts";
import { byKey } from "../basis/groups.ts";
import type { Contours } from "../curves/contours.ts";
import { type FlatRing, holdsPoint } from "../curves/flat-ring.ts";
import { pathArea, pathPoints } from "../curves/outline.ts";
import type { Outlines } from "../outlines/outlines.ts";
import { foldName } from "../roles/words.ts";
import { areOpposite } from "./rooms.ts";

/** Evidence for a sheet, in points: enough of it makes one. */
const POINTS = {
  many: 5,
  few: 3,
  one: 2,
  layer: 2,
  name: 2,
  size: 2,
  others: 2,
  packed: 1,
  holes: -4,
};
const ENOUGH = 5;
/** Too little to leave it out, and too much to say nothing. */
const DOUBT = 1;
/** So many parts with holes tell a sheet by themselves; fewer must be so large a share of all that lies on it. */
const MANY = 3;
const SHARE = 0.5;
/** So many different labels tell one where so large a share of what lies on it has one: holes have none. */
const LABELS = { many: 6, share: 0.8 };
/**
 * Parts are packed when they take up so large a share of the box around them, and lie no farther apart than this share of the
 * sheet's diagonal, as windows do that a plate is left between; cells fill a frame that is drawn about them.
 */
const PACKED = { least: 0.5, most: 0.99, apart: 0.025 };
/** Holes by which a plate is fixed are no wider than this share of it, and no farther from its edge, in widths. */
const FIXED = { width: 0.03, reach: 2 };
/** More closed contours than this are not looked at. */
const MOST = 20_000;
/** Pairs of boxes that overlap; a drawing that asks for more was made to take time. */
const MOST_LOOKS = 400_000;
/** How far the outline of a sheet may be off its box, and its size off a common one (mm). */
const SLACK = { area: 1e-6, size: 0.6 };
/** Sides in millimetres, the shorter first. */
const SIZES = [
  [1000, 2000],
  [1220, 2440],
  [1219.2, 2438.4],
  [1250, 2500],
  [1500, 3000],
  [1524, 3048],
  [2000, 4000],
  [1500, 6000],
  [2000, 6000],
  [2070, 2800],
] as const;
const NAME =
  /(^|[^\p{L}])(SHEETS?|PLATES?|PANELS?|BOARDS?|STOCK|BED|MATERIAL|BLECH|TAFEL|PLATTE|ROHTEIL|TOLE|PANNEAU|LAMIERA|LASTRA|PANNELLO|CHAPA|TABLERO|PLANCHA|PLAAT|PLECH|TABULE|BLACHA|ARKUSZ|LEMEZ|TABLA|PLAT|SKIVA|LEVY|LEVHA|ЛИСТ|板材)(?!\p{L})/u;

/** Outlines of sheets; nothing where there are none. */
export function findSheets({ contours }: Outlines, written: Written, weld: number): Aside[] {
  return new SheetSearch(contours, written, weld).run().map(({ number, box, held, rest, points }): Aside => {
    const layer = contours.layer(number);
    const place = { subject: sizeOf(box), count: held.length, layer };
    if (points < ENOUGH) return { outlines: [], told: [number], code: "sheet-unclear", place };
    const subject = `sheet ${sizeOf(box)} around ${counted(held.length - rest.length, "part")}`;
    const outlines = [number, ...rest];
    return {
      outlines,
      told: outlines,
      code: "drawing-frame",
      place: { subject, layer, count: outlines.length },
    };
  });
}

interface Sheet {
  number: number;
  box: Bounds;
  /** What lies on it and in no other. */
  held: readonly number[];
  /** What of that is left of the sheet. */
  rest: readonly number[];
  points: number;
}

class SheetSearch {
  private readonly closed: readonly number[];
  private readonly boxes = new Map<number, Bounds>();
  private readonly rings = new Map<number, FlatRing>();
  private readonly circles = new Map<number, Round>();

  constructor(
    private readonly contours: Contours,
    private readonly written: Written,
    private readonly weld: number,
  ) {
    this.closed = contours.numbers(true);
  }

  run(): Sheet[] {
    const { contours, closed } = this;
    if (closed.length < 3 || closed.length > MOST) return [];
    if (!closed.some((number) => this.hasWalls(number))) return [];
    for (const number of closed) this.boxes.set(number, contours.boundsOf(number));
    const sheets = closed.filter((number) => this.isBox(number));
    if (sheets.length === 0) return [];
    for (const circle of circlesOf(contours, this.weld)) this.circles.set(circle.number, circle);
    const children = this.children();
    const inner = new Set([...children.values()].flat());
    const found: Sheet[] = [];
    for (const number of sheets) {
      const held = children.get(number) ?? [];
      if (inner.has(number) || held.length === 0) continue;
      // Around a single one nothing but its likes tell it from a plate with a hole.
      const isPlate = held.length === 1 && !children.has(held[0]!);
      const points = isPlate ? 0 : this.points(number, held, children);
      found.push({
        number,
        box: this.boxes.get(number)!,
        held,
        rest: this.restOf(number, held, children),
        points,
      });
    }
    return this.compared(found);
  }

  /** Sheets are of one size as a rule, with other parts on each: what one of them is they all are. */
  private compared(found: Sheet[]): Sheet[] {
    const sizeOf = ({ box, number }: Sheet) =>
      [...lengthsOf(box).map(Math.round), this.contours.layer(number)].join();
    for (const alike of byKey(found, sizeOf).values()) {
      if (alike.some(({ held }) => held.length !== alike[0]!.held.length))
        for (const sheet of alike) if (sheet.points > 0) sheet.points += POINTS.others;
      const most = Math.max(...alike.map(({ points }) => points));
      for (const sheet of alike) if (most >= ENOUGH) sheet.points = most;
    }
    return found.filter(({ points, held }) => points >= ENOUGH || (points >= DOUBT && held.length > 1));
  }

  /** Four sides and no more, so that most contours need not be looked at closely. */
  private hasWalls(number: number): boolean {
    const { contours } = this;
    if (contours.size(number) !== 4) return false;
    return contours.get(number).curves.every((id) => {
      if (!contours.table.isLine(id)) return false;
      const { x0, y0, x1, y1 } = contours.table.ends(id);
      return Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) <= this.weld;
    });
  }

  private isBox(number: number): boolean {
    if (!this.hasWalls(number)) return false;
    const area = Math.abs(pathArea(this.contours.run(number)));
    return Math.abs(area / areaOf(this.boxes.get(number)!) - 1) <= SLACK.area;
  }

  /** What lies in each contour and in none within it; nothing where too many lie over each other. */
  private children(): Map<number, number[]> {
    const { closed, boxes } = this;
    const closedIn = finderOf(closed, (number) => boxes.get(number)!);
    const parents = new Map<number, number>();
    let looks = 0;
    for (const number of closed) {
      const found = closedIn(boxes.get(number)!);
      looks += found.length;
      if (looks > MOST_LOOKS) return new Map();
      const around = found
        .filter((other) => other !== number && this.isIn(number, other))
        .sort((p, q) => areaOf(boxes.get(p)!) - areaOf(boxes.get(q)!) || p - q);
      if (around[0] !== undefined) parents.set(number, around[0]);
    }
    return byKey([...parents.keys()], (number) => parents.get(number)!);
  }

  private isIn(number: number, other: number): boolean {
    if (!lies(this.boxes.get(number)!, widened(this.boxes.get(other)!, this.weld))) return false;
    // What touches the side of a sheet has corners on it.
    if (this.isBox(other)) return true;
    const ring = this.ringOf(number);
    return holdsPoint(this.ringOf(other), ring[0]!, ring[1]!);
  }

  private ringOf(number: number): FlatRing {
    let ring = this.rings.get(number);
    if (!ring) {
      const coarse = diagonalOf(this.boxes.get(number)!) / 500;
      ring = pathPoints(this.contours.run(number), true, coarse, this.weld);
      this.rings.set(number, ring);
    }
    return ring;
  }

  private points(sheet: number, held: readonly number[], children: ReadonlyMap<number, number[]>): number {
    const { contours, boxes } = this;
    const box = boxes.get(sheet)!;
    const filled = held.reduce((sum, number) => sum + Math.abs(pathArea(contours.run(number))), 0);
    if (filled > PACKED.most * areaOf(box)) return 0;
    const insides = (number: number) =>
      (children.get(number) ?? []).filter((inner) => !this.areRings(inner, number));
    const withHoles = held.filter((number) => insides(number).some((inner) => this.circles.has(inner)));
    const tells = withHoles.length > 1 && withHoles.length >= SHARE * held.length;
    const labels = new Map(held.flatMap((number) => this.labelIn(number).map((text) => [number, text])));
    const isLabelled = labels.size >= LABELS.share * held.length && labels.size >= MANY;
    const areNamed = isLabelled && new Set(labels.values()).size >= LABELS.many;
    const layer = contours.layer(sheet);
    // Layers that hold one shape each are the names of shapes.
    const layers = new Set(held.map((number) => contours.layer(number)));
    const isAlone = !layers.has(layer) && (layers.size < held.length || held.length === 1);
    let points = 0;
    if (areNamed || withHoles.length >= MANY) points = POINTS.many;
    else if (isLabelled || tells) points = POINTS.few;
    else if (held.some((number) => insides(number).length > 0)) points = POINTS.one;
    if (isAlone) points += POINTS.layer;
    if (isAlone && NAME.test(foldName(layer))) points += POINTS.name;
    if (isCommon(box)) points += POINTS.size;
    if (held.length >= MANY && this.arePacked(held, filled, PACKED.apart * diagonalOf(box)))
      points += POINTS.packed;
    const round = held.filter(
      (number) => this.circles.has(number) && !children.has(number) && !labels.has(number),
    );
    if (
      round.length > Math.max(withHoles.length, SHARE * held.length) ||
      this.isFixed(
        round.map((number) => this.circles.get(number)!),
        box,
      )
    )
      points += POINTS.holes;
    return points;
  }

  /** Whether parts take up most of the room that they lie in, and half of them have a neighbour so near. */
  private arePacked(held: readonly number[], filled: number, apart: number): boolean {
    const boxes = held.map((number) => this.boxes.get(number)!);
    if (filled < PACKED.least * areaOf(boundsAround(boxes))) return false;
    const beside = finderOf(boxes, (box) => box);
    const close = boxes.filter((box) => beside(widened(box, apart)).length > 1);
    return 2 * close.length >= held.length;
  }

  /** Empty rectangles as wide or as high as the sheet, at an end of it, where parts keep away from its sides. */
  private restOf(sheet: number, held: readonly number[], around: ReadonlyMap<number, unknown>): number[] {
    const touches = (number: number) =>
      marginsOf(this.boxes.get(number)!, this.boxes.get(sheet)!).filter((gap) => gap <= this.weld).length;
    const atSides = held.filter((number) => touches(number) > 0);
    const isRest = (number: number) => touches(number) === 3 && this.isBox(number) && !around.has(number);
    return atSides.length < held.length && atSides.every(isRest) ? atSides : [];
  }

  /** A text that stands in a contour, if any. */
  private labelIn(number: number): string[] {
    const isIn = ([x, y]: Point) => holdsPoint(this.ringOf(number), x, y);
    const label = this.written
      .textsAmid(this.boxes.get(number)!)
      .find(({ tag, spots }) => tag === null && isIn(spots[1]!));
    return label ? [label.text.trim()] : [];
  }

  /** Circles about one centre, as those of washers and countersinks. */
  private areRings(inner: number, outer: number): boolean {
    const [p, q] = [this.circles.get(inner), this.circles.get(outer)];
    return !!p && !!q && hypot(p.cx - q.cx, p.cy - q.cy) <= 0.01 * q.radius;
  }

  /** Whether two small holes near the edge of a plate lie opposite to each other. */
  private isFixed(round: readonly Round[], box: Bounds): boolean {
    const widest = FIXED.width * diagonalOf(box);
    const isAtEdge = (circle: Round) =>
      Math.min(...marginsOf(boundsOfCircle(circle), box)) <= FIXED.reach * 2 * circle.radius;
    return areOpposite(
      round.filter((circle) => 2 * circle.radius <= widest && isAtEdge(circle)),
      box,
    );
  }
}

function isCommon(box: Bounds): boolean {
  const sides = lengthsOf(box);
  return SIZES.some((size) => size.every((side, i) => Math.abs(side - sides[i]!) <= SLACK.size));
}
