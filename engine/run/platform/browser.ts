/**
 * The platform of pages that can fetch the package's files. Where they cannot be found (a bundler that does not know
 * `new URL`) or not be run (another origin), the copies embedded in the package take over; they are fetched only then.
 * Files that the caller names are never replaced.
 */
import { type CoreCode, type CoreKind, chooseCore } from "../../plan/wasm/load.ts";
import { TASKS_WHEN_NEEDED } from "../tasks/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";
import { EMBEDDED, embeddedCore, startEmbedded } from "./embedded.ts";
import { PLACES } from "./files/browser.ts";
import type { PlatformOptions } from "./options.ts";
import type { Platform, Sending } from "./platform.ts";
import {
  byWorker,
  coreGiven,
  fetchBytes,
  onThisThread,
  type StartWorker,
  sendable,
  sendingOnWeb,
  spawnOnWeb,
  webCores,
} from "./web.ts";

export function browserPlatform(options: PlatformOptions): Platform {
  const sending = sendingOnWeb();
  const ways = {
    nest: waysFor("nest", options.workerUrl?.nest),
    cut: waysFor("cut", options.workerUrl?.cut),
    panels: waysFor("panels", options.workerUrl?.panels),
    files: waysFor("files", options.workerUrl?.files),
  };
  return {
    tasks: TASKS_WHEN_NEEDED,
    cores: webCores(),
    sending,
    loadCore: (kind) => {
      const given = options.wasm?.[kind];
      return given ? coreGiven(given, sending) : ownCore(kind, sending);
    },
    spawn: (kind) => spawnOnWeb(ways[kind], sending),
  };
}

function waysFor(kind: WorkerKind, given: string | URL | undefined): StartWorker[] {
  if (given) return [byWorker(() => new Worker(given, { type: "module" }))];
  return [
    byWorker(PLACES.startWorker[kind]),
    byWorker(() => startEmbedded(EMBEDDED[kind])),
    onThisThread(TASKS_WHEN_NEEDED, kind),
  ];
}

async function ownCore(kind: CoreKind, sending: Sending): Promise<CoreCode> {
  try {
    const { simd, scalar } = PLACES.core[kind];
    return await sendable(
      await chooseCore({ simd: () => fetchBytes(simd()), scalar: () => fetchBytes(scalar()) }),
      sending,
    );
  } catch {
    return embeddedCore(EMBEDDED.core, kind, sending);
  }
}
