/**
 * `npm run bench:starve -- [--jobs N] [--busy N] [--seed N]`: calls of every kind while N other processes want every
 * processor for themselves: through the package and over HTTP, at limits from 100 ms to 2 s. Every one has to be answered,
 * and rightly; an export of 10,000 parts may be told to come back later.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  cutPlanRequestSchema,
  nestPlanRequestSchema,
  panelPlanRequestSchema,
} from "../../engine/entries/schemas.ts";
import { verifyCut, verifyNest, verifyPanels } from "../../engine/entries/verify.ts";
import { createEngine, type EngineFault } from "../../engine/index.node.ts";
import { verifyCutAnswer, verifyNestAnswer } from "../../engine/v1.ts";
import { Random } from "../helpers/random.ts";
import { box } from "../helpers/rings.ts";
import { BUILT_FILES } from "../helpers/run/built-files.ts";
import { registerAt, startService } from "../server/support/process.ts";
import { LIMIT_KINDS, type LimitJob } from "./limit-jobs.ts";
import { type BenchResult, fixed, keepResults, quantile, tableOf } from "./report.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "500" },
    busy: { type: "string", default: "16" },
    seed: { type: "string", default: "1" },
  },
});
/** Jobs that take seconds to be read at all are no measure of waiting. */
const KINDS = Object.keys(LIMIT_KINDS).filter((kind) => kind !== "200 types of 2,000 points");

interface Outcome {
  way: string;
  /** Beyond the limit. */
  lateMs: number;
  fault?: string;
}

const random = new Random(Number(values.seed));
const faults: EngineFault[] = [];
const directory = mkdtempSync(join(tmpdir(), "offcut-starve-"));
const service = await startService(directory, { RATE_LIMIT_PER_MINUTE: "0", MONTHLY_QUOTA: "0" });
const engine = await createEngine({
  workers: 2,
  ...BUILT_FILES,
  onFault: (fault) => faults.push(fault),
});
const key = await registerAt(service.url);
const hogs = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ["-e", "for(;;);"]));
try {
  const jobs = Array.from({ length: Number(values.jobs) }, (_, i) => callOf(i));
  const outcomes: Outcome[] = [];
  const take = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) outcomes.push(await job());
  };
  await Promise.all([take(), take(), take(), take()]);
  outcomes.push(await exportMany());
  tell(outcomes);
} finally {
  for (const hog of hogs) await ended(hog);
  await engine.close();
  await service.end();
  rmSync(directory, { recursive: true, force: true });
}

/** In turns through the package and over HTTP. */
function callOf(index: number): () => Promise<Outcome> {
  const limit = random.pick([100, 200, 400, 1000, 2000]);
  const kind = KINDS[index % KINDS.length]!;
  const job = LIMIT_KINDS[kind]!(new Random(Number(values.seed) + index));
  if (index % 7 === 3) return () => timed("planPanels", limit, () => panels(limit));
  if (index % 2 === 0) return () => timed(job.method, limit, () => byPackage(job, limit), kind);
  return () => timed(job.method === "planNest" ? "nest-2d" : "cut-1d", limit, () => byHttp(job, limit), kind);
}

async function timed(
  way: string,
  limit: number,
  call: () => Promise<string | undefined>,
  kind = "",
): Promise<Outcome> {
  const begun = performance.now();
  let fault: string | undefined;
  try {
    fault = await call();
  } catch (error) {
    fault = `${error} ${(error as Error).cause ?? ""}`;
  }
  const lateMs = performance.now() - begun - limit;
  if (fault !== undefined) console.log(`${way} ${kind} at ${limit} ms: ${fault}`);
  return { way, lateMs, ...(fault === undefined ? {} : { fault }) };
}

async function byPackage(job: LimitJob, timeLimitMs: number): Promise<string | undefined> {
  if (job.method === "planNest") {
    const plan = await engine.nest(job.request, { timeLimitMs });
    const request = nestPlanRequestSchema.parse(job.request);
    return verifyNest(request, plan, { complete: false }).violations[0]?.message;
  }
  const plan = await engine.cut(job.request, { timeLimitMs });
  return verifyCut(cutPlanRequestSchema.parse(job.request), plan).violations[0]?.message;
}

