/** The package's own workers and binaries, as the web app and its tests run them. */
import cutUrl from "../../../../dist/worker.cut.js?url";
import filesUrl from "../../../../dist/worker.files.js?url";
import nestUrl from "../../../../dist/worker.nest.js?url";
import panelsUrl from "../../../../dist/worker.panels.js?url";
import { CORE } from "./core.ts";
import type { EngineFiles } from "./places.ts";

export const PLACES: EngineFiles = {
  startWorker: {
    nest: () => new Worker(nestUrl, { type: "module" }),
    cut: () => new Worker(cutUrl, { type: "module" }),
    panels: () => new Worker(panelsUrl, { type: "module" }),
    files: () => new Worker(filesUrl, { type: "module" }),
  },
  core: CORE,
};
