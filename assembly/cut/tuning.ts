/** Every constant of the cutting core, with what it trades. */

/** Exponent of sequential value correction: above 1 it favours long pieces (Belov's choice). */
export const CORRECTION_POWER: f64 = 1.02;
/** Nodes of one filling in a constructed plan. */
export const FILL_NODES: i32 = 4000;
/** Constructed plans after the first, before anything cleverer. */
export const FILL_ROUNDS: i32 = 12;
