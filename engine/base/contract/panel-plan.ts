/**
 * Panels cut edge to edge on a saw: what a shop has and wants, and the plan: patterns with their counts, each a tree of
 * cuts that is also the order of sawing.
 *
 * `length` is x, `width` is y; the origin is the lower left corner of a panel, and its grain runs along the length unless
 * it says otherwise. A rip runs along x and divides the width, a cross cut runs along y and divides the length.
 */
import { z } from "zod";
import { boolean, choice, integer, list, number, string } from "./values/lax.ts";
import { DEFAULTS, LIMITS } from "./values/limits.ts";
import { endingFields, proofFields, unplacedPiecesSchema } from "./values/plan.ts";

const { panel } = LIMITS;
const size = () => number({ gt: 0, le: panel.side });
const distance = () => number({ ge: 0, le: panel.side });
const quantity = () => integer({ ge: 1, le: panel.quantity });
const text = () => string((value) => value.max(LIMITS.id_length));
const trim = (side: string) =>
  distance()
    .optional()
    .describe(`Width always lost at the ${side}, mm, the kerf of the trimming cut included.`);

/** On a stock, in place of those of the request's options. */
const trims = {
  trim_left: trim("left side"),
  trim_right: trim("right side"),
  trim_bottom: trim("bottom"),
  trim_top: trim("top"),
};

export const panelDefectSchema = z
  .strictObject({
    x: distance().describe("Lower left corner, mm from the panel's left side."),
    y: distance().describe("Lower left corner, mm from the panel's bottom."),
    length: size().describe("Size along x, mm."),
    width: size().describe("Size along y, mm."),
  })
  .describe("A rectangle of a panel that no piece may cover.");
/** Rectangle of a panel that no piece may cover. */
export type PanelDefect = z.output<typeof panelDefectSchema>;

const wholeStock = z.strictObject({
  id: text().prefault(DEFAULTS.panel.stock_id).describe("Name in the answer."),
  length: size().describe("Size along x, mm."),
  width: size().describe("Size along y, mm."),
  quantity: quantity()
    .prefault(DEFAULTS.panel.stock_quantity)
    .describe("How many there are; 1, and no more, of a panel with defects."),
  cost: number({ ge: 0 }).prefault(DEFAULTS.panel.stock_cost).describe("Cost of one."),
  grain: choice(["length", "width", "none"])
    .optional()
    .describe(
      "Direction in which the grain runs; `length` when absent. On `none` every piece may be turned.",
    ),
  ...trims,
  offcut: boolean()
    .optional()
    .describe("True for a piece left over from an earlier job: see `options.offcuts_first`."),
  defects: list(panelDefectSchema, { max: panel.defects })
    .optional()
    .describe("Rectangles that no piece and no offcut may overlap; cuts may run through them."),
});

export const panelStockSchema = z
  .preprocess(
    (stock: z.input<typeof wholeStock>) => alone(stock),
    wholeStock.superRefine(({ length, width, quantity, defects = [] }, context) => {
      const report = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (defects.length > 0 && quantity > 1)
        report(["quantity"], "A panel with defects is there once: name each by itself");
      defects.forEach(({ x, y }, at) => {
        if (x >= length || y >= width)
          report(["defects", at], `Lies beside the panel of ${length} × ${width}`);
      });
    }),
  )
  .describe("Panels of one size in stock.");
/** Size of panels that pieces are sawn from, in a request of `panels`. */
export type PanelStock = z.output<typeof panelStockSchema>;

/** No two panels have the same defects. */
function alone(stock: z.input<typeof wholeStock>): z.input<typeof wholeStock> {
  const damaged = Array.isArray(stock?.defects) && stock.defects.length > 0;
  return damaged && stock.quantity === undefined ? { ...stock, quantity: 1 } : stock;
}

const edge = (side: string) => text().optional().describe(`Edge band on its ${side}.`);

export const panelPieceSchema = z
  .strictObject({
    id: text().describe("Name in the answer."),
    length: size().describe("Length to be sawn, mm."),
    width: size().describe("Width to be sawn, mm."),
    quantity: quantity().prefault(DEFAULTS.panel.piece_quantity).describe("How many are wanted."),
    grain: choice(["any", "length", "width", "alike"])
      .optional()
      .describe(
        "The side along which the grain must run; the piece is turned only if the grain of the stock runs the other way. `any` (when absent): each copy may lie either way. `alike`: all copies lie the same way, on all panels.",
      ),
    label: text().optional().describe("Text for labels and lists only."),
    edges: z
      .strictObject({
        left: edge("left side"),
        right: edge("right side"),
        bottom: edge("bottom"),
        top: edge("top"),
      })
      .optional()
      .describe("Edge bands, for labels and lists; they do not change the size."),
  })
  .describe("A rectangle to be cut from panels, so many times.");
