/** Public entry whose modules hold everything: workers and core are embedded. Importing it does nothing. */
import * as core from "../dist/embedded.core.js";
import { program as cut } from "../dist/embedded.cut.js";
import { program as files } from "../dist/embedded.files.js";
import { program as nest } from "../dist/embedded.nest.js";
import { program as panels } from "../dist/embedded.panels.js";
import { Engine, type EngineOptions } from "./engine.ts";
import { inlinePlatform } from "./run/platform/inline.ts";

export * from "./entry.ts";

/** An engine on Web Workers made of embedded text; where there are none, on the caller's thread. */
export async function createEngine(options: Omit<EngineOptions, "workerUrl"> = {}): Promise<Engine> {
  return new Engine(inlinePlatform({ nest, cut, panels, files, core }, options), options);
}
