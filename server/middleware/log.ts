/**
 * One line and one count for every request: what was asked, what was answered, how long it took. Never a key:
 * the query is not logged, and what looks like a key elsewhere is made unreadable.
 */
import { matchedRoutes } from "hono/route";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";

/** Nginx's number for a client that has gone before the answer. */
const CLIENT_GONE = 499;

export function logRequests({ logger, metrics, config, now = Date.now }: AppDeps): Middleware {
  return async (c, next) => {
    const started = now();
    await next();
    const status = c.req.raw.signal.aborted ? CLIENT_GONE : c.res.status;
    const durationMs = now() - started;
    const reason = status === 503 ? (c.get("reason") ?? "ending") : undefined;
    metrics?.observe({ method: methodOf(c), route: routeOf(c), status, seconds: durationMs / 1000, reason });
    const fields = {
      request_id: c.get("requestId"),
      trace_id: c.get("span")?.traceId,
      method: c.req.method,
      path: hideKeys(c.req.path),
      status,
      duration_ms: durationMs,
      address: clientAddress(c, config),
      account: (c.get("owner") ?? c.get("account"))?.account.id,
      key: c.get("owner")?.keyId,
      kind: c.get("work")?.kind,
      work_ms: c.get("work")?.ms,
      reason,
      fault: hideKeys(c.get("fault")),
    };
    if (status >= 500) logger.error(fields, "request");
    else logger.info(fields, "request");
  };
}

export function hideKeys(text: string | undefined): string | undefined {
  return text?.replace(/ofc_[0-9A-Za-z]{8,}/g, "ofc_…");
}

/** Names that a client makes up are no labels: each would be a series of its own. */
function methodOf(c: AppContext): string {
  return METHODS.has(c.req.method) ? c.req.method : "other";
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The template of the route that answers. */
export function routeOf(c: AppContext): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  return route?.path ?? "other";
}
