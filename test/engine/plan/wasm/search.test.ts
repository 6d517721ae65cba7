/** Searches that are suspended and go on later: pausing never changes what comes next, and a stack that runs out is told. */
import { describe, expect, it } from "vitest";
import { cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import { panelPlanRequestSchema } from "../../../../engine/base/contract/panel-plan.ts";
import { solveCut } from "../../../../engine/plan/cut/cut-solver.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { PanelSolver } from "../../../../engine/plan/panel/panel-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { type CoreExports, type CoreKind, instantiateCore } from "../../../../engine/plan/wasm/load.ts";
import { coreOf } from "../../../helpers/core.ts";
import { randomCutJob } from "../../../helpers/cut/jobs.ts";
import { randomJob, requestFrom } from "../../../helpers/nest/jobs.ts";
import { cutPolygons } from "../../../helpers/nest/puzzles.ts";
import { compileModule } from "../../../helpers/probe.ts";
import { Random } from "../../../helpers/random.ts";

const WORK = 60_000;

const budget = <Event>() => new SearchJob<Event>({ workBudget: WORK, seed: 1 });
const nest = (request: object) => (core: CoreExports) =>
  planNest(core, nestPlanRequestSchema.parse(request), budget());
const parts = (seed: number) => requestFrom(randomJob(seed, 6));
const panels = panelPlanRequestSchema.parse({
  stocks: [{ id: "board", length: 2800, width: 2070, quantity: 9 }],
  pieces: [
    { id: "door", length: 720, width: 397, quantity: 14 },
    { id: "shelf", length: 560, width: 310, quantity: 21 },
  ],
  kerf: 3.2,
});
const puzzle = {
  parts: cutPolygons(new Random(1), { width: 400, height: 300, sheets: 1, pieces: 6 }).map((exterior, i) => ({
    id: `piece ${i}`,
    exterior,
  })),
  sheet: { width: 400, height: 300 },
  config: { spacing: 0, edge_margin: 0, rotation_step: 90 },
};
const rectangles = {
  parts: [
    [30, 20],
    [45, 25],
    [62, 18],
  ].map(([w, h], i) => ({ id: `${i}`, exterior: box(w!, h!), quantity: 9 })),
  sheet: { width: 200, height: 150 },
  config: { spacing: 0, edge_margin: 0, rotation_step: 90 },
};

function box(width: number, height: number): number[][] {
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
}

const JOBS: [string, CoreKind, (core: CoreExports) => Promise<unknown>][] = [
  ["parts on sheets", "nest", nest(parts(1))],
  ["a strip", "nest", nest({ ...parts(2), strip: true })],
  ["sheets that are limited in number", "nest", nest({ ...parts(3), max_sheets: 1 })],
  ["a puzzle", "nest", nest(puzzle)],
  ["rectangles", "nest", nest(rectangles)],
  ["bars", "cut", (core) => solveCut(core, cutPlanRequestSchema.parse(randomCutJob(3, "shop")), budget())],
  ["panels", "panels", (core) => new PanelSolver(panels).search(core, budget())],
];

/** The core with searches that are granted `slice` units at a time until the grant that was asked for is used up. */
function sliced(core: CoreExports, slice: number): CoreExports {
  const inSlices = (step: (work: number) => number) => (work: number) => {
    let status = step(0);
    for (let left = work; left > 0 && status === 0; left -= slice) status = step(Math.min(slice, left));
    return status;
  };
  return {
    ...core,
    nestStep: inSlices(core.nestStep),
    cutStep: inSlices(core.cutStep),
    panelStep: inSlices(core.panelStep),
  };
}

describe.each(JOBS)("%s", (_name, kind, run) => {
  it.each([`${kind}.simd.wasm`, `${kind}.wasm`])(
    "give the same answer in slices of any size (%s)",
    async (build) => {
      const whole = await run(await instantiateCore(coreOf(build)));
      for (const slice of [1, 77, 5000]) {
        expect(await run(sliced(await instantiateCore(coreOf(build)), slice))).toEqual(whole);
      }
    },
  );

  it("give the same answer when they are suspended at every pause", async () => {
    const whole = await run(await instantiateCore(coreOf("core.debug.wasm")));
    const core = await instantiateCore(coreOf("core.debug.wasm"));
    core.pauseEverywhere();
    let suspensions = 0;
    const again = (step: (work: number) => number) => (work: number) => {
      let status = step(work);
      for (; status === 0 && core.workLeft() !== 0; suspensions++) status = step(0);
      return status;
    };
    const paused = {
      ...core,
      nestStep: again(core.nestStep),
      cutStep: again(core.cutStep),
      panelStep: again(core.panelStep),
    };
    expect(await run(paused)).toEqual(whole);
    expect(suspensions).toBeGreaterThan(0);
  });
});

const DEEP = `
  import { pause } from "./pause";
  import { spend } from "./work";
  export * from "./entry";
  let bottom = 0;
  function descend(depth: i32): i32 {
    if (depth === 0) pause();
    else bottom += descend(depth - 1) + depth;
    return bottom;
  }
  export function nestRun(): i32 {
    spend(1);
    return descend(DEPTH) > 0 ? 1 : 2;
  }
`;

describe("the stack of a suspended search", () => {
  const deep = async (depth: number) =>
    instantiateCore(await compileModule(DEEP.replace("DEPTH", `${depth}`), ["--target", "debug"]));

  it("holds calls that are nested a little", async () => {
    const core = await deep(100);
    expect(core.nestStep(1)).toBe(0);
    expect(core.nestStep(1)).toBe(1);
  });

  it("tells when they are nested too deeply, and overwrites nothing", async () => {
    const core = await deep(5000);
    const address = core.reserve(1024);
    new Uint8Array(core.memory.buffer, address, 1024).fill(7);
    expect(() => core.nestStep(1)).toThrow(/nested too deeply to be suspended/);
    expect(new Set(new Uint8Array(core.memory.buffer, address, 1024))).toEqual(new Set([7]));
  });
});
