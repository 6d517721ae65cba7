/** Public entry whose modules hold everything: workers and core are embedded. Importing it does nothing. */
import * as embedded from "../dist/embedded.js";
import { Engine, type EngineOptions } from "./engine.ts";
import { inlinePlatform } from "./run/platform/inline.ts";

export * from "./entry.ts";

/** An engine on Web Workers made of embedded text; where there are none, on the caller's thread. */
export async function createEngine(
  options: Omit<EngineOptions, "workerUrl" | "filesWorkerUrl"> = {},
): Promise<Engine> {
  return new Engine(inlinePlatform(embedded, options), options);
}
