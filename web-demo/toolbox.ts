/** The heavy half of the public entry, in a chunk of its own: it is fetched when the first drawing or solve needs it. */
export {
  barsToSvg,
  createEngine,
  curvesOfPart,
  curvesOfSheet,
  cutDataFromPlan,
  cutPieceSchema,
  cutRequestSchema,
  cutStockSchema,
  exportOfSheet,
  gcodeConfigSchema,
  nestDataSchema,
  nestPlanRequestSchema,
  nestRequestSchema,
  parseDxfDataSchema,
  sheetToSvg,
  VERSION,
} from "../engine/index.ts";
