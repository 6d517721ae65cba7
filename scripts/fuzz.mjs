/**
 * `npm run fuzz -- [TARGET …] [--seconds N]`: feeds inputs that Jazzer.js makes to each target of test/fuzz/targets, or to
 * those named, N seconds each (60). New inputs that reach new code go to dist/fuzz/corpus; one that fails is written
 * beside it and told. `--merge` takes of those and of the repository's the fewest that reach the same code, and of them the
 * 100 shortest, into the repository. Jazzer.js is installed for it, `npm install --no-save @jazzer.js/core@4.0.0`: on Linux
 * it needs glibc 2.38.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { build, buildPrograms, checkNode, fail, install, root, say } from "./steps.mjs";

const TARGETS = "test/fuzz/targets";
const BUILT = "dist/fuzz";
/** Inputs of a target that the repository keeps. */
const MOST = 100;
const all = readdirSync(join(root, TARGETS)).map((file) => basename(file, ".ts"));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "60" }, merge: { type: "boolean" } },
});
const wrong = positionals.find((name) => !all.includes(name));
if (wrong !== undefined) fail(`there is no target "${wrong}"; there are ${all.join(", ")}`);
const chosen = positionals.length > 0 ? positionals : all;
const jazzer = join(root, "node_modules/@jazzer.js/core/dist/cli.js");
if (!existsSync(jazzer)) fail("Jazzer.js is not there: npm install --no-save @jazzer.js/core@4.0.0");
checkNode();
install();
build();
await buildPrograms(
  all.map((name) => join(TARGETS, `${name}.ts`)),
  BUILT,
);
let failures = 0;
for (const name of chosen) {
  say(`fuzzing: ${name}`);
  const kept = join("test/fuzz/corpus", name);
  const found = join(BUILT, "corpus", name);
  for (const folder of [kept, found]) mkdirSync(join(root, folder), { recursive: true });
  if (values.merge) merge(name, kept, found);
  else {
    const limits = [`-max_total_time=${Number(values.seconds)}`, "-rss_limit_mb=4096"];
    if (run(name, [found, kept], [...limits, `-artifact_prefix=${BUILT}/${name}-`]) !== 0) failures++;
  }
}
process.exitCode = failures > 0 ? 1 : 0;

/** The fewest inputs take the place of those that were kept; what is longer is found again soon. */
function merge(name, kept, found) {
  const fewest = `${kept}.new`;
  mkdirSync(join(root, fewest));
  if (run(name, [fewest, kept, found], ["-merge=1"]) !== 0) fail(`${name} could not be merged`);
  const size = (file) => statSync(join(root, fewest, file)).size;
  const bySize = readdirSync(join(root, fewest)).sort((a, b) => size(a) - size(b));
  for (const file of bySize.slice(MOST)) rmSync(join(root, fewest, file));
  rmSync(join(root, kept), { recursive: true });
  renameSync(join(root, fewest), join(root, kept));
}

function run(name, folders, options) {
  const words = [
    jazzer,
    join(BUILT, `${name}.js`),
    ...folders,
    "-i",
    BUILT,
    "--timeout",
    "60000",
    "--",
    ...options,
  ];
  return spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" }).status;
}
