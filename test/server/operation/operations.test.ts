/**
 * Tools of whoever runs the service: metrics, settings, and static files that are answered like
 * everything else.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { openDeps } from "../../../server/deps.ts";
import { memoryLimiter } from "../../../server/limits/limiter.ts";
import { createMetrics } from "../../../server/operation/metrics.ts";
import { createService as embed, type ServiceSettings } from "../../../server/service.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";
import { CUT_BODY, createService, inPlace, SILENT } from "../support/service.ts";

describe("/metrics", () => {
  const TOKEN = "a-long-enough-token";
  const read = (service: Awaited<ReturnType<typeof createService>>, token?: string) =>
    service.request("/metrics", token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });

  it("counts by route and status, never by what a client wrote", async () => {
    const executor = inPlace();
    const service = await createService(
      { METRICS_TOKEN: TOKEN },
      { executor, metrics: createMetrics(() => executor.stats()) },
    );
    const key = await service.register();
    await service.post(`/v1/solve/cut-1d?api_key=${key}`, CUT_BODY);
    await service.post("/v1/solve/cut-1d", CUT_BODY);
    await service.request("/no/such/path-of-mine");
    await service.request("/health", { method: "BREW" });
    const text = await (await read(service, TOKEN)).text();
    expect(text).toContain('offcut_requests_total{method="POST",route="/v1/solve/cut-1d",status="200"} 1');
    expect(text).toContain('offcut_requests_total{method="POST",route="/v1/solve/cut-1d",status="401"} 1');
    expect(text).toContain('offcut_requests_total{method="GET",route="other",status="404"} 1');
    expect(text).toContain('method="other"');
    expect(text).toMatch(/offcut_request_seconds_bucket\{le="0.05",route="\/v1\/solve\/cut-1d"\}/);
    expect(text).toContain("offcut_jobs_workers 1");
    expect(text).toContain("offcut_queue_up 1");
    expect(text).toContain('offcut_jobs_total{kind="cut",status="200"} 1');
    expect(text).toMatch(/offcut_job_wait_seconds_count\{kind="cut"\} 1/);
    expect(text).toContain("nodejs_eventloop_lag_seconds");
    expect(text).not.toContain(key);
    expect(text).not.toContain("path-of-mine");
  });

  it("is for whoever has the token, and is not there without one", async () => {
    const executor = inPlace();
    const more = { executor, metrics: createMetrics(() => executor.stats()) };
    const guarded = await createService({ METRICS_TOKEN: TOKEN }, more);
    for (const token of [undefined, "wrong", `${TOKEN}x`]) {
      const answer = await read(guarded, token);
      expect([400, 401]).toContain(answer.status);
      expect(await answer.json()).toEqual({ detail: "Unauthorized" });
    }
    expect((await read(await createService({}, more), TOKEN)).status).toBe(404);
  });
});

describe("the settings of a service inside a program", () => {
  it.each([
    ["MONTHLY_QUOTE", "MONTHLY_QUOTE: is unknown; did you mean MONTHLY_QUOTA?"],
    ["rate_limit_per_minute", "did you mean RATE_LIMIT_PER_MINUTE?"],
    ["COLOUR", "COLOUR: is unknown; known are DATA_DIR, "],
    ["PORT", "PORT: is for `offcut serve` alone"],
  ])("are refused where there is no %s", async (name, sentence) => {
    await expect(embed({ [name]: 5 } as ServiceSettings)).rejects.toThrow(sentence);
  });
});

it("needs a logger with its three functions, and knows no other option", async () => {
  await expect(embed({}, { logger: { info() {} } } as object)).rejects.toThrow("info, warn and error");
  await expect(embed({}, { loger: 1 } as object)).rejects.toThrow("no option loger; the only one is logger");
});

it("leaves no timer behind", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const given = { logger: SILENT, executor: inPlace(), limiter: memoryLimiter() };
    const { close } = await openDeps({ config: readConfig({}), ...given }, await openSqlite(":memory:"));
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe("the environment", () => {
  it("has a default for everything, and an empty value is none", () => {
    expect(readConfig({ PORT: "", HOST: "" })).toMatchObject({
      PORT: 3000,
      DATA_DIR: "./data",
      RATE_LIMIT_PER_MINUTE: 300,
      MONTHLY_QUOTA: 100_000,
      AUTH_EXPORT: "required",
      TRUST_PROXY: 0,
    });
  });

  it("is refused as a whole, with the name of every setting that is wrong", () => {
    const wrong = { PORT: "x", TRUST_PROXY: "perhaps", RATE_LIMIT_PER_MINUTE: "-1", LOG_LEVEL: "loud" };
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name);
  });

  it("is listed in .env.example, each setting with its default", () => {
    const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
    const listed = new Map(
      [...example.matchAll(/^#?\s?([A-Z_]+)=(.*)$/gm)].map(([, name, value]): [string, string] => [
        name!,
        value!,
      ]),
    );
    const defaults = readConfig({});
    for (const [name, value] of Object.entries(defaults))
      expect([name, listed.get(name)]).toEqual([name, String(value)]);
    const settings = Object.fromEntries([...listed].filter(([, value]) => value !== ""));
    expect(Object.keys(readConfig(settings)).every((name) => listed.has(name))).toBe(true);
  });
});

describe("a static file", () => {
  const assets = async (
    c: { req: { path: string }; body: (text: string) => Response },
    next: () => Promise<void>,
  ) => (c.req.path === "/index.html" ? c.body("page") : next());

  it("carries the rate headers, and never hides a path of the interface", async () => {
    const service = await createService({}, { assets: assets as never });
    const page = await service.request("/index.html");
    expect(await page.text()).toBe("page");
    for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
      expect(page.headers.get(name)).toMatch(/^\d+$/);
    }
    expect((await service.request("/other.html")).status).toBe(404);
    expect((await service.request("/v1/solve/nest-2d")).status).toBe(405);
    expect((await service.request("/index.html", { method: "POST" })).status).toBe(404);
  });
});
