/** One line for every request: what was asked, what was answered, how long it took. Never a key: the query is not logged. */
import { type AppDeps, clientAddress, type Middleware } from "../context.ts";

/** What nginx made the usual number for a client that has gone before the answer. */
const CLIENT_GONE = 499;

export function logRequests({ logger, config, now = Date.now }: AppDeps): Middleware {
  return async (c, next) => {
    const started = now();
    await next();
    const status = c.req.raw.signal.aborted ? CLIENT_GONE : c.res.status;
    const fields = {
      request_id: c.get("requestId"),
      method: c.req.method,
      path: c.req.path,
      status,
      duration_ms: now() - started,
      address: clientAddress(c, config),
      account: c.get("owner")?.account.id,
      fault: c.get("fault"),
    };
    if (status >= 500) logger.error(fields, "request");
    else logger.info(fields, "request");
  };
}
