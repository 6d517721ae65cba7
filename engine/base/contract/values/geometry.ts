/** Shapes that several endpoints share: points, rings, bounds. Lengths in millimetres, y up. */
import * as z from "zod/mini";
import { described } from "./schema.ts";

/** A position `[x, y]`. */
export type Point = [x: number, y: number];
/** A closed polygon: the last point repeats the first. Incoming rings may be open. */
export type Ring = Point[];
/**
 * A ring as a caller may have it: points of any kind of list, or x and y by turns in a typed array. `as const` and
 * frozen lists are welcome.
 */
export type RingInput =
  | readonly (readonly number[] | Float64Array | Float32Array)[]
  | Float64Array
  | Float32Array;
/** Consecutive points, open or closed. */
export type Path = Point[];

export const pointSchema = described(z.tuple([z.number(), z.number()]), "A point, as [x, y].");
export const ringSchema = described(
  z.array(pointSchema),
  "A closed polygon: its last point repeats the first.",
);

export const boundsSchema = described(
  z.object({
    min_x: described(z.number(), "Least x, mm."),
    min_y: described(z.number(), "Least y, mm."),
    max_x: described(z.number(), "Greatest x, mm."),
    max_y: described(z.number(), "Greatest y, mm."),
  }),
  "The smallest upright rectangle around something.",
);
/** Smallest upright rectangle around something. */
// Written out, so that hovers say its name and `Object.values` gives numbers.
export type Bounds = {
  /** Least x, mm. */
  min_x: number;
  /** Least y, mm. */
  min_y: number;
  /** Greatest x, mm. */
  max_x: number;
  /** Greatest y, mm. */
  max_y: number;
};

export const dimensionsSchema = described(
  z.object({
    width: described(z.number(), "Extent along x, in `unit`."),
    height: described(z.number(), "Extent along y, in `unit`."),
    unit: described(z.string(), 'Unit of both: always "mm".'),
  }),
  "The size of a drawing.",
);
/** Width and height. */
export interface Dimensions extends z.infer<typeof dimensionsSchema> {}

export const geometrySchema = described(
  z.object({
    exterior: described(
      ringSchema,
      "Outline, counter-clockwise; its last point repeats the first. Empty if a drawing has only open paths.",
    ),
    holes: described(
      z.array(ringSchema),
      "Rings that are cut out of the exterior, clockwise; the last point repeats the first.",
    ),
  }),
  "An outline with its holes.",
);
/** Outline and holes of a part, with measures. */
export interface Geometry extends z.infer<typeof geometrySchema> {}
