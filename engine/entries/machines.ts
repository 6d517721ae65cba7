/** Public entry `offcut/machines`: profiles of machines that are known, and the words that profiles are made of. */
export { LIGHTBURN_COLOURS, LIGHTBURN_LAYERS } from "../base/contract/lightburn.ts";
export { chartMaterials } from "../base/contract/machine/charted-machine.ts";
export type { Chart, ChartRow } from "../base/contract/machine/charts.ts";
export type { Machine, MachineMotion, Skeleton } from "../base/contract/machine/machine.ts";
export {
  DIRECTIONS,
  type Direction,
  ENTRIES,
  type EntryShape,
  LAYER_PURPOSES,
  type LayerOperations,
  LEAD_SHAPES,
  type LeadShape,
  type Operation,
  type OperationRole,
  type OperationRule,
  type Operations,
  ROLES,
} from "../base/contract/machine/operations.ts";
export { DIALECTS, type DialectName, type Post } from "../base/contract/machine/post.ts";
export { MACHINE_PRESETS, type MachinePreset } from "../base/contract/machine/presets.ts";
export type { LibraryTool } from "../base/contract/machine/tools.ts";
export type { MachineSettings } from "../write/toolpath/machine/options.ts";
