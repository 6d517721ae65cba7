/** The one error class of the package and the closed set of its codes. */

/** Codes of the interface; they travel in `detail.code` of an HTTP answer. */
export const API_ERROR_CODES = [
  "AUTH_REQUIRED",
  "INVALID_API_KEY",
  "RATE_LIMIT_EXCEEDED",
  "USAGE_LIMIT_EXCEEDED",
  "INVALID_DXF",
  "INVALID_INPUT",
  "FILE_TOO_LARGE",
] as const;
/** Code of an error of the interface. */
export type ApiErrorCode = (typeof API_ERROR_CODES)[number];

/** Codes that only the package uses: over HTTP they are plain 5xx answers. */
export const ENGINE_ERROR_CODES = ["WORKER_FAILED", "WASM_UNAVAILABLE", "ENGINE_CLOSED", "INTERNAL"] as const;
/** Codes of `EngineError`: those of the interface, and a few that only the package has. */
export type ErrorCode = ApiErrorCode | (typeof ENGINE_ERROR_CODES)[number];

/** One thing that is wrong with a request: where, and what about the value. */
export interface ErrorDetail {
  /** Path of the field, as in `["parts", 0, "exterior"]`. */
  path: (string | number)[];
  /** Sentence that says what is wrong with the value. */
  message: string;
}

/** Every failure that the package reports on purpose. `message` is a sentence for people, `code` for programs. */
export class EngineError extends Error {
  /** Node prints the name of the class, which a bundler may have made shorter. */
  static override readonly name = "EngineError";
  override readonly name = "EngineError";
  /** For programs. */
  readonly code: ErrorCode;
  /** Every fault of a request, each with its path. */
  readonly details: ErrorDetail[];

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetail[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
  }
}

/** Shorthand for the one error that a field's value causes. */
export function invalidInput(path: (string | number)[], message: string): EngineError {
  return new EngineError("INVALID_INPUT", `${path.join(".")}: ${message}`, { details: [{ path, message }] });
}

/** A drawing that cannot be read: a sentence that says what was found and where. */
export function invalidDxf(message: string): EngineError {
  return new EngineError("INVALID_DXF", message);
}
