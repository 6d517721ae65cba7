/** What the engine needs from where it runs: threads, the core's binary, the number of cores. */

/** One running worker thread, not yet spoken to. */
export interface WorkerThread {
  /** The engine's end of the channel that the worker serves. */
  readonly port: MessagePort;
  /** Resolves, never rejects, with the reason once the thread has ended for any cause but `terminate`. */
  readonly died: Promise<string>;
  /** A busy worker keeps a Node process alive, an idle one does not. No effect in browsers. */
  keepAlive(busy: boolean): void;
  terminate(): void;
}

export interface Platform {
  /** Compiles the core; called once per engine. */
  compileCore(): Promise<WebAssembly.Module>;
  /** Starts a worker thread and hands it the core and its end of a channel. */
  spawn(core: WebAssembly.Module): WorkerThread;
  /** Number of processors, at least 1. */
  readonly cores: number;
}

/** The first and only message that a worker gets outside its channel. */
export interface WorkerGreeting {
  port: MessagePort;
  core: WebAssembly.Module;
}

/** Where to find the parts of the package; everything has a default that works in bundlers and in Node. */
export interface PlatformOptions {
  /** The worker file, when it is served from another place. */
  workerUrl?: string | URL;
  /** The core: compiled, as bytes, as a response, or where to fetch it. Chosen among the package's two builds when absent. */
  wasm?: WebAssembly.Module | BufferSource | Response | string | URL;
}
