/** How large are the closed contours of a drawing, and where do they lie? Columns by number: there are many thousands. */
import type { Bounds } from "../contract/geometry.ts";
import type { CurveTable } from "./curvetable.ts";
import { type FlatRing, reverseFlat } from "./flatring.ts";
import type { Chain } from "./join.ts";
import { pathArea, pathBounds, pathLength, pathPoints } from "./outline.ts";

export class RingList {
  readonly count: number;
  readonly chains: Chain[];
  readonly lengths: Float64Array;
  /** Enclosed areas, positive; even-odd where a ring crosses itself. */
  readonly areas: Float64Array;
  /** 1 for rings that run counter-clockwise. */
  readonly ccw: Uint8Array;
  /** Least x and y, greatest x and y of each ring in turn. */
  readonly bounds: Float64Array;
  /** In the sense of the curves, within the tolerance of them. */
  readonly points: FlatRing[] = [];
  /** All rings consist of lines. */
  straight = true;

  constructor(chains: Chain[], table: CurveTable, weld: number, tolerance: number) {
    this.count = chains.length;
    this.chains = chains;
    this.lengths = new Float64Array(chains.length);
    this.areas = new Float64Array(chains.length);
    this.ccw = new Uint8Array(chains.length);
    this.bounds = new Float64Array(4 * chains.length);
    chains.forEach(({ curves: ids }, ring) => {
      const curves = table.list(ids);
      const area = pathArea(curves);
      this.lengths[ring] = pathLength(curves, true);
      this.areas[ring] = Math.abs(area);
      this.ccw[ring] = Number(area > 0);
      const { min_x, min_y, max_x, max_y } = pathBounds(curves);
      this.bounds.set([min_x, min_y, max_x, max_y], 4 * ring);
      this.points.push(pathPoints(curves, true, tolerance, weld));
      this.straight &&= curves.every(({ kind }) => kind === "line");
    });
  }

  /** Lets a ring run the other way round. */
  turn(ring: number): void {
    const { closed, layer, curves } = this.chains[ring]!;
    this.chains[ring] = { closed, layer, curves: curves.map((id) => ~id).reverse() };
    this.points[ring] = reverseFlat(this.points[ring]!);
    this.ccw[ring] = 1 - this.ccw[ring]!;
  }

  boundsOf(ring: number): Bounds {
    const { bounds } = this;
    const at = 4 * ring;
    return { min_x: bounds[at]!, min_y: bounds[at + 1]!, max_x: bounds[at + 2]!, max_y: bounds[at + 3]! };
  }
}
