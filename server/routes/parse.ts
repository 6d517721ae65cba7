/** `/v1/parse/*`: a drawing comes in as a form, geometry or a picture goes out. */
import type { Hono } from "hono";
import { LIMITS, type SvgOptions, svgOptionsSchema, type ValidationItem } from "../../engine/index.node.ts";
import { missingFile, notAFile, parseQuery, ValidationError } from "../answers/validation.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { type FormFile, formField } from "../jobs/form.ts";
import { readBody, tooLarge } from "../middleware/size.ts";
import { runJob, timeLimit } from "./job.ts";

/** A form may be larger than its file by this much. */
const FORM_BYTES = 256 * 1024;

export function addParseRoutes(app: Hono<AppEnv>, deps: AppDeps, guards: Middleware): void {
  app.post("/v1/parse/dxf", guards, async (c) => {
    const file = await readFile(c);
    return runJob(c, deps, { kind: "parse", ...drawing(file), timeLimitMs: timeLimit(c, deps, "parse") });
  });
  app.post("/v1/parse/dxf-to-svg", guards, async (c) => {
    const { svg, file } = await readPictureRequest(c);
    return runJob(c, deps, { kind: "svg", ...drawing(file), svg, timeLimitMs: timeLimit(c, deps, "parse") });
  });
}

function drawing({ name, bytes }: FormFile) {
  return { body: bytes, fileName: name };
}

/** What is wrong with the query is told together with a missing file, the query first. */
async function readPictureRequest(c: AppContext): Promise<{ svg: SvgOptions; file: FormFile }> {
  const items: ValidationItem[] = [];
  const svg = collect(items, () => parseQuery(svgOptionsSchema, lastValues(c)));
  const form = await readForm(c);
  const file = collect(items, () => fileFrom(form));
  if (!svg || !file) throw new ValidationError(items);
  return { svg, file };
}

function collect<Value>(items: ValidationItem[], read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    items.push(...error.items);
    return undefined;
  }
}

/** The last value of each key counts where one is repeated. */
function lastValues(c: AppContext): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [key, values.at(-1) ?? ""]),
  );
}

async function readFile(c: AppContext): Promise<FormFile> {
  return fileFrom(await readForm(c));
}

/** The field `file` of the form; a body that is no form has none. */
async function readForm(c: AppContext): Promise<FormFile | string | undefined> {
  const body = await readBody(c, LIMITS.fileBytes + FORM_BYTES);
  const type = c.req.header("Content-Type") ?? "";
  return /^multipart\/form-data\s*(?:;|$)/i.test(type) ? formField(body, type, "file") : undefined;
}

/** @throws ValidationError, EngineError FILE_TOO_LARGE */
function fileFrom(field: FormFile | string | undefined): FormFile {
  if (field === undefined) throw missingFile();
  if (typeof field === "string") throw notAFile(field);
  if (field.bytes.byteLength > LIMITS.fileBytes) throw tooLarge(LIMITS.fileBytes);
  return field;
}
