/**
 * Which pairs does a binary DXF hold?
 *
 * Layout: a 22-byte sentinel, then pairs of group code and value, little-endian. R12 and older write the code as one
 * byte (255 announces a 16-bit code), R13 and newer as 16 bits. Which of the two is told by the first code, which is
 * below 256 and so has a zero byte behind it when it is wide, and not by $ACADVER, which a file may lack.
 */
import { type Decoder, decodeUtf8 } from "../../drawing/basis/encodings.ts";
import { Tags } from "./tags.ts";

export const BINARY_SENTINEL = "AutoCAD Binary DXF\r\n\x1a\0";

/** Kinds of values; all but texts and chunks have the size that `SIZES` says. */
type ValueKind = "text" | "double" | "int16" | "int32" | "int64" | "byte" | "chunk";

const SIZES = { double: 8, int16: 2, int32: 4, int64: 8, byte: 1 };

/** Upper ends of the group code ranges and what they hold; null ones are undefined. */
const RANGES: [last: number, kind: ValueKind | null][] = [
  [9, "text"],
  [59, "double"],
  [79, "int16"],
  [89, "text"],
  [99, "int32"],
  [109, "text"],
  [149, "double"],
  [159, null],
  [169, "int64"],
  [179, "int16"],
  [209, null],
  [239, "double"],
  [269, null],
  [289, "int16"],
  [299, "byte"],
  [309, "text"],
  [319, "chunk"],
  [369, "text"],
  [389, "int16"],
  [399, "text"],
  [409, "int16"],
  [419, "text"],
  [429, "int32"],
  [439, "text"],
  [459, "int32"],
  [469, "double"],
  [481, "text"],
  [998, null],
  [1003, "text"],
  [1004, "chunk"],
  [1009, "text"],
  [1059, "double"],
  [1070, "int16"],
  [1071, "int32"],
];

/** The same by group code. */
const KINDS = RANGES.flatMap(([last, kind], i): (ValueKind | null)[] =>
  new Array(last - (RANGES[i - 1]?.[0] ?? -1)).fill(kind),
);
/** The shortest pair: a code of one byte and an empty text. */
const SHORTEST_PAIR = 2;

/** The bytes start with the sentinel. */
export class BinaryTags extends Tags {
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    super(bytes, Math.ceil(bytes.length / SHORTEST_PAIR));
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.stopped = this.read();
  }

  /** Numbers are spelt out. Line ends inside a text are written as escapes, as an ASCII file would have them. */
  override text(at: number): string {
    if (KINDS[this.codes[at]!] !== "text") return String(this.number(at));
    const text = super.text(at);
    return /[\r\n]/.test(text) ? text.replace(/\^/g, "^ ").replace(/\n/g, "^J").replace(/\r/g, "^M") : text;
  }

  override number(at: number): number {
    const { view } = this;
    const start = this.starts[at]!;
    switch (KINDS[this.codes[at]!]) {
      case "double": {
        const value = view.getFloat64(start, true);
        return Number.isFinite(value) ? value : Number.NaN;
      }
      case "int16":
        return view.getInt16(start, true);
      case "int32":
        return view.getInt32(start, true);
      case "int64":
        return Number(view.getBigInt64(start, true));
      case "byte":
        return view.getUint8(start);
      case "text":
        return this.numberOfText(at);
      default:
        // Previews and proxy graphics.
        return Number.NaN;
    }
  }

  protected override rawEnd(start: number): number {
    const { bytes } = this;
    let end = start;
    while (end < bytes.length && bytes[end] !== 0) end++;
    return end;
  }

  /** Text by text: what is no text is no sign of the drawing's encoding. */
  protected override decoding(page: Decoder): Decoder {
    return (bytes) => decodeUtf8(bytes) ?? page(bytes);
  }

  /** Answers what stopped it before `0 EOF`. */
  private read(): string | null {
    const { bytes, view } = this;
    const wide = bytes[BINARY_SENTINEL.length + 1] === 0;
    let at = BINARY_SENTINEL.length;
    while (at < bytes.length) {
      const long = wide || bytes[at] === 255;
      const codeAt = wide || !long ? at : at + 1;
      const start = codeAt + (long ? 2 : 1);
      if (start > bytes.length) return `byte ${at}, inside a group code`;
      const code = long ? view.getInt16(codeAt, true) : bytes[at]!;
      const kind = code < 0 ? null : KINDS[code];
      if (!kind) return `byte ${at}, where group code ${code} is undefined`;
      const end = this.valueEnd(kind, start);
      if (end > bytes.length) return `byte ${start}, inside the value of group ${code}`;
      if (this.add(code, start)) return null;
      at = end;
    }
    this.clean = true;
    return `byte ${at}, where the file ends`;
  }

  /** Behind the last byte of the file when the value is cut off. */
  private valueEnd(kind: ValueKind, start: number): number {
    if (kind === "text") return this.rawEnd(start) + 1;
    return start + (kind === "chunk" ? 1 + (this.bytes[start] ?? 0) : SIZES[kind]);
  }
}
