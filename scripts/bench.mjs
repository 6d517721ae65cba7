/**
 * `npm run bench:nest|cut|corpus|gate|mitres|panels|dxf|storm|limits|starve|toolpath|programs|server|soak|web -- [FOLDER] [options]`: builds the
 * benchmark with the engine it measures, then runs it (`soak -- core`, `soak -- memory`: those of the core, else of the service). `npm run
 * bench -- [FOLDER] [options]` runs all of them on the project's own jobs, or those that read jobs on a folder, and ends
 * with a line for each; the options are those of nest, cut, panels and dxf. `npm run bench -- --page` writes the page of
 * benchmarks instead.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, buildPrograms, checkNode, install, root, say } from "./steps.mjs";

/** Benchmarks that read folders of jobs each have a folder of their own. */
const READERS = ["nest", "cut", "panels", "dxf"];
/** Benchmarks of several files. */
const FOLDERS = [...READERS, "ablation", "corpus", "page", "soak"];
/** Benchmarks beside that of their folder. */
const BESIDE = { gate: "ablation", mitres: "cut", "soak-core": "soak", "soak-memory": "soak" };
const OTHERS = {
  storm: ["--jobs", "200"],
  toolpath: [],
  programs: [],
  web: [],
  server: ["--seconds", "3", "--minutes", "0", "--requests", "500"],
};
const words = process.argv.slice(2);
let single = [
  ...READERS,
  ...Object.keys(OTHERS),
  "ablation",
  "corpus",
  "gate",
  "limits",
  "mitres",
  "soak",
  "starve",
].includes(words[0])
  ? words.shift()
  : undefined;
if (single === "soak" && ["core", "memory"].includes(words[0])) single = `soak-${words.shift()}`;
checkNode();
install();
build();
if (!single && words.includes("--page")) single = "page";
if (single) await run(single, words);
else await runAll(words[0]?.startsWith("-") ? undefined : words[0]);

async function runAll(folder) {
  const summaries = [];
  const others = folder === undefined ? Object.entries(OTHERS) : [];
  for (const [bench, args] of [...READERS.map((name) => [name, words]), ...others]) {
    await run(bench, args);
    const file = `${bench}-${basename(folder ?? "own")}.json`;
    summaries.push(JSON.parse(readFileSync(join(root, "dist/bench/results", file), "utf8")).summary);
  }
  say(`all benchmarks\n${summaries.join("\n")}`);
}

/** Ends this process when the benchmark fails. */
async function run(bench, args) {
  const folder = FOLDERS.includes(bench) ? bench : (BESIDE[bench] ?? "");
  await buildPrograms([join("test/bench", folder, `${bench}.ts`)], "dist/bench");
  say(`benchmark: ${bench}`);
  const { status } = spawnSync(process.execPath, [`dist/bench/${bench}.js`, ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
