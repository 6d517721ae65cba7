/** Builds (library, workers, server, web app) and the two vitest projects, one `--mode` each. */
import { readFileSync } from "node:fs";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import type { ViteUserConfig } from "vitest/config";
import manifest from "./package.json" with { type: "json" };
import { chromiumLaunch } from "./scripts/chromium.mjs";
import { askInNode, askOverHttp } from "./test/web/commands.ts";

/**
 * Source files name the worker and the binaries where they lie in the tree, which is what the web app and the
 * tests need. In the package all of them lie beside the entry; this puts the package's names in their place
 * without Vite following them.
 */
function packagePaths(): Plugin {
  const moved: [source: RegExp, target: string][] = [
    [/"\.\.\/worker\/(nest|cut|files)\.ts"/g, "./worker.$1.js"],
    [/"\.\.\/\.\.\/\.\.\/dist\/([\w.]+)"/g, "./$1"],
  ];
  return {
    name: "offcut-package-paths",
    enforce: "pre",
    transform(code, id) {
      if (!/engine\/run\/platform\/\w+\.ts$/.test(id)) return null;
      // A call keeps Vite's worker and asset transforms, which look for plain string literals, away.
      return moved.reduce((text, [source, target]) => text.replace(source, `inPackage("${target}")`), code);
    },
    renderChunk: (code) => code.replace(/inPackage\(("[^"]+")\)/g, "$1"),
  };
}

/** Slots of the core's blocks are plain numbers where they are used: a bundler takes no enum of another file apart. */
function blockNumbers(): Plugin {
  const layout = readFileSync(new URL("assembly/layout.ts", import.meta.url), "utf8");
  const numbers = new Map<string, string>();
  for (const [, name, members] of layout.matchAll(/^export enum (\w+) \{\n([\s\S]*?)^\}/gm))
    for (const [, member, value] of members!.matchAll(/^ {2}(\w+) = ([\d_]+),$/gm))
      numbers.set(`${name}.${member}`, value!);
  return {
    name: "offcut-block-numbers",
    enforce: "pre",
    transform: (code, id) =>
      /\/engine\/.*\.ts$/.test(id)
        ? code.replace(/\b[A-Z]\w+\.[A-Z_]+\b/g, (slot) => numbers.get(slot) ?? slot)
        : null,
  };
}

/** The modules that the build writes out of the workers and the core. */
const EMBEDDED = /\/dist(\/embedded\.\w+\.js)$/;

/** What the build has embedded is there once: the entry that begins with it takes it from beside itself. */
function besideEntry(): Plugin {
  return {
    name: "offcut-beside-entry",
    enforce: "pre",
    resolveId: (id) => {
      const [, name] = EMBEDDED.exec(id) ?? [];
      return name ? { id: `.${name}`, external: true } : null;
    },
  };
}

/** The command line reads lists as a user of the package does: it has that entry from beside it. */
function listsBeside(): Plugin {
  return {
    name: "offcut-lists-beside",
    enforce: "pre",
    resolveId: (id) => (/\/lists\/index\.ts$/.test(id) ? { id: "./lists.js", external: true } : null),
  };
}

/** The service and the entry for workerd are users of the package: they have engine and core from beside them. */
function onPackage(): Plugin {
  return {
    name: "offcut-on-package",
    enforce: "pre",
    resolveId: (id) => {
      const [, entry] = /(?:\/engine|^\.)\/(index(?:\.node)?)\.ts$/.exec(id) ?? [];
      const [, core] = /\/dist\/(\w+\.simd\.wasm)$/.exec(id) ?? [];
      const file = entry ? `${entry}.js` : core;
      return file ? { id: `./${file}`, external: true } : null;
    },
  };
}

/** Of dxf-parser what reads header, layers and blocks: no entity and no colour is asked of it. */
function leanParser(): Plugin {
  const entities = /^import \w+ from '\.\/entities\/.*;\n|^ +dxfParser\.registerEntityHandler\(.*\);\n/gm;
  const colours = /^import AUTO_CAD_COLOR_INDEX from .*;$/m;
  return {
    name: "offcut-lean-parser",
    enforce: "pre",
    transform(code, id) {
      if (!/dxf-parser\/dist\/DxfParser\.js$/.test(id)) return null;
      return code.replace(entities, "").replace(colours, "const AUTO_CAD_COLOR_INDEX = [];");
    },
  };
}

/**
 * Workers check requests and never describe their schemas: what zod has for that, for checks that wait or go both ways,
 * for values that hold themselves, for texts made of other schemas and for rules that no request has, the meanings of the
 * fields, the formats of text that none has either (addresses, dates), sentences of which `validate` has its own, and code
 * that zod writes while it runs, which gains no time here, would be a fourth of their size.
 */
function leanSchemas(): Plugin {
  const meaning = /\.describe\(\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),?\s*\)/g;
  const calls =
    /^ {4}(?:\/\/ Overrides core's|parseAsync: |async safeParseAsync)[\s\S]*?(?=^ {4}(?:parse: |safeParse\(|\/\/ Reads through))/gm;
  const rules =
    "overwrite|includes|startsWith|endsWith|lowercase|uppercase|normalize|toLowerCase|toUpperCase|slugify";
  const numbers = "negative|nonpositive|multipleOf|step|safe";
  const names = `exactOptional|nonoptional|and|catch|readonly|brand|nonempty|isOptional|isNullable|apply|with|${rules}|${numbers}`;
  const kinds = new RegExp(String.raw`^ {4}(?:${names})\(.*\) \{\n.*\n {4}\},\n`, "gm");
  const description = /^ {4}inst\._zod\.processJSONSchema = .*;\n/gm;
  const patterns = /^ {4}util\.defineLazyInternal\(inst, "pattern", (?:.*\{\n[\s\S]*?^ {4}\}|.*)\);\n/gm;
  const backward = /^ {8}if \(ctx\.direction === "backward"\) \{[\s\S]*?^ {8}\}\n/gm;
  const formats = /(?<=const FormatDictionary = )\{[^}]*\}/;
  const helpers = /^ {4}const proto = [\s\S]*?(?=^\};)/m;
  const absent = (name: string) => `export const ${name} = () => undefined;\n`;
  const sentences = /case "invalid_value":[\s\S]*?(?=case "invalid_format")/;
  const format = /\n {4}\w+\(params\) \{\n\s+return this\.check\((?:core\._\w+\(Zod|iso\.)\w+.*\n {4}\},/g;
  return {
    name: "offcut-lean-schemas",
    enforce: "pre",
    transform(code, id) {
      if (/engine\/base\/contract\/.*\.ts$/.test(id)) return code.replace(meaning, "");
      if (/zod\/v4\/classic\/schemas\.js$/.test(id))
        return [format, calls, kinds, description]
          .reduce((text, odd) => text.replace(odd, ""), code)
          .replace("$ZodObjectJIT.init", "$ZodObject.init");
      if (/zod\/v4\/classic\/errors\.js$/.test(id)) return code.replace(helpers, "");
      if (/zod\/v4\/core\/schemas\.js$/.test(id)) return code.replace(patterns, "").replace(backward, "");
      if (/zod\/v4\/core\/memoizer\.js$/.test(id))
        return ["memoizer", "isBackEdge", "isRecursiveSchema", "$ZodCyclicError"].map(absent).join("");
      if (/zod\/v4\/locales\/en\.js$/.test(id)) return code.replace(formats, "{}").replace(sentences, "");
      if (!/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map((match) => match[1]!);
      return `${names.map(absent).join("")}${/export \{ processSchema as process \}/.test(code) ? "\nexport { processSchema as process };" : ""}`;
    },
  };
}

/** The reader of DXF says what it skips to a console, through a logger that looks into the page's storage when it is loaded. */
function withoutLogger(): Plugin {
  const methods = ["trace", "debug", "info", "warn", "error", "setLevel"];
  return {
    name: "offcut-without-logger",
    enforce: "pre",
    resolveId: (id) => (id === "loglevel" ? "\0without-logger" : null),
    load: (id) =>
      id === "\0without-logger"
        ? `export default { ${methods.map((name) => `${name}() {}`).join(", ")} };`
        : null,
  };
}

/** The scripts of the queue in Redis come without their comments and indentation, a quarter of their size. */
function leanScripts(): Plugin {
  const comments = /--\[\[[\s\S]*?\]\]|^\s*--.*$/gm;
  return {
    name: "offcut-lean-scripts",
    enforce: "pre",
    transform(code, id) {
      if (!/bullmq\/dist\/esm\/scripts\/[^/]+-\d+\.js$/.test(id)) return null;
      return code.replace(comments, "").replace(/\n\s+/g, "\n");
    },
  };
}

/** The web app is always served whole: it needs no copies of its workers and core to fall back on. */
function withoutCopies(): Plugin {
  return {
    name: "offcut-without-copies",
    enforce: "pre",
    resolveId: (id) => (EMBEDDED.test(id) ? "\0without-copies" : null),
    load: (id) => (id === "\0without-copies" ? "export {};" : null),
  };
}

/**
 * The web app's own words are in Latin letters; what shops write in others has the system's font, which the package
 * need not carry.
 */
function latinFont(): Plugin {
  const others = /\/\* [\w-]*-(?:cyrillic|cyrillic-ext|vietnamese)-wght-normal \*\/\s*@font-face \{[^}]*\}/g;
  return {
    name: "offcut-latin-font",
    enforce: "pre",
    transform: (code, id) => (/fontsource-variable\/.*\.css$/.test(id) ? code.replace(others, "") : null),
  };
}

/**
 * The web app runs the package's own workers, byte for byte: the service that serves it has them already, and the
 * package carries them once. So it does in its tests, where each of hundreds of workers is one file, not all its modules.
 */
function builtWorkers(): Plugin {
  const start = /new Worker\(new URL\("\.\.\/worker\/(\w+)\.ts", import\.meta\.url\)/g;
  return {
    name: "offcut-built-workers",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/engine/run/platform/browser.ts")) return null;
      const built = `
        import nestUrl from "../../../dist/worker.nest.js?url";
        import cutUrl from "../../../dist/worker.cut.js?url";
        import filesUrl from "../../../dist/worker.files.js?url";`;
      return built + code.replace(start, "new Worker($1Url");
    },
  };
}

/** All but what is no dependency of the package: libraries of its programs alone, and what the compiler puts in. */
const built =
  /^(?:rate-limiter-flexible|string-width|strip-ansi|ansi-regex|get-east-asian-width|tinyglobby|fdir|picomatch|@modelcontextprotocol\/sdk|ajv|ajv-formats|fast-deep-equal|fast-uri|json-schema-traverse|require-from-string|zod-to-json-schema|@oxc-project)(?:\/|$)/;
const external = [/^node:/, new RegExp(`^(?!${built.source.slice(1)})[a-z@][^:]*$`)];

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
    plugins: [packagePaths(), blockNumbers(), ...plugins],
  };
}

