/** Series of rectangles: panels of the same job are the oracle for their sheets and cost, and the judge for every layout. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NestPlan, NestPlanRequestInput } from "../../../../engine/base/contract/nest-plan.ts";
import type { PanelPlan, PanelPlanRequestInput } from "../../../../engine/base/contract/panel-plan.ts";
import { createEngine, type Engine } from "../../../../engine/index.node.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { rectangle } from "../../../helpers/nest/nest.ts";
import { Random } from "../../../helpers/random.ts";

/** Work in which panels round column generation, and that of a nest in which panels get as much. */
const PANEL_WORK = 3e8;
const NEST_WORK = 3e5;
const unhurried = { timeLimitMs: 1e6 };

interface SeriesJob {
  sheets: { id: string; width: number; height: number; cost: number; quantity?: number }[];
  parts: { id: string; width: number; height: number; quantity: number; turns: boolean }[];
  gap: number;
  margin: number;
}

/** Sizes with a decimal: all that lies between the request and whole numbers has something to do. */
function seriesJob(random: Random, sizes: number): SeriesJob {
  const tenths = (from: number, to: number) => random.int(10 * from, 10 * to) / 10;
  return {
    sheets: Array.from({ length: sizes }, (_, i) => {
      const [width, height] = [tenths(1500, 2800), tenths(1000, 2000)];
      return { id: `sheet ${i}`, width, height, cost: Math.round((width * height) / 1e4) };
    }),
    parts: Array.from({ length: random.int(5, 9) }, (_, i) => {
      const [width, height] = [tenths(180, 900), tenths(150, 700)];
      return { id: `part ${i}`, width, height, quantity: random.int(22, 40), turns: random.chance(0.5) };
    }),
    gap: tenths(0, 6),
    margin: tenths(0, 12),
  };
}

function nestOf({ sheets, parts, gap, margin }: SeriesJob): NestPlanRequestInput {
  return {
    sheets,
    config: { spacing: 0, kerf: gap, edge_margin: margin },
    parts: parts.map(({ id, width, height, quantity, turns }, i) => ({
      id,
      quantity,
      // Drawn lying or standing, and not from the origin on; some with a hole that holds nothing.
      holes: i % 3 === 0 ? [rectangle(20, 20, 30, 30)] : [],
      exterior: (i % 2 === 0 ? rectangle(width, height) : rectangle(height, width)).map(([x, y]) => [
        x + 7,
        y - 3,
      ]),
      angles: i % 2 === 0 ? (turns ? [0, 90] : [180]) : turns ? [0, 270] : [90],
    })),
  };
}

/** Pieces as parts lie at their first angle. A kerf's half lies between a part and the margin. */
function panelsOf({ sheets, parts, gap, margin }: SeriesJob): PanelPlanRequestInput {
  const trim = Math.round(100 * margin + 50 * gap) / 100;
  return {
    kerf: gap,
    optimize: "cost",
    stocks: sheets.map(({ id, width, height, cost, quantity = 1000 }) => {
      return { id, length: width, width: height, cost, quantity };
    }),
    pieces: parts.map(({ id, width, height, quantity, turns }, i) => {
      if (!turns) return { id, length: width, width: height, quantity, grain: "length" };
      const [length, across] = i % 2 === 0 ? [width, height] : [height, width];
      return { id, length, width: across, quantity, grain: "any" };
    }),
    options: { trim_left: trim, trim_right: trim, trim_bottom: trim, trim_top: trim },
  };
}

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
});
afterAll(() => {
  engine.close();
});

async function solve(request: NestPlanRequestInput, seed: number): Promise<NestPlan> {
  const nest = await engine.nest(request, { ...unhurried, workBudget: NEST_WORK, seed });
  expect(verifyNest(request, nest).violations).toEqual([]);
  return nest;
}

async function solveBoth(job: SeriesJob, seed: number): Promise<{ nest: NestPlan; panels: PanelPlan }> {
  const panels = await engine.panels(panelsOf(job), { ...unhurried, workBudget: PANEL_WORK, seed });
  expect(panels.status).not.toBe("stock_exhausted");
  return { nest: await solve(nestOf(job), seed), panels };
}

describe("a series of rectangles", () => {
  it.each([1, 2, 3])("takes no more sheets than panels of the same job, seed %i", async (seed) => {
    const { nest, panels } = await solveBoth(seriesJob(new Random(seed), 1), seed);
    expect(nest.unplaced).toEqual([]);
    expect(nest.sheets_used).toBeLessThanOrEqual(panels.summary.stocks_used);
    expect(nest.lower_bound).toBeLessThanOrEqual(nest.sheets_used);
  });

  it.each([4, 5])("costs no more than panels where sheets have sizes and costs, seed %i", async (seed) => {
    const { nest, panels } = await solveBoth(seriesJob(new Random(seed), 3), seed);
    expect(nest.unplaced).toEqual([]);
    expect(nest.cost).toBeLessThanOrEqual(panels.objective);
  });

  it("has the same answer on a worker, and in slices of any size", async () => {
    const request = nestOf(seriesJob(new Random(6), 1));
    const options = { ...unhurried, workBudget: 350_000 };
    const other = await createEngine({ workers: 1 });
    try {
      const here = await engine.nest(request, options);
      expect(await other.nest(request, options)).toEqual(here);
    } finally {
      other.close();
    }
  });

  it("keeps to the sheets that there are", async () => {
    const job = seriesJob(new Random(7), 1);
    const on = (quantity: number) => nestOf({ ...job, sheets: [{ ...job.sheets[0]!, quantity }] });
    const { sheets_used } = await solve(on(100), 7);
    const found = await solve(on(sheets_used - 2), 0);
    expect(found.sheets_used).toBe(sheets_used - 2);
    expect(found.unplaced.length).toBeGreaterThan(0);
  });
});
