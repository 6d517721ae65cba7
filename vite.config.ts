/** The builds: library, workers, programs, service and web app, one `--mode` each. */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type Alias, defineConfig, type Plugin, type Rolldown, type UserConfig } from "vite";
import manifest from "./package.json" with { type: "json" };

/** Modules that stand in for others where a build needs other places of files. */
export function standIns(places: "package" | "app"): Alias[] {
  return (places === "package" ? ["browser", "node"] : ["browser"]).map((name) => ({
    find: `./files/${name}.ts`,
    replacement: fileURLToPath(new URL(`engine/run/platform/files/${name}.${places}.ts`, import.meta.url)),
  }));
}

/** Names of the package's files in `browser.package.ts`, as literals of its code. */
const FILE_NAMES = {
  NEST_WORKER: '"./worker.nest.js"',
  CUT_WORKER: '"./worker.cut.js"',
  PANELS_WORKER: '"./worker.panels.js"',
  FILES_WORKER: '"./worker.files.js"',
  NEST_SIMD: '"./nest.simd.wasm"',
  NEST_SCALAR: '"./nest.wasm"',
  CUT_SIMD: '"./cut.simd.wasm"',
  CUT_SCALAR: '"./cut.wasm"',
  PANELS_SIMD: '"./panels.simd.wasm"',
  PANELS_SCALAR: '"./panels.wasm"',
};

/** The modules that the build writes out of the workers and the core. */
const EMBEDDED = /\/dist(\/embedded\.\w+\.js)$/;
/** The command line, the service and the entry for workerd use entries of the package, as a user does. */
const LISTS = /\/(lists)\/index\.ts$/;
/** Built by itself: it uses all of zod, of which the library has the part that its schemas use. */
const PROTOCOL = /^\.\/(protocol)\.ts$/;
const ENTRY = /(?:\/engine|^\.)\/(index(?:\.node)?|threads\.node)\.ts$/;
const PARTS = /\/engine\/(?:entries\/)?(v1|verify|schemas|sawing|machines)\.ts$/;
const CORE = /\/dist\/(\w+\.simd\.wasm)$/;

/** Leaves modules beside the program that imports them, each named by what its pattern finds. */
function beside(name: string, patterns: RegExp[], file: (found: string) => string): Plugin {
  return {
    name: `offcut-${name}-beside`,
    enforce: "pre",
    resolveId: (id) => {
      const found = patterns.map((pattern) => pattern.exec(id)?.[1]).find((one) => one !== undefined);
      return found === undefined ? null : { id: file(found), external: true };
    },
  };
}

const embeddedBeside = () => beside("embedded", [EMBEDDED], (path) => `.${path}`);
const onPackage = () =>
  beside("package", [ENTRY, CORE, PARTS], (name) =>
    name.endsWith(".wasm") ? `./${name}` : `./${name}${/^(index|threads)/.test(name) ? "" : ".node"}.js`,
  );

/** Puts other code in the place of a module. */
function instead(name: string, replaces: (id: string) => boolean, code: string): Plugin {
  const own = `\0${name}`;
  return {
    name: `offcut-${name}`,
    enforce: "pre",
    resolveId: (id) => (replaces(id) ? own : null),
    load: (id) => (id === own ? code : null),
  };
}

/** dxf-parser tells a logger what it skips, which looks into the page's storage when it is loaded. Nobody reads it. */
export function withoutLogger(): Plugin {
  const methods = ["trace", "debug", "info", "warn", "error", "setLevel"].map((name) => `${name}() {}`);
  return instead("without-logger", (id) => id === "loglevel", `export default { ${methods.join(", ")} };`);
}

/** The web app is always served whole: it needs no copies of its workers and core to fall back on. */
const withoutCopies = () => instead("without-copies", (id) => EMBEDDED.test(id), "export {};");

/** Packages that a program may have installed beside this one. All others are built in. */
const installed = Object.keys(manifest.peerDependencies);

function lib(
  entry: Record<string, string>,
  more: UserConfig["build"] = {},
  plugins: Plugin[] = [],
): UserConfig {
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
    resolve: { alias: standIns("package") },
    define: FILE_NAMES,
    plugins: [embeddedBeside(), withoutLogger(), ...plugins],
  };
}

/** One file, small as it is: no bundler of others makes programs of their own smaller. */
function worker(kind: string): UserConfig {
  const rolldownOptions = { output: { codeSplitting: false, minify: true } };
  return lib({ [`worker.${kind}`]: `engine/run/worker/${kind}.ts` }, { rolldownOptions });
}

/**
 * One chunk per subject: a bundler leaves out those that a program imports nothing of, which it cannot do inside a
 * file that builds its schemas when it is loaded.
 */
