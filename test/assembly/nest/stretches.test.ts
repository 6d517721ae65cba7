/** Lines across a sheet rule columns out before edges are looked at: a construction comes to the same without them. */
import { describe, expect, it } from "vitest";
import { type NestPlanRequest, nestPlanRequestSchema } from "../../../engine/base/contract/nest-plan.ts";
import { prepare } from "../../../engine/plan/nest/frame.ts";
import { decodePlan } from "../../../engine/plan/nest/nest-blocks.ts";
import { problemBlock } from "../../../engine/plan/nest/nest-solver.ts";
import { readBlock, writeBlock } from "../../../engine/plan/wasm/heap.ts";
import type { CoreExports } from "../../../engine/plan/wasm/load.ts";
import { requestFrom, SHAPE_KINDS } from "../../helpers/nest/jobs.ts";
import { compileProbes, type Fault } from "../../helpers/probe.ts";
import { Random } from "../../helpers/random.ts";

interface Probe extends CoreExports {
  /** Constructs once along an axis; 1 when that led to a better layout. */
  construct(axis: number): number;
}

const SOURCE = `
  export * from "./nest";
  import { beginFill, fill } from "./nest/construct/fill-sheet";
  import { sortOrder } from "./nest/construct/order";
  import { SheetMeasure } from "./nest/construct/sheet-types";
  import { endPlan } from "./nest/layout/nest-incumbent";
  import { grantWork } from "./work";
  export function construct(axis: i32): i32 {
    sortOrder(0);
    beginFill(axis, SheetMeasure.COST);
    grantWork(1e15);
    fill();
    return endPlan() ? 1 : 0;
  }
`;
const WITHOUT_LINES: Fault[] = [
  {
    file: "assembly/nest/model/nest-tuning.ts",
    line: "LINES: f64 = 8;",
    instead: "LINES: f64 = 0;",
  },
];

/** Outlines of every kind, turned by right angles, on sheets of one or two dozen. */
function jobOf(seed: number): NestPlanRequest {
  const random = new Random(seed);
  const parts = Array.from({ length: 30 }, () => ({
    kind: random.pick(SHAPE_KINDS.filter((kind) => kind !== "fine" && kind !== "sliver")),
    size: random.float(30, 200),
    turn: random.pick([0, 0, 20]),
    offset: 0,
    quantity: random.int(1, 3),
    seed: random.int(0, 2 ** 31),
  }));
  const spacing = random.pick([0, 3]);
  const request = requestFrom({
    parts,
    width: 900,
    height: 600,
    spacing,
    edge_margin: spacing,
    rotation_step: 90,
    kerf: 0,
  });
  return nestPlanRequestSchema.parse({
    ...request,
    parts: request.parts.map((part) => ({ ...part, angles: [0, 90, 180, 270] })),
  });
}

function constructed(core: Probe, request: NestPlanRequest, axis: number) {
  core.nestOpen(writeBlock(core, problemBlock(prepare(request), { seed: 1, seat: 0 })));
  const better = core.construct(axis) === 1;
  return { better, sheets: decodePlan(readBlock(core, core.nestBest())).sheets };
}

describe("lines across a sheet", () => {
  it("leave every construction as it is", async () => {
    const [lined, plain] = await Promise.all(
      [[], WITHOUT_LINES].map((faults) => compileProbes<Probe>(SOURCE, ["--enable", "simd"], faults)),
    );
    let told = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const request = jobOf(seed);
      const [one, other] = [await lined!(), await plain!()].map((core) =>
        constructed(core, request, seed & 1),
      );
      expect(one, `seed ${seed}`).toEqual(other);
      if (one!.better) told++;
    }
    // Otherwise the first layout of boxes has been compared with itself.
    expect(told).toBeGreaterThan(6);
  });
});
