/** How large are the parts that were found, and in which order do they come? Largest first, each with its holes. */
import type { Bounds } from "../../contract/values/geometry.ts";
import type { Arranged } from "../arrangement/arrange.ts";
import type { Findings } from "../basis/findings.ts";
import { sortedBy } from "../contacts/sorted.ts";
import { grow } from "../curves/bezier.ts";
import type { Contours } from "../curves/contours.ts";
import { emptyBounds, pathBounds } from "../curves/outline.ts";
import { EvenOddMeter } from "./even-odd.ts";
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
export function measureParts(
  { contours, parts, open, selfCrossing }: Arranged,
  weld: number,
  tolerance: number,
  findings: Findings,
): NestedRings {
  const rings = new RingList(contours, weld, tolerance);
  const ringOf = new Int32Array(contours.count);
  rings.numbers.forEach((contour, ring) => {
    ringOf[contour] = ring;
  });
  const meter = new EvenOddMeter();
  rings.numbers.forEach((contour, ring) => {
    const measured = meter.measureTangled(rings.points[ring]!, selfCrossing.has(contour));
    if (!measured) return;
    findings.note(measured.estimated ? "area-estimated" : "self-intersecting", rings.placeOf(ring));
    rings.areas[ring] = measured.area;
  });
  const areas = Float64Array.from(parts, ({ exterior, holes }) =>
    holes.reduce((sum, hole) => sum - rings.areas[ringOf[hole]!]!, rings.areas[ringOf[exterior]!]!),
  );
  const sorted = sortedBy(Int32Array.from(parts.keys()), (part) => -areas[part]!);
  const order = new Int32Array(rings.count);
  const firsts = new Uint32Array(parts.length + 1);
  let end = 0;
  sorted.forEach((part, i) => {
    const { exterior, holes } = parts[part]!;
    order[end++] = ringOf[exterior]!;
    for (const hole of holes) order[end++] = ringOf[hole]!;
    firsts[i + 1] = end;
  });
  const nested = { rings, order, firsts, areas: Float64Array.from(sorted, (part) => areas[part]!), open };
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
  for (const number of open) add(pathBounds(contours.run(number)));
  return all;
}
