/** In debug builds, what separation keeps up to date is worked out anew now and then: it holds, and what spoils it is told. */
import { describe, expect, it } from "vitest";
import {
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../engine/base/contract/nest-plan.ts";
import { planNest } from "../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import { type CoreExports, instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import { requestFrom, type ShapeKind } from "../../helpers/nest/jobs.ts";
import { openCore } from "../../helpers/nest/nest.ts";
import { compileModule } from "../../helpers/probe.ts";
import { Random } from "../../helpers/random.ts";

const WORK = 3_000_000;
const KINDS: ShapeKind[] = ["triangle", "convex", "concave", "ell", "frame", "channel"];

function jobOf(seed: number, more: Partial<NestPlanRequestInput>): NestPlanRequest {
  const random = new Random(seed);
  const parts = KINDS.map((kind) => ({
    kind,
    size: random.float(20, 45),
    turn: 0,
    offset: 0,
    quantity: 3,
    seed: random.int(0, 2 ** 31),
  }));
  const config = { spacing: 1, edge_margin: 0, rotation_step: 90, kerf: 0 };
  const request = requestFrom({ parts, width: 100, height: 80, ...config });
  return nestPlanRequestSchema.parse({ ...request, ...more });
}

const JOBS: [string, NestPlanRequest][] = [
  ["a strip", jobOf(1, { strip: true })],
  ["several sheets", jobOf(2, {})],
  ["parts flush with each other", jobOf(3, { config: { spacing: 0, edge_margin: 0, rotation_step: 90 } })],
  [
    "sheets with defects that keep a distance",
    jobOf(4, {
      sheet: undefined,
      sheets: [
        {
          id: "hide",
          width: 100,
          height: 80,
          defects: [
            [
              [40, 30],
              [60, 30],
              [50, 50],
            ],
          ],
        },
      ],
    }),
  ],
  ["one sheet that cannot hold everything", jobOf(5, { max_sheets: 1 })],
];

const planWith = (core: CoreExports, request: NestPlanRequest) =>
  planNest(core, request, new SearchJob({ workBudget: WORK, seed: 1 }));

describe("the audit of a debug build", () => {
  it.each(JOBS)("finds nothing wrong in %s", async (_name, request) => {
    const plan = await planWith(await openCore("core.debug.wasm"), request);
    expect(verifyNest(request, plan).violations).toEqual([]);
  });

  it.each([
    ["a price in one half of the table", "weights", "  losses[pairAt(j, i)] = <f32>loss;\n", ""],
    ["prices that stay when an item goes", "weights", "  memory.fill(row, 0, (<usize>size) << 2);\n", ""],
    ["a weight in one half", "weights", "      weights[pairAt(j, i)] = weight;\n", ""],
    [
      "a box that stays behind",
      "broad-phase",
      "  store<f32>(at, floor32(minX));\n",
      "  if (boxCount <= item) store<f32>(at, floor32(minX));\n",
    ],
  ])("is a trap for %s", async (_name, file, line, instead) => {
    const fault = { file: `assembly/nest/separate/${file}.ts`, line, instead };
    const spoilt = await compileModule('export * from "./nest";', ["--target", "debug"], [fault]);
    await expect(planWith(await instantiateCore(spoilt), JOBS[0]![1])).rejects.toThrow();
  });
});
