/** Digest by which two requests are the same, in few bytes. */
import { createHash } from "node:crypto";

/** Bytes that are hashed at a time: about 2 ms. */
const SLICE = 1024 * 1024;

/** Others get their turn after each slice: a long body takes a tenth of a second. */
export async function sha256(parts: Uint8Array[]): Promise<Uint8Array> {
  const hash = createHash("sha256");
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += SLICE) {
      if (at > 0) await new Promise((resolve) => setImmediate(resolve));
      hash.update(part.subarray(at, at + SLICE));
    }
  }
  return hash.digest();
}
