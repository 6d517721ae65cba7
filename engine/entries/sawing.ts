/** Public entry `offcut/sawing`: a pattern of panels as what is done at the saw, at once and in the caller's thread. */
export {
  type PanelCutStep,
  type PanelLeaf,
  type PanelRectangle,
  panelCuts,
  panelLeaves,
} from "../plan/panel/sawing.ts";
