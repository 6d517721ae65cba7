/** Every constant of the nesting solver, one line of meaning each. Lengths in millimetres. */

/** Share of the promised 1e-6 that the sums of rounding errors may use. */
export const SLACK: f64 = 4e-8;
/** By how much a layout from outside may miss a clearance and still be taken. */
export const ADOPT_SLACK: f64 = 9e-7;
/** Below this gap parts are solved on eroded rings (geometry/erode.ts), so that flush contact is no border case. */
export const SMALL_GAP: f64 = 1e-6;
/** Depth of the erosion. */
export const EROSION: f64 = 1e-7;

/** Weight of the height against the right edge when two positions are compared. */
export const RISE: f64 = 0.1;
/** Price, in sheets, of an orientation other than the preferred one: it is taken only where that has no place. */
export const OTHER_ORIENTATION: f64 = 4;
/** Work of constructions, for every part, after which they are given circles. */
export const CIRCLE_WORK: f64 = 2e5;
/** Constructions in which parts below this share of a sheet are tried at right angles only. */
export const COARSE_ROUNDS = 2;
export const COARSE_AREA: f64 = 0.02;
/** Rounds of sliding a part towards the corner before it is left where it is. */
export const SLIDES = 3;
/** Columns on one sheet beyond which new ones are only kept when they are well apart. */
export const DENSE_COLUMNS = 2400;

/** Beyond so many placements on a sheet, lines across it tell where there may be room. */
export const LINED_SHEET = 8;
/** How many of them cross a part of mean size, and how many there are at most. */
export const LINES: f64 = 8;
export const LINES_MOST = 1024;
/** Work of one stretch of such a line. */
export const LINE_WORK: f64 = 0.03;

/** Copies from which a part gets a lattice, if its outline is so many runs at most, and the work that all get. */
export const LATTICE_COPIES = 12;
export const LATTICE_RUNS = 32;
export const LATTICE_WORK: f64 = 2e7;
/** Orientations of the first and second copy in a cell, places of the second, and rises of the next stack. */
export const LATTICE_FIRSTS = 2;
export const LATTICE_SECONDS = 4;
export const LATTICE_SHIFTS = 8;
export const LATTICE_RISES = 12;
/** Neighbours of a cell in one direction that may reach into it: slivers at a slant would have any number. */
export const LATTICE_REACH = 200;

/**
 * Fillings noted for a hole and placements of them all, parts and orientations of these tried, the least share of it that
 * a filling has, columns tried where it is not convex, and holes whose fillings are remembered.
 */
export const HOLE_FITS = 16;
export const HOLE_PLACES = 256;
export const HOLE_TURNS = 8;
export const HOLE_MEMORY = 2048;
export const HOLE_PARTS = 40;
export const HOLE_SHARE: f64 = 0.3;
export const HOLE_COLUMNS = 9;
/** Most copies that are laid into a hole one by one, columns across it where that begins, and the work for all holes. */
export const HOLE_COPIES = 12;
export const HOLE_STARTS = 5;
export const HOLE_WORK: f64 = 1e5;
/** Holes, those of equal copies counted one by one, that are matched before boxes are packed. */
export const NESTED_HOLES = 65_536;

/** Constructions without a gain that end the constructive part of the search. */
export const PATIENCE = 10;

/** Most parts on one sheet for which overlaps are tabulated by pairs. */
export const MOST_ITEMS = 1000;
/** Share of the larger diameter at which the price of a pair of circles turns from its depth to its decay. */
export const PRICE_EPSILON: f64 = 0.01;
/** Depth of two circles, as a share of the larger diameter, that proves an overlap in spite of f32. */
export const CERTAIN: f64 = 1e-4;
/**
 * Most shapes with tables of their pairs, how often one is asked for first where not all pairs have one, most tables, the
 * cells of one along an axis, most pairs of edges in a cell, and bytes for them: per table, at most, and
 * where not all pairs have one.
 */
