/** Tasks for the objects that callers hold: a drawing with what its parts carry, and the files and the judgement of a plan. */
import {
  type CutPlan,
  type CutPlanRequestInput,
  cutPlanRequestSchema,
  cutPlanSchema,
} from "../../base/contract/cut-plan.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
  type PlanSheet,
} from "../../base/contract/nest-plan.ts";
import { checkOptions } from "../../base/contract/options.ts";
import type { PanelPlan, PanelPlanRequestInput } from "../../base/contract/panel-plan.ts";
import { by, layerNamesSchema, PROGRAM_OPTIONS } from "../../base/contract/program-options.ts";
import type { ReadOptions } from "../../base/contract/read-options.ts";
import { type SvgOptionsInput, svgOptionsSchema } from "../../base/contract/v1/drawing.ts";
import {
  type ExportRequest,
  type ExportRequestInput,
  exportRequestSchema,
  type GcodeConfig,
} from "../../base/contract/v1/export.ts";
import { type Checked, explained, requestFrom, validate } from "../../base/contract/validate.ts";
import { foldFindings } from "../../read/drawing/basis/fold.ts";
import { openDrawing, type PackedDrawing } from "../../read/drawing/model/packed.ts";
import { readFile } from "../../read/read.ts";
import { verifyCut } from "../../verify/cut/cut-judge.ts";
import { verifyNest } from "../../verify/nest/nest-judge.ts";
import { verifyPanels } from "../../verify/panel/panel-judge.ts";
import { drawingToSvg, type PaintedDrawing } from "../../write/picture/drawing-svg.ts";
import { type ProgramPictureOptions, toolpathToSvg } from "../../write/picture/toolpath-svg.ts";
import { type Carried, carriedBy } from "../../write/sheets/carried.ts";
import { type SheetJob, sheetJob } from "../../write/sheets/job.ts";
import { planLightBurn } from "../../write/sheets/lightburn.ts";
import { type Program, planExport } from "../../write/toolpath/export.ts";
import type { GcodeOptions } from "../../write/toolpath/machine/options.ts";
import { type PlannedDrawing, planDxf } from "../../write/toolpath/write/dxf.ts";
import type { LayerNames } from "../../write/toolpath/write/lines.ts";
import { planSvg } from "../../write/toolpath/write/svg.ts";

/** Bytes of a drawing, and how they are to be read. */
export interface DrawingFile {
  bytes: Uint8Array;
  options: ReadOptions;
}

/** A sheet of a plan, and the request with the parts that lie on it. */
export interface SheetOfPlan {
  request: NestPlanRequestInput;
  sheet: PlanSheet;
  index: number;
  /** Number of each part in the request of the plan. */
  numbers: number[];
}

/** A sheet of a plan, and how its program is to be. */
export interface SheetToWrite {
  of: SheetOfPlan;
  settings: ProgramSettings;
}

/** A sheet whose program was asked for: of a plan, or from elsewhere. */
export type WrittenSheet =
  | SheetToWrite
  | { request: ExportRequestInput | Checked<ExportRequest>; options: GcodeOptions };

/** A drawing as it crosses threads, with what its parts carry. */
export interface CarriedDrawing {
  packed: PackedDrawing;
  carried: Carried["parts"];
  offParts: Carried["offParts"];
}

/** Settings of a program: those of `/v1/export/gcode` and those of the machine in one. */
export type ProgramSettings = Partial<GcodeConfig> & Omit<GcodeOptions, "curves" | "marks">;

/** Settings of the drawing of a sheet. */
export interface SheetDrawingSettings {
  /** Makes arcs of points too, where they fit within this many millimetres; 0 by default. */
  arc_tolerance?: number;
  /** Width that the tool cuts away, mm; that of the request by default. */
  kerf?: number;
  /** Names of layers in place of Offcut's own, by what they hold: `{ outer: "CUT" }`. */
  layer_names?: LayerNames;
  /** Draws one line, in the middle of the gap, between parts that lie one kerf apart, instead of two; false by default. */
  common_lines?: boolean;
}

/** A request with its plan, of one of the three kinds. */
export type PlanWithRequest =
  | { kind: "nest"; request: NestPlanRequestInput; plan: NestPlan }
  | { kind: "cut"; request: CutPlanRequestInput; plan: CutPlan }
  | { kind: "panels"; request: PanelPlanRequestInput; plan: PanelPlan };

/** Report of a judge: whether a plan is right, and what is wrong with it. */
export type PlanReport =
  | ReturnType<typeof verifyNest>
  | ReturnType<typeof verifyCut>
  | ReturnType<typeof verifyPanels>;

