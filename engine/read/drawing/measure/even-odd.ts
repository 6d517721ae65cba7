/**
 * How much material do rings enclose that cross themselves or each other?
 *
 * Between two neighbouring places where a ring has a corner or rings cross, what upright lines meet of the material
 * grows evenly, so that the line amid them tells its mean. Nothing is asked but heights on such lines: there is no shape
 * of a ring that this could run aground on. A unit of work is a height.
 */

import { rank } from "../basis/grid.ts";
import type { WorkMeter } from "../basis/limits.ts";
import { type FlatRing, flatArea } from "../curves/flat-ring.ts";
import { UprightLine } from "./upright.ts";

/** Area that the exterior encloses by the even-odd rule and no hole does. Rings come closed. */
export function evenOddArea(exterior: FlatRing, holes: readonly FlatRing[], work: WorkMeter): number {
  return new Slabs([exterior, ...holes], work).measure();
}

/** Area of a ring that crosses itself or comes back to a corner; null where the signed area tells all. */
export function tangledArea(ring: FlatRing, crosses: boolean, work: WorkMeter): number | null {
  if (!crosses && !hasCornerTwice(ring)) return null;
  const area = evenOddArea(ring, [], work);
  const signed = Math.abs(flatArea(ring));
  return crosses || Math.abs(area - signed) > 1e-6 * signed ? area : null;
}

/** Numbers of the shortest ring that comes back to a corner before its end: two triangles that share one. */
const LEAST = 14;
/** Numbers of a ring of which comparing all corners takes less than sorting them. */
const FEW = 50;

/**
 * Whether a ring comes back to one of its corners. Where it leaves that on the other side, as a figure of eight with a
 * corner amid it, the loops run in opposite directions, and the signed area lacks one of them twice; where a loop lies
 * within the rest and runs the same way, it counts twice.
 */
function hasCornerTwice(ring: FlatRing): boolean {
  if (ring.length < LEAST) return false;
  if (ring.length <= FEW) return hasPairOfCorners(ring);
  const corners = new Float64Array(ring.length / 2 - 1);
  for (let i = 0; i < corners.length; i++) corners[i] = rank(ring[2 * i]!, ring[2 * i + 1]!);
  corners.sort();
  return corners.some((corner, i) => corner === corners[i - 1]);
}

function hasPairOfCorners(ring: FlatRing): boolean {
  for (let at = 2; at + 3 < ring.length; at += 2)
    for (let from = 0; from < at; from += 2)
      if (ring[at] === ring[from] && ring[at + 1] === ring[from + 1]) return true;
  return false;
}

/** Area that rings enclose between upright lines; the first is the exterior, the others are holes. */
class Slabs {
  private readonly line: UprightLine;
  /** Heights of edges on the line, and where the next corner is. */
  private readonly here: Float64Array;
  private readonly there: Float64Array;
  /** 1 for rings that the line is inside of. */
  private readonly inside: Uint8Array;

  constructor(
    rings: readonly FlatRing[],
    private readonly work: WorkMeter,
  ) {
    this.line = new UprightLine(rings);
    this.here = new Float64Array(this.line.edgeCount);
    this.there = new Float64Array(this.line.edgeCount);
    this.inside = new Uint8Array(rings.length);
  }

  measure(): number {
    const { line } = this;
    let area = 0;
    for (let i = 0; i + 1 < line.places.length; i++) {
      const [left, right] = [line.places[i]!, line.places[i + 1]!];
      if (left === right) continue;
      line.moveTo(left);
      let from = left;
      for (const to of [...this.crossings(left, right), right]) {
        area += (to - from) * this.materialAt((from + to) / 2);
        from = to;
      }
    }
    return area;
  }

  private materialAt(x: number): number {
    const { line, here, inside } = this;
    this.takeHeights(x, here);
    line.met.sort((p, q) => here[p]! - here[q]!);
    let material = 0;
    let holes = 0;
    let from = 0;
    for (const edge of line.met) {
      const height = here[edge]!;
      if (inside[0] === 1 && holes === 0) material += height - from;
      from = height;
      const owner = line.owners[edge]!;
      inside[owner] = 1 - inside[owner]!;
      if (owner > 0) holes += 2 * inside[owner]! - 1;
    }
    return material;
  }

  /** Where edges change places on the way, by rising x: putting them in order anew passes each such pair once. */
  private crossings(left: number, right: number): number[] {
    const { line, here, there } = this;
    this.takeHeights(left, here);
    this.takeHeights(right, there);
    const order = Int32Array.from(line.met).sort((p, q) => here[p]! - here[q]! || there[p]! - there[q]!);
    const places: number[] = [];
    for (let i = 1; i < order.length; i++) {
      const edge = order[i]!;
      let at = i;
      for (; at > 0 && there[order[at - 1]!]! > there[edge]!; at--) {
        const other = order[at - 1]!;
        const apart = here[edge]! - here[other]!;
        places.push(left + ((right - left) * apart) / (apart + there[other]! - there[edge]!));
        order[at] = other;
      }
      this.work.spend(i - at);
      order[at] = edge;
    }
    return places.sort((p, q) => p - q);
  }

  private takeHeights(x: number, heights: Float64Array): void {
    const { line } = this;
    this.work.spend(line.met.length);
    for (const edge of line.met) heights[edge] = line.heightOf(edge, x);
  }
}
