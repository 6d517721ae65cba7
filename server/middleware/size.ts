/** Reads a body of bounded size. Compressed bodies are refused: what they unpack to has no bound. */
import { EngineError } from "../../engine/index.node.ts";
import type { AppContext } from "../context.ts";

/** @throws EngineError FILE_TOO_LARGE, INVALID_INPUT */
export async function readBody(c: AppContext, limit: number): Promise<Uint8Array> {
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  const encoding = c.req.header("Content-Encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new EngineError("INVALID_INPUT", "A body with a Content-Encoding is not read; send it as it is");
  }
  // A declared length is kept by the HTTP parser; without one the bytes are counted as they come.
  if (declared >= 0) return new Uint8Array(await c.req.raw.arrayBuffer());
  return c.req.raw.body ? readStream(c.req.raw.body, limit) : new Uint8Array();
}

async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

export function tooLarge(limit: number): EngineError {
  const size = limit % 1048576 === 0 ? `${limit / 1048576} MB` : `${limit} bytes`;
  return new EngineError("FILE_TOO_LARGE", `The request is larger than ${size}`);
}
