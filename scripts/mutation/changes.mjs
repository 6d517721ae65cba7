/** Small changes of the code, each of which some test should notice, and a sample of them that is the same everywhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Operators with spaces around them, as the formatter writes them. */
const CHANGES = [
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ \* /g, " / "],
  [/ \/ /g, " * "],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\bMath\.min\b/g, "Math.max"],
  [/\bMath\.max\b/g, "Math.min"],
  [/\b0\b(?![.\w])/g, "1"],
  [/\b1\b(?![.\w])/g, "2"],
];

/** Lines that say nothing at run time. */
const SILENT = /^\s*(?:\*|\/\/|\/\*|import |export (?:type|interface|\*|\{)|interface |type )/;

/** Every change of the files below a folder, as whole lines: which, what stood there, what is to stand there. */
export function changesIn(folder) {
  return sourcesIn(folder).flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        SILENT.test(line) ? [] : changesOf(line).map((changed) => ({ path, at, line, changed })),
      ),
  );
}

function changesOf(line) {
  const code = withoutText(line);
  return CHANGES.flatMap(([from, to]) =>
    [...code.matchAll(from)].map(
      ({ index, 0: found }) => line.slice(0, index) + to + line.slice(index + found.length),
    ),
  );
}

/** The line with every string, comment and expression replaced by as many signs that are no code. */
function withoutText(line) {
  const blank = (text) => "\u0000".repeat(text.length);
  return line
    .replace(/"(?:[^"\\]|\\.)*"|`[^`]*`?|\/\/.*$|\/\*.*?\*\//g, blank)
    .replace(/\/(?![/*\s])(?:[^/\\]|\\.)+\/[a-z]*/g, blank);
}

export function sample(all, count, seed) {
  const rest = [...all];
  let state = seed >>> 0;
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    // Numerical Recipes' generator: any will do that is the same everywhere.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1)[0];
  });
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
