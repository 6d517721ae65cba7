/** Sources of the bytes of a drawing, in a browser and in Node. */
import { checkedOptions, describeKind } from "../base/contract/options.ts";
import type { ReadOptions } from "../base/contract/read-options.ts";
import type { CallOptions } from "../base/contract/search-options.ts";
import { LIMITS } from "../base/contract/values/limits.ts";
import { EngineError } from "../base/errors.ts";
import type { DrawingFile } from "./files/plans.ts";

/** The bytes of a drawing, as a browser or Node hands them over. */
export type DrawingSource = Uint8Array | ArrayBuffer | Blob;
/** Options of a call of `read`: how the drawing is to be read, and those of every call. */
export type ReadCallOptions = ReadOptions & CallOptions;

/** @throws EngineError FILE_TOO_LARGE, INVALID_INPUT for what is no file */
export async function drawingFile(source: DrawingSource, options: ReadCallOptions): Promise<DrawingFile> {
  const { signal: _signal, timeLimitMs: _limit, ...readOptions } = checkedOptions(options);
  const size = sizeOf(source);
  // The reader refuses a limit that is no positive integer.
  const { max_bytes: wanted = 0 } = readOptions;
  const maxBytes = Number.isInteger(wanted) && wanted > 0 ? wanted : LIMITS.file_bytes;
  if (size > maxBytes)
    throw new EngineError("FILE_TOO_LARGE", `The file has ${size} bytes; the limit is ${maxBytes}`);
  const bytes =
    source instanceof Uint8Array
      ? source
      : new Uint8Array(source instanceof Blob ? await source.arrayBuffer() : source);
  return { bytes, options: readOptions };
}

function sizeOf(source: DrawingSource): number {
  if (source instanceof Blob) return source.size;
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return source.byteLength;
  throw new EngineError(
    "INVALID_INPUT",
    `Expected the bytes of a file (Uint8Array, ArrayBuffer or Blob), got ${describeKind(source)}`,
  );
}
