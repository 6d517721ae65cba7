/**
 * The platform of pages that can fetch the package's files. Where they cannot be found (a bundler that does not know
 * `new URL`) or not be run (another origin), the copies embedded in the package take over; they are fetched only then.
 * What the caller names is never replaced.
 */
import { type CoreKind, compileCore } from "../../plan/wasm/load.ts";
import { TASKS_WHEN_NEEDED } from "../tasks/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";
import { compileEmbedded, EMBEDDED, startEmbedded } from "./embedded.ts";
import { PLACES } from "./files/browser.ts";
import type { PlatformOptions } from "./options.ts";
import type { Platform } from "./platform.ts";
import { byWorker, compileGiven, fetchBytes, onThisThread, spawnOnWeb, type Way, webCores } from "./web.ts";

export function browserPlatform(options: PlatformOptions): Platform {
  const ways = {
    nest: waysFor("nest", options.workerUrl?.nest),
    cut: waysFor("cut", options.workerUrl?.cut),
    files: waysFor("files", options.workerUrl?.files),
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

function waysFor(kind: WorkerKind, given: string | URL | undefined): Way[] {
  if (given) return [byWorker(() => new Worker(given, { type: "module" }))];
  return [
    byWorker(PLACES.startWorker[kind]),
    byWorker(() => startEmbedded(EMBEDDED[kind])),
    onThisThread(TASKS_WHEN_NEEDED, kind),
  ];
}

async function compileOwn(kind: CoreKind): Promise<WebAssembly.Module> {
  try {
    const { simd, scalar } = PLACES.core[kind];
    return await compileCore({ simd: () => fetchBytes(simd()), scalar: () => fetchBytes(scalar()) });
  } catch {
    return compileEmbedded(EMBEDDED.core, kind);
  }
}
