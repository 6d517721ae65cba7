/** Public entry for pages that count bytes: the engine alone. Judges, pictures and schemas are in the whole entry. */
import { Engine, type EngineOptions } from "./engine.ts";
import { browserPlatform } from "./run/platform/browser.ts";

export { EngineError } from "./base/errors.ts";
export { PauseSwitch } from "./base/pause.ts";
export type * from "./entry.ts";

/** An engine on Web Workers. Nothing is loaded before its first call. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return new Engine(browserPlatform(options), options);
}
