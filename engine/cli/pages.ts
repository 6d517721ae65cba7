/** The page of the commands in docs/, made from what they say of themselves. */
import { allCommands } from "./commands.ts";

// Whoever makes pages may have closed what loads modules by the time that one is asked for.
const COMMANDS = await allCommands();

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
