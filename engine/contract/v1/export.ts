/** Request of both sheet exports (`/v1/export/gcode`, `/v1/export/dxf`). Their answers are files. */
import { z } from "zod";
import { boolean, dictionary, integer, list, number } from "../values/lax.ts";
import { DEFAULTS } from "../values/limits.ts";
import { ringInput, ringsInput } from "../values/points.ts";

export const exportPlacementSchema = dictionary(
  z.looseObject({
    exterior: ringInput(),
    holes: ringsInput().prefault([]),
    x: number(),
    y: number(),
    rotation: number().prefault(0),
  }),
);
export type ExportPlacement = z.output<typeof exportPlacementSchema>;

export const gcodeConfigSchema = z.object({
  feed_rate: number().prefault(DEFAULTS.export.feed_rate),
  travel_rate: number().prefault(DEFAULTS.export.travel_rate),
  laser_power: number().prefault(DEFAULTS.export.laser_power),
  kerf: number().prefault(DEFAULTS.export.kerf),
  use_z: boolean().prefault(DEFAULTS.export.use_z),
});
export type GcodeConfig = z.output<typeof gcodeConfigSchema>;

export const exportRequestSchema = z.object({
  sheet_width: number(),
  sheet_height: number(),
  sheet_index: integer().prefault(DEFAULTS.export.sheet_index),
  placements: list(exportPlacementSchema),
  config: gcodeConfigSchema.prefault({}),
});
export type ExportRequestInput = z.input<typeof exportRequestSchema>;
export type ExportRequest = z.output<typeof exportRequestSchema>;
