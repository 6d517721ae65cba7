/** Workers and binaries as they lie in the source tree. Each place is one literal, which bundlers recognise. */
import { CORE } from "./core.ts";
import type { EngineFiles } from "./places.ts";

export const PLACES: EngineFiles = {
  startWorker: {
    nest: () => new Worker(new URL("../../worker/nest.ts", import.meta.url), { type: "module" }),
    cut: () => new Worker(new URL("../../worker/cut.ts", import.meta.url), { type: "module" }),
    panels: () => new Worker(new URL("../../worker/panels.ts", import.meta.url), { type: "module" }),
    files: () => new Worker(new URL("../../worker/files.ts", import.meta.url), { type: "module" }),
  },
  core: CORE,
};
