/** `/v1/parse/*`: a drawing comes in as a form, geometry or a picture goes out. */
import type { Hono } from "hono";
import { LIMITS } from "../../engine/index.node.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { drawingFrom, pictureFrom } from "../jobs/drawing.ts";
import { readBody } from "../middleware/body.ts";
import { CHECKED_BYTES, runJob, timeLimit } from "./job.ts";

/** A form may be larger than its file by so much. */
export const FORM_BYTES = LIMITS.fileBytes + 256 * 1024;

export function addParseRoutes(app: Hono<AppEnv>, deps: AppDeps, guards: Middleware): void {
  app.post("/v1/parse/dxf", guards, async (c) => {
    const request = await readForm(c);
    if (isShort(request)) drawingFrom(request);
    return runJob(c, deps, { kind: "parse", ...request, timeLimitMs: timeLimit(c, deps, "parse") });
  });
  app.post("/v1/parse/dxf-to-svg", guards, async (c) => {
    const request = { ...(await readForm(c)), query: lastValues(c) };
    if (isShort(request)) pictureFrom(request);
    return runJob(c, deps, { kind: "svg", ...request, timeLimitMs: timeLimit(c, deps, "parse") });
  });
}

async function readForm(c: AppContext): Promise<{ body: Uint8Array; form: string }> {
  const body = await readBody(c, FORM_BYTES);
  return { body, form: c.req.header("Content-Type") ?? "" };
}

/** Its mistakes can be told at once. */
function isShort({ body }: { body: Uint8Array }): boolean {
  return body.byteLength <= CHECKED_BYTES;
}

/** The last value of each key counts where one is repeated. */
function lastValues(c: AppContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [key, values.at(-1) ?? ""]),
  );
}
