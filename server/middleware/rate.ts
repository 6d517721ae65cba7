/** The three rate headers on whatever is answered, and the limit itself. Without a key, requests count for their address. */

import { TooManyRequests } from "../answers/errors.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import { headersFromState, type RateState, secondsUntil } from "../limits/limiter.ts";

/** Outermost: what happens inside may change the count, and errors need the headers too. */
export function rateHeaders(deps: AppDeps): Middleware {
  return async (c, next) => {
    await next();
    const state = c.get("rate") ?? (await peekAddress(c, deps));
    for (const [name, value] of Object.entries(headersFromState(state))) c.res.headers.set(name, value);
  };
}

/** Counts the request for its key. */
export function limitKey(deps: AppDeps): Middleware {
  return async (c, next) => {
    const owner = c.get("owner");
    if (owner) {
      const limit = owner.account.rateLimitPerMinute ?? deps.config.RATE_LIMIT_PER_MINUTE;
      pass(c, deps, await deps.limiter.consume(`key:${owner.keyId}`, limit));
    } else {
      await limitAddress(c, deps);
    }
    await next();
  };
}

/** Counts the request for its address. @throws EngineError RATE_LIMIT_EXCEEDED */
export async function limitAddress(c: AppContext, deps: AppDeps): Promise<void> {
  const state = await deps.limiter.consume(addressCount(c, deps), deps.config.RATE_LIMIT_PER_MINUTE);
  pass(c, deps, state);
}

/** @throws EngineError RATE_LIMIT_EXCEEDED */
export function pass(c: AppContext, deps: AppDeps, state: RateState): void {
  c.set("rate", state);
  if (state.allowed) return;
  const seconds = secondsUntil(state.resetAt, deps.now);
  throw new TooManyRequests(
    `More than ${state.limit} requests in a minute; the next is answered in ${seconds} s`,
    seconds,
  );
}

function peekAddress(c: AppContext, { limiter, config }: AppDeps): Promise<RateState> {
  // Whether the process lives shows without asking anybody.
  const peek = /^\/health(?:\/|$)/.test(c.req.path) ? "peekHere" : "peek";
  return limiter[peek](addressCount(c, { config }), config.RATE_LIMIT_PER_MINUTE);
}

function addressCount(c: AppContext, { config }: Pick<AppDeps, "config">): string {
  return `address:${clientAddress(c, config)}`;
}
