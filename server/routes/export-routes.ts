/** `/v1/export/*`: one nested sheet as a machine program or as a drawing, to be saved as a file. */
import type { Hono } from "hono";
import { postSchema, TIME_LIMITS_MS } from "../../engine/entries/schemas.ts";
import type { AppContext, AppDeps, AppEnv } from "../context/context.ts";
import { guardWork } from "../middleware/guards.ts";
import { jsonShape, runJob } from "./job.ts";

const MB = 1024 * 1024;
const BYTES = "application/octet-stream";

export function addExportRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const bytes = deps.config.MAX_JSON_MB * MB;
  const admission = { scope: "export", optional: deps.config.AUTH_EXPORT === "optional" } as const;
  const { EXPORT_POST } = deps.config;
  const post = EXPORT_POST === undefined ? undefined : postSchema.parse(JSON.parse(EXPORT_POST));
  for (const kind of ["gcode", "dxf"] as const) {
    const guards = guardWork(deps, admission, { bytes, shape: jsonShape(bytes, kind) });
    app.post(`/v1/export/${kind}`, guards, async (c) => {
      const job = { kind, timeLimitMs: TIME_LIMITS_MS.export, ...(post ? { post } : {}) };
      const answer = await runJob(c, deps, job);
      if (kind === "dxf" && answer.status === 200 && wantsBytes(c)) answer.headers.set("Content-Type", BYTES);
      return answer;
    });
  }
}

/** Clients that generators make know few types, and no drawings. */
function wantsBytes(c: AppContext): boolean {
  return c.req.header("Accept")?.toLowerCase().includes(BYTES) ?? false;
}
