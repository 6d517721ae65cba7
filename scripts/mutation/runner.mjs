/**
 * Keeps one test runner with its transformed modules, so that a changed file costs the tests that import it and nothing
 * else, quickest first, up to the first that fails. A process of its own: a change can make a test run for ever, which
 * only the end of its process ends.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createVitest } from "vitest/node";

/** Factor on the time of all tests without a change: a change that costs more has made something run for ever. */
const PATIENCE = 4;

const filters = process.argv.slice(2);
/** How long each file of tests takes without a change, by its path. */
const durations = new Map();

class QuickestFirst {
  shard = (specifications) => specifications;
  sort = (specifications) =>
    specifications.toSorted((a, b) => (durations.get(a.moduleId) ?? 0) - (durations.get(b.moduleId) ?? 0));
}

const vitest = await createVitest("test", {
  project: ["node"],
  watch: false,
  pool: "threads",
  isolate: false,
  maxWorkers: 1,
  bail: 1,
  sequence: { sequencer: QuickestFirst },
  reporters: [{}],
});
const specifications = await vitest.globTestSpecifications(filters);
/** Imports of every file of tests, at any depth, as they were before any change. */
const importers = new Map();
let patienceMs = Number.POSITIVE_INFINITY;

const { testModules } = await vitest.runTestSpecifications(specifications);
for (const module of testModules) durations.set(module.moduleId, module.diagnostic().duration);
const failing = testModules.filter((module) => !module.ok()).map((module) => module.moduleId);
patienceMs = PATIENCE * process.cpuUsage().user * 1e-3;
process.send({ ready: specifications.length, failing });

process.on("message", async (change) => {
  const text = readFileSync(change.path, "utf8");
  const until = process.cpuUsage().user * 1e-3 + patienceMs;
  const watch = setInterval(() => {
    if (process.cpuUsage().user * 1e-3 > until) process.kill(process.pid, "SIGKILL");
  }, 1000);
  let noticed;
  try {
    writeFileSync(change.path, text.slice(0, change.start) + change.changed + text.slice(change.end));
    noticed = await whoNotices(change.path);
  } finally {
    writeFileSync(change.path, text);
    vitest.invalidateFile(change.path);
    clearInterval(watch);
  }
  process.send({ noticed });
});

async function whoNotices(path) {
  vitest.invalidateFile(path);
  const concerned = importersOf(path);
  const asked = specifications.filter(({ moduleId }) => concerned.has(moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked);
  const failed = testModules.find((module) => module.state() === "failed")?.moduleId;
  return failed ?? (unhandledErrors.length > 0 ? "an error outside of tests" : null);
}

/** All modules that import one, at any depth. */
function importersOf(path) {
  const known = importers.get(path);
  if (known) return known;
  const found = new Set();
  const graph = vitest.projects[0].vite.environments.ssr.moduleGraph;
  const waiting = [...(graph.getModulesByFile(path) ?? [])];
  for (const module of waiting) {
    if (found.has(module.file)) continue;
    found.add(module.file);
    waiting.push(...module.importers);
  }
  importers.set(path, found);
  return found;
}
