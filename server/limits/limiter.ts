/** How many requests a minute a key, or an address without a key, has left. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";

export interface RateState {
  limit: number;
  remaining: number;
  /** When the count starts again: Unix time in seconds. */
  resetAt: number;
  allowed: boolean;
}

/** Counts for a window that begins with the first request. */
interface Counter {
  consume(name: string, points?: number): Promise<Count>;
  get(name: string): Promise<Count | null>;
}
type Count = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

export function headersFromState({ limit, remaining, resetAt }: RateState): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(resetAt),
  };
}

/** Length of the counting window in seconds. */
export const WINDOW_S = 60;

/** Whole seconds from now to a count's new start, within its window whatever the clock has been set to. */
export function secondsUntil(resetAt: number, now: () => number = Date.now): number {
  return Math.min(WINDOW_S, Math.max(1, Math.ceil(resetAt - now() / 1000)));
}

/** Number that is printed where there is no limit: the headers must be there and be numbers. */
const UNLIMITED = 1_000_000_000;

const COUNTING = { points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S };

export function memoryLimiter(): RateLimiter {
  return new RateLimiter(new RateLimiterMemory(COUNTING));
}

/** Counts requests in Redis, for all processes together. While Redis is away each counts for itself: limits loosen. */
export function redisLimiter(storeClient: Redis): RateLimiter {
  const insuranceLimiter = new RateLimiterMemory(COUNTING);
  const shared = { ...COUNTING, storeClient, keyPrefix: "offcut:rate", insuranceLimiter };
  return new RateLimiter(new RateLimiterRedis(shared), insuranceLimiter);
}

/** The counter only counts; each key's own limit is compared here, because accounts can have their own. */
export class RateLimiter {
  constructor(
    private readonly counter: Counter,
    private readonly here: Pick<Counter, "get"> = counter,
  ) {}

  /** Counts one request of `name`, or so many points, and says whether it may pass. A limit of 0 lets everything pass. */
  async consume(name: string, limit: number, points = 1): Promise<RateState> {
    return stateFrom(await this.counter.consume(name, points), limit);
  }

  /** As it stands, without counting. */
  async peek(name: string, limit: number): Promise<RateState> {
    return stateFrom(await this.counter.get(name), limit);
  }

  /** As this process knows it, without asking another. */
  async peekHere(name: string, limit: number): Promise<RateState> {
    return stateFrom(await this.here.get(name), limit);
  }
}

/** Without a count that is running, of a window that has not begun. */
function stateFrom(count: Count | null, limit: number): RateState {
  const running = count !== null && count.msBeforeNext > 0;
  const { consumedPoints, msBeforeNext } = running
    ? count
    : { consumedPoints: 0, msBeforeNext: WINDOW_S * 1000 };
  const most = limit === 0 ? UNLIMITED : limit;
  return {
    limit: most,
    remaining: Math.max(0, most - consumedPoints),
    // A clock that was set back must not put the end of the window off.
    resetAt: Math.ceil((Date.now() + Math.min(msBeforeNext, WINDOW_S * 1000)) / 1000),
    allowed: consumedPoints <= most,
  };
}
