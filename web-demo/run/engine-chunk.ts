/** The heavy half of the public entry, in a chunk of its own: it is fetched when the first drawing or solve needs it. */

export { outwardRings } from "../../engine/entries/app.ts";
export { MACHINE_PRESETS } from "../../engine/entries/machines.ts";
export {
  cutPlanOptionsSchema,
  cutPlanPieceSchema,
  cutPlanRequestSchema,
  cutPlanSchema,
  cutPlanStockSchema,
  machineSchema,
  nestPlanPartSchema,
  nestPlanRequestSchema,
  panelPlanRequestSchema,
  panelPlanSchema,
} from "../../engine/entries/schemas.ts";
export { createEngine, VERSION } from "../../engine/index.ts";
export {
  cutRequestSchema,
  gcodeConfigSchema,
  nestDataSchema,
  nestRequestSchema,
  parseDxfDataSchema,
} from "../../engine/v1.ts";
export { savedPresets, savedProjectSchema } from "../io/saved-project.ts";
