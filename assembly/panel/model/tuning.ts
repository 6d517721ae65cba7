/** Every constant of the panel core, with what it trades. */

/** Pieces that are taken out and put back one by one; larger jobs go through whole patterns first. */
export const SEARCH_PIECES: i32 = 1500;
/** Slots of a plan beyond those that its single pieces may take. */
export const PLAN_SLOTS: i32 = 400_000;

/** Chance that a place is passed over while panels are filled again: what is best now need not be best in the end. */
export const BLINK: f64 = 0.02;
/** A worse state is kept when it is no worse than that of so many steps ago. */
export const HISTORY: i32 = 100;
/** How the value of a piece without a place grows with its area. */
export const LEFT_POWER: f64 = 1.0;
/** The search ends when it has worked this many times as long as until its last gain, and this much at least. */
export const PATIENCE: f64 = 3;
export const LEAST_WORK: f64 = 2_000_000_000;

/** Steps of dual feasible functions, and products that all pairs of them may take. */
export const BOUND_STEPS: i32 = 5;
export const BOUND_WORK: f64 = 12_000_000;

/** Positions of cuts that pricing looks at per direction of a panel; with many stocks fewer each. */
export const MOST_POINTS: i32 = 1500;
export const LEAST_POINTS: i32 = 60;
export const MOST_POINTS_IN_ALL: i32 = 4000;
/** Steps of the knapsacks across sections in one pricing; more are thinned out. */
export const PRICE_STEPS: f64 = 4_000_000;
/** Steps of one pricing that leaves nothing out. */
export const PROVE_STEPS: f64 = 150_000_000;
/** Prices of a piece that one pricing tries where the pieces of a panel are limited. */
export const LIMIT_PRICES: i32 = 6;
/** Patterns of one pricing of a stock. */
export const PRICE_COLUMNS: i32 = 8;

/** Room for columns of the linear program, their entries, and the slots of their patterns. */
export const MASTER_COLUMNS: i32 = 12_000;
export const MASTER_ENTRIES: i32 = 300_000;
export const MASTER_SLOTS: i32 = 2_000_000;
/** What a largest panel's area of missing pieces costs, in dearest panels. */
export const MISSING_PRICE: f64 = 1000;
/** Part of the best bound's values in those that are priced. */
export const SMOOTHING: f64 = 0.5;

/** Work for plans with fewer patterns, beyond as much as all that came before. */
export const PATTERNS_WORK: f64 = 5_000_000;

/** Copies of a type, on average, from which column generation is worth its time. */
export const COPIES: f64 = 3;
/** Work on the search before it, where it is not. */
export const COLUMNS_WAIT: f64 = 90_000_000;
/** Pieces that are left to the search after rounding, work on each rounding per pair of them and at most, and per column. */
export const ROUND_PIECES: i32 = 200;
export const ROUND_WORK: f64 = 3000;
export const ROUND_MOST_WORK: f64 = 12_000_000;
export const ROUND_COLUMN_WORK: f64 = 20;
/** Part of a pattern's area that must still be wanted for it to be used in the rest. */
export const USED_SHARE: f64 = 0.9;

/** Work on the linear program before it is rounded unfinished, how much longer it takes each time, and the share of a search. */
export const ROUNDING_WORK: f64 = 100_000_000;
export const PEEK_GROWTH: f64 = 1.7;
export const PEEK_SHARE: f64 = 0.05;

/** Panels and pieces that are taken apart at a time for better rests at the same cost, and steps until others are. */
export const TIDY_PANELS: i32 = 4;
export const TIDY_PIECES: i32 = 120;
export const TIDY_STEPS: i32 = 200;
export const TIDY_HISTORY: i32 = 30;
/** What a cut counts where no rest is kept, and an offcut where some are, in squares of rests' shares of a panel. */
export const TIDY_CUT: f64 = 0.3;
export const TIDY_OFFCUT: f64 = 0.01;
/** Work on that at the end, how long at most without a gain; and before, from when on, and its share. */
export const TIDY_WORK: f64 = 20_000_000;
export const TIDY_PATIENCE: f64 = 5_000_000;
export const TIDY_FIRST: f64 = 20_000_000;
export const TIDY_SHARE: f64 = 0.05;
