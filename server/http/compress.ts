/** Compresses what is sent, where the client says that it can read it. Nothing with a secret in it: length would tell. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Middleware } from "../context/context.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Shorter texts do not gain. */
export const LEAST_BYTES = 1400;
/** Answers are compressed quickly, files that are kept once and well. */
const QUALITY = { answer: 3, file: 10 };
const TEXT = /^(?:text\/|application\/(?:json|javascript|wasm|manifest)|image\/svg)/;

export interface Compressed {
  encoding: "br" | "gzip";
  bytes: Uint8Array<ArrayBuffer>;
}
export type Compress = (
  bytes: Uint8Array,
  accepted: string | undefined,
  kind: keyof typeof QUALITY,
) => Promise<Compressed | undefined>;

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

/** What the client reads (RFC 9110, 12.5.3); a weight of 0 means that it does not. */
function encodingFrom(accepted = ""): Compressed["encoding"] | undefined {
  const read = accepted
    .toLowerCase()
    .split(",")
    .map((word) => word.trim().split(/\s*;\s*/))
    .filter(([, weight = "q=1"]) => Number(weight.replace(/^q=/, "")) > 0)
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((name) => read.includes(name));
}

/** Of files and pages, which stay as they are while the process lives: each is compressed once. */
export function compressFiles(compress: Compress): Middleware {
  const known = new Map<string, Promise<Compressed | undefined>>();
  return async (c, next) => {
    await next();
    const { res } = c;
    if (c.req.method !== "GET" || res.status !== 200 || !TEXT.test(res.headers.get("Content-Type") ?? ""))
      return;
    res.headers.append("Vary", "Accept-Encoding");
    const encoding = encodingFrom(c.req.header("Accept-Encoding"));
    if (!encoding) return;
    const key = `${encoding} ${c.req.path}`;
    const bytes = async () => compress(new Uint8Array(await res.clone().arrayBuffer()), encoding, "file");
    const made = known.get(key) ?? bytes();
    known.set(key, made);
    const compressed = await made;
    if (!compressed) return;
    const headers = new Headers(res.headers);
    headers.set("Content-Encoding", compressed.encoding);
    headers.set("Content-Length", String(compressed.bytes.byteLength));
    await res.body?.cancel();
    c.res = undefined;
    c.res = new Response(compressed.bytes, { status: 200, headers });
  };
}
