/**
 * Nesting beyond /v1: angle lists, mirroring and priorities part by part; a strip of fixed height made as short as
 * possible; several types of sheets, limited in number, irregular, with parts on them already; a layout to begin with.
 * The answer names equal sheets once, with their count.
 */
import * as z from "zod/mini";
import {
  fixedSheetSchema,
  type RequestedSheet,
  requestedSheets,
  sheetTypeSchema,
  startSchema,
} from "./nest-sheets.ts";
import { type NestConfig, nestConfigSchema, nestPartSchema, nestSheetSchema } from "./v1/nest.ts";
import { completed } from "./validate.ts";
import type { Mark, PartCurves } from "./values/curves.ts";
import { type Bounds, boundsSchema } from "./values/geometry.ts";
import { boolean, integer, list, number, string } from "./values/lax.ts";
import { DEFAULTS, LIMITS } from "./values/limits.ts";
import { endingFields } from "./values/plan.ts";
import { ringsInput } from "./values/points.ts";
import { annotated, described, descriptionOf } from "./values/schema.ts";

/** The most copies that one request may ask for, of all parts together. */
export const MOST_PARTS_IN_ALL = LIMITS.nest.parts * LIMITS.nest.quantity;

/** Fields that a part brings from its drawing. No solver reads them: they wait for programs, drawings and lists. */
const drawnFields = {
  curves: described(
    carried<PartCurves | null>("object"),
    "Exact curves of the rings, as a drawing's parts have them: arcs then leave as arcs.",
  ),
  marks: described(
    carried<Mark[]>("array"),
    "Lines on the part that are marked, engraved, bent or cut open, as a drawing's parts have them.",
  ),
  material: described(z.optional(string()), "What it is made of; the caller sorts parts into jobs by it."),
  thickness: described(z.optional(number({ gt: 0 })), "How thick it is, mm."),
};

/** A field that is handed on as it is, and checked where it is used. */
function carried<Value>(type: "array" | "object") {
  return z.optional(annotated(z.any(), { type }) as unknown as z.ZodMiniType<Value, Value>);
}

/** A range of angles, from and to, in degrees. */
const angleRangeSchema = z
  .tuple([z.number(), z.number()])
  .check(
    z.refine(([from, to]) => from <= to, { error: "a range of angles runs from the smaller to the larger" }),
  );

export const nestPlanPartSchema = described(
  z.extend(nestPartSchema, {
    holes: described(
      z.prefault(ringsInput(LIMITS.plan.holes), []),
      "Rings cut out of the exterior, mm; other parts may lie in them.",
    ),
    quantity: described(
      z.prefault(
        z.union([z.literal("fill"), integer({ ge: 1, le: LIMITS.plan.quantity })]),
        DEFAULTS.nest.quantity,
      ),
      'How many copies are wanted; `"fill"`: as many as fit beside all others on the sheets that there are, which must be limited.',
    ),
    angles: described(
      z.optional(
        z.union([z.literal("free"), list(z.union([number(), angleRangeSchema]), { min: 1, max: 360 })], {
          error: 'must be a list of degrees and ranges [from, to], or "free"',
        }),
      ),
      'Allowed rotations in degrees, counter-clockwise: a list of angles and ranges `[from, to]`, or `"free"` for any; those of `config.rotation_step` when absent. Within ranges parts are turned little by little, to thousandths of a degree.',
    ),
    mirror: described(
      z.prefault(boolean(), false),
      "True when the part may also be turned over: x to -x before the rotation.",
    ),
    same_angle: described(
      z.optional(boolean()),
      "True if all copies must lie at the same angle, one of the allowed angles, chosen by the solver: for grain, brushed sheets and bends. Copies in `fixed` do not count.",
    ),
    priority: described(
      z.optional(integer({ ge: -1000, le: 1000 })),
      "If not everything fits, parts with a higher priority go first; they also go onto the first sheets.",
    ),
    ...drawnFields,
  }),
  "A part of `nest`, with its angles, mirroring and priority.",
);
/** Part with its outline and how many are asked for, in a request of `nest`. */
export interface NestPlanPart extends z.output<typeof nestPlanPartSchema> {}
/** Copies of a part that a request asks for; 0 for parts with quantity "fill". */
export function copiesAsked(part: Partial<Pick<NestPlanPart, "quantity">>): number {
  const quantity = part?.quantity ?? DEFAULTS.nest.quantity;
  return quantity === "fill" ? 0 : quantity;
}

