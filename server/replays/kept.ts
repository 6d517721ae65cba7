/**
 * An answer as it is kept on disk: a head in JSON, a line break, the body; all of it deflated. It is read piece by piece, as fast
 * as a client takes it, so that an answer which nobody reads takes no more memory than on disk.
 */
import { promisify } from "node:util";
import { createInflateRaw, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);
const LINE_BREAK = 0x0a;

export function packAnswer(head: object, body: string): Promise<Buffer> {
  return deflate(`${JSON.stringify(head)}\n${body}`);
}

/** @returns the head, and what follows; answers of older versions have no line break and their body in the head */
export async function openAnswer(
  packed: Uint8Array,
): Promise<{ head: unknown; body: AsyncGenerator<Uint8Array> }> {
  const inflater = createInflateRaw();
  inflater.end(packed);
  const pieces: AsyncIterator<Buffer> = inflater[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let rest: Buffer | undefined;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    const at = next.value.indexOf(LINE_BREAK);
    if (at >= 0) rest = next.value.subarray(at + 1);
    read.push(at < 0 ? next.value : next.value.subarray(0, at));
    if (rest) break;
  }
  const head = JSON.parse(Buffer.concat(read).toString());
  async function* body() {
    try {
      if (rest?.byteLength) yield rest;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      inflater.destroy();
    }
  }
  return { head, body: body() };
}
