/** Request and answer of one-dimensional cutting (`/v1/solve/cut-1d`, `engine.cut`). */
import { z } from "zod";
import { choice, integer, list, number, string } from "../values/lax.ts";
import { DEFAULTS, LIMITS } from "../values/limits.ts";

const { cut } = LIMITS;
const length = () => number({ gt: 0, le: cut.length });
const quantity = () => integer({ ge: 1, le: cut.quantity });
const id = () => string((text) => text.max(LIMITS.idLength));

export const cutStockSchema = z.object({
  id: id().prefault(DEFAULTS.cut.stockId),
  length: length(),
  quantity: quantity().prefault(DEFAULTS.cut.stockQuantity),
  cost: number({ ge: 0 }).prefault(DEFAULTS.cut.stockCost),
});
export type CutStock = z.output<typeof cutStockSchema>;

export const cutPieceSchema = z.object({
  id: id(),
  length: length(),
  quantity: quantity().prefault(DEFAULTS.cut.pieceQuantity),
});
export type CutPiece = z.output<typeof cutPieceSchema>;

export const cutRequestSchema = z.object({
  stocks: list(cutStockSchema, { min: 1, max: cut.stocks }),
  pieces: list(cutPieceSchema, { min: 1, max: cut.pieces }),
  kerf: number({ ge: 0, le: cut.kerf }).prefault(DEFAULTS.cut.kerf),
  optimize: choice(["waste", "cost"]).prefault(DEFAULTS.cut.optimize),
});
export type CutRequestInput = z.input<typeof cutRequestSchema>;
export type CutRequest = z.output<typeof cutRequestSchema>;

export const cutPlacementSchema = z.object({
  piece_id: z.string(),
  length: z.number(),
  position: z.number(),
});
export type CutPlacement = z.infer<typeof cutPlacementSchema>;

export const stockLayoutSchema = z.object({
  stock_id: z.string(),
  stock_index: z.number().int(),
  cuts: z.array(cutPlacementSchema),
  used_length: z.number(),
  waste: z.number(),
  utilization: z.number(),
});
export type StockLayout = z.infer<typeof stockLayoutSchema>;

export const cutSummarySchema = z.object({
  stocks_used: z.number().int(),
  total_stock_length: z.number(),
  total_cut_length: z.number(),
  total_waste: z.number(),
  waste_percent: z.number(),
  total_cost: z.number(),
  all_pieces_placed: z.boolean(),
});
export type CutSummary = z.infer<typeof cutSummarySchema>;

export const cutDataSchema = z.object({
  summary: cutSummarySchema,
  layouts: z.array(stockLayoutSchema),
  unplaced: z.array(z.string()),
});
export type CutData = z.infer<typeof cutDataSchema>;
