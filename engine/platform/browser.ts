/** The platform of browsers: Web Workers and fetch. Nothing here runs before an engine asks for it. */
import { EngineError } from "../errors.ts";
import { compileCore } from "../wasm/load.ts";
import type { Platform, PlatformOptions, WorkerGreeting, WorkerThread } from "./platform.ts";

export function browserPlatform(options: PlatformOptions): Platform {
  return {
    cores: globalThis.navigator?.hardwareConcurrency ?? 1,
    compileCore: () => compileGiven(options.wasm),
    spawn: (core) => spawn(core, options.workerUrl),
  };
}

async function compileGiven(wasm: PlatformOptions["wasm"]): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof Response) return WebAssembly.compile(await bytesOf(wasm));
  if (typeof wasm === "string" || wasm instanceof URL) return WebAssembly.compile(await fetchBytes(wasm));
  if (wasm) return WebAssembly.compile(wasm);
  return compileCore({
    simd: () => fetchBytes(new URL("../../dist/core.simd.wasm", import.meta.url)),
    scalar: () => fetchBytes(new URL("../../dist/core.wasm", import.meta.url)),
  });
}

async function fetchBytes(url: string | URL): Promise<ArrayBuffer> {
  return bytesOf(await fetch(url));
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    throw new EngineError("WASM_UNAVAILABLE", `${response.url} answered ${response.status}`);
  }
  return response.arrayBuffer();
}

function spawn(core: WebAssembly.Module, workerUrl: string | URL | undefined): WorkerThread {
  // The literal below is what bundlers recognise: it must stay in one piece.
  const worker = workerUrl
    ? new Worker(workerUrl, { type: "module" })
    : new Worker(new URL("../worker/browser.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const greeting: WorkerGreeting = { port: port2, core };
  worker.postMessage(greeting, [port2]);
  return {
    port: port1,
    died: new Promise((resolve) => {
      worker.onerror = (event) => resolve(event.message || "its file could not be loaded");
      worker.onmessageerror = () => resolve("its first message could not be read");
    }),
    keepAlive: () => {},
    terminate: () => {
      worker.terminate();
      port1.close();
    },
  };
}
