/** Request and answer of two-dimensional nesting (`/v1/solve/nest-2d`, `engine.nest`). */
import { z } from "zod";
import { boundsSchema } from "../values/geometry.ts";
import { integer, list, number, string } from "../values/lax.ts";
import { DEFAULTS, LIMITS } from "../values/limits.ts";
import { ringInput, ringsInput } from "../values/points.ts";

const { nest } = LIMITS;

export const nestPartSchema = z.object({
  id: string((id) => id.max(LIMITS.idLength)),
  exterior: ringInput(nest.exteriorPoints),
  holes: ringsInput(nest.holes).prefault([]),
  quantity: integer({ ge: 1, le: nest.quantity }).prefault(DEFAULTS.nest.quantity),
});
export type NestPart = z.output<typeof nestPartSchema>;

export const nestSheetSchema = z.object({
  width: number({ gt: 0, le: nest.sheetSide }),
  height: number({ gt: 0, le: nest.sheetSide }),
});
export type NestSheet = z.output<typeof nestSheetSchema>;

export const nestConfigSchema = z.object({
  spacing: number({ ge: 0, le: nest.spacing }).prefault(DEFAULTS.nest.spacing),
  edge_margin: number({ ge: 0, le: nest.edgeMargin }).prefault(DEFAULTS.nest.edge_margin),
  rotation_step: number({ ge: nest.rotationStep.min, le: nest.rotationStep.max }).prefault(
    DEFAULTS.nest.rotation_step,
  ),
  kerf: number({ ge: 0, le: nest.kerf }).prefault(DEFAULTS.nest.kerf),
});
export type NestConfig = z.output<typeof nestConfigSchema>;

export const nestRequestSchema = z.object({
  parts: list(nestPartSchema, { min: 1, max: nest.parts }),
  sheet: nestSheetSchema,
  config: nestConfigSchema.prefault({}),
});
/** What a caller may send: fields with a default may be left out. */
export type NestRequestInput = z.input<typeof nestRequestSchema>;
/** A validated request: every default filled in. */
export type NestRequest = z.output<typeof nestRequestSchema>;

export const placementSchema = z.object({
  part_id: z.string(),
  instance: z.number().int(),
  x: z.number(),
  y: z.number(),
  rotation: z.number(),
  bounds: boundsSchema,
});
export type Placement = z.infer<typeof placementSchema>;

export const sheetOutputSchema = z.object({
  index: z.number().int(),
  utilization: z.number(),
  placements: z.array(placementSchema),
});
export type SheetOutput = z.infer<typeof sheetOutputSchema>;

export const nestSummarySchema = z.object({
  sheets_used: z.number().int(),
  total_parts: z.number().int(),
  placed_parts: z.number().int(),
  unplaced_parts: z.number().int(),
  total_utilization: z.number(),
  total_waste_percent: z.number(),
});
export type NestSummary = z.infer<typeof nestSummarySchema>;

export const nestDataSchema = z.object({
  summary: nestSummarySchema,
  sheets: z.array(sheetOutputSchema),
  unplaced: z.array(z.string()),
});
export type NestData = z.infer<typeof nestDataSchema>;
