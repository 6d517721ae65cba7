/** Counts requests in this process alone. */
import { RateLimiterMemory } from "rate-limiter-flexible";
import { limiterFrom, type RateLimiter, WINDOW_S } from "./limiter.ts";

export function memoryLimiter(): RateLimiter {
  return limiterFrom(new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S }));
}
