/**
 * `npm run mutate -- [FOLDER …] [--budget N] [--seed N] [--from N]`: changes the code in small ways, one at a time, and
 * tells which changes no test of the folder notices. A sample of N changes a folder is tried (60), the same for the same
 * seed; `--from` goes on where a run was interrupted.
 * docs/lab/mutants.md has the score and the reasons of those that no test can notice.
 */
import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { changesIn, sample } from "./mutation/changes.mjs";
import { root, say } from "./steps.mjs";

const READERS = ["test/engine/read/drawing", "test/engine/read/dxf", "test/engine/read/svg"];

/** Folders to change, and the tests that should notice. */
const FOLDERS = {
  "engine/verify": ["test/engine/verify", "test/engine/write/toolpath"],
  "engine/write/toolpath": [
    "test/engine/write/toolpath",
    "test/engine/write/programs.test.ts",
    "test/engine/verify/program",
  ],
  "engine/read/drawing": READERS,
  "engine/read/dxf": READERS,
  "engine/read/svg": READERS,
  "engine/base/contract": ["test/engine/base/contract", "test/server/answers", "test/engine/read/lists"],
  "engine/read/lists": ["test/engine/read/lists"],
  "engine/plan/panel": ["test/engine/plan/panel"],
  "engine/cli": ["test/engine/cli/base", "test/engine/cli/tables.test.ts"],
  "engine/read/adapters": ["test/engine/read/adapters"],
  "engine/run": ["test/engine/run"],
  "engine/plan/search": ["test/engine/plan/search", "test/engine/run"],
  "server/limits": ["test/server/limits", "test/server/http/bodies"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
  },
});
const folders = positionals.length > 0 ? positionals : Object.keys(FOLDERS);
let survivors = 0;
for (const folder of folders) survivors += await tryFolder(folder);
process.exitCode = survivors > 0 ? 1 : 0;

/** @returns how many changes nobody noticed */
async function tryFolder(folder) {
  if (!FOLDERS[folder]) throw new Error(`no folder ${folder}; there are ${Object.keys(FOLDERS).join(", ")}`);
  const all = sample(changesIn(join(root, folder)), Number(values.budget), Number(values.seed));
  const changes = all.slice(Number(values.from));
  let runner;
  let noticed = 0;
  for (const [i, change] of changes.entries()) {
    if (i > 0 && i % 10 === 0) say(`${folder}: ${noticed} of ${i} so far`);
    runner ??= await startRunner(FOLDERS[folder]);
    const before = readFileSync(change.path, "utf8");
    const answer = await ask(runner, change);
    if (answer === "hung") runner = undefined;
    if (answer) noticed++;
    else report(change, before);
  }
  if (runner) end(runner);
  say(`${folder}: ${noticed} of ${changes.length} changes were noticed`);
  return changes.length - noticed;
}

function report({ path, start, end, changed }, text) {
  const line = text.slice(0, start).split("\n").length;
  const [from, to] = [text.lastIndexOf("\n", start - 1) + 1, text.indexOf("\n", end)];
  const now = text.slice(from, start) + changed + text.slice(end, to);
  say(
    `nobody noticed in ${relative(root, path)}:${line}\n    ${text.slice(from, to).trim()}\n    ${now.trim()}`,
  );
}

/** With the processes that it has begun: what runs for ever hears nothing. */
function end(runner) {
  if (runner.exitCode === null && runner.signalCode === null) process.kill(-runner.pid, "SIGKILL");
}

async function startRunner(tests) {
  const options = { cwd: root, silent: true, detached: true };
  const runner = fork(join(root, "scripts/mutation/runner.mjs"), tests, options);
  const { failing } = await new Promise((resolve, reject) => {
    runner.once("message", resolve).once("exit", () => reject(new Error(`the tests of ${tests} do not run`)));
  });
  if (failing.length > 0) throw new Error(`these fail without any change: ${failing.join(", ")}`);
  return runner;
}

/** Which file of tests has noticed, "hung", or nothing. The file is as it was afterwards, however this ends. */
async function ask(runner, change) {
  const text = readFileSync(change.path, "utf8");
  const restore = () => writeFileSync(change.path, text);
  const interrupted = () => {
    end(runner);
    restore();
    process.exit(130);
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    return await new Promise((resolve) => {
      const done = (answer) => {
        runner.off("exit", ended);
        resolve(answer);
      };
      const ended = () => done("hung");
      runner.once("message", ({ noticed }) => done(noticed));
      runner.once("exit", ended);
      runner.send(change);
    });
  } finally {
    restore();
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
}