export const TABLE_SHAPES = 1024;
export const TABLE_ASKED: usize = 500;
export const MOST_TABLES = 1000;
export const TABLE_CELLS = 64;
export const TABLE_EDGES = 128;
export const TABLE_LISTS: usize = 120_000;
export const LISTS_MOST: usize = 32_000_000;
export const LISTS_SCARCE: usize = 12_000_000;
/**
 * Factors of a weight per round: least and most where parts overlap, and where they do not. Twice as strong ones outrun
 * the search, half as strong ones wait for nothing.
 */
export const WEIGHT_LOW: f32 = 1.06;
export const WEIGHT_HIGH: f32 = 1.26;
export const WEIGHT_DECAY: f32 = 0.983;
/** Bound that keeps the weight of a hopeless pair finite. */
export const WEIGHT_MOST: f32 = 1e20;

/** Angles this near are one where a part may be turned freely, the longest and the shortest step by which it is turned (in
 * thousandths of a degree), and axes of a descent then: the fifth and all further ones turn. */
export const ALIKE_ANGLE = 1000;
export const MOST_TURN: f64 = 5000;
export const LEAST_TURN: f64 = 10;
export const TURNING_AXES = 6;
/** One move in so many may turn the part; the others keep to places, and to the angles of its list, which have pair tables. */
export const TURNING_MOVES = 4;
/** Angles on the list to which a part is turned in the end if they are as near as that (in thousandths of a degree). */
export const STRAIGHT = 1000;
/** Work of testing the edges of a shape that was turned for the test, as a share of the usual work. */
export const TURNED_WORK: f64 = 0.4;
/** Work of turning a point. */
export const TURN_WORK: f64 = 0.05;

/** Samples around the present place and over the whole sheet when a place for a part is sought. */
export const FOCUSED_SAMPLES = 25;
export const SHEET_SAMPLES = 50;
/** Those of the latter that go into holes of other parts where there are any. */
export const HOLE_SAMPLES = 10;
/** Orientations of a part up to which samples take each alike often. */
export const FEW_SHAPES = 8;
/** Best samples that are refined, and how near two of them may be, as a share of the part's smaller side. */
export const BEST_SAMPLES = 3;
export const ALIKE: f64 = 0.05;
/** First and last step of the two refinements, as shares of the part's smaller side. */
export const COARSE_FROM: f64 = 0.25;
export const COARSE_TO: f64 = 0.02;
export const FINE_FROM: f64 = 0.01;
export const FINE_TO: f64 = 0.001;
export const STEP_GROWTH: f64 = 1.1;
export const STEP_SHRINK: f64 = 0.5;
/** First steps that a refinement is expected to get away at most. */
export const WINDOW_STEPS: f64 = 3;

/** A loss below this share of the least one so far counts as real progress. */
export const PROGRESS: f64 = 0.98;

/** Shifts into contact tried along each axis, how long they may be as a share of the part's smaller side, and runs of
 * shapes with so few corners that all are tried. */
export const SNAPS = 3;
export const SNAP_REACH: f64 = 0.1;
export const SNAP_RUNS = 4;

