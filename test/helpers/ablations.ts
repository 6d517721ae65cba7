/** The optional stages of the core, each with the lines that leave it out. */
import type { Fault } from "./probe.ts";

/** All solvers in one module. */
export const ENTRY_OF_CORE = ["nest", "cut", "panel"]
  .map((solver) => `export * from "./${solver}";\n`)
  .join("");

export type Solver = "nest" | "cut" | "panel";

export interface Stage {
  name: string;
  /** Whose jobs it is measured on. */
  solver: Solver;
  faults: Fault[];
}

const without = (name: string, file: string, line: string, instead: string): Stage => ({
  name,
  solver: file.slice(0, file.indexOf("/")) as Solver,
  faults: [{ file: `assembly/${file}.ts`, line, instead }],
});

export const STAGES: Stage[] = [
  without(
    "rectangles",
    "nest/rectangles/rectangles",
    "return boxed && !tooManyBoxes() && exactShare >= BOXES_SHARE;",
    "return false;",
  ),
  without("exact jigsaws", "nest/nest-search", "mayGoOn() && searchExactly(mayGoOn)", "mayGoOn() && false"),
  without(
    "puzzle",
    "nest/puzzle/puzzle",
    "worthwhile = plain && <f64>copyCount <= fewest * <f64>PIECES && openContact();",
    "worthwhile = false;",
  ),
  without("lattice", "nest/constructions", "  if (wantsLattices()) {\n", "  if (false) {\n"),
  without("lines across sheets", "nest/model/nest-tuning", "LINES: f64 = 8;", "LINES: f64 = 0;"),
  without("copies one by one in holes", "nest/construct/holes", "|| wanted > MANY_COPIES ||", "|| true ||"),
  without("rows in holes", "nest/construct/rows", "ROWS_MOST = 64;", "ROWS_MOST = 1;"),
  without("circles for columns", "nest/nest-search", "!isLeft() && circlesDue()", "false"),
  without("right angles first", "nest/model/nest-tuning", "COARSE_ROUNDS = 2;", "COARSE_ROUNDS = 0;"),
  without("rough outlines", "nest/model/nest-tuning", "ROUGH_SHARE: f64 = 0.05;", "ROUGH_SHARE: f64 = 0;"),
  without("large parts first", "nest/model/nest-tuning", "LARGE_TRIES = 3;", "LARGE_TRIES = 0;"),
  without(
    "boxes of very many",
    "nest/model/nest-tuning",
    "PACKED_BOXES: f64 = 100_000;",
    "PACKED_BOXES: f64 = 0;",
  ),
  without(
    "priorities as one",
    "nest/model/nest-tuning",
    "MERGED_SHARE: f64 = 0.7;",
    "MERGED_SHARE: f64 = 0;",
  ),
  without("right angles in samples", "nest/model/nest-tuning", "FEW_SHAPES = 8;", "FEW_SHAPES = 1_000_000;"),
  without(
    "tables by asking",
    "nest/model/nest-tuning",
    "TABLE_ASKED: usize = 500;",
    "TABLE_ASKED: usize = 0;",
  ),
  without(
    "matching to holes",
    "nest/rectangles/nested",
    "for (let k = 0; k < kinds; k++) fillCopies(",
    "for (let k = 0; k < 0; k++) fillCopies(",
  ),
  without(
    "pieces of crowded sheets",
    "nest/compress/insert",
    "return recordSize(record) > GROUP_ITEMS;",
    "return false;",
  ),
  without("spots that overlap least", "nest/model/nest-tuning", "SPOT_DRAWS = 400;", "SPOT_DRAWS = 1;"),
  without("pair tables", "nest/model/limits", "MOST_TABLES = 1000;", "MOST_TABLES = 0;"),
  without("near window", "nest/separate/broad-phase", "  windowCount = nearCount;\n", "  return;\n"),
  without(
    "turning",
    "nest/separate/sample",
    "  turns = isFree(part) && randomIndex(TURNING_MOVES) === 0;\n",
    "  turns = false;\n",
  ),
  without("repeated sheets", "nest/search", "dry === 0 && sheetInReach() && sendRepeated()", "false"),
  without("snap", "nest/separate/sample", "  if (current.price > 0) snap(side * SNAP_REACH);\n", ""),
  without("disruption", "nest/compress/compress", "    disrupt();\n", ""),
  without("compaction", "nest/nest-search", "  compactBest(work);\n", ""),
  without("bar mix", "cut/model/cut-tuning", "MIX_TRIES: i32 = 40;", "MIX_TRIES: i32 = 0;"),
  without("Ryan-Foster", "cut/model/limits", "PAIR_TYPES: i32 = 400;", "PAIR_TYPES: i32 = 0;"),
  without("single type", "cut/cut-search", "  if (planSingleType(filled, key)) offerPlan(filled);\n", ""),
  without(
    "pricing table",
    "cut/lp/pricing-table",
    "tabled = !ruled && (cell === 1 || capacity[0] / cell >= PRICE_LEAST_WIDTH);",
    "tabled = false;",
  ),
  without(
    "listed patterns",
    "cut/model/cut-tuning",
    "LIST_PATTERNS: i32 = 12_000;",
    "LIST_PATTERNS: i32 = 0;",
  ),
  without("smoothing", "cut/model/cut-tuning", "SMOOTHING: f64 = 0.7;", "SMOOTHING: f64 = 0;"),
  without("dives", "cut/cut-search", "    dive(dives++, false);\n", "    dives++;\n"),
  without(
    "columns of panels",
    "panel/panel-search",
    "  programmed = patternsMayHelp() && !provenOptimal();\n",
    "  programmed = false;\n",
  ),
  without(
    "columns after the search",
    "panel/panel-search",
    "ruinAndRecreate(workSpent() + ROUNDING_WORK)",
    "ruinAndRecreate(Infinity)",
  ),
  without(
    "unfinished roundings",
    "panel/panel-search",
    "columnGeneration(workSpent() + ROUNDING_WORK)",
    "columnGeneration(Infinity)",
  ),
  without("blinks", "panel/model/panel-tuning", "BLINK: f64 = 0.02;", "BLINK: f64 = 0;"),
  without("strips of two panels", "panel/search/ruin", "  if (kind < 0.6) {\n", "  if (true) {\n"),
  without("parts of panels", "panel/search/ruin", "  if (kind < 0.2) {\n", "  if (false) {\n"),
  without(
    "fewer patterns",
    "panel/panel-search",
    "  if (fewestPatterns && provenOptimal()) {\n",
    "  if (false) {\n",
  ),
  without(
    "tidying on the way",
    "panel/search/tidy",
    "  return isComplete() && revision !== tidied && workSpent() > max(TIDY_WORK, lastGain);",
    "  return false;",
  ),
  without(
    "products of dual feasible functions",
    "panel/model/panel-bound",
    "  if (stockCount !== 1) return;\n",
    "  return;\n",
  ),
];
