/** `npm run bench:nest|cut|dxf|server -- [FOLDER] [options]`: builds the benchmark with the engine it measures, then runs it. */
import { spawnSync } from "node:child_process";
import { build } from "vite";
import { build as buildAll, checkNode, fail, install, root } from "./steps.mjs";

const [name, ...rest] = process.argv.slice(2);
if (!["nest", "cut", "dxf", "server"].includes(name ?? "")) fail("which benchmark? nest, cut, dxf or server");
checkNode();
install();
buildAll();
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: `test/bench/${name}.ts`,
    outDir: "dist/bench",
    emptyOutDir: false,
    target: "es2022",
    minify: false,
  },
});
const bench = spawnSync(process.execPath, [`dist/bench/${name}.js`, ...rest], {
  cwd: root,
  stdio: "inherit",
});
process.exit(bench.status ?? 1);
