/** Choices among equally good plans of bars, step by step. */
import { describe, expect, it } from "vitest";
import { cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { type CorePattern, tabulateCut } from "../../../../engine/plan/cut/cut-blocks.ts";
import { constructPatterns } from "../../../../engine/plan/cut/plain-cut.ts";
import { Refinement } from "../../../../engine/plan/cut/refine.ts";
import { Random } from "../../../helpers/random.ts";

const BAR = 6000;
const KERF = 3;

function requestFor(seed: number) {
  const random = new Random(seed);
  return cutPlanRequestSchema.parse({
    stocks: [{ length: BAR }],
    pieces: Array.from({ length: random.int(8, 16) }, (_, i) => {
      return { id: `${i}`, length: random.int(400, 2900), quantity: random.int(1, 5) };
    }),
    kerf: KERF,
    options: { min_offcut: random.int(300, 1500) },
  });
}

describe("a plan that is looked through for less scrap", () => {
  it("never gives a better one up, whether there are steps left or not", () => {
    for (const seed of [1, 2]) {
      const request = requestFor(seed);
      const table = tabulateCut(request);
      const scrapOf = (patterns: CorePattern[]) =>
        patterns.reduce((sum, { count, types, amounts }) => {
          const used = types.reduce((total, type, i) => {
            const { length } = request.pieces[table.types[type]!.sources[0]!]!;
            return total + amounts[i]! * (length + KERF);
          }, 0);
          const rest = Math.max(0, BAR - used);
          return sum + (rest < request.options!.min_offcut! ? count * rest : 0);
        }, 0);
      const refinement = new Refinement(table, constructPatterns(table));
      let least = scrapOf(refinement.patterns);
      for (const _ of refinement.run()) {
        expect(scrapOf(refinement.patterns), `seed ${seed}`).toBeLessThanOrEqual(least);
        least = scrapOf(refinement.patterns);
      }
      expect(scrapOf(refinement.patterns), `seed ${seed}`).toBeLessThanOrEqual(least);
    }
  });
});
