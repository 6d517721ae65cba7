/**
 * Projects, and what a shop keeps, as files and links bring them: the job by the package's own schemas, what only the page
 * knows of it by these. What is missing becomes the default, and so does what is damaged and leads to no other job.
 */
import { z } from "zod";
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

const flag = z.boolean().catch(false);
const yes = whole(z.literal(true));
const within = (min: number, max: number, otherwise: number) => z.number().min(min).max(max).catch(otherwise);
const known = (max: number) => z.number().min(0).max(max).nullable().catch(null);
const cut = (most: number) => (text: string) => text.slice(0, most);
const name = z.string().min(1).transform(cut(LIMITS.id_length));
const word = z.string().catch("").transform(cut(LIMITS.id_length));
const grain = z.enum(["none", "x", "y"]).catch("none");

const ends = { x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() };
const turn = { cx: z.number(), cy: z.number(), start: z.number(), sweep: z.number() };
const axes = { ux: z.number(), uy: z.number(), vx: z.number(), vy: z.number() };
const curve = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("line"), ...ends }),
  z.object({ kind: z.literal("arc"), ...ends, ...turn, radius: z.number() }),
  z.object({ kind: z.literal("ellipse"), ...ends, ...turn, ...axes }),
  z
    .object({ kind: z.literal("bezier"), ...ends, points: z.array(point).min(2).max(MOST_POINTS) })
    .extend({ weights: z.array(z.number().positive()).nullable() })
    .refine(({ points, weights }) => weights === null || weights.length === points.length),
]);
const path = z.array(curve).min(1);
const names = whole(z.object({ exterior: z.string(), holes: z.array(z.string()) }));
const curves = z
  .object({ exterior: path, holes: z.array(path), layers: names, colours: names })
  .nullable()
  .catch(null) as z.ZodType<PartCurves | null>;

const mark = z
  .object({
    role: z.enum(["mark", "engrave", "bend", "pocket", "cut-open"]),
    path: z.array(point).min(2),
    closed: flag,
    ...{ layer: whole(z.string()), colour: whole(z.string()), curves: whole(path) },
  })
  .transform((one) => withoutGaps({ ...one, curves: curvesAlong(one.curves, one.path, one.closed) }));

const part = nestPlanPartSchema
  .extend({
    color: z
      .int()
      .min(0)
      .max(PALETTE_SIZE - 1)
      .catch(0),
    turn: z.enum(["free", "fixed", "half", "quarter"]).catch("free"),
    drawing: z.string().nullable().catch(null),
    wanted: whole(z.int().min(1).max(LIMITS.plan.quantity)),
    ...{ material: whole(name), thickness: whole(z.number().positive()) },
    due: whole(z.string().regex(/^\d{4}-\d\d-\d\d$/)),
    ...{ curves, marks: wholeItems(mark) },
  })
  .transform(({ angles: _angles, mirror: _mirror, same_angle: _same, ...one }) => {
    const marks = one.marks?.length === 0 ? undefined : one.marks;
    const own = { quantity: countOf(one.quantity), curves: curvesOf(one.curves, one), marks };
    return withoutGaps({ ...one, ...own, priority: one.priority || undefined }) as Part;
  });

/** The app asks for no such thing as many copies as there is room for. */
function countOf(quantity: number | "fill"): number {
  return quantity === "fill" ? 1 : quantity;
}

const sheetType = nestPlanRequestSchema.shape.sheets.unwrap().out.element;
const rackSheet = sheetType.omit({ cost: true }).extend({
  quantity: sheetType.shape.quantity.default(1),
  price: known(1e9),
  ...{ material: word, thickness: known(1e4), grain, remnant: flag },
});
const rack = z
  .array(rackSheet)
  .max(50)
  .transform((sheets) => sheets.map((one, i) => ({ ...one, id: freeName(sheets.slice(0, i), one.id) })));

const stock = cutPlanStockSchema.extend({
  profile: whole(name),
  width: whole(z.number().positive().max(LIMITS.cut.length)),
});
const { shape: rules } = cutPlanOptionsSchema;
const bars = z.object({
  stocks: z.array(stock).max(LIMITS.cut.stocks),
  pieces: z.array(cutPlanPieceSchema.extend({ profile: whole(name) })).max(LIMITS.cut.pieces),
  kerf: cutRequestSchema.shape.kerf,
  optimize: cutRequestSchema.shape.optimize,
  // Projects of earlier versions ask nothing of the saw.
  saw: z
    .object({
      trim_start: rules.trim_start.default(0),
      trim_end: rules.trim_end.default(0),
      min_offcut: rules.min_offcut.default(0),
      profile_width: rules.profile_width.default(0),
      measured: z.enum(["long", "short"]).catch("long"),
      max_pieces: rules.max_pieces.nullable().default(null),
      offcuts_first: rules.offcuts_first.default(false),
      fewest_patterns: rules.fewest_patterns.default(false),
    })
    .default(PLAIN_SAW),
});

