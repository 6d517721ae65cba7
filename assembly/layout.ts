/**
 * Blocks that cross the boundary, read by both compilers: enums only, so that AssemblyScript and TypeScript see
 * the same numbers. A block is an array of 8-byte slots; every slot holds an f64 (counts and indices included, all
 * of them far below 2^53), so each side needs a single view and no packing rules.
 */

/** Raised whenever a block changes shape; the host refuses a binary that reports another number. */
export enum Layout {
  VERSION = 8,
}

/** Results of `nestStep`, `cutStep` and `panelStep`. */
export enum Status {
  /** More to do: call again. */
  RUNNING = 0,
  /** Finished by itself: nothing is left to gain, or the work budget is used up. */
  DONE = 1,
}

/** Result of `nestOpenStep`: how far a job of nesting is opened. */
export enum Opening {
  /** Its parts are being read. */
  PROBLEM = 0,
  /** All that the first layout needs is there. */
  TABLES = 1,
  /** There is a layout that holds all parts that fit plain sheets. */
  LAYOUT = 2,
  /** The first step may be taken. */
  DONE = 3,
}

// ---- Nesting -------------------------------------------------------------------------------------------------
//
//     request  header | type ... | orientation ... | part ... | obstacle ...
//              type        = a kind of sheet, with as many obstacles as it says, in their order
//              orientation = cos sin mirror angle
//              part        = quantity, level, clearance, orientation count, ring count, range count, orientation index ...,
//                            range ..., ring ...
//              range       = from, to: the part may be turned by any angle between (in thousandths of a degree)
//              obstacle    = as a part, none wanted, in its one orientation where it lies on the sheet
//              ring        = point count, x y ...           (exterior first, open, about the part's own origin)
//     result   header | sheet ...
//              sheet       = type, copies, placement count, placement ...
//              placement   = part, orientation, x, y        (a sheet's origin is the corner of its usable rectangle);
//                            an orientation from `NestGrid.FIRST` on is none of the list: see there
//              and behind the sheets what the layout is judged by, the first first, less is better

/** Slots of the header of a nesting request. */
export enum NestRequestSlot {
  LENGTH = 0,
  SEED = 1,
  /** Least distance between the material of two parts. */
  GAP = 2,
  TYPES = 3,
  ORIENTATIONS = 4,
  PARTS = 5,
  OBSTACLES = 6,
  /** 1: one sheet of any width, made as short as possible; the width of its only type is ignored. */
  STRIP = 7,
  /** No more sheets than this. */
  MOST_SHEETS = 8,
  /** All parts together are known to need so many. */
  LEAST_SHEETS = 9,
  /** Place among the searches for one answer: those behind the first begin with other things. */
  SEARCH = 10,
  /** Kind of remnant by which the rest of a sheet is judged. */
  REMNANT = 11,
  /** 1: the search goes on as long as it is granted work and the bound is not met. */
  TENACIOUS = 12,
  HEADER = 13,
}

/** Kinds of remnants: the larger strip on the right or at the top, one of them, or any rectangle. */
export enum Remnant {
  ANY = 0,
  RIGHT = 1,
  TOP = 2,
  LARGEST = 3,
}

/** Equal sheets. */
export enum NestTypeSlot {
  /** Usable rectangle, margins already taken off. */
  WIDTH = 0,
  HEIGHT = 1,
  QUANTITY = 2,
  COST = 3,
  /** 1: it is used in any case, and is neither paid nor counted. */
  FREE = 4,
  /** Right and upper end of what lies on it for good. */
  RIGHT = 5,
  TOP = 6,
  OBSTACLES = 7,
  LENGTH = 8,
}

/** Slots of the header of a nesting result. */
export enum NestResultSlot {
  LENGTH = 0,
  /** Grows by one with every better layout. */
  REVISION = 1,
  /** Sheet records that follow; each may stand for several equal sheets. */
  RECORDS = 2,
  /** Sheets in all, copies counted. */
  SHEETS = 3,
  PLACED = 4,
  /** Sheets, less the share of one that is left as one rectangle: what decides when all else is equal. */
  SCORE = 5,
  /** Values behind the sheets: 0 in a layout that has not been judged. */
  RATINGS = 6,
  HEADER = 7,
}

