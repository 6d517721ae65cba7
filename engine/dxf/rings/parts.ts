/**
 * Which closed contours are parts, and which are holes in them? Even depth of nesting is a part, odd a hole; only what
 * its holes fill without a rest has no material, and is the frame around parts that were cut from it side by side.
 */
import type { Bounds } from "../../contract/geometry.ts";
import { grow } from "../curves/bezier.ts";
import type { Contours } from "../curves/contours.ts";
import { emptyBounds, pathBounds } from "../curves/outline.ts";
import type { Findings } from "../findings.ts";
import { CrossingAreas } from "./areas.ts";
import { type Containment, findContainment } from "./containment.ts";
import { distinctRings } from "./distinct.ts";
import { RingList } from "./ringlist.ts";

export interface NestedRings {
  rings: RingList;
  /** Numbers of rings by part, largest first: the exterior, counter-clockwise, then the holes directly in it, clockwise. */
  order: Int32Array;
  /** Where each part begins in the order, and where the last one ends. */
  firsts: Uint32Array;
  /** Of each part, net of its holes. */
  areas: Float64Array;
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
  const crossings = new CrossingAreas(rings, kept, containment, findings);
  for (const ring of kept) rings.areas[ring] = crossings.areaOf(ring, contours.table) ?? rings.areas[ring]!;
  for (const ring of kept) if (isFlat(rings, ring)) open.push(rings.numbers[ring]!);
  const roles = rolesOf(rings, kept, containment);
  kept.forEach((ring, i) => {
    if (roles[i] !== "frame") return;
    const count = rings.chain(ring).curves.length;
    findings.note("duplicates-removed", { ...rings.placeOf(ring), count });
  });
  const { order, firsts } = orderByPart(rings, kept, containment, roles);
  const areas = new Float64Array(firsts.length - 1).map((_, part) => {
    const [exterior, ...holes] = order.subarray(firsts[part]!, firsts[part + 1]!);
    return crossings.netArea(exterior!, holes);
  });
  const nested = { rings, order, firsts, areas, open };
  for (const { ring, role } of ringsByPart(nested))
    if (rings.ccw[ring] !== Number(role === "exterior")) rings.turn(ring);
  return nested;
}

/** Largest part first: its exterior, then its holes. */
export function* ringsByPart({ order, firsts }: Pick<NestedRings, "order" | "firsts">): Generator<{
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

function rolesOf(rings: RingList, kept: number[], { parents, depths, crossing }: Containment): Role[] {
  const areaOf = (i: number) => rings.areas[kept[i]!]!;
  const filled = new Float64Array(kept.length);
  const counts = new Int32Array(kept.length);
  parents.forEach((parent, i) => {
    if (parent < 0) return;
    filled[parent] = filled[parent]! + areaOf(i);
    counts[parent] = counts[parent]! + 1;
  });
  // What lies on each other may have any sum.
  for (const pair of crossing)
    for (const i of [Math.floor(pair / kept.length), pair % kept.length])
      if (parents[i]! >= 0) filled[parents[i]!] = 0;
  const isFilled = (i: number) =>
    counts[i]! > 1 && filled[i]! > 0 && Math.abs(filled[i]! - areaOf(i)) <= REST * areaOf(i);
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

/** Larger first; of equal ones the lower left, so that the order of the file does not show. */
function compareSizes({ areas, bounds }: RingList, p: number, q: number): number {
  const larger = areas[q]! - areas[p]!;
  if (Math.abs(larger) > 1e-9 * (areas[p]! + areas[q]!)) return larger;
  return bounds[4 * p + 1]! - bounds[4 * q + 1]! || bounds[4 * p]! - bounds[4 * q]!;
}
