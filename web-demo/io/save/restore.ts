/**
 * Is this text a project? Files and links come from anywhere, so everything is checked before it replaces anything:
 * the job by the interface's schemas, the rest by hand. A result is kept only as a layout to be verified again: a file
 * can claim anything.
 */

import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { Mark, Ring } from "../../../engine/index.ts";
import type { NestData } from "../../../engine/v1.ts";
import type { App } from "../../app.ts";
import { freeName } from "../../collect.ts";
import { freshId } from "../../dom.ts";
import { freeId, MOST_COPIES, MOST_PARTS } from "../../edit/edit-parts.ts";
import { toldFrom } from "../../edit/materials.ts";
import {
  type BarsProject,
  emptyProject,
  type Improvement,
  type LaidData,
  type LayoutRequest,
  PALETTE_SIZE,
  type Part,
  PLAIN_SAW,
  PROJECT_VERSION,
  type Project,
  type SawSettings,
  type SolvedLayout,
  type TurnRule,
} from "../../model/project.ts";
import { FRESH_VIEW } from "../../model/store.ts";
import { plansFrom } from "../../run/saved-plans.ts";
import { verifyAgain } from "../../run/verify-again.ts";
import type { Toolbox, Workshop } from "../../run/workshop.ts";
import type { RackSheet, SheetGrain } from "../../shop/rack.ts";
import { machineFrom } from "../../shop/saved-machine.ts";
import { panelsFrom } from "../saved-panels.ts";
import { numberWithin, valid } from "../valid.ts";
import { curvesAlong, curvesFrom } from "./curves.ts";
import type { SavedProject } from "./save.ts";

const TURNS: readonly TurnRule[] = ["free", "fixed", "half", "quarter"];
const REMNANT_KINDS: readonly Project["remnant"][] = ["right", "top", "largest-rectangle"];
const MARKS: readonly Mark["role"][] = ["mark", "engrave", "bend", "cut-open"];
const BUDGET_MS = { min: 500, max: 3_600_000 };

export async function openProject(app: App, saved: unknown): Promise<void> {
  const project = await restoreProject(app.workshop, saved);
  // A search belongs to the project that is left.
  await app.solver.end();
  app.store.commit("Open project", () => project);
  app.store.update({ ...FRESH_VIEW, spoken: `${project.name} opened.` });
  void verifyAgain(app);
}

/** The project in a saved document with its plans, which are judged again at once. */
export async function restoreProject(workshop: Workshop, saved: unknown): Promise<Project> {
  const project = projectOf(await workshop.toolbox(), saved);
  return { ...project, ...(await plansFrom(workshop, projectIn(saved), project)) };
}

function projectIn(saved: unknown): unknown {
  return (saved as Partial<SavedProject> | null)?.project ?? saved;
}

/**
 * The project in a saved document without plans; what is missing becomes the default.
 * @throws Error with a sentence for people
 */
export function projectOf(tools: Toolbox, saved: unknown): Project {
  const found = projectIn(saved);
  const given = (found ?? {}) as Partial<Project>;
  if (given.version === undefined) throw new Error("this is not an Offcut project");
  if (given.version !== PROJECT_VERSION) {
    throw new Error("this project was written by another version of Offcut");
  }
  const base = emptyProject();
  const { sheet = base.sheet, config = base.config } = given;
  const machine = machineFrom(given.machine);
  const job = valid(tools.nestRequestSchema.omit({ parts: true }), { sheet, config });
  const project: Project = {
    ...base,
    ...job,
    id: freshId("project"),
    name: String(given.name ?? base.name).slice(0, 100),
    mode: given.mode === "bars" || given.mode === "panels" ? given.mode : "sheets",
    unit: given.unit === "in" ? "in" : "mm",
    drawings: tools.savedDrawingsSchema.parse(given.drawings),
    parts: partsOf(tools, given.parts ?? []),
    machine: machine === null ? null : valid(tools.machineSchema, machine),
    budgetMs: numberWithin(given.budgetMs, BUDGET_MS.min, BUDGET_MS.max, base.budgetMs),
    seed: Math.floor(numberWithin(given.seed, 0, 2 ** 32 - 1, base.seed)),
    bars: barsOf(tools, given.bars ?? base.bars),
    anyAngle: given.anyAngle === true,
    remnant: REMNANT_KINDS.find((kind) => kind === given.remnant) ?? base.remnant,
    quote: {
      sheetPrice: numberWithin(given.quote?.sheetPrice, 0, 1e9, null),
      markup: numberWithin(given.quote?.markup, 0, 1000, 0),
    },
    panels: panelsFrom(tools, given.panels),
  };
  return { ...project, ...restoreRack(tools, given, job), layout: layoutOf(tools, given.layout) };
}

