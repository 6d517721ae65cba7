/**
 * Guards that a request passes before anything is done for it, cheap checks first: whose it is, its limit of the minute, whether
 * it was answered before, the quota of the month, its size and shape; only then is anything written or worked on.
 */
import { every } from "hono/combine";
import type { AppDeps, Middleware } from "../context/context.ts";
import { type Admission, authenticate } from "./auth.ts";
import { ACCOUNT_BYTES } from "./body.ts";
import { answeredBefore, recorded } from "./idempotency.ts";
import { authenticateOwner } from "./login.ts";
import { limitMonth } from "./quota.ts";
import { limitAddress, limitKey } from "./rate.ts";

/** Guards of requests for work, which the quota counts; `shape` reads a body of at most `bytes`. */
export function guardWork(deps: AppDeps, admission: Admission, bytes: number, shape: Middleware): Middleware {
  return every(
    authenticate(deps, { ...admission, early: true }),
    limitKey(deps),
    answeredBefore(deps, bytes),
    limitMonth(deps),
    shape,
    recorded(deps),
  );
}

/** Guards of requests about an account, by its owner; `shape` reads the body where there is one. */
export function guardOwner(deps: AppDeps, ...shape: Middleware[]): Middleware {
  return every(authenticateOwner(deps), answeredBefore(deps, ACCOUNT_BYTES), ...shape, recorded(deps));
}

/** Guards of requests that need no key. @param checks the last one reads the body */
export function guardPublic(deps: AppDeps, ...checks: Middleware[]): Middleware {
  const address: Middleware = async (c, next) => {
    await limitAddress(c, deps);
    await next();
  };
  return every(address, answeredBefore(deps, ACCOUNT_BYTES), ...checks, recorded(deps));
}