export const planTasks = {
  async read(_context: object, file: DrawingFile): Promise<CarriedDrawing> {
    const packed = readFile(file.bytes, file.options);
    const { parts, offParts, findings } = carriedBy(openDrawing(packed));
    // Lines on no part are told with their length; where there is no part, nothing could carry them.
    const own = packed.findings.filter(({ code }) => parts.length === 0 || code !== "open-outside");
    const off = parts.length === 0 ? [] : findings;
    return { packed: { ...packed, findings: foldFindings([...own, ...off]) }, carried: parts, offParts };
  },

  async drawDrawing(
    _context: object,
    { drawing, options }: { drawing: PaintedDrawing; options: SvgOptionsInput },
  ): Promise<string> {
    return drawingToSvg(drawing, validate(svgOptionsSchema, options)).svg;
  },

  async writeSheet(_context: object, sheet: SheetToWrite): Promise<Program> {
    const { request, options } = programJob(sheet);
    return planExport(request, options);
  },

  async drawProgram(
    _context: object,
    { written, options }: { written: WrittenSheet; options: ProgramPictureOptions },
  ): Promise<string> {
    const job = programJob(written);
    return toolpathToSvg(job.request, job.options, options);
  },

  async lightburnSheet(_context: object, sheet: SheetToWrite): Promise<PlannedDrawing> {
    const { request, options } = programJob(sheet);
    return planLightBurn(request, options);
  },

  async drawSheet(
    _context: object,
    { of, settings, format }: { of: SheetOfPlan; settings: SheetDrawingSettings; format: "dxf" | "svg" },
  ): Promise<PlannedDrawing> {
    checkOptions(DRAWING_SETTINGS, settings, ["options"]);
    const { config, options } = split(settings);
    const { request, drawn, ground } = jobOf(of, config);
    const draw = { dxf: planDxf, svg: planSvg }[format];
    return draw(request, { ...options, ...drawn, ...(ground ? { ground } : {}) });
  },

  async verifyPlan(
    _context: object,
    { given, options }: { given: PlanWithRequest; options: object },
  ): Promise<PlanReport> {
    if (given.kind === "nest") return verifyNest(given.request, given.plan, options);
    if (given.kind === "cut") {
      const asked = validate(cutPlanRequestSchema, given.request);
      return explained({ plan: [cutPlanSchema, given.plan] }, () => verifyCut(asked, given.plan));
    }
    return verifyPanels(given.request, given.plan);
  },
};

const CONFIG = ["feed_rate", "travel_rate", "laser_power", "kerf", "use_z"] as const;

/** Values of the export's body are checked by its schema. */
const any = () => false as const;
const { curves: _curves, marks: _marks, ...OF_MACHINE } = PROGRAM_OPTIONS;
const PROGRAM_SETTINGS = { ...OF_MACHINE, ...Object.fromEntries(CONFIG.map((name) => [name, any])) };
const DRAWING_SETTINGS = {
  arc_tolerance: PROGRAM_OPTIONS.arc_tolerance,
  kerf: any,
  layer_names: by(layerNamesSchema),
  common_lines: PROGRAM_OPTIONS.common_lines,
};

/** Settings of the export's body, and those beside it. */
function split<Settings extends Partial<GcodeConfig>>(
  settings: Settings,
): { config: Partial<GcodeConfig>; options: Omit<Settings, keyof GcodeConfig> } {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  const isConfig = ([name]: [string, unknown]) => (CONFIG as readonly string[]).includes(name);
  return {
    config: Object.fromEntries(entries.filter(isConfig)),
    options: Object.fromEntries(entries.filter((entry) => !isConfig(entry))) as Omit<
      Settings,
      keyof GcodeConfig
    >,
  };
}

/** Body of the export of a sheet, and what stands beside it. @throws EngineError INVALID_INPUT as `jobOf` */
function programJob(written: WrittenSheet): { request: ExportRequest; options: GcodeOptions } {
  if ("request" in written)
    return { request: requestFrom(exportRequestSchema, written.request), options: written.options };
  checkOptions(PROGRAM_SETTINGS, written.settings, ["options"]);
  const { config, options } = split(written.settings);
  const { request, drawn } = jobOf(written.of, config);
  return { request, options: { ...options, ...drawn } };
}

/** @throws EngineError INVALID_INPUT for a request or a setting that breaks its schema */
function jobOf({ request, sheet, index }: SheetOfPlan, config: Partial<GcodeConfig>): SheetJob {
  const job = sheetJob(validate(nestPlanRequestSchema, request), sheet, index, config);
  return { ...job, request: validate(exportRequestSchema, job.request) };
}