async function panels(timeLimitMs: number): Promise<string | undefined> {
  const request = panelPlanRequestSchema.parse({
    stocks: [{ length: 2800, width: 2070 }],
    pieces: Array.from({ length: 30 }, (_, i) => {
      return {
        id: `${i}`,
        length: random.int(200, 1400),
        width: random.int(150, 900),
        quantity: random.int(1, 9),
      };
    }),
    kerf: 4,
  });
  const plan = await engine.panels(request, { timeLimitMs });
  return verifyPanels(request, plan).violations[0]?.message;
}

/** Job in the interface's words; sheets of one size and bars without rules. */
async function byHttp({ method, request }: LimitJob, limit: number): Promise<string | undefined> {
  if (method === "planNest") {
    const parts = (
      request.parts as { id: string; exterior: number[][]; holes?: number[][][]; quantity: number }[]
    ).map(({ id, exterior, holes = [], quantity }) => ({ id, exterior, holes, quantity }));
    const body = { parts: parts.slice(0, 200), sheet: { width: 3000, height: 1500 } };
    const answer = await post("/v1/solve/nest-2d", body, limit);
    return answer.status === 200
      ? verifyNestAnswer(body as never, (await answer.json()).data, { complete: false }).violations[0]
          ?.message
      : refusal(answer);
  }
  const body = {
    stocks: request.stocks.map(({ id, length, cost = 0 }) => ({ ...(id ? { id } : {}), length, cost })),
    pieces: request.pieces.map(({ id, length, quantity = 1 }) => ({ id, length, quantity })),
    kerf: request.kerf ?? 0,
  };
  const answer = await post("/v1/solve/cut-1d", body, limit);
  return answer.status === 200
    ? verifyCutAnswer(body as never, (await answer.json()).data).violations[0]?.message
    : refusal(answer);
}

async function exportMany(): Promise<Outcome> {
  const exterior = box(0, 0, 8, 8);
  const placements = Array.from({ length: 10_000 }, (_, i) => {
    return { exterior, holes: [], x: 10 * (i % 100), y: 10 * Math.floor(i / 100), rotation: 0 };
  });
  return timed("export", 10_000, async () => {
    const answer = await post("/v1/export/gcode", { sheet_width: 1000, sheet_height: 1000, placements });
    if (answer.status === 503 && answer.headers.get("retry-after")) return undefined;
    const text = await answer.text();
    return answer.status === 200 && /M2\s*$/.test(text)
      ? undefined
      : `${answer.status} ${text.slice(0, 200)}`;
  });
}

async function refusal(answer: Response): Promise<string> {
  return `${answer.status} ${(await answer.text()).slice(0, 200)}`;
}

function post(path: string, body: unknown, limit?: number): Promise<Response> {
  return fetch(service.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": key,
      ...(limit === undefined ? {} : { prefer: `wait=${limit / 1000}` }),
    },
    body: JSON.stringify(body),
  });
}

function tell(outcomes: Outcome[]): void {
  const print = tableOf(["calls", "count", "wrong", "late p50", "late p99", "late most"]);
  const results: Record<string, BenchResult> = {};
  for (const way of new Set(outcomes.map((outcome) => outcome.way))) {
    const own = outcomes.filter((outcome) => outcome.way === way);
    const late = own.map(({ lateMs }) => Math.max(0, lateMs)).sort((a, b) => a - b);
    const wrong = own.filter(({ fault }) => fault !== undefined).length;
    const at = (share: number) => fixed(quantile(late, share), 0);
    print([way, own.length, wrong, at(0.5), at(0.99), at(1)]);
    results[way] = { quality: 1 - wrong / own.length, seconds: late.reduce((sum, ms) => sum + ms, 0) / 1000 };
  }
  const kinds = ["worker lost", "answer rejected"].map((kind) => {
    return `${faults.filter((fault) => fault.kind === kind).length} × ${kind}`;
  });
  console.log(`faults inside: ${kinds.join(", ")}`);
  keepResults("starve", undefined, results);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
