/** Rules of a request for panels; options that are absent have their meaning. */
import type { PanelPlanRequest, PanelStock } from "../../base/contract/panel-plan.ts";

export interface PanelTrims {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export interface PanelRules {
  /** Infinity when unlimited. */
  stages: number;
  exact: boolean;
  firstCut: "any" | "rip" | "cross";
  minDistance: number;
  maxFirstCuts: number;
  maxPieces: number;
  /** Undefined when no rest is an offcut. */
  minOffcut: { length: number; width: number } | undefined;
  offcutsFirst: boolean;
  fewestPatterns: boolean;
}

export function rulesOf({ options = {} }: PanelPlanRequest): PanelRules {
  const { min_offcut_length: length, min_offcut_width: width } = options;
  return {
    stages: options.stages === undefined ? 3 : (options.stages ?? Infinity),
    exact: options.cut_type === "exact",
    firstCut: options.first_cut ?? "any",
    minDistance: options.min_cut_distance ?? 0,
    maxFirstCuts: options.max_first_cuts ?? Infinity,
    maxPieces: options.max_pieces ?? Infinity,
    minOffcut:
      length === undefined && width === undefined ? undefined : { length: length ?? 0, width: width ?? 0 },
    offcutsFirst: options.offcuts_first ?? false,
    fewestPatterns: options.fewest_patterns ?? false,
  };
}

/** Trims at the sides of a stock. */
export function trimsOf({ options = {} }: PanelPlanRequest, stock: PanelStock): PanelTrims {
  return {
    left: stock.trim_left ?? options.trim_left ?? 0,
    right: stock.trim_right ?? options.trim_right ?? 0,
    bottom: stock.trim_bottom ?? options.trim_bottom ?? 0,
    top: stock.trim_top ?? options.trim_top ?? 0,
  };
}
