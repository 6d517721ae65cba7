/** Numbers of the solver for panels that steer no search: the room of lists, and a price that stands for infinity. */

/** Slots of a plan beyond those that its single pieces may take. */
export const PLAN_SLOTS: i32 = 400_000;
/** Columns that the linear program has room for. */
export const MASTER_COLUMNS: i32 = 12_000;
/** Entries of those columns: 25 for each. */
export const MASTER_ENTRIES: i32 = 300_000;
/** Slots of their patterns: 16 MB. */
export const MASTER_SLOTS: i32 = 2_000_000;
/** Price of missing pieces, in dearest panels for each largest panel's area: enough to place whatever can be placed. */
export const MISSING_PRICE: f64 = 1000;
