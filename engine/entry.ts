/** Exports of both public entries, whatever the platform: types, errors, limits, schemas, pure functions. */

export type { CutPlan as CutPlanData } from "./base/contract/cut-plan.ts";
export * from "./base/contract/cut-plan.ts";
export { LIGHTBURN_COLOURS, LIGHTBURN_LAYERS } from "./base/contract/lightburn.ts";
export { type Chart, type ChartRow, chartMaterials, chartSchema } from "./base/contract/machine/charts.ts";
export * from "./base/contract/machine/machine.ts";
export * from "./base/contract/machine/operations.ts";
export { DIALECTS, type DialectName, type Post, postSchema } from "./base/contract/machine/post.ts";
export { MACHINE_PRESETS, type MachinePreset } from "./base/contract/machine/presets.ts";
export type { NestPlan as NestPlanData } from "./base/contract/nest-plan.ts";
export * from "./base/contract/nest-plan.ts";
export type { RequestedSheet, SheetGround } from "./base/contract/nest-sheets.ts";
export type { PanelPlan as PanelPlanData } from "./base/contract/panel-plan.ts";
export * from "./base/contract/panel-plan.ts";
export * from "./base/contract/read-options.ts";
export * from "./base/contract/search-options.ts";
export * from "./base/contract/v1/account.ts";
export * from "./base/contract/v1/cut.ts";
export * from "./base/contract/v1/drawing.ts";
export * from "./base/contract/v1/envelope.ts";
export * from "./base/contract/v1/export.ts";
export * from "./base/contract/v1/nest.ts";
export type { Finding, Severity } from "./base/contract/values/finding.ts";
export * from "./base/contract/values/geometry.ts";
export { COLOR_PATTERN, DEFAULTS, LIMITS } from "./base/contract/values/limits.ts";
export type { Ended } from "./base/contract/values/plan.ts";
export {
  API_ERROR_CODES,
  type ApiErrorCode,
  EngineError,
  type ErrorCode,
  type ErrorDetail,
} from "./base/errors.ts";
export { type Blocker, largestRectangle, type Rectangle } from "./base/geometry/free-rectangle.ts";
export { PauseSwitch } from "./base/pause.ts";
export type { Drawing, Part } from "./chain/drawing.ts";
export type { CutPlan, NestPlan, PanelPlan } from "./chain/plan.ts";
export type { PlannedSheet } from "./chain/sheet.ts";
export type { Engine, EngineOptions } from "./engine.ts";
export { cutDataFromPlan, cutDataJson } from "./plan/cut/cut-answer.ts";
export { nestDataFromPlan } from "./plan/nest/nest-answer.ts";
export {
  type PanelCutStep,
  type PanelLeaf,
  type PanelRectangle,
  panelCuts,
  panelLeaves,
} from "./plan/panel/sawing.ts";
export { findingsWithout } from "./read/drawing/basis/fold.ts";
export type {
  Arc,
  Bend,
  Bezier,
  Curve,
  DrawingGroup,
  DrawingLayer,
  DrawingPath,
  DrawingUnit,
  EllipseArc,
  Hints,
  LengthAccount,
  Line,
  OpenEnd,
  PathRole,
} from "./read/drawing/model/drawing.ts";
export { type SuggestedOrder, suggestedOrders } from "./read/drawing/orders/suggested.ts";
export { outwardRings } from "./read/drawing/outward.ts";
export type { EngineFault } from "./run/fault.ts";
export type { PlanReport, ProgramSettings, SheetDrawingSettings } from "./run/files/plans.ts";
export type { CoreModule, CoreSource, PlatformOptions } from "./run/platform/options.ts";
export type { DrawingSource, ReadCallOptions } from "./run/source.ts";
export { type CutPlanReport, type CutPlanViolation, verifyCutPlan } from "./verify/cut/cut-judge.ts";
export type { NestReport, NestVerifyOptions, NestViolation } from "./verify/nest/judged-layout.ts";
export { verifyNestPlan } from "./verify/nest/nest-judge.ts";
export {
  type PanelPlanReport,
  type PanelPlanViolation,
  verifyPanelPlan,
} from "./verify/panel/panel-judge.ts";
export { type ProgramFinding, type ProgramReport, verifyGcode } from "./verify/program/verify.ts";
export { type CutReport, type CutViolation, verifyCut } from "./verify/v1/v1-cut.ts";
export { verifyNest } from "./verify/v1/v1-nest.ts";
export type { ProgramWishes } from "./verify/wants/wishes.ts";
export { type BarsSvgOptions, barsToSvg } from "./write/picture/bars-svg.ts";
export { type PanelsSvgOptions, panelsToSvg } from "./write/picture/panels-svg.ts";
export { type SheetSvgOptions, sheetToSvg } from "./write/picture/sheet-svg.ts";
export { type ToolpathSvgOptions, toolpathToSvg } from "./write/picture/toolpath-svg.ts";
export { barsToCsv, sheetsToCsv } from "./write/report/csv.ts";
export { panelsToDxf } from "./write/report/panels-dxf.ts";
export { panelLabels, panelSawList, panelsToCsv } from "./write/report/panels-report.ts";
export { groundOf, planToHtml } from "./write/report/plan-report.ts";
export { type ReportOptions, sheetsToHtml } from "./write/report/sheets-report.ts";
export type { PlannedExport } from "./write/toolpath/export.ts";
export type { GcodeOptions, MachineSettings, Mark } from "./write/toolpath/machine/options.ts";
export {
  curvesOfPart,
  mirroredCurves,
  type PartCurves,
  type PathOptions,
} from "./write/toolpath/path/shape.ts";
export {
  type DrawnMarks,
  marksOfParts,
  mirroredMark,
  rolesOfLayers,
} from "./write/toolpath/plan/drawn.ts";
export type { LeftOut, PlannedCut, Toolpath } from "./write/toolpath/plan/model.ts";
export { curvesOfSheet, exportOfSheet, marksOfSheet } from "./write/toolpath/plan/placed.ts";
export { planToolpath } from "./write/toolpath/plan/toolpath.ts";
export type { PictureMove, ProgramPicture } from "./write/toolpath/time/picture.ts";
export type { PlannedDrawing } from "./write/toolpath/write/dxf.ts";
export type { DrawingOptions, SheetDrawingOptions } from "./write/toolpath/write/lines.ts";
export { measureToolpath, type ToolpathTotals } from "./write/toolpath/write/measure.ts";
/** The package's version, which answers report as `meta.engine_version`. */
export const VERSION = "1.0.0";
