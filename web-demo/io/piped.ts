/** Bytes through a stream that packs or unpacks them. */

/** @throws Error where more than `most` bytes come out: a few kilobytes can claim to be gigabytes. */
export async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let one = await reader.read(); !one.done; one = await reader.read()) {
    parts.push(one.value as Uint8Array<ArrayBuffer>);
    size += one.value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new Error(`it is more than ${most / 1e6} MB when it is unpacked`);
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
