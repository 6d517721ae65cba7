/**
 * Which contours lie apart from all others? Most of most drawings: no other's box comes near theirs, so that nothing need be
 * asked about where they meet others.
 */

import { boxArea, boxAt, boxSides, emptyBounds, putBox } from "../../../base/geometry/box.ts";
import { indexBoxes } from "../basis/finder.ts";
import { UnitedGroups } from "../basis/united-groups.ts";
import type { Contours } from "../curves/contours.ts";
import { growByCurve } from "../curves/curves.ts";
import { type CurveChords, goAround } from "./pieces.ts";

/** Looks at other boxes, for each box; where it takes more, as in a crowd, all count as near others. */
const MOST_LOOKS = 100;

/** Where such a share lies near the next one drawn, as loose lines of outlines do, all count as near: looks gain nothing. */
const MOST_NEAR = 0.9;

/** Curves of a contour that are compared with what lies amid them. */
const MOST_AROUND = 8;

/**
 * How contours lie to others: near one; near none, but amid some that are near each other; or outside of all such: alone, or
 * in others of which no more need be known than which they are.
 */
export const LIES = { near: 0, apart: 1, alone: 2 } as const;

/** Contours, one of `LIES` for each, and which one goes around each of those that lie alone as the next, or -1. */
export interface SeparateContours {
  contours: Contours;
  lies: Uint8Array;
  around: Int32Array;
}

/** Distances at which two contours may be one or joined, in millimetres: places, ends, sides that run beside each other. */
export interface Reaches {
  weld: number;
  join: number;
  kerf: number;
}

/**
 * Near are those that any reach may matter to, so open ones too of which the curves or the ends may meet; none that is no
 * larger than a point is alone.
 */
export function layOut(contours: Contours, { weld, join, kerf }: Reaches): SeparateContours {
  const boxes = contours.boxes();
  const reach = Math.max(join, kerf, 2 * weld) + 2 * weld;
  const around = new Int32Array(contours.count).fill(-1);
  const known = new Array<Float64Array | undefined>(contours.count);
  // A contour of few curves may go around another without coming near it.
  const passes = (contour: number, box: number) => {
    const size = contours.size(contour);
    if (size === 1 || size > MOST_AROUND) return false;
    known[contour] ??= boxesOfCurves(contours, contour);
    contours.table.work.spend(size);
    const curves = known[contour];
    for (let curve = 0; curve < size; curve++) if (areNear(curves, curve, boxes, box, reach)) return false;
    return true;
  };
  const isLarge = (contour: number) => boxSides(boxAt(boxes, contour))[1] > 2 * weld;
  const isPlain = (contour: number) => contours.isClosed(contour) && isLarge(contour);
  const lieOf = (p: number, q: number) => {
    const outer = passes(p, q) ? p : passes(q, p) ? q : -1;
    if (outer < 0) return LIES.near;
    if (!isPlain(p) || !isPlain(q) || !hasPlainCurves(contours, outer)) return LIES.apart;
    const inner = p + q - outer;
    const next = around[inner]!;
    // The next of several contours that go around it lies in the others.
    if (
      holdsStart(contours, outer, inner) &&
      (next < 0 || boxArea(boxAt(boxes, outer)) < boxArea(boxAt(boxes, next)))
    )
      around[inner] = outer;
    return LIES.alone;
  };
  const lies = findApart(boxes, reach, lieOf, () => contours.table.work.spend(1));
  for (let contour = 0; contour < lies.length; contour++) {
    if (lies[contour] === LIES.near) continue;
    if (!contours.isClosed(contour)) {
      const { x0, y0, x1, y1 } = contours.endsOf(contour);
      const isFree = contours.size(contour) === 1 && Math.abs(x1 - x0) + Math.abs(y1 - y0) > 3 * reach;
      if (!isFree) lies[contour] = LIES.near;
    } else if (!isLarge(contour)) lies[contour] = Math.min(lies[contour]!, LIES.apart);
  }
  return { contours, lies, around };
}

/** Whether a contour consists of lines and arcs alone. */
function hasPlainCurves(contours: Contours, contour: number): boolean {
  for (let i = 0; i < contours.size(contour); i++) {
    const { kind } = contours.table.look(contours.curveId(contour, i));
    if (kind !== "line" && kind !== "arc") return false;
  }
  return true;
}

/** Whether a contour of lines and arcs goes around the start of another one, by even-odd. */
function holdsStart(contours: Contours, outer: number, inner: number): boolean {
  const shapeOf = (curve: number): CurveChords => ({
    curve: contours.table.look(contours.curveId(outer, curve)),
    chords: null,
  });
  return goAround(contours.size(outer), shapeOf, contours.startOf(inner));
}

