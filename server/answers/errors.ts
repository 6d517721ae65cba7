/** Which status and body does a failure get? The one table from error codes to HTTP, used on every thread that answers. */
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { EngineError, type ErrorCode } from "../../engine/index.node.ts";
import { JSON_TYPE } from "./envelope.ts";
import { ValidationError } from "./validation.ts";

export const ERROR_STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  AUTH_REQUIRED: 401,
  INVALID_API_KEY: 401,
  USAGE_LIMIT_EXCEEDED: 402,
  RATE_LIMIT_EXCEEDED: 429,
  INVALID_DXF: 400,
  INVALID_INPUT: 400,
  FILE_TOO_LARGE: 413,
  WORKER_FAILED: 500,
  WASM_UNAVAILABLE: 500,
  ENGINE_CLOSED: 503,
  INTERNAL: 500,
};

/** When to try again where nobody knows better, in seconds. */
const RETRY_S = 5;

/** Why the service cannot answer now: for the log, the metrics and the traces. */
export type Reason =
  | "queue full"
  | "waited too long"
  | "overran"
  | "worker lost"
  | "ending"
  | "memory full"
  | "passwords busy"
  | "database"
  | "queue";

/** A refusal of the service as a whole; nothing is wrong with the request. */
export class Unavailable extends HTTPException {
  constructor(
    readonly reason: Reason,
    cause?: unknown,
  ) {
    super(503, { message: "Service Unavailable", cause });
  }
}

/** A refusal of this client alone, and the seconds after which another try makes sense; nothing is wrong with the request. */
export class TooManyRequests extends EngineError {
  constructor(
    message: string,
    readonly retryS = RETRY_S,
  ) {
    super("RATE_LIMIT_EXCEEDED", message);
  }
}

/** Answer for the client, and for the log the cause that the client does not get to see. */
export interface ErrorAnswer {
  status: ContentfulStatusCode;
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
  fault?: string;
  reason?: Reason;
}

export function answerFromError(error: unknown): ErrorAnswer {
  if (error instanceof ValidationError) return answer(422, error.items);
  if (error instanceof HTTPException) {
    const text = error.message || (error.status === 401 ? "Unauthorized" : "Bad Request");
    const reason = error instanceof Unavailable ? error.reason : undefined;
    const told = { ...(error.cause ? { fault: traceOf(error.cause) } : {}), ...(reason ? { reason } : {}) };
    return { ...answer(error.status, text), ...told };
  }
  if (!(error instanceof EngineError)) return internalError(error);
  const status = ERROR_STATUS[error.code];
  if (status === 503)
    return { ...answer(status, "Service Unavailable"), fault: error.message, reason: "ending" };
  if (status >= 500) return internalError(error);
  const refusal = answer(status, { code: error.code, message: error.message });
  if (error instanceof TooManyRequests) refusal.headers["Retry-After"] = String(error.retryS);
  return refusal;
}

function internalError(error: unknown): ErrorAnswer {
  return { ...answer(500, "Internal Server Error"), fault: traceOf(error) };
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? error.message;
  return error.cause === undefined ? trace : `${trace}\nbecause of ${traceOf(error.cause)}`;
}

function answer(status: ContentfulStatusCode, detail: unknown): ErrorAnswer {
  const headers: Record<string, string> = { "Content-Type": JSON_TYPE };
  if (status === 503) headers["Retry-After"] = String(RETRY_S);
  return { status, headers, body: JSON.stringify({ detail }) };
}
