/** Workers and binaries as they lie in the source tree. Each place is one literal, which bundlers recognise. */
import type { EngineFiles } from "./places.ts";

export const PLACES: EngineFiles = {
  startWorker: {
    nest: () => new Worker(new URL("../../worker/nest.ts", import.meta.url), { type: "module" }),
    cut: () => new Worker(new URL("../../worker/cut.ts", import.meta.url), { type: "module" }),
    files: () => new Worker(new URL("../../worker/files.ts", import.meta.url), { type: "module" }),
  },
  core: {
    nest: {
      simd: () => new URL("../../../../dist/nest.simd.wasm", import.meta.url),
      scalar: () => new URL("../../../../dist/nest.wasm", import.meta.url),
    },
    cut: {
      simd: () => new URL("../../../../dist/cut.simd.wasm", import.meta.url),
      scalar: () => new URL("../../../../dist/cut.wasm", import.meta.url),
    },
  },
};
