/** Every constant of the nesting solver, one line of meaning each. Lengths in millimetres. */

/** What the sums of rounding errors may use of the promised 1e-6. */
export const SLACK: f64 = 1e-7;
/** Below this gap parts are solved on rings moved inwards by a hair, so that flush contact is no border case. */
export const SMALL_GAP: f64 = 1e-3;
/** That hair. */
export const HAIR: f64 = 2e-7;

/** Weight of the height against the right edge when two positions are compared. */
export const RISE: f64 = 0.1;
/** Rounds of sliding a part towards the corner before it is left where it is. */
export const SLIDES = 3;
/** Columns on one sheet beyond which new ones are only kept when they are well apart. */
export const DENSE_COLUMNS = 2000;
/** Placements on one sheet beyond which copies are stacked without a search for each. */
export const CROWDED = 250;

/** A construction that gains nothing for this many further constructions ends the search. */
export const PATIENCE = 40;
