/** Constants that tune the solver for panels: each trades gain for time. Work is in units of `work.ts`. */

/** Pieces that are taken out and put back one by one; larger jobs go through whole patterns first. */
export const SEARCH_PIECES: i32 = 1500;
/** Chance that a place is passed over while panels are filled again: what is best now need not be best in the end. */
export const BLINK: f64 = 0.02;
/** Moves without a gain after which the search begins anew on other panels, where there are several stocks. */
export const MIX_MOVES: i32 = 8000;
/** Work without a gain that is always done: more than most callers have time for. */
export const LEAST_WORK: f64 = 2_000_000_000;

/** Steps of dual feasible functions: finer ones tell no sides apart that matter. */
export const BOUND_STEPS: i32 = 5;
/** Products that all pairs of these functions may take. */
export const BOUND_WORK: f64 = 12_000_000;

/** Positions of cuts that pricing looks at per direction, in panels of all stocks together. */
export const MOST_POINTS: i32 = 1500;
/** Positions that it looks at in a stock at least, however many there are. */
export const LEAST_POINTS: i32 = 60;
/** Steps of the knapsacks across sections in one pricing; more are thinned out. */
export const PRICE_STEPS: f64 = 4_000_000;
/** Steps of one pricing that leaves nothing out, which is what proves a bound. */
export const PROVE_STEPS: f64 = 150_000_000;
/** Prices of a piece that one pricing tries where the pieces of a panel are limited. */
export const LIMIT_PRICES: i32 = 6;
/** Patterns of one pricing of a stock: many save rounds, and make the program longer. */
export const PRICE_COLUMNS: i32 = 8;

/** Pieces that are left to the search after rounding: it needs some freedom, and can use only so much. */
export const ROUND_PIECES: i32 = 200;
/** Work on each rounding per pair of such pieces. */
export const ROUND_WORK: f64 = 3000;
/** Work on each rounding at most. */
export const ROUND_MOST_WORK: f64 = 12_000_000;

/** Work on the linear program, or on the search where that comes first, before the other has its turn. */
export const ROUNDING_WORK: f64 = 100_000_000;
/** Factor of all work until it is rounded the next time. */
export const PEEK_GROWTH: f64 = 1.7;
/**
 * Share of all work that a search beside the main one takes at a time: ruin and recreate after a rounding, tidying on
 * the way.
 */
export const PEEK_SHARE: f64 = 0.05;

/** Panels that are taken apart at a time for better rests at the same cost. */
export const TIDY_PANELS: i32 = 4;
/** Pieces that are taken apart at a time. */
export const TIDY_PIECES: i32 = 120;
/** Steps until other panels are taken. */
export const TIDY_STEPS: i32 = 200;
/** Steps that late acceptance looks back meanwhile. */
export const TIDY_HISTORY: i32 = 30;
/** Worth of a cut where no rest is kept, in squares of rests' shares of a panel. */
export const TIDY_CUT: f64 = 0.3;
/** Worth of an offcut where some are kept, in the same. */
export const TIDY_OFFCUT: f64 = 0.01;
/**
 * Work on tidying at the end; plans are tidied on the way once as much has been done. A quarter of it without a gain
 * ends tidying, and is spent on fewer patterns beyond as much as all that came before.
 */
export const TIDY_WORK: f64 = 20_000_000;
