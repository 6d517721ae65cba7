/** The words behind the name of a command: options with their values, and the rest. */
import { parseArgs } from "node:util";
import { nearest } from "../../base/contract/values/keys.ts";
import { type CommandAction, UsageError } from "./command.ts";

/** @throws UsageError for an option that the command does not have, or one without its value */
export function readWords({ options }: CommandAction, args: string[]) {
  try {
    // Copies of standard input, `-:5`, are no option.
    const words = withNegative(args, options).map((word) => (word.startsWith("-:") ? ` ${word}` : word));
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    return { words: positionals.map((word) => word.replace(/^ (?=-:)/, "")), values };
  } catch (cause) {
    // The text after the first sentence explains how a file could have such a name.
    const [message] = (cause as Error).message.split(/\.\s/);
    const [, needy] = /^Option '(?:-\w, )?--([^ ']*).*argument (?:is ambiguous|missing)/.exec(message!) ?? [];
    if (needy !== undefined) {
      const next = args[args.indexOf(`--${needy}`) + 1];
      const dash =
        next === undefined || next.startsWith("--") ? "" : `; write --${needy}=${next} if that is it`;
      throw new UsageError(`--${needy} needs a value${dash}`);
    }
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(message!) ?? [];
    const meant = unknown === undefined ? "" : perhaps(unknown, Object.keys(options), "--");
    throw new UsageError(`${message}${meant}; --help lists the options of a command`, { cause });
  }
}

/** No option is a number: `--kerf -1` means -1, and whether that may be is said by the option. */
function withNegative(args: string[], options: CommandAction["options"]): string[] {
  const joined: string[] = [];
  for (const word of args) {
    const last = joined.at(-1) ?? "";
    const asks = last.startsWith("--") && options[last.slice(2)]?.type === "string";
    if (asks && /^-[.\d]/.test(word)) joined[joined.length - 1] = `${last}=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Suggests the known word that a misspelt one was perhaps meant to be. */
export function perhaps(word: string, known: string[], sign = ""): string {
  const meant = nearest(word, known);
  return meant === undefined ? "" : `: did you mean ${sign}${meant}?`;
}
