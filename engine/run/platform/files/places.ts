/**
 * Places of the workers and the core's binaries for a page. The build puts one of three modules in the place of another:
 *
 *     browser           the source tree, for tests and `npm run dev`
 *     browser.package   the package, where all files lie beside the entry
 *     browser.app       the web app, which runs the package's own workers, byte for byte
 *
 * and `node.package` in the place of `node`.
 */
import type { CoreKind } from "../../../plan/wasm/load.ts";
import type { WorkerKind } from "../../tasks/tasks.ts";

export type CorePlaces = Record<CoreKind, { simd: () => URL; scalar: () => URL }>;

export type WorkerPlaces = Record<WorkerKind, () => URL>;

export interface EngineFiles {
  startWorker: Record<WorkerKind, () => Worker>;
  core: CorePlaces;
}
