/** What does a drawing consist of, entity by entity, before any of it is joined? */
import type { Bounds } from "../contract/geometry.ts";
import { growByCurve } from "./curves.ts";
import { type CurveId, CurveTable } from "./curvetable.ts";
import type { Contour } from "./entities.ts";
import { emptyBounds } from "./outline.ts";

/** What tells the role of an entity's curves, and where they come from. */
export interface Marks {
  layer: string;
  lineType: string;
  handle: string | undefined;
}

/** The curves of one entity, end to end. */
export interface Drawn extends Marks {
  closed: boolean;
  curves: CurveId[];
}

export class DrawnContours {
  readonly table = new CurveTable();
  readonly contours: Drawn[] = [];
  /** Of all curves. */
  readonly bounds: Bounds = emptyBounds();

  add({ closed, curves }: Contour, { layer, lineType, handle }: Marks): void {
    for (const curve of curves) growByCurve(this.bounds, curve);
    const ids = curves.map((curve) => this.table.add(curve));
    this.contours.push({ closed, curves: ids, layer, lineType, handle });
  }
}
