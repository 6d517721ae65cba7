/** The platform of the entry `./inline`: everything is embedded, nothing is fetched. */
import { compileEmbedded, startEmbedded } from "./embedded.ts";
import type { PlatformOptions } from "./options.ts";
import type { EmbeddedFiles, Platform, WorkerKind } from "./platform.ts";
import { byWorker, compileGiven, onThisThread, spawnOnWeb, webCores } from "./web.ts";

export function inlinePlatform(files: EmbeddedFiles, options: Pick<PlatformOptions, "wasm">): Platform {
  const embedded = Promise.resolve(files);
  const waysFor = (kind: WorkerKind) => [byWorker(() => startEmbedded(embedded, kind)), onThisThread];
  const [solve, readAndWrite] = [waysFor("solve"), waysFor("files")];
  return {
    cores: webCores(),
    compileCore: () => (options.wasm ? compileGiven(options.wasm) : compileEmbedded(embedded)),
    spawn: (core) => spawnOnWeb(core ? solve : readAndWrite, core),
  };
}
