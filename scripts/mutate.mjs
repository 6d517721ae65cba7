/**
 * `npm run mutate -- [FOLDER …] [--budget N] [--seed N]`: changes the code in small ways, one at a time, and tells which
 * changes no test notices. A sample of N of all changes is tried (20), the same for the same seed.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root, say } from "./steps.mjs";

/** What is tried, and the tests that should notice. */
const ROOMS = {
  "engine/verify": ["test/engine/verify"],
  "engine/toolpath": ["test/engine/toolpath", "test/engine/verify/program"],
  "engine/drawing": ["test/engine/drawing", "test/engine/dxf", "test/engine/svg"],
  "engine/contract": ["test/engine/contract", "test/server/answers"],
  "engine/cli": ["test/engine/cli/base", "test/engine/cli/lists", "test/engine/cli/tables.test.ts"],
  "engine/adapters": ["test/engine/adapters"],
  "server/limits": ["test/server/limits"],
};

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
/** A change that makes a program hang is noticed. */
const TIMEOUT_MS = 240_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { budget: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
const rooms = positionals.length > 0 ? positionals : Object.keys(ROOMS);
const mutants = sample(rooms.flatMap(mutantsOf), Number(values.budget), Number(values.seed));
for (const room of new Set(mutants.map(({ room }) => room))) {
  if (!passes(room)) throw new Error(`the tests of ${room} fail without any change`);
}
const survivors = mutants.filter(survives);
say(`${mutants.length - survivors.length} of ${mutants.length} changes were noticed`);
process.exitCode = survivors.length > 0 ? 1 : 0;

function mutantsOf(room) {
  if (!ROOMS[room]) throw new Error(`no room ${room}; there are ${Object.keys(ROOMS).join(", ")}`);
  return sourcesIn(join(root, room)).flatMap((path) => {
    const lines = readFileSync(path, "utf8").split("\n");
    return lines.flatMap((line, at) => {
      if (/^\s*(?:\*|\/\/|\/\*|import |export (?:type|interface|\*|\{)|interface |type )/.test(line))
        return [];
      const code = withoutText(line);
      return CHANGES.flatMap(([from, to]) =>
        [...code.matchAll(from)].map(({ index, 0: found }) => {
          const changed = line.slice(0, index) + to + line.slice(index + found.length);
          return { room, path, at, line, changed };
        }),
      );
    });
  });
}

/** The line with every string, comment and expression replaced by as many spaces. */
function withoutText(line) {
  const blank = (text) => "\u0000".repeat(text.length);
  return line
    .replace(/"(?:[^"\\]|\\.)*"|`[^`]*`?|\/\/.*$|\/\*.*?\*\//g, blank)
    .replace(/\/(?![/*\s])(?:[^/\\]|\\.)+\/[a-z]*/g, blank);
}

function survives({ room, path, at, line, changed }) {
  const text = readFileSync(path, "utf8");
  const restore = () => writeFileSync(path, text);
  const interrupted = () => {
    restore();
    process.exit(130);
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    writeFileSync(path, text.split("\n").with(at, changed).join("\n"));
    if (!passes(room)) return false;
    say(`nobody noticed in ${relative(root, path)}:${at + 1}\n    ${line.trim()}\n    ${changed.trim()}`);
    return true;
  } finally {
    restore();
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
}

function passes(room) {
  const words = ["node_modules/vitest/vitest.mjs", "run", "--project", "node", "--bail", "1", ...ROOMS[room]];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: "ignore", timeout: TIMEOUT_MS });
  return status === 0;
}

function sample(all, count, seed) {
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
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
