/**
 * Constants that tune the nesting solver: each trades gain for time, or one kind of job for another. Lengths are
 * millimetres, work is in units of `work.ts` (about a microsecond). Tolerances and the room of lists are in limits.ts.
 */

/** Weight of the height against the right edge when two places are compared: above 0, so that sheets fill upwards, too. */
export const RISE: f64 = 0.1;
/** Work of constructions per part after which they are given circles, which take about as long to find. */
export const CIRCLE_WORK: f64 = 2e5;
/** Constructions in which small parts are tried at right angles only, so that many angles do not delay the first layouts. */
export const COARSE_ROUNDS = 2;
/** Area that a rough outline has more than the part in it, as a share. */
export const ROUGH_SHARE: f64 = 0.05;
/** Rounds of sliding into the corner, of one part or of all on a sheet: later ones hardly move anything. */
export const SLIDES = 3;

/** Lines that cross a part of mean size: more rule out more columns, and take longer to keep. */
export const LINES: f64 = 8;

/** Copies that are many: they get a lattice, and are laid into a hole in rows alone, not one by one. */
export const MANY_COPIES = 12;
/** Work that all lattices get. */
export const LATTICE_WORK: f64 = 2e7;
/** Orientations of the second copy in a cell that are tried, and half as many of the first. */
export const LATTICE_SECONDS = 4;
/** Places of the second copy along the first that are tried, and rises of the next stack of cells. */
export const LATTICE_STEPS = 10;

/** Parts that are tried in a hole, the largest that fit first. */
export const HOLE_PARTS = 40;
/** Least share of a hole that a filling covers: less is worth no place in the list. */
export const HOLE_SHARE: f64 = 0.3;
/** Columns tried across a hole. */
export const HOLE_COLUMNS = 9;
/** Work for laying copies one by one into all holes together, in units. */
export const HOLE_WORK: f64 = 1e6;

/**
 * Constructions in fixed orders. Each of several searches is ahead of the one before by as many as are in fixed
 * orientations.
 */
export const ORDER_ROUNDS = 6;
/** Constructions in fixed orders or orientations; as many in a row without a gain end the others. */
export const FIRST_ROUNDS = 10;
/** Work per rectangle after which more constructions of these are not worth a larger remnant. */
export const RECTANGLE_WORK: f64 = 2.5e4;
/** Work without a gain that constructions get at least. */
export const LEAST_WORK: f64 = 1.5e5;
/** Work without a gain after which constructions are cut short. */
export const CONSTRUCT_WORK: f64 = 5e6;
/** Share of limited sheets that the parts of the highest priorities may take for all of them to be constructed as one. */
export const MERGED_SHARE: f64 = 0.7;

/** Share of the larger diameter at which the price of two circles turns from depth to decay (sparrow's epsilon). */
export const PRICE_EPSILON: f64 = 0.01;
/** Questions about a pair before it gets a table, where there are more pairs than tables. */
export const TABLE_ASKED: usize = 500;
/**
 * Least factor of a weight per round where parts overlap. Twice as strong factors outrun the search, half as strong ones
 * wait for nothing.
 */
export const WEIGHT_LOW: f32 = 1.06;
/** Greatest factor of a weight per round, of the pair that overlaps most. */
export const WEIGHT_HIGH: f32 = 1.26;
/** Factor of a weight per round where parts do not overlap. */
export const WEIGHT_DECAY: f32 = 0.983;

/**
 * Difference up to which two angles of a part are alike, in thousandths of a degree: one sample stands for both, and in
 * the end a turned part is straightened.
 */
export const ALIKE_ANGLE = 1000;
/** Longest step by which a part is turned, in thousandths of a degree. */
export const MOST_TURN: f64 = 5000;
/** Shortest step by which a part is turned, in thousandths of a degree. */
export const LEAST_TURN: f64 = 10;
/** Axes of a descent with angles: two, two diagonals, and all further ones turn. */
export const TURNING_AXES = 6;
/** One move in so many may turn its part: the others keep to the angles of its list, which have pair tables. */
export const TURNING_MOVES = 4;

