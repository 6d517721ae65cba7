/** Numbers of the solver for bars that steer no search: tolerances of the arithmetic, room of lists, and turns for the host. */

/** Least pivot as a share of the largest candidate: smaller keeps the factors sparser, larger more exact. */
export const PIVOT_THRESHOLD: f64 = 0.1;
/** Entry of a factor below which it is rounding error. */
export const PIVOT_ZERO: f64 = 1e-11;
/** Entry of a simplex direction below which it is no pivot. */
export const PIVOT_SMALL: f64 = 1e-8;
/** Reduced cost below minus which a column is worth a pivot; the dearest bar costs 1. */
export const COST_TOLERANCE: f64 = 1e-9;
/** Distance that a basic column may lie outside its bounds, in bars. */
export const VALUE_TOLERANCE: f64 = 1e-9;
/** Largest relative change of a cost in branch and bound: breaks ties, far above the tolerances. */
export const SEARCH_PERTURBATION: f64 = 1e-7;
/** Part of the objective's step that perturbation and tolerances may move a plan by. */
export const SEARCH_STEP: f64 = 0.01;
/** Distance of the program's value above a key, relative to it, at which it still stands for it. */
export const SEARCH_TOLERANCE: f64 = 1e-6;
/** Distance above the gap up to which a pattern's reduced cost is kept; the dearest bar costs 1. */
export const DIVE_SLACK: f64 = 1e-4;
/** Price of missing pieces, in dearest bars for each dearest bar's length: enough to place whatever can be placed. */
export const MISSING_PRICE: f64 = 1000;

/** Pieces times kinds of bars up to which plans with one type to a bar are worked out piece by piece. */
export const SINGLE_TYPE_WORK: f64 = 5_000_000;
/** Exchanges of basic columns between two factorisations at most: room for their etas. */
export const ETA_LIMIT: i32 = 64;
/** Columns that one look through all of them keeps for the next steps of the primal method. */
export const CANDIDATES: i32 = 24;
/** Cells of an exact pricing table at most: 16 MB. */
export const PRICE_CELLS: f64 = 2_000_000;
/** Cells of the pricing table where capacities are too large for an exact one: few, since it is filled often. */
export const COARSE_CELLS: f64 = 500_000;
/** Columns that the linear program has room for; when they are full the least promising are forgotten. */
export const POOL_COLUMNS: i32 = 20_000;
/** Entries of those columns: 40 for each. */
export const POOL_ENTRIES: i32 = 800_000;
/** Types up to which branches are on pairs: the table of pairs has 1 MB at most. */
export const PAIR_TYPES: i32 = 400;
/** Levels of branch and bound that there is room for. */
export const SEARCH_DEPTH: i32 = 2000;
/** Cells of the table of sums at most: 24 MB. */
export const MIX_CELLS: f64 = 1_500_000;
/** Failures of arithmetic that one program is worked on after: more mean that it never gets well. */
export const MOST_FAILURES: i32 = 6;

/** Cells of the table that are filled between two pauses. */
export const TABLE_CELLS_AT_ONCE: i32 = 300_000;
/** Cells of the table that are a unit of work, as long as they take. */
export const TABLE_CELLS_PER_WORK: f64 = 2;
/** Steps of a walk down the table between two pauses. */
export const PRICE_STEPS: i32 = 50_000;
