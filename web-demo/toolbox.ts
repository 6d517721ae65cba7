/** The heavy half of the public entry, in a chunk of its own: it is fetched when the first drawing or solve needs it. */
export {
  barsToSvg,
  createEngine,
  cutDataFromPlan,
  cutRequestSchema,
  nestDataSchema,
  nestRequestSchema,
  sheetToSvg,
  VERSION,
} from "../engine/index.ts";
