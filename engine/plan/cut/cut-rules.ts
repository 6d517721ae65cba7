/** Rules of a cutting request beside /v1; options that are absent have their meaning. */
import type { CutPlanRequest, CutPlanStock } from "../../base/contract/cut-plan.ts";

export interface CutRules {
  minOffcut: number;
  maxPieces: number;
  maxLengths: number;
  offcutsFirst: boolean;
  fewestPatterns: boolean;
  profileWidth: number;
  /** Lengths of mitred pieces are those of their short edges. */
  measuredShort: boolean;
}

export function rulesOf({ options = {} }: CutPlanRequest): CutRules {
  return {
    minOffcut: options.min_offcut ?? 0,
    maxPieces: options.max_pieces ?? Infinity,
    maxLengths: options.max_lengths ?? Infinity,
    offcutsFirst: options.offcuts_first ?? false,
    fewestPatterns: options.fewest_patterns ?? false,
    profileWidth: options.profile_width ?? 0,
    measuredShort: options.measured === "short",
  };
}

/** Trims at the ends of a stock. */
export function trimsOf(
  { options = {} }: CutPlanRequest,
  stock: CutPlanStock,
): { start: number; end: number } {
  return {
    start: stock.trim_start ?? options.trim_start ?? 0,
    end: stock.trim_end ?? options.trim_end ?? 0,
  };
}
