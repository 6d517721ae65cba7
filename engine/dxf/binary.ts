/**
 * What does a binary DXF say in text?
 *
 * Layout: a 22-byte sentinel, then pairs of group code and value, little-endian. R12 and older write the code as one
 * byte (255 announces a 16-bit code), R13 and newer as 16 bits. Which of the two is told by the first code, which is
 * below 256 and so has a zero byte behind it when it is wide, and not by $ACADVER, which a file may lack.
 */
import { codePageDecoder, decodeUtf8 } from "./encodings.ts";
import { invalidDxf } from "./errors.ts";

export const BINARY_SENTINEL = "AutoCAD Binary DXF\r\n\x1a\0";

type ValueKind = "text" | "double" | "int16" | "int32" | "int64" | "byte" | "chunk";

/** Upper ends of the group code ranges and what they hold; undefined ranges are left out. */
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

/** The same drawing in ASCII form, lines ending in LF. The bytes start with the sentinel. */
export function textFromBinary(bytes: Uint8Array): string {
  const reader = new BinaryReader(bytes, BINARY_SENTINEL.length);
  const out: string[] = [];
  let variable = "";
  while (!reader.ended) {
    const code = reader.code();
    const value = reader.value(code);
    out.push(`${code}\n${value}\n`);
    if (code === 0 && value === "EOF") break;
    if (variable === "$DWGCODEPAGE" && code === 3) reader.decodePage = codePageDecoder(value);
    variable = code === 9 ? value : "";
  }
  if (out.length === 0) throw invalidDxf("the binary DXF holds nothing after its first 22 bytes");
  return out.join("");
}

class BinaryReader {
  decodePage = codePageDecoder(undefined);
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly wide: boolean;
  private at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
    this.wide = bytes[at + 1] === 0;
  }

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }

  code(): number {
    if (this.wide) return this.view.getInt16(this.take(2), true);
    const code = this.bytes[this.take(1)]!;
    return code === 255 ? this.view.getInt16(this.take(2), true) : code;
  }

  value(code: number): string {
    const kind = code < 0 ? null : RANGES.find(([last]) => code <= last)?.[1];
    switch (kind) {
      case "text":
        return this.text();
      case "double":
        return String(this.view.getFloat64(this.take(8), true));
      case "int16":
        return String(this.view.getInt16(this.take(2), true));
      case "int32":
        return String(this.view.getInt32(this.take(4), true));
      case "int64":
        return String(this.view.getBigInt64(this.take(8), true));
      case "byte":
        return String(this.bytes[this.take(1)]);
      case "chunk": {
        // Previews and proxy graphics: nothing a cut needs, so their bytes are not spelled out.
        this.take(this.bytes[this.take(1)]!);
        return "";
      }
      default:
        throw invalidDxf(`binary DXF: group code ${code} at byte ${this.at} is undefined`);
    }
  }

  /** Zero-terminated text. Line ends inside would shift all pairs that follow, so they are written as DXF escapes. */
  private text(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw invalidDxf(`binary DXF: the text at byte ${this.at} does not end`);
    const raw = this.bytes.subarray(this.at, end);
    this.at = end + 1;
    const text = decodeUtf8(raw) ?? this.decodePage(raw);
    return /[\r\n]/.test(text) ? text.replace(/\^/g, "^ ").replace(/\n/g, "^J").replace(/\r/g, "^M") : text;
  }

  private take(size: number): number {
    const at = this.at;
    if (at + size > this.bytes.length) {
      throw invalidDxf(`binary DXF: cut off inside the value at byte ${at}`);
    }
    this.at = at + size;
    return at;
  }
}
