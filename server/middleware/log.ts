/**
 * One line, one count and one span for every request: what was asked, what was answered, how long it took. Never a key: the query
 * is not logged, and what looks like a key elsewhere is made unreadable.
 */
import { matchedRoutes } from "hono/route";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";

/** Nginx's number for a client that has gone before the answer. */
const CLIENT_GONE = 499;

export function logRequests({ logger, metrics, traces, config, now = Date.now }: AppDeps): Middleware {
  return async (c, next) => {
    const started = now();
    const { method } = c.req;
    const span = traces?.begin(method, "SERVER", c.req.header("traceparent"));
    if (span) c.set("span", span);
    await next();
    const route = routeOf(c);
    const { owner, work, requestId: request_id } = c.var;
    const account = (owner ?? c.get("account"))?.account.id;
    const key = owner?.keyId;
    const fault = hideKeys(c.get("fault"));
    const status = c.req.raw.signal.aborted ? CLIENT_GONE : c.res.status;
    const durationMs = now() - started;
    const reason = status === 503 ? (c.get("reason") ?? "ending") : undefined;
    metrics?.observe({ method: methodOf(c), route, status, seconds: durationMs / 1000, reason });
    const fields = {
      request_id,
      trace_id: span?.traceId,
      method,
      path: hideKeys(c.req.path),
      status,
      duration_ms: durationMs,
      address: clientAddress(c, config),
      account,
      key,
      kind: work?.kind,
      work_ms: work?.ms,
      reason,
      fault,
    };
    if (status >= 500) logger.error(fields, "request");
    else logger.info(fields, "request");
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": c.res.status,
      "offcut.request_id": request_id,
      "offcut.account": account,
      "offcut.key": key,
      "offcut.reason": c.get("reason"),
    };
    const failed = c.res.status >= 500 ? (fault ?? "") : undefined;
    span?.end(attributes, { name: `${method} ${route}`, failed });
  };
}

function hideKeys(text: string | undefined): string | undefined {
  return text?.replace(/ofc_[0-9A-Za-z]{8,}/g, "ofc_…");
}

/** Names that a client makes up are no labels: each would be a series of its own. */
function methodOf(c: AppContext): string {
  return METHODS.has(c.req.method) ? c.req.method : "other";
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The template of the route that answers. */
function routeOf(c: AppContext): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  return route?.path ?? "other";
}
