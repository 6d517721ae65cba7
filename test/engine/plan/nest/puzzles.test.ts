/** Sheets cut up without waste are put together again: the fewest sheets are known, and nothing less will do. */
import { describe, expect, it } from "vitest";
import { BUILDS, bare, nestVerified, rectangle } from "../../../helpers/nest/nest.ts";
import { cutPolygons, cutRectangles } from "../../../helpers/nest/puzzles.ts";
import { Random } from "../../../helpers/random.ts";

const patient = { workBudget: 1e7, timeLimitMs: 600_000 };

describe("sheets cut up without waste", () => {
  it.each([
    [1, 2, 8],
    [2, 3, 12],
    [3, 6, 5],
    [4, 4, 16],
    [5, 10, 3],
    [6, 2, 24],
  ])("are found again, seed %i: %i sheets of %i polygons", async (seed, sheets, pieces) => {
    const random = new Random(seed);
    const puzzle = { width: random.int(500, 2000), height: random.int(500, 2000), sheets, pieces };
    const parts = cutPolygons(random, puzzle).map((exterior, i) => ({ id: `${i}`, exterior }));
    const { summary } = await nestVerified({ parts, sheet: puzzle, config: bare }, patient);
    expect(summary.sheets_used).toBe(sheets);
  });

  it("are found again where the pieces have to be turned", async () => {
    const random = new Random(7);
    const puzzle = { width: 1500, height: 1000, sheets: 3, pieces: 9 };
    const parts = cutPolygons(random, puzzle).map((ring, i) => {
      // Turned back by a quarter, which only the angle 90 undoes.
      const exterior = random.chance(0.5) ? ring.map(([x, y]): [number, number] => [y, -x]) : ring;
      return { id: `${i}`, exterior };
    });
    const { summary } = await nestVerified({ parts, sheet: puzzle, config: bare }, patient);
    expect(summary.sheets_used).toBe(3);
  });

  it("are found again where every cut takes a gap, inside a margin", async () => {
    const random = new Random(8);
    const puzzle = { width: 1200, height: 800, sheets: 4, pieces: 7 };
    const parts = cutRectangles(random, puzzle, 4).map(([width, height], i) => {
      return { id: `${i}`, exterior: rectangle(width, height) };
    });
    const config = { spacing: 3, kerf: 1, edge_margin: 9.5 };
    const { summary } = await nestVerified({ parts, sheet: { width: 1220, height: 820 }, config }, patient);
    expect(summary.sheets_used).toBe(4);
  });

  it("are found again as often as they were cut up alike", async () => {
    const parts = cutPolygons(new Random(9), { width: 900, height: 900, sheets: 2, pieces: 10 }).map(
      (exterior, i) => ({ id: `${i}`, exterior, quantity: 40 }),
    );
    const { summary } = await nestVerified(
      { parts, sheet: { width: 900, height: 900 }, config: bare },
      patient,
    );
    expect(summary.sheets_used).toBe(80);
  });

  it("are found in the same way by every build", async () => {
    const parts = cutPolygons(new Random(10), { width: 1000, height: 700, sheets: 3, pieces: 8 }).map(
      (exterior, i) => ({ id: `${i}`, exterior }),
    );
    const job = { parts, sheet: { width: 1000, height: 700 }, config: bare };
    const answers = await Promise.all(
      BUILDS.map((build) => nestVerified(job, { build, workBudget: 1e6, timeLimitMs: 600_000 })),
    );
    expect(answers[0]!.summary.sheets_used).toBe(3);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
