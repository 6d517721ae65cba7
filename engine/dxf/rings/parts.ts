/**
 * Which closed contours are parts, and which are holes in them? Even depth of nesting is a part, odd a hole; only what
 * its holes fill without a rest has no material, and is the frame around parts that were cut from it side by side.
 */
import type { Bounds, Point } from "../../contract/geometry.ts";
import { grow } from "../curves/bezier.ts";
import type { Contours } from "../curves/contours.ts";
import type { CurveTable } from "../curves/curvetable.ts";
import { type FlatRing, flatArea } from "../curves/flatring.ts";
import { emptyBounds, pathBounds } from "../curves/outline.ts";
import type { Findings } from "../findings.ts";
import { TOLERANCE } from "../limits.ts";
import { type Containment, findContainment } from "./containment.ts";
import { EvenOddMeter } from "./even-odd.ts";
import { rank } from "./graph.ts";
import { PointGrid } from "./grid.ts";
import { RingList } from "./ringlist.ts";

export interface NestedRings {
  rings: RingList;
  /** Numbers of rings by part, largest first: the exterior, counter-clockwise, then the holes directly in it, clockwise. */
  order: Int32Array;
  /** Where each part begins in the order, and where the last one ends. */
  firsts: Uint32Array;
  /** Numbers of the other contours. */
  open: number[];
}

/** Rings become points within `tolerance` of their curves. */
export function nestRings(
  contours: Contours,
  weld: number,
  tolerance: number,
  findings: Findings,
): NestedRings {
  const open = contours.numbers(false);
  const rings = new RingList(contours, weld, tolerance);
  const kept = distinctRings(rings, weld, tolerance, findings);
  // Points lie on the curves and chords beside them, so curves that merely touch seem to cross by as much.
  const touch = rings.straight ? 2 * weld : 2.5 * tolerance;
  const containment = findContainment(
    kept.map((ring) => rings.points[ring]!),
    touch,
  );
  const { selfCrossing, crossing } = containment;
  const meter = new EvenOddMeter();
  kept.forEach((ring, i) => {
    if (!selfCrossing.has(i) && !hasCornerTwice(rings, ring, contours.table)) return;
    const { area, estimated } = meter.measure(rings.points[ring]!);
    if (!selfCrossing.has(i) && area <= (1 + 1e-6) * Math.abs(flatArea(rings.points[ring]!))) return;
    rings.areas[ring] = area;
    findings.note(estimated ? "area-estimated" : "self-intersecting", placeOf(rings, ring));
  });
  for (const pair of crossing) findings.note("contours-cross", placeOf(rings, kept[pair % kept.length]!));
  for (const ring of kept) if (isFlat(rings, ring)) open.push(rings.numbers[ring]!);
  const roles = rolesOf(rings, kept, containment, Math.min(touch, 2.5 * TOLERANCE.chord));
  kept.forEach((ring, i) => {
    if (roles[i] !== "frame") return;
    const count = rings.chain(ring).curves.length;
    findings.note("duplicates-removed", { ...placeOf(rings, ring), count });
  });
  const { order, firsts } = orderByPart(rings, kept, containment, roles);
  const nested = { rings, order, firsts, open };
  for (const { ring, role } of ringsByPart(nested))
    if (rings.ccw[ring] !== Number(role === "exterior")) rings.turn(ring);
  return nested;
}

/** Largest part first: its exterior, then its holes. */
export function* ringsByPart({ order, firsts }: NestedRings): Generator<{
  ring: number;
  role: "exterior" | "hole";
}> {
  let part = 0;
  for (const [i, ring] of order.entries()) {
    const isExterior = i === firsts[part];
    if (isExterior) part++;
    yield { ring, role: isExterior ? "exterior" : "hole" };
  }
}

/** Of all rings and open paths together. */
export function boundsOfCuts({ rings, order, open }: NestedRings, contours: Contours): Bounds {
  const all = emptyBounds();
  const add = ({ min_x, min_y, max_x, max_y }: Bounds) => {
    grow(all, min_x, min_y);
    grow(all, max_x, max_y);
  };
  for (const ring of order) add(rings.boundsOf(ring));
  for (const number of open) add(pathBounds(contours.table.run(contours.get(number).curves)));
  return all;
}

type Role = "exterior" | "hole" | "frame";

/** Share of a frame that may be left over by rounding. */
const REST = 1e-6;

/** Holes reach as far as the frame that they fill, but for `slack`. */
function rolesOf(
  rings: RingList,
  kept: number[],
  { parents, depths, crossing }: Containment,
  slack: number,
): Role[] {
  const areaOf = (i: number) => rings.areas[kept[i]!]!;
  const filled = new Float64Array(kept.length);
  const counts = new Int32Array(kept.length);
  // How far the holes of each ring together stay away from its four sides.
  const away = new Float64Array(4 * kept.length).fill(Number.POSITIVE_INFINITY);
  parents.forEach((parent, i) => {
    if (parent < 0) return;
    filled[parent] = filled[parent]! + areaOf(i);
    counts[parent] = counts[parent]! + 1;
    for (let side = 0; side < 4; side++) {
      const apart = Math.abs(rings.bounds[4 * kept[parent]! + side]! - rings.bounds[4 * kept[i]! + side]!);
      away[4 * parent + side] = Math.min(away[4 * parent + side]!, apart);
    }
  });
  // What lies on each other may have any sum.
  for (const pair of crossing)
    for (const i of [Math.floor(pair / kept.length), pair % kept.length])
      if (parents[i]! >= 0) filled[parents[i]!] = 0;
  const isFilled = (i: number) =>
    counts[i]! > 1 &&
    filled[i]! > 0 &&
    Math.abs(filled[i]! - areaOf(i)) <= REST * areaOf(i) &&
    away.subarray(4 * i, 4 * i + 4).every((apart) => apart <= slack);
  const roles = new Array<Role>(kept.length);
  for (const i of [...kept.keys()].sort((p, q) => depths[p]! - depths[q]!)) {
    if (parents[i]! >= 0 && roles[parents[i]!] === "exterior") roles[i] = "hole";
    else roles[i] = isFilled(i) ? "frame" : "exterior";
  }
  return roles;
}

