/** Lists on the command line: the options that say how they are read, and what is told of them. */
import type { List, ListOptions } from "../../read/lists/index.ts";
import type { Io, OptionValues } from "./command.ts";

/** For rows of any kind. */
export function listOptions(values: OptionValues): Omit<ListOptions<never>, "check"> {
  return {
    unit: values.unit,
    decimal: values.decimal,
    skipBad: values.flag("skip-bad"),
    advice: {
      decimal: (sign) => `; say --decimal ${sign === "." ? "comma" : "point"} where it is not`,
      either: "; say --decimal comma or point",
      inches: "; say --units in if it is inches",
    },
  };
}

export function tellList({ notes, refused }: List<unknown>, io: Io): void {
  for (const note of notes) io.warn(note);
  for (const reason of refused) io.warn(`skipped: ${reason}`);
}
