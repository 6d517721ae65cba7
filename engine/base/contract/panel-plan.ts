/**
 * Panels cut edge to edge on a saw: what a shop has and wants, and the plan: patterns with their counts, each a tree of
 * cuts that is also the order of sawing.
 *
 * `length` is x, `width` is y; the origin is the lower left corner of a panel, and its grain runs along the length unless
 * it says otherwise. A rip runs along x and divides the width, a cross cut runs along y and divides the length.
 */
import * as z from "zod/mini";
import { boolean, choice, integer, list, number, string } from "./values/lax.ts";
import { DEFAULTS, LIMITS } from "./values/limits.ts";
import { endingFields, proofFields, unplacedPiecesSchema } from "./values/plan.ts";
import { described, preprocess } from "./values/schema.ts";

const { panel } = LIMITS;
const size = () => number({ gt: 0, le: panel.side });
const distance = () => number({ ge: 0, le: panel.side });
const quantity = () => integer({ ge: 1, le: panel.quantity });
const text = () => string(z.maxLength(LIMITS.id_length));
const trim = (side: string) =>
  described(
    z.optional(distance()),
    `Width always lost at the ${side}, mm, the kerf of the trimming cut included.`,
  );

/** On a stock, in place of those of the request's options. */
const trims = {
  trim_left: trim("left side"),
  trim_right: trim("right side"),
  trim_bottom: trim("bottom"),
  trim_top: trim("top"),
};

export const panelDefectSchema = described(
  z.strictObject({
    x: described(distance(), "Lower left corner, mm from the panel's left side."),
    y: described(distance(), "Lower left corner, mm from the panel's bottom."),
    length: described(size(), "Size along x, mm."),
    width: described(size(), "Size along y, mm."),
  }),
  "A rectangle of a panel that no piece may cover.",
);
/** Rectangle of a panel that no piece may cover. */
export interface PanelDefect extends z.output<typeof panelDefectSchema> {}

const wholeStock = z.strictObject({
  id: described(z.prefault(text(), DEFAULTS.panel.stock_id), "Name in the answer."),
  length: described(size(), "Size along x, mm."),
  width: described(size(), "Size along y, mm."),
  quantity: described(
    z.prefault(quantity(), DEFAULTS.panel.stock_quantity),
    "How many there are; 1, and no more, of a panel with defects.",
  ),
  cost: described(z.prefault(number({ ge: 0 }), DEFAULTS.panel.stock_cost), "Cost of one."),
  grain: described(
    z.optional(choice(["length", "width", "none"])),
    "Direction in which the grain runs; `length` when absent. On `none` every piece may be turned.",
  ),
  ...trims,
  offcut: described(
    z.optional(boolean()),
    "True for a piece left over from an earlier job: see `options.offcuts_first`.",
  ),
  defects: described(
    z.optional(list(panelDefectSchema, { max: panel.defects })),
    "Rectangles that no piece and no offcut may overlap; cuts may run through them.",
  ),
});

export const panelStockSchema = described(
  preprocess(
    (stock: z.input<typeof wholeStock>) => alone(stock),
    wholeStock.check(
      z.superRefine(({ length, width, quantity, defects = [] }, context) => {
        const report = (path: (string | number)[], message: string) =>
          context.addIssue({ code: "custom", path, message });
        if (defects.length > 0 && quantity > 1)
          report(["quantity"], "A panel with defects is there once: name each by itself");
        defects.forEach(({ x, y }, at) => {
          if (x >= length || y >= width)
            report(["defects", at], `Lies beside the panel of ${length} × ${width}`);
        });
      }),
    ),
  ),
  "Panels of one size in stock.",
);
/** Size of panels that pieces are sawn from, in a request of `panels`. */
export interface PanelStock extends z.output<typeof panelStockSchema> {}

/** No two panels have the same defects. */
function alone(stock: z.input<typeof wholeStock>): z.input<typeof wholeStock> {
  const damaged = Array.isArray(stock?.defects) && stock.defects.length > 0;
  return damaged && stock.quantity === undefined ? { ...stock, quantity: 1 } : stock;
}

const edge = (side: string) => described(z.optional(text()), `Edge band on its ${side}.`);

