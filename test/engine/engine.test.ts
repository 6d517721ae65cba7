/** The package as a Node program uses it: real worker threads, the built core, the same JSON as over HTTP. */
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { cutPlanRequestSchema, nestPlanRequestSchema, nestPlanSchema } from "../../engine/entries/schemas.ts";
import { verifyCut, verifyNest } from "../../engine/entries/verify.ts";
import {
  type CutProgress,
  createEngine,
  type Engine,
  type EngineFault,
  type EngineOptions,
  PauseSwitch,
} from "../../engine/index.node.ts";
import {
  type CutAnswerProgress,
  cutDataSchema,
  cutRequestSchema,
  exportRequestSchema,
  type NestAnswerProgress,
  nestDataSchema,
  nestRequestSchema,
  parseDxfDataSchema,
  v1,
  verifyCutAnswer,
  verifyNestAnswer,
} from "../../engine/v1.ts";
import { box } from "../helpers/rings.ts";

const engines: Engine[] = [];
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

async function open(options: EngineOptions = {}): Promise<Engine> {
  const engine = await createEngine({ workers: 1, ...options });
  engines.push(engine);
  return engine;
}

const nestRequest = {
  parts: [
    {
      id: "frame",
      exterior: box(0, 0, 120, 80),
      holes: [box(20, 20, 80, 40)],
      quantity: 3,
    },
    {
      id: "wedge",
      exterior: [
        [0, 0],
        [60, 0],
        [0, 30],
      ] as [number, number][],
      quantity: 8,
    },
  ],
  sheet: { width: 300, height: 200 },
  config: { spacing: 2, edge_margin: 4, kerf: 0.2 },
};

const cutRequest = {
  stocks: [{ length: 6000 }, { id: "offcut", length: 2500, quantity: 2 }],
  pieces: [
    { id: "rail", length: 1830, quantity: 7 },
    { id: "post", length: 940.5, quantity: 5 },
  ],
  kerf: 3,
};

/** Enough work for a complete answer, and no more. */
const brief = { workBudget: 100_000, timeLimitMs: 60_000 };

