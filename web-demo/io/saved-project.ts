/**
 * Projects, and what a shop keeps, as files and links bring them: the job by the package's own schemas, what only the page
 * knows of it by these. What is missing becomes the default, and so does what is damaged and leads to no other job.
 */
import * as z from "zod/mini";
import {
  cutPlanOptionsSchema,
  cutPlanPieceSchema,
  cutPlanStockSchema,
  LIMITS,
  machineSchema,
  nestPlanPartSchema,
  nestPlanRequestSchema,
  panelPieceSchema,
  panelPlanRequestSchema,
  panelStockSchema,
  REMNANTS,
} from "../../engine/entries/schemas.ts";
import type { PartCurves } from "../../engine/index.ts";
import { cutRequestSchema, nestDataSchema, nestRequestSchema } from "../../engine/v1.ts";
import { freeName } from "../collect.ts";
import { curvesAlong, curvesOf } from "../geometry/curves.ts";
import {
  emptyProject,
  MODES,
  MOST_PARTS,
  PALETTE_SIZE,
  type Part,
  PLAIN_PANELS,
  PLAIN_SAW,
  type Project,
  type SolvedLayout,
} from "../model/project.ts";
import type { PresetKind } from "../shop/presets.ts";
import { machineFrom } from "../shop/saved-machine.ts";
import { point, savedDrawingsSchema, whole, wholeItems, withoutGaps } from "./saved-drawings.ts";

const PLAIN = emptyProject();
/** More points than any spline of a drawing has. */
const MOST_POINTS = 100;
const MOST_SEED = 2 ** 32 - 1;

const flag = z.catch(z.boolean(), false);
const yes = whole(z.literal(true));
const within = (min: number, max: number, otherwise: number) =>
  z.catch(z.number().check(z.gte(min), z.lte(max)), otherwise);
const known = (max: number) => z.catch(z.nullable(z.number().check(z.gte(0), z.lte(max))), null);
const cut = (most: number) => (text: string) => text.slice(0, most);
const name = z.pipe(z.string().check(z.minLength(1)), z.transform(cut(LIMITS.id_length)));
const word = z.pipe(z.catch(z.string(), ""), z.transform(cut(LIMITS.id_length)));
const grain = z.catch(z.enum(["none", "x", "y"]), "none");

const ends = { x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() };
const turn = { cx: z.number(), cy: z.number(), start: z.number(), sweep: z.number() };
const axes = { ux: z.number(), uy: z.number(), vx: z.number(), vy: z.number() };
const curve = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("line"), ...ends }),
  z.object({ kind: z.literal("arc"), ...ends, ...turn, radius: z.number() }),
  z.object({ kind: z.literal("ellipse"), ...ends, ...turn, ...axes }),
  z
    .object({
      kind: z.literal("bezier"),
      ...ends,
      points: z.array(point).check(z.minLength(2), z.maxLength(MOST_POINTS)),
      weights: z.nullable(z.array(z.number().check(z.positive()))),
    })
    .check(z.refine(({ points, weights }) => weights === null || weights.length === points.length)),
]);
const path = z.array(curve).check(z.minLength(1));
const names = whole(z.object({ exterior: z.string(), holes: z.array(z.string()) }));
const curves = z.catch(
  z.nullable(z.object({ exterior: path, holes: z.array(path), layers: names, colours: names })),
  null,
) as z.ZodMiniType<PartCurves | null>;

const mark = z.pipe(
  z.object({
    role: z.enum(["mark", "engrave", "bend", "pocket", "cut-open"]),
    path: z.array(point).check(z.minLength(2)),
    closed: flag,
    ...{ layer: whole(z.string()), colour: whole(z.string()), curves: whole(path) },
  }),
  z.transform((one) => withoutGaps({ ...one, curves: curvesAlong(one.curves, one.path, one.closed) })),
);

