/**
 * The package's answer to a cutting request: patterns with their counts, and how good the plan is proven to be. The
 * answer of /v1 (`CutData`) lists every bar and every cut one by one; this stays small however many there are.
 */
import { z } from "zod";
import { cutPlacementSchema, cutSummarySchema } from "./cut.ts";

/** `count` equal cuts side by side, the first at `position`, each next one a length and a kerf further on. */
export const cutRunSchema = cutPlacementSchema.extend({ count: z.number().int() });
export type CutRun = z.infer<typeof cutRunSchema>;

export const cutPatternSchema = z.object({
  stock_id: z.string(),
  /** Length of the stock. */
  length: z.number(),
  /** How many bars are cut like this. */
  count: z.number().int(),
  cuts: z.array(cutRunSchema),
  used_length: z.number(),
  waste: z.number(),
  utilization: z.number(),
});
export type CutPattern = z.infer<typeof cutPatternSchema>;

export const cutPlanSchema = z.object({
  /**
   * `optimal`: no plan has a smaller objective. `feasible`: perhaps one has, by `gap_percent` at most.
   * `stock_exhausted`: pieces that fit a stock are left over because there is too little of it.
   */
  status: z.enum(["optimal", "feasible", "stock_exhausted"]),
  /** No plan that places as much has a smaller total stock length (`waste`) or total cost (`cost`). */
  lower_bound: z.number(),
  /** How far the plan is above `lower_bound`, as a percentage of its own value. */
  gap_percent: z.number(),
  kerf: z.number(),
  summary: cutSummarySchema,
  patterns: z.array(cutPatternSchema),
  /** Pieces without a place, in the request's order. */
  unplaced: z.array(z.object({ piece_id: z.string(), count: z.number().int() })),
});
export type CutPlan = z.infer<typeof cutPlanSchema>;
