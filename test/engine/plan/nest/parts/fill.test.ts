/** As many copies as fit, beside all that is asked for, on sheets of a limited number. */
import { describe, expect, it } from "vitest";
import type { NestPlan, NestPlanRequestInput } from "../../../../../engine/base/contract/nest-plan.ts";

import { bare, planVerified } from "../../../../helpers/nest/nest.ts";
import { box } from "../../../../helpers/rings.ts";

const solve = (input: NestPlanRequestInput) => planVerified(input, 100_000);

function copiesOf(plan: NestPlan, id: string): number {
  return plan.sheets.reduce(
    (sum, { count, placements }) => sum + count * placements.filter(({ part_id }) => part_id === id).length,
    0,
  );
}

describe("a part whose quantity is to fill", () => {
  it.each([
    [{ max_sheets: 1 }, 50],
    [{ max_sheets: 3 }, 150],
  ])("takes all of %o", async (limit, copies) => {
    const parts = [{ id: "tile", exterior: box(0, 0, 20, 10), quantity: "fill" as const }];
    const plan = await solve({ parts, sheet: { width: 100, height: 100 }, ...limit, config: bare });
    expect(plan).toMatchObject({ placed_parts: copies, unplaced: [] });
    expect(plan.lower_bound).toBeUndefined();
  });

  it("leaves their places to those that are asked for", async () => {
    const parts = [
      { id: "tile", exterior: box(0, 0, 10, 10), quantity: "fill" as const, priority: 9 },
      { id: "plate", exterior: box(0, 0, 60, 100), quantity: 1 },
    ];
    const sheets = [{ id: "offcut", width: 100, height: 100, quantity: 1 }];
    const plan = await solve({ parts, sheets, config: bare });
    expect(copiesOf(plan, "plate")).toBe(1);
    expect(copiesOf(plan, "tile")).toBe(40);
  });

  it.each<[string, Partial<NestPlanRequestInput>]>([
    ["sheets without end", { sheet: { width: 100, height: 100 } }],
    ["a strip", { sheet: { width: 100, height: 100 }, strip: true, max_sheets: 1 }],
    [
      "a type without end",
      {
        sheets: [
          { id: "a", width: 9, height: 9, quantity: 1 },
          { id: "b", width: 9, height: 9 },
        ],
      },
    ],
  ])("is refused on %s, with its path", async (_what, rest) => {
    const parts = [{ id: "tile", exterior: box(0, 0, 5, 5), quantity: "fill" as const }];
    await expect(solve({ parts, ...rest, config: bare })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("parts.0.quantity"),
    });
  });
});
