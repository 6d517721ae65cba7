/**
 * Parses a body, and tells where it stops being JSON. V8 parses; only when it refuses does the scanner
 * here look for the reason, because V8's messages often lack a position and the interface's clients know those
 * of Python's json module (3.11: message and offset in code points). Iterative, so that depth costs no stack.
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
    const { message, at } = new Scanner(text).firstError() ?? { message: "Expecting value", at: 0 };
    throw new JsonSyntaxError(message, codePoints(text, at));
  }
}

/** The number at `path` of a valid text as it is written there: JSON.parse cannot tell 1e20 from its digits. */
export function numberText(text: string, path: readonly (string | number)[]): string | undefined {
  let found: string | undefined;
  new Scanner(text, (start, end, frames) => {
    if (frames.length === path.length && frames.every(({ key }, i) => key === path[i])) {
      found = text.slice(start, end);
    }
  }).firstError();
  return found;
}

interface JsonFrame {
  close: "]" | "}";
  key: number | string;
}
interface JsonFault {
  message: string;
  at: number;
}
type OnNumber = (start: number, end: number, frames: readonly JsonFrame[]) => void;

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

  firstError(): JsonFault | undefined {
    this.skip(SPACE);
    for (;;) {
      const opened = this.frames.length;
      const fault = this.value() ?? (this.frames.length > opened ? undefined : this.afterValue());
      if (fault) return fault;
      if (this.frames.length === 0) return this.at < this.text.length ? this.fault("Extra data") : undefined;
    }
  }

  /** Reads one value, or opens one: then the next value is the first inside it. */
  private value(): JsonFault | undefined {
    const char = this.text[this.at];
    if (char === "{" || char === "[") return this.open(char);
    if (char === '"') return this.string();
    for (const word of ["null", "true", "false"]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return undefined;
      }
    }
    const start = this.at;
    if (!this.skip(NUMBER)) return this.fault("Expecting value");
    this.onNumber(start, this.at, this.frames);
    return undefined;
  }

  private open(char: "{" | "["): JsonFault | undefined {
    this.at++;
    this.skip(SPACE);
    const close = char === "{" ? "}" : "]";
    if (this.text[this.at] === close) {
      this.at++;
      return undefined;
    }
    this.frames.push({ close, key: 0 });
    return close === "}" ? this.name() : undefined;
  }

  /** Closes what ends here and moves on to the next value. */
  private afterValue(): JsonFault | undefined {
    for (;;) {
      this.skip(SPACE);
      const frame = this.frames.at(-1);
      if (!frame) return undefined;
      const char = this.text[this.at];
      if (char !== frame.close && char !== ",") return this.fault("Expecting ',' delimiter");
      this.at++;
      if (char === frame.close) {
        this.frames.pop();
        continue;
      }
      this.skip(SPACE);
      if (frame.close === "}") return this.name();
      frame.key = (frame.key as number) + 1;
      return undefined;
    }
  }

  private name(): JsonFault | undefined {
    if (this.text[this.at] !== '"') return this.fault("Expecting property name enclosed in double quotes");
    const start = this.at;
    const fault = this.string();
    if (fault) return fault;
    this.frames.at(-1)!.key = JSON.parse(this.text.slice(start, this.at));
    this.skip(SPACE);
    if (this.text[this.at] !== ":") return this.fault("Expecting ':' delimiter");
    this.at++;
    this.skip(SPACE);
    return undefined;
  }

  private string(): JsonFault | undefined {
    const start = this.at++;
    for (;;) {
      this.skip(PLAIN);
      const char = this.text[this.at];
      if (char === undefined) return this.fault("Unterminated string starting at", start);
      if (char === '"') {
        this.at++;
        return undefined;
      }
      if (char !== "\\") return this.fault("Invalid control character at");
      const fault = this.escape(start);
      if (fault) return fault;
    }
  }

  private escape(start: number): JsonFault | undefined {
    const char = this.text[this.at + 1];
    if (char === undefined) return this.fault("Unterminated string starting at", start);
    if (char !== "u") {
      if (!'"\\/bfnrt'.includes(char)) return this.fault("Invalid \\escape");
      this.at += 2;
      return undefined;
    }
    // Python wants a character after the digits too: a string cannot end with them.
    const complete = this.at + 6 < this.text.length;
    this.at += 2;
    return complete && this.skip(HEX4) ? undefined : this.fault("Invalid \\uXXXX escape", this.at - 1);
  }

  /** Moves past a match that starts here; false where there is none. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const matched = pattern.test(this.text);
    if (matched) this.at = pattern.lastIndex;
    return matched;
  }

  private fault(message: string, at = this.at): JsonFault {
    return { message, at };
  }
}

function codePoints(text: string, units: number): number {
  let count = 0;
  for (let i = 0; i < units; i += text.codePointAt(i)! > 0xffff ? 2 : 1) count++;
  return count;
}
