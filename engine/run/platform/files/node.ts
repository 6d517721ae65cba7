/** Workers and binaries as they lie in the source tree. */
import type { CorePlaces, WorkerPlaces } from "./places.ts";

/** Address of this program. Bundlers that move it recognise no file in `new URL` with it: then the embedded copies serve. */
const HERE = import.meta.url;

export const WORKERS: WorkerPlaces = {
  nest: () => new URL("../../../../dist/worker.nest.js", HERE),
  cut: () => new URL("../../../../dist/worker.cut.js", HERE),
  panels: () => new URL("../../../../dist/worker.panels.js", HERE),
  files: () => new URL("../../../../dist/worker.files.js", HERE),
};

export const CORE: CorePlaces = {
  nest: {
    simd: () => new URL("../../../../dist/nest.simd.wasm", HERE),
    scalar: () => new URL("../../../../dist/nest.wasm", HERE),
  },
  cut: {
    simd: () => new URL("../../../../dist/cut.simd.wasm", HERE),
    scalar: () => new URL("../../../../dist/cut.wasm", HERE),
  },
  panels: {
    simd: () => new URL("../../../../dist/panels.simd.wasm", HERE),
    scalar: () => new URL("../../../../dist/panels.wasm", HERE),
  },
};
