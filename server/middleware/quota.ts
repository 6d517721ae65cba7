/** The monthly quota: one request is reserved before the work and given back unless the answer is a success. */
import { EngineError } from "../../engine/index.node.ts";
import { isoTime, monthOf } from "../accounts/account-store.ts";
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
    let isOpen = true;
    const settle = async (isAnswer: boolean) => {
      isOpen = false;
      const answered = isAnswer && !c.req.raw.signal.aborted;
      const confirm = c.get("confirm");
      const key = confirm && { id: c.get("owner")!.keyId, at: isoTime(now()) };
      const isLive = await store.usage.settle(account.id, period, answered, key).catch((error: unknown) => {
        // An answer that is there is given, also when the store has gone meanwhile.
        logger.warn({ account: account.id, fault: String(error) }, "a request is not settled yet");
      });
      if (isLive || !confirm) return;
      await confirm().catch((error: unknown) => {
        if (answered) store.usage.takeBack(account.id, period);
        throw error;
      });
    };
    c.set("settle", settle);
    let isAnswer = false;
    try {
      await next();
      // One that another request has answered meanwhile is charged to that one.
      isAnswer = c.res.ok && !c.res.headers.has("Idempotency-Replayed");
    } finally {
      if (isOpen) await settle(isAnswer);
    }
  };
}

/** The day that the next period begins with, as in `2026-02-01`. */
export function nextMonth(period: string): string {
  const [year, month] = period.split("-").map(Number);
  return new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10);
}
