/** Files of the built engine for benchmarks: by default an engine looks for them beside the built benchmark. */
import { pathToFileURL } from "node:url";

export const BUILT_FILES = {
  wasm: {
    nest: "dist/nest.simd.wasm",
    cut: "dist/cut.simd.wasm",
    panels: "dist/panels.simd.wasm",
  },
  workerUrl: {
    nest: pathToFileURL("dist/worker.nest.js"),
    cut: pathToFileURL("dist/worker.cut.js"),
    panels: pathToFileURL("dist/worker.panels.js"),
  },
};
