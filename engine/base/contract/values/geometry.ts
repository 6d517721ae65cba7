/** Shapes that several endpoints share: points, rings, bounds. Lengths in millimetres, y up. */
import { z } from "zod";

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

export const pointSchema = z.tuple([z.number(), z.number()]).describe("A point, as [x, y].");
export const ringSchema = z
  .array(pointSchema)
  .describe("A closed polygon: its last point repeats the first.");

export const boundsSchema = z
  .object({
    min_x: z.number().describe("Least x, mm."),
    min_y: z.number().describe("Least y, mm."),
    max_x: z.number().describe("Greatest x, mm."),
    max_y: z.number().describe("Greatest y, mm."),
  })
  .describe("The smallest upright rectangle around something.");
/** Smallest upright rectangle around something. */
export type Bounds = z.infer<typeof boundsSchema>;

export const dimensionsSchema = z
  .object({
    width: z.number().describe("Extent along x, in `unit`."),
    height: z.number().describe("Extent along y, in `unit`."),
    unit: z.string().describe('Unit of both: always "mm".'),
  })
  .describe("The size of a drawing.");
/** Width and height. */
export type Dimensions = z.infer<typeof dimensionsSchema>;

export const geometrySchema = z
  .object({
    exterior: ringSchema.describe(
      "Outline, counter-clockwise; its last point repeats the first. Empty if a drawing has only open paths.",
    ),
    holes: z
      .array(ringSchema)
      .describe("Rings that are cut out of the exterior, clockwise; the last point repeats the first."),
  })
  .describe("An outline with its holes.");
/** Outline and holes of a part, with measures. */
export type Geometry = z.infer<typeof geometrySchema>;
