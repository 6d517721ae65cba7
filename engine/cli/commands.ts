/** Every command by its name, and the help that is made from them. */

import { wordsOf } from "../contract/options.ts";
import { mcpOf } from "./agents/mcp.ts";
import { type Command, EXIT, UsageError } from "./base/command.ts";
import { completionOf } from "./completion.ts";
import { cut } from "./cut.ts";
import { parse, svg } from "./drawing.ts";
import { dxf, gcode } from "./export.ts";
import { nest } from "./nest.ts";
import { panels } from "./panels.ts";
import { wrapped } from "./tables/table.ts";
import { verify } from "./verify.ts";

const serve: Command = {
  usage: "serve",
  summary: "start the HTTP service and the web app",
  options: {
    port: { type: "string", value: "N", help: "port to listen on (3000)" },
    host: { type: "string", value: "HOST", help: "address to listen on (0.0.0.0)" },
    data: { type: "string", value: "FOLDER", help: "where accounts are kept (./data)" },
  },
  async run({ values, io }) {
    const port = values.number("port") ?? 0;
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError("--port must be a whole number from 0 to 65535");
    const settings = { PORT: values.text("port"), HOST: values.text("host"), DATA_DIR: values.text("data") };
    const given = Object.entries(settings).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    await io.serve(Object.fromEntries(given));
    return EXIT.DONE;
  },
};

export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    nest,
    cut,
    panels,
    parse,
    svg,
    gcode,
    dxf,
    verify,
    serve,
    mcp: mcpOf(() => COMMANDS),
    completion: completionOf(() => COMMANDS),
  }),
);

/** @param columns of the terminal; in a pipe lines are as long as they are */
export function helpText(columns = Number.POSITIVE_INFINITY): string {
  const lines = [...COMMANDS.values()].flatMap(({ usage, summary }) =>
    row(`offcut ${usage}`, summary, 52, columns),
  );
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

/** What an option means to each command that has it; nothing where none has. */
export function optionHelp(name: string, columns = Number.POSITIVE_INFINITY): string | undefined {
  const meanings = new Map<string, string[]>();
  for (const [command, { options }] of COMMANDS) {
    const option = options[name];
    if (!option) continue;
    const { value, words, help } = option;
    const head = `--${name}${value === undefined ? "" : ` ${value}`}`;
    const isSaid = words?.every((word) => help.includes(word)) ?? true;
    const choice = isSaid ? "" : `: ${wordsOf(words!)}${value?.includes("|FILE") ? " or a file" : ""}`;
    const text = row(head, `${help}${choice}`, 30, columns).join("\n");
    meanings.set(text, [...(meanings.get(text) ?? []), `offcut ${command}`]);
  }
  if (meanings.size === 0) return undefined;
  return [...meanings]
    .map(([text, commands]) => [...wrapped(`${commands.join(", ")}:`, columns), text, ""].join("\n"))
    .join("\n");
}

/** The page docs/cli.md below its introduction: every command with its options. */
export function commandPages(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [...COMMANDS]
    .map(([name, { usage, summary, options }]) => {
      const rows = Object.entries(options).map(([option, { value = "", help }]) => {
        return `| \`--${option}${cell(value && ` ${value}`)}\` | ${cell(help)} |`;
      });
      const table = rows.length === 0 ? "" : `\n\n| option | meaning |\n|---|---|\n${rows.join("\n")}`;
      return `## ${name}\n\n\`offcut ${usage}\`\n\n${summary[0]!.toUpperCase()}${summary.slice(1)}.${table}`;
    })
    .join("\n\n");
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
