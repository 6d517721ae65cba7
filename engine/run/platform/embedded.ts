/** Workers and the core made of text that the package carries, for programs that cannot reach its files. */
import { EngineError } from "../../base/errors.ts";
import type { CoreCode, CoreKind } from "../../plan/wasm/load.ts";
import type { Sending } from "./platform.ts";
import { sendable } from "./web.ts";

/**
 * Texts that the build has written, each in a module of its own: deflated bytes in base64. Of the core they are the builds
 * with SIMD: an environment that unpacks them compiles these.
 */
export const EMBEDDED = {
  nest: async () => (await import("../../../dist/embedded.nest.js")).program,
  cut: async () => (await import("../../../dist/embedded.cut.js")).program,
  panels: async () => (await import("../../../dist/embedded.panels.js")).program,
  files: async () => (await import("../../../dist/embedded.files.js")).program,
  core: async (): Promise<Record<CoreKind, string>> => import("../../../dist/embedded.core.js"),
};

export async function startEmbedded(read: () => Promise<string>): Promise<Worker> {
  const url = URL.createObjectURL(new Blob([await inflate(await read())], { type: "text/javascript" }));
  // The programs import nothing, and a page that was opened as a file may start no module worker from a blob.
  const worker = new Worker(url);
  // It has been read by the time that the worker is heard or has failed.
  const forget = () => URL.revokeObjectURL(url);
  worker.addEventListener("message", forget, { once: true });
  worker.addEventListener("error", forget, { once: true });
  return worker;
}

export async function embeddedCore(
  read: () => Promise<Record<CoreKind, string>>,
  kind: CoreKind,
  sending: Sending,
): Promise<CoreCode> {
  return sendable(await inflate((await read())[kind]), sending);
}

/** The bytes of a worker or of the core that `scripts/steps.mjs` has written as text. */
async function inflate(text: string): Promise<ArrayBuffer> {
  if (typeof DecompressionStream === "undefined")
    throw new EngineError(
      "WASM_UNAVAILABLE",
      "This environment has no DecompressionStream, which unpacks the package's copies of its files",
    );
  const deflated = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}
