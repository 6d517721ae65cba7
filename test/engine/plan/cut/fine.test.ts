/** Lengths with more digits than any grid holds: whatever is rounded on the way, no sum in the answer may show it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type CutPlanRequestInput, cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { cutRequestSchema } from "../../../../engine/base/contract/v1/cut.ts";
import { cutDataFromPlan } from "../../../../engine/plan/cut/cut-answer.ts";
import { solveCut } from "../../../../engine/plan/cut/cut-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyCut } from "../../../../engine/verify/cut/cut-judge.ts";
import { verifyCutAnswer } from "../../../../engine/verify/v1/v1-cut.ts";
import { onCutCore } from "../../../helpers/cut/cut.ts";

async function faultsOf(input: CutPlanRequestInput): Promise<string[]> {
  const request = cutPlanRequestSchema.parse(input);
  const plan = await onCutCore((core) => solveCut(core, request, new SearchJob({ workBudget: 20_000 })));
  const violations: { code: string; message: string }[] = [...verifyCut(request, plan).violations];
  if (!input.options)
    violations.push(...verifyCutAnswer(cutRequestSchema.parse(input), cutDataFromPlan(plan)).violations);
  return violations.map(({ code, message }) => `${code}: ${message}`);
}

it.each<[string, number, number, number]>([
  ["a third of a millimetre on a bar of a kilometre", 1_000_000, 0.33333333333333, 10_000],
  ["pieces of next to nothing", 83058.1071866714, 1e-308, 10_000],
  ["thirds of a bar", 100, 100 / 3, 9],
  ["bars filled to the last digit", 999999.99999999, 0.0999999999999999, 10_000],
])("%s", async (_, length, piece, quantity) => {
  expect(
    await faultsOf({
      stocks: [{ id: "bar", length }],
      pieces: [{ id: "B", length: piece, quantity }],
      kerf: 0,
    }),
  ).toEqual([]);
});

it("whatever the digits of lengths, kerf, trims and remnants", async () => {
  const fine = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
  const jobs = fc.record({
    stocks: fc.array(fc.record({ id: fc.constantFrom("s", "t"), length: fine(50, 1e6) }), {
      minLength: 1,
      maxLength: 2,
    }),
    pieces: fc.array(
      fc.record({
        id: fc.constantFrom("a", "b", "c"),
        length: fine(0.01, 40),
        quantity: fc.integer({ min: 1, max: 3000 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    kerf: fc.oneof(fc.constant(0), fine(0, 3)),
    options: fc.option(fc.record({ trim_start: fine(0, 9), min_offcut: fine(1, 60) }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(jobs, async (job) => {
      const { options, ...rest } = job;
      expect(await faultsOf(options ? { ...rest, options } : rest)).toEqual([]);
    }),
    { numRuns: 150, seed: 7 },
  );
});
