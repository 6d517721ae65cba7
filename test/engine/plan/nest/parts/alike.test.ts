/** Copies that are to lie alike: at one angle, the better one, also where a layout says which. */
import { describe, expect, it } from "vitest";
import { checkPlanRequest } from "../../../../../engine/base/check/plan-request.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../../engine/base/contract/nest-plan.ts";
import { NestSolver, planNest } from "../../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../../engine/verify/nest/nest-judge.ts";

import { onCore } from "../../../../helpers/nest/nest.ts";
import { Random } from "../../../../helpers/random.ts";
import { box } from "../../../../helpers/rings.ts";

const config = { spacing: 2, edge_margin: 5 };

async function solve(input: NestPlanRequestInput, workBudget = 200_000): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  checkPlanRequest(request);
  const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget })));
  expect(verifyNest(request, plan).violations).toEqual([]);
  return plan;
}

const anglesIn = ({ sheets }: NestPlan, part: number) => [
  ...new Set(
    sheets.flatMap(({ placements }) =>
      placements.filter((place) => place.part === part).map(({ rotation }) => rotation),
    ),
  ),
];

describe("copies that lie alike", () => {
  it.each([
    { size: [600, 195], sheet: [1010, 612], angle: 90, each: 5 },
    { size: [600, 195], sheet: [612, 1010], angle: 0, each: 5 },
  ])("take the better angle: $angle", async ({ size: [w, h], sheet: [width, height], angle, each }) => {
    const parts = [{ id: "plank", exterior: box(0, 0, w!, h!), quantity: 4 * each, same_angle: true }];
    const plan = await solve({ parts, sheet: { width: width!, height: height! }, config });
    expect(plan.sheets_used).toBe(4);
    expect(anglesIn(plan, 0)).toEqual([angle]);
  });

  it.each(Array.from({ length: 12 }, (_, i) => i))("do so in random jobs, seed %i", async (seed) => {
    const random = new Random(seed);
    const parts = Array.from({ length: 4 }, (_, i) => {
      const [w, h] = [random.int(60, 300), random.int(40, 200)];
      const exterior: [number, number][] = [
        [0, 0],
        [w, 0],
        [w, h / 2],
        [w / 2, h],
        [0, h],
      ];
      const quantity = random.int(2, 6);
      return { id: `${i}`, exterior, quantity, same_angle: i % 2 === 0, angles: [0, 90, 180, 270] };
    });
    const input = { parts, sheet: { width: 700, height: 500 }, config };
    const plan = await solve(input);
    expect([anglesIn(plan, 0), anglesIn(plan, 2)].map(({ length }) => length)).toEqual([1, 1]);
    const request = nestPlanRequestSchema.parse(input);
    const solver = new NestSolver(request);
    const plain = solver.unpack(solver.construct());
    expect(verifyNest(request, plain).violations).toEqual([]);
  });

  it("may choose among many angles: one after the other is tried in the memory of one job", async () => {
    const wedge = (w: number, h: number): [number, number][] => [
      [0, 0],
      [w, 0],
      [w, h],
    ];
    const parts = [
      { id: "long", exterior: wedge(70, 30), same_angle: true },
      { id: "flipped", exterior: wedge(24, 12), same_angle: true, mirror: true },
    ];
    const angles = Array.from({ length: 12 }, (_, i) => 30 * i);
    const input = {
      parts: parts.map((part) => ({ ...part, angles })),
      sheet: { width: 90, height: 60 },
      config,
    };
    expect(await solve(input)).toMatchObject({ placed_parts: 2, sheets_used: 1 });
  });

  it("keep the angle of the layout to begin with", async () => {
    const part = { id: "plank", exterior: box(0, 0, 600, 195), quantity: 5, same_angle: true };
    const place = { part: 0, x: 5, y: 5, rotation: 0, mirrored: false };
    const start = { sheets: [{ count: 1, placements: [place] }] };
    const plan = await solve({ parts: [part], sheet: { width: 1010, height: 612 }, config, start });
    expect(anglesIn(plan, 0)).toEqual([0]);
    const other = { ...place, x: 900, rotation: 90 };
    const mixed = { sheets: [{ count: 1, placements: [place, other] }] };
    await expect(
      solve({ parts: [part], sheet: { width: 1010, height: 612 }, config, start: mixed }),
    ).rejects.toThrow(/different angles/);
  });

  it("are not believed to when they do not", async () => {
    const parts = [{ id: "plank", exterior: box(0, 0, 300, 100), quantity: 3, same_angle: true }];
    const input = { parts, sheet: { width: 700, height: 500 }, config };
    const plan = await solve(input);
    const [first] = plan.sheets[0]!.placements;
    first!.rotation = 90 - first!.rotation;
    expect(verifyNest(input, plan).violations.map(({ code }) => code)).toContain("angle");
  });
});

describe("more different parts than the interface takes", () => {
  it("are laid out", async () => {
    const parts = Array.from({ length: 600 }, (_, i) => {
      return { id: `${i}`, exterior: box(0, 0, 20 + (i % 37), 10 + i / 20) };
    });
    const plan = await solve({ parts, sheet: { width: 1500, height: 1000 }, config }, 1000);
    expect(plan.placed_parts).toBe(600);
  });
});