function orderByPart(
  rings: RingList,
  kept: number[],
  { parents }: Containment,
  roles: Role[],
): Pick<NestedRings, "order" | "firsts"> {
  const solid = [...kept.keys()].filter((i) => !isFlat(rings, kept[i]!));
  const bySize = (i: number, j: number) => compareSizes(rings, kept[i]!, kept[j]!);
  const exteriors = solid.filter((i) => roles[i] === "exterior").sort(bySize);
  const parts = new Int32Array(kept.length).fill(-1);
  for (const [part, i] of exteriors.entries()) parts[i] = part;
  const partOf = (hole: number) => parts[parents[hole]!]!;
  const holes = solid
    .filter((i) => roles[i] === "hole" && partOf(i) >= 0)
    .sort((i, j) => partOf(i) - partOf(j) || bySize(i, j));
  const order = new Int32Array(exteriors.length + holes.length);
  const firsts = new Uint32Array(exteriors.length + 1);
  let [at, hole] = [0, 0];
  for (const [part, exterior] of exteriors.entries()) {
    order[at++] = kept[exterior]!;
    while (hole < holes.length && partOf(holes[hole]!) === part) order[at++] = kept[holes[hole++]!]!;
    firsts[part + 1] = at;
  }
  return { order, firsts };
}

function isFlat({ areas, lengths }: RingList, ring: number): boolean {
  return areas[ring]! <= 1e-9 * lengths[ring]! ** 2;
}

/**
 * Whether a ring comes back to one of its corners. Where it leaves that on the other side, as a figure of eight with a
 * corner amid it, the loops run in opposite directions, and the signed area lacks one of them twice.
 */
function hasCornerTwice(rings: RingList, ring: number, table: CurveTable): boolean {
  const { curves } = rings.chain(ring);
  if (curves.length === 1) return false;
  const corners = new Float64Array(curves.length);
  for (let i = 0; i < curves.length; i++) {
    const { x0, y0 } = table.ends(curves[i]!);
    corners[i] = rank(x0, y0);
  }
  corners.sort();
  return corners.some((corner, i) => corner === corners[i - 1]);
}

function placeOf(rings: RingList, ring: number): { layer: string; at: Point } {
  const [x, y] = rings.points[ring]!;
  return { layer: rings.chain(ring).layer, at: [x!, y!] };
}

/** Larger first; of equal ones the lower left, so that the order of the file does not show. */
function compareSizes({ areas, bounds }: RingList, p: number, q: number): number {
  const larger = areas[q]! - areas[p]!;
  if (Math.abs(larger) > 1e-9 * (areas[p]! + areas[q]!)) return larger;
  return bounds[4 * p + 1]! - bounds[4 * q + 1]! || bounds[4 * p]! - bounds[4 * q]!;
}

/** Rings that one is compared with; more of nearly the same bounds are no drawing. */
const CROWD = 200;

/** Without rings drawn twice, perhaps in other pieces: same bounds, length and area, and sample points on each other. */
function distinctRings(rings: RingList, weld: number, tolerance: number, findings: Findings): number[] {
  const reach = 4 * weld;
  const kept: number[] = [];
  // Mixed so that rings which share a corner do not share a cell.
  const grid = new PointGrid(reach, rings.count);
  for (let ring = 0; ring < rings.count; ring++) {
    const { min_x, min_y, max_x, max_y } = rings.boundsOf(ring);
    const [u, v] = [min_x + Math.SQRT2 * max_y, min_y + 1.7 * max_x];
    let copy = false;
    const compare = (i: number) => {
      copy = sameRing(rings, kept[i]!, ring, weld, tolerance);
      return copy;
    };
    grid.near(u, v, reach, compare, CROWD);
    if (copy) {
      const { layer, curves } = rings.chain(ring);
      findings.note("duplicates-removed", { layer, count: curves.length, at: [min_x, min_y] });
    } else {
      grid.add(u, v);
      kept.push(ring);
    }
  }
  return kept;
}

function sameRing(rings: RingList, p: number, q: number, weld: number, tolerance: number): boolean {
  const { areas, lengths, bounds, points } = rings;
  const near = (a: number, b: number, apart: number) => Math.abs(a - b) <= apart;
  for (let side = 0; side < 4; side++)
    if (!near(bounds[4 * p + side]!, bounds[4 * q + side]!, weld)) return false;
  const length = lengths[p]!;
  if (!near(length, lengths[q]!, weld + 1e-6 * length)) return false;
  if (!near(areas[p]!, areas[q]!, weld * length)) return false;
  const [outline, other] = [points[p]!, points[q]!];
  const step = 2 * Math.max(1, Math.floor(other.length / 16));
  for (let i = 0; i < other.length; i += step) {
    if (distanceToRing(other[i]!, other[i + 1]!, outline) > 2 * tolerance + weld) return false;
  }
  return true;
}

function distanceToRing(x: number, y: number, ring: FlatRing): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [ring[i]!, ring[i + 1]!];
    const [dx, dy] = [ring[i + 2]! - ax, ring[i + 3]! - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + share * dx - x, ay + share * dy - y));
  }
  return least;
}
