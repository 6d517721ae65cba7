/** How much do rings enclose, and how much of it is left by holes, where they cross themselves or each other? */

import type { Findings } from "../basis/findings.ts";
import { flatArea } from "../curves/flat-ring.ts";
import type { Containment } from "./containment.ts";
import { EvenOddMeter } from "./even-odd.ts";
import type { RingList } from "./ringlist.ts";

/** Share of a ring that may be left over by rounding. */
const REST = 1e-6;

/** Measures the rings of one drawing; `kept` are those that the containment is about. */
export class CrossingAreas {
  private readonly meter = new EvenOddMeter();
  private readonly rings: RingList;
  private readonly weld: number;
  private readonly findings: Findings;
  private readonly selfCrossing = new Set<number>();
  private readonly crossing = new Set<number>();
  /** Areas of rings that cross themselves. */
  private readonly measured = new Map<number, number>();

  constructor(
    rings: RingList,
    kept: readonly number[],
    containment: Containment,
    weld: number,
    findings: Findings,
  ) {
    this.rings = rings;
    this.weld = weld;
    this.findings = findings;
    for (const i of containment.selfCrossing) this.selfCrossing.add(kept[i]!);
    for (const pair of containment.crossing) {
      const later = kept[pair % kept.length]!;
      findings.note("contours-cross", rings.placeOf(later));
      this.crossing.add(later).add(kept[Math.floor(pair / kept.length)]!);
    }
  }

  /** Of a ring that crosses itself, by the even-odd rule; null where the signed area tells it. */
  areaOf(ring: number): number | null {
    const measured = this.meter.measureTangled(this.rings.points[ring]!, this.selfCrossing.has(ring));
    if (!measured) return null;
    const code = measured.estimated ? "area-estimated" : "self-intersecting";
    this.findings.note(code, this.rings.placeOf(ring));
    this.measured.set(ring, measured.area);
    return measured.area;
  }

  /** Net of holes, which may lie on each other: then their points tell how much of it would go twice. */
  netArea(exterior: number, holes: readonly number[]): number {
    const { areas, points } = this.rings;
    const without = (areaOf: (ring: number) => number) =>
      holes.reduce((sum, hole) => sum - areaOf(hole), areaOf(exterior));
    const net = without((ring) => areas[ring]!);
    const crosses = this.selfCrossing.has(exterior) || this.anyCrosses(holes);
    if (holes.length === 0 || (!crosses && net >= -this.restOf(exterior))) return net;
    const { area, estimated } = this.meter.measure(
      points[exterior]!,
      holes.map((hole) => points[hole]!),
    );
    if (estimated) {
      this.findings.note("area-estimated", this.rings.placeOf(exterior));
      return area;
    }
    const twice = area - without((ring) => this.measured.get(ring) ?? Math.abs(flatArea(points[ring]!)));
    return twice > REST * areas[exterior]! ? net + twice : net;
  }

  /** Whether what holes leave of an exterior is no more than rounding. */
  isNothing(net: number, exterior: number): boolean {
    return net <= this.restOf(exterior);
  }

  /** Whether several holes lie side by side in an exterior and fill it. */
  isTiled(exterior: number, holes: readonly number[]): boolean {
    const { areas } = this.rings;
    const filled = holes.reduce((sum, hole) => sum + areas[hole]!, 0);
    const rest = Math.abs(areas[exterior]! - filled);
    return holes.length > 1 && rest <= this.restOf(exterior) && !this.anyCrosses(holes);
  }

  /** What rounding and welding may leave along its border. */
  private restOf(exterior: number): number {
    const { areas, lengths } = this.rings;
    return Math.max(REST * areas[exterior]!, this.weld * lengths[exterior]!);
  }

  private anyCrosses(rings: readonly number[]): boolean {
    return rings.some((ring) => this.crossing.has(ring));
  }
}