/** Rounds without a new least loss that make a strike, and strikes that end a separation; exploring, compressing. */
export const EXPLORE_STALLS = 300;
export const EXPLORE_STRIKES = 3;
/** Rounds times parts without progress while several sheets are explored. */
export const EXPLORE_ROUNDS = 24_000;
export const COMPRESS_STALLS = 150;
export const COMPRESS_STRIKES = 5;
/** Shares by which a strip is shortened while exploring, and the rounds that make an attempt an easy one. */
export const SHRINK_MOST: f64 = 0.02;
export const SHRINK_LEAST: f64 = 0.001;
export const QUICK_ROUNDS = 10;
/** Length of the parts on the last sheet, as a share of the others' length, that the others might take. */
export const DROP_SHARE: f64 = 0.2;
/** Share of a sheet by which its remnants along both axes may differ for a group to be squeezed along the other one, too. */
export const ALIKE_REMNANTS: f64 = 0.05;
/** Failures in a row that end an exploration. */
export const EXPLORE_FAILURES = 6;
/** Shares by which a strip is shortened while compressing: first, factor per failure, last. */
export const COMPRESS_FIRST: f64 = 0.0005;
export const COMPRESS_FACTOR: f64 = 0.6;
export const COMPRESS_LAST: f64 = 0.00001;
/** Nearly valid layouts remembered. */
export const POOL = 16;
/** Parts are large when they and the larger ones make up this share of all hulls. */
export const LARGE_SHARE: f64 = 0.75;
/** Share of limited sheets that the parts of the highest priorities may take for all of them to have a place. */
export const MERGED_SHARE: f64 = 0.7;
/** Constructions in fixed orders, with those in fixed orientations, and the work after which they are cut short. */
export const ORDER_ROUNDS = 6;
export const FIRST_ROUNDS = 10;
/** By so many of them each of several searches is ahead of the one before. */
export const SEARCH_ROUNDS = 4;
/** Work for every rectangle after which more constructions of these are not worth a larger remnant. */
export const RECTANGLE_WORK: f64 = 2.5e4;
/** Work without a gain that constructions get at least. */
export const LEAST_WORK: f64 = 1.5e5;
export const CONSTRUCT_WORK: f64 = 5e6;

/**
 * Parts are laid first whose hull is more than a share of a sheet, the larger (by a factor) the more there are, up to so
 * many, or that are longer than a share of its longer side; tries, the share by which they are drawn together, and the
 * share of all work of a try, and the share of sheets that they hardly ever cover.
 */
export const LARGE_AREA: f64 = 0.02;
export const LARGE_GROWTH: f64 = 1.5;
export const LARGE_LENGTH: f64 = 0.5;
export const LARGE_MOST = 64;
export const LARGE_TRIES = 3;
export const LARGE_SHRINK: f64 = 0.05;
export const LARGE_WORK: f64 = 0.2;
export const LARGE_COVER: f64 = 0.8;

/** Most sheets, and most parts on them, that are worked on together. */
export const GROUP_SHEETS = 16;
export const GROUP_ITEMS = 160;
/** Room on the others, in areas of what lies on the emptiest, up to which a group may be larger, and how large. */
export const GROUP_ROOM: f64 = 3;
export const GROUP_MOST = 500;
/**
 * Placements in a window on a sheet with more than a group may hold, as a rule, and how often the new part fits into it
 * along a side; draws for one with room; one in so many parts is of any level, one in so many takes no other's place;
 * rounds without progress, and attempts without a gain, for every placement, that end it.
 */
export const WINDOW_ITEMS = 80;
export const WINDOW_PARTS: f64 = 3;
export const WINDOW_DRAWS = 8;
export const WINDOW_OTHERS = 3;
export const WINDOW_STALLS = 40;
export const WINDOW_TRIES = 4;
/**
 * Draws of a part for such a window, spots of each, how many times the least price so far the best of them may cost to be
 * followed, and what counts of the area of something of a later level that is replaced.
 */
export const SPOT_DRAWS = 400;
export const SPOT_SAMPLES = 20;
export const SPOT_HOPE: f64 = 2;
export const SPOT_LEVEL: f64 = 0.5;
/**
 * Shares of a sheet by which another one is to hold more at once, most and least, draws for parts that are no more, failures
 * in a row that end it, and the most of all work that it takes.
 */
