/** One line of a program as words and comments, by the rules that all controllers share. */

export interface ProgramWord {
  letter: string;
  value: number;
  /** The number as it is identified by controllers: "0", "2", "38.2". */
  code: string;
}

export interface ProgramLine {
  words: ProgramWord[];
  comments: string[];
  /** Text that could not be read; null where all could. */
  wrong: string | null;
}

const DIGIT = (code: number) => code >= 48 && code <= 57;

/** Reads words, `( … )` and `; …`. Parameters and expressions (`#<…>`, `[ … ]`) are read over as QtPlasmaC writes them. */
export function readLine(text: string): ProgramLine {
  const line: ProgramLine = { words: [], comments: [], wrong: null };
  let at = 0;
  if (text.startsWith("#")) return line;
  while (at < text.length) {
    const char = text[at]!;
    if (char === " " || char === "\t" || char === "\r") at++;
    else if (char === ";") {
      line.comments.push(text.slice(at + 1).trim());
      break;
    } else if (char === "(") {
      const end = text.indexOf(")", at);
      if (end < 0) {
        line.wrong = "a comment that does not end";
        break;
      }
      line.comments.push(text.slice(at + 1, end).trim());
      at = end + 1;
    } else {
      const next = readWord(text, at, line);
      if (next < 0) break;
      at = next;
    }
  }
  return line;
}

/** Where the text goes on behind a word, or -1 for what is none. */
function readWord(text: string, start: number, line: ProgramLine): number {
  const letter = text[start]!.toUpperCase();
  let at = start + 1;
  while (text[at] === " ") at++;
  if (text[at] === "#") {
    const end = text.indexOf(" ", at);
    line.words.push({ letter, value: Number.NaN, code: "#" });
    return end < 0 ? text.length : end;
  }
  const from = at;
  if (text[at] === "-" || text[at] === "+") at++;
  let digits = 0;
  for (; at < text.length && DIGIT(text.charCodeAt(at)); at++) digits++;
  if (text[at] === ".") for (at++; at < text.length && DIGIT(text.charCodeAt(at)); at++) digits++;
  if (digits === 0 || !/[A-Z$]/.test(letter)) {
    line.wrong = `"${text.slice(start, start + 12)}", which is not a word`;
    return -1;
  }
  const value = Number(text.slice(from, at));
  line.words.push({ letter, value, code: String(value) });
  return at;
}
