/** Lower bounds of nesting: on jobs whose optimum is known, and never above what the solver has found. */
import { describe, expect, it } from "vitest";
import {
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import type { Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { planNest } from "../../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../../engine/plan/search/job.ts";
import { randomJob, requestFrom } from "../../../../helpers/nest/jobs.ts";
import { bare, openCore, rectangle } from "../../../../helpers/nest/nest.ts";

const square = { width: 100, height: 100 };

async function solved(input: NestPlanRequestInput, workBudget = 300_000) {
  const request = nestPlanRequestSchema.parse(input);
  const { sheets_used, lower_bound, unplaced } = await planNest(
    await openCore(),
    request,
    new SearchJob({ workBudget }),
  );
  return { sheets_used, lower_bound, complete: unplaced.length === 0 };
}

/** A plus sign whose arms reach from edge to edge of its square. */
function plus(size: number, arm: number): Ring {
  const [a, b] = [(size - arm) / 2, (size + arm) / 2];
  return [
    [a, 0],
    [b, 0],
    [b, a],
    [size, a],
    [size, b],
    [b, b],
    [b, size],
    [a, size],
    [a, b],
    [0, b],
    [0, a],
    [a, a],
  ];
}

describe("the lower bound of a plan", () => {
  it.each<[string, NestPlanRequestInput, number]>([
    [
      "area: tiles that fill sheets",
      { parts: [{ id: "t", exterior: rectangle(50, 50), quantity: 17 }], sheet: square, config: bare },
      5,
    ],
    [
      "area with the gap",
      {
        parts: [{ id: "t", exterior: rectangle(48, 48), quantity: 8 }],
        sheet: square,
        config: { spacing: 4, edge_margin: 0 },
      },
      2,
    ],
    [
      "holes count as room for what fits them",
      {
        parts: [
          { id: "o", exterior: rectangle(100, 100), holes: [rectangle(60, 60, 20, 20)], quantity: 2 },
          { id: "i", exterior: rectangle(60, 60), quantity: 2 },
        ],
        sheet: square,
        config: bare,
      },
      2,
    ],
    [
      "holes too small for anything do not",
      {
        parts: [{ id: "o", exterior: rectangle(60, 100), holes: [rectangle(50, 50, 5, 5)], quantity: 2 }],
        sheet: square,
        config: bare,
      },
      2,
    ],
    [
      "more than half a sheet each",
      {
        parts: [
          { id: "l", exterior: rectangle(72, 72), quantity: 3 },
          { id: "s", exterior: rectangle(20, 20), quantity: 2 },
        ],
        sheet: square,
        config: bare,
      },
      3,
    ],
    [
      "two fifths each: two to a sheet",
      { parts: [{ id: "f", exterior: rectangle(100, 40), quantity: 6 }], sheet: square, config: bare },
      3,
    ],
    [
      "thin parts that always cross",
      { parts: [{ id: "plus", exterior: plus(90, 20), quantity: 4 }], sheet: square, config: bare },
      4,
    ],
    [
      "parts of two kinds that always cross",
      {
        parts: [
          { id: "plus", exterior: plus(95, 16) },
          { id: "other", exterior: plus(90, 20), quantity: 2 },
          { id: "t", exterior: rectangle(30, 30) },
        ],
        sheet: square,
        config: bare,
      },
      3,
    ],
    [
      "the largest of several types",
      {
        parts: [{ id: "t", exterior: rectangle(50, 50), quantity: 9 }],
        sheets: [
          { id: "a", ...square },
          { id: "b", width: 50, height: 100 },
        ],
        config: bare,
      },
      3,
    ],
  ])("is the optimum by %s", async (_why, input, optimum) => {
    const { sheets_used, lower_bound } = await solved(input);
    expect(lower_bound).toBe(optimum);
    expect(sheets_used).toBe(optimum);
  });

  it("counts only what fits a sheet", async () => {
    const parts = [{ id: "huge", exterior: rectangle(200, 200), quantity: 5 }];
    expect(await solved({ parts, sheet: square })).toEqual({
      sheets_used: 0,
      lower_bound: 0,
      complete: false,
    });
  });

  it("lets parts share a sheet that fit beside, above or around each other", async () => {
    const ell: Ring = [
      [0, 0],
      [80, 0],
      [80, 20],
      [20, 20],
      [20, 80],
      [0, 80],
    ];
    const parts = [{ id: "ell", exterior: ell, quantity: 2, angles: [0, 180] }];
    expect(await solved({ parts, sheet: square, config: bare })).toMatchObject({
      sheets_used: 1,
      lower_bound: 1,
    });
  });

  it("is never more than the solver needs", async () => {
    let met = 0;
    for (let seed = 0; seed < 75; seed++) {
      const request = requestFrom(randomJob(seed));
      const { sheets_used, lower_bound } = await solved(request as NestPlanRequestInput, 20_000);
      expect(lower_bound, `seed ${seed}`).toBeLessThanOrEqual(sheets_used);
      if (lower_bound === sheets_used) met++;
    }
    expect(met).toBeGreaterThan(15);
  });
});
