/**
 * Nesting beyond /v1: angle lists and mirroring part by part, a strip of fixed height made as short as possible, a
 * limited number of sheets. The answer names equal sheets once, with their count.
 */
import { z } from "zod";
import { boundsSchema } from "./geometry.ts";
import { boolean, integer, list, number } from "./lax.ts";
import { LIMITS } from "./limits.ts";
import { nestConfigSchema, nestPartSchema, nestSheetSchema } from "./nest.ts";

export const nestPlanPartSchema = nestPartSchema.extend({
  /** Allowed rotations in degrees, counter-clockwise; those of `config.rotation_step` when absent. */
  angles: list(number(), { min: 1, max: 360 }).optional(),
  /** True when the part may also be turned over: x to -x before the rotation. */
  mirror: boolean().prefault(false),
});
export type NestPlanPart = z.output<typeof nestPlanPartSchema>;

/** Sheets as in `NestPlan`; what else an answer says of them is not read. */
const startSchema = z.object({
  sheets: list(
    z.object({
      count: integer({ ge: 1 }).prefault(1),
      placements: list(
        z.object({
          part: integer({ ge: 0 }),
          x: number(),
          y: number(),
          rotation: number(),
          mirrored: boolean().prefault(false),
        }),
        { min: 1 },
      ),
    }),
  ),
});
export type NestStart = z.output<typeof startSchema>;

export const nestPlanRequestSchema = z.object({
  parts: list(nestPlanPartSchema, { min: 1, max: LIMITS.nest.parts }),
  /** With `strip`, only the height counts: one sheet of any width is used, and made as short as possible. */
  sheet: nestSheetSchema,
  strip: boolean().prefault(false),
  /** No more sheets than this; what does not fit is unplaced. The sheets with most material are kept. */
  max_sheets: integer({ ge: 1 }).optional(),
  config: nestConfigSchema.prefault({}),
  /**
   * A layout to begin with, such as an earlier answer. It must be right; parts may be missing and are placed round
   * about it. The answer is never worse than a layout that holds every part.
   */
  start: startSchema.optional(),
});
export type NestPlanRequestInput = z.input<typeof nestPlanRequestSchema>;
export type NestPlanRequest = z.output<typeof nestPlanRequestSchema>;

export const planPlacementSchema = z.object({
  /** Position in `parts`. */
  part: z.number().int(),
  part_id: z.string(),
  /** Turn over if `mirrored`, rotate about the origin, then move by (x, y). */
  x: z.number(),
  y: z.number(),
  rotation: z.number(),
  mirrored: z.boolean(),
  bounds: boundsSchema,
});
export type PlanPlacement = z.infer<typeof planPlacementSchema>;

export const planSheetSchema = z.object({
  /** How many sheets look like this. */
  count: z.number().int(),
  width: z.number(),
  height: z.number(),
  /** Net area of the parts in percent of the sheet. */
  utilization: z.number(),
  placements: z.array(planPlacementSchema),
});
export type PlanSheet = z.infer<typeof planSheetSchema>;

export const nestPlanSchema = z.object({
  /** Fullest first. A strip is one sheet whose width is what it needs. */
  sheets: z.array(planSheetSchema),
  sheets_used: z.number().int(),
  placed_parts: z.number().int(),
  /** Parts without a place, in the order of the request. */
  unplaced: z.array(z.object({ part_id: z.string(), count: z.number().int() })),
});
export type NestPlan = z.infer<typeof nestPlanSchema>;
