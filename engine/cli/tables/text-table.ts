/** Tables for a terminal: columns as wide as they must be, numbers to the right, long text cut at the edge. */
import stringWidth from "string-width";

export interface TableColumn {
  title: string;
  /** Numbers stand under each other by their last digit. */
  right?: boolean;
  /** Is cut first where a line is too long. */
  shrinks?: boolean;
}

/** A column that shrinks is left at least so wide. */
const LEAST_WIDTH = 12;

/** Lines of a table, without one where there are no rows. */
export function tableOf(columns: TableColumn[], rows: string[][], most: number): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map((row) => row.map(oneLine));
  const widths = columns.map(({ title }, at) =>
    Math.max(stringWidth(title), ...cells.map((row) => stringWidth(row[at] ?? ""))),
  );
  const room = most - 2 * columns.length - widths.reduce((sum, width) => sum + width, 0);
  const long = columns.findIndex(({ shrinks }) => shrinks);
  if (room < 0 && long >= 0) {
    widths[long] = Math.max(LEAST_WIDTH, widths[long]! + room);
    for (const row of cells) row[long] = cut(row[long] ?? "", widths[long]!);
  }
  const line = (row: string[]) => {
    const padded = columns.map(({ right }, at) => pad(row[at] ?? "", widths[at]!, right === true));
    return cut(`  ${padded.join("  ")}`.trimEnd(), most);
  };
  return [line(columns.map(({ title }) => title)), ...cells.map(line)];
}

/** A sentence in lines of at most so many columns, the later ones indented. */
export function wrapped(text: string, most: number, indent = ""): string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)![0];
  let isEmpty = true;
  for (const word of text.trim().split(" ")) {
    if (!isEmpty && stringWidth(`${line} ${word}`) > most) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** Names come from files: what moves the cursor is none of them. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}

/** At most so many columns of the terminal, with a sign where something is missing. */
export function cut(text: string, most: number): string {
  if (stringWidth(text) <= most) return text;
  let kept = "";
  for (const character of text) {
    if (stringWidth(kept + character) > most - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, right: boolean): string {
  const space = " ".repeat(Math.max(0, width - stringWidth(text)));
  return right ? space + text : text + space;
}
