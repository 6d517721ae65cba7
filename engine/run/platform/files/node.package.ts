/** Workers and binaries beside the package's entry. */
import type { CorePlaces, WorkerPlaces } from "./places.ts";

/** Address of this program. Bundlers that move it recognise no file in `new URL` with it: then the embedded copies serve. */
const HERE = import.meta.url;

export const WORKERS: WorkerPlaces = {
  nest: () => new URL("./worker.nest.js", HERE),
  cut: () => new URL("./worker.cut.js", HERE),
  panels: () => new URL("./worker.panels.js", HERE),
  files: () => new URL("./worker.files.js", HERE),
};

export const CORE: CorePlaces = {
  nest: {
    simd: () => new URL("./nest.simd.wasm", HERE),
    scalar: () => new URL("./nest.wasm", HERE),
  },
  cut: {
    simd: () => new URL("./cut.simd.wasm", HERE),
    scalar: () => new URL("./cut.wasm", HERE),
  },
  panels: {
    simd: () => new URL("./panels.simd.wasm", HERE),
    scalar: () => new URL("./panels.wasm", HERE),
  },
};
