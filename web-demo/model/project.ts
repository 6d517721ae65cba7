/**
 * The document: everything that a saved file, a shared link and an undo step hold. Lengths are millimetres. A layout
 * carries the request it answers, so it can be drawn, checked and exported whatever is edited afterwards.
 */
import type { Machine } from "../../engine/entries/machines.ts";
import type {
  CutPlanRequest,
  NestPlanRequest,
  PanelPlanRequest,
  RoleChoice,
} from "../../engine/entries/schemas.ts";
import type {
  Bounds,
  CutPlanData,
  CutPlanPiece,
  CutPlanStock,
  DrawingGroup,
  Finding,
  Hints,
  LengthAccount,
  Mark,
  OpenEnd,
  PanelPiece,
  PanelPlanData,
  PanelStock,
  PartCurves,
  Path,
  ReadOptions,
  Ring,
} from "../../engine/index.ts";
import type { NestConfig, NestData, NestPart, Placement, SheetOutput, SheetSize } from "../../engine/v1.ts";
import { freshId } from "../dom.ts";
import type { PlanSheet, RackSheet, SheetGrain } from "../shop/rack.ts";
import type { DisplayUnit } from "./units.ts";

export const PROJECT_VERSION = 1;

export const MODES = ["sheets", "bars", "panels"] as const;
export type Mode = (typeof MODES)[number];

/**
 * How a part may lie: at the angles of the job, or whatever these are, as drawn, along the sheet's grain either way
 * round, or at quarter turns.
 */
export type TurnRule = "free" | "fixed" | "half" | "quarter";

export interface Part {
  /** Unique in the project; shown, written on the part and sent as the part's id. */
  id: string;
  exterior: Ring;
  holes: Ring[];
  /** Curves from which the rings became points; absent where nobody knows. */
  curves?: PartCurves | null;
  quantity: number;
  turn: TurnRule;
  /** Index into the palette, kept for as long as the part lives. */
  color: number;
  /** The drawing it came from; null when it was typed in. */
  drawing: string | null;
  /** Lines drawn on it and not cut through, in the frame of its rings; absent where there are none. */
  marks?: Mark[];
  /** How many its drawing asks for, beside the part itself; absent where it does not. */
  wanted?: number;
  /** Material that its drawing names; absent where it names none. */
  material?: string;
  thickness?: number;
  /** Parts of a higher priority go onto the first sheets; absent for 0. */
  priority?: number;
  /** Day by which it is wanted, as `2026-12-24`. */
  due?: string;
}

/** A file as it was read: what it held beside the parts, and what the reader had to decide. */
export interface ProjectDrawing {
  id: string;
  name: string;
  /** Unit of its numbers, and who said so: the file, somebody here, or nobody. */
  unit: {
    name: string;
    source: "drawing" | "caller" | "assumed";
    /** How large it is; absent in projects that were kept before it was needed. */
    millimetres?: number;
  };
  joinTolerance: number;
  findings: Finding[];
  cutPaths: Path[];
  bendLines: Path[];
  /** Gaps up to this wide (mm) were closed because somebody has looked at them; 0 when absent. */
  joinGaps?: number;
  /** Ends beyond corners up to this long (mm) were left out; null or absent where the reader decides. */
  trimOvershoots?: number | null;
  /** "cut" where dimensions and lettering, or pages and sheets, are cut like everything else. */
  annotation?: "cut" | null;
  frames?: "cut" | null;
  countersinks?: "cut" | null;
  /** Role of lines across a part; null or absent where the drawing decides. */
  sharedEdges?: SharedEdges | null;
  /** Roles that somebody has chosen for layers, for colours (#rrggbb) and for line types. */
  roles?: Record<string, RoleChoice>;
  colours?: Record<string, RoleChoice>;
  lineTypes?: Record<string, RoleChoice>;
  /** Rules for colours that were chosen for all of it; null or absent for none. */
  preset?: DrawingPreset | null;
  /** Lines by layer, colour and line type; absent in projects that were kept before there was a choice. */
  groups?: DrawingGroup[];
  /** Gaps that keep contours open. */
  openEnds?: OpenEnd[];
  /** Suggested for the whole drawing. */
  hints?: Hints;
  /** Account of every millimetre; absent in projects that were kept before it was told. */
  account?: LengthAccount;
  /** For the picture: engraving and marks, what is not made, and what lies on no part; absent in older projects. */
  markLines?: Path[];
  asideLines?: Path[];
  offLines?: Path[];
  /** Where parts lay that somebody has removed, or moved to another project: they stay away when it is read again. */
  removed?: Bounds[];
  /** Copies that are listed with an equal part. */
  merged?: MergedCopy[];
}

