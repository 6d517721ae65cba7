/**
 * Which loose curves are one outline? Those of one look that meet end to end, two at each joint, all the way round:
 * whether a program writes a contour as one polyline or as its lines must make no difference to what is read. Nor must it
 * whether a line is drawn in one piece: those that go on straight ahead are one.
 */

import { groupRows } from "../basis/columns.ts";
import { PointGrid } from "../basis/grid.ts";
import { LIES, layOut, type Reaches, type SeparateContours } from "../contacts/apart.ts";
import { distanceBetween } from "../contacts/pieces.ts";
import { Contours } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { pathArea, pathLength } from "../curves/outline.ts";
import { type Joints, OutlinePieces } from "./pieces.ts";

/** Contours, for each of them the first of those that it was made of, and for each of those what it became. */
export interface Outlines extends SeparateContours {
  sources: Int32Array;
  outlineOf: Int32Array;
  /** Open contours that it was made of, of chains with an end that none meets, or only its own copy. */
  loose: readonly number[];
  /** Whole line of lines that are pieces of one. */
  wholes: ReadonlyMap<CurveId, CurveId>;
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
  const backs = new Set(contours.numbers(true).filter((contour) => runsBack(contours, contour, weld)));
  const open = contours.numbers(false).filter((contour) => lies[contour] === LIES.near);
  if (backs.size + open.length === 0) {
    const same = new Int32Array(contours.count).map((_, contour) => contour);
    return { ...laid, sources: same, outlineOf: same, loose: [], wholes: new Map() };
  }
  const joined = new Contours(contours.table, contours.count);
  const sources: number[] = [];
  const outlineOf = new Int32Array(contours.count).fill(-1);
  const { mates, ways, loose } = matesOf(contours, open, lookOf, weld);
  const pieces = new OutlinePieces(laid, { mates, ways }, weld);
  for (let first = 0; first < contours.count; first++) {
    if (outlineOf[first]! >= 0) continue;
    const members = contours.isClosed(first) ? null : cycleFrom(first, mates);
    const curves = members && curvesAround(contours, members, pieces, weld);
    outlineOf[first] = sources.push(first) - 1;
    if (curves) {
      for (const end of members) outlineOf[end >> 1] = outlineOf[first]!;
      joined.add({ ...contours.get(first), closed: true, curves });
      continue;
    }
    const along = contours.isClosed(first) ? [] : pieces.from(first);
    for (const end of along) outlineOf[end >> 1] = outlineOf[first]!;
    if (along.length > 1) joined.add({ ...contours.get(first), curves: pieces.curvesAlong(along) });
    else joined.copy(contours, first, contours.isClosed(first) && !backs.has(first));
  }
  return {
    ...layOut(joined, tolerances),
    sources: Int32Array.from(sources),
    outlineOf,
    loose,
    wholes: pieces.wholes,
  };
}

/** For each open contour that lies near another one its joints, and those that are loose. */
function matesOf(
  contours: Contours,
  open: readonly number[],
  lookOf: (contour: number) => number,
  weld: number,
): Joints & { loose: number[] } {
  const mates = new Int32Array(2 * contours.count).fill(-1);
  const ways = new Float64Array(2 * contours.count).fill(Number.NaN);
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
    ways[2 * contour] = x1 - x0;
    ways[2 * contour + 1] = y1 - y0;
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
  return { mates, ways, loose: looseOf(open, mates, nodeOf, offsets) };
}

/** Chains of mates with an end that has its place alone, or with its own copy. */
function looseOf(
  open: readonly number[],
  mates: Int32Array,
  nodeOf: Int32Array,
  offsets: Int32Array,
): number[] {
  const loose = new Uint8Array(mates.length / 2);
  for (const contour of open)
    for (let first = 2 * contour; first <= 2 * contour + 1; first++) {
      const mate = mates[first]!;
      if (mate >= 0 && nodeOf[mate ^ 1] === nodeOf[first ^ 1]) loose[contour] = 1;
      const node = nodeOf[first]!;
      if (offsets[node + 1]! - offsets[node]! > 1) continue;
      for (let end = first; end >= 0; end = mates[end ^ 1]!) loose[end >> 1] = 1;
    }
  return open.filter((contour) => loose[contour] === 1);
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

/** Whether each curve of a closed contour lies on another one of it: it encloses nothing. */
function runsBack(contours: Contours, contour: number, weld: number): boolean {
  if (contours.size(contour) < 2) return false;
  if (isWide(contours, contour, weld)) return false;
  const run = contours.run(contour);
  if (2 * Math.abs(pathArea(run)) > THIN * weld * contours.pathLength(contour)) return false;
  contours.table.work.spend(run.length ** 2);
  const curves = contours.curvesOf(contour);
  return curves.every((curve) => {
    const others = curves.filter((other) => other !== curve);
    return distanceBetween([curve], others, THIN * weld) <= THIN * weld;
  });
}

/** Whether a contour of lines encloses too much to run back; it costs less to say than to make its curves. */
function isWide(contours: Contours, contour: number, weld: number): boolean {
  const { table } = contours;
  const { x0: ox, y0: oy } = table.ends(contours.curveId(contour, 0));
  let [twice, length] = [0, 0];
  for (let i = 0; i < contours.size(contour); i++) {
    const id = contours.curveId(contour, i);
    if (!table.isLine(id)) return false;
    const { x0, y0, x1, y1 } = table.ends(id);
    twice += (x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy);
    length += Math.abs(x1 - x0) + Math.abs(y1 - y0);
  }
  return Math.abs(twice) > 2 * THIN * weld * length;
}

/** Null for a line and its copy, and what is no larger than a point. */
function curvesAround(
  contours: Contours,
  entered: readonly number[],
  pieces: OutlinePieces,
  weld: number,
): CurveId[] | null {
  const curves = pieces.curvesAround(entered);
  if (entered.length > 2 || (entered.length === 1 && curves.length > 2)) return curves;
  const run = contours.table.run(curves);
  return 2 * Math.abs(pathArea(run)) <= THIN * weld * pathLength(run, true) ? null : curves;
}
