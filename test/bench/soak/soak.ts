/**
 * `npm run bench:soak -- [--minutes N] [--scaled]`: everything that clients do to one service at once, for minutes, a
 * quarter of them leaving before their answer: small and long work, drawings, files, bodies of 8 MB, jobs watched and
 * cancelled, mistakes, and connections that announce 30 MB and go. Ends with an error where a minute has a 5xx that is
 * not a told 503. The scaled form is two processes for requests and one worker, on PostgreSQL and Redis.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../../helpers/random.ts";
import { startPostgres, startRedis } from "../../server/support/backends.ts";
import { DRAWING } from "../../server/support/drawing.ts";
import { type RunningService, registerAt, startService } from "../../server/support/process.ts";
import { CUT_BODY, EXPORT_BODY } from "../../server/support/service.ts";
import { tableOf } from "../report.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "20" }, scaled: { type: "boolean", default: false } },
});
const CLIENTS = 4;
const PAUSE_MS = 30;
const LEAVE = 0.25;
const STAR = Array.from({ length: 40 }, (_, i) => [
  40 * Math.cos(i / 6.37) * (1 + 0.3 * (i % 2)),
  40 * Math.sin(i / 6.37) * (1 + 0.3 * (i % 2)),
]);
const NEST = JSON.stringify({
  parts: [{ id: "star", exterior: STAR, quantity: 12 }],
  sheet: { width: 500, height: 400 },
});
const LARGE = JSON.stringify(CUT_BODY).padEnd(8 * 1024 * 1024);

const random = new Random(1);
const below = (n: number) => random.int(0, n - 1);
const directory = mkdtempSync(join(tmpdir(), "offcut-soak-"));
const SETTINGS = { RATE_LIMIT_PER_MINUTE: "0", MONTHLY_QUOTA: "0", WORKERS: "1", JOB_TTL_HOURS: "0.1" };
const service = values.scaled ? await startScaled() : await startLocal();
const keys = await Promise.all(
  Array.from({ length: CLIENTS }, (_, i) => registerAt(url(), `soak${i}@shop.example`)),
);
const counts = { answered: 0, refused: 0, left: 0, untold: 0 };
try {
  const row = tableOf(["mixed load with disconnects", "answered", "refused", "left", "untold 5xx", "MB"]);
  for (let minute = 1; minute <= Number(values.minutes); minute++) {
    const until = performance.now() + 60_000;
    await Promise.all(keys.map((key) => client(key, until)));
    row([`minute ${minute}`, counts.answered, counts.refused, counts.left, counts.untold, memoryMb()]);
  }
  if (counts.untold > 0) process.exitCode = 1;
} finally {
  await service.end();
  rmSync(directory, { recursive: true, force: true });
}

/** Requests of the clients, by turns, and all that belongs to them. */
interface Form {
  urls: string[];
  services: RunningService[];
  end(): Promise<unknown>;
}

async function startLocal(): Promise<Form> {
  const local = await startService(directory, SETTINGS);
  return { urls: [local.url], services: [local], end: () => local.end() };
}

async function startScaled(): Promise<Form> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const shared = { ...SETTINGS, DATABASE_URL: postgres.url, REDIS_URL: redis.url, QUEUE: "redis" };
  const services = await Promise.all(
    ["api", "api", "worker"].map((role) => startService(directory, { ...shared, ROLE: role })),
  );
  const urls = services.slice(0, 2).map(({ url }) => url);
  const end = async () => {
    await Promise.all(services.map((service) => service.end()));
    await Promise.all([postgres.stop(), redis.stop()]);
  };
  return { urls, services, end };
}

async function client(key: string, until: number): Promise<void> {
  while (performance.now() < until) {
    const gone = new AbortController();
    const leaves = random.chance(LEAVE);
    if (leaves) setTimeout(() => gone.abort(), below(400));
    try {
      count(await act(key, gone.signal));
    } catch (error) {
      if (!leaves) throw error;
      counts.left++;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** @returns the status, and whether a 503 says when to come again */
async function act(key: string, signal: AbortSignal): Promise<{ status: number; told: boolean } | undefined> {
  const ask = async (path: string, body: string | FormData, headers: Record<string, string> = {}) => {
    const type = typeof body === "string" ? { "Content-Type": "application/json" } : {};
    const init = { method: "POST", body, signal, headers: { "X-API-Key": key, ...type, ...headers } };
    return fetch(url() + path, init);
  };
  const once = (): Record<string, string> =>
    random.chance(0.3) ? { "Idempotency-Key": `k${below(2000)}` } : {};
  const actions = [
    () => ask("/v1/solve/cut-1d", JSON.stringify(CUT_BODY), once()),
    () => ask("/v1/solve/cut-1d", random.chance(0.9) ? "{" : LARGE),
    () => ask("/v1/solve/nest-2d", NEST, { Prefer: "wait=0.3" }),
    () => ask("/v1/parse/dxf", drawing()),
    () => ask("/v1/parse/dxf-to-svg", drawing()),
    () => ask("/v1/export/gcode", JSON.stringify(EXPORT_BODY)),
    () => ask("/v1/export/dxf", JSON.stringify(EXPORT_BODY)),
    () => job(key, signal, () => ask("/v1/solve/nest-2d", NEST, { Prefer: "respond-async, wait=0.5" })),
    () => announce(key),
  ];
  const answer = await random.pick(actions)();
  if (!answer) return undefined;
  await answer.arrayBuffer();
  return { status: answer.status, told: answer.headers.has("Retry-After") };
}

/** Takes a job, watches it, and fetches or cancels it. */
async function job(key: string, signal: AbortSignal, take: () => Promise<Response>): Promise<Response> {
  const taken = await take();
  const path = taken.headers.get("Location");
  if (path === null) return taken;
  await taken.arrayBuffer();
  const init = { headers: { "X-API-Key": key }, signal };
  const events = await fetch(`${url()}${path}/events`, init);
  if (random.chance(0.3)) {
    await events.body?.cancel();
    return fetch(url() + path, { ...init, method: "DELETE" });
  }
  await events.text();
  return fetch(`${url()}${path}/result`, init);
}

async function announce(key: string): Promise<undefined> {
  const head = `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: 30000000`;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(url()).port), "127.0.0.1", () => {
      socket.write(`${head}\r\nContent-Type: application/json\r\n\r\n{`);
      setTimeout(() => socket.destroy(), below(500));
    });
    socket.on("error", () => undefined).on("close", () => resolve());
  });
}

function count(answer: { status: number; told: boolean } | undefined): void {
  if (!answer) counts.left++;
  else if (answer.status < 400) counts.answered++;
  else if (answer.status < 500 || (answer.status === 503 && answer.told)) counts.refused++;
  else counts.untold++;
}

function drawing(): FormData {
  const form = new FormData();
  form.set("file", new File([DRAWING], "plate.dxf"));
  return form;
}

function url(): string {
  return random.pick(service.urls);
}

/** Memory of every process. */
function memoryMb(): string {
  const megabytes = service.services.map(({ process }) => {
    const text = readFileSync(`/proc/${process.pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024);
  });
  return megabytes.join(" + ");
}
