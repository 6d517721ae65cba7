/** Who may run, told by the clock of Redis alone. */
import { Redis } from "ioredis";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { Shares } from "../../../server/queue/shares.ts";
import { type Backend, startRedis, unavailable } from "../support/backends.ts";

const missing = unavailable.redis !== undefined;
let server: Backend | undefined;
afterAll(() => server?.stop());
afterEach(() => vi.useRealTimers());

it.skipIf(missing)(
  "a process whose clock is an hour ahead does not take the place of a running job",
  async () => {
    server = await startRedis();
    const redis = new Redis(server.url);
    const shares = new Shares(redis, 1);
    expect(await shares.claim("owner", "first", 1, 60_000)).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    expect(await shares.claim("owner", "second", 2, 60_000)).toBe(false);
    expect(await shares.park("owner", "second", 2)).toBe(true);
    expect(await shares.leave("owner", "first")).toBe("second");
    expect(await shares.claim("owner", "second", 2, 60_000)).toBe(true);
    redis.disconnect();
  },
);
