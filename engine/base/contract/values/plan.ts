/** Fields that all plans share: how good the plan is proven to be, why the search ended, which parts have no place. */
import * as z from "zod/mini";
import { described } from "./schema.ts";

/** How the search ended: by itself, at its limit of time or work, by the caller, or because its worker was lost. */
export const endedSchema = z.enum(["done", "limit", "aborted", "worker lost"]);
/** Why a search is over. */
export type Ended = z.infer<typeof endedSchema>;

/**
 * `answer-rejected`: the judge found better answers wrong; what is returned has passed. `outline-mended`: a part crosses
 * itself by a hair.
 */
const answerFindingSchema = z.object({
  code: described(z.string(), "What it is: `answer-rejected` or `outline-mended`."),
  message: described(z.string(), "One sentence for people; it names the seed or the place."),
  count: described(z.int(), "How many times it happened."),
});

/** The last fields of every plan. */
export const endingFields = {
  ended: described(
    z.optional(endedSchema),
    "Why the search is over: by itself, at its limit of time or work, by the caller, or because its worker was lost.",
  ),
  findings: described(
    z.optional(z.array(answerFindingSchema)),
    "Present only if something was not as it should be: answers that the check refused, parts that were mended.",
  ),
};

/** The first fields of a plan that minimises `objective`. */
export const proofFields = (objective: string) => ({
  status: described(
    z.enum(["optimal", "feasible", "stock_exhausted"]),
    "`optimal`: no plan has a smaller objective. `feasible`: a better plan may exist, better by at most `gap_percent`. `stock_exhausted`: there is too little stock for all pieces.",
  ),
  objective: described(z.number(), objective),
  lower_bound: described(z.number(), "No plan that places as much has a smaller objective."),
  gap_percent: described(
    z.number(),
    "How far the objective is above `lower_bound`, as a percentage of the objective.",
  ),
});

export const unplacedPiecesSchema = described(
  z.array(
    z.object({
      piece_id: described(z.string(), "`id` of the piece."),
      count: described(z.int(), "How many copies of it could not be placed."),
    }),
  ),
  "Pieces that could not be placed, in the order of the request.",
);
