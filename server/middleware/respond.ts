/** From an answer to a response. A long one is sent piece by piece as fast as the client reads, and counts until it is taken. */

import { cutEnvelope, JSON_TYPE, shortEnvelope } from "../answers/envelope.ts";
import { compress, LEAST_BYTES } from "../answers/zip.ts";
import type { AppContext } from "../context/context.ts";
import type { Answer } from "../jobs/executor.ts";

/** Longer bodies are written in pieces of so many bytes. */
const PIECE = 64 * 1024;

/** A short answer that cost no work. */
export function sendData(c: AppContext, data: object): Response {
  c.header("Content-Type", JSON_TYPE);
  return c.body(shortEnvelope(data, 0));
}

/** @param rest the body, where it is read while it is sent */
export async function respond(
  c: AppContext,
  { status, headers, body: text, plan, elapsedMs, reason }: Answer,
  rest?: AsyncIterator<Uint8Array>,
): Promise<Response> {
  if (reason) c.set("reason", reason);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.status(status as 200);
  if (rest && !plan) return c.body(streamFrom(rest));
  const body = plan ? beginning(cutEnvelope(plan, elapsedMs)) : text;
  if (plan && body.length > PIECE) return c.body(streamFrom(encoded(cutEnvelope(plan, elapsedMs))));
  if (body.length < LEAST_BYTES) return c.body(body);
  let bytes: Uint8Array<ArrayBuffer> = new TextEncoder().encode(body);
  const compressed = await compress(bytes, c.req.header("Accept-Encoding"), "answer");
  c.header("Vary", "Accept-Encoding", { append: true });
  if (compressed) {
    bytes = compressed.bytes;
    c.header("Content-Encoding", compressed.encoding);
  }
  if (bytes.byteLength <= PIECE) return c.body(bytes);
  c.get("answering")(bytes.byteLength, "made");
  c.header("Content-Length", String(bytes.byteLength));
  return c.body(streamFrom(pieces(bytes)));
}

/** All of a short text, more than a piece of a longer one. */
function beginning(texts: Generator<string>): string {
  let body = "";
  for (const text of texts) {
    body += text;
    if (body.length > PIECE) break;
  }
  return body;
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
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
