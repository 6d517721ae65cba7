/** Workers and the core made of text that the package carries, for pages that cannot reach its files. */
import { compileCore } from "../../wasm/load.ts";
import type { EmbeddedFiles, WorkerKind } from "./platform.ts";

export async function startEmbedded(files: Promise<EmbeddedFiles>, kind: WorkerKind): Promise<Worker> {
  const program = (await files)[kind];
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  // It has been read by the time that the worker is heard or has failed.
  const forget = () => URL.revokeObjectURL(url);
  worker.addEventListener("message", forget, { once: true });
  worker.addEventListener("error", forget, { once: true });
  return worker;
}

export async function compileEmbedded(files: Promise<EmbeddedFiles>): Promise<WebAssembly.Module> {
  const { simd, scalar } = await files;
  return compileCore({ simd: async () => bytesFrom(simd), scalar: async () => bytesFrom(scalar) });
}

function bytesFrom(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
