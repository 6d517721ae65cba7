/** Exports of `offcut` on every platform: few values, and the types of what its engine takes and gives. */

export type {
  CutPattern,
  CutPlan as CutPlanData,
  CutPlanOptions,
  CutPlanPiece,
  CutPlanRequestInput,
  CutPlanStock,
  CutRun,
} from "./base/contract/cut-plan.ts";
export type { Finding } from "./base/contract/finding.ts";
export type {
  NestPlan as NestPlanData,
  NestPlanPart,
  NestPlanRequestInput,
  PartAngles,
  PlanPlacement,
  PlanRemnant,
  PlanSheet,
} from "./base/contract/nest-plan.ts";
export type { RequestedSheet, SheetGround } from "./base/contract/nest-sheets.ts";
export type {
  PanelDefect,
  PanelNode,
  PanelOptions,
  PanelPattern,
  PanelPiece,
  PanelPlan as PanelPlanData,
  PanelPlanRequestInput,
  PanelStock,
  PanelSummary,
} from "./base/contract/panel-plan.ts";
export type { ReadOptions } from "./base/contract/read-options.ts";
export type {
  CallOptions,
  CutCallOptions,
  CutProgress,
  NestCallOptions,
  NestProgress,
  PanelCallOptions,
  PanelProgress,
  SolveOptions,
} from "./base/contract/search-options.ts";
export type { SvgOptionsInput } from "./base/contract/v1/drawing.ts";
export type { ExportRequestInput } from "./base/contract/v1/export.ts";
export type {
  Curve,
  Mark,
  PartCurves,
} from "./base/contract/values/curves.ts";
export type {
  Bounds,
  Path,
  Point,
  Ring,
  RingInput,
} from "./base/contract/values/geometry.ts";
export type { Ended } from "./base/contract/values/plan.ts";
export { EngineError, type ErrorCode, type ErrorDetail } from "./base/errors.ts";
export { PauseSwitch } from "./base/pause.ts";
export type { Drawing, Part } from "./chain/drawing.ts";
export type { CutPlan, NestPlan, PanelPlan } from "./chain/plan.ts";
export type { Program } from "./chain/program.ts";
export type { NestSheet } from "./chain/sheet.ts";
export type { Engine, EngineOptions } from "./engine.ts";
export type {
  Bend,
  DrawingGroup,
  DrawingLayer,
  DrawingPath,
  DrawingUnit,
  Hints,
  LengthAccount,
  OpenEnd,
  PathRole,
} from "./read/drawing/model/drawing.ts";
export type { EngineFault } from "./run/fault.ts";
export type { PlanReport, ProgramSettings, SheetDrawingSettings } from "./run/files/plans.ts";
export type { CoreSource, PlatformOptions } from "./run/platform/options.ts";
export type { DrawingSource, ReadCallOptions } from "./run/source.ts";
export type { BarsPictureOptions } from "./write/picture/bars-svg.ts";
export type { PanelPictureOptions } from "./write/picture/panels-svg.ts";
export type { SheetPictureOptions } from "./write/picture/sheet-svg.ts";
export type { ProgramPictureOptions } from "./write/picture/toolpath-svg.ts";
export type { CutReportOptions } from "./write/report/bars-report.ts";
export type { PlanReportOptions } from "./write/report/plan-report.ts";
export type { GcodeOptions } from "./write/toolpath/machine/options.ts";
export type { LeftOut } from "./write/toolpath/plan/model.ts";
export type { PictureMove, ProgramPicture } from "./write/toolpath/time/picture.ts";
export type { PlannedDrawing } from "./write/toolpath/write/dxf.ts";
export type { SheetDrawingOptions } from "./write/toolpath/write/lines.ts";
export type { ToolpathTotals } from "./write/toolpath/write/measure.ts";
/** The package's version, which answers report as `meta.engine_version`. */
export const VERSION = "2.0.0";
