/** Compiles a few lines of AssemblyScript that export internals of the core, so that tests can call them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Instantiates `source`, an entry that lies in `assembly/`, built with the given options. */
export async function compileProbe<Exports>(source: string, options: string[] = []): Promise<Exports> {
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
      ...options,
    ],
    {
      readFile: (name) => {
        if (name === "assembly/probe.ts") return source;
        try {
          return readFileSync(root + name, "utf8");
        } catch {
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
  const { instance } = await WebAssembly.instantiate(binary as BufferSource, {});
  return instance.exports as Exports;
}
