/** From the answer of a job to a response. */
import { cutEnvelope } from "../answers/envelope.ts";
import type { AppContext } from "../context/context.ts";
import type { Answer } from "../jobs/executor.ts";

export function respond(c: AppContext, { status, headers, body, plan, elapsedMs }: Answer): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.status(status as 200);
  return c.body(plan ? streamFrom(cutEnvelope(plan, elapsedMs)) : body);
}

/**
 * Written as fast as the client reads, never more than a chunk ahead; other requests get their turn after each
 * chunk.
 */
function streamFrom(chunks: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
