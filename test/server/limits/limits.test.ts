/** The per-minute limit, the monthly quota and the headers that tell of them. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { addressGroup } from "../../../server/http/address.ts";
import { Turns } from "../../../server/jobs/turns.ts";
import { CUT_BODY, createService, ENGINE, inPlace, type Service } from "../support/service.ts";

const RATE_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
const rateOf = (answer: Response) => RATE_HEADERS.map((name) => Number(answer.headers.get(name)));

const cut = (service: Service, key: string, body: unknown = CUT_BODY) =>
  service.post("/v1/solve/cut-1d", body, { "X-API-Key": key });

async function statuses(answers: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

afterEach(() => vi.useRealTimers());

describe("the rate headers", () => {
  it("are on every kind of answer, as whole numbers, the reset in Unix seconds ahead of now", async () => {
    const service = await createService({}, { draining: () => false });
    const key = await service.register();
    const json = { "Content-Type": "application/json" };
    const requests: [number, string, RequestInit][] = [
      [200, "/health", {}],
      [200, "/health", { method: "HEAD" }],
      [204, "/v1/solve/nest-2d", { method: "OPTIONS", headers: { Origin: "https://x.example" } }],
      [404, "/nowhere", {}],
      [405, "/health", { method: "PUT" }],
      [401, "/v1/solve/nest-2d", { method: "POST" }],
      [401, "/v1/solve/nest-2d", { method: "POST", headers: { "X-API-Key": "x" } }],
      [422, "/v1/account/register", { method: "POST", headers: json, body: "{}" }],
      [422, `/v1/solve/cut-1d?api_key=${key}`, { method: "POST", headers: json, body: "{}" }],
      [400, `/v1/solve/cut-1d?api_key=${key}`, { method: "POST", headers: { "Content-Encoding": "br" } }],
      [413, `/v1/parse/dxf?api_key=${key}`, { method: "POST", headers: { "Content-Length": "99999999" } }],
    ];
    for (const [status, path, init] of requests) {
      const answer = await service.request(path, init);
      expect([path, answer.status]).toEqual([path, status]);
      for (const name of RATE_HEADERS) expect(answer.headers.get(name)).toMatch(/^\d+$/);
      const [limit, remaining, reset] = rateOf(answer);
      expect(limit).toBe(300);
      expect(remaining).toBeLessThanOrEqual(300);
      const ahead = reset! - Date.now() / 1000;
      expect(ahead).toBeGreaterThan(0);
      expect(ahead).toBeLessThanOrEqual(61);
    }
  });

  it("are on a 500 and a 503 as well", async () => {
    const fail = inPlace({ ...ENGINE, cutPlan: () => Promise.reject(new Error("x")) });
    const broken = await createService({}, { executor: fail });
    const answer = await cut(broken, await broken.register());
    expect(answer.status).toBe(500);
    expect(rateOf(answer)[1]).toBe(299);
    const ending = await createService({}, { draining: () => true });
    expect(rateOf(await ending.request("/health"))).toEqual([300, 300, expect.any(Number)]);
  });

  it("count down for a key, each key for itself, and not for /health", async () => {
    const service = await createService();
    const [one, two] = [await service.register(), await service.register()];
    expect(rateOf(await cut(service, one))[1]).toBe(299);
    expect(rateOf(await cut(service, one))[1]).toBe(298);
    expect(rateOf(await cut(service, two))[1]).toBe(299);
    await service.request("/health");
    const [, before] = rateOf(await service.request("/health"));
    expect(rateOf(await service.request("/health"))[1]).toBe(before);
  });
});

describe("the limit of a minute", () => {
  it("lets exactly so many of 200 requests at once pass, and more in the next minute", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const service = await createService({ RATE_LIMIT_PER_MINUTE: "50" });
    const key = await service.register();
    const burst = () => statuses(Array.from({ length: 200 }, () => cut(service, key)));
    expect(await burst()).toEqual({ 200: 50, 429: 150 });
    await vi.advanceTimersByTimeAsync(60_001);
    expect(await burst()).toEqual({ 200: 50, 429: 150 });
  });

  it("answers 429 with the code, no requests remaining, and the seconds to wait", async () => {
    const service = await createService({ RATE_LIMIT_PER_MINUTE: "1" });
    const key = await service.register();
    await cut(service, key);
    const answer = await cut(service, key);
    expect(answer.status).toBe(429);
    expect((await answer.json()).detail.code).toBe("RATE_LIMIT_EXCEEDED");
    const [limit, remaining, reset] = rateOf(answer);
    expect([limit, remaining]).toEqual([1, 0]);
    const wait = Number(answer.headers.get("Retry-After"));
    expect(Math.abs(reset! - Date.now() / 1000 - wait)).toBeLessThan(1.5);
  });

  it("tells a key that has too much waiting when to come back", async () => {
    const full = new Turns<{ kind: "cut"; owner: string }>({ waiting: 2, running: 1 });
    full.add({ kind: "cut", owner: "it" });
    const executor = {
      ...inPlace(),
      run: async () => full.add({ kind: "cut", owner: "it" }) as never,
    };
    const service = await createService({}, { executor });
    const answer = await cut(service, await service.register());
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "5"]);
  });

  it("counts refused keys for the address, so that nobody guesses quickly", async () => {
    const service = await createService({ RATE_LIMIT_PER_MINUTE: "5" });
    const guesses = Array.from({ length: 20 }, () => cut(service, "ofc_guess"));
    expect(await statuses(guesses)).toEqual({ 401: 5, 429: 15 });
  });

  it("is 0 for none, and an account may have its own", async () => {
    const free = await createService({ RATE_LIMIT_PER_MINUTE: "0" });
    const key = await free.register();
    // Of more bodies of one key at once the oldest gives way where the machine takes a second for them.
    for (let i = 0; i < 8; i++)
      expect(await statuses(Array.from({ length: 50 }, () => cut(free, key)))).toEqual({ 200: 50 });
    const [account] = await free.deps.store.listAccounts();
    await free.deps.store.setLimits(account!.id, { rateLimitPerMinute: 401 });
    expect(await statuses(Array.from({ length: 3 }, () => cut(free, key)))).toEqual({ 200: 1, 429: 2 });
  });
});

describe("the quota of a month", () => {
  it("lets exactly so many of 200 requests at once pass, and refuses the others with 402", async () => {
    const service = await createService({ RATE_LIMIT_PER_MINUTE: "0", MONTHLY_QUOTA: "45" });
    const key = await service.register();
    expect(await statuses(Array.from({ length: 200 }, () => cut(service, key)))).toEqual({
      200: 45,
      402: 155,
    });
    const answer = await cut(service, key);
    expect((await answer.json()).detail.code).toBe("USAGE_LIMIT_EXCEEDED");
    expect(answer.headers.get("Retry-After")).toBeNull();
  });

  it("is not charged for what fails", async () => {
    const service = await createService({ MONTHLY_QUOTA: "2" });
    const key = await service.register();
    for (let i = 0; i < 5; i++) expect((await cut(service, key, "{")).status).toBe(422);
    expect(await statuses([cut(service, key), cut(service, key)])).toEqual({ 200: 2 });
    expect((await cut(service, key)).status).toBe(402);
  });

  it("counts the account, with all its keys, and starts again with the month", async () => {
    let now = Date.UTC(2026, 0, 31, 23, 59, 59);
    const service = await createService({ MONTHLY_QUOTA: "1" }, { now: () => now });
    const key = await service.register();
    const [account] = await service.deps.store.listAccounts();
    const second = service.deps.credentials.createKey(now);
    await service.deps.store.addKey(account!.id, second.record);
    expect((await cut(service, key)).status).toBe(200);
    const refused = await cut(service, second.text);
    expect(refused.status).toBe(402);
    expect((await refused.json()).detail.message).toContain("2026-02-01");
    now += 1000;
    expect((await cut(service, second.text)).status).toBe(200);
    expect(await service.deps.store.usage.used(account!.id, "2026-01")).toBe(1);
  });

  it("is checked after the limit of the minute and before the body", async () => {
    const service = await createService({ RATE_LIMIT_PER_MINUTE: "2", MONTHLY_QUOTA: "1" });
    const key = await service.register();
    await cut(service, key);
    expect((await cut(service, key, "{")).status).toBe(402);
    expect((await cut(service, key, "{")).status).toBe(429);
  });
});

describe("an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it("is what a trusted proxy says, and only then", async () => {
    const hidden = { "X-Forwarded-For": "198.51.100.1, 203.0.113.9" };
    const trusting = await createService({ TRUST_PROXY: "true", RATE_LIMIT_PER_MINUTE: "9" });
    await trusting.post("/v1/solve/cut-1d", {}, hidden);
    const same = await trusting.request("/health", { headers: { "X-Forwarded-For": "203.0.113.9" } });
    expect(rateOf(same)[1]).toBe(8);
    const behindTwo = await createService({ TRUST_PROXY: "2", RATE_LIMIT_PER_MINUTE: "9" });
    const inner = "192.0.2.7";
    await behindTwo.post("/v1/solve/cut-1d", {}, { "X-Forwarded-For": `10.0.0.1, 203.0.113.9, ${inner}` });
    for (const [forwarded, left] of [
      ["203.0.113.9, 192.0.2.8", 8],
      [`203.0.113.9`, 8],
      [inner, 9],
    ] as const) {
      const answer = await behindTwo.request("/health", { headers: { "X-Forwarded-For": forwarded } });
      expect([forwarded, rateOf(answer)[1]]).toEqual([forwarded, left]);
    }
    const wary = await createService({ RATE_LIMIT_PER_MINUTE: "9" });
    await wary.post("/v1/solve/cut-1d", {}, hidden);
    expect(rateOf(await wary.request("/health"))[1]).toBe(8);
  });
});

describe("the budget of work", () => {
  const working = (elapsedMs: number) => {
    const inner = inPlace();
    return {
      ...inner,
      run: async (...args: Parameters<typeof inner.run>) => ({ ...(await inner.run(...args)), elapsedMs }),
    };
  };

  it("ends an account's minute when its work has taken so many seconds, and nobody else's", async () => {
    const service = await createService({ CPU_SECONDS_PER_MINUTE: "2" }, { executor: working(1500) });
    const key = await service.register();
    expect((await cut(service, key)).status).toBe(200);
    expect((await cut(service, key)).status).toBe(200);
    const refused = await cut(service, key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await refused.json()).detail).toEqual({
      code: "RATE_LIMIT_EXCEEDED",
      message: "More than 2 s of work in a minute",
    });
    expect((await cut(service, await service.register())).status).toBe(200);
  });

  it("is not counted unless it is asked for", async () => {
    const service = await createService({}, { executor: working(1e9) });
    const key = await service.register();
    for (let i = 0; i < 3; i++) expect((await cut(service, key)).status).toBe(200);
  });
});
