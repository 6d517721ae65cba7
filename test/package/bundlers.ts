/** The bundlers that the package is tried with, each with no more configuration than it needs to build anything. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Configuration, rspack } from "@rspack/core";
import * as esbuild from "esbuild";
import { build as buildVite } from "vite";
import webpack from "webpack";

/** Builds `main.js` of the folder into `out`, to be loaded by a module script named `main.js`. */
export type Bundle = (folder: string, out: string) => Promise<void>;

interface Compiler {
  run(
    done: (error: Error | null | undefined, stats?: { hasErrors(): boolean; toString(): string }) => void,
  ): void;
  close(done: () => void): void;
}

export const BUNDLERS: Record<string, Bundle> = {
  async vite(folder, outDir) {
    await buildVite({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: {
        outDir,
        rolldownOptions: { input: join(folder, "main.js"), output: { entryFileNames: "main.js" } },
      },
      base: "./",
    });
  },

  webpack: (folder, out) => compile(webpack(configuration(folder, out))),

  rspack: (folder, out) => compile(rspack(configuration(folder, out) as Configuration)),

  async esbuild(folder, outdir) {
    await esbuild.build({
      absWorkingDir: folder,
      entryPoints: ["main.js"],
      outdir,
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      logLevel: "silent",
    });
  },
};

/** A file that Vite makes, with what it loads at once and its sizes in bytes. */
export interface Chunk {
  imports: string[];
  size: number;
  gzipped: number;
}

/** The chunks that Vite makes of a module; the first is `main.js`. */
export async function bundleForSize(folder: string, module: string): Promise<Map<string, Chunk>> {
  const result = await buildVite({
    root: folder,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(folder, module), output: { entryFileNames: "main.js" } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ("output" in output ? output.output : []));
  return new Map(
    chunks.flatMap((chunk) => {
      if (chunk.type !== "chunk") return [];
      const { fileName, imports, code } = chunk;
      const gzipped = gzipSync(code, { level: 9 }).length;
      return [[fileName, { imports, size: Buffer.byteLength(code), gzipped }]];
    }),
  );
}

function configuration(context: string, path: string) {
  return {
    context,
    mode: "production" as const,
    // That takes most of the time, and size is measured elsewhere.
    optimization: { minimize: false },
    entry: "./main.js",
    output: { path, filename: "main.js", publicPath: "auto" },
    performance: false as const,
  };
}

function compile(compiler: Compiler | null): Promise<void> {
  return new Promise((resolve, reject) => {
    compiler!.run((error, stats) => {
      compiler!.close(() => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats!.toString()));
        else resolve();
      });
    });
  });
}
