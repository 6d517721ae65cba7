/**
 * Bounds and proofs of plans with options, beyond what can be tried out: an integer program over all patterns that the
 * options allow, solved by HiGHS, is the oracle; bounds must hold however early the solver is stopped.
 */
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type LeastByPatterns, openPatternModel, type PatternRequest } from "../../../helpers/cut/model.ts";
import { planVerified } from "../../../helpers/cut/plan.ts";

let least: LeastByPatterns;
beforeAll(async () => {
  least = await openPatternModel();
});

type ShopRequest = PatternRequest & { options: NonNullable<PatternRequest["options"]> };

/** Two kinds of new bars and some offcuts; few pieces go into a bar. */
const shopRequests: fc.Arbitrary<ShopRequest> = fc.record({
  stocks: fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 500, max: 950 }))
    .map(([few, length]) => [
      { id: "long", length: 1200, quantity: 500 },
      { id: "short", length: 1000, quantity: 500 },
      { id: "rest", length: 905, quantity: few, offcut: true },
      { id: "other rest", length, quantity: 2, offcut: true },
    ]),
  pieces: fc.uniqueArray(
    fc.record({
      id: fc.constant("p"),
      length: fc.integer({ min: 190, max: 880 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 3, maxLength: 6, selector: (piece) => piece.length },
  ),
  kerf: fc.constantFrom(0, 3),
  options: fc.record({
    trim_start: fc.constantFrom(0, 12),
    trim_end: fc.constantFrom(0, 8),
    max_pieces: fc.integer({ min: 2, max: 5 }),
    max_lengths: fc.integer({ min: 1, max: 3 }),
    offcuts_first: fc.boolean(),
  }),
});

describe("bounds and proofs with options", () => {
  it("agree with an integer program over the patterns that the options allow", async () => {
    let proven = 0;
    await fc.assert(
      fc.asyncProperty(shopRequests, async (request) => {
        const plan = await planVerified(request, 60_000_000);
        const { stocks, options } = request;
        const counts = (stock: number) =>
          options.offcuts_first && stocks[stock]!.offcut ? 0 : stocks[stock]!.length;
        const fresh = least(request, counts);
        expect(plan.lower_bound).toBeLessThanOrEqual(fresh);
        if (plan.status === "optimal") proven++;
        expect(plan.objective).toBe(fresh);
        if (!options.offcuts_first) return;
        const old = (stock: number) => (stocks[stock]!.offcut ? stocks[stock]!.length : 0);
        expect(plan.summary.total_stock_length).toBe(fresh + least(request, old, { of: counts, is: fresh }));
      }),
      { numRuns: 20, seed: 61 },
    );
    // With a single length to a bar, a program over patterns is too weak to prove much.
    expect(proven).toBeGreaterThanOrEqual(14);
  });

  it("are met at once where each bar holds one length and no stock runs out", async () => {
    await fc.assert(
      fc.asyncProperty(shopRequests, async (request) => {
        const stocks = request.stocks.map((stock) => ({ ...stock, quantity: 500 }));
        const options = { max_lengths: 1, max_pieces: request.options.max_pieces };
        const plan = await planVerified({ ...request, stocks, options }, 1);
        expect(plan.status).toBe("optimal");
        expect(plan.objective).toBe(least({ ...request, stocks, options }, (stock) => stocks[stock]!.length));
      }),
      { numRuns: 12, seed: 63 },
    );
  });

  it("hold however early the solver is stopped", async () => {
    await fc.assert(
      fc.asyncProperty(shopRequests, fc.integer({ min: 1, max: 2_000_000 }), async (request, workBudget) => {
        const early = await planVerified(request, workBudget);
        const best = await planVerified(request, 60_000_000);
        expect(early.lower_bound).toBeLessThanOrEqual(best.objective);
        if (early.status === "optimal") expect(early.objective).toBe(best.objective);
        if (best.status === "optimal") expect(early.objective).toBeGreaterThanOrEqual(best.objective);
      }),
      { numRuns: 25, seed: 62 },
    );
  });
});
