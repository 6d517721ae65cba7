/** How much do rings enclose, and how much of it is left by holes, where they cross themselves or each other? */
import type { CurveTable } from "../curves/curvetable.ts";
import { flatArea } from "../curves/flatring.ts";
import type { Findings } from "../findings.ts";
import type { Containment } from "./containment.ts";
import { EvenOddMeter } from "./even-odd.ts";
import { rank } from "./graph.ts";
import type { RingList } from "./ringlist.ts";

/** Share of a ring that may be left over by rounding. */
const REST = 1e-6;

/** Measures the rings of one drawing; `kept` are those that the containment is about. */
export class CrossingAreas {
  private readonly meter = new EvenOddMeter();
  private readonly rings: RingList;
  private readonly findings: Findings;
  private readonly selfCrossing = new Set<number>();
  private readonly crossing = new Set<number>();

  constructor(rings: RingList, kept: readonly number[], containment: Containment, findings: Findings) {
    this.rings = rings;
    this.findings = findings;
    for (const i of containment.selfCrossing) this.selfCrossing.add(kept[i]!);
    for (const pair of containment.crossing) {
      const later = kept[pair % kept.length]!;
      findings.note("contours-cross", rings.placeOf(later));
      this.crossing.add(later).add(kept[Math.floor(pair / kept.length)]!);
    }
  }

  /** Of a ring that crosses itself, by the even-odd rule; null where the signed area tells it. */
  areaOf(ring: number, table: CurveTable): number | null {
    const crosses = this.selfCrossing.has(ring);
    if (!crosses && !hasCornerTwice(this.rings, ring, table)) return null;
    const points = this.rings.points[ring]!;
    const { area, estimated } = this.meter.measure(points);
    if (!crosses && area <= (1 + 1e-6) * Math.abs(flatArea(points))) return null;
    this.findings.note(estimated ? "area-estimated" : "self-intersecting", this.rings.placeOf(ring));
    return area;
  }

  /** Net of holes, which may lie on each other. */
  netArea(exterior: number, holes: readonly number[]): number {
    const { areas, points } = this.rings;
    const net = holes.reduce((sum, hole) => sum - areas[hole]!, areas[exterior]!);
    const crosses = this.selfCrossing.has(exterior) || holes.some((hole) => this.crossing.has(hole));
    if (holes.length === 0 || (!crosses && net >= -REST * areas[exterior]!)) return net;
    const { area, estimated } = this.meter.measure(
      points[exterior]!,
      holes.map((hole) => points[hole]!),
    );
    if (estimated) this.findings.note("area-estimated", this.rings.placeOf(exterior));
    return area;
  }

  /** Whether what holes leave of an exterior is no more than rounding. */
  isNothing(net: number, exterior: number): boolean {
    return net <= REST * this.rings.areas[exterior]!;
  }
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