/** Where a copy lies that is counted with the part that lies elsewhere, and how many it stands for. */
export interface MergedCopy {
  at: Bounds;
  with: Bounds;
  quantity: number;
}

export type DrawingPreset = NonNullable<ReadOptions["preset"]>;
export type SharedEdges = NonNullable<ReadOptions["shared_edges"]>;

/** Parts of one sheet that the check has something against. */
export interface SheetFault {
  sheet: number;
  /** Positions in the sheet's placements. */
  placements: number[];
}

/** The result of the independent check of a layout. */
export interface LayoutCheck {
  ok: boolean;
  /** Smallest distance between the cuts of two parts as they are exported, null with fewer than two on a sheet. */
  gap: number | null;
  /** Smallest distance from a cut to the sheet's edge. */
  margin: number | null;
  problems: string[];
  faults: SheetFault[];
}

export type LayoutPart = NestPart & { angles?: number[] | "free"; mirror?: boolean; priority?: number };

/** The interface's request; parts with a rotation rule of their own carry their angles, jobs with a rack its sheets. */
export interface LayoutRequest {
  parts: LayoutPart[];
  sheet: SheetSize;
  config: NestConfig;
  sheets?: PlanSheet[];
  /** Remnant of a sheet to keep; absent for the larger of the strips on the right and at the top. */
  remnant?: RemnantKind;
}

export type RemnantKind = NonNullable<NestPlanRequest["remnant"]>;

/** Where a copy lies: turned over first if mirrored. What is locked stays when the rest is nested. */
export interface LaidPart extends Placement {
  mirrored?: boolean;
  locked?: boolean;
}

export interface SolvedSheet extends Omit<SheetOutput, "placements"> {
  /** Which of the request's `sheets` it is. */
  sheet_id?: string;
  placements: LaidPart[];
}

export interface LaidData extends Omit<NestData, "sheets"> {
  sheets: SolvedSheet[];
  /** No layout with every part has fewer sheets. */
  lower_bound?: number;
  /** Somebody has moved or turned parts since the search. */
  byHand?: boolean;
}

/** A moment at which the search found something better. */
export interface Improvement {
  ms: number;
  /** Sheets used, the last one by how much of it the remnant leaves. */
  sheets: number;
}

export interface SolvedLayout {
  request: LayoutRequest;
  /** Curves of each part of the request, so that arcs leave as arcs; absent in projects that knew none. */
  curves?: (PartCurves | null)[];
  data: LaidData;
  /** Null while the check is under way. */
  check: LayoutCheck | null;
  seed: number;
  elapsedMs: number;
  improvements?: readonly Improvement[];
}

export interface BarPlan {
  profile: string;
  request: CutPlanRequest;
  plan: CutPlanData;
  check: LayoutCheck;
  elapsedMs: number;
}

/** Wishes of a shop for every bar beyond the pieces; 0, null and false are off. */
export const PLAIN_SAW = {
  trim_start: 0,
  trim_end: 0,
  min_offcut: 0,
  /** Depth of the profile where the blade crosses it, which decides what mitres overlap. */
  profile_width: 0,
  /** Which points of a mitred piece its length lies between. */
  measured: "long" as "long" | "short",
  max_pieces: null as number | null,
  offcuts_first: false,
  fewest_patterns: false,
};
export type SawSettings = typeof PLAIN_SAW;

/** A stock has the profile (material and section) of the pieces that are cut from it, and its width where they are mitred. */
export type BarStock = CutPlanStock & { profile?: string; width?: number };
export type BarPiece = CutPlanPiece & { profile?: string };

export interface BarsProject {
  stocks: BarStock[];
  pieces: BarPiece[];
  kerf: number;
  optimize: "waste" | "cost";
  saw: SawSettings;
}

/** Board of the same material as the pieces that are cut from it; "" where nobody says. */
export type PanelBoard = PanelStock & { material?: string };
export type PanelPart = PanelPiece & { material?: string };

