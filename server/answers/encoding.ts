/** How an answer may be compressed, as its client says. */

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
  const read = accepted
    .toLowerCase()
    .split(",")
    .map((word) => word.trim().split(/\s*;\s*/))
    .filter(([, weight = "q=1"]) => Number(weight.replace(/^q=/, "")) > 0)
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((name) => read.includes(name));
}