const subjects = (
  [
    [
      "base",
      /engine\/(base\/(errors|text|pause|contract\/(options|search-options|values\/(keys|limits))|geometry\/trig\/hypot)|plan\/(cut\/decimal|cut\/cut-answer|wasm\/load))\.ts|node_modules\/fastest-levenshtein\/|assembly\/layout\.ts/,
    ],
    ["angles", /engine\/base\/geometry\/trig\/angles\.ts/],
    ["sines", /engine\/base\/geometry\/trig\/sines\.ts/],
    // The command line alone writes JSON schemas.
    [
      "values",
      /engine\/base\/contract\/(validate|strict|values\/)|node_modules\/zod\/(?!v4\/core\/(to-)?json-schema)/,
    ],
    ["machine-contract", /engine\/base\/contract\/(machine\/|program-options|lightburn)/],
    ["cut-contract", /engine\/base\/contract\/cut-plan/],
    ["panel-contract", /engine\/base\/contract\/panel-plan/],
    ["contract", /engine\/base\/contract\//],
    ["geometry", /engine\/base\/(check|geometry)\/|node_modules\/flat/],
    ["judges", /engine\/verify\//],
    ["toolpath", /engine\/write\/toolpath\/|node_modules\/clipper2-ts\//],
    ["drawn", /engine\/write\/(report|picture)\//],
  ] as const
).map(([name, test], i, all) => ({ name, test, priority: all.length - i }));

/** Node prints the line that throws an error that nobody catches, and the names of functions: lines and these names stay. */
const READABLE = {
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: false } },
  comments: false,
};

/** Node takes a millisecond for each file: what is loaded before the first call is one. Others are cut where entries part. */
const FIRST_IN_NODE = {
  name: "engine",
  test: /engine\/(engine|entry|chain\/\w+|run\/(\w+|platform\/.*|tasks\/(load|tasks)|worker\/(pack|ports|wire))|plan\/(wasm\/\w+|search\/(incumbent|portfolio|turn))|base\/(errors|pause|text|contract\/(options|search-options|values\/(keys|limits))))\.ts|assembly\/layout\.ts|node_modules\/(comlink|fastest-levenshtein)\//,
};

const bySubject = (suffix: "" | ".node") => ({
  chunkFileNames: ({
    facadeModuleId,
    moduleIds,
  }: Pick<Rolldown.PreRenderedChunk, "facadeModuleId" | "moduleIds">) =>
    [facadeModuleId, ...moduleIds].some((id) => id?.includes("/engine/cli/"))
      ? "cli.[name].js"
      : `[name]${suffix}.js`,
  ...(suffix === "" ? { minify: true } : READABLE),
  codeSplitting: { groups: suffix === "" ? subjects : [FIRST_IN_NODE] },
});

/** Entries of a purpose, which are the same on every platform. */
function parts(suffix: "" | ".node"): Record<string, string> {
  const files = ["v1", ...["verify", "schemas", "sawing", "machines"].map((name) => `entries/${name}`)];
  return Object.fromEntries(files.map((file) => [basename(file) + suffix, `engine/${file}.ts`]));
}

const builds: Record<string, UserConfig> = {
  library: lib(
    {
      index: "engine/index.ts",
      inline: "engine/inline.ts",
      ...parts(""),
      adapters: "engine/read/adapters/index.ts",
      lists: "engine/read/lists/index.ts",
    },
    { rolldownOptions: { output: bySubject("") } },
  ),
  workerd: lib({ workerd: "engine/workerd.ts" }, { minify: true }, [onPackage()]),
  "worker-nest": worker("nest"),
  "worker-cut": worker("cut"),
  "worker-panels": worker("panels"),
  "worker-files": worker("files"),
  node: {
    ...lib(
      {
        "index.node": "engine/index.node.ts",
        ...parts(".node"),
        "threads.node": "engine/threads.node.ts",
        cli: "engine/cli/main.ts",
      },
      { ssr: true, rolldownOptions: { external: [/^node:/, ...installed], output: bySubject(".node") } },
      [
        beside("lists", [LISTS], (list) => `./${list}.js`),
        beside("protocol", [PROTOCOL], (name) => `./cli.${name}.js`),
      ],
    ),
    ssr: { noExternal: true, external: installed },
  },
  protocol: {
    ...lib(
      { "cli.protocol": "engine/cli/agents/protocol.ts" },
      { ssr: true, minify: true, rolldownOptions: { external: [/^node:/] } },
    ),
    ssr: { noExternal: true },
  },
  server: {
    ...lib(
      { server: "server/service.ts" },
      {
        ssr: true,
        rolldownOptions: {
          external: [/^node:/, ...installed],
          output: { chunkFileNames: "server.[name].js", ...READABLE },
        },
      },
      [onPackage()],
    ),
    ssr: { noExternal: true, external: installed },
  },
  service: {
    ...lib(
      { main: "server/main.ts" },
      {
        ssr: true,
        rolldownOptions: {
          external: [/^node:/, "@photostructure/sqlite"],
          output: { chunkFileNames: "service.[name].js", minify: true },
        },
      },
      [onPackage()],
    ),
    ssr: { noExternal: true },
  },
  api: {
    root: "server/docs/page",
    base: "/docs/api/",
    build: { outDir: "../../../dist/api", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 2000 },
  },
  demo: {
    plugins: [withoutCopies(), withoutLogger()],
    root: "web-demo",
    base: "./",
    worker: { format: "es" },
    build: { outDir: "../dist/web", emptyOutDir: true, target: "es2022" },
  },
};

export default defineConfig(({ mode, command }) => {
  const { build, ...config } = builds[mode] ?? {};
  // Whoever works on the app beside its server has the workers as their sources are.
  const alias = mode === "demo" && command === "build" ? { resolve: { alias: standIns("app") } } : {};
  // Every build leaves a list of the packages that went into it; scripts/licenses.mjs makes one page of all.
  return { ...config, ...alias, build: { ...build, license: { fileName: `.licenses/${mode}.json` } } };
});
