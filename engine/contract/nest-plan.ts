/**
 * Nesting beyond /v1: angle lists, mirroring and priorities part by part; a strip of fixed height made as short as
 * possible; several types of sheets, limited in number, irregular, with parts on them already; a layout to begin with.
 * The answer names equal sheets once, with their count.
 */
import { z } from "zod";
import { fixedSheetSchema, type SheetType, sheetTypeSchema, startSchema } from "./nest-sheets.ts";
import { nestConfigSchema, nestPartSchema, nestSheetSchema } from "./v1/nest.ts";
import { boundsSchema } from "./values/geometry.ts";
import { boolean, integer, list, number } from "./values/lax.ts";
import { DEFAULTS, LIMITS } from "./values/limits.ts";

/** Copies of one part, and of all parts together: as many as the interface's 200 parts of 500. */
const MOST_COPIES = 10_000;
export const MOST_PARTS_IN_ALL = LIMITS.nest.parts * LIMITS.nest.quantity;

export const nestPlanPartSchema = nestPartSchema.extend({
  quantity: integer({ ge: 1, le: MOST_COPIES }).prefault(DEFAULTS.nest.quantity),
  /** Allowed rotations in degrees, counter-clockwise; those of `config.rotation_step` when absent. */
  angles: list(number(), { min: 1, max: 360 }).optional(),
  /** True when the part may also be turned over: x to -x before the rotation. */
  mirror: boolean().prefault(false),
  /** Where not everything has a place, a higher one goes first, and onto the first sheets. */
  priority: integer({ ge: -1000, le: 1000 }).optional(),
});
export type NestPlanPart = z.output<typeof nestPlanPartSchema>;

/** Types of sheets in one request. */
const MOST_SHEET_TYPES = 50;

export const nestPlanRequestSchema = z.object({
  parts: list(nestPlanPartSchema, { min: 1, max: LIMITS.nest.parts }),
  /** With `strip`, only the height counts: one sheet of any width is used, and made as short as possible. */
  sheet: nestSheetSchema.optional(),
  /** Instead of `sheet`: several types. What has a place comes first, then the least cost, then as for one type. */
  sheets: list(sheetTypeSchema, { min: 1, max: MOST_SHEET_TYPES }).optional(),
  strip: boolean().prefault(false),
  /** No more sheets than this: they take the most material, by priority; what does not fit is unplaced. */
  max_sheets: integer({ ge: 1 }).optional(),
  config: nestConfigSchema.prefault({}),
  /**
   * A layout to begin with, such as an earlier answer. It must be right; parts may be missing and are placed round
   * about it. The answer is never worse than a layout that holds every part.
   */
  start: startSchema.optional(),
  /** Sheets with parts that stay where they are; the answer's first sheets, and used in any case. */
  fixed: list(fixedSheetSchema).optional(),
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
  /** The type, where the request has `sheets`. */
  sheet_id: z.string().optional(),
  /** How many sheets look like this. */
  count: z.number().int(),
  width: z.number(),
  height: z.number(),
  /** Net area of the parts in percent of width x height. */
  utilization: z.number(),
  placements: z.array(planPlacementSchema),
});
export type PlanSheet = z.infer<typeof planSheetSchema>;

export const nestPlanSchema = z.object({
  /** Those of `fixed` first, then by priority, then the fullest first. A strip is one sheet whose width is what it needs. */
  sheets: z.array(planSheetSchema),
  sheets_used: z.number().int(),
  /** No plan with all parts that fit a sheet has fewer. Not said of strips, nor where parts lie on sheets already. */
  lower_bound: z.number().int().optional(),
  placed_parts: z.number().int(),
  /** Of all sheets, where the request has `sheets`. */
  cost: z.number().optional(),
  /** Parts without a place, in the order of the request. */
  unplaced: z.array(z.object({ part_id: z.string(), count: z.number().int() })),
});
export type NestPlan = z.infer<typeof nestPlanSchema>;

/** The types of sheets of a request; the only one of a request with `sheet` has no name. */
export function sheetTypesOf({
  sheet,
  sheets,
}: NestPlanRequest): (Omit<SheetType, "id"> & { id?: string })[] {
  return sheets ?? (sheet ? [{ ...sheet, holes: [], defects: [] }] : []);
}
