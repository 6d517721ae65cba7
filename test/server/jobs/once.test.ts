/** How often is a request looked at? Once, wherever that is: by the route where it is short, else by the thread that works. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createEngine } from "../../../engine/index.node.ts";
import { cutRequestSchema, exportRequestSchema, nestRequestSchema } from "../../../engine/v1.ts";
import { quickly } from "../../../server/jobs/quick.ts";
import { amendOutput, readInput } from "../../../server/jobs/request.ts";
import { type WorkEngine, work, workEngine } from "../../../server/jobs/work.ts";
import { packJob, unpackJob } from "../../../server/queue/names.ts";
import { CUT_BODY, createService, EXPORT_BODY, NEST_BODY } from "../support/service.ts";

const PATHS = [
  ["/v1/solve/nest-2d", NEST_BODY, nestRequestSchema],
  ["/v1/solve/cut-1d", CUT_BODY, cutRequestSchema],
  ["/v1/export/gcode", EXPORT_BODY, exportRequestSchema],
  ["/v1/export/dxf", EXPORT_BODY, exportRequestSchema],
] as const;
/** More than a route looks at. */
const LONG = " ".repeat(65 * 1024);

/** Counts checks by any schema of a request, in full or not. */
function spyOnChecks() {
  const schemas = [nestRequestSchema, cutRequestSchema, exportRequestSchema];
  return schemas.map((schema) => vi.spyOn(schema, "safeParse"));
}
const countOf = (spies: ReturnType<typeof spyOnChecks>) =>
  spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);

/** The engine as its threads are: requests are read there. */
async function threaded(): Promise<WorkEngine> {
  const own = workEngine(await createEngine({ workers: 0 }));
  const read = (request: unknown) => readInput(request) as never;
  const exported = async (request: unknown, plan: (request: never) => Promise<object>) => {
    const input = readInput({ request }) as { request: never };
    return amendOutput(await plan(input.request), input) as never;
  };
  return {
    nest: async (request, options) => own.nest(read(request), options),
    cutPlan: async (request, options) => own.cutPlan(read(request), options),
    write: (request, options) => exported(request, (known) => own.write(known, options)),
    draw: (request, options) => exported(request, (known) => own.draw(known, options)),
    parse: own.parse,
    svg: own.svg,
  };
}

async function open(way: "threads" | "in place" | "a queue") {
  const engine = await threaded();
  const executor = {
    run: async (job: Parameters<typeof packJob>[0], { signal }: { signal: AbortSignal }) => {
      const { body, ticket } = packJob(job);
      const sent = way === "a queue" ? unpackJob(JSON.parse(JSON.stringify(ticket)), body) : job;
      return work(engine, sent, { signal });
    },
    stats: async () => ({ workers: 1, running: 0, waiting: 0 }),
    ping: async () => undefined,
    close: async () => undefined,
  };
  const here = workEngine(await createEngine({ workers: 0 }));
  const service = await createService(
    {},
    { executor: way === "in place" ? quickly(executor, here) : executor },
  );
  const key = await service.register();
  return (path: string, body: string) => service.post(path, body, { "X-API-Key": key, Prefer: "wait=0.2" });
}

afterEach(() => vi.restoreAllMocks());

describe.each(["threads", "in place", "a queue"] as const)("a request that is done on %s", (way) => {
  it.each(PATHS)("to %s is checked once, short or long, right or wrong", async (path, body, schema) => {
    const post = await open(way);
    for (const [text, status] of [
      [JSON.stringify(body), 200],
      [JSON.stringify(body) + LONG, 200],
      ["{}", 422],
      [`{}${LONG}`, 422],
    ] as const) {
      const spies = spyOnChecks();
      const answer = await post(path, text);
      expect([answer.status, countOf(spies)]).toEqual([status, 1]);
      expect(schema.safeParse).toHaveBeenCalledTimes(1);
      if (status === 422) expect((await answer.json()).detail[0]).toMatchObject({ type: "missing" });
      vi.restoreAllMocks();
    }
  });

  it("has the number of its sheet in the name of its file, whoever has read it", async () => {
    const post = await open(way);
    for (const rest of ["", LONG]) {
      const answer = await post("/v1/export/gcode", JSON.stringify(EXPORT_BODY) + rest);
      expect(answer.headers.get("Content-Disposition")).toContain("nest_sheet_2.gcode");
    }
  });
});

it("lets cuts in place share one memory of the core, however many come at once", async () => {
  // What the spy makes by itself no instance takes as its memory.
  const { Memory } = WebAssembly;
  function memoryOf(size: WebAssembly.MemoryDescriptor) {
    return new Memory(size);
  }
  const made = vi.spyOn(WebAssembly, "Memory").mockImplementation(memoryOf);
  const post = await open("in place");
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post("/v1/solve/cut-1d", JSON.stringify(CUT_BODY))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  // The collector may take a memory that lies between two of them.
  expect(made.mock.calls.length).toBeLessThan(4);
});
