/** Request of both sheet exports (`/v1/export/gcode`, `/v1/export/dxf`). Their answers are files. */
import * as z from "zod/mini";
import { boolean, dictionary, integer, list, number } from "../values/lax.ts";
import { DEFAULTS } from "../values/limits.ts";
import { ringInput, ringsInput } from "../values/points.ts";
import { described } from "../values/schema.ts";

export const exportPlacementSchema = described(
  dictionary(
    z.looseObject({
      exterior: described(ringInput(), "Outline of the part as it was nested, mm."),
      holes: described(z.prefault(ringsInput(), []), "Its holes, mm."),
      x: described(number(), "Move along x after the rotation, mm."),
      y: described(number(), "Move along y after the rotation, mm."),
      rotation: described(
        z.prefault(number(), 0),
        "Turn about the origin (0, 0), degrees counter-clockwise.",
      ),
    }),
  ),
  "A part with its place on the sheet.",
);
/** One part where it lies on the sheet to be exported. */
export interface ExportPlacement extends z.output<typeof exportPlacementSchema> {}

export const gcodeConfigSchema = described(
  z.object({
    feed_rate: described(z.prefault(number(), DEFAULTS.export.feed_rate), "Speed while cutting, mm/min."),
    travel_rate: described(z.prefault(number(), DEFAULTS.export.travel_rate), "Speed between cuts, mm/min."),
    laser_power: described(
      z.prefault(number(), DEFAULTS.export.laser_power),
      "Power of the beam: the value of S, as the controller scales it.",
    ),
    kerf: described(
      z.prefault(number(), DEFAULTS.export.kerf),
      "Width that the tool cuts away, mm; exteriors grow by half of it, holes shrink.",
    ),
    use_z: described(
      z.prefault(boolean(), DEFAULTS.export.use_z),
      "True for a router: the tool is lowered and lifted instead of a beam switched.",
    ),
  }),
  "Feeds, power and kerf of a program.",
);
/** Rates, power and kerf of an export. */
export interface GcodeConfig extends z.output<typeof gcodeConfigSchema> {}

export const exportRequestSchema = described(
  z.object({
    sheet_width: described(number(), "Extent of the sheet along x, mm."),
    sheet_height: described(number(), "Extent of the sheet along y, mm."),
    sheet_index: described(
      z.prefault(integer(), DEFAULTS.export.sheet_index),
      "Number of the sheet, for the name of the file.",
    ),
    placements: described(list(exportPlacementSchema), "The parts on the sheet."),
    config: described(z.prefault(gcodeConfigSchema, {}), "Speeds, power and kerf."),
  }),
  "What the exports take: one sheet with its parts.",
);
/** Body of an export: a sheet and what lies on it, before defaults. */
export interface ExportRequestInput extends z.input<typeof exportRequestSchema> {}
/** Body of an export with all its defaults. */
export interface ExportRequest extends z.output<typeof exportRequestSchema> {}
