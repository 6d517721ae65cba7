/**
 * `offcut completion SHELL`: the script that completes commands, options and files, made from what the commands say of
 * themselves.
 */
import { type Command, type CommandAction, EXIT, type Option, UsageError } from "../base/command.ts";

type CommandTable = ReadonlyMap<string, Command>;

const SHELLS: Record<string, (commands: CommandTable) => string> = { bash, zsh, fish, powershell };

/** @param commands all of them, this one included */
export function completionOf(commands: () => Promise<CommandTable>): CommandAction {
  return {
    options: {},
    async run({ words, io }) {
      const script = SHELLS[words[0] ?? ""];
      if (!script || words.length > 1) throw new UsageError(`which shell? ${Object.keys(SHELLS).join(", ")}`);
      await io.write("-", [script(await commands())]);
      return EXIT.DONE;
    },
  };
}

/** Commands whose words are no files. */
const wordsOf = (commands: CommandTable) => ({ help: [...commands.keys()], completion: Object.keys(SHELLS) });

/** The options of a command whose values are a choice; where they may be files too, both are offered. */
const choicesOf = ({ options }: Command) =>
  Object.entries(options).flatMap(([name, { words, value }]) =>
    words === undefined ? [] : [{ name, words, orFile: isFile(value) }],
  );

const isFile = (value?: string) => value?.includes("FILE") === true;

const optionsOf = ({ options }: Command) => [...Object.keys(options), "help"].map((name) => `--${name}`);

function bash(commands: CommandTable): string {
  const cases = [...commands].map(
    ([name, command]) => `    ${name}) words="${optionsOf(command).join(" ")}" ;;`,
  );
  const choices = [...commands].flatMap(([name, command]) =>
    choicesOf(command).map(({ name: option, words, orFile }) => {
      const files = orFile ? ' $(compgen -f -- "$current")' : "";
      return `    "${name} --${option}") COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current")${files}); return ;;`;
    }),
  );
  const fixed = Object.entries(wordsOf(commands)).map(
    ([name, words]) => `    ${name}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current")); return ;;`,
  );
  return `# offcut completion bash > ~/.local/share/bash-completion/completions/offcut
_offcut() {
  local words current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  # --units=in is three words.
  if [ "$current" = "=" ]; then current=""
  elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys(), "help"].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${choices.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${[...fixed, ...cases].join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o default -F _offcut offcut
`;
}

function zsh(commands: CommandTable): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
  const names = [...commands].map(([name, { summary }]) => `    '${name}:${quoted(summary)}'`);
  const cases = [...commands].map(([name, { options }]) => {
    const lines = Object.entries(options).map(([name, option]) => {
      const { help, multiple } = option;
      const text = quoted(help).replaceAll("[", "\\[").replaceAll("]", "\\]");
      return `'${multiple ? "*" : ""}--${name}[${text}]${zshValue(option)}'`;
    });
    return `    ${name}) _arguments ${[...lines, "'--help[list the options]'", "'*:file:_files'"].join(" ")} ;;`;
  });
  const fixed = Object.entries(wordsOf(commands)).map(
    ([name, words]) => `    ${name}) _arguments '1:word:(${words.join(" ")})' ;;`,
  );
  return `#compdef offcut
# offcut completion zsh > "\${fpath[1]}/_offcut"
_offcut() {
  local -a commands=(
${[...names, "    'help:list the options of a command'"].join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${[...fixed, ...cases].join("\n")}
  esac
}
_offcut "$@"
`;
}

/** Value of an option in the syntax of zsh's `_arguments`. */
function zshValue({ type, value, words }: Option): string {
  if (type === "boolean") return "";
  if (words)
    return `:value:${isFile(value) ? `{ compadd ${words.join(" ")}; _files }` : `(${words.join(" ")})`}`;
  return `:value:${isFile(value) ? "_files" : value === "FOLDER" ? "_files -/" : " "}`;
}

function fish(commands: CommandTable): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = [...commands].flatMap(([name, { summary, options }]) => [
    `complete -c offcut -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...Object.entries(options).map(([option, { help, type, value: named, words }]) => {
      const files = type === "boolean" ? "" : isFile(named) || named === "FOLDER" ? " -r -F" : " -x";
      const value = words ? `${files} -a ${quoted(words.join(" "))}` : files;
      return `complete -c offcut -n '__fish_seen_subcommand_from ${name}' -l ${option}${value} -d ${quoted(help)}`;
    }),
  ]);
  lines.push("complete -c offcut -n __fish_use_subcommand -f -a help -d 'list the options of a command'");
  for (const [name, words] of Object.entries(wordsOf(commands)))
    lines.push(
      `complete -c offcut -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(words.join(" "))}`,
    );
  return `# offcut completion fish > ~/.config/fish/completions/offcut.fish\n${lines.join("\n")}\n`;
}

function powershell(commands: CommandTable): string {
  const options = [...commands].map(([name, command]) => {
    return `    '${name}' = @(${optionsOf(command)
      .map((option) => `'${option}'`)
      .join(", ")})`;
  });
  const choices = [...commands].flatMap(([name, command]) =>
    choicesOf(command).map(({ name: option, words }) => {
      return `    '${name} --${option}' = @(${words.map((word) => `'${word}'`).join(", ")})`;
    }),
  );
  return `# offcut completion powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName offcut -ScriptBlock {
  param($word, $tree, $cursor)
  $options = @{
${options.join("\n")}
  }
  $choices = @{
${choices.join("\n")}
  }
  $given = @($tree.CommandElements | ForEach-Object { $_.ToString() })
  $command = if ($given.Count -gt 1) { $given[1] } else { '' }
  $before = if ($word -eq '') { $given[-1] } else { $given[-2] }
  $all = if ($choices.ContainsKey("$command $before")) { $choices["$command $before"] }
  elseif ($options.ContainsKey($command) -and $word -ne $command) { $options[$command] } else { $options.Keys }
  $all | Where-Object { $_ -like "$word*" } | Sort-Object | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterName', $_)
  }
}
`;
}
