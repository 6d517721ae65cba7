/** Compresses the page and its files, where the client says that it can read that. */

import { type Compressed, compress, encodingFrom } from "../answers/zip.ts";
import type { Middleware } from "../context/context.ts";

const TEXT = /^(?:text\/|application\/(?:json|javascript|wasm|manifest)|image\/svg)/;

/** Compresses files and pages once each: they stay as they are while the process lives. */
export function compressFiles(): Middleware {
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
