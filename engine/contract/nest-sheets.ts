/** Sheets of a nesting plan: sizes with quantities and costs, remnants of any outline, and what already lies on them. */
import { z } from "zod";
import { nestSheetSchema } from "./v1/nest.ts";
import { boolean, integer, list, number, string } from "./values/lax.ts";
import { LIMITS } from "./values/limits.ts";
import { ringInput, ringsInput } from "./values/points.ts";

const { nest } = LIMITS;

export const sheetTypeSchema = nestSheetSchema.extend({
  id: string((id) => id.max(LIMITS.idLength)),
  /** As many as are needed when absent. */
  quantity: integer({ ge: 1 }).optional(),
  /** Of one sheet; its area (of the outline, if any, less the holes) when absent. */
  cost: number({ ge: 0 }).optional(),
  /** The edge of a sheet that is no rectangle, inside 0,0 to width,height; `edge_margin` holds from here. */
  outline: ringInput(nest.exteriorPoints).optional(),
  /** Where material is missing: `edge_margin` holds from their edges too. */
  holes: ringsInput(nest.holes).prefault([]),
  /** Where material is bad: tool paths keep `spacing` from it. */
  defects: ringsInput(nest.holes).prefault([]),
});
export type SheetType = z.output<typeof sheetTypeSchema>;

/** Where one copy of a part lies: turn over if `mirrored`, rotate about the origin, then move by (x, y). */
const placeSchema = z.object({
  /** Position in `parts`. */
  part: integer({ ge: 0 }),
  x: number(),
  y: number(),
  rotation: number(),
  mirrored: boolean().prefault(false),
});
export type Place = z.output<typeof placeSchema>;

/** Sheets as in `NestPlan`; what else an answer says of them is not read. */
export const startSchema = z.object({
  sheets: list(
    z.object({
      /** Of a type in `sheets`; the only one when absent. */
      sheet_id: string().optional(),
      count: integer({ ge: 1 }).prefault(1),
      placements: list(placeSchema, { min: 1 }),
    }),
  ),
});
export type NestStart = z.output<typeof startSchema>;

export const fixedSheetSchema = z.object({
  /** Of a type in `sheets`; the only one when absent. */
  sheet_id: string().optional(),
  placements: list(placeSchema, { min: 1 }),
});
export type FixedSheet = z.output<typeof fixedSheetSchema>;
