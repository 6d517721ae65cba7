/**
 * Which contours does a drawing consist of? Runs of curves, kept by number in columns: a drawing has up to half a
 * million of them, and every object more is one that the collector of garbage has to visit.
 */
import type { Bounds } from "../../contract/values/geometry.ts";
import { DRAWING_LIMITS } from "../basis/limits.ts";
import { type Curve, growByCurve } from "./curves.ts";
import { emptyBounds } from "./outline.ts";
import { type CurveId, CurveTable } from "./table.ts";

/** Curves end to end, as one entity draws them. */
export interface Contour {
  closed: boolean;
  curves: Curve[];
  /** It ran back on the line that it came on; that way back is left out. */
  retraced?: boolean;
}

/** The same by their numbers in a table. */
export interface Chain {
  closed: boolean;
  layer: string;
  curves: CurveId[];
}

export class Contours {
  readonly table: CurveTable;
  protected readonly layers: string[] = [];
  private readonly closed: boolean[] = [];
  private readonly curves: CurveId[] = [];
  /** Where the curves of each contour begin, and where those of the last one end. */
  private readonly firsts = [0];

  constructor(table: CurveTable) {
    this.table = table;
  }

  get count(): number {
    return this.layers.length;
  }

  add({ closed, layer, curves }: Chain): void {
    this.closed.push(closed);
    this.layers.push(layer);
    for (const curve of curves) this.curves.push(curve);
    this.firsts.push(this.curves.length);
  }

  /** A contour, put together for the moment. */
  get(contour: number): Chain {
    const curves = this.curves.slice(this.firsts[contour], this.firsts[contour + 1]);
    return { closed: this.closed[contour]!, layer: this.layers[contour]!, curves };
  }

  isClosed(contour: number): boolean {
    return this.closed[contour]!;
  }

  *chains(): Generator<Chain> {
    for (let contour = 0; contour < this.count; contour++) yield this.get(contour);
  }

  /** Of all contours, or of those that are closed, or open. */
  numbers(closed?: boolean): number[] {
    const numbers: number[] = [];
    for (let contour = 0; contour < this.count; contour++)
      if (closed === undefined || this.closed[contour] === closed) numbers.push(contour);
    return numbers;
  }
}

/** What tells the role of an entity's curves. */
export interface Marks {
  layer: string;
  /** In capitals; empty for a continuous line. */
  lineType: string;
  /** As 0xrrggbb. */
  colour: number;
}

/** What the entities of a drawing draw, before any of it is joined. */
export class DrawnContours extends Contours {
  /** Of all curves. */
  readonly bounds: Bounds = emptyBounds();
  private readonly lineTypes: string[] = [];
  private readonly colours: number[] = [];
  /** Length of ways back on the line that a contour came on, which are not drawn again. */
  retraced = 0;

  constructor() {
    super(new CurveTable());
  }

  draw({ closed, curves }: Contour, { layer, lineType, colour }: Marks): void {
    for (const curve of curves) growByCurve(this.bounds, curve);
    this.add({ closed, layer, curves: curves.map((curve) => this.table.add(curve)) });
    this.lineTypes.push(lineType);
    this.colours.push(colour);
  }

  marks(contour: number): Marks {
    return {
      layer: this.layers[contour]!,
      lineType: this.lineTypes[contour]!,
      colour: this.colours[contour]!,
    };
  }
}

/** Are all numbers of a contour within what a drawing may have? Also false for anything that is not a number. */
export function inRange({ curves }: Contour): boolean {
  return curves.every((curve) => {
    if (!within(curve.x0, curve.y0) || !within(curve.x1, curve.y1)) return false;
    if (curve.kind === "bezier") return curve.points.every(([x, y]) => within(x, y));
    if (curve.kind === "line") return true;
    const bounds = emptyBounds();
    growByCurve(bounds, curve);
    return within(bounds.min_x, bounds.min_y) && within(bounds.max_x, bounds.max_y);
  });
}

function within(x: number, y: number): boolean {
  const { coordinate } = DRAWING_LIMITS;
  return Math.abs(x) <= coordinate && Math.abs(y) <= coordinate;
}
