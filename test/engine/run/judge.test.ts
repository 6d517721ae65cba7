/** An answer comes back whatever the judge says: what it refuses is told, and behind all lies the answer that places nothing. */
import { describe, expect, it } from "vitest";
import type { Incumbent } from "../../../engine/plan/search/incumbent.ts";
import { judged } from "../../../engine/run/tasks/judge.ts";

const incumbent = (value: number): Incumbent => ({
  block: Float64Array.of(value),
  score: [],
  lowerBound: null,
});
const solver = {
  unpack: ({ block }: Incumbent) => ({ placed: block[0]! }),
  construct: () => incumbent(1),
  nothing: () => incumbent(0),
};

describe("the answer that is handed out", () => {
  it("is the first one that passes", async () => {
    const judge = ({ placed }: { placed: number }) => (placed > 2 ? "too many" : undefined);
    const { plan, faults } = await judged({ solver, judge }, [incumbent(3), incumbent(2)], "done", 7);
    expect(plan).toMatchObject({ placed: 2, ended: "done", findings: [{ count: 1 }] });
    expect(faults).toEqual(["too many"]);
  });

  it("places nothing where the judge refuses everything, and says so", async () => {
    const { plan, faults } = await judged({ solver, judge: () => "wrong" }, [incumbent(3)], "limit", 7);
    expect(plan).toMatchObject({
      placed: 0,
      ended: "limit",
      findings: [{ code: "answer-rejected", count: 2 }],
    });
    expect(faults).toEqual(["wrong", "wrong"]);
  });
});
