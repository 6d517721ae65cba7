/** Beside an answer of the package: why the search for it has ended, and what was wrong on the way. */
import { z } from "zod";

/** By itself, at its limit of time or work, by the caller, or because its worker was lost: this is the best it had found. */
export const endedSchema = z.enum(["done", "limit", "aborted", "worker lost"]);
export type Ended = z.infer<typeof endedSchema>;

/** `answer-rejected`: the judge found better answers wrong; what is returned has passed. */
export const answerFindingSchema = z.object({
  code: z.string().describe("What it is: `answer-rejected`."),
  message: z.string().describe("One sentence for people; it names the seed."),
  count: z.number().int().describe("How many times it happened."),
});
