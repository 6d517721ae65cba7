/**
 * `npm run bench:server -- [--seconds N] [--minutes N] [--requests N] [--costs]`: the built service on this machine,
 * driven by a client on the same machine. Processor time of each kind of request in both forms, of a young process and of a
 * warm one, whose code V8 has compiled (with `--costs` this alone), requests a second for small
 * problems, latencies under mixed load, how quick /health stays while every worker is busy and the largest legal body
 * arrives, the largest legal answer, N requests made from the service's own document, memory over N minutes.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { Redis } from "ioredis";
import pg from "pg";
import { startPostgres, startRedis, unavailable } from "../server/support/backends.ts";
import { DRAWING } from "../server/support/drawing.ts";
import { fuzz } from "../server/support/fuzz.ts";
import { type RunningService, registerAt, startService } from "../server/support/process.ts";
import { type BenchResult, fixed, keepResults, machineOf, quantile, tableOf } from "./report.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    minutes: { type: "string", default: "10" },
    requests: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    costs: { type: "boolean", default: false },
  },
});
const SECONDS = Number(values.seconds);
/** Requests of a kind over which its cost is averaged, and those before them. */
const COUNTED = 300;
const AGES = { young: 300, warm: 3000 };
const METRICS_TOKEN = "bench-token";

/** Asks for /health without pause, on a thread of its own so that the client's other work does not count. */
const PROBE = `
  const { parentPort, workerData } = require("node:worker_threads");
  const http = require("node:http");
  const agent = new http.Agent({ keepAlive: true });
  const times = [];
  let ended = false;
  parentPort.on("message", () => { ended = true; });
  const ask = () => new Promise((resolve) => {
    const started = performance.now();
    http.get(workerData + "/health", { agent }, (answer) => {
      answer.resume().on("end", () => { times.push(performance.now() - started); resolve(); });
    });
  });
  (async () => {
    while (!ended) { await ask(); await new Promise((resolve) => setTimeout(resolve, 5)); }
    parentPort.postMessage(times);
    process.exit();
  })();
`;

const rectangle = (width: number, height: number) => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];
const wave = (corners: number, phase: number) =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = 50 * (1 + 0.1 * Math.sin(9 * angle + phase));
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

const SMALL_CUT = JSON.stringify({
  stocks: [{ length: 6000 }],
  pieces: [
    { id: "a", length: 1200, quantity: 4 },
    { id: "b", length: 745, quantity: 6 },
  ],
  kerf: 3,
});
const SMALL_NEST = JSON.stringify({
  parts: [
    { id: "a", exterior: rectangle(200, 100), quantity: 4 },
    { id: "b", exterior: rectangle(90, 60), quantity: 6 },
  ],
  sheet: { width: 1000, height: 500 },
});
const SMALL_EXPORT = JSON.stringify({
  sheet_width: 500,
  sheet_height: 300,
  placements: [
    { exterior: rectangle(100, 50), holes: [rectangle(10, 10)], x: 5, y: 5, rotation: 0 },
    { exterior: rectangle(60, 40), holes: [], x: 200, y: 100, rotation: 90 },
  ],
});
const LONG_NEST = JSON.stringify({
  parts: [{ id: "wave", exterior: wave(100, 1), quantity: 60 }],
  sheet: { width: 800, height: 600 },
});
const LARGEST_NEST = JSON.stringify({
  parts: Array.from({ length: 200 }, (_, i) => ({ id: `p${i}`, exterior: wave(2000, i) })),
  sheet: { width: 1500, height: 1500 },
});
const LARGEST_CUT = JSON.stringify({
  stocks: [{ id: "bar", length: 1_000_000, quantity: 10_000 }],
  pieces: Array.from({ length: 1000 }, (_, i) => ({ id: `p${i}`, length: 10 + i / 2, quantity: 10_000 })),
  kerf: 1,
});

