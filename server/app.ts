/**
 * The service as one object: `createApp(deps).fetch(request)` answers any request. It opens no port, reads no file and keeps
 * nothing outside `deps`, so a test or another runtime can host it.
 */
import { Hono } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { answerFromError } from "./answers/errors.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "./context/context.ts";
import { receiveBodies } from "./middleware/body.ts";
import { compressFiles } from "./middleware/compress.ts";
import { logRequests } from "./middleware/log.ts";
import { rateHeaders } from "./middleware/rate.ts";
import { addAccountRoutes } from "./routes/account-routes.ts";
import { addDocsRoutes } from "./routes/docs.ts";
import { addHealthRoutes, addMetricsRoute } from "./routes/health.ts";
import { addJobRoutes } from "./routes/jobs.ts";
import { addRegisterRoute } from "./routes/register.ts";
import { addExportRoutes, addParseRoutes, addSolveRoutes } from "./routes/work-routes.ts";

export type { AppDeps } from "./context/context.ts";

export function createApp(deps: AppDeps): Hono<AppEnv> {
  // Not strict: a path with a slash at its end is the same path.
  const app = new Hono<AppEnv>({ strict: false });
  app.use(requestId(), logRequests(deps), rateHeaders(deps), securityHeaders(deps), crossOrigin(deps));
  app.use("/v1/*", neverCached, receiveBodies(deps));
  const files = compressFiles();
  app.use((c, next) => (/^\/(?:v1|health|metrics)(?:\/|$)/.test(c.req.path) ? next() : files(c, next)));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        c.json({ detail: "Method Not Allowed" }, 405, { Allow: methods.join(", ") }),
    }),
  );
  addHealthRoutes(app, deps, {
    store: () => deps.store.beat(),
    queue: () => deps.executor.ping(),
  });
  addMetricsRoute(app, deps);
  addDocsRoutes(app, deps);
  addRegisterRoute(app, deps);
  addAccountRoutes(app, deps);
  addJobRoutes(app, deps);
  addParseRoutes(app, deps);
  addSolveRoutes(app, deps);
  addExportRoutes(app, deps);
  if (deps.assets) app.use("*", webApp(deps.assets));
  app.notFound((c) => c.json({ detail: "Not Found" }, 404));
  app.onError((error, c) => {
    const { status, headers, body, fault, reason } = answerFromError(error);
    if (reason !== undefined) c.set("reason", reason);
    if (fault !== undefined) c.set("fault", fault);
    return c.body(body, status, headers);
  });
  return app;
}

/** Programs that a reader changes in a page of the docs are modules out of blobs; nothing else may run such. */
function securityHeaders({ site }: AppDeps): Middleware {
  const [usual, docs] = [policies([]), policies(["blob:"])];
  const isDocs = (path: string) => site !== undefined && /^\/docs(?!\/api(?:\/|$))(?:\/|$)/.test(path);
  return (c, next) => (isDocs(c.req.path) ? docs : usual)(c, next);
}

function policies(scripts: string[]): Middleware {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scripts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      workerSrc: ["'self'", "blob:"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    // Other sites may call the interface, as CORS_ORIGINS says; TLS is the business of the proxy in front.
    crossOriginResourcePolicy: "cross-origin",
    strictTransportSecurity: false,
  });
}

/** Answers under a key are for whoever asked, now. */
async function neverCached(c: AppContext, next: () => Promise<void>): Promise<void> {
  await next();
  c.res.headers.set("Cache-Control", "no-store");
}

/** Headers of answers that scripts of other sites may read. */
const EXPOSED = [
  "X-Offcut-Findings",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Content-Disposition",
  "X-Request-Id",
  "Preference-Applied",
  "Location",
  "Idempotency-Replayed",
];

/**
 * Hono's CORS middleware answers preflights. For all other requests it would begin the answer before the route does, and an
 * answer that is begun twice is sent as a stream, in two writes.
 */
function crossOrigin({ config }: AppDeps): Middleware {
  const origins = config.CORS_ORIGINS.split(",").map((origin) => origin.trim());
  const isOpen = origins.includes("*");
  const preflight = cors({
    origin: isOpen ? "*" : origins,
    allowHeaders: [
      "Content-Type",
      "X-API-Key",
      "Authorization",
      "Prefer",
      "Idempotency-Key",
      "X-Offcut-Webhook",
      "traceparent",
    ],
    exposeHeaders: EXPOSED,
    maxAge: 600,
  });
  return async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    await next();
    const { headers } = c.res;
    const allowed = isOpen ? "*" : origins.find((origin) => origin === c.req.header("Origin"));
    if (allowed !== undefined) headers.set("Access-Control-Allow-Origin", allowed);
    headers.set("Access-Control-Expose-Headers", EXPOSED.join(","));
    if (!isOpen) headers.append("Vary", "Origin");
  };
}

/** The web app's files at every path that is no path of the interface. */
function webApp(assets: Middleware): Middleware {
  return (c, next) => {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    return reads && !c.req.path.startsWith("/v1/") ? assets(c, next) : next();
  };
}
