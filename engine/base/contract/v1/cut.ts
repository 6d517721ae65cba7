/** Request and answer of one-dimensional cutting (`/v1/solve/cut-1d`, `engine.cut`). */
import { z } from "zod";
import { choice, integer, list, number, string } from "../values/lax.ts";
import { DEFAULTS, LIMITS } from "../values/limits.ts";

const { cut } = LIMITS;
const length = () => number({ gt: 0, le: cut.length });
const quantity = () => integer({ ge: 1, le: cut.quantity });
const id = () => string((text) => text.max(LIMITS.id_length));

export const cutStockSchema = z
  .object({
    id: id().prefault(DEFAULTS.cut.stock_id).describe("Name of the stock in the answer."),
    length: length().describe("Length of one bar, mm."),
    quantity: quantity().prefault(DEFAULTS.cut.stock_quantity).describe("How many bars there are."),
    cost: number({ ge: 0 }).prefault(DEFAULTS.cut.stock_cost).describe("Price of one bar, in any currency."),
  })
  .describe("Bars of one length that can be cut.");
/** Stock length in a request of `/v1/solve/cut-1d`. */
export type CutStock = z.output<typeof cutStockSchema>;

export const cutPieceSchema = z
  .object({
    id: id().describe("Name of the piece in the answer."),
    length: length().describe("Finished length, mm."),
    quantity: quantity().prefault(DEFAULTS.cut.piece_quantity).describe("How many are wanted."),
  })
  .describe("A length to be cut, so many times.");
/** Piece in a request of `/v1/solve/cut-1d`. */
export type CutPiece = z.output<typeof cutPieceSchema>;

export const cutRequestSchema = z
  .object({
    stocks: list(cutStockSchema, { min: 1, max: cut.stocks }).describe("The bars to cut from."),
    pieces: list(cutPieceSchema, { min: 1, max: cut.pieces }).describe("The pieces to cut."),
    kerf: number({ ge: 0, le: cut.kerf })
      .prefault(DEFAULTS.cut.kerf)
      .describe("Width of the blade: what every cut takes, mm."),
    optimize: choice(["waste", "cost"])
      .prefault(DEFAULTS.cut.optimize)
      .describe("What to minimise: the length of the stock used (`waste`), or its cost (`cost`)."),
  })
  .describe("What `cut` takes.");
/** Body of `/v1/solve/cut-1d`, before defaults. */
export type CutRequestInput = z.input<typeof cutRequestSchema>;
/** Body of `/v1/solve/cut-1d` with all its defaults. */
export type CutRequest = z.output<typeof cutRequestSchema>;

export const cutPlacementSchema = z
  .object({
    piece_id: z.string().describe("`id` of the piece."),
    length: z.number().describe("Its length, mm."),
    position: z.number().describe("Where it begins on the bar, mm from its start."),
  })
  .describe("Where one piece lies on its bar.");
/** One piece where it lies on a bar. */
export type CutPlacement = z.infer<typeof cutPlacementSchema>;

export const stockLayoutSchema = z
  .object({
    stock_id: z.string().describe("`id` of the stock the bar is taken from."),
    stock_index: z.number().int().describe("Number of the layout, from 0."),
    cuts: z.array(cutPlacementSchema).describe("The pieces in the order in which they lie."),
    used_length: z.number().describe("Pieces and their kerfs, mm."),
    waste: z.number().describe("What is left of the bar, mm."),
    utilization: z.number().describe("`used_length` in percent of the bar, 0 to 100."),
  })
  .describe("One bar with its cuts.");
/** One bar with its pieces. */
export type StockLayout = z.infer<typeof stockLayoutSchema>;

export const cutSummarySchema = z
  .object({
    stocks_used: z.number().int().describe("Bars used."),
    total_stock_length: z.number().describe("Their length together, mm."),
    total_cut_length: z.number().describe("Length of all placed pieces, mm."),
    total_waste: z.number().describe("What is left of all bars, mm."),
    waste_percent: z.number().describe("`total_waste` in percent of `total_stock_length`, 0 to 100."),
    total_cost: z.number().describe("Cost of the bars used."),
    all_pieces_placed: z.boolean().describe("True when no piece is left over."),
  })
  .describe("The totals of all bars.");
/** Totals of an answer about bars. */
export type CutSummary = z.infer<typeof cutSummarySchema>;

export const cutDataSchema = z
  .object({
    summary: cutSummarySchema.describe("Totals."),
    layouts: z.array(stockLayoutSchema).describe("One entry for each bar."),
    unplaced: z.array(z.string()).describe("`id` of each copy that could not be placed."),
  })
  .describe("What `cut` answers: every bar with its cuts.");
/** Answer of `/v1/solve/cut-1d`: every bar with its pieces. */
export type CutData = z.infer<typeof cutDataSchema>;
