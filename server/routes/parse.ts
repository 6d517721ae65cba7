/** `/v1/parse/*`: a drawing comes in as a form, geometry or a picture goes out. */
import type { Hono } from "hono";
import { LIMITS } from "../../engine/entries/schemas.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { readRequest } from "../jobs/request.ts";
import { readBody } from "../middleware/body.ts";
import { guardWork } from "../middleware/guards.ts";
import { runJob, timeLimit } from "./job.ts";

/** A form may be larger than its file by so much. */
const FORM_BYTES = LIMITS.file_bytes + 256 * 1024;
const MB = 1024 * 1024;

export function addParseRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  // A body that is too long to be kept is told first.
  const bytes = Math.max(deps.config.MAX_JSON_MB * MB, FORM_BYTES);
  for (const [path, kind] of [
    ["/v1/parse/dxf", "parse"],
    ["/v1/parse/dxf-to-svg", "svg"],
  ] as const) {
    app.post(path, guardWork(deps, { scope: "parse" }, { bytes, shape: formShape(kind) }), (c) =>
      runJob(c, deps, { kind, ...formOf(c), timeLimitMs: timeLimit(c, deps, "parse") }),
    );
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

function formOf(c: AppContext): { form: string; query: Record<string, string> } {
  return { form: c.req.header("Content-Type") ?? "", query: queryOf(c) };
}

/** The last value of each key counts where one is repeated. */
function queryOf(c: AppContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [key, values.at(-1) ?? ""]),
  );
}
