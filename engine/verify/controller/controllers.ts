/** Limits of a controller for the interpreter: words, line lengths, arcs. They come from the grammar of its post. */
import type { WholePost } from "../../base/contract/machine/post.ts";

export interface Controller extends Omit<WholePost["grammar"], "g" | "m" | "prepared" | "ends" | "reads_as"> {
  /** Codes that are understood, as printed without leading zeros. */
  g: ReadonlySet<string>;
  m: ReadonlySet<string>;
  /** Codes that must stand before the first motion, one of each list. */
  prepared: string[][];
  /** The codes that end a program, none where it just stops. */
  ends: string[];
  /** Lines that mean other words, in the order in which they are tried. */
  readsAs: [line: RegExp, words: string][];
}

const split = (codes: string) => codes.split(" ").filter((code) => code !== "");
/** Codes of words such as "G20 G21". */
const codesOf = (words: string) => split(words).map((word) => word.slice(1));

/** The rules of a post, with the longest line and the word of the probe that its machine says. */
export function controllerFor({ grammar }: WholePost, maxLine?: number, touchOff?: string): Controller {
  const { g, m, prepared, ends, reads_as, line, ...rules } = grammar;
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace("\\*", "(-?[\\d.]+)");
  const exactFirst = Object.entries(reads_as).toSorted(
    ([a], [b]) => Number(a.includes("*")) - Number(b.includes("*")),
  );
  return {
    ...rules,
    line: maxLine ?? line,
    g: new Set([...split(g), ...(touchOff === "G31" ? ["31"] : [])]),
    m: new Set(split(m)),
    prepared: prepared.map(codesOf),
    ends: codesOf(ends),
    readsAs: exactFirst.map(([from, to]) => [new RegExp(`^${escaped(from)}$`), to.replace("*", "$1")]),
  };
}
