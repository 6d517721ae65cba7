/** Sheets of a nesting plan: sizes with quantities and costs, remnants of any outline, and what already lies on them. */
import { z } from "zod";
import { nestSheetSchema, type SheetSize } from "./v1/nest.ts";
import { boolean, integer, list, number, string } from "./values/lax.ts";
import { LIMITS } from "./values/limits.ts";
import { ringInput, ringsInput } from "./values/points.ts";

const { nest } = LIMITS;

/** A type of sheets, of which there may be several. */
export const sheetTypeSchema = nestSheetSchema.extend({
  id: string((id) => id.max(LIMITS.id_length)).describe("Name of the type in the answer."),
  quantity: integer({ ge: 1 }).optional().describe("How many there are; as many as needed when absent."),
  cost: number({ ge: 0 })
    .optional()
    .describe("Cost of one sheet; when absent, its area (that of the outline, if any, less the holes)."),
  outline: ringInput(nest.exterior_points)
    .optional()
    .describe(
      "The edge of a sheet that is not a rectangle, inside 0,0 to width,height; `edge_margin` is measured from here.",
    ),
  holes: ringsInput(nest.holes)
    .prefault([])
    .describe("Where material is missing: `edge_margin` is kept from these edges too."),
  defects: ringsInput(nest.holes)
    .prefault([])
    .describe("Where material is bad: tool paths keep `spacing` from it."),
});
export type SheetType = z.output<typeof sheetTypeSchema>;

/** Where the material of a sheet ends, is missing or bad, as a sheet type says it. */
export const sheetGroundSchema = sheetTypeSchema
  .pick({ outline: true, holes: true, defects: true })
  .partial();
/** Material of a sheet that is no whole rectangle: its outline, its holes and its defects. */
export type SheetGround = z.output<typeof sheetGroundSchema>;

/** Where one copy of a part lies: turn over if `mirrored`, rotate about the origin, then move by (x, y). */
const placeSchema = z.looseObject({
  part: integer({ ge: 0 }).describe("Position in `parts`."),
  x: number().describe("Move along x after the rotation, mm."),
  y: number().describe("Move along y after the rotation, mm."),
  rotation: number().describe("Turn about the origin, degrees counter-clockwise."),
  mirrored: boolean().prefault(false).describe("True when the part is turned over first: x to -x."),
});
export type SheetPosition = z.output<typeof placeSchema>;

/** Sheets as in `NestPlan`; what else an answer says of them is not read. */
export const startSchema: z.ZodType<NestStart, NestStartInput> = z.looseObject({
  sheets: list(
    z.looseObject({
      sheet_id: string().optional().describe("`id` of the type in `sheets`; the only type when absent."),
      count: integer({ ge: 1 }).prefault(1).describe("How many sheets look like this."),
      placements: list(placeSchema, { min: 1 }).describe("What lies on it."),
    }),
  ).describe("Its sheets, as in an answer."),
});

/** A layout to start from: a plan, or sheets with what lies on them. */
export interface NestStartInput {
  readonly sheets: readonly {
    readonly sheet_id?: string | undefined;
    readonly count?: number | undefined;
    readonly placements: readonly z.input<typeof placeSchema>[];
  }[];
}
export interface NestStart {
  sheets: { sheet_id?: string | undefined; count: number; placements: SheetPosition[] }[];
}

export const fixedSheetSchema = z.looseObject({
  sheet_id: string().optional().describe("`id` of the type in `sheets`; the only type when absent."),
  placements: list(placeSchema, { min: 1 }).describe("What lies on it."),
});
export type FixedSheet = z.output<typeof fixedSheetSchema>;

/** A type of sheets; the only one of a request with `sheet` has no name. */
export type RequestedSheet = Omit<SheetType, "id"> & { id?: string };

/** The types of sheets of a request that has all its defaults. */
export function requestedSheets({
  sheet,
  sheets,
}: {
  sheet?: SheetSize | undefined;
  sheets?: SheetType[] | undefined;
}): RequestedSheet[] {
  return sheets ?? (sheet ? [{ ...sheet, holes: [], defects: [] }] : []);
}
