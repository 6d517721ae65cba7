/**
 * Behaviour of each endpoint while PostgreSQL or Redis is away, silent or slow: the table of docs/operating.md, held word for
 * word. Connections that are half open are found out and replaced.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Postgres, startPostgres, startRedis, unavailable } from "../support/backends.ts";
import { DRAWING } from "../support/drawing.ts";
import { type RunningService, startService } from "../support/process.ts";
import { type SpoiltServer, startProxy } from "../support/proxy.ts";
import { CUT_BODY, EXPORT_BODY, NEST_BODY } from "../support/service.ts";

const reason = unavailable.postgres ?? unavailable.redis;
if (reason !== undefined) console.warn(`Dependencies that fail are not tested: ${reason}`);

const SERVERS = ["PostgreSQL", "Redis"] as const;
const FAULTS = ["away", "silent", "slow"] as const;
/** Far more than the few seconds that a request may take on a machine with nothing else to do. */
const PATIENCE_MS = 20_000;

/** The table, by server and endpoint. */
function promised(): Record<string, Record<string, number>> {
  const page = readFileSync(join(process.cwd(), "docs/operating.md"), "utf8");
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", ""));
  const [head, , ...rows] = page
    .slice(page.indexOf("| request | PostgreSQL |"))
    .split("\n\n")[0]!
    .split("\n")
    .map(cells);
  return Object.fromEntries(
    SERVERS.map((server) => [
      server,
      Object.fromEntries(rows.map((row) => [row[0]!, Number(row[head!.indexOf(server)])])),
    ]),
  );
}

describe.skipIf(reason !== undefined)("a service whose PostgreSQL or Redis fails", () => {
  const directory = mkdtempSync(join(tmpdir(), "offcut-faults-"));
  const backends: Backend[] = [];
  const proxies = {} as Record<(typeof SERVERS)[number], SpoiltServer>;
  let postgres: Postgres;
  let service: RunningService;
  let key: string;
  let job: string;

  beforeAll(async () => {
    const [database, redis] = await Promise.all([startPostgres(), startRedis()]);
    postgres = database;
    backends.push(database, redis);
    const spoil = async ({ url }: Backend) => {
      const proxy = await startProxy(Number(new URL(url).port));
      return { proxy, url: url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${proxy.port}`) };
    };
    const [far, fast] = await Promise.all([spoil(database), spoil(redis)]);
    proxies.PostgreSQL = far.proxy;
    proxies.Redis = fast.proxy;
    service = await startService(directory, {
      DATABASE_URL: far.url,
      REDIS_URL: fast.url,
      QUEUE: "redis",
      WORKERS: "1",
      RATE_LIMIT_PER_MINUTE: "0",
    });
    const answer = await post("/v1/account/register", {
      email: "faults@shop.example",
      name: "Shop",
      password: "long enough",
    });
    key = (await answer.json()).api_key;
    const taken = await post("/v1/solve/cut-1d", CUT_BODY, keyed({ Prefer: "respond-async" }));
    job = taken.headers.get("Location")!;
  });

  afterEach(() => expect(postgres.conflicts()).toEqual([]));

  afterAll(async () => {
    await service?.end("SIGKILL");
    await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    await Promise.all(backends.map((backend) => backend.stop()));
    rmSync(directory, { recursive: true, force: true });
  });

  function send(path: string, body: BodyInit, headers: Record<string, string>): Promise<Response> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return fetch(service.url + path, { method: "POST", headers, body, signal });
  }
  function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    return send(path, JSON.stringify(body), { "Content-Type": "application/json", ...headers });
  }
  function form(): FormData {
    const fields = new FormData();
    fields.set("file", new Blob([DRAWING]), "plate.dxf");
    return fields;
  }
  /** Keys end before an account has too many of them. */
  const soon = () => new Date(Date.now() + 8000).toISOString();

  const get = (path: string) =>
    fetch(service.url + path, { headers: { "X-API-Key": key }, signal: AbortSignal.timeout(PATIENCE_MS) });
  const keyed = (more = {}) => ({ "X-API-Key": key, ...more });
  const REQUESTS: Record<string, () => Promise<Response>> = {
    "GET /health": () => get("/health"),
    "GET /health/ready": () => get("/health/ready"),
    "GET /openapi.json": () => get("/openapi.json"),
    "GET /v1/account": () => get("/v1/account"),
    "POST /v1/solve/nest-2d": () => post("/v1/solve/nest-2d", NEST_BODY, keyed()),
    "POST /v1/solve/cut-1d, small": () => post("/v1/solve/cut-1d", CUT_BODY, keyed()),
    "POST /v1/solve/cut-1d, Prefer: respond-async": () =>
      post("/v1/solve/cut-1d", CUT_BODY, keyed({ Prefer: "respond-async" })),
    "POST /v1/solve/cut-1d, malformed": () => post("/v1/solve/cut-1d", { pieces: [] }, keyed()),
    "POST /v1/parse/dxf": () => send("/v1/parse/dxf", form(), keyed()),
    "POST /v1/export/gcode": () => post("/v1/export/gcode", EXPORT_BODY, keyed()),
    "POST /v1/account/keys": () => post("/v1/account/keys", { expires_at: soon() }, keyed()),
    "GET /v1/jobs/{job_id}/result": () => get(`${job}/result`),
  };

  async function statuses(): Promise<Record<string, number>> {
    const entries = Object.entries(REQUESTS).map(async ([name, ask]) => {
      const answer = await ask();
      await answer.arrayBuffer();
      // A refusal that is nobody's fault says when to try again.
      if (answer.status === 503 && !name.includes("health"))
        expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
      return [name, answer.status] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  const WELL = {
    "GET /health": 200,
    "GET /health/ready": 200,
    "GET /openapi.json": 200,
    "GET /v1/account": 200,
    "POST /v1/solve/nest-2d": 200,
    "POST /v1/solve/cut-1d, small": 200,
    "POST /v1/solve/cut-1d, Prefer: respond-async": 202,
    "POST /v1/solve/cut-1d, malformed": 422,
    "POST /v1/parse/dxf": 200,
    "POST /v1/export/gcode": 200,
    "POST /v1/account/keys": 200,
    "GET /v1/jobs/{job_id}/result": 200,
  };

  it.each(SERVERS.flatMap((server) => FAULTS.map((fault) => [server, fault] as const)))(
    "does what docs/operating.md says while %s is %s, and all again afterwards",
    async (server, fault) => {
      await expect.poll(statuses, { interval: 200 }).toEqual(WELL);
      proxies[server].set(fault);
      const table = promised()[server]!;
      expect(Object.keys(table)).toEqual(Object.keys(REQUESTS));
      // The first to meet it, and those that know by then.
      expect(await statuses()).toEqual(table);
      expect(await statuses()).toEqual(table);
      proxies[server].set("none");
      await expect.poll(statuses, { interval: 200 }).toEqual(WELL);
    },
  );

  it.each(SERVERS)("replaces connections to %s that are half open", async (server) => {
    await expect.poll(statuses, { interval: 200 }).toEqual(WELL);
    proxies[server].halfOpen();
    await expect.poll(statuses, { interval: 200 }).toEqual(WELL);
  });
});
