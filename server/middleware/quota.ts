/** The monthly quota: one request is reserved before the work and given back unless the answer is a success. */
import { EngineError } from "../../engine/index.node.ts";
import { monthOf } from "../accounts/account-store.ts";
import type { AppDeps, Middleware } from "../context/context.ts";

export function limitMonth({ store, config, logger, now = Date.now }: AppDeps): Middleware {
  return async (c, next) => {
    const account = c.get("owner")?.account;
    if (!account) return next();
    const period = monthOf(now());
    const quota = account.monthlyQuota ?? config.MONTHLY_QUOTA;
    if (!(await store.usage.reserve(account.id, period, quota))) {
      const message = `The quota of ${quota} requests for ${period} is used up; it starts again on ${nextMonth(period)}`;
      throw new EngineError("USAGE_LIMIT_EXCEEDED", message);
    }
    let answered = false;
    try {
      await next();
      // One that another request has answered meanwhile is charged to that one.
      const isReplay = c.res.headers.has("Idempotency-Replayed");
      answered = c.res.ok && !isReplay && !c.req.raw.signal.aborted;
    } finally {
      // An answer that is there is given, also when the store has gone meanwhile.
      await store.usage.settle(account.id, period, answered).catch((error: unknown) => {
        logger.warn({ account: account.id, fault: String(error) }, "a request is not settled yet");
      });
    }
  };
}

/** The day that the next period begins with, as in `2026-02-01`. */
export function nextMonth(period: string): string {
  const [year, month] = period.split("-").map(Number);
  return new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10);
}
