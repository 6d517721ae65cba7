/** How an answer may be compressed, as its client says. */

import { parseAccept } from "hono/utils/accept";

/** Shorter texts do not gain. */
export const LEAST_BYTES = 1400;

export interface Compressed {
  encoding: "br" | "gzip";
  bytes: Uint8Array<ArrayBuffer>;
}
export type Compress = (
  bytes: Uint8Array,
  accepted: string | undefined,
  kind: "answer" | "file",
) => Promise<Compressed | undefined>;

/** Encoding that the client reads (RFC 9110, 12.5.3); a weight of 0 means that it does not. */
export function encodingFrom(accepted = ""): Compressed["encoding"] | undefined {
  const read = parseAccept(accepted.toLowerCase())
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
  return (["br", "gzip"] as const).find((name) => read.includes(name));
}
