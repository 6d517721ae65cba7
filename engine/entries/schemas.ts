/** Public entry `offcut/schemas`: requests, plans and profiles as schemas of zod/mini, with their limits and defaults. */
export {
  type CutPlanRequest,
  cutPatternSchema,
  cutPlanOptionsSchema,
  cutPlanPieceSchema,
  cutPlanRequestSchema,
  cutPlanSchema,
  cutPlanStockSchema,
  cutRunSchema,
} from "../base/contract/cut-plan.ts";
export { chartSchema } from "../base/contract/machine/charts.ts";
export { machineSchema, motionSchema, skeletonSchema } from "../base/contract/machine/machine.ts";
export {
  layerOperationsSchema,
  operationSchema,
  operationsSchema,
  ruleSchema,
} from "../base/contract/machine/operations.ts";
export { postSchema } from "../base/contract/machine/post.ts";
export { toolsSchema } from "../base/contract/machine/tools.ts";
export {
  MOST_PARTS_IN_ALL,
  type NestPlanRequest,
  nestPlanPartSchema,
  nestPlanRequestSchema,
  nestPlanSchema,
  OBJECTIVES,
  planPlacementSchema,
  planSheetSchema,
  REMNANTS,
} from "../base/contract/nest-plan.ts";
export {
  type PanelPlanRequest,
  panelDefectSchema,
  panelNodeSchema,
  panelOptionsSchema,
  panelPatternSchema,
  panelPieceSchema,
  panelPlanRequestSchema,
  panelPlanSchema,
  panelStockSchema,
  panelSummarySchema,
} from "../base/contract/panel-plan.ts";
export {
  LAYER_ROLES,
  type LayerRole,
  PRESETS,
  type Preset,
  type RoleChoice,
  readOptionsSchema,
  UNIT_NAMES,
  type UnitName,
} from "../base/contract/read-options.ts";
export { TIME_LIMITS_MS } from "../base/contract/search-options.ts";
export {
  boundsSchema,
  dimensionsSchema,
  geometrySchema,
  pointSchema,
  ringSchema,
} from "../base/contract/values/geometry.ts";
export { COLOR_PATTERN, DEFAULTS, LIMITS } from "../base/contract/values/limits.ts";
