/** How large are the parts that were found, and in which order do they come? Largest first, each with its holes. */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { emptyBounds, growAround } from "../../../base/geometry/box.ts";
import type { Arranged } from "../arrangement/arrange.ts";
import type { ArrangedPart } from "../arrangement/arranged-parts.ts";
import { Findings } from "../basis/drawing-findings.ts";
import { orderOfSize } from "../basis/tidy.ts";
import { sortedBy } from "../contacts/sorted.ts";
import type { Contours } from "../curves/contours.ts";
import { evenOddArea, tangledArea } from "./even-odd.ts";
import { affordableTolerance } from "./flatten.ts";
import { RingList } from "./ringlist.ts";
import { Touches } from "./touches.ts";

export interface NestedRings {
  rings: RingList;
  /** Numbers of rings by part, largest first: the exterior, counter-clockwise, then the holes directly in it, clockwise. */
  order: Int32Array;
  /** Where each part begins in the order, and where the last one ends. */
  firsts: Uint32Array;
  /** Area of each part, net of its holes. */
  areas: Float64Array;
  /** Numbers of the other contours. */
  open: number[];
  /** Length of those among them that were to bound a part and enclose nothing. */
  empty: number;
}

interface MeasuredDrawing {
  arranged: Arranged;
  tolerances: { weld: number };
  /** Points lie this close to the curves of rings. */
  chord: number;
  nested: NestedRings;
}

/** Measures parts. What encloses nothing is no part, but an open cut, and told. */
export function measureParts(reading: MeasuredDrawing): Findings {
  const findings = new Findings();
  const { arranged, tolerances } = reading;
  const { contours, parts, selfCrossing } = arranged;
  reading.chord = affordableTolerance(contours);
  const rings = new RingList(contours, tolerances.weld, reading.chord, new Touches(arranged.touches));
  const ringOf = new Int32Array(contours.count);
  rings.numbers.forEach((contour, ring) => {
    ringOf[contour] = ring;
  });
  const { work } = contours.table;
  const tell = (ring: number) => findings.note("self-intersecting", rings.placeOf(ring));
  const areaOf = ({ exterior, holes }: ArrangedPart) => {
    let area = rings.areas[ringOf[exterior]!]!;
    for (const hole of holes) area -= rings.areas[ringOf[hole]!]!;
    if (area > 0) return area;
    // So far out, or so thin, that signed areas cancel.
    const pointsOf = (contour: number) => rings.points.get(ringOf[contour]!);
    tell(ringOf[exterior]!);
    return evenOddArea(pointsOf(exterior), holes.map(pointsOf), work);
  };
  rings.numbers.forEach((contour, ring) => {
    const area = tangledArea(rings.points.get(ring), selfCrossing.has(contour), work);
    if (area === null) return;
    tell(ring);
    rings.areas[ring] = area;
  });
  const areas = new Float64Array(parts.length);
  for (let part = 0; part < parts.length; part++) areas[part] = areaOf(parts[part]!);
  const open = [...arranged.open];
  let empty = 0;
  for (let part = 0; part < parts.length; part++) {
    if (areas[part]! > 0) continue;
    const { exterior, holes } = parts[part]!;
    open.push(exterior, ...holes);
    const length = [exterior, ...holes].reduce((sum, contour) => sum + rings.lengths[ringOf[contour]!]!, 0);
    const { at, layer } = rings.placeOf(ringOf[exterior]!);
    findings.note("empty-contours", { at, layer, length });
    empty += length;
  }
  const sorted = sortedBy(parts.length, (part) => -orderOfSize(areas[part]!)).filter(
    (part) => areas[part]! > 0,
  );
  const order = new Int32Array(rings.count);
  const firsts = new Uint32Array(sorted.length + 1);
  let end = 0;
  sorted.forEach((part, i) => {
    const { exterior, holes } = parts[part]!;
    order[end++] = ringOf[exterior]!;
    for (const hole of holes) order[end++] = ringOf[hole]!;
    firsts[i + 1] = end;
  });
  const kept = new Float64Array(sorted.length).map((_, i) => areas[sorted[i]!]!);
  const nested = { rings, order: order.subarray(0, end), firsts, areas: kept, open, empty };
  forRings(nested, (ring, role) => {
    if (rings.ccw[ring] !== Number(role === "exterior")) rings.turn(ring);
  });
  reading.nested = nested;
  return findings;
}

export function tellSeveral({ nested: { rings, order, firsts, areas } }: { nested: NestedRings }): Findings {
  const findings = new Findings();
  if (areas.length < 2) return findings;
  const places = { length: areas.length, at: (part: number) => rings.startOf(order[firsts[part]!]!) };
  findings.note("several-parts", { count: areas.length, places });
  return findings;
}

/** Tells of parts within holes. As a rule the line around such a part is no cut: a countersink, a pocket, a lip. */
export function tellWithin({ arranged: { contours, parts } }: { arranged: Arranged }): Findings {
  const findings = new Findings();
  for (const { exterior, isWithin } of parts)
    if (isWithin) findings.note("parts-in-holes", contours.placeOf(exterior));
  return findings;
}

/** Visits the rings of the largest part first: its exterior, then its holes. */
export function forRings(
  { order, firsts }: Pick<NestedRings, "order" | "firsts">,
  visit: (ring: number, role: "exterior" | "hole") => void,
): void {
  for (let part = 0; part + 1 < firsts.length; part++)
    for (let i = firsts[part]!; i < firsts[part + 1]!; i++)
      visit(order[i]!, i === firsts[part] ? "exterior" : "hole");
}

/** Box of all rings and open paths together. */
export function boundsOfCuts({ rings, order, open }: NestedRings, contours: Contours): Bounds {
  const all = emptyBounds();
  for (const ring of order) growAround(all, contours.boundsOf(rings.numbers[ring]!));
  for (const number of open) growAround(all, contours.boundsOf(number));
  return all;
}
