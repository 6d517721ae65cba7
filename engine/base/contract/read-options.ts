/** Options of the caller for reading a drawing. */
import * as z from "zod/mini";
import { described } from "./values/schema.ts";

/** Purposes of the lines of a layer. */
export const LAYER_ROLES = ["cut", "bend", "extent", "engrave", "mark", "construction"] as const;
/** Purpose of a line; marks are scored, creased or punched. */
export type LayerRole = (typeof LAYER_ROLES)[number];

const CHOICES = z.enum([...LAYER_ROLES, "ignore"]);
/** Choices of the caller for a layer, colour or line type. */
export type RoleChoice = LayerRole | "ignore";

/** Units that a caller may name instead of the header's. */
export const UNIT_NAMES = [
  "mm",
  "cm",
  "m",
  "inch",
  "foot",
  "yard",
  "mil",
  "um",
  "dm",
  "km",
  "px",
  "pt",
] as const;
/** One of `UNIT_NAMES`. */
export type UnitName = (typeof UNIT_NAMES)[number];

/** Conventions by which colours tell what lines are for. */
export const PRESETS = ["red-cuts", "lightburn"] as const;
/** One of `PRESETS`. */
export type Preset = (typeof PRESETS)[number];

export const readOptionsSchema = described(
  z.object({
    name: described(z.optional(z.string()), "Name of the file; its extension is dropped."),
    max_bytes: described(
      z.optional(z.int().check(z.gte(1), z.lte(2 ** 31))),
      "A larger file is refused, in bytes; 10 MiB when absent.",
    ),
    join_tolerance: described(
      z.optional(z.number().check(z.gte(0), z.lte(100))),
      "Ends that are this close are joined, mm; 0.05 when absent.",
    ),
    unit: described(
      z.optional(
        z.union([z.enum(UNIT_NAMES), z.number().check(z.gte(1e-6), z.lte(1e6))], {
          error: `must be ${UNIT_NAMES.join(", ")} or millimetres from 0.000001 to 1000000`,
        }),
      ),
      "Unit of the coordinates, whatever the drawing says, by its name or in millimetres (25.4 / 90 at 90 dots to the inch); when absent, what it says, or else mm.",
    ),
    join_gaps: described(
      z.optional(z.number().check(z.gte(0), z.lte(100))),
      "Ends up to this far apart are joined too, mm: for a person who has looked at the gaps.",
    ),
    trim_overshoots: described(
      z.optional(z.number().check(z.gte(0), z.lte(1000))),
      "Ends of lines that run on beyond a corner are left out up to this length, mm; when absent, 5 mm (in small drawings a twentieth of their size) or a tenth of the line.",
    ),
    shared_edges: described(
      z.optional(z.enum(["parts", "scores"])),
      "Lines that divide a part: `parts` cuts it into several parts, `scores` makes them open cuts of one part. When absent, the drawing decides.",
    ),
    annotation: described(
      z.optional(z.enum(["leave", "cut"])),
      "Dimensions, leaders, axes and lettering among the outlines: left out, or `cut` like everything else.",
    ),
    frames: described(
      z.optional(z.enum(["leave", "cut"])),
      "Pages and sheets around the parts: `cut` has them cut as parts, `leave` also leaves out rectangles that may be one. When absent, the drawing decides.",
    ),
    countersinks: described(
      z.optional(z.enum(["leave", "cut"])),
      "Lines around holes, with the same centre: left out as countersinks, or `cut` as well.",
    ),
    roles: described(
      z.optional(z.record(z.string(), CHOICES)),
      "Roles of layers by name, instead of those that their names suggest; `ignore` is construction.",
    ),
    colours: described(
      z.optional(z.record(z.string().check(z.regex(/^#[0-9a-f]{6}$/i)), CHOICES)),
      "Roles of colours, as #rrggbb, where `roles` does not name the layer.",
    ),
    line_types: described(
      z.optional(z.record(z.string(), CHOICES)),
      "Roles of line types by name, where neither layer nor colour is named.",
    ),
    preset: described(
      z.optional(z.enum(PRESETS)),
      "Rules of the trade: `red-cuts` cuts red lines and marks blue and green ones; `lightburn` leaves its tool layers T1 and T2 alone.",
    ),
  }),
  "What a caller may say about a drawing; all of it is optional.",
);
/** Options of `read` for the drawing itself. */
export interface ReadOptions extends z.input<typeof readOptionsSchema> {}
