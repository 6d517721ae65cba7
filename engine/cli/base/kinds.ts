/** Tells what a JSON file holds: files of one run lie side by side, and one is easily named in another's place. */
import { fileName } from "./command.ts";

export type FileKind = "a request" | "an answer" | "a sheet";

export function fileKind(read: object): FileKind | undefined {
  const has = (field: string) => field in answerIn(read);
  if (has("parts") || has("pieces")) return "a request";
  if (has("request") || has("placements")) return "a sheet";
  return ["sheets", "layouts", "patterns"].some(has) ? "an answer" : undefined;
}

/** The answer itself, or the `data` of a response of the service. */
export function answerIn(read: object): object {
  const { data } = read as { data?: unknown };
  return typeof data === "object" && data !== null ? data : read;
}

/** The sentence about a file that is something else. */
export function notA(wanted: FileKind, read: object, file: string): string {
  const kind = fileKind(read);
  return `${fileName(file)} is ${kind === undefined ? "" : `${kind}, `}not ${wanted}`;
}
