/**
 * Tiny requests against every possible plan. The oracle walks through all stocks and all fillings of each; it shares
 * nothing with the solver but the request.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type CutRequest, cutRequestSchema } from "../../../../engine/base/contract/v1/cut.ts";
import { cutVerified, objectiveOf, smallRequests } from "../../../helpers/cut/cut.ts";

/** Whole plan: length left over, then the objective and its ties in order, then pieces left over. */
type Score = number[];

function compare(a: Score, b: Score): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

/** The best score of all plans. Pieces that fit no stock are left out of it. */
function bestScore(request: CutRequest): Score {
  const longest = Math.max(...request.stocks.map((stock) => stock.length));
  const byLength = new Map<number, number>();
  for (const { length, quantity } of request.pieces) {
    if (length <= longest) byLength.set(length, (byLength.get(length) ?? 0) + quantity);
  }
  const lengths = [...byLength.keys()];
  const byCost = request.optimize === "cost" && request.stocks.some((stock) => stock.cost > 0);
  // From what is left to the least (objective, ties) of the bars used so far.
  let states = new Map<string, { left: number[]; used: Score }>();
  states.set("", { left: [...byLength.values()], used: [0, 0, 0] });
  for (const { length, cost, quantity } of request.stocks) {
    const price = byCost ? [cost, length, 1] : [length, 1, cost];
    for (let bar = 0; bar < quantity; bar++) {
      const next = new Map(states);
      for (const { left, used } of states.values()) {
        const score = used.map((value, i) => value + price[i]!);
        for (const rest of fillings(left, lengths, length + request.kerf, request.kerf)) {
          const known = next.get(rest.join());
          if (!known || compare(score, known.used) < 0) next.set(rest.join(), { left: rest, used: score });
        }
      }
      states = next;
    }
  }
  const scores = [...states.values()].map(({ left, used }) => [
    left.reduce((sum, count, i) => sum + count * lengths[i]!, 0),
    ...used,
    left.reduce((sum, count) => sum + count, 0),
  ]);
  return scores.reduce((best, score) => (compare(score, best) < 0 ? score : best));
}

/** Every rest of the pieces after filling a bar with at least one of them. */
function fillings(left: number[], lengths: number[], room: number, kerf: number): number[][] {
  let rests: { rest: number[]; room: number }[] = [{ rest: [], room }];
  left.forEach((count, i) => {
    rests = rests.flatMap(({ rest, room }) => {
      const most = Math.min(count, Math.floor(room / (lengths[i]! + kerf)));
      return Array.from({ length: most + 1 }, (_, taken) => ({
        rest: [...rest, count - taken],
        room: room - taken * (lengths[i]! + kerf),
      }));
    });
  });
  return rests.map(({ rest }) => rest).filter((rest) => rest.some((count, i) => count < left[i]!));
}

it("finds the best of all plans, and says so when everything is placed", async () => {
  await fc.assert(
    fc.asyncProperty(smallRequests(), async (input) => {
      const request = cutRequestSchema.parse(input);
      const plan = await cutVerified(input);
      const { summary } = plan;
      const longest = Math.max(...request.stocks.map((stock) => stock.length));
      const missing = plan.unplaced.reduce((sum, { count }) => sum + count, 0);
      const oversize = request.pieces.filter((piece) => piece.length > longest);
      const fitting = request.pieces.filter((piece) => piece.length <= longest);
      const asked = fitting.reduce((sum, piece) => sum + piece.length * piece.quantity, 0);
      const byCost = request.optimize === "cost" && request.stocks.some((stock) => stock.cost > 0);
      const used = [summary.total_stock_length, summary.stocks_used, summary.total_cost];
      const score = [
        asked - summary.total_cut_length,
        ...(byCost ? [used[2]!, used[0]!, used[1]!] : used),
        missing - oversize.reduce((sum, piece) => sum + piece.quantity, 0),
      ];
      const best = bestScore(request);
      expect(score).toEqual(best);
      expect(plan.status).toBe(best[0] === 0 ? "optimal" : "stock_exhausted");
      expect(plan.lower_bound).toBeLessThanOrEqual(objectiveOf(input, plan));
      if (best[0] === 0) expect(plan.lower_bound).toBe(objectiveOf(input, plan));
    }),
    { numRuns: 1500, seed: 12 },
  );
});