/** Samples around the present place. */
export const FOCUSED_SAMPLES = 25;
/** Samples over the whole sheet. */
export const SHEET_SAMPLES = 50;
/** Samples of those over the whole sheet that go into holes of other parts where there are any. */
export const HOLE_SAMPLES = 10;
/** Orientations of a part that are few: a hole tries no more, and beyond them samples prefer right angles. */
export const FEW_SHAPES = 8;
/** Best samples that are refined, and shortest shifts into contact that are tried along each axis. */
export const BEST_SAMPLES = 3;
/** Distance up to which two samples are alike, as a share of the part's smaller side. */
export const ALIKE: f64 = 0.05;
/** First step of the coarse refinement, as a share of the part's smaller side. */
export const COARSE_FROM: f64 = 0.25;
/** Last step of the coarse refinement, as a share of that side; the fine refinement goes from half to a twentieth of it. */
export const COARSE_TO: f64 = 0.02;
/** Factor of a step after a gain. */
export const STEP_GROWTH: f64 = 1.1;
/** Factor of a step after a failure. */
export const STEP_SHRINK: f64 = 0.5;
/** First steps that a refinement is expected to get away at most: a larger window of neighbours takes longer to ask. */
export const WINDOW_STEPS: f64 = 3;
/** Longest shift into contact, as a share of the part's smaller side. */
export const SNAP_REACH: f64 = 0.1;
/** Runs of an outline up to which all of its corners are tried for contact. */
export const SNAP_RUNS = 4;

/** Share of the least loss so far below which a loss is real progress (sparrow's 0.98). */
export const PROGRESS: f64 = 0.98;
/**
 * Rounds without a new least loss that make a strike while exploring: half of it while compressing, a tenth in an
 * attempt that is not worth a fight, as a long step.
 */
export const EXPLORE_STALLS = 300;
/** Strikes that end a separation while exploring. */
export const EXPLORE_STRIKES = 3;
/** Rounds times parts without progress while several sheets are explored: rounds of many parts take longer. */
export const EXPLORE_ROUNDS = 24_000;
/** Strikes that end a separation while compressing. */
export const COMPRESS_STRIKES = 5;
/**
 * Greatest step of pressure: the share by which a strip, or the sheet with the remnant, is shortened at first, or a
 * sheet is to hold more at once.
 */
export const SHRINK_MOST: f64 = 0.02;
/** Least step of pressure while exploring; compression begins with half of it and ends below a hundredth. */
export const SHRINK_LEAST: f64 = 0.001;
/** Rounds up to which an attempt was easy, so that the next step is longer. */
export const QUICK_ROUNDS = 10;
/** Length of what lies on the last sheet, as a share of the others' length, that the others might take. */
export const DROP_SHARE: f64 = 0.2;
/** Failures in a row that end an exploration, or over-full sheets. */
export const EXPLORE_FAILURES = 6;
/** Factor of the share by which a strip is shortened while compressing, per failure. */
export const COMPRESS_FACTOR: f64 = 0.6;
/** Share of all hulls that large parts make up: only these are exchanged. */
export const LARGE_SHARE: f64 = 0.75;

/** Share of a sheet from which a part is large: its hull is laid first, and first constructions try all of its angles. */
export const LARGE_AREA: f64 = 0.02;
/** Factor of that share for as long as too many parts are as large. */
export const LARGE_GROWTH: f64 = 1.5;
/** Length from which a part is laid first, as a share of the sheet's longer side. */
export const LARGE_LENGTH: f64 = 0.5;
/** Tries at laying large parts first. */
export const LARGE_TRIES = 3;
/** Share by which large parts are drawn together at a time. */
export const LARGE_SHRINK: f64 = 0.05;
/** Share of all work that a try may take. */
export const LARGE_WORK: f64 = 0.2;
/** Share of sheets that large parts hardly ever cover. */
export const LARGE_COVER: f64 = 0.8;

/**
 * Parts of sheets that are worked on together: a round takes time with their number. Pieces of crowded sheets hold half
 * of it.
 */
