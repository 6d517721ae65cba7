/**
 * Which curves on a layer that is cut only helped to draw the outlines? Axes that cross outlines and go on far beyond them,
 * and lines around holes: countersinks and pockets for nuts. Every outline closes without them.
 */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { boundsAt, boxSides, lies, overlap, roomAt, widened } from "../../../base/geometry/box.ts";
import { type Finder, makeFinder } from "../basis/finder.ts";
import { between, type Ends, endsOf } from "../basis/plane.ts";
import type { FindingCode } from "../basis/sentences.ts";
import type { Contours } from "../curves/contours.ts";
import type { Curve } from "../curves/curves.ts";
import type { Outlines } from "../outlines/outlines.ts";
import type { Aside } from "./aside.ts";

interface Circle {
  number: number;
  at: Point;
  radius: number;
}

/**
 * A hole is between these shares of the line around it, and that line this share of the part at most. Their centres differ by
 * this share of the line at most; its box is a square up to another share, as that of a hexagon is.
 */
const AROUND = { hole: [0.2, 0.95], part: 1 / 3, off: 0.01, square: 0.2, corners: 8 };
/** More circles or outlines than this are no drawing with such lines. */
const MANY = 20_000;

/** Circles among the closed contours, whole or in arcs. */
function circlesOf(contours: Contours, near: number): Circle[] {
  return contours.numbers(true).flatMap((number): Circle[] => {
    if (contours.table.isLine(contours.curveId(number, 0))) return [];
    const arcs = contours.curvesOf(number);
    const [first] = arcs;
    if (first?.kind !== "arc") return [];
    const at: Point = [first.cx, first.cy];
    const isOnIt = (arc: Curve) =>
      arc.kind === "arc" && between([arc.cx, arc.cy], at) + Math.abs(arc.radius - first.radius) <= near;
    return arcs.every(isOnIt) ? [{ number, at, radius: first.radius }] : [];
  });
}

/** Closed contours by their boxes. */
class Search {
  readonly near: number;
  readonly circles: Circle[];
  private readonly closedIn: Finder<number>;

  constructor(
    readonly contours: Contours,
    weld: number,
  ) {
    this.near = 10 * weld;
    const closed = contours.numbers(true);
    this.closedIn = makeFinder(closed, (number) => contours.boundsOf(number), contours.table.work);
    this.circles = circlesOf(contours, this.near);
  }

  /** Closed contours whose boxes meet one. */
  closedAt(box: Bounds): number[] {
    return this.closedIn(box);
  }

  /** Closed contours around one, the smallest first. */
  holdersOf(number: number): number[] {
    const box = this.contours.boundsOf(number);
    const longOf = (other: number) => boxSides(this.contours.boundsOf(other))[1];
    return this.closedIn(box)
      .filter((other) => other !== number && lies(box, this.contours.boundsOf(other)))
      .sort((p, q) => longOf(p) - longOf(q) || p - q);
  }

  /** A finding about some outlines; nothing where there are none. */
  tell(found: readonly number[], code: FindingCode): Aside[] {
    if (found.length === 0) return [];
    const outlines = [...new Set(found)].sort((p, q) => p - q);
    const place = { count: outlines.length, layer: this.contours.layer(outlines[0]!) };
    return [{ outlines, told: outlines, code, place }];
  }
}

/** Axes. */
export function findHelpingLines({ contours }: Outlines, weld: number): Aside[] {
  if (contours.count < 2 || contours.count > MANY) return [];
  const search = new Search(contours, weld);
  return search.tell(axesOf(search), "dimension-graphics");
}

/** Straight lines through outlines that end in the open, and run farther outside of these than within. */
function axesOf(search: Search): number[] {
  const { contours, near } = search;
  const isStraight = (number: number) =>
    contours.size(number) === 1 &&
    contours.length(number) > near &&
    contours.table.isLine(contours.curveId(number, 0));
  const straight = contours.numbers(false).filter(isStraight);
  const ends = straight.flatMap((number) => endsOf(contours.endsOf(number)));
  const endsIn = makeFinder(ends, boundsAt, contours.table.work);
  const isFree = (end: Point) => {
    const room = roomAt(end, near);
    return endsIn(room).length === 1 && search.closedAt(room).length === 0;
  };
  return straight.filter((number) => {
    const line = contours.endsOf(number);
    const spans = search
      .closedAt(contours.boundsOf(number))
      .flatMap((outline) => spanIn(line, widened(contours.boundsOf(outline), -near)));
    if (spans.length === 0) return false;
    const from = Math.min(...spans.map(([low]) => low));
    const to = Math.max(...spans.map(([, high]) => high));
    return from > 0 && to < 1 && to - from < 1 / 2 && endsOf(line).every(isFree);
  });
}

/** The share of a line that lies in a box, from one to another; nothing where it passes by. */
function spanIn({ x0, y0, x1, y1 }: Ends, box: Bounds): [from: number, to: number][] {
  let [from, to] = [0, 1];
  for (const [start, step, low, high] of [
    [x0, x1 - x0, box.min_x, box.max_x],
    [y0, y1 - y0, box.min_y, box.max_y],
  ] as const) {
    if (step === 0 && (start <= low || start >= high)) return [];
    if (step === 0) continue;
    const [p, q] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(p, q));
    to = Math.min(to, Math.max(p, q));
  }
  return from < to ? [[from, to]] : [];
}

/** Lines around round holes of a part, with nothing else in them. */
export function findCountersinks({ contours }: Outlines, weld: number): Aside[] {
  if (contours.count < 3 || contours.count > MANY) return [];
  const search = new Search(contours, weld);
  return search.tell(
    search.circles.flatMap((hole) => ringsAround(search, hole)),
    "countersinks",
  );
}

/** The rings around a hole, from the innermost to that which lies in the material of a part. */
function ringsAround(search: Search, hole: Circle): number[] {
  const { contours } = search;
  const boxOf = (number: number) => contours.boundsOf(number);
  const holders = search.holdersOf(hole.number);
  const count = holders.findIndex((other) => !isRingAround(contours, other, hole));
  const rings = holders.slice(0, Math.max(0, count));
  // In the material of a part, and not in a hole of it.
  if (rings.length === 0 || (holders.length - count) % 2 === 0) return [];
  const outer = boxOf(rings.at(-1)!);
  const isSmall = boxSides(outer)[1] <= AROUND.part * boxSides(boxOf(holders[count]!))[0];
  const known = new Set([hole.number, ...holders]);
  const isAlone = search.closedAt(outer).every((other) => known.has(other) || !overlap(boxOf(other), outer));
  return isSmall && isAlone ? rings : [];
}

/** Whether a closed contour goes around a hole evenly: a circle, a hexagon, a square. */
function isRingAround(
  contours: Contours,
  ring: number,
  { at: [x, y], radius }: Omit<Circle, "number">,
): boolean {
  const box = contours.boundsOf(ring);
  const [short, long] = boxSides(box);
  const off = AROUND.off * long;
  return (
    contours.size(ring) <= AROUND.corners &&
    short >= (1 - AROUND.square) * long &&
    2 * radius >= AROUND.hole[0]! * long &&
    2 * radius <= AROUND.hole[1]! * long &&
    Math.abs((box.min_x + box.max_x) / 2 - x) <= off &&
    Math.abs((box.min_y + box.max_y) / 2 - y) <= off
  );
}