/** A job that keeps a solver busy for longer than any test waits: many unlike parts and no time limit. */
const longRequest = {
  parts: Array.from({ length: 60 }, (_, part) => ({
    id: `part ${part}`,
    exterior: Array.from({ length: 40 }, (_, i): [number, number] => {
      const angle = (i / 40) * 2 * Math.PI;
      const radius = 30 + 2 * (part % 11) + 14 * Math.sin((3 + (part % 5)) * angle);
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
    quantity: 5,
  })),
  sheet: { width: 1500, height: 1000 },
};

const square = [
  ["0", "SECTION", "2", "ENTITIES"],
  ["0", "LWPOLYLINE", "8", "CUT", "90", "4", "70", "1"],
  ["10", "0", "20", "0", "10", "50", "20", "0", "10", "50", "20", "40", "10", "0", "20", "40"],
  ["0", "ENDSEC", "0", "EOF"],
];
const dxf = new TextEncoder().encode(`${square.flat().join("\n")}\n`);

const exportRequest = {
  sheet_width: 300,
  sheet_height: 200,
  placements: [
    {
      exterior: nestRequest.parts[0]!.exterior,
      holes: nestRequest.parts[0]!.holes,
      x: 10,
      y: 10,
      rotation: 0,
    },
  ],
};

describe("the engine on worker threads", () => {
  it("nests, and the independent verifier agrees", async () => {
    const engine = await open();
    const data = await v1(engine).nest(nestRequest, brief);
    expect(nestDataSchema.parse(data)).toEqual(data);
    expect(verifyNestAnswer(nestRequestSchema.parse(nestRequest), data)).toMatchObject({ ok: true });
    expect(data.summary).toMatchObject({ total_parts: 11, placed_parts: 11, sheets_used: 1 });
  });

  it("plans a strip with turned-over parts, and the independent verifier agrees", async () => {
    const engine = await open();
    const [frame, wedge] = nestRequest.parts;
    const request = {
      parts: [frame!, { ...wedge!, angles: [0, 180], mirror: true }],
      sheet: { width: 1, height: 200 },
      strip: true,
      config: nestRequest.config,
    };
    const plan = await engine.nest(request, brief);
    expect(nestPlanSchema.parse(plan)).toEqual(plan);
    expect(verifyNest(nestPlanRequestSchema.parse(request), plan)).toMatchObject({ ok: true });
    expect(plan).toMatchObject({ sheets_used: 1, placed_parts: 11, unplaced: [] });
  });

  it("cuts, and the independent verifier agrees", async () => {
    const engine = await open();
    const data = await v1(engine).cut(cutRequest);
    expect(cutDataSchema.parse(data)).toEqual(data);
    expect(verifyCutAnswer(cutRequestSchema.parse(cutRequest), data)).toMatchObject({ ok: true });
  });

  it("tells of plans while it cuts, and of answers in the interface /v1", async () => {
    const engine = await open({ workers: 0 });
    const plans: CutProgress["best"][] = [];
    const answers: CutAnswerProgress["best"][] = [];
    const plan = await engine.cut(cutRequest, { onProgress: ({ best }) => plans.push(best) });
    const answer = await v1(engine).cut(cutRequest, { onProgress: ({ best }) => answers.push(best) });
    const { ended: _, ...found } = plan;
    expect(plans.at(-1)).toMatchObject({ ...found });
    expect(answers.at(-1)).toEqual(answer);
  });

  it("tells how far the best plan is from the bound while it searches", async () => {
    const engine = await open({ workers: 0 });
    const events: CutProgress[] = [];
    const stocks = [{ length: 6000 }, { id: "long", length: 7100.5 }];
    const pieces = Array.from({ length: 40 }, (_, i) => ({
      id: `${i}`,
      length: 301.3 + 61.7 * i,
      quantity: 9,
    }));
    const request = { stocks, pieces, kerf: 3.2 };
    const plan = await engine.cut(request, {
      workBudget: 2e8,
      onProgress: (event) => events.push(event),
    });
    expect(events.length).toBeGreaterThan(0);
    for (const { lower_bound, gap_percent, total_stock_length } of events) {
      expect(lower_bound).toBeLessThanOrEqual(plan.summary.total_stock_length);
      expect(gap_percent).toBeCloseTo(100 * (1 - lower_bound / total_stock_length), 9);
    }
  });

  it("reads a drawing and draws it", async () => {
    const engine = await open();
    const { data } = await v1(engine).parse(dxf, { name: "plate.dxf" });
    expect(parseDxfDataSchema.parse(data)).toEqual(data);
    expect(data).toMatchObject({ name: "plate", area: 2000, perimeter: 180, layers: ["CUT"] });
    const { svg, original_bounds } = (await v1(engine).svg(dxf, { width: 400, height: 300 })).data;
    expect(svg).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    expect(original_bounds).toEqual({ min_x: 0, min_y: 0, max_x: 50, max_y: 40 });
  });

  it("reads the shapes of an SVG as it reads a drawing", async () => {
    const engine = await open();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="0 0 60 60"><circle r="20" cx="30" cy="30"/></svg>';
    const { data, parts } = await engine.read(new TextEncoder().encode(svg), { name: "disc.svg" });
    expect(data).toMatchObject({ name: "disc", dimensions: { width: 40, height: 40 } });
    expect(parts[0]!.area).toBeCloseTo(400 * Math.PI, 6);
  });

  it("exports G-code and DXF", async () => {
    const engine = await open();
    expect(exportRequestSchema.safeParse(exportRequest).success).toBe(true);
    expect((await engine.write(exportRequest)).gcode).toMatch(/G21[\s\S]*M2\n$/);
    const { text } = await engine.draw(exportRequest);
    const { data: back } = await v1(engine).parse(new TextEncoder().encode(text));
    expect(back).toMatchObject({ area: 6400, hole_count: 1, layers: ["SHEET", "CUT_INNER", "CUT_OUTER"] });
  });

  it("answers on the caller's thread with the same bytes", async () => {
    const [threaded, inline] = [await open({ workers: 1 }), await open({ workers: 0 })];
    const options = { seed: 7, workBudget: 200_000, timeLimitMs: 60_000 };
    expect(JSON.stringify(await v1(inline).nest(nestRequest, options))).toBe(
      JSON.stringify(await v1(threaded).nest(nestRequest, options)),
    );
    expect(JSON.stringify(await inline.cut(cutRequest, options))).toBe(
      JSON.stringify(await threaded.cut(cutRequest, options)),
    );
    expect(await inline.write(exportRequest)).toEqual(await threaded.write(exportRequest));
    expect(await inline.read(dxf)).toEqual(await threaded.read(dxf));
  });

  it("names the field of a value that breaks the schema, and of a ring that is not a polygon", async () => {
    const engine = await open();
    const sheetless = { ...nestRequest, sheet: { width: -1, height: 200 } };
    await expect(v1(engine).nest(sheetless)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: [{ path: ["sheet", "width"] }],
    });
    const flat = {
      ...nestRequest,
      parts: [
        {
          id: "flat",
          exterior: [
            [0, 0],
            [5, 5],
            [9, 9],
          ] as [number, number][],
        },
      ],
    };
    await expect(v1(engine).nest(flat)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: [{ path: ["parts", 0, "exterior"] }],
    });
    await expect(v1(engine).parse(new Uint8Array(100))).rejects.toMatchObject({ code: "INVALID_DXF" });
    await expect(v1(engine).parse(new Uint8Array(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: "FILE_TOO_LARGE",
    });
  });

  it("refuses a request that cannot be handed over", async () => {
    const engine = await open();
    const request = { ...cutRequest, extra: () => {} };
    await expect(v1(engine).cut(request)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("ends its program however many requests could not be handed over, or turned in circles", () => {
    const source = `
      import { createEngine } from ${JSON.stringify(new URL("../../dist/index.node.js", import.meta.url).href)};
      const engine = await createEngine({ workers: 1, onFault: ({ message }) => console.log(message) });
      const circle = { parts: [] };
      circle.parts.push(circle);
      for (const wrong of [() => 1, { parts: Symbol("x") }, { parts: [{ id: { deep: () => 1 } }] }, circle])
        await engine.nest(wrong, { onProgress() {} }).catch(({ code }) => console.log(code));
      await engine.close();`;
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
      encoding: "utf8",
      timeout: 600_000,
    });
    expect([status, stdout]).toEqual([0, "INVALID_INPUT\n".repeat(4)]);
  });
});

describe("stopping a solve", () => {
  it("gives the best so far, complete and valid", async () => {
    const engine = await open();
    const controller = new AbortController();
    const events: NestAnswerProgress[] = [];
    const data = await v1(engine).nest(longRequest, {
      signal: controller.signal,
      timeLimitMs: 600_000,
      onProgress: (event) => {
        events.push(event);
        if (event.best) controller.abort();
      },
    });
    expect(controller.signal.aborted).toBe(true);
    expect(verifyNestAnswer(nestRequestSchema.parse(longRequest), data)).toMatchObject({ ok: true });
    expect(data.summary.placed_parts).toBe(300);
    expect(events.map(({ seq }) => seq)).toEqual([...events.keys()]);
  });

  it("rejects with the signal's reason where that is asked for, and leaves the engine usable", async () => {
    const engine = await open();
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    await expect(
      v1(engine).nest(longRequest, {
        signal: controller.signal,
        timeLimitMs: 600_000,
        onAbort: "reject",
        onProgress,
      }),
    ).rejects.toMatchObject({ name: "AbortError" });
    expect((await v1(engine).nest(nestRequest, brief)).summary.placed_parts).toBe(11);
  });

  it("rejects at once when the signal has fired before", async () => {
    const engine = await open();
    await expect(v1(engine).nest(nestRequest, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("works on the caller's thread, too", async () => {
    const engine = await open({ workers: 0 });
    const controller = new AbortController();
    const data = await v1(engine).nest(longRequest, {
      signal: controller.signal,
      timeLimitMs: 600_000,
      onProgress: ({ best }) => best && controller.abort(),
    });
    expect(data.summary.placed_parts).toBe(300);
  });
});

describe("holding a solve", () => {
  it.each([
    ["a worker thread", 1, 1],
    ["two worker threads", 2, 2],
    ["the caller's thread", 0, 1],
  ])("lets the same search go on, on %s", async (_, size, workers) => {
    const engine = await open({ workers: size });
    const options = { workers, workBudget: 3_000_000, seed: 5, timeLimitMs: 600_000 };
    const whole = await v1(engine).nest(longRequest, options);
    const pause = new PauseSwitch();
    let events = 0;
    const inParts = v1(engine).nest(longRequest, {
      ...options,
      pause,
      onProgress: () => {
        if (events++ > 2) return;
        pause.pause();
        setImmediate(() => pause.resume());
      },
    });
    expect(JSON.stringify(await inParts)).toBe(JSON.stringify(whole));
    expect(events).toBeGreaterThan(1);
  });

  it("waits until it is let go", async () => {
    const pause = new PauseSwitch();
    pause.pause();
    const held = v1(await open()).nest(nestRequest, { pause, workBudget: 100_000 });
    const other = v1(await open())
      .nest(nestRequest, { workBudget: 100_000 })
      .then(() => "other");
    expect(await Promise.race([held, other])).toBe("other");
    pause.resume();
    expect((await held).summary.unplaced_parts).toBe(0);
  });

  it("can be stopped, and gives the best so far", async () => {
    const engine = await open();
    const pause = new PauseSwitch();
    const controller = new AbortController();
    const data = await v1(engine).nest(longRequest, {
      pause,
      signal: controller.signal,
      timeLimitMs: 600_000,
      onProgress: ({ best }) => {
        if (!best) return;
        pause.pause();
        setImmediate(() => controller.abort());
      },
    });
    expect(verifyNestAnswer(nestRequestSchema.parse(longRequest), data)).toMatchObject({ ok: true });
    expect(data.summary.placed_parts).toBe(300);
  });
});

describe("a worker that fails", () => {
  it.each([
    ["its file is broken", "broken.mjs", "this worker is broken"],
    ["it runs out of memory", "greedy.mjs", "out of memory"],
  ])("is told of with its reason when %s, and answered for", async (_, file, reason) => {
    const faults: EngineFault[] = [];
    const engine = await open({
      workerUrl: { cut: new URL(`../fixtures/workers/${file}`, import.meta.url) },
      onFault: (fault) => faults.push(fault),
    });
    const plan = await engine.cut(cutRequest, { timeLimitMs: 600_000 });
    expect(verifyCut(cutPlanRequestSchema.parse(cutRequest), plan)).toMatchObject({ ok: true });
    expect(plan.ended).toBe("worker lost");
    const lost = { kind: "worker lost", method: "cut", message: expect.stringContaining(reason) };
    expect(faults).toMatchObject([lost, lost]);
  });

  it("fails a call that reads a file with its reason", async () => {
    const files = new URL("../fixtures/workers/broken.mjs", import.meta.url);
    const engine = await open({ workerUrl: { files } });
    await expect(v1(engine).parse(dxf)).rejects.toMatchObject({
      code: "WORKER_FAILED",
      message: expect.stringContaining("this worker is broken"),
    });
  });

  it("says so when the core cannot be read", async () => {
    const engine = await open({ wasm: { cut: "nowhere/cut.wasm" } });
    await expect(v1(engine).cut(cutRequest)).rejects.toMatchObject({ code: "WASM_UNAVAILABLE" });
  });
});

describe("a closed engine", () => {
  it("refuses calls", async () => {
    const engine = await open();
    await engine.close();
    await expect(v1(engine).cut(cutRequest)).rejects.toMatchObject({ code: "ENGINE_CLOSED" });
  });

  it.each([0, 1])("ends calls under way, with %i workers", async (workers) => {
    const engine = await open({ workers });
    const call = v1(engine).nest(longRequest, {
      timeLimitMs: 600_000,
      onProgress: ({ best }) => void (best && engine.close()),
    });
    await expect(call).rejects.toMatchObject({ code: "ENGINE_CLOSED" });
  });

  it("refuses a number of workers that is none", async () => {
    await expect(createEngine({ workers: -1 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(createEngine({ workers: 1.5 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const symbol = Symbol("two") as unknown as number;
    await expect(createEngine({ workers: symbol })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "workers: must be a whole number of at least 0, not Symbol(two)",
    });
  });
});
