/**
 * Every method of the engine, and every endpoint over it, with workers that die, hang or send garbage at any message, or
 * stand still for a while with their whole process: the answer is what a sound worker gives, or one that the judge passes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createEngine,
  type Engine,
  nestPlanRequestSchema,
  panelPlanRequestSchema,
  verifyCut,
  verifyNest,
  verifyNestPlan,
  verifyPanelPlan,
} from "../../../engine/index.node.ts";
import { requestFrom } from "../../helpers/nest/jobs.ts";
import { DRAWING } from "../../server/support/drawing.ts";
import { createService, formWith, inPlace, type Service } from "../../server/support/service.ts";

const bytes = new TextEncoder().encode(DRAWING);
const svg = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="40"/></svg>',
);
const nestRequest = {
  parts: [
    {
      id: "plate",
      exterior: [
        [0, 0],
        [100, 0],
        [60, 50],
        [0, 50],
      ] as [number, number][],
      quantity: 30,
    },
  ],
  sheet: { width: 500, height: 300 },
};
const cutRequest = {
  stocks: [{ length: 6000 }],
  pieces: Array.from({ length: 25 }, (_, i) => ({ id: `${i}`, length: 301.3 + 61.7 * i, quantity: 9 })),
  kerf: 3.2,
};
const panelRequest = panelPlanRequestSchema.parse({
  stocks: [{ length: 2800, width: 2070 }],
  pieces: Array.from({ length: 12 }, (_, i) => {
    return { id: `${i}`, length: 300 + 47 * i, width: 200 + 31 * i, quantity: 4 };
  }),
  kerf: 4,
});
const exportRequest = {
  sheet_width: 500,
  sheet_height: 300,
  placements: [{ exterior: nestRequest.parts[0]!.exterior, holes: [], x: 10, y: 10, rotation: 0 }],
};

/** What a sound worker always gives alike. */
const FILES: Record<string, (engine: Engine) => Promise<unknown>> = {
  parseDxf: (engine) => engine.parseDxf(bytes),
  readDrawing: async (engine) => (await engine.readDrawing(bytes)).parts,
  readSvg: async (engine) => (await engine.readSvg(svg)).data,
  dxfToSvg: (engine) => engine.dxfToSvg(bytes),
  exportGcode: (engine) => engine.exportGcode(exportRequest),
  planExport: (engine) => engine.planExport(exportRequest),
  exportDxf: (engine) => engine.exportDxf(exportRequest),
};
const limit = { workBudget: 200_000, timeLimitMs: 60_000 };
/** What the judge says of the others. */
const SOLVES: Record<string, (engine: Engine) => Promise<unknown[]>> = {
  nest: async (engine) => {
    const data = await engine.nest(nestRequest, limit);
    return [...verifyNest(nestRequest, data).violations, ...data.unplaced];
  },
  cut: async (engine) => {
    const data = await engine.cut(cutRequest, limit);
    return [...verifyCut(cutRequest, data).violations, ...data.unplaced];
  },
  planPanels: async (engine) => {
    const plan = await engine.planPanels(panelRequest, limit);
    return [...verifyPanelPlan(panelRequest, plan).violations, ...plan.unplaced];
  },
};

const folder = mkdtempSync(join(tmpdir(), "offcut-methods-"));
const opened: Engine[] = [];
let workers = 0;

/** An engine whose first worker of each kind has a fault; `always`: all of them. */
async function faultyEngine(fault: string, at: number, on: "messages" | "calls", always = false) {
  const url = (kind: string) => {
    const mark = always ? "" : `&once=${join(folder, `${kind}${workers++}`)}`;
    const file = new URL(
      `../../fixtures/workers/faulty.mjs?fault=${fault}&at=${at}&on=${on}${mark}`,
      import.meta.url,
    );
    return new URL(`data:text/javascript,${encodeURIComponent(`import "${file.href}"`)}`);
  };
  const engine = await createEngine({
    workers: 1,
    workerUrl: url("solve"),
    filesWorkerUrl: url("files"),
    onFault: () => {},
  });
  opened.push(engine);
  return engine;
}

