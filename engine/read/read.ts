/** Reads a drawing of either format, told apart by what the file begins with. */
import type { ReadOptions } from "../base/contract/read-options.ts";
import type { PackedDrawing } from "./drawing/model/packed.ts";
import { readPacked } from "./dxf/read.ts";
import { readPackedSvg } from "./svg/read.ts";

/** Bytes that are looked at: a byte order mark and blank lines may stand before the first tag. */
const HEAD = 1024;

/** @throws EngineError as the reader of the format does */
export function readFile(bytes: Uint8Array, options: ReadOptions): PackedDrawing {
  return isMarkup(bytes) ? readPackedSvg(bytes, options) : readPacked(bytes, options);
}

/** A DXF file begins with a group code or the words of a binary one, an SVG document with `<`, in any encoding. */
function isMarkup(bytes: Uint8Array): boolean {
  const blank = new Set([0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);
  const first = bytes.subarray(0, HEAD).find((byte) => !blank.has(byte));
  return first === "<".charCodeAt(0);
}
