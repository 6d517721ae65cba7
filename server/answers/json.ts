/**
 * Parses a body, and tells where it stops being JSON. V8 parses; only when it refuses does the scanner here look for the reason,
 * because V8's messages often lack a position and the interface's clients know those of Python's json module (3.11: message and
 * offset in code points). Iterative, so that depth costs no stack.
 */

/** Text that is no JSON. `position` counts code points. */
export class JsonSyntaxError extends Error {
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}

/** @throws JsonSyntaxError */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    new Scanner(text).scan();
    throw new JsonSyntaxError("Expecting value", 0);
  }
}

/** The number at `path` of a valid text as it is written there: JSON.parse cannot tell 1e20 from its digits. */
export function numberText(text: string, path: readonly (string | number)[]): string | undefined {
  let found: string | undefined;
  const onNumber: OnNumber = (number, frames) => {
    if (frames.length === path.length && frames.every(({ key }, i) => key === path[i])) found = number;
  };
  new Scanner(text, onNumber).scan();
  return found;
}

/** An object or a list that is open, and the key of the value in it that is read. */
interface JsonFrame {
  close: "]" | "}";
  key: number | string;
}
type OnNumber = (number: string, frames: readonly JsonFrame[]) => void;

const WORD = /null|true|false/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
/** Characters of a string that need no look: not a quote, not a backslash, not a control character. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;

class Scanner {
  private at = 0;
  private readonly frames: JsonFrame[] = [];

  constructor(
    private readonly text: string,
    private readonly onNumber: OnNumber = () => undefined,
  ) {}

  scan(): void {
    do {
      this.skip(SPACE);
      if (!this.openNext()) this.closeEnded();
    } while (this.frames.length > 0);
    if (this.at < this.text.length) this.fail("Extra data");
  }

  /** Reads one value, or opens one: then the next value is the first inside it. */
  private openNext(): boolean {
    const start = this.at;
    const char = this.text[start];
    if (char === "{" || char === "[") return this.open(char === "{" ? "}" : "]");
    if (char === '"') this.string();
    else if (this.skip(NUMBER)) this.onNumber(this.text.slice(start, this.at), this.frames);
    else if (!this.skip(WORD)) this.fail("Expecting value");
    return false;
  }

  /** False where nothing is inside. */
  private open(close: JsonFrame["close"]): boolean {
    this.at++;
    this.skip(SPACE);
    const isEmpty = this.text[this.at] === close;
    if (isEmpty) this.at++;
    else this.frames.push({ close, key: close === "}" ? this.name() : 0 });
    return !isEmpty;
  }

  /** Closes what ends here and moves on to the next value. */
  private closeEnded(): void {
    for (let frame = this.frames.at(-1); frame; frame = this.frames.at(-1)) {
      this.skip(SPACE);
      const char = this.text[this.at];
      if (char !== frame.close && char !== ",") this.fail("Expecting ',' delimiter");
      this.at++;
      if (char === ",") {
        this.skip(SPACE);
        frame.key = typeof frame.key === "number" ? frame.key + 1 : this.name();
        return;
      }
      this.frames.pop();
    }
    this.skip(SPACE);
  }

  /** Up to the value behind it. */
  private name(): string {
    if (this.text[this.at] !== '"') this.fail("Expecting property name enclosed in double quotes");
    const start = this.at;
    this.string();
    const name = JSON.parse(this.text.slice(start, this.at));
    this.skip(SPACE);
    if (this.text[this.at] !== ":") this.fail("Expecting ':' delimiter");
    this.at++;
    return name;
  }

  private string(): void {
    const start = this.at++;
    for (this.skip(PLAIN); this.text[this.at] !== '"'; this.skip(PLAIN)) {
      const char = this.text[this.at];
      if (char === undefined || (char === "\\" && this.at + 1 === this.text.length))
        this.fail("Unterminated string starting at", start);
      if (char !== "\\") this.fail("Invalid control character at");
      this.escape();
    }
    this.at++;
  }

  private escape(): void {
    const char = this.text[this.at + 1]!;
    if (!'"\\/bfnrtu'.includes(char)) this.fail("Invalid \\escape");
    this.at += 2;
    if (char !== "u") return;
    // Python wants a character after the digits too: a string cannot end with them.
    const isComplete = this.at + 4 < this.text.length;
    if (!isComplete || !this.skip(HEX4)) this.fail("Invalid \\uXXXX escape", this.at - 1);
  }

  /** Moves past a match that starts here; false where there is none. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const isMatch = pattern.test(this.text);
    if (isMatch) this.at = pattern.lastIndex;
    return isMatch;
  }

  private fail(message: string, at = this.at): never {
    throw new JsonSyntaxError(message, codePoints(this.text, at));
  }
}

function codePoints(text: string, units: number): number {
  let count = 0;
  for (let i = 0; i < units; i += text.codePointAt(i)! > 0xffff ? 2 : 1) count++;
  return count;
}
