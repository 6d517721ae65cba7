/** What both public entries export, whatever the platform: types, errors, limits, schemas, pure functions. */
export * from "./contract/account.ts";
export * from "./contract/cut.ts";
export * from "./contract/cutplan.ts";
export * from "./contract/drawing.ts";
export * from "./contract/envelope.ts";
export * from "./contract/export.ts";
export * from "./contract/geometry.ts";
export { COLOR_PATTERN, DEFAULTS, LIMITS } from "./contract/limits.ts";
export * from "./contract/nest.ts";
export * from "./contract/nestplan.ts";
export { cutDataFromPlan, cutDataJson } from "./cutplan.ts";
export type * from "./dxf/drawing.ts";
export type { DrawingSource, Engine, EngineOptions, ReadCallOptions } from "./engine.ts";
export {
  API_ERROR_CODES,
  type ApiErrorCode,
  EngineError,
  type ErrorCode,
  type ErrorDetail,
} from "./errors.ts";
export type { Finding } from "./finding.ts";
export { nestDataFromPlan } from "./nestdata.ts";
export * from "./options.ts";
export { PauseSwitch } from "./pause.ts";
export { barsToCsv, sheetsToCsv } from "./report/csv.ts";
export { type ReportOptions, sheetsToHtml } from "./report/sheets.ts";
export { barsToSvg } from "./svg/bars.ts";
export { sheetToSvg } from "./svg/sheet.ts";
export { toolpathToSvg } from "./svg/toolpath.ts";
export { measureToolpath, planToolpath, type Toolpath, type ToolpathTotals } from "./toolpath/cuts.ts";
export type { GcodeOptions } from "./toolpath/options.ts";
export { curvesOfSheet, exportOfSheet } from "./toolpath/placed.ts";
export { curvesOfPart, type PartCurves, type PathOptions } from "./toolpath/shape.ts";
export { type CutReport, type CutViolation, verifyCut } from "./verify/cut.ts";
export { type CutPlanReport, type CutPlanViolation, verifyCutPlan } from "./verify/cutplan.ts";
export { type NestReport, type NestViolation, verifyNest } from "./verify/nest.ts";
export { verifyNestPlan } from "./verify/nestplan.ts";
export { VERSION } from "./version.ts";
