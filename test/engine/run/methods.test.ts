/**
 * Real threads that fail, the endpoints over workers that fail at any moment, and a whole process that stands still for a
 * while: the answer is what a sound worker gives, or one that the judge passes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Engine } from "../../../engine/engine.ts";
import { verifyNest } from "../../../engine/entries/verify.ts";
import { createEngine } from "../../../engine/index.node.ts";
import { v1 } from "../../../engine/v1.ts";
import { workEngine } from "../../../server/jobs/work.ts";
import { countCalls, FaultyPlatform, type Moment } from "../../helpers/run/faulty-platform.ts";
import { EXPORT_REQUEST, NEST_COPIES, NEST_PLAN_REQUEST } from "../../helpers/run/requests.ts";
import { DRAWING } from "../../server/support/drawing.ts";
import {
  CUT_BODY,
  createService,
  formWith,
  inPlace,
  NEST_BODY,
  type Service,
} from "../../server/support/service.ts";

const bytes = new TextEncoder().encode(DRAWING);

/** Workers of their own programs, each of which has the fault. */
function faultyWorkers(query: string): URL {
  const file = new URL(`../../fixtures/workers/faulty.mjs?${query}`, import.meta.url);
  // Node hands a worker the path alone of a file's address.
  return new URL(`data:text/javascript,${encodeURIComponent(`import "${file.href}"`)}`);
}

describe("a thread", () => {
  it.each([
    ["hangs", "fault=hang&at=9"],
    ["dies", "fault=die&at=9"],
    ["traps", "fault=trap&at=9"],
    ["runs out of memory", "fault=memory&at=9"],
    ["sends garbage", "fault=garbage&at=9"],
    ["sends garbage at once", "fault=garbage&at=1&on=messages"],
    ["builds what is wrong", "fault=wrong&at=0"],
  ])("that %s costs no nest its answer", async (_, query) => {
    const engine = await createEngine({
      workers: 1,
      workerUrl: { nest: faultyWorkers(query) },
      onFault: () => {},
    });
    const limit = query.includes("hang") ? { timeLimitMs: 150 } : { workBudget: 50_000, timeLimitMs: 60_000 };
    const plan = await engine.nest(NEST_PLAN_REQUEST, limit);
    await engine.close();
    expect(verifyNest(NEST_PLAN_REQUEST, plan).violations).toEqual([]);
    expect(plan.placed_parts).toBe(NEST_COPIES);
  });

  it("that dies whenever it is asked fails its own call", async () => {
    const files = faultyWorkers("fault=die&at=0&on=messages&kind=files");
    const engine = await createEngine({ workers: 1, workerUrl: { files } });
    await expect(v1(engine).parse(bytes)).rejects.toThrow("A worker failed");
    await engine.close();
  });
});

describe("the service over workers", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    countCalls();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  let key: Record<string, string>;
  const endpoints: Record<string, (service: Service) => Promise<Response>> = {
    "solve/nest-2d": (service) => service.post("/v1/solve/nest-2d", NEST_BODY, key),
    "solve/cut-1d": (service) => service.post("/v1/solve/cut-1d", CUT_BODY, key),
    "export/gcode": (service) => service.post("/v1/export/gcode", EXPORT_REQUEST, key),
    "export/dxf": (service) => service.post("/v1/export/dxf", EXPORT_REQUEST, key),
    "parse/dxf": (service) =>
      service.request("/v1/parse/dxf", { method: "POST", headers: key, body: formWith(bytes) }),
    "parse/dxf-to-svg": (service) =>
      service.request("/v1/parse/dxf-to-svg", { method: "POST", headers: key, body: formWith(bytes) }),
  };

  it.each(Object.keys(endpoints))("that fail at any moment answers %s", async (name) => {
    let platform: FaultyPlatform;
    let engine: Engine;
    const service = await createService(
      { RATE_LIMIT_PER_MINUTE: "0" },
      { executor: { ...inPlace(), run: (job, context) => inPlace(workEngine(engine)).run(job, context) } },
    );
    key = { "X-API-Key": await service.register() };
    const on = name.startsWith("solve") ? (["calls", "messages"] as const) : (["messages"] as const);
    for (const each of on) {
      for (const fault of ["hangs", "stands still", "dies", "sends garbage"] as const) {
        let fired = true;
        for (let at = 0; at < 50 && fired; at++) {
          const moment: Moment = { fault, at, on: each };
          platform = new FaultyPlatform(moment, name.startsWith("solve"));
          engine = new Engine(platform, { workers: 1, onFault: () => {} });
          const answer = await endpoints[name]!(service);
          expect(answer.status, `${fault} at ${each} ${at}: ${await answer.clone().text()}`).toBe(200);
          await engine.close();
          fired = platform.fired;
        }
      }
    }
  });
});

/** Longer than a limit and what is allowed beyond it. */
const STANDSTILL_MS = 450;
const CHILD = `
  import { createEngine } from ${JSON.stringify(new URL("../../../dist/index.node.js", import.meta.url).href)};
  const engine = await createEngine({ workers: 2 });
  const request = JSON.parse(process.argv[1]);
  for (let call = 0; call < 4; call++) {
    let told = 0;
    const moment = () => { if (told++ === call % 2) console.log("stop me"); };
    moment();
    const plan = await engine.nest(request, { timeLimitMs: 120, seed: call, workers: 1 + (call % 2), onProgress: moment });
    console.log(JSON.stringify(plan));
  }
  await engine.close();
`;

describe.skipIf(process.platform === "win32")("a process that stands still past its limits", () => {
  it("answers all calls with right plans", async () => {
    const child = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      CHILD,
      JSON.stringify(NEST_PLAN_REQUEST),
    ]);
    const exited = once(child, "exit");
    let [plans, stops] = [0, 0];
    for await (const line of createInterface(child.stdout)) {
      if (line === "stop me") {
        stops++;
        child.kill("SIGSTOP");
        await new Promise((resolve) => setTimeout(resolve, STANDSTILL_MS));
        child.kill("SIGCONT");
        continue;
      }
      const plan = JSON.parse(line);
      expect(verifyNest(NEST_PLAN_REQUEST, plan, { complete: false }).violations).toEqual([]);
      expect(plan.placed_parts).toBe(NEST_COPIES);
      plans++;
    }
    expect(await exited).toEqual([0, null]);
    expect(plans).toBe(4);
    expect(stops).toBeGreaterThanOrEqual(2);
  });
});
