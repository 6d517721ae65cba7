/** Fields that all plans share: how good the plan is proven to be, why the search ended, which parts have no place. */
import { z } from "zod";

/** How the search ended: by itself, at its limit of time or work, by the caller, or because its worker was lost. */
export const endedSchema = z.enum(["done", "limit", "aborted", "worker lost"]);
/** Why a search is over. */
export type Ended = z.infer<typeof endedSchema>;

/**
 * `answer-rejected`: the judge found better answers wrong; what is returned has passed. `outline-mended`: a part crosses
 * itself by a hair.
 */
const answerFindingSchema = z.object({
  code: z.string().describe("What it is: `answer-rejected` or `outline-mended`."),
  message: z.string().describe("One sentence for people; it names the seed or the place."),
  count: z.number().int().describe("How many times it happened."),
});

/** The last fields of every plan. */
export const endingFields = {
  ended: endedSchema
    .optional()
    .describe(
      "Why the search is over: by itself, at its limit of time or work, by the caller, or because its worker was lost.",
    ),
  findings: z
    .array(answerFindingSchema)
    .optional()
    .describe(
      "Present only if something was not as it should be: answers that the check refused, parts that were mended.",
    ),
};

/** The first fields of a plan that minimises `objective`. */
export const proofFields = (objective: string) => ({
  status: z
    .enum(["optimal", "feasible", "stock_exhausted"])
    .describe(
      "`optimal`: no plan has a smaller objective. `feasible`: a better plan may exist, better by at most `gap_percent`. `stock_exhausted`: there is too little stock for all pieces.",
    ),
  objective: z.number().describe(objective),
  lower_bound: z.number().describe("No plan that places as much has a smaller objective."),
  gap_percent: z
    .number()
    .describe("How far the objective is above `lower_bound`, as a percentage of the objective."),
});

export const unplacedPiecesSchema = z
  .array(
    z.object({
      piece_id: z.string().describe("`id` of the piece."),
      count: z.number().int().describe("How many copies of it could not be placed."),
    }),
  )
  .describe("Pieces that could not be placed, in the order of the request.");
