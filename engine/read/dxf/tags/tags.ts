/**
 * Which group codes and values does a drawing hold, whichever form its file has?
 *
 * A DXF is pairs of a group code and a value. Pairs are kept as positions in the file's bytes, not as objects: ten
 * megabytes hold over a million of them. A value becomes a number or a text when it is asked for. How the pairs of the
 * two forms are told apart is in `ascii.ts` and `binary.ts`.
 */
import { asciiText, codePageDecoder, type Decoder } from "../../drawing/basis/encodings.ts";
import { TagWords } from "./tag-words.ts";

/** Its value is for people alone, wherever it stands. */
const COMMENT = 999;

export abstract class Tags {
  /** Pairs up to and including `0 EOF`, without comments. */
  count = 0;
  readonly codes: Int16Array;
  /** Why reading stopped before `0 EOF`, as the end of a sentence; null when it did not. */
  stopped: string | null = null;
  /** Reading stopped because the file ended between two pairs, as opposed to inside one or at nonsense. */
  clean = false;
  protected readonly bytes: Uint8Array;
  /** Pairs that are comments. */
  protected comments = 0;
  /** Where each value starts. */
  protected readonly starts: Int32Array;
  private readonly words: TagWords;
  private decoder: Decoder | null = null;

  /** The most pairs that the bytes can hold; memory that is not used is not paid for. */
  protected constructor(bytes: Uint8Array, most: number) {
    this.bytes = bytes;
    this.codes = new Int16Array(most);
    this.starts = new Int32Array(most);
    this.words = new TagWords(bytes);
  }

  /** The value of a pair, blanks around it left out. */
  text(at: number): string {
    const { bytes } = this;
    const start = this.start(at);
    const end = this.end(start);
    return asciiText(bytes, start, end) ?? this.decoderOfDrawing()(bytes.subarray(start, end));
  }

  /** The same of a value that is likely to occur again, as names do. */
  word(at: number): string {
    return this.words.texts[this.place(at)]!;
  }

  /** The value of a `0` or section name pair; hand-written files have been seen in lower case. */
  keyword(at: number): string {
    return this.words.capitals[this.place(at)]!;
  }

  /** Finite number of a pair, or NaN. */
  abstract number(at: number): number;

  /** Where the next entity or structure begins, at `from` or behind. */
  entityEnd(from: number, to: number): number {
    const { codes } = this;
    let at = from;
    while (at < to && codes[at] !== 0) at++;
    return at;
  }

  /** The first value of a code. */
  firstText(code: number, from: number, to: number): string | null {
    const at = this.first(code, from, to);
    return at < to ? this.text(at) : null;
  }

  /** NaN when there is none. */
  firstNumber(code: number, from: number, to: number): number {
    const at = this.first(code, from, to);
    return at < to ? this.number(at) : Number.NaN;
  }

  /** Takes a pair down; answers whether it is the last one, `0 EOF`. */
  protected add(code: number, start: number): boolean {
    if (code === COMMENT) {
      this.comments++;
      return false;
    }
    const at = this.count++;
    this.codes[at] = code;
    this.starts[at] = start;
    return code === 0 && this.keyword(at) === "EOF";
  }

  /** Where a text that starts here ends. */
  protected abstract rawEnd(start: number): number;

  /** How texts are decoded that are more than ASCII, given the decoder of the drawing's code page. */
  protected abstract decoding(page: Decoder): Decoder;

  /** Where a value starts, blanks left out. */
  protected start(at: number): number {
    let start = this.starts[at]!;
    while (isBlank(this.bytes[start])) start++;
    return start;
  }

  /** Spellings that only JavaScript reads as numbers (0x10, 1_0, empty) do not count. */
  protected numberOfText(at: number): number {
    const text = this.text(at);
    // `Number` is strict about what follows the digits, `parseFloat` would read "1,5" as 1.
    const value = text.length === 0 ? Number.NaN : Number(text);
    return Number.isFinite(value) && !/[xob]/i.test(text) ? value : Number.NaN;
  }

  private end(start: number): number {
    let end = this.rawEnd(start);
    while (end > start && isBlank(this.bytes[end - 1])) end--;
    return end;
  }

  private place(at: number): number {
    const start = this.start(at);
    const end = this.end(start);
    const place = this.words.place(start, end);
    if (!this.words.holds(place, start, end)) this.words.put(place, start, end, this.text(at));
    return place;
  }

  private first(code: number, from: number, to: number): number {
    const { codes } = this;
    let at = from;
    while (at < to && codes[at] !== code) at++;
    return at;
  }

  private decoderOfDrawing(): Decoder {
    if (!this.decoder) {
      // The page's name is looked for among texts that may need a decoder themselves.
      this.decoder = codePageDecoder(undefined);
      this.decoder = this.decoding(codePageDecoder(this.codePage()));
    }
    return this.decoder;
  }

  private codePage(): string | undefined {
    for (let at = 0; at + 1 < this.count; at++) {
      if (this.codes[at] === 9 && this.codes[at + 1] === 3 && this.keyword(at) === "$DWGCODEPAGE")
        return this.text(at + 1);
    }
    return undefined;
  }
}

/** Space, tab, or the Ctrl-Z that DOS programs put at the end of a file. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 26;
}
