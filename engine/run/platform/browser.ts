/**
 * The platform of pages that can fetch the package's files. Where they cannot be found (a bundler that does not know
 * `new URL`) or not be run (another origin), the copies embedded in the package take over; they are fetched only then.
 * What the caller names is never replaced.
 */
import { type CoreKind, compileCore } from "../../plan/wasm/load.ts";
import { TASKS_WHEN_NEEDED } from "../tasks/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";
import { compileEmbedded, EMBEDDED, startEmbedded } from "./embedded.ts";
import type { PlatformOptions } from "./options.ts";
import type { Platform } from "./platform.ts";
import { byWorker, compileGiven, fetchBytes, onThisThread, spawnOnWeb, type Way, webCores } from "./web.ts";

export function browserPlatform(options: PlatformOptions): Platform {
  const ways = {
    nest: waysFor("nest", startNester, options.workerUrl?.nest),
    cut: waysFor("cut", startCutter, options.workerUrl?.cut),
    files: waysFor("files", startFiles, options.workerUrl?.files),
  };
  return {
    tasks: TASKS_WHEN_NEEDED,
    cores: webCores(),
    compileCore: (kind) => {
      const given = options.wasm?.[kind];
      return given ? compileGiven(given) : compileOwn(kind);
    },
    spawn: (kind) => spawnOnWeb(ways[kind]),
  };
}

// The literals below are what bundlers recognise: they must stay in one piece.
function startNester(): Worker {
  return new Worker(new URL("../worker/nest.ts", import.meta.url), { type: "module" });
}

function startCutter(): Worker {
  return new Worker(new URL("../worker/cut.ts", import.meta.url), { type: "module" });
}

function startFiles(): Worker {
  return new Worker(new URL("../worker/files.ts", import.meta.url), { type: "module" });
}

function waysFor(kind: WorkerKind, start: () => Worker, given: string | URL | undefined): Way[] {
  if (given) return [byWorker(() => new Worker(given, { type: "module" }))];
  return [
    byWorker(start),
    byWorker(() => startEmbedded(EMBEDDED[kind])),
    onThisThread(TASKS_WHEN_NEEDED, kind),
  ];
}

async function compileOwn(kind: CoreKind): Promise<WebAssembly.Module> {
  try {
    return await compileCore(OWN[kind]);
  } catch {
    return compileEmbedded(EMBEDDED.core, kind);
  }
}

const OWN = {
  nest: {
    simd: () => fetchBytes(new URL("../../../dist/nest.simd.wasm", import.meta.url)),
    scalar: () => fetchBytes(new URL("../../../dist/nest.wasm", import.meta.url)),
  },
  cut: {
    simd: () => fetchBytes(new URL("../../../dist/cut.simd.wasm", import.meta.url)),
    scalar: () => fetchBytes(new URL("../../../dist/cut.wasm", import.meta.url)),
  },
};
