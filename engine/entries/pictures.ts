/** Public entry `offcut/pictures`: plans as SVG, HTML, CSV, DXF and labels, at once and in the caller's thread. */
export {
  type PanelCutStep,
  type PanelLeaf,
  type PanelRectangle,
  panelCuts,
  panelLeaves,
} from "../plan/panel/sawing.ts";
export { type BarsSvgOptions, barsToSvg } from "../write/picture/bars-svg.ts";
export { type PanelsSvgOptions, panelsToSvg } from "../write/picture/panels-svg.ts";
export { type SheetSvgOptions, sheetToSvg } from "../write/picture/sheet-svg.ts";
export { type ToolpathSvgOptions, toolpathToSvg } from "../write/picture/toolpath-svg.ts";
export { barsToCsv, sheetsToCsv } from "../write/report/csv.ts";
export { panelsToDxf } from "../write/report/panels-dxf.ts";
export { panelLabels, panelSawList, panelsToCsv } from "../write/report/panels-report.ts";
export { planToHtml } from "../write/report/plan-report.ts";
export { type ReportOptions, sheetsToHtml } from "../write/report/sheets-report.ts";