/** Allowed angles: single ones and ranges, or "any". */
export type PartAngles = NonNullable<NestPlanPart["angles"]>;

/** Remnants of the last sheet that may be kept. */
export const REMNANTS = ["right", "top", "largest-rectangle"] as const;

/** Goals that `objective` may set among layouts that are otherwise equal. */
export const OBJECTIVES = ["shared"] as const;

/** The field with its description, absent where its default would stand. */
function withoutDefault<Field extends z.ZodMiniType>(
  field: z.ZodMiniPrefault<Field>,
): z.ZodMiniOptional<Field> {
  return described(z.optional(field.def.innerType), descriptionOf(field)!);
}

const { spacing, edge_margin, rotation_step, kerf } = nestConfigSchema.shape;
/** Clearances and rotations, without their defaults: those are filled in below `config`. */
const CLEARANCES = {
  spacing: withoutDefault(spacing),
  edge_margin: withoutDefault(edge_margin),
  rotation_step: withoutDefault(rotation_step),
  kerf: withoutDefault(kerf),
};

type Maybe<Fields> = { [Key in keyof Fields]?: Fields[Key] | undefined };

/** Moves the clearances of a request to its `config`, where solvers and judges look for them. */
function withClearances<Request extends { config: NestConfig } & Maybe<NestConfig>>(given: Request): Request {
  const { spacing, edge_margin, rotation_step, kerf, ...request } = given;
  const said = Object.entries({ spacing, edge_margin, rotation_step, kerf }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...request, config: { ...given.config, ...Object.fromEntries(said) } } as Request;
}

/** Types of sheets in one request. */
const MOST_SHEET_TYPES = 50;

export const nestPlanRequestSchema = described(
  z
    .object({
      parts: described(list(nestPlanPartSchema, { min: 1, max: LIMITS.plan.parts }), "The parts to place."),
      sheet: described(
        z.optional(nestSheetSchema),
        "With `strip`, only the height counts: one sheet of any width is used, and made as short as possible.",
      ),
      sheets: described(
        z.optional(list(sheetTypeSchema, { min: 1, max: MOST_SHEET_TYPES })),
        "Several types of sheets, instead of `sheet`. Placing more comes first, then the lower cost, then the same goals as with one type.",
      ),
      strip: described(
        z.prefault(boolean(), false),
        "True to place everything on one sheet made as short as possible; only the height of `sheet` counts.",
      ),
      max_sheets: described(
        z.optional(integer({ ge: 1 })),
        "Use no more sheets than this: they take as much material as possible, by priority; what does not fit is unplaced.",
      ),
      ...CLEARANCES,
      config: described(
        z.prefault(nestConfigSchema, {}),
        "The same four fields, as a request of /v1 has them; those of the request itself go first.",
      ),
      remnant: described(
        z.optional(z.enum(REMNANTS)),
        "Which part of the sheet to keep, as large as possible among layouts with equally many sheets: everything to the right of the parts, everything above them, or the largest free rectangle. The answer says where it is. When absent, the larger of right and top counts.",
      ),
      objective: described(
        z.optional(z.enum(OBJECTIVES)),
        "What to prefer among layouts with equally many sheets: `shared` slides parts until straight edges of two are one kerf apart, so that one cut frees both. Needs a `spacing` of 0.",
      ),
      start: described(
        z.optional(startSchema),
        "A layout to start from, such as an earlier answer. It must be valid. Parts that it lacks are placed around it. If it holds every part, the answer is never worse.",
      ),
      fixed: described(
        z.optional(list(fixedSheetSchema)),
        "Sheets with parts that stay where they are. They are the first sheets of the answer and are always used.",
      ),
    })
    .check(z.overwrite(withClearances)),
  "What `nest` takes.",
);
/** Request of `nest`, before its defaults are filled in. */
export interface NestPlanRequestInput extends z.input<typeof nestPlanRequestSchema> {}
/** Request of `nest` with all its defaults. */
export interface NestPlanRequest extends z.output<typeof nestPlanRequestSchema> {}

