/** Request and answer of one-dimensional cutting (`/v1/solve/cut-1d`, `engine.cut`). */
import * as z from "zod/mini";
import { choice, integer, list, number, string } from "../values/lax.ts";
import { DEFAULTS, LIMITS } from "../values/limits.ts";
import { described } from "../values/schema.ts";

const { cut } = LIMITS;
const length = () => number({ gt: 0, le: cut.length });
const quantity = () => integer({ ge: 1, le: cut.quantity });
const id = () => string(z.maxLength(LIMITS.id_length));

export const cutStockSchema = described(
  z.object({
    id: described(z.prefault(id(), DEFAULTS.cut.stock_id), "Name of the stock in the answer."),
    length: described(length(), "Length of one bar, mm."),
    quantity: described(z.prefault(quantity(), DEFAULTS.cut.stock_quantity), "How many bars there are."),
    cost: described(
      z.prefault(number({ ge: 0 }), DEFAULTS.cut.stock_cost),
      "Price of one bar, in any currency.",
    ),
  }),
  "Bars of one length that can be cut.",
);
/** Stock length in a request of `/v1/solve/cut-1d`. */
export interface CutStock extends z.output<typeof cutStockSchema> {}

export const cutPieceSchema = described(
  z.object({
    id: described(id(), "Name of the piece in the answer."),
    length: described(length(), "Finished length, mm."),
    quantity: described(z.prefault(quantity(), DEFAULTS.cut.piece_quantity), "How many are wanted."),
  }),
  "A length to be cut, so many times.",
);
/** Piece in a request of `/v1/solve/cut-1d`. */
export interface CutPiece extends z.output<typeof cutPieceSchema> {}

export const cutRequestSchema = described(
  z.object({
    stocks: described(list(cutStockSchema, { min: 1, max: cut.stocks }), "The bars to cut from."),
    pieces: described(list(cutPieceSchema, { min: 1, max: cut.pieces }), "The pieces to cut."),
    kerf: described(
      z.prefault(number({ ge: 0, le: cut.kerf }), DEFAULTS.cut.kerf),
      "Width of the blade: what every cut takes, mm.",
    ),
    optimize: described(
      z.prefault(choice(["waste", "cost"]), DEFAULTS.cut.optimize),
      "What to minimise: the length of the stock used (`waste`), or its cost (`cost`).",
    ),
  }),
  "What `cut` takes.",
);
/** Body of `/v1/solve/cut-1d`, before defaults. */
export interface CutRequestInput extends z.input<typeof cutRequestSchema> {}
/** Body of `/v1/solve/cut-1d` with all its defaults. */
export interface CutRequest extends z.output<typeof cutRequestSchema> {}

export const cutPlacementSchema = described(
  z.object({
    piece_id: described(z.string(), "`id` of the piece."),
    length: described(z.number(), "Its length, mm."),
    position: described(z.number(), "Where it begins on the bar, mm from its start."),
  }),
  "Where one piece lies on its bar.",
);
/** One piece where it lies on a bar. */
export interface CutPlacement extends z.infer<typeof cutPlacementSchema> {}

export const stockLayoutSchema = described(
  z.object({
    stock_id: described(z.string(), "`id` of the stock the bar is taken from."),
    stock_index: described(z.int(), "Number of the layout, from 0."),
    cuts: described(z.array(cutPlacementSchema), "The pieces in the order in which they lie."),
    used_length: described(z.number(), "Pieces and their kerfs, mm."),
    waste: described(z.number(), "What is left of the bar, mm."),
    utilization: described(z.number(), "`used_length` in percent of the bar, 0 to 100."),
  }),
  "One bar with its cuts.",
);
/** One bar with its pieces. */
export interface StockLayout extends z.infer<typeof stockLayoutSchema> {}

export const cutSummarySchema = described(
  z.object({
    stocks_used: described(z.int(), "Bars used."),
    total_stock_length: described(z.number(), "Their length together, mm."),
    total_cut_length: described(z.number(), "Length of all placed pieces, mm."),
    total_waste: described(z.number(), "What is left of all bars, mm."),
    waste_percent: described(z.number(), "`total_waste` in percent of `total_stock_length`, 0 to 100."),
    total_cost: described(z.number(), "Cost of the bars used."),
    all_pieces_placed: described(z.boolean(), "True when no piece is left over."),
  }),
  "The totals of all bars.",
);
/** Totals of an answer about bars. */
export interface CutSummary extends z.infer<typeof cutSummarySchema> {}

export const cutDataSchema = described(
  z.object({
    summary: described(cutSummarySchema, "Totals."),
    layouts: described(z.array(stockLayoutSchema), "One entry for each bar."),
    unplaced: described(z.array(z.string()), "`id` of each copy that could not be placed."),
  }),
  "What `cut` answers: every bar with its cuts.",
);
/** Answer of `/v1/solve/cut-1d`: every bar with its pieces. */
export interface CutData extends z.infer<typeof cutDataSchema> {}