/** A line of a table of panels: the package's own, and the material beside it. */
function ofMaterial<Line extends object>(line: z.ZodType<Line>) {
  const both = z.object({ own: line as z.ZodType<object>, material: whole(name) });
  const schema = z.preprocess(
    (given) => {
      const { material, ...own } = Object(given) as { material?: unknown };
      return { own, material };
    },
    both.transform(({ own, material }) => withoutGaps({ ...own, material })),
  );
  return schema as z.ZodType as z.ZodType<Line & { material?: string }>;
}

const board = ofMaterial(panelStockSchema);
const mm = within(0, LIMITS.panel.side, 0);
const panels = z.object({
  stocks: z.array(board).max(LIMITS.panel.stocks),
  pieces: z.array(ofMaterial(panelPieceSchema)).max(LIMITS.panel.pieces),
  kerf: panelPlanRequestSchema.shape.kerf,
  optimize: panelPlanRequestSchema.shape.optimize,
  saw: z
    .object({
      stages: z.literal([2, 3]).catch(3),
      first_cut: z.enum(["any", "rip", "cross"]).catch("any"),
      ...{ trim: mm, min_cut_distance: mm, min_offcut_length: mm, min_offcut_width: mm },
      ...{ exact: flag, offcuts_first: flag, fewest_patterns: flag },
    })
    .catch(PLAIN_PANELS.saw),
});

const laidSheet = nestDataSchema.shape.sheets.element;
const laidPart = laidSheet.shape.placements.element;
/** A result is kept only as a layout to be verified again, and no bound with it: a file can claim anything. */
const layout = z
  .object({
    request: nestPlanRequestSchema.refine(({ sheet }) => sheet !== undefined),
    curves: z.array(curves).catch([]),
    data: nestDataSchema.extend({
      sheets: z.array(
        laidSheet.extend({
          sheet_id: whole(z.string()),
          placements: z.array(laidPart.extend({ mirrored: yes, locked: yes })),
        }),
      ),
      byHand: yes,
    }),
    seed: within(0, MOST_SEED, 1),
    elapsedMs: within(0, 1e9, 0),
    improvements: wholeItems(z.object({ ms: z.number(), sheets: z.number() })),
  })
  .transform(({ request, improvements = [], ...one }) => {
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
  })
  .nullable()
  .catch(null);

export const savedProjectSchema = z
  .object({
    name: z.string().catch(PLAIN.name).transform(cut(100)),
    mode: z.enum(MODES).catch(PLAIN.mode),
    unit: z.enum(["mm", "in"]).catch(PLAIN.unit),
    drawings: savedDrawingsSchema,
    parts: z.array(part).max(MOST_PARTS).default([]),
    sheet: nestRequestSchema.shape.sheet.default(PLAIN.sheet),
    config: nestRequestSchema.shape.config.default(PLAIN.config),
    ...{ grain, material: word, thickness: known(1e4) },
    ...{ rack: rack.default([]), rackOnly: flag, anyAngle: flag },
    remnant: z.enum([...REMNANTS, "strip"]).catch(PLAIN.remnant),
    quote: z.object({ sheetPrice: known(1e9), markup: within(0, 1000, 0) }).catch(PLAIN.quote),
    machine: z.preprocess(machineFrom, machineSchema.nullable()),
    budgetMs: within(500, 3_600_000, PLAIN.budgetMs),
    seed: z.int().min(0).max(MOST_SEED).catch(PLAIN.seed),
    bars: bars.default(PLAIN.bars),
    panels: panels.default(PLAIN_PANELS),
    layout,
  })
  .transform((project) => project as Omit<Project, "id" | "version">);

/** Schemas of the lists that a shop keeps: the same rules as where an entry is used. */
export const savedPresets = {
  racks: rack.refine((sheets) => sheets.length > 0),
  remnants: rackSheet,
  machines: machineSchema,
  offcuts: stock,
  panels: board,
  materials: z.object({
    ...{ machine: z.string().min(1), material: name },
    ...{ thickness: known(1e4), kerf: within(0, LIMITS.nest.kerf, 0) },
    defaults: machineSchema.shape.defaults.default({}),
    operations: machineSchema.shape.operations.default({}),
  }),
} satisfies Record<PresetKind, z.ZodType>;