/** Piece that is asked for, in a request of `panels`. */
export type PanelPiece = z.output<typeof panelPieceSchema>;

export const panelOptionsSchema = z
  .strictObject({
    ...trims,
    stages: z
      .union([integer({ ge: 2 }), z.null()])
      .optional()
      .describe(
        "Stages of cuts, each at right angles to the one before: 3 when absent, any number if null. Plans use at most three.",
      ),
    cut_type: choice(["non_exact", "exact"])
      .optional()
      .describe(
        "`non_exact` (when absent): after the last stage one more cut may trim a piece to size. `exact`: no such cut.",
      ),
    first_cut: choice(["any", "rip", "cross"])
      .optional()
      .describe("Direction of the first stage; `any` when absent: each panel on its own."),
    min_cut_distance: distance()
      .optional()
      .describe(
        "Smallest part that a cut may make, mm, waste included. A rest no wider than the kerf does not count.",
      ),
    max_first_cuts: integer({ ge: 1 })
      .optional()
      .describe("Most cuts of the first stage on a panel; trims do not count."),
    max_pieces: integer({ ge: 1 }).optional().describe("Most pieces on a panel."),
    min_offcut_length: distance()
      .optional()
      .describe(
        "A rest at least this long and `min_offcut_width` wide, either way round, is an offcut, mm; a smaller rest is waste. Without these two options every rest is waste.",
      ),
    min_offcut_width: distance().optional().describe("Least width of an offcut, mm."),
    offcuts_first: boolean()
      .optional()
      .describe(
        "Use up offcuts before new stock: the least new material, then the least of the offcuts. `lower_bound` is that of the new material.",
      ),
    fewest_patterns: boolean()
      .optional()
      .describe("Among equally good plans, prefer one with few different patterns."),
  })
  .describe("What the saw can do and what the shop asks for.");
/** Rules of the saw, of the rack and of the search, in a request of `panels`. */
export type PanelOptions = z.output<typeof panelOptionsSchema>;

export const panelPlanRequestSchema = z
  .strictObject({
    stocks: list(panelStockSchema, { min: 1, max: panel.stocks }).describe("The panels to cut from."),
    pieces: list(panelPieceSchema, { min: 1, max: panel.pieces }).describe("The pieces to cut."),
    kerf: number({ ge: 0, le: panel.kerf }).prefault(DEFAULTS.panel.kerf).describe("Width of the cut, mm."),
    optimize: choice(["waste", "cost"])
      .prefault(DEFAULTS.panel.optimize)
      .describe("What to minimise: the area of the panels used, or their cost."),
    options: panelOptionsSchema
      .optional()
      .describe("How the saw cuts, and what else a shop wants; each at its default when absent."),
  })
  .describe("What `panels` takes.");
/** Request of `panels`, before its defaults are filled in. */
export type PanelPlanRequestInput = z.input<typeof panelPlanRequestSchema>;
/** Request of `panels` with all its defaults. */
export type PanelPlanRequest = z.output<typeof panelPlanRequestSchema>;

/**
 * A rectangle of a panel: cut into parts, a piece, an offcut, or waste. Depth first, a node's own cuts in order, then its
 * parts in order: that is how it is sawn. The parts and the kerfs between them fill a node but for a rest of at most a
 * kerf, which the last cut takes away.
 */
export interface PanelNode {
  length?: number | undefined;
  width?: number | undefined;
  count?: number | undefined;
  x?: number | undefined;
  y?: number | undefined;
  cut?: "rip" | "cross" | undefined;
  parts?: PanelNode[] | undefined;
  piece?: number | undefined;
  piece_id?: string | undefined;
  rotated?: boolean | undefined;
  offcut?: boolean | undefined;
}

const position = (axis: string) =>
  z
    .number()
    .optional()
    .describe(
      `Lower left corner on the panel along ${axis}, mm; only where neither it nor what contains it is repeated.`,
    );

