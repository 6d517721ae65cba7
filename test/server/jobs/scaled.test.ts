/**
 * The service on more than one machine, played on one: two processes that take requests, two that do the work,
 * one PostgreSQL, one Redis. Limits are exact across both, and a worker that is killed in the middle of a job
 * costs nobody an answer.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Postgres, startPostgres, startRedis, unavailable } from "../support/backends.ts";
import { type RunningService, startService } from "../support/process.ts";

const reason = unavailable.postgres ?? unavailable.redis;
if (reason !== undefined) console.warn(`The scaled service is not tested: ${reason}`);

const CUT = { stocks: [{ length: 10 }], pieces: [{ id: "a", length: 1 }] };
const STAR = Array.from({ length: 60 }, (_, i) => [
  40 * Math.cos(i / 9.55) * (1 + 0.3 * (i % 2)),
  40 * Math.sin(i / 9.55) * (1 + 0.3 * (i % 2)),
]);
const NEST = { parts: [{ id: "star", exterior: STAR, quantity: 40 }], sheet: { width: 600, height: 400 } };

/** Enough to search in for as long as there is time. */
const BIG_NEST = { ...NEST, parts: [{ id: "star", exterior: STAR, quantity: 200 }] };

describe.skipIf(reason !== undefined)("two services and two workers", () => {
  const directory = mkdtempSync(join(tmpdir(), "offcut-scaled-"));
  const backends: Backend[] = [];
  let postgres: Postgres;
  const spans: { name: string; traceId: string }[] = [];
  const collector = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  let apis: RunningService[];
  let workers: RunningService[];

  beforeAll(async () => {
    const [database, redis] = await Promise.all([startPostgres(), startRedis()]);
    backends.push(database, redis);
    postgres = database;
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
    const shared = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      QUEUE: "redis",
      WORKERS: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    };
    const start = (role: string) =>
      startService(directory, { ...shared, ROLE: role, RATE_LIMIT_PER_MINUTE: "60", MONTHLY_QUOTA: "50" });
    [apis, workers] = await Promise.all([
      Promise.all([start("api"), start("api")]),
      Promise.all([start("worker"), start("worker")]),
    ]);
  });

  afterAll(async () => {
    await Promise.all([...(apis ?? []), ...(workers ?? [])].map((service) => service.end("SIGKILL")));
    await Promise.all(backends.map((backend) => backend.stop()));
    collector.closeAllConnections();
    collector.close();
    rmSync(directory, { recursive: true, force: true });
  });

  afterEach(() => expect(postgres.conflicts()).toEqual([]));

  async function register(email: string): Promise<string> {
    const answer = await fetch(`${apis[0]!.url}/v1/account/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, name: "Shop", password: "long enough" }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { api_key: string }).api_key;
  }

  /** The services in turn. */
  let turn = 0;
  function post(
    path: string,
    key: string,
    body: object,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const { url } = apis[turn++ % apis.length]!;
    return fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": key, ...headers },
      body: JSON.stringify(body),
      signal,
    });
  }

  it("keep the limit of the minute and the quota of the month exactly, together", async () => {
    const key = await register("limits@shop.example");
    const begun = performance.now();
    const ask = async () => {
      const answer = await post("/v1/solve/cut-1d", key, CUT);
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses: number[] = [];
    // Of many more at once a busy machine leaves some waiting for Redis for longer than a second, and then each process
    // counts for itself.
    for (let wave = 0; wave < 9; wave++)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, ask))));
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect([count(200), count(402) + count(429)]).toEqual([50, 40]);
    // A machine that is busy for longer than the minute lets as many more into the next one.
    const minutes = 1 + Math.floor((performance.now() - begun) / 60_000);
    expect(count(402)).toBeGreaterThanOrEqual(10);
    expect(count(200) + count(402)).toBeLessThanOrEqual(60 * minutes);
  });

  it("answer every kind of request, searches through the queue", async () => {
    const key = await register("kinds@shop.example");
    const good = await post("/v1/solve/nest-2d", key, NEST, { Prefer: "wait=1" });
    expect([good.status, ((await good.json()) as { data: { unplaced: [] } }).data.unplaced]).toEqual([
      200,
      [],
    ]);
    const line = {
      id: "a",
      exterior: [
        [0, 0],
        [1, 1],
      ],
    };
    const flat = await post("/v1/solve/nest-2d", key, { ...NEST, parts: [line] });
    expect([flat.status, ((await flat.json()) as { detail: { code: string } }).detail.code]).toEqual([
      400,
      "INVALID_INPUT",
    ]);
    const placements = [
      {
        exterior: [
          [0, 0],
          [9, 0],
          [9, 9],
        ],
        x: 1,
        y: 1,
      },
    ];
    const gcode = await post("/v1/export/gcode", key, { sheet_width: 50, sheet_height: 50, placements });
    expect(gcode.headers.get("Content-Disposition")).toContain("nest_sheet_0.gcode");
    expect(await gcode.text()).toContain("M2");
    // A search is one trace from its request to its worker; other work stays with the process that was asked.
    const traces = () =>
      spans.map(({ traceId }) =>
        spans.flatMap((span) => (span.traceId === traceId ? [span.name] : [])).sort(),
      );
    await expect.poll(traces).toContainEqual(["POST /v1/solve/nest-2d", "job nest", "work nest"]);
    await expect.poll(traces).toContainEqual(["POST /v1/export/gcode", "job gcode"]);
  });

  it("ask Redis once for small work, and at most 25 times for a search", async () => {
    const key = await register("counted@shop.example");
    const redis = new Redis(backends[1]!.url);
    const monitor = await redis.monitor();
    let sent = 0;
    // Processes say that they live whether there is work or not.
    const asides = ["ping", "zadd", "bzpopmin", "xread"];
    // The monitor tells of commands in their order: with this one it has told of all before it.
    const MARK = "end of the round";
    let marked = () => {};
    monitor.on("monitor", (_time, [name = "", word], source) => {
      if (word === MARK) marked();
      else if (source !== "lua" && !asides.includes(name.toLowerCase())) sent++;
    });
    const round = async (path: string, body: object) => {
      const before = sent;
      for (let i = 0; i < 5; i++) await (await post(path, key, body)).arrayBuffer();
      await new Promise<void>((resolve, reject) => {
        marked = resolve;
        redis.ping(MARK).catch(reject);
      });
      return (sent - before) / 5;
    };
    // Workers also look for lost jobs every few seconds, which adds to a round now and then.
    const cost = async (path: string, body: object) =>
      Math.min(await round(path, body), await round(path, body), await round(path, body));
    expect(await cost("/v1/solve/cut-1d", CUT)).toBe(1);
    const one = { ...NEST, parts: [{ id: "star", exterior: STAR, quantity: 1 }] };
    expect(await cost("/v1/solve/nest-2d", one)).toBeLessThanOrEqual(25);
    monitor.disconnect();
    redis.disconnect();
  });

  it("lose no answer when a worker is killed in the middle of its job", async () => {
    const key = await register("killed@shop.example");
    const jobs = Array.from({ length: 3 }, () =>
      post("/v1/solve/nest-2d", key, BIG_NEST, { Prefer: "wait=2" }),
    );
    const redis = new Redis(backends[1]!.url);
    await expect.poll(() => redis.llen("bull:offcut:active")).toBe(2);
    redis.disconnect();
    await workers[0]!.end("SIGKILL");
    const answers = await Promise.all(jobs);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const bodies = await Promise.all(
      answers.map(async (answer) => (await answer.json()) as { data: object }),
    );
    expect(bodies.every(({ data }) => "sheets" in data)).toBe(true);
  });

  const endless = (key: string, seconds = 30, signal?: AbortSignal) =>
    post("/v1/solve/nest-2d", key, BIG_NEST, { Prefer: `wait=${seconds}` }, signal);
  const placed = async (answer: Response) =>
    ((await answer.json()) as { data: { summary: { placed_parts: number } } }).data.summary.placed_parts;
  /** Takes a job and waits until its search has found something; asks for its result. */
  const searching = async (key: string) => {
    const taken = await post("/v1/solve/nest-2d", key, BIG_NEST, { Prefer: "respond-async, wait=60" });
    const ask = (end = "") =>
      fetch(`${apis[0]!.url}${taken.headers.get("Location")}${end}`, { headers: { "X-API-Key": key } });
    await expect.poll(async () => (await (await ask()).json()).data.progress).not.toBeNull();
    return () => ask("/result");
  };
  const used = async (key: string) => {
    const answer = await fetch(`${apis[0]!.url}/v1/account`, { headers: { "X-API-Key": key } });
    return ((await answer.json()) as { data: { usage: { requests: number } } }).data.usage.requests;
  };
  const active = async (count: number) => {
    const redis = new Redis(backends[1]!.url);
    await expect.poll(() => redis.llen("bull:offcut:active")).toBe(count);
    redis.disconnect();
  };
  const start = (role: string, more = {}) =>
    startService(directory, {
      DATABASE_URL: backends[0]!.url,
      REDIS_URL: backends[1]!.url,
      QUEUE: "redis",
      WORKERS: "1",
      ROLE: role,
      METRICS_TOKEN: "scaled-token",
      ...more,
    });

  it("answer every right request, however many others of its account are refused or given up", async () => {
    const stormed = await Promise.all([start("api"), start("api")]);
    for (const percent of [0, 2, 10, 100]) {
      const key = await register(`storm-${percent}@shop.example`);
      const expected: number[] = [];
      const given: unknown[] = [];
      const ask = async (i: number) => {
        const isBad = Math.floor((i * percent) / 100) !== Math.floor(((i + 1) * percent) / 100);
        const isAborted = isBad && i % 4 > 1;
        const answer = await fetch(`${stormed[i % 2]!.url}/v1/solve/cut-1d`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-API-Key": key },
          body: JSON.stringify(isBad && !isAborted ? { ...CUT, stocks: [] } : CUT),
          signal: isAborted ? AbortSignal.timeout(1) : null,
        }).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        // Whoever gives up may have had its answer before.
        if (isAborted && answer?.status !== 503) return;
        expected.push(isBad ? 422 : 200);
        given.push(answer?.status);
      };
      let next = 0;
      const client = async () => {
        while (next < 120) await ask(next++);
      };
      await Promise.all(Array.from({ length: 20 }, client));
      expect(given).toEqual(expected);
    }
    expect(await Promise.all(stormed.map((api) => api.end()))).toEqual([0, 0]);
  });

  it("ask PostgreSQL for a right request what they ask without others that are refused, and nothing for those", async () => {
    await postgres.logWrites(true);
    const watched = await Promise.all([start("api"), start("api")]);
    const RIGHT = 40;
    /** What changed rows of one account's count, by statement; `bad` requests are refused in between. */
    const round = async (right: number, bad: number) => {
      const key = await register(`asked-${crypto.randomUUID()}@shop.example`);
      const account = await fetch(`${apis[0]!.url}/v1/account`, { headers: { "X-API-Key": key } });
      const { account_id } = ((await account.json()) as { data: { account_id: string } }).data;
      const ask = async (i: number, body: object) => {
        const answer = await fetch(`${watched[i % 2]!.url}/v1/solve/cut-1d`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-API-Key": key },
          body: JSON.stringify(body),
        });
        await answer.arrayBuffer();
        return answer.status;
      };
      for (let i = 0, refused = 0; i < Math.max(right, bad); i++) {
        if (i < right) expect(await ask(i, CUT)).toBe(200);
        for (; refused < bad && refused * right <= i * bad; refused++)
          expect(await ask(refused, { ...CUT, stocks: [] })).toBe(422);
      }
      const counts: Record<string, number> = {};
      for (const sql of postgres.writes(account_id)) {
        const [table] = /\b(?:usage|under_way)\b/.exec(sql) ?? [];
        if (table) counts[table] = (counts[table] ?? 0) + 1;
      }
      return counts;
    };
    // Each process takes leases of 1, 2, 4, 8 and 16, notes each of its 20 answers, and may say in between what it holds.
    // One that has waited for a second between two requests gives back what it holds: then another round tells.
    const asAlone = async (bad: number) => {
      const { usage = 0, under_way = 0 } = await round(RIGHT, bad);
      return usage === 2 * 5 && under_way >= 2 * 25 && under_way < 2 * 25 + 20;
    };
    // 0, 2, 10 and 60 % of all.
    for (const bad of [0, 1, 4, 60]) await expect.poll(() => asAlone(bad)).toBe(true);
    // A lease of one request for each process, and once that it is still unused.
    const pointless = async () => Object.values(await round(0, 60)).every((count) => count <= 4);
    await expect.poll(pointless).toBe(true);
    await postgres.logWrites(false);
    expect(await Promise.all(watched.map((api) => api.end()))).toEqual([0, 0]);
  });

  it("hand in the best so far when a worker or an API is told to end in mid-solve, and end well", async () => {
    const key = await register("drained@shop.example");
    workers[0] = await start("worker");
    const results = await Promise.all([searching(key), searching(key)]);
    expect([await workers[0]!.end(), await workers[1]!.end()]).toEqual([0, 0]);
    // Nobody is left to search again.
    for (const result of results) {
      await expect.poll(async () => (await result()).status).toBe(200);
      expect(await placed(await result())).toBeGreaterThan(0);
    }
    workers = await Promise.all([start("worker"), start("worker")]);
    // Their threads begin with the first search.
    await Promise.all([endless(key, 1), endless(key, 1)]);
    const third = await start("api");
    const last = fetch(`${third.url}/v1/solve/nest-2d`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": key, Prefer: "wait=30" },
      body: JSON.stringify(BIG_NEST),
    }).then(async (answer) => [answer.status, await placed(answer)] as const);
    await active(1);
    expect(await third.end()).toBe(0);
    const [status, count] = await last;
    expect([status, count > 0]).toEqual([200, true]);
  });

  it("lose no answer when a worker stands still in the middle of its job, and take it back afterwards", async () => {
    const key = await register("still@shop.example");
    const jobs = [endless(key, 2), endless(key, 2)];
    await active(2);
    workers[0]!.process.kill("SIGSTOP");
    for (const answer of await Promise.all(jobs)) {
      expect(answer.status).toBe(200);
      expect(await placed(answer)).toBeGreaterThan(0);
    }
    workers[0]!.process.kill("SIGCONT");
    await active(0);
    // Both are asked: what the one that stood still had in hand is nobody's any more.
    const after = await Promise.all([endless(key, 1), endless(key, 1)]);
    expect(await Promise.all(after.map(placed))).toEqual([expect.any(Number), expect.any(Number)]);
    await expect.poll(() => used(key)).toBe(4);
  });

  it("give back what a killed API never answered, and lose no job that it had taken", async () => {
    const key = await register("unanswered@shop.example");
    const third = await start("api");
    const ask = (prefer: string) =>
      fetch(`${third.url}/v1/solve/nest-2d`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-API-Key": key, Prefer: prefer },
        body: JSON.stringify(BIG_NEST),
      });
    const taken = await ask("respond-async, wait=2");
    expect(taken.status).toBe(202);
    // Longer than it takes until the other API has heard of both requests.
    const lost = ask("wait=8").catch(() => undefined);
    await active(2);
    await expect.poll(() => used(key)).toBe(2);
    await third.end("SIGKILL");
    await lost;
    const path = taken.headers.get("Location");
    const result = () => fetch(`${apis[0]!.url}${path}/result`, { headers: { "X-API-Key": key } });
    await expect.poll(async () => (await result()).status, { interval: 500 }).toBe(200);
    expect((await (await result()).json()).data.summary.placed_parts).toBeGreaterThan(0);
    await expect.poll(() => used(key), { interval: 500 }).toBe(1);
  });

  it("say what they do: depth, saturation and kinds, on APIs and workers alike", async () => {
    const read = async (url: string) => {
      const answer = await fetch(`${url}/metrics`, { headers: { Authorization: "Bearer scaled-token" } });
      return answer.text();
    };
    const key = await register("measured@shop.example");
    const api = await start("api");
    const seen = new AbortController();
    const solves = Array.from({ length: 5 }, () => endless(key, 60, seen.signal));
    const told = async () =>
      Object.fromEntries(
        [...(await read(api.url)).matchAll(/^offcut_(jobs_\w+|saturation) (.+)$/gm)].map((m) => [m[1], m[2]]),
      );
    await expect
      .poll(told)
      .toMatchObject({ jobs_waiting: "3", jobs_running: "2", jobs_workers: "2", saturation: "2.5" });
    seen.abort();
    expect((await Promise.allSettled(solves)).map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    await active(0);
    expect(await api.end()).toBe(0);
    const [worker] = workers;
    expect((await fetch(`${worker!.url}/health`)).status).toBe(200);
    expect((await (await fetch(`${worker!.url}/health/ready`)).json()).checks).toEqual({ queue: "ok" });
    expect(await read(worker!.url)).toMatch(/offcut_jobs_total\{kind="nest",status="200"\} \d/);
    expect(worker!.log.some((line) => /"kind":"nest".*"msg":"job"/.test(line))).toBe(true);
  });

  it("answer all the same when Redis ends with everything in it and comes back", async () => {
    const key = await register("restarted@shop.example");
    const { url } = backends[1]!;
    const solve = endless(key, 3);
    await active(1);
    await backends[1]!.stop();
    const ready = await fetch(`${apis[0]!.url}/health/ready`);
    expect([ready.status, (await ready.json()).checks]).toEqual([503, { store: "ok", queue: "unavailable" }]);
    backends[1] = await startRedis(Number(new URL(url).port));
    const answer = await solve;
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 503) expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
    await expect.poll(async () => (await post("/v1/solve/cut-1d", key, CUT)).status).toBe(200);
  });

  it("answer all the same when PostgreSQL ends in mid-job and comes back", async () => {
    const key = await register("postgres@shop.example");
    const headers = { "X-API-Key": key };
    const solve = endless(key, 4);
    const taken = await post("/v1/solve/nest-2d", key, NEST, { Prefer: "respond-async, wait=4" });
    const path = taken.headers.get("Location");
    await active(2);
    await postgres.restart();
    expect((await solve).status).toBe(200);
    const result = () => fetch(`${apis[0]!.url}${path}/result`, { headers });
    await expect.poll(async () => (await result()).status).toBe(200);
    expect((await post("/v1/solve/cut-1d", key, CUT)).status).toBe(200);
    await expect.poll(() => used(key)).toBe(3);
  });

  it("answer 503 when nobody is left to work", async () => {
    const key = await register("nobody@shop.example");
    const lone = await startService(directory, {
      DATABASE_URL: backends[0]!.url,
      REDIS_URL: backends[1]!.url,
      QUEUE: "redis",
      ROLE: "api",
      QUEUE_WAIT_SECONDS: "1",
    });
    await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
    const ask = (path: string, body: object) =>
      fetch(lone.url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-API-Key": key },
        body: JSON.stringify(body),
      });
    const answer = await ask("/v1/solve/nest-2d", NEST);
    expect([answer.status, await answer.json()]).toEqual([503, { detail: "Service Unavailable" }]);
    // An API needs nobody for small work.
    expect((await ask("/v1/solve/cut-1d", CUT)).status).toBe(200);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(await lone.end()).toBe(0);
  });
});
