/**
 * `npm test`: install, build, check style and types, run every test including the browser ones. Ends with the
 * runner's own count as a line `N passed, N failed`. Arguments are handed on to vitest: `npm test -- kerf`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  build,
  checkNode,
  checkSources,
  install,
  installBrowser,
  installFrameworks,
  installGenerators,
  installNodes,
  installServers,
  root,
  say,
} from "./steps.mjs";

checkNode();
install();
// Downloads run while the processors build.
const fetched = [installNodes(), installFrameworks(), installGenerators()];
say("checking format, lint and types beside the build");
const checked = checkSources();
build();
await installBrowser();
await installServers();
await Promise.all([...fetched, checked]);

say("running the tests");
const report = join(root, "dist", "test-report.json");
rmSync(report, { force: true });
const vitest = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit" },
);

const { passed, failed } = count();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(vitest.status === 0 && failed === 0 && passed > 0 ? 0 : 1);

/** The runner's count. A file that could not be run, or a runner that broke, counts as a failure. */
function count() {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(report, "utf8"));
  const brokenFiles = result.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failures = result.numFailedTests + brokenFiles;
  return {
    passed: result.numPassedTests,
    failed: failures === 0 && vitest.status !== 0 ? 1 : failures,
  };
}
