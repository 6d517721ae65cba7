/** `offcut mcp`: the commands as tools for programs that speak the Model Context Protocol over standard input and output. */
import { type Command, type CommandAction, EXIT, UsageError } from "../base/command.ts";

/** @param commands all of them, this one included */
export function mcpOf(commands: () => Promise<ReadonlyMap<string, Command>>): CommandAction {
  return {
    options: {
      allow: {
        type: "string",
        multiple: true,
        value: "FOLDER",
        help: "folders whose files may be read and written (the current one); may be repeated",
      },
    },
    async run({ words, values, io }) {
      if (words.length > 0) throw new UsageError("mcp takes no words: it is spoken to over standard input");
      const given = values.texts("allow");
      const guarded = io.within(given.length > 0 ? given : ["."]);
      // The protocol's library takes as long to load as all other commands together.
      const { converse } = await import("./conversation.ts");
      await converse(await commands(), guarded);
      return EXIT.DONE;
    },
  };
}
