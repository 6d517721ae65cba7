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

/** Everything has a default that works in bundlers and in Node. */
export interface PlatformOptions {
  /** The worker that solves, when its file is served from another place. */
  workerUrl?: string | URL;
  /** The same for the worker that reads and writes files. */
  filesWorkerUrl?: string | URL;
  /** The core: compiled, as bytes, as a response, or where to fetch it. Chosen among the package's two builds when absent. */
  wasm?: CoreModule | Uint8Array | ArrayBuffer | Response | string | URL;
}