const directory = mkdtempSync(join(tmpdir(), "offcut-bench-"));
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "0", MONTHLY_QUOTA: "0", METRICS_TOKEN };
/** Commands by which processes say that they live, and wait, whether there is work or not. */
const PULSES = new Set(["ping", "bzpopmin", "xread", "info"]);
const service = await startService(directory, UNLIMITED);
const key = await registerAt(service.url);
try {
  console.log(`${machineOf()}; client and service together`);
  await costs();
  await scaledCosts();
  if (!values.costs) await loads();
} finally {
  await service.end();
  rmSync(directory, { recursive: true, force: true });
}

async function loads(): Promise<void> {
  await throughput();
  await mixedLoad();
  await busy();
  await largestAnswer();
  await fuzzing();
  await memory();
}

/** Processor time of the service for each request, one after the other, in all of its threads. */
async function costs(): Promise<void> {
  const row = tableOf(["cost of a request", "young, ms", "warm, ms", "status"]);
  const spent = async () => [processorMs(service)];
  for (const { name, young, warm, status } of await costsOf({ url: service.url, key }, spent)) {
    row([name, fixed(young[0]!, 2), fixed(warm[0]!, 2), status]);
  }
}

interface KindCost {
  name: string;
  status: number;
  young: number[];
  warm: number[];
}

/** @param spent figures that grow with each request */
async function costsOf(target: Target, spent: () => Promise<number[]>): Promise<KindCost[]> {
  const costs: KindCost[] = [];
  const costOf = async (kind: Kind, before: number) => {
    for (let i = 0; i < before; i++) await post(kind, target);
    const start = await spent();
    let status = 0;
    for (let i = 0; i < COUNTED; i++) status = (await post(kind, target)).status;
    const each = (await spent()).map((sum, i) => (sum - start[i]!) / COUNTED);
    return { status, each };
  };
  for (const kind of countedKinds()) {
    const { status, each } = await costOf(kind, AGES.young);
    costs.push({ name: kind.name, status, young: each, warm: [] });
  }
  for (const [i, kind] of countedKinds().entries()) {
    costs[i]!.warm = (await costOf(kind, AGES.warm - AGES.young - COUNTED)).each;
  }
  return costs;
}

/** The same in the scaled form: one API process, one worker, PostgreSQL and Redis on this machine. */
async function scaledCosts(): Promise<void> {
  if (unavailable.postgres ?? unavailable.redis) return;
  const [postgres, redisServer] = await Promise.all([startPostgres(), startRedis()]);
  const stores = { DATABASE_URL: postgres.url, REDIS_URL: redisServer.url, QUEUE: "redis", WORKERS: "1" };
  const start = (ROLE: string) => startService(directory, { ...UNLIMITED, ...stores, ROLE });
  const [api, worker] = await Promise.all([start("api"), start("worker")]);
  const redis = new Redis(redisServer.url);
  const monitor = await redis.monitor();
  let commands = 0;
  monitor.on("monitor", (_time, [name = ""], source) => {
    if (source !== "lua" && !PULSES.has(name.toLowerCase())) commands++;
  });
  const database = new pg.Client(postgres.url);
  await database.connect();
  const transactions = async () => {
    // Connections tell of their transactions once a second.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { rows } = await database.query("select sum(xact_commit)::int as n from pg_stat_database");
    return rows[0].n as number;
  };
  const target = { url: api.url, key: await registerAt(api.url) };
  const row = tableOf([
    "cost of a request, scaled",
    "API young, ms",
    "warm",
    "worker young, ms",
    "warm",
    "Redis commands",
    "transactions",
    "status",
  ]);
  const spent = async () => [processorMs(api), processorMs(worker), commands, await transactions()];
  for (const { name, young, warm, status } of await costsOf(target, spent)) {
    const pairs = [0, 1].flatMap((i) => [young[i]!, warm[i]!]);
    row([name, ...[...pairs, warm[2]!, warm[3]!].map((figure) => fixed(figure, 2)), status]);
  }
  monitor.disconnect();
  redis.disconnect();
  await database.end();
  await Promise.all([api.end(), worker.end()]);
  await Promise.all([postgres.stop(), redisServer.stop()]);
}

