/** A drawing as callers hold it: parts that `nest` takes as they are, and everything that the reader found. */
import type { CallOptions } from "../base/contract/search-options.ts";
import type { SvgOptionsInput } from "../base/contract/v1/drawing.ts";
import type { Curve, Mark, PartCurves } from "../base/contract/values/curves.ts";
import type { Bounds, Ring } from "../base/contract/values/geometry.ts";
import type { Drawing as DrawingData, DrawingPart, Hints } from "../read/drawing/model/drawing.ts";
import type { openDrawing } from "../read/drawing/model/packed.ts";
import type { CarriedDrawing } from "../run/files/plans.ts";
import { apart, attach, type RunTask } from "./calls.ts";

/** A part of a drawing. `nest` takes it as it is, and `{...part, quantity: 12}` too. */
export class Part {
  /** Name of the drawing, with the part's number where there are several. */
  id: string;
  /** Closed, counter-clockwise; at most 2000 points. */
  exterior: Ring;
  /** Rings cut out of it, clockwise. */
  holes: Ring[];
  /** As many as the drawing asks for; 1 where it does not say. */
  quantity: number;
  /** Exact curves of the rings; null where there are so many that the points spare some of them. */
  curves: PartCurves | null;
  /** Lines on the part that are marked, engraved, bent or cut open. */
  marks: Mark[];
  /** As the drawing names it; absent where it does not. */
  material?: string;
  /** Millimetres; absent where the drawing does not say. */
  thickness?: number;
  /** Net of holes, mm²; from the curves. */
  declare readonly area: number;
  /** Exterior and holes, mm; from the curves. */
  declare readonly perimeter: number;
  /** The smallest upright rectangle around it. */
  declare readonly bounds: Bounds;
  /** Number in `paths` that the exterior comes from. */
  declare readonly exterior_path: number;
  /** Numbers in `paths`, hole by hole. */
  declare readonly hole_paths: number[];
  /** Suggested by what stands on the part or beside it. */
  declare readonly order: Hints;

  /** @internal Drawings make their parts. */
  constructor(id: string, drawn: DrawingPart, { curves, marks, order }: CarriedDrawing["carried"][number]) {
    const { exterior, holes, ...measures } = drawn;
    this.id = id;
    this.exterior = exterior;
    this.holes = holes;
    this.quantity = order.quantity || 1;
    this.curves = curves;
    this.marks = marks;
    if (order.material !== null) this.material = order.material;
    if (order.thickness !== null) this.thickness = order.thickness;
    attach(this, measures);
  }
}

/** A drawing that was read. Parts, paths and data are made when they are first asked for. */
export interface Drawing extends Omit<DrawingData, "parts"> {
  /** Largest exterior first, each as `nest` takes it. */
  readonly parts: Part[];
  /** Lines beside outlines that lie on no part, and the ends of others beyond outlines and over holes: no part carries them. */
  readonly lines_off_parts: Curve[][];
  /** A picture of the drawing. */
  toSvg(options?: SvgOptionsInput & CallOptions): Promise<string>;
}

/** @internal */
export function drawingFrom(
  run: RunTask,
  { packed, carried, offParts }: CarriedDrawing,
  open: typeof openDrawing,
): Drawing {
  const drawing = open(packed);
  let parts: Part[] | undefined;
  const name = packed.data.name || "part";
  const make = () =>
    drawing.parts.map((part, i) => {
      const id = carried.length === 1 ? name : `${name}-${i + 1}`;
      return new Part(id, part, carried[i]!);
    });
  const own = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(drawing),
      parts: { get: () => (parts ??= make()), enumerable: true },
      lines_off_parts: { value: offParts, enumerable: true },
    },
  ) as Drawing;
  const toSvg = (given: SvgOptionsInput & CallOptions = {}) => {
    const { call, settings } = apart(given);
    return run(
      "drawDrawing",
      { drawing: { data: drawing.data, paths: drawing.paths }, options: settings },
      call,
    );
  };
  return attach(own, { toSvg });
}
