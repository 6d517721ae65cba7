/** Help texts from where the fields are described, so that an option and its field never say two things. */
import type * as z from "zod/mini";
import { descriptionOf } from "../../base/contract/values/schema.ts";
import type { Option } from "./command.ts";

/** An option for a field of a request: the first sentence of its description, and its default. */
export function optionFor(field: z.ZodMiniType, value?: string): Option {
  // Text after a colon explains more than a line of help can hold, unless it says what the words mean.
  const end = value?.includes("|") ? /(?<=\.) / : /(?<=\.) |[:;] /;
  const [sentence] = (descriptionOf(field) ?? "").split(end, 1) as [string];
  const standard = defaultOf(field);
  const text = `${sentence[0]!.toLowerCase()}${sentence.slice(1)}`
    .replace(/[.]$/, "")
    .replaceAll("`", "")
    .replace(/, (?:mm|degrees)(?=,|$)/, "");
  const help = standard === undefined ? text : `${text} (${standard})`;
  const words = value?.includes("|") ? { words: value.split("|") } : {};
  return value === undefined ? { type: "boolean", help } : { type: "string", value, ...words, help };
}

function defaultOf(field: z.ZodMiniType): string | undefined {
  const { success, data } = field.safeParse(undefined);
  return success && (typeof data === "number" || typeof data === "string") ? String(data) : undefined;
}
