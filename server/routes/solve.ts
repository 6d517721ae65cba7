/** `/v1/solve/*`: nesting and cutting. */
import type { Hono } from "hono";
import { cutRequestSchema, nestRequestSchema } from "../../engine/index.node.ts";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { guardWork } from "../middleware/guards.ts";
import { jsonShape, runJob, timeLimit } from "./job.ts";

const MB = 1024 * 1024;

export function addSolveRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const bytes = deps.config.MAX_JSON_MB * MB;
  for (const [path, kind, schema] of [
    ["/v1/solve/nest-2d", "nest", nestRequestSchema],
    ["/v1/solve/cut-1d", "cut", cutRequestSchema],
  ] as const) {
    const guards = guardWork(deps, { scope: "solve" }, { bytes, shape: jsonShape(bytes, schema) });
    app.post(path, guards, (c) =>
      runJob(c, deps, { kind, body: c.get("body")!, timeLimitMs: timeLimit(c, deps, kind) }),
    );
  }
}
