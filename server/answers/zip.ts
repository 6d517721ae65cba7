/** Compression of answers, as their client says. Nothing with a secret in it is compressed: its length would tell. */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Answers are compressed quickly, files that are kept once and well. */
const BROTLI = { answer: 3, file: 10 };
const GZIP = { answer: 1, file: 9 };
/** Shorter texts do not gain. */
export const LEAST_BYTES = 1400;
/** Bytes of an answer that takes less time to compress than to hand to another thread. */
const SHORT = 32 * 1024;

export interface Compressed {
  encoding: "br" | "gzip";
  bytes: Uint8Array<ArrayBuffer>;
}

/** Encoding that the client reads (RFC 9110, 12.5.3); a weight of 0 means that it does not. */
export function encodingFrom(accepted = ""): Compressed["encoding"] | undefined {
  const read = parseAccept(accepted.toLowerCase())
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
  return (["br", "gzip"] as const).find((name) => read.includes(name));
}

/** @returns nothing where it is to be sent as it is */
export async function compress(
  bytes: Uint8Array,
  accepted: string | undefined,
  kind: "answer" | "file",
): Promise<Compressed | undefined> {
  const encoding = bytes.byteLength < LEAST_BYTES ? undefined : encodingFrom(accepted);
  if (!encoding) return undefined;
  const isShort = kind === "answer" && bytes.byteLength <= SHORT;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI[kind] } };
  const level = { level: GZIP[kind] };
  const made =
    encoding === "br"
      ? await (isShort ? brotliCompressSync : toBrotli)(bytes, brotli)
      : await (isShort ? gzipSync : toGzip)(bytes, level);
  return { encoding, bytes: new Uint8Array(made) };
}
