/** Request and answer of two-dimensional nesting (`/v1/solve/nest-2d`, `engine.nest`). */
import { z } from "zod";
import { boundsSchema } from "../values/geometry.ts";
import { integer, list, number, string } from "../values/lax.ts";
import { DEFAULTS, LIMITS } from "../values/limits.ts";
import { ringInput, ringsInput } from "../values/points.ts";

const { nest } = LIMITS;

export const nestPartSchema = z
  .object({
    id: string((id) => id.max(LIMITS.id_length)).describe(
      "Name of the part in the answer; meant to be unique.",
    ),
    exterior: ringInput(nest.exterior_points).describe(
      "Outline, mm: first point repeated or not, in either direction; it must not cross itself.",
    ),
    holes: ringsInput(nest.holes)
      .prefault([])
      .describe("Rings cut out of the exterior, mm; other parts may lie in them."),
    quantity: integer({ ge: 1, le: nest.quantity })
      .prefault(DEFAULTS.nest.quantity)
      .describe("How many copies are wanted."),
  })
  .describe("A part to be nested, so many times.");
/** Part in a request of `/v1/solve/nest-2d`. */
export type NestPart = z.output<typeof nestPartSchema>;

export const nestSheetSchema = z
  .object({
    width: number({ gt: 0, le: nest.sheet_side }).describe("Extent of the sheet along x, mm."),
    height: number({ gt: 0, le: nest.sheet_side }).describe("Extent of the sheet along y, mm."),
  })
  .describe("The size of a sheet.");
/** Width and height of a sheet. */
export type SheetSize = z.output<typeof nestSheetSchema>;

export const nestConfigSchema = z
  .object({
    spacing: number({ ge: 0, le: nest.spacing })
      .prefault(DEFAULTS.nest.spacing)
      .describe("Least gap between the tool paths of two parts, mm."),
    edge_margin: number({ ge: 0, le: nest.edge_margin })
      .prefault(DEFAULTS.nest.edge_margin)
      .describe("Least gap between a tool path and the edge of the sheet, mm."),
    rotation_step: number({ ge: nest.rotation_step.min, le: nest.rotation_step.max })
      .prefault(DEFAULTS.nest.rotation_step)
      .describe(
        "Parts may be turned by multiples of this angle up to 90, degrees: 90 gives 0 and 90, 45 gives 0, 45 and 90.",
      ),
    kerf: number({ ge: 0, le: nest.kerf })
      .prefault(DEFAULTS.nest.kerf)
      .describe("Width that the tool cuts away, mm; tool paths run half of it outside the outlines."),
  })
  .describe("Gaps, angles and the kerf.");
/** Spacing, margin, kerf and rotations of a request. */
export type NestConfig = z.output<typeof nestConfigSchema>;

export const nestRequestSchema = z
  .object({
    parts: list(nestPartSchema, { min: 1, max: nest.parts }).describe("The parts to place."),
    sheet: nestSheetSchema.describe("The sheet; as many as are needed are used."),
    config: nestConfigSchema.prefault({}).describe("Clearances and rotations."),
  })
  .describe("What `nest` takes.");
/** Request as a caller sends it: fields with a default may be left out. */
export type NestRequestInput = z.input<typeof nestRequestSchema>;
/** A validated request: every default filled in. */
export type NestRequest = z.output<typeof nestRequestSchema>;

export const placementSchema = z
  .object({
    part_id: z.string().describe("`id` of the part."),
    instance: z.number().int().describe("Which copy of the part, from 0."),
    x: z.number().describe("Move along x after the rotation, mm."),
    y: z.number().describe("Move along y after the rotation, mm."),
    rotation: z.number().describe("Turn about the origin (0, 0), degrees counter-clockwise."),
    bounds: boundsSchema.describe(
      "Box around the placed exterior, mm from the lower left corner of the sheet.",
    ),
  })
  .describe("Where one copy of a part lies: rotate it about (0, 0), then move it.");
/** One copy of a part where it lies on a sheet. */
export type Placement = z.infer<typeof placementSchema>;

export const sheetOutputSchema = z
  .object({
    index: z.number().int().describe("Number of the sheet, from 0."),
    utilization: z.number().describe("Net area of the parts on it in percent of its area, 0 to 100."),
    placements: z.array(placementSchema).describe("Where each copy on it lies."),
  })
  .describe("One sheet with its parts.");
/** One sheet of an answer. */
export type SheetOutput = z.infer<typeof sheetOutputSchema>;

export const nestSummarySchema = z
  .object({
    sheets_used: z.number().int().describe("Sheets that hold at least one part."),
    total_parts: z.number().int().describe("Copies asked for."),
    placed_parts: z.number().int().describe("Copies that were placed."),
    unplaced_parts: z.number().int().describe("Copies that could not be placed."),
    total_utilization: z
      .number()
      .describe("Net area of all placed parts in percent of the area of the sheets used, 0 to 100."),
    total_waste_percent: z.number().describe("The rest of 100; 0 when no sheet is used."),
  })
  .describe("The totals of all sheets.");
/** Totals of an answer about sheets. */
export type NestSummary = z.infer<typeof nestSummarySchema>;

export const nestDataSchema = z
  .object({
    summary: nestSummarySchema.describe("Totals."),
    sheets: z.array(sheetOutputSchema).describe("The sheets, in order."),
    unplaced: z.array(z.string()).describe("`id` of each copy that could not be placed."),
  })
  .describe("What `nest` answers: every sheet with its parts.");
/** Answer of `/v1/solve/nest-2d`. */
export type NestData = z.infer<typeof nestDataSchema>;
