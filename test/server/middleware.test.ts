/** The order in which a request is checked, as a table: what each request has asked of whom before it was answered. */
import { describe, expect, it } from "vitest";
import { limited } from "../../server/accounts/credentials.ts";
import { compress } from "../../server/answers/zip.ts";
import { createApp } from "../../server/app.ts";
import type { AppDeps } from "../../server/context/context.ts";
import { createMetrics } from "../../server/operation/metrics.ts";
import { CUT_BODY, createDeps, createService, inPlace, type Service } from "./support/service.ts";

/** Calls that are noted, each by a word. */
const NOTED = [
  ["store", "findKey", "key"],
  ["store", "findLogin", "account"],
  ["store", "hasToken", "token"],
  ["usage", "reserve", "month"],
  ["store", "setPassword", "write"],
  ["store", "createAccount", "write"],
  ["limiter", "consume", "count"],
  ["credentials", "hashPassword", "hash"],
  ["credentials", "verifyPassword", "hash"],
  ["replays", "find", "look"],
  ["replays", "begin", "write"],
  ["replays", "end", "write"],
  ["executor", "run", "work"],
] as const;

async function watched(
  environment: Record<string, string> = {},
): Promise<{ service: Service; asked: string[] }> {
  const asked: string[] = [];
  const deps = await createDeps(environment, { executor: inPlace() });
  for (const [part, call, word] of NOTED) {
    const object = (part === "usage" ? deps.store.usage : deps[part]) as unknown as Record<
      string,
      (...words: unknown[]) => unknown
    >;
    const work = object[call]!.bind(object);
    object[call] = (...words) => {
      asked.push(word);
      return work(...words);
    };
  }
  return { service: await createService(environment, deps as Partial<AppDeps>), asked };
}

const ONCE = { "Idempotency-Key": "once" };
const BROKEN = { ...CUT_BODY, stocks: [] };
const TOKEN = { token: "x".repeat(43), new_password: "long enough" };
const NO_KEY = { "X-API-Key": "" };
const ONCE_NO_KEY = { ...ONCE, ...NO_KEY };
const ADA = { email: "ada@shop.example", name: "Ada", password: "long enough" };

const TABLE = [
  ["without a key", "/v1/solve/cut-1d", CUT_BODY, ONCE_NO_KEY, 401, "count"],
  ["with another's key", "/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": "ofc_x" }, 401, "count"],
  ["that is malformed", "/v1/solve/cut-1d", BROKEN, {}, 422, "key count month"],
  ["that is malformed, once", "/v1/solve/cut-1d", BROKEN, ONCE, 422, "key count look month"],
  ["that is right", "/v1/solve/cut-1d", CUT_BODY, {}, 200, "key count month work"],
  ["that is right, once", "/v1/solve/cut-1d", CUT_BODY, ONCE, 200, "key count look month write work write"],
  ["to nest, malformed, once", "/v1/solve/nest-2d", {}, ONCE, 422, "key count look month"],
  ["for an export that is malformed, once", "/v1/export/dxf", {}, ONCE, 422, "key count look month"],
  ["for a program that is malformed, once", "/v1/export/gcode", {}, ONCE, 422, "key count look month"],
  ["for a drawing without a file, once", "/v1/parse/dxf", {}, ONCE, 422, "key count look month"],
  ["for a picture without a file, once", "/v1/parse/dxf-to-svg", {}, ONCE, 422, "key count look month"],
  ["to register, malformed, once", "/v1/account/register", {}, ONCE_NO_KEY, 422, "count look count count"],
  ["to register", "/v1/account/register", ADA, NO_KEY, 200, "count count count hash write"],
  ["for a key, malformed, once", "/v1/account/keys", { name: 1 }, ONCE, 422, "key count look"],
  ["for a key, once", "/v1/account/keys", {}, ONCE, 200, "key count look write write"],
  ["to rotate a key that is none", "/v1/account/keys/:key_id/rotate", {}, {}, 404, "key count"],
  ["to change a password, malformed, once", "/v1/account/password", {}, ONCE, 422, "key count look"],
  ["to recover, malformed, once", "/v1/account/recovery", {}, ONCE_NO_KEY, 422, "count look"],
  ["to set a password, malformed, once", "/v1/account/recovery/confirm", {}, ONCE_NO_KEY, 422, "count look"],
  ["with a token that is none", "/v1/account/recovery/confirm", TOKEN, NO_KEY, 400, "count token"],
  ["to be verified, malformed, once", "/v1/account/verification", {}, ONCE_NO_KEY, 422, "count look"],
  ["to verify, malformed, once", "/v1/account/verification/confirm", {}, ONCE_NO_KEY, 422, "count look"],
] as const;

describe("the checks of a request", () => {
  it("are in the table for every route that takes a body", async () => {
    const posts = createApp(await createDeps()).routes.filter(({ method }) => method === "POST");
    expect(new Set(TABLE.map(([, path]) => path))).toEqual(new Set(posts.map(({ path }) => path)));
  });

  it.each(TABLE)("%s", async (_name, path, body, headers, status, order) => {
    const { service, asked } = await watched();
    const key = await service.register("own@shop.example");
    asked.length = 0;
    const answer = await service.post(path, body, { "X-API-Key": key, ...headers });
    expect([answer.status, asked.join(" ")]).toEqual([status, order]);
  });

  it("that was answered before, and one beyond the quota, write nothing", async () => {
    const { service, asked } = await watched({ MONTHLY_QUOTA: "1" });
    const key = { "X-API-Key": await service.register() };
    expect((await service.post("/v1/solve/cut-1d", CUT_BODY, { ...key, ...ONCE })).status).toBe(200);
    asked.length = 0;
    expect((await service.post("/v1/solve/cut-1d", CUT_BODY, { ...key, ...ONCE })).status).toBe(200);
    expect(asked.splice(0).join(" ")).toBe("key count look");
    const other = { ...key, "Idempotency-Key": "other" };
    expect((await service.post("/v1/solve/cut-1d", CUT_BODY, other)).status).toBe(402);
    expect(asked.splice(0).join(" ")).toBe("key count look month");
  });
});