export const panelPieceSchema = described(
  z.strictObject({
    id: described(text(), "Name in the answer."),
    length: described(size(), "Length to be sawn, mm."),
    width: described(size(), "Width to be sawn, mm."),
    quantity: described(z.prefault(quantity(), DEFAULTS.panel.piece_quantity), "How many are wanted."),
    grain: described(
      z.optional(choice(["any", "length", "width", "alike"])),
      "The side along which the grain must run; the piece is turned only if the grain of the stock runs the other way. `any` (when absent): each copy may lie either way. `alike`: all copies lie the same way, on all panels.",
    ),
    label: described(z.optional(text()), "Text for labels and lists only."),
    edges: described(
      z.optional(
        z.strictObject({
          left: edge("left side"),
          right: edge("right side"),
          bottom: edge("bottom"),
          top: edge("top"),
        }),
      ),
      "Edge bands, for labels and lists; they do not change the size.",
    ),
  }),
  "A rectangle to be cut from panels, so many times.",
);
/** Piece that is asked for, in a request of `panels`. */
export interface PanelPiece extends z.output<typeof panelPieceSchema> {}

export const panelOptionsSchema = described(
  z.strictObject({
    ...trims,
    stages: described(
      z.optional(z.union([integer({ ge: 2 }), z.null()])),
      "Stages of cuts, each at right angles to the one before: 3 when absent, any number if null. Plans use at most three.",
    ),
    cut_type: described(
      z.optional(choice(["non_exact", "exact"])),
      "`non_exact` (when absent): after the last stage one more cut may trim a piece to size. `exact`: no such cut.",
    ),
    first_cut: described(
      z.optional(choice(["any", "rip", "cross"])),
      "Direction of the first stage; `any` when absent: each panel on its own.",
    ),
    min_cut_distance: described(
      z.optional(distance()),
      "Smallest part that a cut may make, mm, waste included. A rest no wider than the kerf does not count.",
    ),
    max_first_cuts: described(
      z.optional(integer({ ge: 1 })),
      "Most cuts of the first stage on a panel; trims do not count.",
    ),
    max_pieces: described(z.optional(integer({ ge: 1 })), "Most pieces on a panel."),
    min_offcut_length: described(
      z.optional(distance()),
      "A rest at least this long and `min_offcut_width` wide, either way round, is an offcut, mm; a smaller rest is waste. Without these two options every rest is waste.",
    ),
    min_offcut_width: described(z.optional(distance()), "Least width of an offcut, mm."),
    offcuts_first: described(
      z.optional(boolean()),
      "Use up offcuts before new stock: the least new material, then the least of the offcuts. `lower_bound` is that of the new material.",
    ),
    fewest_patterns: described(
      z.optional(boolean()),
      "Among equally good plans, prefer one with few different patterns.",
    ),
  }),
  "What the saw can do and what the shop asks for.",
);
/** Rules of the saw, of the rack and of the search, in a request of `panels`. */
export interface PanelOptions extends z.output<typeof panelOptionsSchema> {}

export const panelPlanRequestSchema = described(
  z.strictObject({
    stocks: described(list(panelStockSchema, { min: 1, max: panel.stocks }), "The panels to cut from."),
    pieces: described(list(panelPieceSchema, { min: 1, max: panel.pieces }), "The pieces to cut."),
    kerf: described(
      z.prefault(number({ ge: 0, le: panel.kerf }), DEFAULTS.panel.kerf),
      "Width of the cut, mm.",
    ),
    optimize: described(
      z.prefault(choice(["waste", "cost"]), DEFAULTS.panel.optimize),
      "What to minimise: the area of the panels used, or their cost.",
    ),
    options: described(
      z.optional(panelOptionsSchema),
      "How the saw cuts, and what else a shop wants; each at its default when absent.",
    ),
  }),
  "What `panels` takes.",
);
/** Request of `panels`, before its defaults are filled in. */
export interface PanelPlanRequestInput extends z.input<typeof panelPlanRequestSchema> {}
/** Request of `panels` with all its defaults. */
export interface PanelPlanRequest extends z.output<typeof panelPlanRequestSchema> {}

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
  described(
    z.optional(z.number()),
    `Lower left corner on the panel along ${axis}, mm; only where neither it nor what contains it is repeated.`,
  );