export enum NestOrientationSlot {
  COS = 0,
  SIN = 1,
  /** -1: x is negated before the turn; 1 otherwise. */
  MIRROR = 2,
  /** In thousandths of a degree. */
  ANGLE = 3,
  LENGTH = 4,
}

/**
 * Orientations beside those of the request: FIRST + 2 × angle + 1 if mirrored, for angles that are whole thousandths of
 * a degree.
 */
export enum NestGrid {
  FIRST = 1_000_000,
  DEGREE = 1000,
  TURN = 360_000,
}

export enum NestPartSlot {
  QUANTITY = 0,
  /** 0: placed first, 1: next ... */
  LEVEL = 1,
  /** Distance that parts keep from an obstacle. */
  CLEARANCE = 2,
  ORIENTATIONS = 3,
  RINGS = 4,
  RANGES = 5,
  HEADER = 6,
}

export enum NestSheetSlot {
  TYPE = 0,
  COPIES = 1,
  PLACEMENTS = 2,
  HEADER = 3,
}

export enum NestPlacementSlot {
  PART = 0,
  ORIENTATION = 1,
  X = 2,
  Y = 3,
  LENGTH = 4,
}

// ------------------------------------------------------------------------------------ plans of bars and panels
//
//     `cutBest`    header | pattern ...    pattern = bar, count, entries, entries × (type, amount)
//     `panelBest`  header | pattern ...    pattern = stock, `PanelCut` of the first cut, count, sections,
//                  sections × (size, strips, strips × (size, runs, runs × (type, turned, count)));
//                  beside defects there is waste between them: sections and strips with nothing in them, and runs of
//                  type -1 as long as their count

/** Slots of the header of a plan. */
export enum PlanResultHead {
  /** Length of the whole block in slots. */
  LENGTH = 0,
  /** Raised with every better plan. */
  REVISION = 1,
  /** `CutPhase` or `PanelPhase`. */
  PHASE = 2,
  /** 1 when no plan has a smaller objective. */
  OPTIMAL = 3,
  /** No plan that places as much has a smaller sum of PRIMARY. */
  LOWER_BOUND = 4,
  /** Work done so far, in the units of the steps. */
  WORK = 5,
  PATTERNS = 6,
  SLOTS = 7,
}

// ---------------------------------------------------------------------------------------------- cutting

/**
 * Request block of `cutOpen`: this head, then TYPES × `PieceType`, then BARS × `Bar`, and where pieces are mitred the
 * number of states of each class and the excess of each state of a bar. All numbers are whole.
 */
export enum CutRequestHead {
  TYPES = 0,
  BARS = 1,
  SEED = 2,
  /** Units of `Bar.KEY` in one unit of `Bar.PRIMARY`; the rest of a key breaks ties. */
  SCALE = 3,
  /** The most pieces, and the most types, that one bar may hold. */
  MAX_PIECES = 4,
  MAX_TYPES = 5,
  /** Classes of mitred pieces; 0 where bars have no states. */
  CLASSES = 6,
  SLOTS = 7,
}

/** Equal pieces. Types come by falling weight, and each fits at least one bar. */
export enum PieceType {
  /** Length and kerf: a bar holds what weighs no more than its capacity. */
  WEIGHT = 0,
  /** Worth of placing one piece when not everything can be placed. */
  LENGTH = 1,
  DEMAND = 2,
  /** Number of the class: pieces of one class have the same slants. */
  CLASS = 3,
  SLOTS = 4,
}

/** Equal stocks. Bars come by falling capacity. */
export enum Bar {
  CAPACITY = 0,
  LIMIT = 1,
  /** Cost of using one, ties included: the sum over the plan is what the core minimises. */
  KEY = 2,
  /** Cost of using one in the user's objective. */
  PRIMARY = 3,
  /** The most piece length that one could hold. */
  LENGTH = 4,
  SLOTS = 5,
}

