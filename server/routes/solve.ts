/** `/v1/solve/*`: nesting and cutting. */
import type { Hono } from "hono";
import { cutRequestSchema, nestRequestSchema } from "../../engine/index.node.ts";
import type { AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { jsonBody, runJob, timeLimit } from "./job.ts";

const MB = 1024 * 1024;

export function addSolveRoutes(app: Hono<AppEnv>, deps: AppDeps, guards: Middleware): void {
  const limit = deps.config.MAX_JSON_MB * MB;
  app.post("/v1/solve/nest-2d", guards, async (c) => {
    const body = await jsonBody(c, limit, nestRequestSchema);
    return runJob(c, deps, { kind: "nest", body, timeLimitMs: timeLimit(c, deps, "nest") });
  });
  app.post("/v1/solve/cut-1d", guards, async (c) => {
    const body = await jsonBody(c, limit, cutRequestSchema);
    return runJob(c, deps, { kind: "cut", body, timeLimitMs: timeLimit(c, deps, "cut") });
  });
}