function partsOf(tools: Toolbox, parts: Part[]): Part[] {
  if (!Array.isArray(parts) || parts.length === 0) return [];
  const checked = valid(tools.nestPlanPartSchema.array().max(MOST_PARTS), parts);
  const named: Part[] = [];
  checked.forEach((part, i) => {
    const { color, turn, drawing, curves, wanted, material, thickness, due } = parts[i]!;
    const asked = Math.floor(numberWithin(wanted, 1, MOST_COPIES, 0));
    const { exterior, holes } = part;
    const quantity = countOf(part.quantity);
    named.push({
      id: freeId(named, part.id),
      exterior,
      holes,
      quantity,
      color: Math.floor(numberWithin(color, 0, PALETTE_SIZE - 1, 0)),
      turn: TURNS.includes(turn) ? turn : "free",
      drawing: typeof drawing === "string" ? drawing : null,
      curves: curvesFrom(curves, part),
      ...(asked > 0 ? { wanted: asked } : {}),
      ...toldFrom({ material, thickness }),
      ...(part.priority ? { priority: part.priority } : {}),
      ...(/^\d{4}-\d\d-\d\d$/.test(due ?? "") ? { due: due! } : {}),
      ...marksFrom(tools, parts[i]!.marks),
    });
  });
  return named;
}

/** Marks of a part, as far as they are whole. */
function marksFrom(tools: Toolbox, marks: unknown): Pick<Part, "marks"> {
  const { cut_paths: paths } = tools.parseDxfDataSchema.shape;
  const whole = (Array.isArray(marks) ? marks : []).filter(
    (one: Partial<Mark>) =>
      MARKS.some((role) => role === one?.role) &&
      Array.isArray(one.path) &&
      one.path.length > 1 &&
      paths.safeParse([one.path]).success,
  );
  return whole.length > 0 ? { marks: whole.map(markFrom) } : {};
}

function markFrom({ role, path, closed, layer, colour, curves }: Mark): Mark {
  const along = curvesAlong(curves, path, closed === true);
  return {
    role,
    path,
    closed: closed === true,
    ...(typeof layer === "string" ? { layer } : {}),
    ...(typeof colour === "string" ? { colour } : {}),
    ...(along ? { curves: along } : {}),
  };
}

function barsOf(tools: Toolbox, { stocks, pieces, kerf, optimize, saw }: BarsProject): BarsProject {
  const { shape } = tools.cutRequestSchema;
  return {
    stocks: withProfiles(valid(tools.cutPlanStockSchema.array().max(LIMITS.cut.stocks), stocks), stocks),
    pieces: withProfiles(valid(tools.cutPlanPieceSchema.array().max(LIMITS.cut.pieces), pieces), pieces),
    kerf: valid(shape.kerf, kerf),
    optimize: valid(shape.optimize, optimize),
    saw: sawOf(tools, saw ?? PLAIN_SAW),
  };
}

/** The lines with what only the page knows of them. */
function withProfiles<Line extends object>(
  lines: Line[],
  saved: readonly { profile?: unknown; width?: unknown }[],
): (Line & { profile?: string; width?: number })[] {
  return lines.map((line, i) => {
    const { profile, width } = saved[i]!;
    const mm = numberWithin(width, 0, LIMITS.cut.length, 0);
    return {
      ...line,
      ...(typeof profile === "string" && profile !== ""
        ? { profile: profile.slice(0, LIMITS.id_length) }
        : {}),
      ...(mm > 0 ? { width: mm } : {}),
    };
  });
}

/** Projects of earlier versions ask nothing of the saw. */
function sawOf(tools: Toolbox, saw: SawSettings): SawSettings {
  const { shape } = tools.cutPlanOptionsSchema;
  return {
    trim_start: valid(shape.trim_start, saw.trim_start) ?? 0,
    trim_end: valid(shape.trim_end, saw.trim_end) ?? 0,
    min_offcut: valid(shape.min_offcut, saw.min_offcut) ?? 0,
    profile_width: valid(shape.profile_width, saw.profile_width) ?? 0,
    measured: saw.measured === "short" ? "short" : "long",
    max_pieces: valid(shape.max_pieces, saw.max_pieces ?? undefined) ?? null,
    offcuts_first: valid(shape.offcuts_first, saw.offcuts_first) ?? false,
    fewest_patterns: valid(shape.fewest_patterns, saw.fewest_patterns) ?? false,
  };
}

