/**
 * Workers and binaries beside the package's entry. The build has no such files, so their names are constants that it
 * defines (vite.config.ts) once it has looked for files: bundlers of users find literals.
 */
import type { EngineFiles } from "./places.ts";

declare const NEST_WORKER: string;
declare const CUT_WORKER: string;
declare const PANELS_WORKER: string;
declare const FILES_WORKER: string;
declare const NEST_SIMD: string;
declare const NEST_SCALAR: string;
declare const CUT_SIMD: string;
declare const CUT_SCALAR: string;
declare const PANELS_SIMD: string;
declare const PANELS_SCALAR: string;

export const PLACES: EngineFiles = {
  startWorker: {
    nest: () => new Worker(new URL(NEST_WORKER, import.meta.url), { type: "module" }),
    cut: () => new Worker(new URL(CUT_WORKER, import.meta.url), { type: "module" }),
    panels: () => new Worker(new URL(PANELS_WORKER, import.meta.url), { type: "module" }),
    files: () => new Worker(new URL(FILES_WORKER, import.meta.url), { type: "module" }),
  },
  core: {
    nest: {
      simd: () => new URL(NEST_SIMD, import.meta.url),
      scalar: () => new URL(NEST_SCALAR, import.meta.url),
    },
    cut: {
      simd: () => new URL(CUT_SIMD, import.meta.url),
      scalar: () => new URL(CUT_SCALAR, import.meta.url),
    },
    panels: {
      simd: () => new URL(PANELS_SIMD, import.meta.url),
      scalar: () => new URL(PANELS_SCALAR, import.meta.url),
    },
  },
};