const part = z.pipe(
  z.extend(nestPlanPartSchema, {
    color: z.catch(z.int().check(z.gte(0), z.lte(PALETTE_SIZE - 1)), 0),
    turn: z.catch(z.enum(["free", "fixed", "half", "quarter"]), "free"),
    drawing: z.catch(z.nullable(z.string()), null),
    wanted: whole(z.int().check(z.gte(1), z.lte(LIMITS.plan.quantity))),
    ...{ material: whole(name), thickness: whole(z.number().check(z.positive())) },
    due: whole(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
    ...{ curves, marks: wholeItems(mark) },
  }),
  z.transform(({ angles: _angles, mirror: _mirror, same_angle: _same, ...one }) => {
    const marks = one.marks?.length === 0 ? undefined : one.marks;
    const own = { quantity: countOf(one.quantity), curves: curvesOf(one.curves, one), marks };
    return withoutGaps({ ...one, ...own, priority: one.priority || undefined }) as Part;
  }),
);

/** The app asks for no such thing as many copies as there is room for. */
function countOf(quantity: number | "fill"): number {
  return quantity === "fill" ? 1 : quantity;
}

const sheetType = nestPlanRequestSchema.shape.sheets.def.innerType.def.out.def.element;
const rackSheet = z.extend(z.omit(sheetType, { cost: true }), {
  quantity: z._default(sheetType.shape.quantity, 1),
  price: known(1e9),
  ...{ material: word, thickness: known(1e4), grain, remnant: flag },
});
const rack = z.pipe(
  z.array(rackSheet).check(z.maxLength(50)),
  z.transform((sheets) => sheets.map((one, i) => ({ ...one, id: freeName(sheets.slice(0, i), one.id) }))),
);

const stock = z.extend(cutPlanStockSchema, {
  profile: whole(name),
  width: whole(z.number().check(z.positive(), z.lte(LIMITS.cut.length))),
});
const { shape: rules } = cutPlanOptionsSchema;
const bars = z.object({
  stocks: z.array(stock).check(z.maxLength(LIMITS.cut.stocks)),
  pieces: z
    .array(z.extend(cutPlanPieceSchema, { profile: whole(name) }))
    .check(z.maxLength(LIMITS.cut.pieces)),
  kerf: cutRequestSchema.shape.kerf,
  optimize: cutRequestSchema.shape.optimize,
  // Projects of earlier versions ask nothing of the saw.
  saw: z._default(
    z.object({
      trim_start: z._default(rules.trim_start, 0),
      trim_end: z._default(rules.trim_end, 0),
      min_offcut: z._default(rules.min_offcut, 0),
      profile_width: z._default(rules.profile_width, 0),
      measured: z.catch(z.enum(["long", "short"]), "long"),
      max_pieces: z._default(z.nullable(rules.max_pieces), null),
      offcuts_first: z._default(rules.offcuts_first, false),
      fewest_patterns: z._default(rules.fewest_patterns, false),
    }),
    PLAIN_SAW,
  ),
});

/** A line of a table of panels: the package's own, and the material beside it. */
function ofMaterial<Line extends object>(line: z.ZodMiniType<Line>) {
  const both = z.object({ own: line as z.ZodMiniType<object>, material: whole(name) });
  const apart = z.transform((given): unknown => {
    const { material, ...own } = Object(given) as { material?: unknown };
    return { own, material };
  });
  const together = ({ own, material }: z.output<typeof both>) => withoutGaps({ ...own, material });
  const schema = z.pipe(z.pipe(apart, both), z.transform(together));
  return schema as z.ZodMiniType as z.ZodMiniType<Line & { material?: string }>;
}

const board = ofMaterial(panelStockSchema);
const mm = within(0, LIMITS.panel.side, 0);
const panels = z.object({
  stocks: z.array(board).check(z.maxLength(LIMITS.panel.stocks)),
  pieces: z.array(ofMaterial(panelPieceSchema)).check(z.maxLength(LIMITS.panel.pieces)),
  kerf: panelPlanRequestSchema.shape.kerf,
  optimize: panelPlanRequestSchema.shape.optimize,
  saw: z.catch(
    z.object({
      stages: z.catch(z.literal([2, 3]), 3),
      first_cut: z.catch(z.enum(["any", "rip", "cross"]), "any"),
      ...{ trim: mm, min_cut_distance: mm, min_offcut_length: mm, min_offcut_width: mm },
      ...{ exact: flag, offcuts_first: flag, fewest_patterns: flag },
    }),
    PLAIN_PANELS.saw,
  ),
});

const laidSheet = nestDataSchema.shape.sheets.def.element;
const laidPart = laidSheet.shape.placements.def.element;
/** A result is kept only as a layout to be verified again, and no bound with it: a file can claim anything. */
const layout = z.catch(
  z.nullable(
    z.pipe(
      z.object({
        request: nestPlanRequestSchema.check(z.refine(({ sheet }) => sheet !== undefined)),
        curves: z.catch(z.array(curves), []),
        data: z.extend(nestDataSchema, {
          sheets: z.array(
            z.extend(laidSheet, {
              sheet_id: whole(z.string()),
              placements: z.array(z.extend(laidPart, { mirrored: yes, locked: yes })),
            }),
          ),
          byHand: yes,
        }),
        seed: within(0, MOST_SEED, 1),
        elapsedMs: within(0, 1e9, 0),
        improvements: wholeItems(z.object({ ms: z.number(), sheets: z.number() })),
      }),
      z.transform(({ request, improvements = [], ...one }) => {
        const { sheet, sheets, config, remnant } = request;
        const parts = request.parts.map(({ mirror: _mirror, priority, angles, ...rest }) => {
          // The app asks for single angles only, or for any.
          const isOwn = angles === "free" || angles?.every((angle) => typeof angle === "number");
          const own = { quantity: countOf(rest.quantity), priority: priority || undefined };
          return withoutGaps({ ...rest, ...own, angles: isOwn ? angles : undefined });
        });
        const asked = withoutGaps({ parts, sheet, config, sheets, remnant }) as SolvedLayout["request"];
        const own = asked.parts.map((laid, i) => curvesOf(one.curves[i] ?? null, laid));
        return { ...one, request: asked, curves: own, check: null, improvements };
      }),
    ),
  ),
  null,
);

export const savedProjectSchema = z.pipe(
  z.object({
    name: z.pipe(z.catch(z.string(), PLAIN.name), z.transform(cut(100))),
    mode: z.catch(z.enum(MODES), PLAIN.mode),
    unit: z.catch(z.enum(["mm", "in"]), PLAIN.unit),
    drawings: savedDrawingsSchema,
    parts: z._default(z.array(part).check(z.maxLength(MOST_PARTS)), []),
    sheet: z._default(nestRequestSchema.shape.sheet, PLAIN.sheet),
    config: z._default(nestRequestSchema.shape.config, PLAIN.config),
    ...{ grain, material: word, thickness: known(1e4) },
    ...{ rack: z._default(rack, []), rackOnly: flag, anyAngle: flag },
    remnant: z.catch(z.enum([...REMNANTS, "strip"]), PLAIN.remnant),
    quote: z.catch(z.object({ sheetPrice: known(1e9), markup: within(0, 1000, 0) }), PLAIN.quote),
    machine: z.pipe(z.transform(machineFrom), z.nullable(machineSchema)),
    budgetMs: within(500, 3_600_000, PLAIN.budgetMs),
    seed: z.catch(z.int().check(z.gte(0), z.lte(MOST_SEED)), PLAIN.seed),
    bars: z._default(bars, PLAIN.bars),
    panels: z._default(panels, PLAIN_PANELS),
    layout,
  }),
  z.transform((project) => project as Omit<Project, "id" | "version">),
);

/** Schemas of the lists that a shop keeps: the same rules as where an entry is used. */
export const savedPresets = {
  racks: rack.check(z.refine((sheets) => sheets.length > 0)),
  remnants: rackSheet,
  machines: machineSchema,
  offcuts: stock,
  panels: board,
  materials: z.object({
    ...{ machine: z.string().check(z.minLength(1)), material: name },
    ...{ thickness: known(1e4), kerf: within(0, LIMITS.nest.kerf, 0) },
    defaults: z._default(machineSchema.shape.defaults, {}),
    operations: z._default(machineSchema.shape.operations, {}),
  }),
} satisfies Record<PresetKind, z.ZodMiniType>;