export const OVERFILL_MOST: f64 = 0.02;
export const OVERFILL_LEAST: f64 = 0.001;
export const OVERFILL_DRAWS = 30;
export const OVERFILL_FAILURES = 12;
export const OVERFILL_SHARE: f64 = 0.3;
/** Short searches of the emptiest sheet, each twice as patient, before long ones, and failures that end one. */
export const SHORT_EFFORTS = 4;
export const SHORT_FAILURES = 3;
/** Sheets that have no more than this share free take no part. */
export const NO_ROOM: f64 = 1e-3;
/** The same for an attempt in long steps. */
export const BOLD_STALLS = 30;
/** Attempts in a row that place no more on limited sheets and end the search, and draws for one that has a chance. */
export const DRY_INSERTS = 60;
export const INSERT_DRAWS = 30;
/** Groups in a row without a gain that end the search, and the gain (in sheets) that counts. */
export const DRY_GROUPS = 3;
export const LEAST_GAIN: f64 = 1e-3;
/** Work without a gain that ends it where only a larger remnant is to be had: for every part, and as a share of all work. */
export const DRY_WORK: f64 = 1e5;
export const DRY_SHARE: f64 = 0.75;

/** Most parts of a sheet that is compacted, times that each of them slides, and the work for all sheets together. */
export const COMPACT_ITEMS = 400;
export const COMPACT_ROUNDS = 3;
export const COMPACT_WORK: f64 = 2e6;

/** Edges shorter than this share of their ring's outline are not matched. */
export const SHORT_EDGE: f64 = 1e-3;
/** Most corners of a shape; one with more has none, as it is round rather than flush with anything. */
export const SHAPE_CORNERS = 64;
/** Most corners of all shapes together; with more, sheets are not filled to the brim. */
export const CORNER_LIMIT = 8192;
/** Most corners on one sheet, the room of the list of spots; a fuller sheet is given up. */
export const SHEET_CORNERS = 512;
/** Most wedges of material around a point, the room of their list. */
export const WEDGES = 32;
/** Most notches of a sheet, the room of their list. */
export const NOTCHES = 128;
/** Most corners tried in a notch, the room of their list; of all notches the one with the fewest is filled. */
export const FITTING = 256;
/** Directions that differ by less (in radians) are the same: a thousandth of a millimetre on an edge of 100 mm. */
export const ANGLE_SLACK: f64 = 1e-5;
/** Points nearer than this (in millimetres) are the same: sums of rotated coordinates stay far below. */
export const POINT_SLACK: f64 = 1e-4;
/** A sheet is full when no more than this share of it is left: no part is that small. */
export const FULL: f64 = 1e-6;
/** Most parts on a sheet that is filled to the brim, the room of a partial sheet. */
export const PIECES = 64;
/** Partial sheets of one size that the first, narrowest beam keeps; a power of two, as its hash table is. */
export const BEAM_FIRST = 64;
/** Factor from one beam of a pass to the next; a power of two. */
export const BEAM_GROWTH = 8;
/** Partial sheets of one size that the widest beam keeps; a power of two. They are reserved from the start. */
export const BEAM_MOST = 2048;
/** Share by which scores vary in late passes, so that they do not find the same again. */
export const BEAM_NOISE: f64 = 0.05;
/** Most passes through a job. */
export const PUZZLE_PASSES = 6;
/** Share of all work that passes may take, as long as there is other work to do, once a full sheet has been found. */
export const PUZZLE_SHARE: f64 = 0.5;
/** Share of all work that they may take before, where more than \`TIGHT\` may be wasted. */
export const PROBE_SHARE: f64 = 0.1;
/** Share of the fewest sheets up to which waste makes full sheets likely from the start. */
export const TIGHT: f64 = 0.03;

