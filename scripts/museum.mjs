/** `npm run museum`: builds the page of all exhibits of the museum and draws it. */
import { spawnSync } from "node:child_process";
import { build } from "vite";
import { build as buildAll, checkNode, install, root } from "./steps.mjs";

checkNode();
install();
buildAll();
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: { ssr: "test/museum/page.ts", outDir: "dist/bench", emptyOutDir: false, target: "es2022" },
});
const { status } = spawnSync(process.execPath, ["dist/bench/page.js"], { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
