/**
 * Reads a body of bounded size, and bounds all bodies together. Compressed ones are refused: what they unpack
 * to has no bound.
 */
import { EngineError } from "../../engine/index.node.ts";
import { unavailable } from "../answers/errors.ts";
import type { AppContext, Middleware } from "../context/context.ts";

/**
 * Lets only so many bytes of bodies be in memory at a time, waiting for a worker or in work: without that a
 * full queue of large bodies would take gigabytes. A body that finds no room is answered 503; one alone always
 * has room.
 */
export function boundBodies(all: number): Middleware {
  let held = 0;
  return async (c, next) => {
    let own = 0;
    c.set("hold", (bytes) => {
      if (held > own && held + bytes > all) throw unavailable();
      held += bytes;
      own += bytes;
    });
    try {
      await next();
    } finally {
      held -= own;
    }
  };
}

/** @throws EngineError FILE_TOO_LARGE, INVALID_INPUT */
export async function readBody(c: AppContext, limit: number): Promise<Uint8Array> {
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  const encoding = c.req.header("Content-Encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new EngineError("INVALID_INPUT", "A body with a Content-Encoding is not read; send it as it is");
  }
  const hold = c.get("hold") ?? (() => undefined);
  // A declared length is kept by the HTTP parser; without one the bytes are counted as they come.
  if (declared >= 0) {
    hold(declared);
    return new Uint8Array(await c.req.raw.arrayBuffer());
  }
  return c.req.raw.body ? readStream(c.req.raw.body, limit, hold) : new Uint8Array();
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  hold: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    hold(chunk.byteLength);
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
