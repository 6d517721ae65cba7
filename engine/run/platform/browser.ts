/**
 * The platform of pages that can fetch the package's files. Where they cannot be found (a bundler that does not know
 * `new URL`) or not be run (another origin), the copies embedded in the package take over; they are fetched only then.
 * What the caller names is never replaced.
 */
import { compileCore } from "../../wasm/load.ts";
import { TASKS_WHEN_NEEDED } from "../tasks/load.ts";
import { compileEmbedded, EMBEDDED, startEmbedded } from "./embedded.ts";
import type { PlatformOptions } from "./options.ts";
import type { Platform, WorkerKind } from "./platform.ts";
import { byWorker, compileGiven, fetchBytes, onThisThread, spawnOnWeb, type Way, webCores } from "./web.ts";

export function browserPlatform(options: PlatformOptions): Platform {
  const solve = waysFor("solve", startSolver, options.workerUrl);
  const files = waysFor("files", startFiles, options.filesWorkerUrl);
  return {
    tasks: TASKS_WHEN_NEEDED,
    cores: webCores(),
    compileCore: () => (options.wasm ? compileGiven(options.wasm) : compileOwn()),
    spawn: (core) => spawnOnWeb(core ? solve : files, core),
  };
}

// The literals below are what bundlers recognise: they must stay in one piece.
function startSolver(): Worker {
  return new Worker(new URL("../worker/solve.ts", import.meta.url), { type: "module" });
}

function startFiles(): Worker {
  return new Worker(new URL("../worker/files.ts", import.meta.url), { type: "module" });
}

function waysFor(kind: WorkerKind, start: () => Worker, given: string | URL | undefined): Way[] {
  if (given) return [byWorker(() => new Worker(given, { type: "module" }))];
  return [byWorker(start), byWorker(() => startEmbedded(EMBEDDED[kind])), onThisThread(TASKS_WHEN_NEEDED)];
}

async function compileOwn(): Promise<WebAssembly.Module> {
  try {
    return await compileCore({
      simd: () => fetchBytes(new URL("../../../dist/core.simd.wasm", import.meta.url)),
      scalar: () => fetchBytes(new URL("../../../dist/core.wasm", import.meta.url)),
    });
  } catch {
    return compileEmbedded(EMBEDDED.core);
  }
}
