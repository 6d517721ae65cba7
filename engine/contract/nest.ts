/** Request and answer of two-dimensional nesting (`/v1/solve/nest-2d`, `engine.nest`). */
import { z } from "zod";
import { boundsSchema, ringSchema } from "./geometry.ts";
import { DEFAULTS, LIMITS } from "./limits.ts";

const { nest } = LIMITS;

export const nestPartSchema = z.object({
  id: z.string().max(LIMITS.idLength),
  exterior: ringSchema.max(nest.exteriorPoints),
  holes: z.array(ringSchema).max(nest.holes).default([]),
  quantity: z.number().int().min(1).max(nest.quantity).default(DEFAULTS.nest.quantity),
});
export type NestPart = z.output<typeof nestPartSchema>;

export const nestSheetSchema = z.object({
  width: z.number().gt(0).max(nest.sheetSide),
  height: z.number().gt(0).max(nest.sheetSide),
});
export type NestSheet = z.output<typeof nestSheetSchema>;

export const nestConfigSchema = z.object({
  spacing: z.number().min(0).max(nest.spacing).default(DEFAULTS.nest.spacing),
  edge_margin: z.number().min(0).max(nest.edgeMargin).default(DEFAULTS.nest.edge_margin),
  rotation_step: z
    .number()
    .min(nest.rotationStep.min)
    .max(nest.rotationStep.max)
    .default(DEFAULTS.nest.rotation_step),
  kerf: z.number().min(0).max(nest.kerf).default(DEFAULTS.nest.kerf),
});
export type NestConfig = z.output<typeof nestConfigSchema>;

export const nestRequestSchema = z.object({
  parts: z.array(nestPartSchema).min(1).max(nest.parts),
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
