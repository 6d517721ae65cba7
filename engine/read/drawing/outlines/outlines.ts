/**
 * Which loose curves are one outline? Those of one look that meet end to end, two at each joint, all the way round:
 * whether a program writes a contour as one polyline or as its lines must make no difference to what is read.
 */

import { groupRows } from "../basis/columns.ts";
import { PointGrid } from "../basis/grid.ts";
import { LIES, layOut, type Reaches, type SeparateContours } from "../contacts/apart.ts";
import { Contours } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { pathArea, pathLength } from "../curves/outline.ts";

/** Contours, for each of them the first of those that it was made of, and for each of those what it became. */
export interface Outlines extends SeparateContours {
  sources: Int32Array;
  outlineOf: Int32Array;
}

/** More ends than this at one place belong to no outline. */
const CROWD = 16;
/** Thickness, in weld tolerances, below which a contour is a line and its copy. */
const THIN = 30;

/** `lookOf` numbers layer, line type and colour of a contour; ends as close as a weld tolerance are one. */
export function joinOutlines(
  laid: SeparateContours,
  lookOf: (contour: number) => number,
  tolerances: Reaches,
): Outlines {
  const { weld } = tolerances;
  const { contours, lies } = laid;
  const open = contours.numbers(false).filter((contour) => lies[contour] === LIES.near);
  if (open.length === 0) {
    const same = new Int32Array(contours.count).map((_, contour) => contour);
    return { ...laid, sources: same, outlineOf: same };
  }
  const joined = new Contours(contours.table, contours.count);
  const sources: number[] = [];
  const outlineOf = new Int32Array(contours.count).fill(-1);
  const mates = matesOf(contours, open, lookOf, weld);
  for (let first = 0; first < contours.count; first++) {
    if (outlineOf[first]! >= 0) continue;
    const members = contours.isClosed(first) ? null : cycleFrom(first, mates);
    const curves = members && curvesAround(contours, members, weld);
    outlineOf[first] = sources.push(first) - 1;
    if (curves) {
      for (const end of members) outlineOf[end >> 1] = outlineOf[first]!;
      joined.add({ ...contours.get(first), closed: true, curves });
    } else joined.copy(contours, first);
  }
  return { ...layOut(joined, tolerances), sources: Int32Array.from(sources), outlineOf };
}

/** For the start (2i) and the end (2i + 1) of each open contour the only other end of its look at that place, or -1. */
function matesOf(
  contours: Contours,
  open: readonly number[],
  lookOf: (contour: number) => number,
  weld: number,
): Int32Array {
  const mates = new Int32Array(2 * contours.count).fill(-1);
  const nodes = new PointGrid(weld, 2 * open.length);
  const nodeOf = new Int32Array(2 * contours.count).fill(-1);
  let [x, y, last] = [Number.NaN, Number.NaN, -1];
  for (const contour of open) {
    const { x0, y0, x1, y1 } = contours.endsOf(contour);
    // Most begin where the one before them ends.
    nodeOf[2 * contour] = x0 === x && y0 === y ? last : nodes.snap(x0, y0, weld);
    nodeOf[2 * contour + 1] = last = nodes.snap(x1, y1, weld);
    [x, y] = [x1, y1];
    if (contours.size(contour) > 1 || !contours.table.isLine(contours.curveId(contour, 0))) continue;
    // A line of no length joins nothing, and keeps no others apart.
    if (nodeOf[2 * contour] === last) nodeOf[2 * contour] = nodeOf[2 * contour + 1] = -1;
  }
  const { offsets, members: ends } = groupRows(nodeOf, nodes.count);
  for (let node = 0; node < nodes.count; node++) {
    const [from, to] = [offsets[node]!, offsets[node + 1]!];
    if (to - from < 2 || to - from > CROWD) continue;
    for (let i = from; i < to; i++) {
      const end = ends[i]!;
      const look = lookOf(end >> 1);
      let [mate, others] = [-1, 0];
      for (let j = from; j < to; j++) {
        const other = ends[j]!;
        if (other === end || lookOf(other >> 1) !== look) continue;
        mate = other;
        others++;
      }
      if (others === 1) mates[end] = mate;
    }
  }
  return mates;
}

/** The ends by which contours are entered one after another, back to the first; null where the way ends. */
function cycleFrom(first: number, mates: Int32Array): number[] | null {
  const entered: number[] = [];
  for (let end = 2 * first; ; ) {
    entered.push(end);
    const exit = end ^ 1;
    end = mates[exit]!;
    // An end is left behind only once, and so is never asked for again.
    mates[exit] = -1;
    if (end === 2 * first) return entered;
    if (end < 0) return null;
  }
}

/** Curves of contours that are entered one after another; null for a line and its copy, and for what is a mere point. */
function curvesAround(contours: Contours, entered: readonly number[], weld: number): CurveId[] | null {
  const curves = entered.flatMap((end) => {
    const ids = contours.get(end >> 1).curves;
    return (end & 1) === 1 ? ids.map((id) => ~id).reverse() : ids;
  });
  if (entered.length > 2 || (entered.length === 1 && curves.length > 2)) return curves;
  const run = contours.table.run(curves);
  return 2 * Math.abs(pathArea(run)) <= THIN * weld * pathLength(run, true) ? null : curves;
}
