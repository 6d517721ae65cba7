/** Help texts of the commands and their options. */
import { joinWords } from "../../base/contract/options.ts";
import type { Command } from "../base/command.ts";
import { wrapped } from "../tables/text-table.ts";

/** @param columns of the terminal; in a pipe lines are as long as they are */
export function helpText(
  commands: Iterable<Pick<Command, "usage" | "summary">>,
  columns = Number.POSITIVE_INFINITY,
): string {
  const lines = [...commands].flatMap(({ usage, summary }) => row(`offcut ${usage}`, summary, 52, columns));
  return [
    "Nesting and cutting: DXF in, sheets and bar plans out.",
    "",
    ...lines,
    "",
    ...wrapped(
      "Without a file, or for -, standard input is read. Answers are tables on a terminal and JSON in a pipe or with --json. `offcut help COMMAND` lists the options of a command, `offcut help units` says what an option means.",
      columns,
    ),
    "",
    ...wrapped(
      "Exit codes: 0 all is done; 1 something could not be placed or was skipped, or an answer failed its check; 2 wrong input; 3 another failure; 130 interrupted, and the best answer so far has been written.",
      columns,
    ),
    "",
  ].join("\n");
}

/** @param columns as of `helpText` */
export function commandHelp(
  { usage, summary, options }: Command,
  columns = Number.POSITIVE_INFINITY,
): string {
  const lines = Object.entries(options).flatMap(([name, { value, help }]) =>
    row(`  --${name}${value === undefined ? "" : ` ${value}`}`, help, 30, columns),
  );
  return [`offcut ${usage}`, "", `${summary[0]!.toUpperCase()}${summary.slice(1)}.`, "", ...lines, ""].join(
    "\n",
  );
}

/** Explains an option for each command that has it; undefined where none has. */
export function optionHelp(
  commands: ReadonlyMap<string, Command>,
  name: string,
  columns = Number.POSITIVE_INFINITY,
): string | undefined {
  const meanings = new Map<string, string[]>();
  for (const [command, { options }] of commands) {
    const option = options[name];
    if (!option) continue;
    const { value, words, help } = option;
    const head = `--${name}${value === undefined ? "" : ` ${value}`}`;
    const isSaid = words?.every((word) => help.includes(word)) ?? true;
    const choice = isSaid ? "" : `: ${joinWords(words!)}${value?.includes("|FILE") ? " or a file" : ""}`;
    const text = row(head, `${help}${choice}`, 30, columns).join("\n");
    meanings.set(text, [...(meanings.get(text) ?? []), `offcut ${command}`]);
  }
  if (meanings.size === 0) return undefined;
  return [...meanings]
    .map(([text, commands]) => [...wrapped(`${commands.join(", ")}:`, columns), text, ""].join("\n"))
    .join("\n");
}

/** Two columns; where the second would be narrow it stands below the first. */
function row(left: string, right: string, width: number, columns: number): string[] {
  if (columns - width < NARROW) {
    const indent = " ".repeat(6);
    return [left, ...wrapped(`${indent}${right}`, columns, indent)];
  }
  const indent = " ".repeat(width + 2);
  const [first, ...more] = wrapped(`${indent}${right}`, columns, indent);
  return [`${left.padEnd(width)}  ${first!.trimStart()}`, ...more];
}

const NARROW = 40;
