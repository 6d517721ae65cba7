/** Public entry for Node. Importing it does nothing; `createEngine` does. */
import { Engine, type EngineOptions } from "./engine.ts";
import { nodePlatform } from "./run/platform/node.ts";

export * from "./entry.ts";

/** An engine on worker threads. Nothing is loaded before its first call. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return new Engine(nodePlatform(options), options);
}
