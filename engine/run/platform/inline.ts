/** The platform of the entry `./inline`: everything is embedded, nothing is fetched. */
import type { CoreKind } from "../../plan/wasm/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";
import { WHOLE_TASKS } from "../tasks/whole.ts";
import { embeddedCore, startEmbedded } from "./embedded.ts";
import type { PlatformOptions } from "./options.ts";
import type { Platform } from "./platform.ts";
import { byWorker, coreGiven, onThisThread, sendingOnWeb, spawnOnWeb, webCores } from "./web.ts";

export interface Embedded extends Record<WorkerKind, string> {
  core: Record<CoreKind, string>;
}

export function inlinePlatform(embedded: Embedded, options: Pick<PlatformOptions, "wasm">): Platform {
  const waysFor = (kind: WorkerKind) => [
    byWorker(() => startEmbedded(async () => embedded[kind])),
    onThisThread(WHOLE_TASKS, kind),
  ];
  const sending = sendingOnWeb();
  const ways = {
    nest: waysFor("nest"),
    cut: waysFor("cut"),
    panels: waysFor("panels"),
    files: waysFor("files"),
  };
  return {
    tasks: WHOLE_TASKS,
    cores: webCores(),
    sending,
    loadCore: (kind) => {
      const given = options.wasm?.[kind];
      return given ? coreGiven(given, sending) : embeddedCore(async () => embedded.core, kind, sending);
    },
    spawn: (kind) => spawnOnWeb(ways[kind], sending),
  };
}
