/**
 * Keeps one test runner with its transformed modules, so that a changed file costs the tests that import it and nothing
 * else. A process of its own: a change can make a test run for ever, which only the end of its process ends.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createVitest } from "vitest/node";

const filters = process.argv.slice(2);
const vitest = await createVitest("test", {
  project: ["node"],
  watch: false,
  maxWorkers: 1,
  reporters: [{}],
});
const specifications = await vitest.globTestSpecifications(filters);
const { testModules } = await vitest.runTestSpecifications(specifications);
/** How long each file of tests takes: the quickest are asked first. */
const durations = new Map(testModules.map((module) => [module.moduleId, module.diagnostic().duration]));
const failing = testModules.filter((module) => !module.ok()).map((module) => module.moduleId);
process.send({ ready: specifications.length, failing });

process.on("message", async (change) => {
  const text = readFileSync(change.path, "utf8");
  const lines = text.split("\n");
  if (lines[change.at] !== change.line) throw new Error(`${change.path} is not what it was`);
  try {
    writeFileSync(change.path, lines.with(change.at, change.changed).join("\n"));
    process.send({ noticed: await noticed(change.path) });
  } finally {
    writeFileSync(change.path, text);
    vitest.invalidateFile(change.path);
  }
});

async function noticed(path) {
  vitest.invalidateFile(path);
  const concerned = importersOf(path);
  const asked = specifications
    .filter(({ moduleId }) => concerned.has(moduleId))
    .sort((a, b) => durations.get(a.moduleId) - durations.get(b.moduleId));
  for (const specification of asked) {
    const { moduleId } = specification;
    await vitest.runTestSpecifications([specification]);
    // What other files of tests have said before is remembered beside it.
    if (
      !vitest.state
        .getTestModules()
        .find((module) => module.moduleId === moduleId)
        ?.ok()
    )
      return moduleId;
  }
  return null;
}

/** All modules that import one, at any depth. */
function importersOf(path) {
  const found = new Set();
  const graph = vitest.projects[0].vite.environments.ssr.moduleGraph;
  const waiting = [...(graph.getModulesByFile(path) ?? [])];
  for (const module of waiting) {
    if (found.has(module.file)) continue;
    found.add(module.file);
    waiting.push(...module.importers);
  }
  return found;
}
