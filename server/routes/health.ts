/** `/health` says that the process lives, `/health/ready` that it can answer requests, `/metrics` how it fares. */
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { VERSION } from "../../engine/index.node.ts";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { within } from "../jobs/promises.ts";

/** Whoever asks gets an answer within a second, whatever the stores do. */
const READY_MS = 900;

/** Checks of what a process needs, by name: each rejects where it is not there. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export function addHealthRoutes(
  app: Hono<AppEnv>,
  { draining = () => false }: Pick<AppDeps, "draining">,
  checks: HealthChecks,
): void {
  const started = performance.now();
  const report = (status: string) => ({
    status,
    version: VERSION,
    engine_version: VERSION,
    uptime_seconds: Math.floor((performance.now() - started) / 1000),
  });
  app.get("/health", (c) => (draining() ? c.json(report("draining"), 503) : c.json(report("ok"))));
  app.get("/health/ready", async (c) => {
    if (draining()) return c.json(report("draining"), 503);
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const done = check().then(() => "ok");
        return [name, (await within(READY_MS, done)) ?? "unavailable"];
      }),
    );
    const isReady = results.every(([, word]) => word === "ok");
    const body = { ...report(isReady ? "ok" : "unavailable"), checks: Object.fromEntries(results) };
    return c.json(body, isReady ? 200 : 503);
  });
}

/** Endpoints of a process that only works: whether it lives, whether it can work, how it fares. */
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

/** Only where there is a token to guard it with: what it tells is not for everyone. */
export function addMetricsRoute(app: Hono<AppEnv>, { metrics, config }: Pick<AppDeps, "metrics" | "config">) {
  const token = config.METRICS_TOKEN;
  if (!metrics || token === undefined) return;
  app.get("/metrics", bearerAuth({ token }), async (c) =>
    c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType }),
  );
}
