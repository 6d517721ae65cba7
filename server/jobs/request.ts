/** From the bytes of a job to its request, checked once: in the route where it is short, else on the thread that does it. */
import { LIMITS } from "../../engine/entries/schemas.ts";
import { EngineError } from "../../engine/index.node.ts";
import {
  cutRequestSchema,
  type ExportRequest,
  exportRequestSchema,
  nestRequestSchema,
  type SvgOptions,
  svgOptionsSchema,
  type ValidationItem,
} from "../../engine/v1.ts";
import { missingFile, notAFile, parseBody, parseQuery, ValidationError } from "../answers/validation.ts";
import type { ExecutorJob, JobKind } from "./executor.ts";
import { type FormFile, formField } from "./multipart-form.ts";

type Unread = Pick<ExecutorJob, "kind" | "body" | "form" | "query">;

const READ: Record<JobKind, (job: Unread) => unknown> = {
  nest: ({ body }) => parseBody(nestRequestSchema, textFrom(body)),
  cut: ({ body }) => parseBody(cutRequestSchema, textFrom(body)),
  gcode: ({ body }) => parseBody(exportRequestSchema, textFrom(body)),
  dxf: ({ body }) => parseBody(exportRequestSchema, textFrom(body)),
  parse: (job) => ({ file: drawingFrom(job) }),
  svg: (job) => pictureFrom(job),
};

/** @throws ValidationError, EngineError */
export function readRequest(job: Unread): unknown {
  return READ[job.kind](job);
}

/** @throws ValidationError, EngineError INVALID_INPUT, FILE_TOO_LARGE */
function drawingFrom({ body, form = "" }: Unread): FormFile {
  // A body that is no form has no file.
  const isForm = /^multipart\/form-data\s*(?:;|$)/i.test(form);
  const field = isForm ? formField(body, form, "file") : undefined;
  if (field === undefined) throw missingFile();
  if (typeof field === "string") throw notAFile(field);
  if (field.bytes.byteLength > LIMITS.file_bytes) {
    throw new EngineError("FILE_TOO_LARGE", `The request is larger than ${LIMITS.file_bytes / 1048576} MB`);
  }
  return field;
}

/**
 * Faults of the query are told together with a missing file, the query first.
 * @throws ValidationError, EngineError INVALID_INPUT, FILE_TOO_LARGE
 */
function pictureFrom(job: Unread): { file: FormFile; svg: SvgOptions } {
  const items: ValidationItem[] = [];
  const svg = collect(items, () => parseQuery(svgOptionsSchema, job.query ?? {}));
  const file = collect(items, () => drawingFrom(job));
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

/** The text of a body. @throws EngineError INVALID_INPUT when the bytes are no UTF-8 */
export function textFrom(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new EngineError("INVALID_INPUT", "The body is not valid UTF-8");
  }
}

/**
 * A request as the engine gets it: checked, or as it came, for the thread to read.
 * @returns what the engine's methods take; their types know only requests that the engine checks
 */
export function given<Request>({ kind, body, request }: ExecutorJob): Request {
  const either = request === undefined ? { unread: { kind, body } } : { checked: request };
  return either as Request;
}

/** On a thread: the input of a task, with its request read. @throws EngineError */
export function readInput(input: unknown): unknown {
  const { unread, request } = input as { unread?: Unread; request?: { unread?: Unread } };
  if (unread) return { checked: readHere(unread) };
  if (request?.unread) return { ...(input as object), request: { checked: readHere(request.unread) } };
  return input;
}

/** On a thread: the number of the sheet, which names the file, goes out with a program. */
export function amendOutput(output: object, input: unknown): object {
  const { request } = input as { request?: { checked?: ExportRequest } };
  return request?.checked ? { ...output, sheet_index: request.checked.sheet_index } : output;
}

/** Only errors of the engine get from one thread to another. */
function readHere(job: Unread): unknown {
  try {
    return readRequest(job);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const details = error.items.map((item) => ({ path: item.loc, message: item.msg, item }));
    throw new EngineError("INVALID_INPUT", error.message, { details });
  }
}

/** The error as `readRequest` has thrown it. */
export function errorOfThread(error: unknown): unknown {
  const details = error instanceof EngineError ? error.details : [];
  const items = details.flatMap((detail) => ("item" in detail ? [detail.item as never] : []));
  return items.length > 0 ? new ValidationError(items) : error;
}
