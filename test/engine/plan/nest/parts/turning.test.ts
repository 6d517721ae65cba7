/** Parts that may be turned by any angle in a range are turned little by little where that helps, and never beyond it. */
import { describe, expect, it } from "vitest";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { createEngine } from "../../../../../engine/index.node.ts";
import { planNest } from "../../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../../engine/verify/nest/nest-judge.ts";
import { ell } from "../../../../helpers/nest/jobs.ts";
import { BUILDS, type Build, onCore } from "../../../../helpers/nest/nest.ts";
import { box } from "../../../../helpers/rings.ts";

async function solve(input: NestPlanRequestInput, workBudget: number, build?: Build): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget, seed: 1 })), build);
  expect(verifyNest(request, plan).violations).toEqual([]);
  return plan;
}

const placementsOf = ({ sheets }: NestPlan) => sheets.flatMap(({ placements }) => placements);

/** A leaf with a hole, of points enough for several runs of edges. */
function leaf(size: number, bend: number): { exterior: Ring; holes: Ring[] } {
  const around = (radius: number, points: number) =>
    Array.from({ length: points }, (_, i): Point => {
      const a = (i / points) * 2 * Math.PI;
      return [radius * Math.cos(a), radius * (0.4 * Math.sin(a) + bend * Math.cos(a) ** 2)];
    });
  return { exterior: around(size, 40), holes: [around(size / 3, 10)] };
}

function leaves(more: Partial<NestPlanRequestInput>): NestPlanRequestInput {
  const parts: NestPlanRequestInput["parts"] = [
    { id: "leaf", ...leaf(45, 0.5), quantity: 8, angles: "free", mirror: true },
    { id: "slim", ...leaf(60, 0.2), quantity: 5, angles: [[-5, 5], [175, 185], 90] },
    { id: "angle", exterior: ell(50, 14), quantity: 6, angles: [[350, 380]] },
    { id: "listed", exterior: ell(40, 12), quantity: 3, angles: [0, 90] },
  ];
  return { parts, sheet: { width: 300, height: 180 }, config: { spacing: 1 }, ...more };
}

const WITHIN: ((angle: number) => boolean)[] = [
  () => true,
  (angle) => angle <= 5 || angle >= 355 || (angle >= 175 && angle <= 185) || angle === 90,
  (angle) => angle <= 20 || angle >= 350,
  (angle) => angle === 0 || angle === 90,
];

/** With the work after which some part lies at an angle that no list has. */
const JOBS: [string, NestPlanRequestInput, number][] = [
  ["a strip", leaves({ strip: true }), 4_000_000],
  ["a strip without gaps", leaves({ strip: true, config: { spacing: 0 } }), 2_400_000],
  ["sheets", leaves({}), 1_200_000],
  ["a sheet that cannot hold everything", leaves({ max_sheets: 1 }), 2_400_000],
];

describe("parts turned little by little", () => {
  it.each(JOBS)(
    "stay within their ranges, with the same bytes from every build: %s",
    async (_name, job, work) => {
      const plans = await Promise.all(BUILDS.map((build) => solve(job, work, build)));
      for (const plan of plans) expect(JSON.stringify(plan)).toBe(JSON.stringify(plans[0]));
      const places = placementsOf(plans[0]!);
      // Some lie as no list has it, and all at thousandths of a degree.
      expect(places.some(({ rotation }) => rotation % 1 !== 0)).toBe(true);
      for (const { part, rotation } of places) {
        expect(WITHIN[part]!(rotation)).toBe(true);
        expect(Math.abs(rotation * 1000 - Math.round(rotation * 1000))).toBeLessThan(1e-6);
      }
    },
  );

  it("find the slot that lies at an angle of its own", async () => {
    // Two defects leave a slot of 10.8 across the sheet: a bar of 240 by 10 may be a fifth of a degree off there.
    const slope = Math.tan((13.7 * Math.PI) / 180);
    const half = 5.4 * Math.sqrt(1 + slope * slope);
    const edge = (x: number, side: number): Point => [x, 100 + (x - 150) * slope + side * half];
    const defects: Ring[] = [
      [edge(0, 1), edge(300, 1), [300, 200], [0, 200]],
      [[0, 0], [300, 0], edge(300, -1), edge(0, -1)],
    ];
    const job: NestPlanRequestInput = {
      parts: [
        { id: "bar", exterior: box(0, 0, 240, 10), angles: [[10, 20]] },
        { id: "square", exterior: box(0, 0, 5, 5), angles: [0] },
      ],
      sheets: [{ id: "slotted", width: 300, height: 200, quantity: 1, defects }],
      config: { spacing: 0 },
    };
    const plan = await solve(job, 400_000);
    const bar = placementsOf(plan).find(({ part }) => part === 0);
    expect(plan.placed_parts).toBe(2);
    expect(Math.abs(bar!.rotation - 13.7)).toBeLessThan(0.2);
  });

  it("fit a bar that only lies in a sheet along its diagonal", async () => {
    // The widest bar at an angle a has the length at which both sides of its box are those of the sheet.
    const [width, height, thick] = [1000, 600, 20];
    const lengthAt = (degrees: number) => {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      return Math.min((width - thick * sin) / cos, (height - thick * cos) / sin);
    };
    const longest = Math.max(...Array.from({ length: 90_000 }, (_, i) => lengthAt(i / 1000)));
    const job = (length: number): NestPlanRequestInput => ({
      parts: [{ id: "bar", exterior: box(0, 0, length, thick), angles: "free" }],
      sheet: { width, height },
      config: { spacing: 0, edge_margin: 0 },
    });
    const [place] = placementsOf(await solve(job(longest - 0.1), 100_000));
    expect(lengthAt(Math.min(place!.rotation % 180, 180 - (place!.rotation % 180)))).toBeGreaterThan(
      longest - 0.1,
    );
    expect((await solve(job(longest + 0.01), 100_000)).placed_parts).toBe(0);
  });

  it("are where they were when their layout is what the next search begins with", async () => {
    const [, job] = JOBS[0]!;
    const before = await solve(job, 200_000);
    const sheets = before.sheets.map(({ count, placements }) => ({
      count,
      placements: placements.map(({ part, x, y, rotation, mirrored }) => ({
        part,
        x,
        y,
        rotation,
        mirrored,
      })),
    }));
    const after = await solve({ ...job, start: { sheets } }, 1);
    expect(after.placed_parts).toBe(before.placed_parts);
    expect(after.sheets[0]!.width).toBeLessThanOrEqual(before.sheets[0]!.width + 1e-6);
  });

  it("come out alike from workers that tell each other of theirs", async () => {
    const engine = await createEngine({ workers: 2 });
    const options = { workBudget: 300_000, seed: 3, timeLimitMs: 600_000 };
    const [first, second] = [
      await engine.nest(JOBS[0]![1], options),
      await engine.nest(JOBS[0]![1], options),
    ];
    await engine.close();
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(verifyNest(nestPlanRequestSchema.parse(JOBS[0]![1]), first).violations).toEqual([]);
  });
});