describe("the places for hashing", () => {
  it("are shared: one owner fills neither both nor the queue", async () => {
    const room = limited(2, 10);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const hash = (owner: string) =>
      room(owner, () => {
        running.push(owner);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const first = Array.from({ length: 7 }, () =>
      hash("a").then(
        () => "done",
        ({ code }) => code,
      ),
    );
    const second = hash("b");
    await new Promise((resolve) => setImmediate(resolve));
    expect(running).toEqual(["a", "b"]);
    const refused = await Promise.race([Promise.all(first.slice(6)), second]);
    expect(refused).toEqual(["RATE_LIMIT_EXCEEDED"]);
    while (ends.length > 0) {
      ends.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await second;
    expect(new Set(await Promise.all(first.slice(0, 6)))).toEqual(new Set(["done"]));
  });
});

describe("503", () => {
  it("says why, in the log and in the metrics", async () => {
    const lines: object[] = [];
    const logger = { info() {}, warn() {}, error: (fields: object) => void lines.push(fields) };
    const metrics = createMetrics(async () => ({ workers: 1, running: 0, waiting: 0 }));
    const { Unavailable } = await import("../../server/answers/errors.ts");
    const run = async () => {
      throw new Unavailable("waited too long");
    };
    const more = { metrics, logger, executor: { ...inPlace(), run } };
    const service = await createService({ METRICS_TOKEN: "token-of-ours" }, more);
    const key = { "X-API-Key": await service.register() };
    expect((await service.post("/v1/solve/cut-1d", CUT_BODY, key)).status).toBe(503);
    expect(lines).toMatchObject([{ status: 503, reason: "waited too long" }]);
    const told = await service.request("/metrics", { headers: { Authorization: "Bearer token-of-ours" } });
    expect(told.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await told.text()).toContain('offcut_unavailable_total{reason="waited too long"} 1');
  });
});

describe("what is sent", () => {
  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br;q=0.5", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=1.0", "gzip"],
    ["deflate", null],
    ["", null],
  ])("is compressed for who reads %j", async (accepted, encoding) => {
    const service = await createService();
    const page = await service.request("/openapi.json", { headers: { "Accept-Encoding": accepted } });
    expect([page.headers.get("Content-Encoding"), page.headers.get("Vary")]).toEqual([
      encoding,
      expect.stringContaining("Accept-Encoding"),
    ]);
    const plain = await (await service.request("/openapi.json")).text();
    const bytes = Buffer.from(await page.arrayBuffer());
    const { brotliDecompressSync, gunzipSync } = await import("node:zlib");
    const read = encoding === "br" ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    expect(read.toString()).toBe(plain);
  });

  it.each([2_000, 200_000])("reads the same after its compression, %d bytes", async (length) => {
    const { brotliDecompressSync, gunzipSync } = await import("node:zlib");
    const bytes = Uint8Array.from({ length }, (_, i) => (i * i) % 251);
    const [brotli, gzip] = [await compress(bytes, "br", "answer"), await compress(bytes, "gzip", "answer")];
    expect(Buffer.compare(brotliDecompressSync(brotli!.bytes), bytes)).toBe(0);
    expect(Buffer.compare(gunzipSync(gzip!.bytes), bytes)).toBe(0);
  });

  it.each([
    ["*", "https://shop.example", "*", false],
    ["https://shop.example, https://saw.example", "https://saw.example", "https://saw.example", true],
    ["https://shop.example", "https://other.example", null, true],
  ])("may be read by the origins %j, asked from %s", async (origins, origin, allowed, varies) => {
    const service = await createService({ CORS_ORIGINS: origins });
    for (const [path, method] of [
      ["/health", "GET"],
      ["/v1/solve/cut-1d", "POST"],
      ["/v1/solve/cut-1d", "OPTIONS"],
    ] as const) {
      const { headers } = await service.request(path, { method, headers: { Origin: origin } });
      const vary = headers.get("Vary") ?? "";
      expect([headers.get("Access-Control-Allow-Origin"), vary.includes("Origin")]).toEqual([
        allowed,
        varies,
      ]);
      expect(headers.get("Access-Control-Expose-Headers")).toContain("X-Offcut-Findings");
    }
    const asked = await service.request("/v1/parse/dxf", { method: "OPTIONS", headers: { Origin: origin } });
    expect([asked.status, asked.headers.get("Access-Control-Max-Age")]).toEqual([204, "600"]);
    expect(asked.headers.get("Access-Control-Allow-Headers")).toContain("X-API-Key");
  });

  it("is not compressed where it holds a secret or is short", async () => {
    const service = await createService();
    const headers = { "Accept-Encoding": "br" };
    const made = await service.post("/v1/account/register", ADA, headers);
    const key = (await made.clone().json()).api_key;
    const keys = await service.request("/v1/account/keys", { headers: { ...headers, "X-API-Key": key } });
    const short = await service.post("/v1/solve/cut-1d", CUT_BODY, { ...headers, "X-API-Key": key });
    for (const answer of [made, keys, short]) expect(answer.headers.get("Content-Encoding")).toBeNull();
  });
});
