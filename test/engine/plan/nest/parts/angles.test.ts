/** Angles beyond a list: ranges of them, or any. */
import { describe, expect, it } from "vitest";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { candidateAngles } from "../../../../../engine/plan/nest/angles.ts";
import { planNest } from "../../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../../engine/verify/nest/nest-judge.ts";

import { onCore } from "../../../../helpers/nest/nest.ts";
import { Random } from "../../../../helpers/random.ts";
import { box } from "../../../../helpers/rings.ts";

type PartInput = NestPlanRequestInput["parts"][number];

/** A rectangle that was drawn at a slant. */
function slanted(width: number, height: number, degrees: number): Ring {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return box(0, 0, width, height).map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
}

async function solve(input: NestPlanRequestInput, workBudget = 20_000): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget })));
  expect(verifyNest(request, plan).violations).toEqual([]);
  return plan;
}

function job(part: Partial<PartInput>, sheet = { width: 1000, height: 310 }): NestPlanRequestInput {
  const whole = { id: "slanted", exterior: slanted(990, 100, 1.697), quantity: 3, ...part };
  return { parts: [whole], sheet, config: { spacing: 2, edge_margin: 2 } };
}

describe("any angle", () => {
  it("lays long edges along the sheet", async () => {
    expect((await solve(job({ angles: [0, 90, 180, 270] }))).sheets_used).toBe(2);
    const plan = await solve(job({ angles: "free" }));
    expect(plan.sheets_used).toBe(1);
    for (const { rotation } of plan.sheets[0]!.placements) expect([178.303, 358.303]).toContain(rotation);
  });

  it("claims no bound that another angle could break", async () => {
    const plan = await solve(job({ angles: [[88, 92]] }, { width: 1010, height: 1010 }));
    expect(plan.lower_bound).toBeLessThanOrEqual(1);
  });

  it.each(Array.from({ length: 20 }, (_, i) => i))(
    "stays in the ranges of every part, seed %i",
    async (seed) => {
      const random = new Random(seed);
      const parts = Array.from({ length: random.int(1, 5) }, (_, i): PartInput => {
        const from = random.float(-400, 400);
        const range: [number, number] = [from, from + random.pick([0, 3, 40, 200, 400])];
        return {
          id: `part ${i}`,
          exterior: slanted(random.float(50, 400), random.float(20, 200), random.float(0, 90)),
          quantity: random.int(1, 4),
          angles: random.pick([[range], [range, 45], "free", [0, 90]]),
          mirror: random.chance(0.3),
        };
      });
      const plan = await solve({ parts, sheet: { width: 900, height: 600 }, config: { spacing: 3 } });
      const placed = plan.sheets.flatMap(({ placements }) => placements);
      expect(placed.length).toBeGreaterThan(0);
      for (const { part, rotation } of placed) expect(allowed(parts[part]!.angles!, rotation)).toBe(true);
    },
  );

  it("takes what a range allows as the layout to begin with", async () => {
    const input = job({ angles: [[170, 190], 358.303] });
    const place = { part: 0, x: 994, y: 151, rotation: 178.4321 };
    const start = { sheets: [{ count: 1, placements: [place] }] };
    const plan = await solve({ ...input, sheet: { width: 1000, height: 500 }, start });
    expect(plan.placed_parts).toBe(3);
    await expect(
      solve({ ...input, start: { sheets: [{ count: 1, placements: [{ ...place, rotation: 91 }] }] } }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("turns by an angle below 0 that stands beside a range as by one that stands alone", async () => {
    const angles: PartInput["angles"] = [-90, [5, 9]];
    const part = { id: "upright", exterior: box(0, 0, 20, 90), quantity: 2, angles };
    const plan = await solve({
      parts: [part],
      sheet: { width: 100, height: 60 },
      config: { edge_margin: 2 },
    });
    expect(plan.sheets.flatMap(({ placements }) => placements.map(({ rotation }) => rotation))).toEqual([
      -90, -90,
    ]);
  });

  it("refuses a range that runs backwards, by its path", () => {
    const wrong = nestPlanRequestSchema.safeParse(job({ angles: [0, [10, 5]] }));
    expect(wrong.error?.issues[0]?.path.slice(0, 3)).toEqual(["parts", 0, "angles"]);
  });
});

/** Written apart from the solver: is some whole turn away from the angle in the list or a range? */
function allowed(angles: NonNullable<PartInput["angles"]>, rotation: number): boolean {
  if (angles === "free") return true;
  const turns = [-3, -2, -1, 0, 1, 2, 3].map((k) => rotation + 360 * k);
  return angles.some((entry) => {
    const [from, to] = typeof entry === "number" ? [entry, entry] : entry;
    return turns.some((angle) => angle >= from - 1e-9 && angle <= to + 1e-9);
  });
}

describe("candidate angles", () => {
  it("are a list as it is given", () => {
    expect(candidateAngles(box(0, 0, 2, 1), [7, 7, 400], false)).toEqual([7, 400]);
  });

  it("are single ones as they are given, once each, beside turns of the ranges", () => {
    expect(candidateAngles(box(0, 0, 2, 1), [-90, 725, [5, 7], [360, 361]], false)).toEqual([
      ...[-90, 725, 7, 6],
      ...[0, 1, 0.5],
    ]);
  });

  it("of a mirrored part lay the mirrored edges flush", () => {
    const ring = slanted(100, 10, 30);
    expect(candidateAngles(ring, "free", false)).toContain(330);
    expect(candidateAngles(ring, "free", true)).toContain(30);
    expect(candidateAngles(ring, "free", false)).toHaveLength(12);
  });
});
