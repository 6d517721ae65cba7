/** The command line `offcut`, run in this process or as the built program. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

export const PROGRAM = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));
const MAIN = fileURLToPath(new URL("../../../engine/cli/main.ts", import.meta.url));

/** A short search that a busy machine does not cut shorter. */
export const SHORT = ["--work", "20000", "--seconds", "600", "--workers", "1"];

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

let runs = 0;

/**
 * Runs the sources in this process and takes what they print. A process of its own takes up to a second of a processor,
 * most of it to load the same code again.
 */
export async function commandLine(folder: string, words: string[], input = ""): Promise<Ended> {
  const apart = mkdtempSync(join(tmpdir(), "offcut-printed-"));
  const printed = join(apart, "out");
  const file = openSync(printed, "w");
  let err = "";
  const { argv } = process;
  const cwd = process.cwd();
  const stderrWrite = process.stderr.write;
  const restores = [
    replace(process, "stdin", Readable.from(input === "" ? [] : [Buffer.from(input)])),
    // Text is written to the file behind the stream.
    replace(process.stdout, "fd", file),
  ];
  process.argv = [process.execPath, PROGRAM, ...words];
  process.chdir(folder);
  process.stderr.write = (text: string | Uint8Array) => {
    err += String(text);
    return true;
  };
  try {
    // It runs when it is loaded, and is loaded once under each address.
    await import(/* @vite-ignore */ `${MAIN}?run=${++runs}`);
    return { code: Number(process.exitCode ?? 0), out: readFileSync(printed, "utf8"), err };
  } finally {
    process.exitCode = undefined;
    process.argv = argv;
    process.chdir(cwd);
    process.stderr.write = stderrWrite;
    for (const restore of restores) restore();
    closeSync(file);
    rmSync(apart, { recursive: true });
  }
}

/** The built program as a process of its own. */
export function built(folder: string, words: string[], input = ""): Ended {
  const options = { cwd: folder, input, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], options);
  return { code: status, out: stdout, err: stderr };
}

/** Gives the property another value; the result gives back the old one. */
function replace<Owner extends object>(owner: Owner, name: keyof Owner, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name)!;
  Object.defineProperty(owner, name, { configurable: true, enumerable: true, writable: true, value });
  return () => Object.defineProperty(owner, name, before);
}
