/** Public entry for browsers and bundlers. Importing it does nothing; `createEngine` does. */
import { Engine, type EngineOptions } from "./engine.ts";
import { browserPlatform } from "./run/platform/browser.ts";

export * from "./entry.ts";

/** An engine on Web Workers. Nothing is loaded before its first call. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return new Engine(browserPlatform(options), options);
}