/** Step of the grid on which rectangles lie, in millimetres: so fine that rounding to it loses nothing. */
export const GRID: f64 = 1e-9;
/** Most copies that are searched as single boxes. */
export const MOST_BOXES = 5000;
/** Above that, most copies times sheets for which boxes are packed at least once: each is compared with every sheet. */
export const PACKED_BOXES: f64 = 100_000;
/** Most boxes of one part, in orientations whose boxes do not hold each other. */
export const VARIANTS = 6;
/** Most free rectangles that are known of one sheet, the room of their list; the smallest are forgotten. */
export const FREE_MOST = 128;
/** Factor that a box is worth above the same on the next level, where not all have a place. */
export const LEVEL_WORTH: f64 = 1e4;
/** One in so many better places is overlooked (a blink). */
export const BLINK = 50;
/** Work of a free rectangle that is looked at. */
export const FIND_WORK: f64 = 0.01;
/** Work of a free rectangle that is cut or compared. */
export const CARVE_WORK: f64 = 0.01;
/** Moves that late acceptance looks back. */
export const HISTORY = 500;
/** Work of a move beside what it looks at. */
export const RUIN_WORK: f64 = 0.5;
/** Work that first layouts of boxes may take before anything else is done. */
export const BOXES_FIRST: f64 = 2500;
/** Most boxes that the bound looks at; with more it says nothing. */
export const BOUND_ENTRIES = 2000;
/** Most dual feasible functions of one side, the room of their values. */
export const BOUND_FUNCTIONS = 400;
/** Work of one value of such a function. */
export const BOUND_WORK: f64 = 0.005;
/** Share of the work of a search among boxes that its bound gets beside it. */
export const BOUND_SHARE: f64 = 0.25;
/** Least share of rectangles in the parts' area for which a search among boxes pays. */
export const BOXES_SHARE: f64 = 0.3;
/** Draws of a type when sheets are exchanged for others; one move in as many exchanges them. */
export const RETYPES = 4;
/** Work without progress that ends the first try for fewer sheets, whatever the job. */
export const FEWER_WORK: f64 = 5e5;
/** The same for every box. */
export const FEWER_COPY: f64 = 2e4;
/** Tries for fewer sheets after the first one, each twice as patient as the one before. */
export const FEWER_SERIES = 3;
/** Work without progress that ends a try for a larger remnant, whatever the job. */
export const REMNANT_WORK: f64 = 1e3;
/** The same for every box. */
export const REMNANT_COPY: f64 = 2e2;
/** Share by which the sheet with the remnant is to be shorter at first; half of it after each failure. */
export const REMNANT_FIRST: f64 = 0.04;
/** Share below which a shorter sheet is not worth a try. */
export const REMNANT_LAST: f64 = 0.002;
/** Share of all this patience where parts are not all rectangles: their outlines promise more than their boxes. */
export const MIXED_SHARE: f64 = 0.03;
/** Share of the sheets that may be left where boxes are to fill them: such a job begins as one without waste. */
export const FULL_BOXES: f64 = 1e-3;
/** One in so many parts is offered after the next. */
export const SWAPS = 16;
/** Most pieces of a job for exact searches, whose levels are reserved from the start. */
export const EXACT_PIECES = 128;
/** Longest side in units: sums of sides are sets of bits. */
export const EXACT_SIDE = 32767;
/** Most ways to put blocks of a set together, the room of their list. */
export const EXACT_WAYS = 1024;
/** Sets of blocks remembered, so that none is looked at again; a power of two. */
export const EXACT_SEEN = 131072;
/** Moves of a first run; each later one gets half as many more. */
export const EXACT_LIMIT = 2000;
/** Share by which the worth of candidates varies in later runs, so that they begin elsewhere. */
export const EXACT_NOISE: f64 = 0.5;
/** Work that exact searches get at first. */
export const EXACT_FIRST: f64 = 5e5;
/** Their share of all work after that. */
export const EXACT_SHARE: f64 = 0.5;
/** Work of a word of a set of sums. */
export const VALLEY_WORK: f64 = 0.004;
/** Work of a pair of blocks. */
export const MERGE_WORK: f64 = 0.004;
/** Work of a pair of blocks in a wheel. */
export const WHEEL_WORK: f64 = 0.01;
/** Most cells of all boards together, the room of their lists. */
export const EXACT_CELLS = 4096;
/** Most pieces, and most forms of all of them, the room of their lists. */
export const EXACT_FORMS = 512;
/** Work of a cell that is looked at. */
export const CELL_WORK: f64 = 0.003;

/** Most parts on a sheet of which the largest rectangle is looked for, and what a strip counts beside it. */
export const REMNANT_BOXES: i32 = 400;
export const REMNANT_STRIP: f64 = 0.01;
