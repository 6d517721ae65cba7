/**
 * Counts requests in Redis, for all processes together. While Redis is away each process counts for itself:
 * limits loosen, nothing stops.
 */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { limiterFrom, type RateLimiter, WINDOW_S } from "./limiter.ts";

export function redisLimiter(redis: Redis): RateLimiter {
  const options = { points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S };
  const here = new RateLimiterMemory(options);
  const keyPrefix = "offcut:rate";
  const everywhere = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    keyPrefix,
    insuranceLimiter: here,
  });
  return limiterFrom(everywhere, here);
}
