/** Sheets of a nesting plan: sizes with quantities and costs, remnants of any outline, and what already lies on them. */
import * as z from "zod/mini";
import { nestSheetSchema, type SheetSize } from "./v1/nest.ts";
import { boolean, integer, list, number, string } from "./values/lax.ts";
import { LIMITS } from "./values/limits.ts";
import { ringInput, ringsInput } from "./values/points.ts";
import { described } from "./values/schema.ts";

const { nest } = LIMITS;

/** A type of sheets, of which there may be several. */
export const sheetTypeSchema = z.extend(nestSheetSchema, {
  id: described(string(z.maxLength(LIMITS.id_length)), "Name of the type in the answer."),
  quantity: described(z.optional(integer({ ge: 1 })), "How many there are; as many as needed when absent."),
  cost: described(
    z.optional(number({ ge: 0 })),
    "Cost of one sheet; when absent, its area (that of the outline, if any, less the holes).",
  ),
  outline: described(
    z.optional(ringInput(nest.exterior_points)),
    "The edge of a sheet that is not a rectangle, inside 0,0 to width,height; `edge_margin` is measured from here.",
  ),
  holes: described(
    z.prefault(ringsInput(nest.holes), []),
    "Where material is missing: `edge_margin` is kept from these edges too.",
  ),
  defects: described(
    z.prefault(ringsInput(nest.holes), []),
    "Where material is bad: tool paths keep `spacing` from it.",
  ),
});
export interface SheetType extends z.output<typeof sheetTypeSchema> {}

/** Where the material of a sheet ends, is missing or bad, as a sheet type says it. */
export const sheetGroundSchema = z.partial(
  z.pick(sheetTypeSchema, { outline: true, holes: true, defects: true }),
);
/** Material of a sheet that is no whole rectangle: its outline, its holes and its defects. */
export interface SheetGround extends z.output<typeof sheetGroundSchema> {}

/** An object that may have further fields, of which its type says nothing: plans go in with all that they have. */
const looseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape) as unknown as z.ZodMiniObject<Shape, z.core.$strip>;

/** Where one copy of a part lies: turn over if `mirrored`, rotate about the origin, then move by (x, y). */
const placeSchema = looseObject({
  part: described(integer({ ge: 0 }), "Position in `parts`."),
  x: described(number(), "Move along x after the rotation, mm."),
  y: described(number(), "Move along y after the rotation, mm."),
  rotation: described(number(), "Turn about the origin, degrees counter-clockwise."),
  mirrored: described(z.prefault(boolean(), false), "True when the part is turned over first: x to -x."),
});

/** Where one copy of a part lies, as a plan says it; what else a plan says of it is not read. */
export interface SheetPositionInput extends z.input<typeof placeSchema> {}
export interface SheetPosition extends z.output<typeof placeSchema> {}

/** A sheet with its parts where they lie. */
export const fixedSheetSchema = looseObject({
  sheet_id: described(z.optional(string()), "`id` of the type in `sheets`; the only type when absent."),
  placements: described(
    list(placeSchema, { min: 1 }) as z.ZodMiniType<SheetPosition[], readonly SheetPositionInput[]>,
    "Where parts lie on the sheet.",
  ),
});

/** A sheet with parts that stay where they are. */
export interface FixedSheetInput extends z.input<typeof fixedSheetSchema> {}
export interface FixedSheet extends z.output<typeof fixedSheetSchema> {}

const startSheetSchema = z.extend(fixedSheetSchema, {
  count: described(z.prefault(integer({ ge: 1 }), 1), "How many sheets look like this."),
});

/** Sheets as in `NestPlan`; what else an answer says of them is not read. */
export const startSchema = looseObject({
  sheets: described(list(startSheetSchema), "Its sheets, as in an answer."),
});

/** A layout to start from: a plan, or sheets with what lies on them. */
export interface NestStartInput extends z.input<typeof startSchema> {}
export interface NestStart extends z.output<typeof startSchema> {}

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
