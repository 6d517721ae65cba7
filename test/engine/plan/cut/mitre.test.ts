/** Mitred pieces: closed forms of what saws do, and every possible plan of tiny requests. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutPlanRequestInput, cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import {
  bestValue,
  compareValues,
  faultsOf,
  mitred,
  mitredValue,
  ordinaryJob,
} from "../../../helpers/cut/mitre.ts";
import { planVerified } from "../../../helpers/cut/plan.ts";
import { Random } from "../../../helpers/random.ts";

const root = Math.SQRT2;

async function lie(request: CutPlanRequestInput) {
  const plan = await planVerified(request);
  expect(plan.patterns).toHaveLength(1);
  return plan.patterns[0]!.cuts.map((run) => [run.position, run.angle_start, run.angle_end]);
}

describe("mitred pieces", () => {
  const options = { profile_width: 50 };

  it("share a cut with their like, every other one turned by half a turn", async () => {
    const gap = 3 * root - 50;
    const cuts = await lie({
      stocks: [{ length: 6000 }],
      pieces: [mitred("a", 1000, 3, 45, 45)],
      kerf: 3,
      options,
    });
    expect(cuts).toEqual([
      [0, 45, 45],
      [expect.closeTo(1000 + gap, 2), -45, -45],
      [expect.closeTo(2 * (1000 + gap), 2), 45, 45],
    ]);
  });

  it("fit as many as the formula says, to the hundredth of a millimetre", async () => {
    // n lengths and n - 1 gaps of kerf / cos a - width × tan a.
    const needed = 5 * 1000 + 4 * (3 * root - 50);
    const place = async (length: number) =>
      (
        await planVerified({
          stocks: [{ length, quantity: 1 }],
          pieces: [mitred("a", 1000, 5, 45, 45)],
          kerf: 3,
          options,
        })
      ).summary.all_pieces_placed;
    expect(await place(Math.ceil(needed * 100) / 100)).toBe(true);
    expect(await place(Math.floor(needed * 100) / 100)).toBe(false);
  });

  it("of which one end is square meet in pairs", async () => {
    const cuts = await lie({
      stocks: [{ length: 6000 }],
      pieces: [mitred("a", 800, 4, 0, 30)],
      kerf: 4,
      options,
    });
    const slanted = 4 / Math.cos(Math.PI / 6) - 50 * Math.tan(Math.PI / 6);
    expect(cuts).toEqual([
      [0, 0, 30],
      [expect.closeTo(800 + slanted, 2), -30, 0],
      [expect.closeTo(2 * 800 + slanted + 4, 2), 0, 30],
      [expect.closeTo(3 * 800 + 2 * slanted + 4, 2), -30, 0],
    ]);
  });

  it("lie beside others long point to long point, a slanted kerf apart", async () => {
    const pieces = [mitred("a", 1000, 1, 45, 45), { id: "b", length: 700 }];
    const cuts = await lie({ stocks: [{ length: 6000 }], pieces, kerf: 3, options });
    expect(cuts).toEqual([
      [0, 45, 45],
      [expect.closeTo(1000 + 3 * root, 2), undefined, undefined],
    ]);
  });

  it("as parallelograms need no turn", async () => {
    const cuts = await lie({
      stocks: [{ length: 6000 }],
      pieces: [mitred("a", 500, 2, -45, 45)],
      kerf: 0,
      options,
    });
    expect(cuts).toEqual([
      [0, -45, 45],
      [450, -45, 45],
    ]);
  });

  it("may be measured at their short edges", async () => {
    const used = async (angle_start: number) => {
      const pieces = [mitred("a", 1000, 1, angle_start, 45)];
      const measured = { ...options, measured: "short" as const };
      return (await planVerified({ stocks: [{ length: 6000 }], pieces, options: measured })).patterns[0]!
        .used_length;
    };
    expect(await used(45)).toBe(1100);
    expect(await used(-45)).toBe(1050);
    expect(await used(0)).toBe(1050);
  });

  it("that are square after all change nothing", async () => {
    const request = { stocks: [{ length: 6000 }], pieces: [{ id: "a", length: 1000, quantity: 7 }], kerf: 3 };
    const plain = await planVerified(request);
    const pieces = [mitred("a", 1000, 7, 0, -0)];
    expect(await planVerified({ ...request, pieces, options: { profile_width: 40 } })).toEqual(plain);
  });

  it("lead to the best of all plans", async () => {
    const angles = fc.constantFrom([0, 0], [0, 45], [45, 0], [30, 0], [45, 45], [45, -45], [-45, 45]);
    const requests = fc.record({
      stocks: fc.array(
        fc.record({
          id: fc.constantFrom("a", "b"),
          length: fc.integer({ min: 8, max: 30 }),
          quantity: fc.integer({ min: 1, max: 2 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      pieces: fc.array(
        fc
          .tuple(fc.integer({ min: 5, max: 14 }), fc.integer({ min: 1, max: 3 }), angles)
          .map(([length, quantity, [start, end]]) => mitred("p", length, quantity, start!, end!)),
        { minLength: 1, maxLength: 3 },
      ),
      kerf: fc.constantFrom(0, 1),
      options: fc.record({ profile_width: fc.constantFrom(1, 2) }),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const plan = await planVerified(request);
        const best = bestValue(request, 0);
        expect(compareValues(mitredValue(request, plan), best)).toBe(0);
        expect(plan.status).toBe(best.missing > 0 ? "stock_exhausted" : "optimal");
      }),
      { numRuns: 200, seed: 41 },
    );
  });

  it("share their cuts with pieces of other kinds", async () => {
    const pieces = [mitred("a", 500, 1, 45, 0), mitred("b", 496, 1, 0, 45)];
    const plan = await planVerified({ stocks: [{ length: 1000 }], pieces, kerf: 4, options });
    expect(plan).toMatchObject({ status: "optimal", objective: 1000 });
    const alone = await planVerified({
      stocks: [{ length: 1000 }],
      pieces: [mitred("a", 1000, 1, 45, 45), ...pieces],
      kerf: 4,
      options,
    });
    expect(alone).toMatchObject({ status: "optimal", objective: 2000, unplaced: [] });
  });

  it("lead to the best of all plans of ordinary jobs", async () => {
    // On the last one a third piece needs more room than two leave, until it shares a cut with each of them.
    for (const seed of [...Array.from({ length: 80 }, (_, i) => i + 1), 1226]) {
      const { name, ...request } = ordinaryJob(new Random(seed));
      const plan = await planVerified(request);
      expect(plan.status, `${name}, seed ${seed}`).toBe("optimal");
      expect(faultsOf(request, plan), `${name}, seed ${seed}`).toEqual([]);
    }
  });

  it("of more kinds than are tabulated have a bound that holds, in bars that hold them", async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const random = new Random(seed);
      // Ten slants make 3^10 states.
      const pieces = Array.from({ length: 10 }, (_, i) =>
        mitred(`p${i}`, random.int(300, 600), 1, 3 * i + 3, random.pick([0, 3 * i + 6])),
      );
      const job = {
        stocks: [{ length: random.int(1000, 1800) }],
        pieces,
        kerf: 3,
        options: { profile_width: 60 },
      };
      const plan = await planVerified(job);
      expect(plan.summary.all_pieces_placed).toBe(true);
      expect(
        faultsOf(job, plan).filter((fault) => !fault.startsWith("is beaten")),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  it("without a profile, or without a short edge, are refused where the fault is", () => {
    const paths = (request: object) =>
      cutPlanRequestSchema.safeParse(request).error?.issues.map(({ path }) => path.join("."));
    const stocks = [{ length: 1000 }];
    expect(paths({ stocks, pieces: [mitred("a", 500, 1, 45, 0)] })).toEqual(["options.profile_width"]);
    expect(paths({ stocks, pieces: [mitred("a", 100, 1, 45, 45)], options })).toEqual(["pieces.0.length"]);
    expect(paths({ stocks, pieces: [mitred("a", 500, 1, 81, 45)], options })).toEqual([
      "pieces.0.angle_start",
    ]);
    expect(paths({ stocks, pieces: [mitred("a", 51, 1, 45, -45)], options })).toBeUndefined();
  });
});