export const panelNodeSchema: z.ZodMiniType<PanelNode> = described(
  z.lazy(() =>
    z.strictObject({
      length: described(
        z.optional(z.number()),
        "Length of a part of a cross cut, mm; its width is that of its parent.",
      ),
      width: described(
        z.optional(z.number()),
        "Width of a part of a rip, mm; its length is that of its parent.",
      ),
      count: described(
        z.optional(z.int()),
        "How many equal parts lie side by side, a kerf apart, each cut the same way; 1 when absent.",
      ),
      x: position("x"),
      y: position("y"),
      cut: described(
        z.optional(z.enum(["rip", "cross"])),
        "`rip`: its parts lie above each other. `cross`: its parts lie beside each other.",
      ),
      parts: described(z.optional(z.array(panelNodeSchema)), "What the cut makes, in the order of sawing."),
      piece: described(z.optional(z.int()), "Position in `pieces`."),
      piece_id: described(z.optional(z.string()), "`id` of the piece."),
      rotated: described(z.optional(z.boolean()), "True when its length lies along the panel's width."),
      offcut: described(z.optional(z.boolean()), "True for an offcut worth keeping."),
    }),
  ),
  "A rectangle of a panel: cut further into `parts`, or else a piece, an offcut or waste.",
);

export const panelPatternSchema = described(
  z.object({
    stock_id: described(z.string(), "`id` of the stock."),
    stock: described(z.int(), "Position in `stocks`."),
    length: described(z.number(), "Length of the panel, mm, trims included."),
    width: described(z.number(), "Width of the panel, mm, trims included."),
    trim_left: described(z.number(), "Lost at its left side, mm."),
    trim_right: described(z.number(), "Lost at its right side, mm."),
    trim_bottom: described(z.number(), "Lost at its bottom, mm."),
    trim_top: described(z.number(), "Lost at its top, mm."),
    defects: described(z.optional(z.array(panelDefectSchema)), "Its defects, where it has any."),
    count: described(z.int(), "How many panels are cut like this."),
    used_area: described(z.number(), "Area of the pieces, mm²."),
    waste: described(z.number(), "The rest of the panel, mm²: trims, kerfs, offcuts and waste."),
    offcut: described(z.number(), "Area of the rests that are worth keeping, mm²; a part of `waste`."),
    utilization: described(z.number(), "`used_area` in percent of the panel, 0 to 100."),
    stages: described(z.int(), "Stages of its cuts, not counting the trimming cut."),
    cuts: described(z.int(), "Cuts of one panel, trims included."),
    cut_length: described(z.number(), "Length of these cuts, mm."),
    tree: described(panelNodeSchema, "How the rectangle between the trims is cut."),
  }),
  "How one panel is cut, and how many panels are cut that way.",
);
/** One way to saw a panel, and how many panels are sawn so. */
export interface PanelPattern extends z.infer<typeof panelPatternSchema> {
  defects?: PanelDefect[] | undefined;
}

export const panelSummarySchema = described(
  z.object({
    stocks_used: described(z.int(), "Panels used."),
    total_stock_area: described(z.number(), "Their area, mm²."),
    total_piece_area: described(z.number(), "Area of the pieces cut, mm²."),
    total_waste: described(z.number(), "Area that is not part of a piece, mm²."),
    waste_percent: described(z.number(), "`total_waste` in percent of `total_stock_area`."),
    total_cost: described(z.number(), "Cost of the panels used."),
    all_pieces_placed: described(z.boolean(), "True when nothing is unplaced."),
    total_cuts: described(z.int(), "Cuts of all panels, trims included."),
    total_cut_length: described(z.number(), "Length of all cuts, mm."),
  }),
  "The totals of a plan of panels.",
);
/** Totals of a plan of panels. */
export interface PanelSummary extends z.infer<typeof panelSummarySchema> {}

export const panelPlanSchema = described(
  z.object({
    ...proofFields(
      "What is minimised: total area of the panels used (`waste`) or total cost (`cost`), of new stock alone with `offcuts_first`.",
    ),
    kerf: described(z.number(), "Width of the cut, mm, as asked."),
    summary: described(panelSummarySchema, "Totals."),
    total_offcut: described(z.number(), "Area of all rests that are worth keeping, mm²."),
    patterns: described(z.array(panelPatternSchema), "The patterns of panels, each with its count."),
    unplaced: unplacedPiecesSchema,
    ...endingFields,
  }),
  "What `panels` answers.",
);
/** Answer of `panels`: patterns with their counts, each a tree of cuts. */
export interface PanelPlan extends z.infer<typeof panelPlanSchema> {
  summary: PanelSummary;
  patterns: PanelPattern[];
}
