/**
 * From an answer to a response. A long one is written piece by piece as fast as the client reads, and counts for whoever
 * asked until it has been taken.
 */
import { cutEnvelope } from "../answers/envelope.ts";
import type { AppContext } from "../context/context.ts";
import type { Answer } from "../jobs/executor.ts";

/** Longer bodies are written in pieces of so many bytes. */
const PIECE = 64 * 1024;

/** @param rest the body, where it is read while it is sent */
export function respond(
  c: AppContext,
  { status, headers, body, plan, elapsedMs }: Answer,
  rest?: AsyncIterator<Uint8Array>,
): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.status(status as 200);
  if (plan) return c.body(streamFrom(encoded(cutEnvelope(plan, elapsedMs))));
  if (rest) return c.body(streamFrom(rest));
  if (body.length <= PIECE) return c.body(body);
  const bytes = Buffer.from(body);
  c.get("answering")(bytes.byteLength, "made");
  c.header("Content-Length", String(bytes.byteLength));
  return c.body(streamFrom(pieces(bytes)));
}

function* encoded(texts: Generator<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Never more than a piece ahead of the client; other requests get their turn after each piece. */
function streamFrom(source: Iterator<Uint8Array> | AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}
