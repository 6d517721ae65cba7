/** Tells what a JSON file holds: files of one run lie side by side, and one is easily named in another's place. */
import { fileName } from "./command.ts";

export type FileKind = "a request" | "an answer" | "a sheet";

export function fileKind(read: object): FileKind | undefined {
  const has = (field: string) => field in answerIn(read);
  if (has("parts") || has("pieces")) return "a request";
  if (["sheets", "layouts", "patterns"].some(has)) return "an answer";
  return has("request") || has("placements") ? "a sheet" : undefined;
}

/** The answer itself: the `data` of a response of the service, or a plan without the request that is kept beside it. */
export function answerIn(read: object): object {
  const { data } = read as { data?: unknown };
  if (typeof data === "object" && data !== null) return data;
  if (!("sheets" in read || "patterns" in read)) return read;
  const { request: _, ...answer } = read as { request?: unknown };
  return answer;
}

/** The sentence about a file that is something else. */
export function notA(wanted: FileKind, read: object, file: string): string {
  const kind = fileKind(read);
  return `${fileName(file)} is ${kind === undefined ? "" : `${kind}, `}not ${wanted}`;
}
