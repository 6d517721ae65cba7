/** The platform of the entry `./inline`: everything is embedded, nothing is fetched. */
import { WHOLE_TASKS } from "../tasks/whole.ts";
import { compileEmbedded, startEmbedded } from "./embedded.ts";
import type { PlatformOptions } from "./options.ts";
import type { EmbeddedCore, Platform, WorkerKind } from "./platform.ts";
import { byWorker, compileGiven, onThisThread, spawnOnWeb, webCores } from "./web.ts";

export interface Embedded extends Record<WorkerKind, string> {
  core: EmbeddedCore;
}

export function inlinePlatform(embedded: Embedded, options: Pick<PlatformOptions, "wasm">): Platform {
  const waysFor = (kind: WorkerKind) => [
    byWorker(() => startEmbedded(async () => embedded[kind])),
    onThisThread(WHOLE_TASKS),
  ];
  const [solve, readAndWrite] = [waysFor("solve"), waysFor("files")];
  return {
    tasks: WHOLE_TASKS,
    cores: webCores(),
    compileCore: () =>
      options.wasm ? compileGiven(options.wasm) : compileEmbedded(async () => embedded.core),
    spawn: (core) => spawnOnWeb(core ? solve : readAndWrite, core),
  };
}
