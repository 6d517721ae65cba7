/**
 * Public entry for workerd, which runs Cloudflare Workers: a program may not compile a core there, so the bundler takes
 * all along compiled. Importing it does nothing.
 */
import cut from "../dist/cut.simd.wasm";
import nest from "../dist/nest.simd.wasm";
import panels from "../dist/panels.simd.wasm";
import type { Engine, EngineOptions } from "./index.ts";
import { createEngine as createOnWeb } from "./index.ts";

export * from "./index.ts";

/** An engine on the caller's thread, the only one there is, however many workers are asked for. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return createOnWeb({ ...options, workers: 0, wasm: { nest, cut, panels, ...options.wasm } });
}