export const GROUP_ITEMS = 160;
/** Room on the other sheets up to which a group may be larger, in areas of what lies on the emptiest. */
export const GROUP_ROOM: f64 = 3;
/** Parts of such a larger group. */
export const GROUP_MOST = 500;
/** Times that the new part fits into a window along a side. */
export const WINDOW_PARTS: f64 = 3;
/** Draws for a window with room. */
export const WINDOW_DRAWS = 8;
/** One missing part in so many is of any level, the others of the first. */
export const WINDOW_OTHERS = 3;
/** Rounds without progress that end a separation in a window. */
export const WINDOW_STALLS = 40;
/** Attempts without a gain, for every placement of a crowded sheet, that end them. */
export const WINDOW_TRIES = 4;
/** Draws of a part for a window. */
export const SPOT_DRAWS = 400;
/** Spots of each such draw. */
export const SPOT_SAMPLES = 20;
/** Price up to which the best spot of a draw is followed, in least prices so far. */
export const SPOT_HOPE: f64 = 2;
/** Share of its area that counts of something of a later level that is replaced. */
export const SPOT_LEVEL: f64 = 0.5;
/** Draws for an attempt to put a part on a fuller sheet; twice as many attempts in a row that place no more end them. */
export const INSERT_DRAWS = 30;

/** Share of all work that over-full sheets may take; exchanges of sheets for cheaper ones may take all but it. */
export const OVERFILL_SHARE: f64 = 0.3;
/**
 * Short searches, each twice as patient as the one before: of the emptiest sheet, and of boxes for fewer sheets after
 * the first.
 */
export const SHORT_EFFORTS = 4;
/** Groups in a row without a gain that end the search. */
export const DRY_GROUPS = 3;
/** Work without a gain, for every part, that ends a search for a larger remnant alone. */
export const DRY_WORK: f64 = 1e5;
/** Work without a gain that ends it, as a share of all work. */
export const DRY_SHARE: f64 = 0.75;
/** Work of compacting all sheets. */
export const COMPACT_WORK: f64 = 2e6;
/** Worth of a strip of a remnant beside its largest rectangle, per share of a sheet. */
export const REMNANT_STRIP: f64 = 0.01;

/** Partial sheets of one size that the first, narrowest beam keeps: a power of two, as its hash table is. */
export const BEAM_FIRST = 64;
/** Factor from one beam of a pass to the next: a power of two. */
export const BEAM_GROWTH = 8;
/** Share by which scores vary in late passes, so that they do not find the same again. */
export const BEAM_NOISE: f64 = 0.05;
/** Passes of beam search through a job. */
export const PUZZLE_PASSES = 6;
/** Share of all work that exact searches may take, and passes of beam search once a full sheet has been found. */
export const PUZZLE_SHARE: f64 = 0.5;
/** Share of all work that they may take before, where more than `TIGHT` may be wasted. */
export const PROBE_SHARE: f64 = 0.1;
/** Share of the fewest sheets up to which waste makes full sheets likely from the start. */
export const TIGHT: f64 = 0.03;
/** Steps of the first run of an exact search; each later one gets half as many more. */
export const EXACT_LIMIT = 2000;
/** Share by which the worth of candidates varies in later runs, so that they begin elsewhere. */
export const EXACT_NOISE: f64 = 0.5;

/** Copies times sheets up to which boxes of very many copies are packed once: each is compared with every sheet. */
export const PACKED_BOXES: f64 = 100_000;
/** Work that first layouts of boxes may take before anything else is done. */
export const BOXES_FIRST: f64 = 2500;
/** Share of the work of a search among boxes that its bound gets beside it. */
export const BOUND_SHARE: f64 = 0.25;
/** Least share of rectangles in the parts' area for which a search among boxes pays. */
export const BOXES_SHARE: f64 = 0.3;
/** Draws of a type when sheets are exchanged for others; one move in as many exchanges them. */
export const RETYPES = 4;
/** One in so many parts is offered after the next. */
export const SWAPS = 16;
/** Work that exact searches get whatever else is done, and boxes without progress towards fewer sheets, whatever the job. */
export const FIRST_WORK: f64 = 5e5;
/** Work without progress that ends it, for every box. */
export const FEWER_COPY: f64 = 2e4;
/** Share of that work after which a try for a larger remnant ends. */
export const REMNANT_SHARE: f64 = 0.01;
/** Share of all this patience where parts are not all rectangles: their outlines promise more than their boxes. */
export const MIXED_SHARE: f64 = 0.03;