export const planPlacementSchema = described(
  z.object({
    part: described(z.int(), "Position in `parts`."),
    part_id: described(z.string(), "`id` of the part."),
    x: described(
      z.number(),
      "Move along x, mm. A placement turns the part over if `mirrored`, rotates it about the origin, then moves it by (x, y).",
    ),
    y: described(z.number(), "Move along y after the rotation, mm."),
    rotation: described(z.number(), "Turn about the origin, degrees counter-clockwise."),
    mirrored: described(z.boolean(), "True when the part is turned over first: x to -x."),
    bounds: described(boundsSchema, "Box around the placed exterior, mm."),
  }),
  "Where one copy of a part lies, perhaps mirrored.",
);
/** One copy of a part where it lies on a sheet. */
export interface PlanPlacement extends z.infer<typeof planPlacementSchema> {
  bounds: Bounds;
}

export const planSheetSchema = described(
  z.object({
    sheet_id: described(z.optional(z.string()), "The type, where the request has `sheets`."),
    count: described(z.int(), "How many sheets look like this."),
    width: described(z.number(), "Extent along x, mm; for a strip, the length that is used."),
    height: described(z.number(), "Extent along y, mm."),
    utilization: described(z.number(), "Net area of the parts in percent of width x height."),
    placements: described(z.array(planPlacementSchema), "Where each copy on it lies."),
  }),
  "One layout, and how many sheets have it.",
);
/** One layout, and how many sheets have it. */
export interface PlanSheet extends z.infer<typeof planSheetSchema> {
  placements: PlanPlacement[];
}

const remnantSchema = z.object({
  sheet: described(z.int(), "Position in `sheets`."),
  x: described(z.number(), "Lower left corner on the sheet, mm; a gap and a kerf away from every part."),
  y: described(z.number(), "The same along y, mm."),
  width: described(z.number(), "Extent along x, mm."),
  height: described(z.number(), "Extent along y, mm."),
});
/** Largest rectangle that is left of a sheet. */
export interface PlanRemnant extends z.infer<typeof remnantSchema> {}

export const nestPlanSchema = described(
  z.object({
    sheets: described(
      z.array(planSheetSchema),
      "The sheets: those of `fixed` first, then by priority, then the fullest first. A strip is one sheet, as wide as it needs to be.",
    ),
    sheets_used: described(z.int(), "Sheets in all, counts included."),
    lower_bound: described(
      z.optional(z.int()),
      "No plan that places all parts that fit has fewer sheets. Absent for strips and with `fixed`.",
    ),
    status: described(
      z.optional(z.enum(["optimal", "feasible"])),
      "Beside `lower_bound`. `optimal`: every part has a place, on sheets of one type, and no plan takes fewer of them; another may leave a larger remnant. `feasible`: perhaps one takes fewer.",
    ),
    placed_parts: described(z.int(), "Copies that were placed."),
    cost: described(z.optional(z.number()), "Cost of all sheets, where the request has `sheets`."),
    unplaced: described(
      z.array(
        z.object({
          part_id: described(z.string(), "`id` of the part."),
          count: described(z.int(), "How many copies of it could not be placed."),
        }),
      ),
      "Parts that could not be placed, in the order of the request.",
    ),
    shared_length: described(
      z.optional(z.number()),
      "Where `objective` is `shared`: length of straight edges, from 2 mm and three kerfs on, of two parts that lie one kerf apart, face to face, on all sheets, mm.",
    ),
    remnant: described(
      z.optional(remnantSchema),
      "The largest remnant of all sheets, if the request asks for one and there is one.",
    ),
    ...endingFields,
  }),
  "What `nest` answers.",
);
/** Answer of `nest`: the sheets, what lies on them, and what could not be placed. */
export interface NestPlan extends z.infer<typeof nestPlanSchema> {
  sheets: PlanSheet[];
  remnant?: PlanRemnant | undefined;
}

/** The types of sheets of a request; the only one of a request with `sheet` has no name. */
export function sheetTypesOf(request: NestPlanRequestInput): RequestedSheet[] {
  return requestedSheets(completed(nestPlanRequestSchema, request));
}
