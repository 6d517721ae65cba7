/** The binaries as they lie in the source tree. */
import type { EngineFiles } from "./places.ts";

export const CORE: EngineFiles["core"] = {
  nest: {
    simd: () => new URL("../../../../dist/nest.simd.wasm", import.meta.url),
    scalar: () => new URL("../../../../dist/nest.wasm", import.meta.url),
  },
  cut: {
    simd: () => new URL("../../../../dist/cut.simd.wasm", import.meta.url),
    scalar: () => new URL("../../../../dist/cut.wasm", import.meta.url),
  },
  panels: {
    simd: () => new URL("../../../../dist/panels.simd.wasm", import.meta.url),
    scalar: () => new URL("../../../../dist/panels.wasm", import.meta.url),
  },
};
