/** A span for every request, named by its route, with what the log says of it. */
import type { AppDeps, Middleware } from "../context/context.ts";
import { hideKeys, routeOf } from "./log.ts";

export function traceRequests({ traces }: AppDeps): Middleware {
  return async (c, next) => {
    if (!traces) return next();
    const { method } = c.req;
    const span = traces.begin(method, "server", c.req.header("traceparent"));
    c.set("span", span);
    await next();
    const route = routeOf(c);
    const fields = {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": c.res.status,
      "offcut.request_id": c.get("requestId"),
      "offcut.account": (c.get("owner") ?? c.get("account"))?.account.id,
      "offcut.key": c.get("owner")?.keyId,
      "offcut.reason": c.get("reason"),
    };
    const failed = c.res.status >= 500 ? (hideKeys(c.get("fault")) ?? "") : undefined;
    span.end(fields, { name: `${method} ${route}`, failed });
  };
}
