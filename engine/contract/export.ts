/** Request of both sheet exports (`/v1/export/gcode`, `/v1/export/dxf`). Their answers are files. */
import { z } from "zod";
import { ringSchema } from "./geometry.ts";
import { DEFAULTS } from "./limits.ts";

export const exportPlacementSchema = z.looseObject({
  exterior: ringSchema,
  holes: z.array(ringSchema).default([]),
  x: z.number(),
  y: z.number(),
  rotation: z.number().default(0),
});
export type ExportPlacement = z.output<typeof exportPlacementSchema>;

export const gcodeConfigSchema = z.object({
  feed_rate: z.number().default(DEFAULTS.export.feed_rate),
  travel_rate: z.number().default(DEFAULTS.export.travel_rate),
  laser_power: z.number().default(DEFAULTS.export.laser_power),
  kerf: z.number().default(DEFAULTS.export.kerf),
  use_z: z.boolean().default(DEFAULTS.export.use_z),
});
export type GcodeConfig = z.output<typeof gcodeConfigSchema>;

export const exportRequestSchema = z.object({
  sheet_width: z.number(),
  sheet_height: z.number(),
  sheet_index: z.number().int().default(DEFAULTS.export.sheet_index),
  placements: z.array(exportPlacementSchema),
  config: gcodeConfigSchema.prefault({}),
});
export type ExportRequestInput = z.input<typeof exportRequestSchema>;
export type ExportRequest = z.output<typeof exportRequestSchema>;
