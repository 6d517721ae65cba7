/** Parts that the search leaves hanging lie flush in the answer: none can slide any further towards the corner. */
import { describe, expect, it } from "vitest";
import { type NestPlan, nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { requestFrom, type ShapeKind } from "../../../helpers/nest/jobs.ts";
import { BUILDS, onCore, openCore } from "../../../helpers/nest/nest.ts";

const kinds: ShapeKind[] = ["triangle", "concave", "ell", "rectangle", "frame"];
const request = nestPlanRequestSchema.parse(
  requestFrom({
    parts: kinds.map((kind, i) => ({
      kind,
      size: 90 + 25 * i,
      turn: 0,
      offset: 0,
      quantity: 4,
      seed: 30 + i,
    })),
    width: 900,
    height: 450,
    spacing: 3,
    edge_margin: 5,
    rotation_step: 90,
    kerf: 0,
  }),
);
/** Enough for the search to have pushed everything about. */
const WORK = 3_000_000;

/** By how much each part could be moved by (dx, dy) and still lie right, in steps of a tenth of a millimetre. */
function slack(plan: NestPlan, dx: number, dy: number): number[] {
  const [sheet] = plan.sheets;
  return sheet!.placements.map((placement, i) => {
    let free = 0;
    for (let step = 1; step <= 10; step++) {
      const [x, y] = [(step * dx) / 10, (step * dy) / 10];
      const { bounds } = placement;
      const moved = {
        ...placement,
        x: placement.x + x,
        y: placement.y + y,
        bounds: {
          min_x: bounds.min_x + x,
          min_y: bounds.min_y + y,
          max_x: bounds.max_x + x,
          max_y: bounds.max_y + y,
        },
      };
      const placements = sheet!.placements.map((other, k) => (k === i ? moved : other));
      if (!verifyNest(request, { ...plan, sheets: [{ ...sheet!, placements }] }).ok) break;
      free = step / 10;
    }
    return free;
  });
}

describe("the last touch", () => {
  it("leaves next to no part that could slide to the left or down", async () => {
    const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget: WORK })));
    expect(verifyNest(request, plan).violations).toEqual([]);
    expect(plan.sheets_used).toBe(1);
    for (const [dx, dy] of [
      [-1, 0],
      [0, -1],
    ] as const) {
      const loose = slack(plan, dx, dy).filter((free) => free > 0);
      expect(loose.length).toBeLessThanOrEqual(1);
    }
  });

  it("makes no layout worse, moves the same in every build, and lets the search go on", async () => {
    const scores = await Promise.all(
      BUILDS.map(async (build) => {
        const core = await openCore(build);
        await planNest(core, request, new SearchJob({ workBudget: 400_000 }));
        const score = () => new Float64Array(core.memory.buffer, core.nestBest(), 6)[5]!;
        const found = [score()];
        for (let i = 0; i < 5; i++) {
          core.nestStep(50_000);
          found.push(score());
          core.nestCompact(Number.POSITIVE_INFINITY);
          found.push(score());
        }
        return found;
      }),
    );
    expect(scores[1]).toEqual(scores[0]);
    expect(scores[2]).toEqual(scores[0]);
    for (let i = 1; i < scores[0]!.length; i++) {
      expect(scores[0]![i]!).toBeLessThanOrEqual(scores[0]![i - 1]! + 1e-9);
    }
  });
});
