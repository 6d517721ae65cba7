/**
 * `npm run bench:nest|cut|dxf|toolpath|server -- [FOLDER] [options]`: builds the benchmark with the engine it measures, then
 * runs it. `npm run bench` runs those that need no more than the project's own jobs, one after the other.
 */
import { spawnSync } from "node:child_process";
import { build } from "vite";
import { build as buildAll, checkNode, fail, install, root, say } from "./steps.mjs";

const OWN = ["nest", "cut", "dxf", "toolpath"];
const [name, ...rest] = process.argv.slice(2);
if (name !== undefined && ![...OWN, "server"].includes(name))
  fail("which benchmark? nest, cut, dxf, toolpath or server");
checkNode();
install();
buildAll();
for (const bench of name === undefined ? OWN : [name]) await run(bench);

/** Ends this process when the benchmark fails. */
async function run(bench) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: `test/bench/${bench}.ts`,
      outDir: "dist/bench",
      emptyOutDir: false,
      target: "es2022",
      minify: false,
    },
  });
  say(`benchmark: ${bench}`);
  const { status } = spawnSync(process.execPath, [`dist/bench/${bench}.js`, ...rest], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
