/**
 * Where the parts of the package are, for a program that serves them from elsewhere. These declarations are read in
 * programs without the types of browsers, too.
 */

/** `WebAssembly.Module` where a program's types know it. */
export type CoreModule = typeof globalThis extends {
  WebAssembly: { Module: new (...given: never[]) => infer Module };
}
  ? Module
  : object;

/** A binary of the core: compiled, as bytes, as a response, or where to fetch it. */
export type CoreSource = CoreModule | Uint8Array | ArrayBuffer | Response | string | URL;

/** Everything has a default that works in bundlers and in Node. */
export interface PlatformOptions {
  /**
   * The workers, when their files are served from another place: one nests, one cuts bars, one cuts panels, one
   * reads and writes files.
   */
  workerUrl?: {
    /** The worker that nests: `worker.nest.js` of the package. */
    nest?: string | URL;
    /** The worker that cuts bars: `worker.cut.js`. */
    cut?: string | URL;
    /** The worker that cuts panels: `worker.panels.js`. */
    panels?: string | URL;
    /** The worker that reads drawings and writes files: `worker.files.js`. */
    files?: string | URL;
  };
  /** The core, whose three binaries nest, cut bars and cut panels. Each is chosen among the package's two builds when absent. */
  wasm?: {
    /** The binary that nests. */
    nest?: CoreSource;
    /** The binary that cuts bars. */
    cut?: CoreSource;
    /** The binary that cuts panels, which nests of many rectangles ask for, too. */
    panels?: CoreSource;
  };
}
