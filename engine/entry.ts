/** What both public entries export, whatever the platform: types, errors, limits, schemas, pure functions. */

export * from "./contract/cut-plan.ts";
export { LIGHTBURN_COLOURS, LIGHTBURN_LAYERS } from "./contract/lightburn.ts";
export * from "./contract/machine/machine.ts";
export * from "./contract/machine/operations.ts";
export { MACHINE_PRESETS, type MachinePreset } from "./contract/machine/presets.ts";
export * from "./contract/nest-plan.ts";
export type { RequestedSheet, SheetGround } from "./contract/nest-sheets.ts";
export * from "./contract/panel-plan.ts";
export * from "./contract/read-options.ts";
export * from "./contract/v1/account.ts";
export * from "./contract/v1/cut.ts";
export * from "./contract/v1/drawing.ts";
export * from "./contract/v1/envelope.ts";
export * from "./contract/v1/export.ts";
export * from "./contract/v1/nest.ts";
export type { Finding, Severity } from "./contract/values/finding.ts";
export * from "./contract/values/geometry.ts";
export { COLOR_PATTERN, DEFAULTS, LIMITS } from "./contract/values/limits.ts";
export type { Ended } from "./contract/values/plan.ts";
export { cutDataFromPlan, cutDataJson } from "./cut/answer.ts";
export type * from "./drawing/model/drawing.ts";
export { type SuggestedOrder, suggestedOrders } from "./drawing/orders/suggested.ts";
export { outwardRings } from "./drawing/outward.ts";
export type { Engine, EngineOptions } from "./engine.ts";
export {
  API_ERROR_CODES,
  type ApiErrorCode,
  EngineError,
  type ErrorCode,
  type ErrorDetail,
} from "./errors.ts";
export { type Blocker, largestRectangle, type Rectangle } from "./geometry/free-rectangle.ts";
export { nestDataFromPlan } from "./nest/answer.ts";
export * from "./options.ts";
export { panelsToDxf } from "./panel/dxf.ts";
export {
  type PanelCutStep,
  type PanelLeaf,
  type PanelRectangle,
  panelCuts,
  panelLeaves,
} from "./panel/sawing.ts";
export { PauseSwitch } from "./pause.ts";
export { type BarsSvgOptions, barsToSvg } from "./picture/bars.ts";
export { type PanelsSvgOptions, panelsToSvg } from "./picture/panels.ts";
export { type SheetSvgOptions, sheetToSvg } from "./picture/sheet.ts";
export { type ToolpathSvgOptions, toolpathToSvg } from "./picture/toolpath.ts";
export { barsToCsv, sheetsToCsv } from "./report/csv.ts";
export { panelLabels, panelSawList, panelsToCsv } from "./report/panels.ts";
export { groundOf, planToHtml } from "./report/plan.ts";
export { type ReportOptions, sheetsToHtml } from "./report/sheets.ts";
export type { Fault } from "./run/fault.ts";
export type { CoreModule, CoreSource, PlatformOptions } from "./run/platform/options.ts";
export type { DrawingSource, ReadCallOptions } from "./run/source.ts";
export type { PlannedExport } from "./toolpath/export.ts";
export type { GcodeOptions, MachineSettings, Mark } from "./toolpath/machine/options.ts";
export { curvesOfPart, mirroredCurves, type PartCurves, type PathOptions } from "./toolpath/path/shape.ts";
export {
  type DrawnMarks,
  marksOfParts,
  mirroredMark,
  rolesOfLayers,
} from "./toolpath/plan/drawn.ts";
export type { Cut, Toolpath } from "./toolpath/plan/model.ts";
export { curvesOfSheet, exportOfSheet, marksOfSheet } from "./toolpath/plan/placed.ts";
export { planToolpath } from "./toolpath/plan/toolpath.ts";
export type { PictureMove, ProgramPicture } from "./toolpath/time/picture.ts";
export type { PlannedDrawing } from "./toolpath/write/dxf.ts";
export type { DrawingOptions, SheetDrawingOptions } from "./toolpath/write/lines.ts";
export { measureToolpath, type ToolpathTotals } from "./toolpath/write/measure.ts";
export { type CutPlanReport, type CutPlanViolation, verifyCutPlan } from "./verify/cut/plan.ts";
export { type CutReport, type CutViolation, verifyCut } from "./verify/cut/v1.ts";
export type { NestVerifyOptions } from "./verify/nest/layout.ts";
export { verifyNestPlan } from "./verify/nest/plan.ts";
export { type NestReport, type NestViolation, verifyNest } from "./verify/nest/v1.ts";
export { type PanelPlanReport, type PanelPlanViolation, verifyPanelPlan } from "./verify/panel/plan.ts";
export { type ProgramFinding, type ProgramReport, verifyGcode } from "./verify/program/verify.ts";
export type { ProgramWishes } from "./verify/program/wants.ts";
/** The package's version, which answers report as `meta.engine_version`. */
export const VERSION = "1.0.0";
