/** Compression as Node has it. Nothing with a secret in it is compressed: its length would tell. */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { type Compress, encodingFrom, LEAST_BYTES } from "./encoding.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Answers are compressed quickly, files that are kept once and well. */
const BROTLI = { answer: 3, file: 10 };
const GZIP = { answer: 1, file: 9 };
/** Bytes of an answer that takes less time to compress than to hand to another thread. */
const SHORT = 32 * 1024;

/** @returns nothing where it is to be sent as it is */
export const compress: Compress = async (bytes, accepted, kind) => {
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
};
