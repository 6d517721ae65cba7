/**
 * `npm run matrix`: the packed package in every place that npm can bring: bundlers, frameworks, runtimes, service workers.
 * A test run tries those of them that are there; this one brings the rest first.
 */
import {
  build,
  checkNode,
  install,
  installBrowser,
  installFrameworks,
  installNodes,
  installPlaces,
  runTool,
} from "./steps.mjs";

checkNode();
install();
build();
await installBrowser();
await Promise.all([installNodes(), installFrameworks()]);
await installPlaces();
runTool("vitest/vitest.mjs", ["run", "--project", "node", "test/package", "test/engine/read/adapters"]);
