/** `/v1/parse/*`: a drawing comes in as a form, geometry or a picture goes out. */
import type { Hono } from "hono";
import { LIMITS } from "../../engine/index.node.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { drawingFrom, pictureFrom } from "../jobs/drawing.ts";
import type { Job } from "../jobs/executor.ts";
import { readBody } from "../middleware/body.ts";
import { guardWork } from "../middleware/guards.ts";
import { CHECKED_BYTES, runJob, timeLimit } from "./job.ts";

/** A form may be larger than its file by so much. */
const FORM_BYTES = LIMITS.fileBytes + 256 * 1024;
const MB = 1024 * 1024;

type Asked = Pick<Job, "body" | "form" | "query">;

export function addParseRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  // A body that is too long to be kept is told first.
  const bytes = Math.max(deps.config.MAX_JSON_MB * MB, FORM_BYTES);
  const guards = (check: (asked: Asked) => unknown) =>
    guardWork(deps, { scope: "parse" }, { bytes, shape: formShape(check) });
  app.post("/v1/parse/dxf", guards(drawingFrom), (c) =>
    runJob(c, deps, { kind: "parse", ...formOf(c), timeLimitMs: timeLimit(c, deps, "parse") }),
  );
  app.post("/v1/parse/dxf-to-svg", guards(pictureFrom), (c) =>
    runJob(c, deps, {
      kind: "svg",
      ...formOf(c),
      query: queryOf(c),
      timeLimitMs: timeLimit(c, deps, "parse"),
    }),
  );
}

/** Reads a form; what is wrong with a short one is told at once. */
function formShape(check: (asked: Asked) => unknown): Middleware {
  return async (c, next) => {
    const body = await readBody(c, FORM_BYTES);
    if (body.byteLength <= CHECKED_BYTES) check({ ...formOf(c), query: queryOf(c) });
    await next();
  };
}

function formOf(c: AppContext): { body: Uint8Array; form: string } {
  return { body: c.get("body")!, form: c.req.header("Content-Type") ?? "" };
}

/** The last value of each key counts where one is repeated. */
function queryOf(c: AppContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [key, values.at(-1) ?? ""]),
  );
}
