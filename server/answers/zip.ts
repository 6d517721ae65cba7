/** Compression as Node has it. Nothing with a secret in it is compressed: its length would tell. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Compress, encodingFrom, LEAST_BYTES } from "./encoding.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Answers are compressed quickly, files that are kept once and well. */
const QUALITY = { answer: 3, file: 10 };

/** @returns nothing where it is to be sent as it is */
export const compress: Compress = async (bytes, accepted, kind) => {
  const encoding = bytes.byteLength < LEAST_BYTES ? undefined : encodingFrom(accepted);
  if (!encoding) return undefined;
  const made =
    encoding === "br"
      ? await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[kind] } })
      : await toGzip(bytes, { level: kind === "file" ? 9 : 1 });
  return { encoding, bytes: new Uint8Array(made) };
};
