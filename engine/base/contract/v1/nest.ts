/** Request and answer of two-dimensional nesting (`/v1/solve/nest-2d`, `engine.nest`). */
import * as z from "zod/mini";
import { boundsSchema } from "../values/geometry.ts";
import { integer, list, number, string } from "../values/lax.ts";
import { DEFAULTS, LIMITS } from "../values/limits.ts";
import { ringInput, ringsInput } from "../values/points.ts";
import { described } from "../values/schema.ts";

const { nest } = LIMITS;

export const nestPartSchema = described(
  z.object({
    id: described(
      string(z.maxLength(LIMITS.id_length)),
      "Name of the part in the answer; meant to be unique.",
    ),
    exterior: described(
      ringInput(nest.exterior_points),
      "Outline, mm: first point repeated or not, in either direction; it must not cross itself.",
    ),
    holes: described(
      z.prefault(ringsInput(nest.holes), []),
      "Rings cut out of the exterior, mm; other parts may lie in them.",
    ),
    quantity: described(
      z.prefault(integer({ ge: 1, le: nest.quantity }), DEFAULTS.nest.quantity),
      "How many copies are wanted.",
    ),
  }),
  "A part to be nested, so many times.",
);
/** Part in a request of `/v1/solve/nest-2d`. */
export interface NestPart extends z.output<typeof nestPartSchema> {}

export const nestSheetSchema = described(
  z.object({
    width: described(number({ gt: 0, le: nest.sheet_side }), "Extent of the sheet along x, mm."),
    height: described(number({ gt: 0, le: nest.sheet_side }), "Extent of the sheet along y, mm."),
  }),
  "The size of a sheet.",
);
/** Width and height of a sheet. */
export interface SheetSize extends z.output<typeof nestSheetSchema> {}

export const nestConfigSchema = described(
  z.object({
    spacing: described(
      z.prefault(number({ ge: 0, le: nest.spacing }), DEFAULTS.nest.spacing),
      "Least gap between the tool paths of two parts, mm.",
    ),
    edge_margin: described(
      z.prefault(number({ ge: 0, le: nest.edge_margin }), DEFAULTS.nest.edge_margin),
      "Least gap between a tool path and the edge of the sheet, mm.",
    ),
    rotation_step: described(
      z.prefault(
        number({ ge: nest.rotation_step.min, le: nest.rotation_step.max }),
        DEFAULTS.nest.rotation_step,
      ),
      "Parts may be turned by multiples of this angle up to 90, degrees: 90 gives 0 and 90, 45 gives 0, 45 and 90.",
    ),
    kerf: described(
      z.prefault(number({ ge: 0, le: nest.kerf }), DEFAULTS.nest.kerf),
      "Width that the tool cuts away, mm; tool paths run half of it outside the outlines.",
    ),
  }),
  "Gaps, angles and the kerf.",
);
/** Spacing, margin, kerf and rotations of a request. */
export interface NestConfig extends z.output<typeof nestConfigSchema> {}

export const nestRequestSchema = described(
  z.object({
    parts: described(list(nestPartSchema, { min: 1, max: nest.parts }), "The parts to place."),
    sheet: described(nestSheetSchema, "The sheet; as many as are needed are used."),
    config: described(z.prefault(nestConfigSchema, {}), "Clearances and rotations."),
  }),
  "What `nest` takes.",
);
/** Request as a caller sends it: fields with a default may be left out. */
export interface NestRequestInput extends z.input<typeof nestRequestSchema> {}
/** A validated request: every default filled in. */
export interface NestRequest extends z.output<typeof nestRequestSchema> {}

export const placementSchema = described(
  z.object({
    part_id: described(z.string(), "`id` of the part."),
    instance: described(z.int(), "Which copy of the part, from 0."),
    x: described(z.number(), "Move along x after the rotation, mm."),
    y: described(z.number(), "Move along y after the rotation, mm."),
    rotation: described(z.number(), "Turn about the origin (0, 0), degrees counter-clockwise."),
    bounds: described(
      boundsSchema,
      "Box around the placed exterior, mm from the lower left corner of the sheet.",
    ),
  }),
  "Where one copy of a part lies: rotate it about (0, 0), then move it.",
);
/** One copy of a part where it lies on a sheet. */
export interface Placement extends z.infer<typeof placementSchema> {}

export const sheetOutputSchema = described(
  z.object({
    index: described(z.int(), "Number of the sheet, from 0."),
    utilization: described(z.number(), "Net area of the parts on it in percent of its area, 0 to 100."),
    placements: described(z.array(placementSchema), "Where each copy on it lies."),
  }),
  "One sheet with its parts.",
);
/** One sheet of an answer. */
export interface SheetOutput extends z.infer<typeof sheetOutputSchema> {}

export const nestSummarySchema = described(
  z.object({
    sheets_used: described(z.int(), "Sheets that hold at least one part."),
    total_parts: described(z.int(), "Copies asked for."),
    placed_parts: described(z.int(), "Copies that were placed."),
    unplaced_parts: described(z.int(), "Copies that could not be placed."),
    total_utilization: described(
      z.number(),
      "Net area of all placed parts in percent of the area of the sheets used, 0 to 100.",
    ),
    total_waste_percent: described(z.number(), "The rest of 100; 0 when no sheet is used."),
  }),
  "The totals of all sheets.",
);
/** Totals of an answer about sheets. */
export interface NestSummary extends z.infer<typeof nestSummarySchema> {}

export const nestDataSchema = described(
  z.object({
    summary: described(nestSummarySchema, "Totals."),
    sheets: described(z.array(sheetOutputSchema), "The sheets, in order."),
    unplaced: described(z.array(z.string()), "`id` of each copy that could not be placed."),
  }),
  "What `nest` answers: every sheet with its parts.",
);
/** Answer of `/v1/solve/nest-2d`. */
export interface NestData extends z.infer<typeof nestDataSchema> {}
