/**
 * The document: everything that a saved file, a shared link and an undo step hold. Lengths are millimetres. A layout
 * carries the request it answers, so it can be drawn, checked and exported whatever is edited afterwards.
 */
import type {
  CutPiece,
  CutPlan,
  CutPlanOptions,
  CutPlanRequest,
  CutPlanStock,
  Finding,
  NestConfig,
  NestData,
  NestPart,
  NestRequest,
  NestSheet,
  PartCurves,
  Path,
  Ring,
} from "../../engine/index.ts";
import type { Unit } from "./units.ts";

export const PROJECT_VERSION = 1;

export type Mode = "sheets" | "bars";

/**
 * How a part may lie: at the angles of the job, or whatever these are, as drawn, along its grain either way round, or
 * at quarter turns.
 */
export type Turn = "free" | "fixed" | "half" | "quarter";

export interface Part {
  /** Unique in the project; shown, written on the part and sent as the part's id. */
  id: string;
  exterior: Ring;
  holes: Ring[];
  /** What the rings were before they became points; absent where nobody knows. */
  curves?: PartCurves | null;
  quantity: number;
  turn: Turn;
  /** Index into the palette, kept for as long as the part lives. */
  color: number;
  /** The drawing it came from; null when it was typed in. */
  drawing: string | null;
}

/** A file as it was read: what it held beside the parts, and what the reader had to decide. */
export interface Drawing {
  id: string;
  name: string;
  /** What its numbers mean, and who said so: the file, somebody here, or nobody. */
  unit: { name: string; source: "drawing" | "caller" | "assumed" };
  joinTolerance: number;
  findings: Finding[];
  cutPaths: Path[];
  bendLines: Path[];
}

/** The result of the independent check of a layout. */
export interface Check {
  ok: boolean;
  /** Smallest distance between two outlines, null with fewer than two parts on a sheet. */
  gap: number | null;
  /** Smallest distance from an outline to the sheet's edge. */
  margin: number | null;
  problems: string[];
}

/** The interface's request; parts with a rotation rule of their own carry their angles. */
export type LayoutRequest = Omit<NestRequest, "parts"> & { parts: (NestPart & { angles?: number[] })[] };

export interface Layout {
  request: LayoutRequest;
  /** Of each part of the request, so that arcs leave as arcs; absent in projects that knew none. */
  curves?: (PartCurves | null)[];
  data: NestData;
  /** Null while the check is under way. */
  check: Check | null;
  seed: number;
  elapsedMs: number;
}

export interface BarPlan {
  request: CutPlanRequest;
  plan: CutPlan;
  check: Check;
  elapsedMs: number;
}

export interface Machine {
  feed_rate: number;
  travel_rate: number;
  laser_power: number;
  use_z: boolean;
  /** Whether it understands G2 and G3. */
  arcs: boolean;
}

/** What a shop asks of every bar beyond the pieces; 0, null and false are off. */
export interface Saw {
  trim_start: number;
  trim_end: number;
  min_offcut: number;
  max_pieces: number | null;
  offcuts_first: boolean;
  fewest_patterns: boolean;
}

export interface Bars {
  stocks: CutPlanStock[];
  pieces: CutPiece[];
  kerf: number;
  optimize: "waste" | "cost";
  saw: Saw;
}

export interface Project {
  version: typeof PROJECT_VERSION;
  name: string;
  mode: Mode;
  unit: Unit;
  drawings: Drawing[];
  parts: Part[];
  sheet: NestSheet;
  config: NestConfig;
  machine: Machine;
  budgetMs: number;
  seed: number;
  layout: Layout | null;
  bars: Bars;
  plan: BarPlan | null;
}

export const PALETTE_SIZE = 10;

export const PLAIN_SAW: Saw = {
  trim_start: 0,
  trim_end: 0,
  min_offcut: 0,
  max_pieces: null,
  offcuts_first: false,
  fewest_patterns: false,
};

/** An empty project. The numbers are a common plywood sheet and a common bar, not the interface's defaults alone. */
export function emptyProject(): Project {
  return {
    version: PROJECT_VERSION,
    name: "Untitled",
    mode: "sheets",
    unit: "mm",
    drawings: [],
    parts: [],
    sheet: { width: 1220, height: 610 },
    config: { spacing: 3, edge_margin: 5, rotation_step: 90, kerf: 0 },
    machine: { feed_rate: 1000, travel_rate: 3000, laser_power: 100, use_z: false, arcs: true },
    budgetMs: 10_000,
    seed: 1,
    layout: null,
    bars: { stocks: [], pieces: [], kerf: 3, optimize: "waste", saw: PLAIN_SAW },
    plan: null,
  };
}

/** `wanted`, or `wanted 2`, `wanted 3` … whichever no part has yet, within the interface's length. */
export function freeId(parts: readonly Part[], wanted: string): string {
  const taken = new Set(parts.map((part) => part.id));
  const base = wanted.trim().slice(0, 90) || "Part";
  let id = base;
  for (let count = 2; taken.has(id); count++) id = `${base} ${count}`;
  return id;
}

/** The palette entry that the fewest parts use, lowest first. */
export function freeColor(parts: readonly Part[]): number {
  const uses = Array.from({ length: PALETTE_SIZE }, () => 0);
  for (const part of parts) uses[part.color]! += 1;
  return uses.indexOf(Math.min(...uses));
}

export function copiesOf(parts: readonly { quantity: number }[]): number {
  return parts.reduce((sum, part) => sum + part.quantity, 0);
}

const ANGLES: Record<Exclude<Turn, "free">, number[]> = {
  fixed: [0],
  half: [0, 180],
  quarter: [0, 90, 180, 270],
};

/** The request that the project asks now. */
export function nestRequestOf(project: Project): LayoutRequest {
  return {
    parts: project.parts.map(({ id, exterior, holes, quantity, turn }) => {
      const part = { id, exterior, holes, quantity };
      return turn === "free" ? part : { ...part, angles: ANGLES[turn] };
    }),
    sheet: project.sheet,
    config: project.config,
  };
}

/** A request without options is the interface's own. */
export function cutRequestOf({ bars }: Project): CutPlanRequest {
  const { saw, ...job } = bars;
  const options = sawOptionsOf(saw);
  return Object.keys(options).length === 0 ? job : { ...job, options };
}

/** The options that are on. */
export function sawOptionsOf(saw: Saw): CutPlanOptions {
  return Object.fromEntries(Object.entries(saw).filter(([, value]) => Boolean(value)));
}

/** True while the layout answers what the project asks now: nothing that matters was edited since. */
export function layoutIsCurrent(project: Project): boolean {
  const request = project.layout?.request;
  if (!request) return false;
  const { parts, sheet, config } = project;
  return (
    sameFields(request.sheet, sheet) &&
    sameFields(request.config, config) &&
    request.parts.length === parts.length &&
    // Rings are never changed in place, so comparing references suffices once ids and quantities agree.
    request.parts.every((asked, i) => {
      const part = parts[i]!;
      return (
        asked.id === part.id &&
        asked.quantity === part.quantity &&
        asked.exterior === part.exterior &&
        asked.angles?.join() === (part.turn === "free" ? undefined : ANGLES[part.turn].join())
      );
    })
  );
}

export function planIsCurrent(project: Project): boolean {
  return (
    project.plan !== null && JSON.stringify(project.plan.request) === JSON.stringify(cutRequestOf(project))
  );
}

function sameFields<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}