function countedKinds(): Kind[] {
  return [
    { name: "refused, 422", path: "/v1/solve/cut-1d", body: "{}" },
    { name: "cut-1d, small", path: "/v1/solve/cut-1d", body: SMALL_CUT },
    { name: "parse/dxf, small", path: "/v1/parse/dxf", body: drawingForm() },
    { name: "export/gcode, small", path: "/v1/export/gcode", body: SMALL_EXPORT },
    { name: "export/dxf, small", path: "/v1/export/dxf", body: SMALL_EXPORT },
    { name: "nest-2d, 10 rectangles", path: "/v1/solve/nest-2d", body: SMALL_NEST },
  ];
}

/** Of a process since its start; the kernel counts in hundredths of a second. */
function processorMs({ process }: RunningService): number {
  const fields = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function throughput(): Promise<void> {
  const results: Record<string, BenchResult> = {};
  const row = tableOf(["small problems", "per s", "p50 ms", "p99 ms", "failed"]);
  for (const [name, path, body] of [
    ["cut-1d, 10 pieces", "/v1/solve/cut-1d", SMALL_CUT],
    ["nest-2d, 10 rectangles", "/v1/solve/nest-2d", SMALL_NEST],
  ] as const) {
    await load([{ name, path, body }], 8, 1);
    const [times] = await load([{ name, path, body }], 8, SECONDS);
    const median = quantile(times!.ok, 0.5) / 1000;
    results[name] = { quality: times!.ok.length / SECONDS, seconds: median };
    row([name, fixed(times!.ok.length / SECONDS, 1), ...percentiles(times!.ok, [0.5, 0.99]), times!.failed]);
  }
  keepResults("server", undefined, results);
}

async function mixedLoad(): Promise<void> {
  const row = tableOf(["mixed load, 12 clients", "answers", "p50 ms", "p90 ms", "p99 ms", "failed"]);
  const kinds: Kind[] = [
    { name: "cut-1d, small", path: "/v1/solve/cut-1d", body: SMALL_CUT },
    { name: "nest-2d, small", path: "/v1/solve/nest-2d", body: SMALL_NEST },
    { name: "nest-2d, 60 parts, 1 s", path: "/v1/solve/nest-2d", body: LONG_NEST, prefer: "wait=1" },
    { name: "parse/dxf", path: "/v1/parse/dxf", body: drawingForm() },
  ];
  const probe = startProbe();
  for (const { name, ok, failed } of await load(kinds, 3, SECONDS)) {
    row([name, ok.length, ...percentiles(ok, [0.5, 0.9, 0.99]), failed]);
  }
  const health = await probe();
  row(["/health meanwhile", health.length, ...percentiles(health, [0.5, 0.9, 0.99]), 0]);
}

async function busy(): Promise<void> {
  const row = tableOf(["all workers busy, 2 × 16 MB", "asked", "p50 ms", "p99 ms", "max ms", "lag p99"]);
  await metric("nodejs_eventloop_lag_p99_seconds");
  const probe = startProbe();
  const jobs = [LONG_NEST, LONG_NEST, LARGEST_NEST, LARGEST_NEST].map((body) =>
    post({ name: "", path: "/v1/solve/nest-2d", body, prefer: "wait=4" }),
  );
  const statuses = (await Promise.all(jobs)).map(({ status }) => status);
  const lag = await metric("nodejs_eventloop_lag_p99_seconds");
  const times = await probe();
  row([
    `/health (jobs: ${statuses})`,
    times.length,
    ...percentiles(times, [0.5, 0.99, 1]),
    fixed(lag * 1000, 1),
  ]);
}

async function largestAnswer(): Promise<void> {
  const row = tableOf(["largest cut, 1000 × 10 000", "MB", "s", "peak MB", "p99 ms"]);
  const probe = startProbe();
  const started = performance.now();
  const answer = await send({ name: "", path: "/v1/solve/cut-1d", body: LARGEST_CUT });
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += chunk.length;
  const seconds = (performance.now() - started) / 1000;
  const times = await probe();
  row([
    `status ${answer.status}, /health p99`,
    fixed(bytes / 1e6, 0),
    fixed(seconds, 1),
    memoryMb("VmHWM"),
    ...percentiles(times, [0.99]),
  ]);
}

async function fuzzing(): Promise<void> {
  const started = performance.now();
  const options = { requests: Number(values.requests), seed: Number(values.seed), parallel: 8 };
  const { requests, statuses, faults } = await fuzz(service.url, key, [Buffer.from(DRAWING)], options);
  const seconds = fixed((performance.now() - started) / 1000, 0);
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  console.log(`fuzz: ${requests} requests in ${seconds} s, ${faults.length} faults (${counts.join(", ")})`);
  for (const fault of faults.slice(0, 10)) console.log(fault);
}

async function memory(): Promise<void> {
  const row = tableOf(["memory under mixed load", "answers", "failed", "MB now", "MB peak"]);
  const kinds: Kind[] = [
    { name: "cut", path: "/v1/solve/cut-1d", body: SMALL_CUT },
    { name: "nest", path: "/v1/solve/nest-2d", body: SMALL_NEST },
    { name: "long", path: "/v1/solve/nest-2d", body: LONG_NEST, prefer: "wait=1" },
    { name: "parse", path: "/v1/parse/dxf", body: drawingForm() },
    { name: "large", path: "/v1/solve/nest-2d", body: LARGEST_NEST, prefer: "wait=1" },
  ];
  for (let minute = 1; minute <= Number(values.minutes); minute++) {
    const results = await load(kinds, 1, 60);
    const answers = results.reduce((sum, { ok }) => sum + ok.length, 0);
    const failed = results.reduce((sum, each) => sum + each.failed, 0);
    row([`minute ${minute}`, answers, failed, memoryMb("VmRSS"), memoryMb("VmHWM")]);
  }
}

interface Kind {
  name: string;
  path: string;
  body: string | FormData;
  prefer?: string;
}
interface Target {
  url: string;
  key: string;
}
interface Times {
  name: string;
  ok: number[];
  failed: number;
}

/** Every kind from `clients` clients at once, each asking again when it has its answer. */
async function load(kinds: Kind[], clients: number, seconds: number): Promise<Times[]> {
  const until = performance.now() + seconds * 1000;
  return Promise.all(
    kinds.map(async (kind) => {
      const times: Times = { name: kind.name, ok: [], failed: 0 };
      const client = async () => {
        while (performance.now() < until) {
          const { status, ms } = await post(kind);
          if (status === 200) times.ok.push(ms);
          else times.failed++;
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      return times;
    }),
  );
}

async function post(
  kind: Kind,
  target: Target = { url: service.url, key },
): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  const answer = await send(kind, target);
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - started };
}

function send({ path, body, prefer }: Kind, target: Target = { url: service.url, key }): Promise<Response> {
  const headers = {
    "X-API-Key": target.key,
    ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}),
    ...(prefer === undefined ? {} : { Prefer: prefer }),
  };
  return fetch(target.url + path, { method: "POST", headers, body });
}

function startProbe(): () => Promise<number[]> {
  const worker = new Worker(PROBE, { eval: true, workerData: service.url });
  const times = new Promise<number[]>((resolve) => worker.once("message", resolve));
  return () => {
    worker.postMessage("end");
    return times;
  };
}

function percentiles(times: number[], shares: number[]): string[] {
  return shares.map((share) => fixed(quantile(times, share), 1));
}

/** From the running process, in MB. */
function memoryMb(field: "VmRSS" | "VmHWM"): string {
  const text = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return fixed(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1]) / 1024, 0);
}

async function metric(name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
}

function drawingForm(): FormData {
  const form = new FormData();
  form.set("file", new File([DRAWING], "plate.dxf"));
  return form;
}
