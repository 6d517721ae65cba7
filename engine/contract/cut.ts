/** Request and answer of one-dimensional cutting (`/v1/solve/cut-1d`, `engine.cut`). */
import { z } from "zod";
import { DEFAULTS, LIMITS } from "./limits.ts";

const { cut } = LIMITS;
const length = () => z.number().gt(0).max(cut.length);
const quantity = () => z.number().int().min(1).max(cut.quantity);

export const cutStockSchema = z.object({
  id: z.string().max(LIMITS.idLength).default(DEFAULTS.cut.stockId),
  length: length(),
  quantity: quantity().default(DEFAULTS.cut.stockQuantity),
  cost: z.number().min(0).default(DEFAULTS.cut.stockCost),
});
export type CutStock = z.output<typeof cutStockSchema>;

export const cutPieceSchema = z.object({
  id: z.string().max(LIMITS.idLength),
  length: length(),
  quantity: quantity().default(DEFAULTS.cut.pieceQuantity),
});
export type CutPiece = z.output<typeof cutPieceSchema>;

export const cutRequestSchema = z.object({
  stocks: z.array(cutStockSchema).min(1).max(cut.stocks),
  pieces: z.array(cutPieceSchema).min(1).max(cut.pieces),
  kerf: z.number().min(0).max(cut.kerf).default(DEFAULTS.cut.kerf),
  optimize: z.enum(["waste", "cost"]).default(DEFAULTS.cut.optimize),
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
