/** Every constant of the cutting core, with what it trades. */

/** Steps of dual feasible functions: more than pieces of any weight worth telling apart lie on a bar. */
export const DUAL_STEPS: i32 = 100;
/** Exponent of sequential value correction: above 1 it favours long pieces (Belov's choice). */
export const CORRECTION_POWER: f64 = 1.02;
/** Nodes of one filling in a constructed plan. */
export const FILL_NODES: i32 = 1500;
/** Constructed plans after the first, before anything cleverer. */
export const FILL_ROUNDS: i32 = 12;
/** Work for constructing plans at a stretch. */
export const FILL_WORK: f64 = 10_000_000;
export const FILL_WORK_PER_TYPE: f64 = 100_000;

/** Pieces times bars up to which plans with one type to a bar are worked out piece by piece. */
export const SINGLE_TYPE_WORK: f64 = 5_000_000;

/** Exchanges of basic columns between two factorisations. */
export const ETA_LIMIT: i32 = 64;
/** A pivot is at least this part of the largest candidate; smaller keeps the factors sparser, larger more exact. */
export const PIVOT_THRESHOLD: f64 = 0.1;
/** Below this an entry of a factor is rounding error. */
export const PIVOT_ZERO: f64 = 1e-11;
/** Below this an entry of a simplex direction is no pivot. */
export const PIVOT_SMALL: f64 = 1e-8;
/** A reduced cost below minus this is worth a pivot; the dearest bar costs 1. */
export const COST_TOLERANCE: f64 = 1e-9;
/** How far a basic column may lie outside its bounds. */
export const VALUE_TOLERANCE: f64 = 1e-9;

/**
 * Cells of the pricing table: up to the small number it is always used, above the large one never, in between from the
 * first time that branch and bound would visit more nodes.
 */
export const PRICE_CELLS_SMALL: f64 = 60_000;
export const PRICE_CELLS: f64 = 2_000_000;
/** Cells of the pricing table where capacities are too large for an exact one: few, since it is filled often. */
export const COARSE_CELLS: f64 = 500_000;
/** Cells of the table filled in one step, and how many are one unit of work. */
export const TABLE_CELLS_AT_ONCE: i32 = 300_000;
export const TABLE_CELLS_PER_WORK: f64 = 2;
/** Nodes of branch and bound per pricing, shared by the bars. */
export const PRICE_NODES: i32 = 200_000;
/** Patterns that one pricing returns at most. */
export const PRICE_COLUMNS: i32 = 48;
/** Patterns of one pricing that may contain the same type. */
export const PRICE_REPEATS: i32 = 3;
/** With a coarse table narrower than this its bounds are worth nothing. */
export const PRICE_LEAST_WIDTH: f64 = 500;
/** Steps from the table's bound down to the threshold, and the rows that they visit at most. */
export const PRICE_FLOORS: f64 = 4;
export const PRICE_PROOF_WALK: i32 = 1_000_000;
/** Steps of the walk down the table at once, and the rows that it visits at most. */
export const PRICE_STEPS: i32 = 50_000;
export const PRICE_WALK: i32 = 40_000;

/** Room for patterns of the linear program, and for their entries. */
export const POOL_COLUMNS: i32 = 20_000;
export const POOL_ENTRIES: i32 = 800_000;
/** What a dearest bar's length of missing pieces costs, in dearest bars: enough to place whatever can be placed. */
export const MISSING_PRICE: f64 = 1000;
/** Pivots per row before prices are asked for although the program is not solved: degenerate programs stall. */
export const PIVOTS_PER_ROW: i32 = 40;
/** Failures of arithmetic that one program is worked on after. */
export const MOST_FAILURES: i32 = 6;
/** Part of the best bound's values in those that are priced. */
export const SMOOTHING: f64 = 0.7;

/** Work on the program before its unfinished solution is rounded for the first time. */
export const ROUNDING_WORK: f64 = 60_000_000;

/** Pricings after each fixing of a dive. */
export const DIVE_ROUNDS: i32 = 4;
/** How far above the gap a pattern's reduced cost may be before a dive forgets it; the dearest bar costs 1. */
export const DIVE_SLACK: f64 = 1e-4;
/**
 * The search ends when it has worked this many times as long as until its last gain, and this much at least: more than
 * most callers have time for while there is a plan to prove, less where not everything fits and no proof is to be had.
 */
export const PATIENCE: f64 = 3;
export const LEAST_WORK: f64 = 4_000_000_000;
export const LEAST_WORK_SHORT: f64 = 400_000_000;
/** Work spent on ties once the objective is proven, beyond as much as that took. */
export const TIE_WORK: f64 = 1_000_000;

/** Patterns that branch and bound takes on, and the nodes spent on counting them. */
export const LIST_PATTERNS: i32 = 12_000;
export const LIST_NODES: i32 = 3_000_000;
/** With more types than this branches are not on pairs. */
export const PAIR_TYPES: i32 = 400;
/** Part of a branch's score that chance may take off it from the second run on. */
export const SEARCH_NOISE: f64 = 0.2;
/** Leaves of the first run of a search, and how much longer each run is than the one before. */
export const SEARCH_LEAVES: f64 = 8;
export const SEARCH_GROWTH: f64 = 1.4;
/** Levels of branch and bound; work it may take beyond as much as has been done before; nodes between packings. */
export const SEARCH_DEPTH: i32 = 2000;
export const SEARCH_WORK: f64 = 300_000_000;
export const SEARCH_PACKING: i32 = 16;
/** Dual steps per row of the program that a node may take before its basis is made anew. */
export const SEARCH_PIVOTS: i32 = 8;
/** Largest relative change of a cost in branch and bound. */
export const SEARCH_PERTURBATION: f64 = 1e-7;
/** The part of the objective's step that perturbation and tolerances may move a plan by. */
export const SEARCH_STEP: f64 = 0.01;

/** Cells of the table of sums, and the work to fill it. */
export const MIX_CELLS: f64 = 1_500_000;
export const MIX_WORK: f64 = 60_000_000;
/** Mixes that are tried, and how often each. */
export const MIX_TRIES: i32 = 40;
export const MIX_TURNS: i32 = 3;
/** How far above a key, relative to it, the program's value may lie and still stand for it. */
export const SEARCH_TOLERANCE: f64 = 1e-6;
/** Columns that one look through all of them keeps for the next steps of the primal method. */
export const CANDIDATES: i32 = 24;
