/**
 * Numbers of the nesting solver that steer no search: tolerances that follow from the arithmetic, the room of lists that
 * are reserved before a search begins, and units of work that the meter charges. Lengths are millimetres.
 */

/** Share of the promised 1e-6 mm that sums of rounding errors may use, in mm: a twenty-fifth of it. */
export const SLACK: f64 = 4e-8;
/** Clearance that a layout from outside may lack and still be taken, in mm: just below the promised 1e-6. */
export const ADOPT_SLACK: f64 = 9e-7;
/** Gap below which parts are solved on eroded rings (geometry/erode.ts), in mm: flush contact is no border case then. */
export const SMALL_GAP: f64 = 1e-6;
/** Depth of that erosion, in mm: far above rounding, far below what is promised. */
export const EROSION: f64 = 1e-7;
/** Depth of two circles, as a share of the larger diameter, that proves an overlap: some hundred roundings of f32. */
export const CERTAIN: f64 = 1e-4;
/** Greatest weight of a pair: keeps that of a hopeless one finite in f32. */
export const WEIGHT_MOST: f32 = 1e20;
/** Gain in sheets that counts: below it two layouts are as good as each other. */
export const LEAST_GAIN: f64 = 1e-3;
/** Share of a sheet left free up to which it takes no part in a group: no part is that small. */
export const NO_ROOM: f64 = 1e-3;
/** Share of a ring's outline below which an edge is not matched: such edges round a corner off. */
export const SHORT_EDGE: f64 = 1e-3;
/** Difference below which two directions are one, in radians: a thousandth of a millimetre on an edge of 100 mm. */
export const ANGLE_SLACK: f64 = 1e-5;
/** Distance below which two points are one, in mm: sums of rotated coordinates stay far below. */
export const POINT_SLACK: f64 = 1e-4;
/** Share of a sheet left up to which it is full: no part is that small. */
export const FULL: f64 = 1e-6;
/**
 * Price of an orientation other than the preferred one, in sheets: more than any place costs, so that it is taken only
 * last.
 */
export const OTHER_ORIENTATION: f64 = 4;
/** Factor that a box is worth above the same on the next level: more than boxes differ by, so that the level decides. */
export const LEVEL_WORTH: f64 = 1e4;
/** Step of the grid on which rectangles lie, in mm: so fine that rounding to it loses nothing. */
export const GRID: f64 = 1e-9;

