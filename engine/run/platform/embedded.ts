/** Workers and the core made of text that the package carries, for programs that cannot reach its files. */
import { type CoreCode, type CoreKind, chooseCore } from "../../plan/wasm/load.ts";
import type { EmbeddedCore, Sending } from "./platform.ts";
import { sendable } from "./web.ts";

/** Texts that the build has written, each in a module of its own. */
export const EMBEDDED = {
  nest: async () => (await import("../../../dist/embedded.nest.js")).program,
  cut: async () => (await import("../../../dist/embedded.cut.js")).program,
  panels: async () => (await import("../../../dist/embedded.panels.js")).program,
  files: async () => (await import("../../../dist/embedded.files.js")).program,
  core: async (): Promise<Record<CoreKind, EmbeddedCore>> => import("../../../dist/embedded.core.js"),
};

export async function startEmbedded(read: () => Promise<string>): Promise<Worker> {
  const url = URL.createObjectURL(new Blob([await read()], { type: "text/javascript" }));
  // The programs import nothing, and a page that was opened as a file may start no module worker from a blob.
  const worker = new Worker(url);
  // It has been read by the time that the worker is heard or has failed.
  const forget = () => URL.revokeObjectURL(url);
  worker.addEventListener("message", forget, { once: true });
  worker.addEventListener("error", forget, { once: true });
  return worker;
}

export async function embeddedCore(
  read: () => Promise<Record<CoreKind, EmbeddedCore>>,
  kind: CoreKind,
  sending: Sending,
): Promise<CoreCode> {
  const { simd, scalar } = (await read())[kind];
  return sendable(
    await chooseCore({ simd: async () => bytesFrom(simd), scalar: async () => bytesFrom(scalar) }),
    sending,
  );
}

/**
 * The bytes of a binary that `scripts/steps.mjs` has written as text: a character each, whose code is higher by the one
 * of `#`, which leaves out control characters and quotes; a backslash is written as 256 more. A server that compresses
 * its answers sends a fifth less of it than of base64.
 */
export function bytesFrom(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => (character.charCodeAt(0) - 0x23) & 0xff);
}
