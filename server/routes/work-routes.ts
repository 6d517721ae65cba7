/** `/v1/parse`, `/v1/solve` and `/v1/export`: requests for work, which the quota counts. */
import type { Hono } from "hono";
import { LIMITS, postSchema, TIME_LIMITS_MS } from "../../engine/entries/schemas.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { readRequest } from "../jobs/request.ts";
import { readBody } from "../middleware/body.ts";
import { guardWork } from "../middleware/guards.ts";
import { jsonShape, runJob, timeLimit } from "./job.ts";

const MB = 1024 * 1024;
/** A form may be larger than its file by so much. */
const FORM_BYTES = LIMITS.file_bytes + 256 * 1024;
const BINARY = "application/octet-stream";

/** A drawing comes in as a form, geometry or a picture goes out. */
export function addParseRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  // A body that is too long to be kept is told first.
  const bytes = Math.max(deps.config.MAX_JSON_MB * MB, FORM_BYTES);
  for (const [path, kind] of [
    ["/v1/parse/dxf", "parse"],
    ["/v1/parse/dxf-to-svg", "svg"],
  ] as const) {
    app.post(path, guardWork(deps, { scope: "parse" }, bytes, formShape(kind)), (c) =>
      runJob(c, deps, { kind, ...formOf(c), timeLimitMs: timeLimit(c, deps, "parse") }),
    );
  }
}

export function addSolveRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const bytes = deps.config.MAX_JSON_MB * MB;
  for (const [path, kind] of [
    ["/v1/solve/nest-2d", "nest"],
    ["/v1/solve/cut-1d", "cut"],
  ] as const) {
    const guards = guardWork(deps, { scope: "solve" }, bytes, jsonShape(bytes, kind));
    app.post(path, guards, (c) => runJob(c, deps, { kind, timeLimitMs: timeLimit(c, deps, kind) }));
  }
}

/** One nested sheet as a machine program or as a drawing, to be saved as a file. */
export function addExportRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const { MAX_JSON_MB, AUTH_EXPORT, EXPORT_POST } = deps.config;
  const bytes = MAX_JSON_MB * MB;
  const admission = { scope: "export", optional: AUTH_EXPORT === "optional" } as const;
  const post = EXPORT_POST === undefined ? undefined : postSchema.parse(JSON.parse(EXPORT_POST));
  for (const kind of ["gcode", "dxf"] as const) {
    const guards = guardWork(deps, admission, bytes, jsonShape(bytes, kind));
    app.post(`/v1/export/${kind}`, guards, async (c) => {
      const job = { kind, timeLimitMs: TIME_LIMITS_MS.export, ...(post ? { post } : {}) };
      const answer = await runJob(c, deps, job);
      // Clients that generators make know few types, and no drawings.
      const wantsBinary = c.req.header("Accept")?.toLowerCase().includes(BINARY);
      if (kind === "dxf" && answer.status === 200 && wantsBinary) answer.headers.set("Content-Type", BINARY);
      return answer;
    });
  }
}

/** Takes the form apart: that is quick however long it is and however it is made. */
function formShape(kind: "parse" | "svg"): Middleware {
  return async (c, next) => {
    const body = await readBody(c, FORM_BYTES);
    c.set("request", readRequest({ kind, body, ...formOf(c) }));
    await next();
  };
}

/** The last value of each key of the query counts where one is repeated. */
function formOf(c: AppContext): { form: string; query: Record<string, string> } {
  const query = Object.entries(c.req.queries()).map(([key, values]) => [key, values.at(-1) ?? ""]);
  return { form: c.req.header("Content-Type") ?? "", query: Object.fromEntries(query) };
}