let sound: Engine;
beforeAll(async () => {
  sound = await createEngine({ workers: 1 });
});
afterAll(async () => {
  for (const engine of [sound, ...opened]) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(["die", "garbage"])("a worker that does this once: %s", (fault) => {
  it.each(Object.keys(FILES))("costs %s no answer", async (method) => {
    const wanted = await FILES[method]!(sound);
    for (const at of [0, 1]) {
      const engine = await faultyEngine(fault, at, "messages");
      expect(await FILES[method]!(engine), `message ${at}`).toEqual(wanted);
      // And the engine is as good as new.
      expect(await FILES[method]!(engine)).toEqual(wanted);
      await engine.close();
    }
  });

  it.each(Object.keys(SOLVES))("costs %s no answer, nor if all do", async (method) => {
    for (const at of [0, 1, 3, 9]) {
      for (const on of ["messages", "calls"] as const) {
        const engine = await faultyEngine(fault, at, on, at > 1);
        expect(await SOLVES[method]!(engine), `${on} ${at}`).toEqual([]);
        await engine.close();
      }
    }
  });
});

describe("the service over workers that die", () => {
  let service: Service;
  let key: Record<string, string>;
  const over = async (engine: Engine) => {
    service = await createService({}, { executor: inPlace(engine) });
    key = { "X-API-Key": await service.register() };
  };
  const endpoints: Record<string, () => Promise<Response>> = {
    "solve/nest-2d": () => service.post("/v1/solve/nest-2d", nestRequest, { ...key, Prefer: "wait=0.4" }),
    "solve/cut-1d": () => service.post("/v1/solve/cut-1d", cutRequest, { ...key, Prefer: "wait=0.4" }),
    "export/gcode": () => service.post("/v1/export/gcode", exportRequest, key),
    "export/dxf": () => service.post("/v1/export/dxf", exportRequest, key),
    "parse/dxf": () =>
      service.request("/v1/parse/dxf", { method: "POST", headers: key, body: formWith(bytes) }),
    "parse/dxf-to-svg": () =>
      service.request("/v1/parse/dxf-to-svg", { method: "POST", headers: key, body: formWith(bytes) }),
  };

  it.each(Object.keys(endpoints))("answers %s", async (name) => {
    for (const at of [0, 1]) {
      const engine = await faultyEngine("die", at, "messages");
      await over(engine);
      const answer = await endpoints[name]!();
      expect(answer.status, await answer.clone().text()).toBe(200);
      await engine.close();
    }
  });
});

const STANDSTILL_MS = 700;
const CHILD = `
  import { createEngine } from ${JSON.stringify(new URL("../../../dist/index.node.js", import.meta.url).href)};
  const engine = await createEngine({ workers: 2 });
  const request = JSON.parse(process.argv[1]);
  for (let call = 0; call < 8; call++) {
    let told = 0;
    const moment = () => { if (told++ === call % 2) console.log("stop me"); };
    moment();
    const plan = await engine.planNest(request, { timeLimitMs: 300, seed: call, workers: 1 + (call % 2), onProgress: moment });
    console.log(JSON.stringify(plan));
  }
  await engine.close();
`;

describe.skipIf(process.platform === "win32")("a process that stands still past its limits", () => {
  it("answers all calls with right plans", async () => {
    const request = nestPlanRequestSchema.parse(
      requestFrom({
        parts: (["star", "concave", "ell", "washer"] as const).map((kind, i) => {
          return { kind, size: 30 + 4 * i, turn: 0, offset: 0, quantity: 6, seed: 10 + i };
        }),
        width: 130,
        height: 100,
        spacing: 1,
        edge_margin: 1,
        rotation_step: 90,
        kerf: 0,
      }),
    );
    const child = spawn(process.execPath, ["--input-type=module", "-e", CHILD, JSON.stringify(request)]);
    const exited = once(child, "exit");
    let [plans, stops] = [0, 0];
    for await (const line of createInterface(child.stdout)) {
      if (line === "stop me") {
        stops++;
        child.kill("SIGSTOP");
        const stopped = performance.now();
        while (performance.now() - stopped < STANDSTILL_MS)
          await new Promise((resolve) => setImmediate(resolve));
        child.kill("SIGCONT");
        continue;
      }
      const plan = JSON.parse(line);
      expect(verifyNestPlan(request, plan, { complete: false }).violations).toEqual([]);
      expect(plan.placed_parts).toBe(24);
      plans++;
    }
    expect(await exited).toEqual([0, null]);
    expect(plans).toBe(8);
    expect(stops).toBeGreaterThanOrEqual(4);
  });
});
