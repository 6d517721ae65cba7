/** Counts requests in this process alone. */
import { RateLimiterMemory } from "rate-limiter-flexible";
import { type RateLimiter, type RateState, rateState, WINDOW_S } from "./limiter.ts";

export function memoryLimiter(): RateLimiter {
  // The library counts; each key's own limit is compared here, because accounts can have their own.
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_S });
  return {
    async consume(name: string, limit: number): Promise<RateState> {
      const { consumedPoints, msBeforeNext } = await counter.consume(name);
      return rateState(consumedPoints, msBeforeNext, limit, Date.now());
    },
    async peek(name: string, limit: number): Promise<RateState> {
      const state = await counter.get(name);
      const msLeft = state && state.msBeforeNext > 0 ? state.msBeforeNext : WINDOW_S * 1000;
      const used = state && state.msBeforeNext > 0 ? state.consumedPoints : 0;
      return rateState(used, msLeft, limit, Date.now());
    },
    async close() {},
  };
}
