/** Shapes that several endpoints share: points, rings, bounds. Lengths in millimetres, y up. */
import { z } from "zod";

/** A position `[x, y]`. */
export type Point = [x: number, y: number];
/** A closed polygon: the last point repeats the first. Incoming rings may be open. */
export type Ring = Point[];
/** Consecutive points, open or closed. */
export type Path = Point[];

export const pointSchema = z.tuple([z.number(), z.number()]);
export const ringSchema = z.array(pointSchema);

export const boundsSchema = z.object({
  min_x: z.number(),
  min_y: z.number(),
  max_x: z.number(),
  max_y: z.number(),
});
export type Bounds = z.infer<typeof boundsSchema>;

export const dimensionsSchema = z.object({
  width: z.number(),
  height: z.number(),
  unit: z.string(),
});
export type Dimensions = z.infer<typeof dimensionsSchema>;

export const geometrySchema = z.object({
  exterior: ringSchema,
  holes: z.array(ringSchema),
});
export type Geometry = z.infer<typeof geometrySchema>;