export const panelNodeSchema: z.ZodType<PanelNode> = z
  .lazy(() =>
    z.strictObject({
      length: z
        .number()
        .optional()
        .describe("Length of a part of a cross cut, mm; its width is that of its parent."),
      width: z
        .number()
        .optional()
        .describe("Width of a part of a rip, mm; its length is that of its parent."),
      count: z
        .number()
        .int()
        .optional()
        .describe(
          "How many equal parts lie side by side, a kerf apart, each cut the same way; 1 when absent.",
        ),
      x: position("x"),
      y: position("y"),
      cut: z
        .enum(["rip", "cross"])
        .optional()
        .describe("`rip`: its parts lie above each other. `cross`: its parts lie beside each other."),
      parts: z.array(panelNodeSchema).optional().describe("What the cut makes, in the order of sawing."),
      piece: z.number().int().optional().describe("Position in `pieces`."),
      piece_id: z.string().optional().describe("`id` of the piece."),
      rotated: z.boolean().optional().describe("True when its length lies along the panel's width."),
      offcut: z.boolean().optional().describe("True for an offcut worth keeping."),
    }),
  )
  .describe("A rectangle of a panel: cut further into `parts`, or else a piece, an offcut or waste.");

export const panelPatternSchema = z
  .object({
    stock_id: z.string().describe("`id` of the stock."),
    stock: z.number().int().describe("Position in `stocks`."),
    length: z.number().describe("Length of the panel, mm, trims included."),
    width: z.number().describe("Width of the panel, mm, trims included."),
    trim_left: z.number().describe("Lost at its left side, mm."),
    trim_right: z.number().describe("Lost at its right side, mm."),
    trim_bottom: z.number().describe("Lost at its bottom, mm."),
    trim_top: z.number().describe("Lost at its top, mm."),
    defects: z.array(panelDefectSchema).optional().describe("Its defects, where it has any."),
    count: z.number().int().describe("How many panels are cut like this."),
    used_area: z.number().describe("Area of the pieces, mm²."),
    waste: z.number().describe("The rest of the panel, mm²: trims, kerfs, offcuts and waste."),
    offcut: z.number().describe("Area of the rests that are worth keeping, mm²; a part of `waste`."),
    utilization: z.number().describe("`used_area` in percent of the panel, 0 to 100."),
    stages: z.number().int().describe("Stages of its cuts, not counting the trimming cut."),
    cuts: z.number().int().describe("Cuts of one panel, trims included."),
    cut_length: z.number().describe("Length of these cuts, mm."),
    tree: panelNodeSchema.describe("How the rectangle between the trims is cut."),
  })
  .describe("How one panel is cut, and how many panels are cut that way.");
/** One way to saw a panel, and how many panels are sawn so. */
export type PanelPattern = z.infer<typeof panelPatternSchema>;

export const panelSummarySchema = z
  .object({
    stocks_used: z.number().int().describe("Panels used."),
    total_stock_area: z.number().describe("Their area, mm²."),
    total_piece_area: z.number().describe("Area of the pieces cut, mm²."),
    total_waste: z.number().describe("Area that is not part of a piece, mm²."),
    waste_percent: z.number().describe("`total_waste` in percent of `total_stock_area`."),
    total_cost: z.number().describe("Cost of the panels used."),
    all_pieces_placed: z.boolean().describe("True when nothing is unplaced."),
    total_cuts: z.number().int().describe("Cuts of all panels, trims included."),
    total_cut_length: z.number().describe("Length of all cuts, mm."),
  })
  .describe("The totals of a plan of panels.");
/** Totals of a plan of panels. */
export type PanelSummary = z.infer<typeof panelSummarySchema>;

export const panelPlanSchema = z
  .object({
    ...proofFields(
      "What is minimised: total area of the panels used (`waste`) or total cost (`cost`), of new stock alone with `offcuts_first`.",
    ),
    kerf: z.number().describe("Width of the cut, mm, as asked."),
    summary: panelSummarySchema.describe("Totals."),
    total_offcut: z.number().describe("Area of all rests that are worth keeping, mm²."),
    patterns: z.array(panelPatternSchema).describe("The patterns of panels, each with its count."),
    unplaced: unplacedPiecesSchema,
    ...endingFields,
  })
  .describe("What `panels` answers.");
/** Answer of `panels`: patterns with their counts, each a tree of cuts. */
export type PanelPlan = z.infer<typeof panelPlanSchema>;