/** Most lines across a sheet: room of their table. */
export const LINES_MOST = 1024;
/** Columns on a sheet beyond which new ones are only kept when they are well apart. */
export const DENSE_COLUMNS = 2400;
/** Most corners of an outline that gets a rough one: the work grows with their square. */
export const ROUGH_MOST = 4000;
/** Most neighbours of a lattice's cell in one direction: slivers at a slant would have any number. */
export const LATTICE_REACH = 200;
/** Runs of an outline up to which it gets a lattice: the work grows with their square. */
export const LATTICE_RUNS = 32;
/** Most fillings noted for one hole: room of their list. */
export const HOLE_FITS = 16;
/** Most placements in all fillings of a hole: room of their list. */
export const HOLE_PLACES = 256;
/** Most holes whose fillings are remembered: room of their table. */
export const HOLE_MEMORY = 2048;
/** Most holes, those of equal copies counted one by one, that are matched before boxes are packed: room of their list. */
export const NESTED_HOLES = 65_536;
/** Most items that are separated together: their pairs take 8 MB. */
export const MOST_ITEMS = 1000;
/** Most shapes whose pairs may have tables: the directory takes 4 MB. */
export const TABLE_SHAPES = 1024;
/** Most tables of pairs: each takes 37 kB. */
export const MOST_TABLES = 1000;
/** Cells of a table along an axis: a power of two, so that one test of bits tells whether a shift lies in it. */
export const TABLE_CELLS = 64;
/** Most pairs of edges that a cell lists: where there are more, all edges are tested. */
export const TABLE_EDGES = 128;
/** Bytes for lists of edges per table. */
export const TABLE_LISTS: usize = 120_000;
/** Bytes for lists of edges of all tables at most. */
export const LISTS_MOST: usize = 32_000_000;
/** Bytes for lists of edges where there are more pairs than tables: few tables last long enough to need all of theirs. */
export const LISTS_SCARCE: usize = 12_000_000;
/** Most large parts that are laid first: room of their list. */
export const LARGE_MOST = 64;
/** Most sheets that are worked on together: cells side by side. */
export const GROUP_SHEETS = 16;
/** Nearly valid layouts remembered while a strip is shortened: room of the pool, of which each takes a snapshot. */
export const POOL = 16;
/** Most corners of a shape: one with more is round rather than flush with anything. */
export const SHAPE_CORNERS = 64;
/** Most corners of all shapes together: with more, sheets are not filled to the brim. */
export const CORNER_LIMIT = 8192;
/** Most corners on a sheet: room of the list of spots. A fuller sheet is given up. */
export const SHEET_CORNERS = 512;
/** Most wedges of material around a point: room of their list. */
export const WEDGES = 32;
/** Most notches of a sheet: room of their list. */
export const NOTCHES = 128;
/** Most corners that are tried in a notch: room of their list. The notch with the fewest is filled. */
export const FITTING = 256;
/** Most parts on a sheet that is filled to the brim: room of a partial sheet. */
export const PIECES = 64;
/** Partial sheets of one size that the widest beam keeps: a power of two. They are reserved from the start. */
export const BEAM_MOST = 2048;
/** Most copies that are searched as single boxes: each move looks at all of them. */
export const MOST_BOXES = 5000;
/** Most boxes of one part, in orientations whose boxes do not hold each other. */
export const VARIANTS = 6;
/** Most free rectangles that are known of a sheet: room of their list. The smallest are forgotten. */
export const FREE_MOST = 128;
/** Most boxes that the bound looks at: with more it says nothing. */
export const BOUND_ENTRIES = 2000;
/** Most dual feasible functions of one side: room of their values. */
export const BOUND_FUNCTIONS = 400;
/** Most pieces of a job for exact searches: room of their levels. */
export const EXACT_PIECES = 128;
/** Longest side in units for exact searches: sums of sides are sets of bits. */
export const EXACT_SIDE = 32767;
/** Most ways to put blocks of a set together: room of their list. */
export const EXACT_WAYS = 1024;
/** Sets of blocks remembered, so that none is looked at again: a power of two. */
export const EXACT_SEEN = 131072;
/** Most cells of all boards together: room of their lists. */
export const EXACT_CELLS = 4096;
/** Most pieces of a board, and most forms of all of them: room of their lists. */
export const EXACT_FORMS = 512;
/** Most parts on a sheet of which the largest rectangle is looked for: it takes time with the square of them. */
export const REMNANT_BOXES: i32 = 400;
/** Most parts of a sheet that is compacted: it takes time with the square of them. */
export const COMPACT_ITEMS = 400;

/** Work of one stretch of a line across a sheet. */
export const LINE_WORK: f64 = 0.03;
/** Work of testing the edges of a shape that was turned for the test, as a share of the usual: they are in the cache. */
export const TURNED_WORK: f64 = 0.4;
/** Work of turning a point. */
export const TURN_WORK: f64 = 0.05;
/** Work of a free rectangle that is looked at. */
export const FIND_WORK: f64 = 0.01;
/** Work of a free rectangle that is cut or compared. */
export const CARVE_WORK: f64 = 0.01;
/** Work of a move among boxes beside what it looks at. */
export const RUIN_WORK: f64 = 0.5;
/** Work of one value of a dual feasible function. */
export const BOUND_WORK: f64 = 0.005;
/** Work of a word of a set of sums. */
export const VALLEY_WORK: f64 = 0.004;
/** Work of a pair of blocks. */
export const MERGE_WORK: f64 = 0.004;
/** Work of a pair of blocks in a wheel. */
export const WHEEL_WORK: f64 = 0.01;
/** Work of a cell of a board that is looked at. */
export const CELL_WORK: f64 = 0.003;
