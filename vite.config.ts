/** Builds (library, workers, server, web app) and the two vitest projects, one `--mode` each. */
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import type { ViteUserConfig } from "vitest/config";
import { chromiumLaunch } from "./scripts/chromium.mjs";

/** Lets a browser test ask Node's build of the package for the same answer. */
async function solveInNode(_context: unknown, name: "nest" | "planCut", request: unknown, options: object) {
  const { createEngine } = await import(new URL("./dist/index.node.js", import.meta.url).href);
  const engine = await createEngine({ workers: 1 });
  try {
    return JSON.stringify(await engine[name](request, options));
  } finally {
    await engine.close();
  }
}

/**
 * Source files name the worker and the binaries where they lie in the tree, which is what the web app and the
 * tests need. In the package all of them lie beside the entry; this puts the package's names in their place
 * without Vite following them.
 */
function packagePaths(): Plugin {
  const moved: [source: RegExp, target: string][] = [
    [/"\.\.\/worker\/browser\.ts"/g, "./worker.js"],
    [/"\.\.\/\.\.\/dist\/([\w.]+)"/g, "./$1"],
  ];
  return {
    name: "offcut-package-paths",
    enforce: "pre",
    transform(code, id) {
      if (!/engine\/platform\/\w+\.ts$/.test(id)) return null;
      // A call keeps Vite's worker and asset transforms, which look for plain string literals, away.
      return moved.reduce((text, [source, target]) => text.replace(source, `inPackage("${target}")`), code);
    },
    renderChunk: (code) => code.replace(/inPackage\(("[^"]+")\)/g, "$1"),
  };
}

const external = [/^node:/, /^[a-z@][^:]*$/];

function lib(entry: Record<string, string>, more: UserConfig["build"] = {}): UserConfig {
  return {
    publicDir: false,
    build: {
      outDir: "dist",
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      lib: { entry, formats: ["es"] },
      rolldownOptions: { output: { chunkFileNames: "[name].js" } },
      ...more,
    },
    plugins: [packagePaths()],
  };
}

const single = { rolldownOptions: { output: { codeSplitting: false } } };

const builds: Record<string, UserConfig> = {
  library: lib({ index: "engine/index.ts" }),
  worker: lib({ worker: "engine/worker/browser.ts" }, { ...single, minify: true }),
  "worker-node": {
    ...lib({ "worker.node": "engine/worker/node.ts" }, { ...single, ssr: true }),
    ssr: { noExternal: true },
  },
  node: {
    ...lib(
      {
        "index.node": "engine/index.node.ts",
        cli: "engine/cli.ts",
        server: "server/app.ts",
        main: "server/main.ts",
      },
      { ssr: true, rolldownOptions: { external, output: { chunkFileNames: "[name].node.js" } } },
    ),
  },
  demo: {
    root: "web-demo",
    base: "./",
    worker: { format: "es" },
    build: { outDir: "../dist/web", emptyOutDir: true, target: "es2022" },
  },
};

/** A test that hangs is ended; none is meant to come near this, however busy the machine. */
const TEST_TIMEOUT_MS = 120_000;

const projects: ViteUserConfig["test"] = {
  projects: [
    {
      test: {
        name: "node",
        environment: "node",
        include: ["test/**/*.test.ts"],
        exclude: ["test/web/**"],
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
      },
    },
    {
      worker: { format: "es" },
      test: {
        name: "browser",
        include: ["test/web/**/*.test.ts"],
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: chromiumLaunch() }),
          instances: [{ browser: "chromium" }],
          commands: { solveInNode },
        },
      },
    },
  ],
};

export default defineConfig(({ mode }) => ({ ...builds[mode], test: projects }));
