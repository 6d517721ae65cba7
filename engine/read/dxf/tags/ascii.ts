/**
 * Which pairs do the lines of an ASCII DXF make: a group code, a value, a group code, …?
 *
 * Lines end in CR LF, LF or CR. In every encoding that drawings use these two bytes are nothing but line ends: the second
 * bytes of double-byte code pages start at 0x30.
 */

import { quote } from "../../../base/text.ts";
import { type Decoder, isUtf8 } from "../../drawing/basis/encodings.ts";
import { decimalAt } from "./decimals.ts";
import { isBlank, Tags } from "./tags.ts";

const LF = 10;
const CR = 13;
const ZERO = 48;
const NINE = 57;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** The shortest pair: a digit and two line ends. */
const SHORTEST_PAIR = 3;

export class AsciiTags extends Tags {
  /** Where the line of the last group code ends. */
  private codeEnd = 0;

  constructor(bytes: Uint8Array) {
    super(bytes, Math.ceil(bytes.length / SHORTEST_PAIR));
    this.stopped = this.read();
  }

  override number(at: number): number {
    const value = decimalAt(this.bytes, this.start(at));
    return Number.isNaN(value) ? this.numberOfText(at) : value;
  }

  protected override rawEnd(start: number): number {
    const { bytes } = this;
    const { length } = bytes;
    let end = start;
    while (end < length && !isLineEnd(bytes[end]!)) end++;
    return end;
  }

  protected override decoding(page: Decoder): Decoder {
    const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
    return isUtf8(this.bytes) ? (bytes) => utf8.decode(bytes) : page;
  }

  /** Answers what stopped it before `0 EOF`. */
  private read(): string | null {
    const { bytes } = this;
    let at = 0;
    while (BYTE_ORDER_MARK.every((byte, i) => bytes[at + i] === byte)) at += BYTE_ORDER_MARK.length;
    while (at < bytes.length) {
      const code = this.groupCode(at);
      if (code < 0) return this.stoppedAt(at, this.rawEnd(at));
      const value = this.nextLine(this.codeEnd);
      if (value >= bytes.length)
        return `line ${this.line() + 1}, where the value of group ${code} is missing`;
      if (this.add(code, value)) return null;
      at = this.nextLine(this.rawEnd(value));
    }
    // A last line without a line end may have lost its last digits.
    this.clean = bytes.length === 0 || isLineEnd(bytes.at(-1)!);
    return `line ${this.line()}, where the file ends`;
  }

  /** The integer 0 to 32767 on a line, or -1. */
  private groupCode(lineStart: number): number {
    const { bytes } = this;
    let at = lineStart;
    while (isBlank(bytes[at])) at++;
    const start = at;
    let code = 0;
    for (; bytes[at]! >= ZERO && bytes[at]! <= NINE; at++) code = 10 * code + bytes[at]! - ZERO;
    const digits = at - start;
    while (isBlank(bytes[at])) at++;
    this.codeEnd = at;
    const isWhole = at === bytes.length || isLineEnd(bytes[at]!);
    return isWhole && digits > 0 && digits <= 5 && code <= 32767 ? code : -1;
  }

  /** Of the group code of the next pair. */
  private line(): number {
    return 2 * (this.count + this.comments) + 1;
  }

  private nextLine(end: number): number {
    return this.bytes[end] === CR && this.bytes[end + 1] === LF ? end + 2 : end + 1;
  }

  /** At a line that is no group code. */
  private stoppedAt(at: number, end: number): string {
    const { bytes } = this;
    const line = this.line();
    const empty = bytes.subarray(at, end).every(isBlank);
    this.clean = empty && bytes.subarray(end).every((byte) => isBlank(byte) || isLineEnd(byte));
    if (this.clean) return `line ${line}, where the file ends`;
    this.starts[this.count] = at;
    const found = empty ? "is empty" : `reads ${quote(this.text(this.count))}`;
    return `line ${line}, which ${found} where a group code belongs`;
  }
}

function isLineEnd(byte: number): boolean {
  return byte <= CR && (byte === LF || byte === CR);
}
