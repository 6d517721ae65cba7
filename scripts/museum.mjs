/** `npm run museum`: builds the page of all exhibits of the museum and draws it. */
import { spawnSync } from "node:child_process";
import { build, buildPrograms, checkNode, install, root } from "./steps.mjs";

checkNode();
install();
build();
await buildPrograms(["test/museum/page.ts"], "dist/bench");
const { status } = spawnSync(process.execPath, ["dist/bench/page.js"], { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
