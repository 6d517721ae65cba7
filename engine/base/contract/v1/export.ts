/** Request of both sheet exports (`/v1/export/gcode`, `/v1/export/dxf`). Their answers are files. */
import { z } from "zod";
import { boolean, dictionary, integer, list, number } from "../values/lax.ts";
import { DEFAULTS } from "../values/limits.ts";
import { ringInput, ringsInput } from "../values/points.ts";

export const exportPlacementSchema = dictionary(
  z.looseObject({
    exterior: ringInput().describe("Outline of the part as it was nested, mm."),
    holes: ringsInput().prefault([]).describe("Its holes, mm."),
    x: number().describe("Move along x after the rotation, mm."),
    y: number().describe("Move along y after the rotation, mm."),
    rotation: number().prefault(0).describe("Turn about the origin (0, 0), degrees counter-clockwise."),
  }),
).describe("A part with its place on the sheet.");
/** One part where it lies on the sheet to be exported. */
export type ExportPlacement = z.output<typeof exportPlacementSchema>;

export const gcodeConfigSchema = z
  .object({
    feed_rate: number().prefault(DEFAULTS.export.feed_rate).describe("Speed while cutting, mm/min."),
    travel_rate: number().prefault(DEFAULTS.export.travel_rate).describe("Speed between cuts, mm/min."),
    laser_power: number()
      .prefault(DEFAULTS.export.laser_power)
      .describe("Power of the beam: the value of S, as the controller scales it."),
    kerf: number()
      .prefault(DEFAULTS.export.kerf)
      .describe("Width that the tool cuts away, mm; exteriors grow by half of it, holes shrink."),
    use_z: boolean()
      .prefault(DEFAULTS.export.use_z)
      .describe("True for a router: the tool is lowered and lifted instead of a beam switched."),
  })
  .describe("Feeds, power and kerf of a program.");
/** Rates, power and kerf of an export. */
export type GcodeConfig = z.output<typeof gcodeConfigSchema>;

export const exportRequestSchema = z
  .object({
    sheet_width: number().describe("Extent of the sheet along x, mm."),
    sheet_height: number().describe("Extent of the sheet along y, mm."),
    sheet_index: integer()
      .prefault(DEFAULTS.export.sheet_index)
      .describe("Number of the sheet, for the name of the file."),
    placements: list(exportPlacementSchema).describe("The parts on the sheet."),
    config: gcodeConfigSchema.prefault({}).describe("Speeds, power and kerf."),
  })
  .describe("What the exports take: one sheet with its parts.");
/** Body of an export: a sheet and what lies on it, before defaults. */
export type ExportRequestInput = z.input<typeof exportRequestSchema>;
/** Body of an export with all its defaults. */
export type ExportRequest = z.output<typeof exportRequestSchema>;
