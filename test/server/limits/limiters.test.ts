/** Duties of every limiter, run on each of them. */
import { Redis } from "ioredis";
import { afterAll, describe, expect, it } from "vitest";
import { memoryLimiter, RateLimiter, redisLimiter, secondsUntil } from "../../../server/limits/limiter.ts";
import { type Backend, startRedis, unavailable } from "../support/backends.ts";

let server: Backend | undefined;
const connections: Redis[] = [];
afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  await server?.stop();
});

/** Two limiters that stand for two processes, as far as the backend lets them share. */
async function memory(): Promise<[RateLimiter, RateLimiter]> {
  const limiter = memoryLimiter();
  return [limiter, limiter];
}

async function redis(): Promise<[RateLimiter, RateLimiter]> {
  server ??= await startRedis();
  const connect = () => {
    const connection = new Redis(server!.url, { maxRetriesPerRequest: 1 });
    connection.on("error", () => undefined);
    connections.push(connection);
    return redisLimiter(connection);
  };
  return [connect(), connect()];
}

describe.each([
  ["memory", memory, undefined],
  ["Redis", redis, unavailable.redis],
] as const)("the limiter on %s", (name, prepare, reason) => {
  if (reason !== undefined) {
    console.warn(`The limiter on ${name} is not tested: ${reason}`);
    it.skip(reason, () => undefined);
    return;
  }

  it("lets exactly the limit pass among many at once, from two processes", async () => {
    const [one, two] = await prepare();
    const states = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? one : two).consume("burst", 77)),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(77);
    expect(states.map(({ remaining }) => remaining).sort((a, b) => b - a)[0]).toBe(76);
  });

  it("counts each name for itself, looks without counting, and says when the count starts again", async () => {
    const [limiter, other] = await prepare();
    const before = Math.floor(Date.now() / 1000);
    const unused = await limiter.peek("new", 5);
    expect(unused).toMatchObject({ limit: 5, remaining: 5, allowed: true });
    expect(unused.resetAt).toBeGreaterThanOrEqual(before + 59);
    expect(await limiter.consume("new", 5)).toMatchObject({ limit: 5, remaining: 4, allowed: true });
    const seen = await other.peek("new", 5);
    expect(seen).toMatchObject({ limit: 5, remaining: 4, allowed: true });
    expect(await limiter.consume("another", 5)).toMatchObject({ remaining: 4 });
    expect(seen.resetAt).toBeGreaterThanOrEqual(before + 59);
    expect(seen.resetAt).toBeLessThanOrEqual(before + 63);
  });

  it("takes 0 for no limit, and another limit for the same count", async () => {
    const [limiter] = await prepare();
    expect(await limiter.consume("free", 0)).toMatchObject({ allowed: true });
    expect(await limiter.consume("free", 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.consume("free", 2)).toMatchObject({ allowed: false, remaining: 0 });
    expect((await limiter.consume("free", 0)).allowed).toBe(true);
  });
});

describe.skipIf(unavailable.redis !== undefined)("the limiter on Redis", () => {
  it("goes on counting by itself while Redis is away", async () => {
    const own = await startRedis();
    const connection = new Redis(own.url, { maxRetriesPerRequest: 1 });
    connection.on("error", () => undefined);
    const limiter = redisLimiter(connection);
    expect((await limiter.consume("a", 2)).remaining).toBe(1);
    await own.stop();
    const states = [
      await limiter.consume("a", 2),
      await limiter.consume("a", 2),
      await limiter.consume("a", 2),
    ];
    expect(states.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    connection.disconnect();
  });
});

it("ends its window within a minute, also when the clock has been set back", async () => {
  const late = { consumedPoints: 5, msBeforeNext: 3_660_000 };
  const limiter = new RateLimiter({ consume: async () => late, get: async () => late });
  for (const state of [await limiter.consume("a", 3), await limiter.peek("a", 3)]) {
    expect(state.allowed).toBe(false);
    expect(state.resetAt - Date.now() / 1000).toBeLessThanOrEqual(61);
    expect(secondsUntil(state.resetAt + 3600)).toBe(60);
  }
});

it.each([
  [100, 99.01, 1],
  [100, 99.99, 1],
  [100, 100, 1],
  [100, 130, 1],
  [160, 100.5, 60],
  [102, 100, 2],
])("waiting until second %d from second %d is %d whole seconds, never 0", (resetAt, now, seconds) => {
  expect(secondsUntil(resetAt, () => 1000 * now)).toBe(seconds);
});
