/**
 * Which closed contours are parts, and which are holes in them? Even depth of nesting is a part, odd a hole; only what
 * its holes fill without a rest has no material, and is the frame around parts that were cut from it side by side.
 */
import type { Bounds } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import { grow } from "../curves/bezier.ts";
import type { Contours } from "../curves/contours.ts";
import { emptyBounds, pathBounds } from "../curves/outline.ts";
import { CrossingAreas } from "./areas.ts";
import { type Containment, findContainment } from "./containment.ts";
import { distinctRings } from "./distinct.ts";
import { RingList } from "./ringlist.ts";
import { sortedBy } from "./sorted.ts";

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
  const crossings = new CrossingAreas(rings, kept, containment, weld, findings);
  for (const ring of kept) rings.areas[ring] = crossings.areaOf(ring) ?? rings.areas[ring]!;
  for (const ring of kept) if (isFlat(rings, ring)) open.push(rings.numbers[ring]!);
  const { roles, nets } = rolesOf(kept, containment, crossings);
  kept.forEach((ring, i) => {
    if (roles[i] !== "frame") return;
    const count = rings.chain(ring).curves.length;
    findings.note("duplicates-removed", { ...rings.placeOf(ring), count });
  });
  const { order, firsts, areas } = orderByPart(rings, kept, containment, roles, nets);
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

/** From the outside inwards; areas net of holes where a ring is an exterior. */
function rolesOf(
  kept: number[],
  { parents, depths }: Containment,
  crossings: CrossingAreas,
): { roles: Role[]; nets: Float64Array } {
  // The last ring in each ring, and the one before each in the same ring.
  const lastIn = new Int32Array(kept.length).fill(-1);
  const before = new Int32Array(kept.length);
  parents.forEach((parent, i) => {
    if (parent < 0) return;
    before[i] = lastIn[parent]!;
    lastIn[parent] = i;
  });
  const roles = new Array<Role>(kept.length);
  const nets = new Float64Array(kept.length);
  const free = new Uint8Array(kept.length);
  for (const i of sortedBy(Int32Array.from(kept.keys()), (ring) => depths[ring]!)) {
    if (parents[i]! >= 0 && roles[parents[i]!] === "exterior" && free[i] === 0) {
      roles[i] = "hole";
      continue;
    }
    const ring = kept[i]!;
    const inside: number[] = [];
    for (let hole = lastIn[i]!; hole >= 0; hole = before[hole]!) inside.push(hole);
    const holes = inside.map((hole) => kept[hole]!);
    nets[i] = crossings.netArea(ring, holes);
    const isNothing = holes.length > 0 && crossings.isNothing(nets[i]!, ring);
    roles[i] = isNothing && crossings.isTiled(ring, holes) ? "frame" : "exterior";
    if (!isNothing || roles[i] === "frame") continue;
    // Rings that lie across each other and leave nothing are no holes: each of them is drawn to be cut.
    nets[i] = crossings.netArea(ring, []);
    for (const hole of inside) free[hole] = 1;
  }
  return { roles, nets };
}

function orderByPart(
  rings: RingList,
  kept: number[],
  { parents }: Containment,
  roles: Role[],
  nets: Float64Array,
): Pick<NestedRings, "order" | "firsts" | "areas"> {
  const solid = Int32Array.from(kept.keys()).filter((i) => !isFlat(rings, kept[i]!));
  const sorted = bySize(rings, kept, solid);
  const exteriors = sorted.filter((i) => roles[i] === "exterior");
  const parts = new Int32Array(kept.length).fill(-1);
  for (const [part, i] of exteriors.entries()) parts[i] = part;
  const partOf = (hole: number) => parts[parents[hole]!]!;
  const holes = sorted.filter((i) => roles[i] === "hole" && partOf(i) >= 0);
  const firsts = new Uint32Array(exteriors.length + 1);
  for (const hole of holes) firsts[partOf(hole) + 1]!++;
  for (let part = 0; part < exteriors.length; part++) firsts[part + 1]! += firsts[part]! + 1;
  const order = new Int32Array(sorted.length);
  const next = firsts.slice();
  for (const [part, i] of exteriors.entries()) order[next[part]!++] = kept[i]!;
  for (const hole of holes) order[next[partOf(hole)]!++] = kept[hole]!;
  return {
    order: order.subarray(0, firsts.at(-1)),
    firsts,
    areas: Float64Array.from(exteriors, (i) => nets[i]!),
  };
}

function isFlat({ areas, lengths }: RingList, ring: number): boolean {
  return areas[ring]! <= 1e-9 * lengths[ring]! ** 2;
}

/** Share of their area by which rings differ that count as equal. */
const EQUAL = 1e-9;

/** Larger first; of equal ones the lower left, so that the order of the file does not show. */
function bySize({ areas, bounds }: RingList, kept: number[], some: Int32Array): Int32Array {
  const areaOf = (i: number) => areas[kept[i]!]!;
  const sizes = new Int32Array(kept.length);
  let [size, last] = [0, Number.POSITIVE_INFINITY];
  for (const i of sortedBy(some, (ring) => -areaOf(ring))) {
    if (last - areaOf(i) > EQUAL * (last + areaOf(i))) size++;
    sizes[i] = size;
    last = areaOf(i);
  }
  const fromLeft = sortedBy(some, (i) => bounds[4 * kept[i]!]!);
  return sortedBy(
    sortedBy(fromLeft, (i) => bounds[4 * kept[i]! + 1]!),
    (i) => sizes[i]!,
  );
}
