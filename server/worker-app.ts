/** Endpoints of a process that only works: whether it lives, whether it can work, how it fares. */
import { Hono } from "hono";
import type { AppDeps, AppEnv } from "./context/context.ts";
import { addHealthRoutes, addMetricsRoute, type HealthChecks } from "./routes/health.ts";

export function createWorkerApp(
  deps: Pick<AppDeps, "config" | "metrics" | "draining">,
  checks: HealthChecks,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });
  addHealthRoutes(app, deps, checks);
  addMetricsRoute(app, deps);
  app.notFound((c) => c.json({ detail: "Not Found" }, 404));
  app.onError((_error, c) => c.json({ detail: "Internal Server Error" }, 500));
  return app;
}
