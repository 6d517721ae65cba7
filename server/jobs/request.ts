/**
 * From the bytes of a job to its request, checked. A job is read once: by the route that takes it, where it is short,
 * else by the thread that does it.
 */
import { EngineError } from "../../engine/index.node.ts";
import {
  cutRequestSchema,
  type ExportRequest,
  exportRequestSchema,
  nestRequestSchema,
} from "../../engine/v1.ts";
import { parseBody, ValidationError } from "../answers/validation.ts";
import { drawingFrom, pictureFrom } from "./drawing-work.ts";
import type { ExecutorJob, JobKind } from "./executor.ts";

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