/** How panels are sawn; 0 and false are off. */
const PLAIN_PANEL_SAW = {
  /** Lost on every side of a new panel, mm. */
  trim: 0,
  stages: 3 as 2 | 3,
  /** No last cut that trims a single piece. */
  exact: false,
  first_cut: "any" as "any" | "rip" | "cross",
  min_cut_distance: 0,
  min_offcut_length: 0,
  min_offcut_width: 0,
  offcuts_first: false,
  fewest_patterns: false,
};
export type PanelSaw = typeof PLAIN_PANEL_SAW;

export interface Panels {
  stocks: PanelBoard[];
  pieces: PanelPart[];
  kerf: number;
  optimize: "waste" | "cost";
  saw: PanelSaw;
}

export interface PanelResult {
  material: string;
  request: PanelPlanRequest;
  plan: PanelPlanData;
  check: LayoutCheck;
  elapsedMs: number;
}

/** How far the sawing of panels has come: so many cuts of this panel, among all of the job's, are done. */
export interface SawingAt {
  panel: number;
  cut: number;
}

export interface Project {
  version: typeof PROJECT_VERSION;
  /** Where this browser keeps it. */
  id: string;
  name: string;
  mode: Mode;
  unit: DisplayUnit;
  drawings: ProjectDrawing[];
  parts: Part[];
  /** Sheet that is bought new, as many as are needed. */
  sheet: SheetSize;
  /** Which way the fibres of that sheet run. */
  grain: SheetGrain;
  /** Material of the parts: sheets of the rack of another material or thickness are left out. "" and null are any. */
  material: string;
  thickness: number | null;
  /** Sheets that are there: used first. */
  rack: RackSheet[];
  /** Nothing is bought: the rack has to do. */
  rackOnly: boolean;
  config: NestConfig;
  /** Parts without a rule of their own lie at any angle, whatever the rotation step. */
  anyAngle: boolean;
  /** Remnant of a sheet to keep, as large as can be; "strip" is the larger one on the right or at the top. */
  remnant: RemnantKind | "strip";
  quote: Quote;
  /** Its kerf is the job's; null where the user's own CAM makes the program. */
  machine: Machine | null;
  budgetMs: number;
  seed: number;
  layout: SolvedLayout | null;
  bars: BarsProject;
  plans: BarPlan[];
  /** Bars that have been sawn, as `profile/pattern/bar`. */
  sawn: string[];
  panels: Panels;
  panelPlans: PanelResult[];
  sawingAt: SawingAt;
}

export interface Quote {
  /** Price of a sheet that is bought new; null where nobody has said. */
  sheetPrice: number | null;
  /** Percentage that is added to the costs. */
  markup: number;
}

export const PALETTE_SIZE = 10;

/** Different parts: what a list can show. */
export const MOST_PARTS = 1000;

export const PLAIN_PANELS: Panels = {
  stocks: [],
  pieces: [],
  kerf: 3.2,
  optimize: "waste",
  saw: PLAIN_PANEL_SAW,
};

/** An empty project. The numbers are a common plywood sheet and a common bar, not the interface's defaults alone. */
export function emptyProject(): Project {
  return {
    version: PROJECT_VERSION,
    id: freshId("project"),
    name: "Untitled",
    mode: "sheets",
    unit: "mm",
    drawings: [],
    parts: [],
    sheet: { width: 1220, height: 610 },
    grain: "none",
    material: "",
    thickness: null,
    rack: [],
    rackOnly: false,
    config: { spacing: 3, edge_margin: 5, rotation_step: 90, kerf: 0 },
    anyAngle: false,
    remnant: "strip",
    quote: { sheetPrice: null, markup: 0 },
    machine: null,
    budgetMs: 10_000,
    seed: 1,
    layout: null,
    bars: { stocks: [], pieces: [], kerf: 3, optimize: "waste", saw: PLAIN_SAW },
    plans: [],
    sawn: [],
    panels: PLAIN_PANELS,
    panelPlans: [],
    sawingAt: { panel: 0, cut: 0 },
  };
}

export function countCopies(parts: readonly { quantity: number }[]): number {
  return parts.reduce((sum, part) => sum + part.quantity, 0);
}