/** Sheets that are there; projects of earlier versions have none. */
export function restoreRack(
  tools: Toolbox,
  { rack, rackOnly, grain, material, thickness }: Partial<Project>,
  { config }: Pick<LayoutRequest, "config">,
): Pick<Project, "rack" | "rackOnly" | "grain" | "material" | "thickness"> {
  const given = Array.isArray(rack) ? rack : [];
  const types = given.map((one) => {
    const { id, width, height, quantity, outline, holes, defects } = Object(one) as Partial<RackSheet>;
    return { id, width, height, quantity, outline, holes: holes ?? [], defects: defects ?? [] };
  });
  const probe = { parts: [{ id: "part", exterior: PROBE }], config };
  const { sheets = [] } =
    types.length > 0 ? valid(tools.nestPlanRequestSchema, { ...probe, sheets: types }) : {};
  return {
    rack: sheets.map(({ width, height, quantity = 1, outline, holes, defects, ...sheet }, i) => ({
      width,
      height,
      quantity,
      ...(outline ? { outline } : {}),
      holes,
      defects,
      id: freeName(sheets.slice(0, i), sheet.id),
      price: numberWithin(given[i]!.price, 0, 1e9, null),
      material: String(given[i]!.material ?? "").slice(0, LIMITS.id_length),
      thickness: numberWithin(given[i]!.thickness, 0, 1e4, null),
      grain: grainOf(given[i]!.grain),
      remnant: given[i]!.remnant === true,
    })),
    rackOnly: rackOnly === true,
    grain: grainOf(grain),
    material: String(material ?? "").slice(0, LIMITS.id_length),
    thickness: numberWithin(thickness, 0, 1e4, null),
  };
}

/** Some part, for the schema's sake. */
const PROBE: Ring = [
  [0, 0],
  [1, 0],
  [0, 1],
  [0, 0],
];

function grainOf(value: unknown): SheetGrain {
  return value === "x" || value === "y" ? value : "none";
}

/** Nor does it ask for as many copies as there is room for. */
function countOf(quantity: number | "fill"): number {
  return quantity === "fill" ? 1 : quantity;
}

/** The app asks for single angles only, or for any. */
function isList(angles: unknown): angles is number[] | "free" {
  if (angles === "free") return true;
  return Array.isArray(angles) && angles.every((angle) => typeof angle === "number");
}

function layoutOf(tools: Toolbox, saved: SolvedLayout | null | undefined): SolvedLayout | null {
  const request = tools.nestPlanRequestSchema.safeParse(saved?.request);
  const data = tools.nestDataSchema.safeParse(saved?.data);
  if (!request.success || !data.success || !saved?.request.sheet) return null;
  const { parts, sheets, config, remnant } = request.data;
  const { sheet } = saved.request;
  const whole = tools.nestRequestSchema.shape.sheet.safeParse(sheet);
  if (!whole.success) return null;
  const asked = parts.map(({ mirror: _never, priority, angles, ...rest }) => {
    const part = { ...rest, quantity: countOf(rest.quantity), ...(priority ? { priority } : {}) };
    return isList(angles) ? { ...part, angles } : part;
  });
  const rest = { ...(sheets ? { sheets } : {}), ...(remnant ? { remnant } : {}) };
  return {
    request: { parts: asked, sheet: whole.data, config, ...rest },
    curves: asked.map((part, i) => curvesFrom(Array.isArray(saved.curves) ? saved.curves[i] : null, part)),
    data: withOwnWords(data.data, saved.data),
    check: null,
    seed: numberWithin(saved.seed, 0, 2 ** 32 - 1, 1),
    elapsedMs: numberWithin(saved.elapsedMs, 0, 1e9, 0),
    improvements: (Array.isArray(saved.improvements) ? saved.improvements : []).filter(isMoment),
  };
}

function isMoment(one: unknown): boolean {
  const { ms, sheets } = Object(one) as Partial<Improvement>;
  return Number.isFinite(ms) && Number.isFinite(sheets);
}

/** Adds fields of a layout that the interface's schema does not know: types of sheets, mirrored and locked placements. */
function withOwnWords(data: NestData, saved: LaidData): LaidData {
  const sheets = data.sheets.map((sheet, s) => {
    const { sheet_id, placements } = saved.sheets[s]!;
    return {
      ...sheet,
      ...(typeof sheet_id === "string" ? { sheet_id } : {}),
      placements: sheet.placements.map((place, p) => ({
        ...place,
        ...(placements[p]!.mirrored === true ? { mirrored: true } : {}),
        ...(placements[p]!.locked === true ? { locked: true } : {}),
      })),
    };
  });
  return { ...data, sheets, ...(saved.byHand === true ? { byHand: true } : {}) };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the file is damaged: it is not JSON");
  }
}