/** Stages of the core. */
export enum CutPhase {
  /** First plans, piece by piece. */
  CONSTRUCT = 0,
  /** Linear relaxation: the bound, and patterns worth using. */
  BOUND = 1,
  /** Whole plans from those patterns. */
  IMPROVE = 2,
  /** Search over all patterns that could still matter. */
  PROVE = 3,
}

// ---------------------------------------------------------------------------------------------- panels
//
// Sizes are whole numbers with the kerf added to pieces and panels alike, so that none is left between them.

/** Request block of `panelOpen`: this head, then TYPES × `PanelType`, STOCKS × `PanelStock` and DEFECTS × `PanelDefect`. */
export enum PanelRequestHead {
  TYPES = 0,
  STOCKS = 1,
  SEED = 2,
  /** One unit of `PanelStock.PRIMARY` in units of `PanelStock.KEY`; the rest of a key breaks ties. */
  SCALE = 3,
  /** 1: the parts of the first cut are the strips themselves; 0: they are sections, which are cut into strips. */
  TWO_STAGES = 4,
  /** 1: a strip holds only pieces as wide as itself. */
  EXACT = 5,
  /** 0: each panel as it likes; otherwise a `PanelCut`. */
  FIRST_CUT = 6,
  /** The most parts of a first cut with pieces in them, and the most pieces, that a panel may hold. */
  MAX_PARTS = 7,
  MAX_PIECES = 8,
  /** A rest of up to KERF is none; a larger one has to be MIN_REST at least. */
  KERF = 9,
  MIN_REST = 10,
  /** 1: bounds of column generation hold, since patterns with more stages are not asked for. */
  STAGED = 11,
  /** 1: of equal plans the one with fewer different patterns is better. */
  FEWEST_PATTERNS = 12,
  DEFECTS = 13,
  /** Least length of a rest that is worth keeping, either way round and without a kerf; -1 where none is. */
  MIN_OFFCUT_LENGTH = 14,
  MIN_OFFCUT_WIDTH = 15,
  SLOTS = 16,
}

/** Direction of a cut: across, it divides the length; along (a rip), it divides the width. */
export enum PanelCut {
  ANY = 0,
  CROSS = 1,
  RIP = 2,
}

/** Equal pieces; each fits at least one stock. */
export enum PanelType {
  LENGTH = 0,
  WIDTH = 1,
  DEMAND = 2,
  /** `PanelGrain` of the piece. */
  GRAIN = 3,
  /** Worth of placing one piece when not everything can be placed. */
  WORTH = 4,
  SLOTS = 5,
}

export enum PanelGrain {
  /** A piece may be turned; on such a stock all pieces may be turned. */
  NONE = 0,
  LENGTH = 1,
  WIDTH = 2,
  /** All copies the same way round. */
  ALIKE = 3,
}

/** Equal stocks: their usable rectangle. */
export enum PanelStockBlock {
  LENGTH = 0,
  WIDTH = 1,
  LIMIT = 2,
  /** Cost of using one, ties included: the sum over the plan is what the core minimises. */
  KEY = 3,
  /** Cost of using one in the user's objective. */
  PRIMARY = 4,
  GRAIN = 5,
  SLOTS = 6,
}

/** A rectangle on a stock: pieces, a kerf included, end at FROM or before, or begin at TO or behind. */
export enum PanelDefectBlock {
  STOCK = 0,
  FROM_X = 1,
  TO_X = 2,
  FROM_Y = 3,
  TO_Y = 4,
  SLOTS = 5,
}

/** Stages of the core. */
export enum PanelPhase {
  /** First plans, piece by piece. */
  CONSTRUCT = 0,
  /** Linear relaxation: the bound, and patterns worth using. */
  BOUND = 1,
  /** Plans with one panel less, by taking panels apart and filling them anew. */
  IMPROVE = 2,
  /** As good a plan with fewer patterns. */
  PATTERNS = 3,
  /** As good a plan with larger offcuts, fewer cuts. */
  TIDY = 4,
}
