/** `/v1/solve/*`: nesting and cutting. */
import type { Hono } from "hono";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { guardWork } from "../middleware/guards.ts";
import { jsonShape, runJob, timeLimit } from "./job.ts";

const MB = 1024 * 1024;

export function addSolveRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const bytes = deps.config.MAX_JSON_MB * MB;
  for (const [path, kind] of [
    ["/v1/solve/nest-2d", "nest"],
    ["/v1/solve/cut-1d", "cut"],
  ] as const) {
    const guards = guardWork(deps, { scope: "solve" }, { bytes, shape: jsonShape(bytes, kind) });
    app.post(path, guards, (c) => runJob(c, deps, { kind, timeLimitMs: timeLimit(c, deps, kind) }));
  }
}