/** Boxes of a contour's curves in turn. */
function boxesOfCurves(contours: Contours, contour: number): Float64Array {
  const boxes = new Float64Array(4 * contours.size(contour));
  for (let i = 0; i < contours.size(contour); i++) {
    const bounds = emptyBounds();
    growByCurve(bounds, contours.table.look(contours.curveId(contour, i)));
    putBox(boxes, i, bounds);
  }
  return boxes;
}

/**
 * One of `LIES` for each box, given by its least x and y, greatest x and y; near is what is no farther than `reach` along both
 * axes, unless `lieOf` tells otherwise of the contours of two such boxes, as of a hole and its plate. `onLook` is called
 * with each look at another box.
 */
export function findApart(
  boxes: Float64Array,
  reach: number,
  lieOf: (p: number, q: number) => number,
  onLook: () => void = () => {},
): Uint8Array {
  const lies = new Uint8Array(boxes.length / 4).fill(LIES.alone);
  const groups = new UnitedGroups(lies.length);
  const lower = (box: number, lie: number) => {
    lies[box] = Math.min(lies[box]!, lie);
  };
  const isNear = (p: number, q: number) => areNear(boxes, p, boxes, q, reach) && lieOf(p, q) === LIES.near;
  for (let box = 1; box < lies.length; box++) if (isNear(box - 1, box)) lies[box - 1] = lies[box] = LIES.near;
  const near = lies.reduce((count, lie) => count + Number(lie === LIES.near), 0);
  if (near > MOST_NEAR * lies.length) return lies.fill(LIES.near);
  const index = indexBoxes(boxes);
  let looks = 0;
  const eachNear = (some: Float64Array, box: number, found: (other: number) => boolean) => {
    const at = 4 * box;
    if (looks <= MOST_LOOKS * lies.length)
      index!.search(
        some[at]! - reach,
        some[at + 1]! - reach,
        some[at + 2]! + reach,
        some[at + 3]! + reach,
        found,
      );
  };
  let own = 0;
  const tell = (other: number) => {
    looks++;
    onLook();
    if (other <= own) return false;
    const lie = lieOf(own, other);
    lower(own, lie);
    lower(other, lie);
    groups.unite(other, own);
    return false;
  };
  for (; own < lies.length; own++) eachNear(boxes, own, tell);
  if (looks > MOST_LOOKS * lies.length) return lies.fill(LIES.near);
  if (!lies.includes(LIES.alone)) return lies;
  // Groups of which not all are alone may go around others together.
  const mixed = new Uint8Array(lies.length);
  for (let box = 0; box < lies.length; box++) if (lies[box] !== LIES.alone) mixed[groups.rootOf(box)] = 1;
  const rooms = boxes.slice();
  for (let box = 0; box < lies.length; box++) growBox(rooms, groups.rootOf(box), boxes, box);
  const amid = mixed.slice();
  const demote = (other: number) => {
    looks++;
    onLook();
    amid[groups.rootOf(other)] = 1;
    return false;
  };
  for (let root = 0; root < lies.length; root++) if (mixed[root] === 1) eachNear(rooms, root, demote);
  const isKnown = looks <= MOST_LOOKS * lies.length;
  for (let box = 0; box < lies.length; box++)
    if (!isKnown || amid[groups.rootOf(box)] === 1) lower(box, LIES.apart);
  return lies;
}

/** Widens one of some boxes by one of others. */
export function growBox(boxes: Float64Array, box: number, others: Float64Array, other: number): void {
  const [at, from] = [4 * box, 4 * other];
  boxes[at] = Math.min(boxes[at]!, others[from]!);
  boxes[at + 1] = Math.min(boxes[at + 1]!, others[from + 1]!);
  boxes[at + 2] = Math.max(boxes[at + 2]!, others[from + 2]!);
  boxes[at + 3] = Math.max(boxes[at + 3]!, others[from + 3]!);
}

/** Whether one of some boxes is no farther than `reach` from one of others, along both axes. */
export function areNear(
  boxes: ArrayLike<number>,
  box: number,
  others: Float64Array,
  other: number,
  reach: number,
): boolean {
  const [at, from] = [4 * box, 4 * other];
  return (
    boxes[at]! <= others[from + 2]! + reach &&
    boxes[at + 2]! >= others[from]! - reach &&
    boxes[at + 1]! <= others[from + 3]! + reach &&
    boxes[at + 3]! >= others[from + 1]! - reach
  );
}