/** One file, small as it is: no bundler of others makes programs of their own smaller. */
const singleSmall = { rolldownOptions: { output: { codeSplitting: false, minify: true } } };

function worker(kind: string): UserConfig {
  return lib({ [`worker.${kind}`]: `engine/run/worker/${kind}.ts` }, singleSmall, [
    leanSchemas(),
    leanParser(),
    withoutLogger(),
  ]);
}

/**
 * One chunk per subject: a bundler leaves out those that a program imports nothing of, which it cannot do inside a
 * file that builds its schemas when it is loaded.
 */
const subjects = (
  [
    [
      "base",
      /engine\/(base\/(errors|text|pause|contract\/(options|search-options|values\/(keys|limits))|geometry\/trig\/hypot)|plan\/(cut\/decimal|cut\/answer|wasm\/load))\.ts|node_modules\/fastest-levenshtein\/|assembly\/layout\.ts/,
    ],
    ["angles", /engine\/base\/geometry\/trig\/angles\.ts/],
    ["sines", /engine\/base\/geometry\/trig\/sines\.ts/],
    ["contract", /engine\/base\/contract\/|node_modules\/zod\//],
    ["geometry", /engine\/base\/(check|geometry)\/|node_modules\/flat/],
    ["verify", /engine\/verify\//],
    ["toolpath", /engine\/write\/toolpath\/|node_modules\/clipper2-ts\//],
    ["pictures", /engine\/write\/(report|picture)\//],
  ] as const
).map(([name, test], i, all) => ({ name, test, priority: all.length - i }));

const builds: Record<string, UserConfig> = {
  library: lib(
    {
      index: "engine/index.ts",
      engine: "engine/lean.ts",
      inline: "engine/inline.ts",
      adapters: "engine/read/adapters/index.ts",
      lists: "engine/read/lists/index.ts",
    },
    {
      rolldownOptions: {
        output: { chunkFileNames: "[name].js", minify: true, codeSplitting: { groups: subjects } },
      },
    },
    [besideEntry(), withoutLogger(), leanParser()],
  ),
  workerd: lib({ workerd: "engine/workerd.ts" }, { minify: true }, [onPackage()]),
  "worker-nest": worker("nest"),
  "worker-cut": worker("cut"),
  "worker-files": worker("files"),
  node: {
    ...lib(
      {
        "index.node": "engine/index.node.ts",
        cli: "engine/cli/main.ts",
        server: "server/service.ts",
      },
      {
        ssr: true,
        rolldownOptions: {
          external,
          output: { chunkFileNames: "[name].node.js", minify: true, codeSplitting: { groups: subjects } },
        },
      },
      [listsBeside()],
    ),
    ssr: { noExternal: [built] },
  },
  service: {
    ...lib(
      { main: "server/main.ts" },
      {
        ssr: true,
        rolldownOptions: {
          external: [/^node:/, "@photostructure/sqlite", ...Object.keys(manifest.dependencies)],
          output: { chunkFileNames: "service.[name].js", minify: true },
        },
      },
      [onPackage(), leanScripts()],
    ),
    ssr: { noExternal: true, external: Object.keys(manifest.dependencies) },
  },
  demo: {
    // Whoever works on the app beside its server has the workers as their sources are.
    plugins: [
      ...[withoutCopies(), latinFont(), leanParser(), withoutLogger()],
      { ...builtWorkers(), apply: "build" },
    ],
    root: "web-demo",
    base: "./",
    worker: { format: "es" },
    build: { outDir: "../dist/web", emptyOutDir: true, target: "es2022" },
  },
};

/** Only for what hangs: no test comes near these, however busy the machine, and none has limits of its own. */
const TEST_TIMEOUT_MS = 900_000;
const POLL_TIMEOUT_MS = 90_000;

const projects: ViteUserConfig["test"] = {
  // One less than there are processors, vitest's own choice, leaves half of a small machine idle.
  maxWorkers: "100%",
  projects: [
    {
      test: {
        name: "node",
        environment: "node",
        include: ["test/**/*.test.ts"],
        exclude: ["test/web/**"],
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
        expect: { poll: { timeout: POLL_TIMEOUT_MS } },
      },
    },
    {
      plugins: [builtWorkers()],
      worker: { format: "es" },
      test: {
        name: "browser",
        include: ["test/web/**/*.test.ts"],
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
        expect: { poll: { timeout: POLL_TIMEOUT_MS } },
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          // Without one, whatever waits for an element waits for as long as its test may take.
          provider: playwright({ launchOptions: chromiumLaunch(), actionTimeout: POLL_TIMEOUT_MS }),
          instances: [{ browser: "chromium" }],
          commands: { askInNode, askOverHttp },
        },
      },
    },
  ],
};

/** Every build leaves a list of the packages that went into it; scripts/licenses.mjs makes one page of all. */
function withLicenses(mode: string): UserConfig {
  const { build, ...config } = builds[mode] ?? {};
  return { ...config, build: { ...build, license: { fileName: `.licenses/${mode}.json` } } };
}

export default defineConfig(({ mode }) => ({ ...withLicenses(mode), test: projects }));
