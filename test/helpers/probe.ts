/** Compiles a few lines of AssemblyScript that export internals of the core, so that tests can call them. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { freshMemory } from "../../engine/plan/wasm/load.ts";
import { suspendable } from "../../scripts/suspendable.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The compiler need not optimise what Binaryen optimises once more when the searches are made suspendable. */
const PLAIN = ["--optimizeLevel", "0", "--shrinkLevel", "0"];

/** A line of the core that a probe has otherwise, to see what the rest makes of it. */
export interface Fault {
  file: string;
  line: string;
  instead: string;
}

/** Instantiates `source`, an entry that lies in `assembly/`, built with the given options and faults. */
export async function compileProbe<Exports>(
  source: string,
  options: string[] = [],
  faults: Fault[] = [],
): Promise<Exports> {
  const start = await compileProbes<Exports>(source, options, faults);
  return start();
}

/** As `compileProbe`, for as many instances as are wanted. */
export async function compileProbes<Exports>(
  source: string,
  options: string[] = [],
  faults: Fault[] = [],
): Promise<() => Promise<Exports>> {
  const module = await compileModule(source, options, faults);
  return async () => {
    const imports = { env: { memory: freshMemory() }, pause: { suspend: () => {} } };
    return (await WebAssembly.instantiate(module, imports)).exports as Exports;
  };
}

/** The module alone. */
export async function compileModule(
  source: string,
  options: string[] = [],
  faults: Fault[] = [],
): Promise<WebAssembly.Module> {
  return WebAssembly.compile((await compileBinary(source, options, faults)) as BufferSource);
}

/** Its bytes. */
export async function compileBinary(
  source: string,
  options: string[] = [],
  faults: Fault[] = [],
): Promise<Uint8Array> {
  for (const { file } of faults) {
    if (!existsSync(root + file)) throw new Error(`${file} does not exist`);
  }
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [
      "assembly/probe.ts",
      "--outFile",
      "probe.wasm",
      "--runtime",
      "stub",
      "--use",
      "abort=assembly/memory/abort",
      ...PLAIN,
      ...options,
    ],
    {
      readFile: (name) => {
        if (name === "assembly/probe.ts") return source;
        try {
          return spoilt(name, readFileSync(root + name, "utf8"), faults);
        } catch (error) {
          if (!(error instanceof Error && "code" in error)) throw error;
          return null;
        }
      },
      writeFile: (_name, contents) => {
        binary = contents as Uint8Array;
      },
      listFiles: () => [],
    },
  );
  if (error || !binary) throw new Error(stderr.toString());
  return suspendable(binary, !options.includes("debug"));
}

function spoilt(name: string, text: string, faults: Fault[]): string {
  return faults
    .filter(({ file }) => file === name)
    .reduce((spoilt, { line, instead }) => {
      if (spoilt.split(line).length !== 2) throw new Error(`${name} does not have the line "${line}" once`);
      return spoilt.replace(line, instead);
    }, text);
}
