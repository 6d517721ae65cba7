/**
 * The packed package in the hands of those who install it: entries and types, bundlers and browsers, policies and
 * missing files, releases of Node. Every place has to give the same bytes for the same nest.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { type Browser, chromium } from "playwright";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { billOfMaterials } from "../../scripts/sbom.mjs";
import { BUNDLERS, bundleForSize, type Chunk } from "./bundlers.ts";
import {
  createProject,
  install,
  nestProgram,
  ON_PAGE,
  otherNode,
  PAGE,
  type Project,
  root,
  runFile,
} from "./packed.ts";
import { openSite, type Place, type Site } from "./site.ts";

const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
/** Bytes as they are. */
const BARS_PAGE_BYTES = 250_000;
/** Bytes after gzip. */
const [NESTING_PAGE_BYTES, CORE_BYTES, FIRST_BYTES, JUDGE_BYTES] = [103_500, 60_000, 20_000, 7500];
/** Bytes as Node reads them, white space included. */
const [NODE_FIRST_BYTES, NODE_SAW_BYTES, NODE_NEST_BYTES] = [66_000, 210_000, 340_000];
const CORES = ["nest.wasm", "nest.simd.wasm", "cut.wasm", "cut.simd.wasm", "panels.wasm", "panels.simd.wasm"];
const WORKERS = ["nest", "cut", "panels", "files"];
/** Bytes of all files that npm installs, as they are, without those of the command line and the service. */
const INSTALLED_BYTES = 6_000_000;
/** Files of the package that only its command line and its service use, with its pages. */
const PROGRAMS = new RegExp(
  [
    "(cli\\d*|main|server|service\\d*)(\\.[^/]*)?\\.js",
    "THIRD-PARTY-LICENSES\\.service\\.txt",
    "(api|web)/.*",
    "types/(server/.*|zod/(index|v4/classic/.*)\\.d\\.ts)",
  ]
    .map((names) => `/dist/${names}$`)
    .join("|"),
);

/** Uses the service without Hono's declarations. */
const SERVES = `import { createService, type Service } from "offcut/server";
export async function serve(): Promise<number> {
  const service: Service = await createService({ DATA_DIR: ":memory:", WORKERS: 1 });
  // @ts-expect-error: there is no such setting
  await createService({ NO_SUCH: 1 });
  const answer = await service.app.fetch(new Request("http://localhost/health"), {});
  const same = await service.app.request("/health", { method: "GET" });
  await service.close();
  return answer.status + same.status;
}
`;

const program = (from: string) => nestProgram(from) + ON_PAGE;
const OWN_THREAD_OF_NODE = `${program("offcut")}\nprocess.stdout.write(await globalThis.answer);\n`;

let project: Project;
let site: Site;
let browser: Browser;
/** Answer of the package in this Node. */
let expected: string;

beforeAll(async () => {
  project = await createProject();
  writeFileSync(join(project.folder, "main.js"), program("offcut"));
  writeFileSync(join(project.folder, "node.js"), OWN_THREAD_OF_NODE);
  expected = await answerOfNode(process.execPath);
  site = await openSite(project.folder);
  browser = await chromium.launch(chromiumLaunch());
});

afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(project.folder, { recursive: true, force: true });
});

const inPackage = (path: string) => join(project.folder, "node_modules/offcut", path);
const gzipped = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length;

/** Texts of the files that Node opens for one of the package, by their names. */
function filesOfNode(name: string): Map<string, string> {
  const files = new Map<string, string>([[name, ""]]);
  for (const [file] of files) {
    const text = readFileSync(inPackage(`dist/${file}`), "utf8");
    files.set(file, text);
    for (const [, other] of text.matchAll(/(?:from|import) "\.\/([^"]+)"/g))
      if (!files.has(other!)) files.set(other!, "");
  }
  return files;
}

const sumOf = (chunks: Chunk[], size: "size" | "gzipped") =>
  chunks.reduce((sum, chunk) => sum + chunk[size], 0);

/** What a page with this program loads before its first call. */
async function loadedAtOnce(text: string): Promise<Chunk[]> {
  writeFileSync(join(project.folder, "small.js"), text);
  const chunks = await bundleForSize(project.folder, "small.js");
  const atOnce = new Set(["main.js"]);
  for (const name of atOnce) for (const other of chunks.get(name)!.imports) atOnce.add(other);
  return [...atOnce].map((name) => chunks.get(name)!);
}

async function answerOfNode(node: string): Promise<string> {
  const { stdout } = await runFile(node, ["node.js"], { cwd: project.folder });
  return stdout;
}

describe("the packed package", () => {
  it("brings no other package", () => {
    expect(project.dependencies).toEqual([]);
  });

  it("installs little for a program that embeds it", () => {
    const entries = readdirSync(join(project.folder, "node_modules"), {
      recursive: true,
      withFileTypes: true,
    });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !PROGRAMS.test(path));
    expect(files.length).toBeGreaterThan(100);
    // A release has the bill of materials, too.
    const bill = JSON.stringify(billOfMaterials(root)).length;
    expect(files.reduce((sum, path) => sum + statSync(path).size, bill)).toBeLessThanOrEqual(INSTALLED_BYTES);
    const named = /["'`]\.\/((?:cli\d*|main|server|service\d*)(?:\.[^/"'`]*)?\.js)["'`]/;
    const scripts = files.filter((path) => path.endsWith(".js"));
    expect(scripts.filter((path) => named.test(readFileSync(path, "utf8")))).toEqual([]);
  });

  it("has entries that publint finds right", async () => {
    const { messages } = await publint({ pkgDir: inPackage("."), pack: false, strict: true });
    expect(messages.filter(({ type }) => type !== "suggestion")).toEqual([]);
  });

  it("names every package whose code it carries, with its licence", () => {
    const ofService = ["hono", "pg", "bullmq", "ioredis", "pino", "prom-client", "rate-limiter-flexible"];
    const carried = [
      ...ofService,
      "zod",
      ...["clipper2-ts", "comlink", "css-tree", "dxf-parser", "flatbush", "saxes", "svg-pathdata"],
      "assemblyscript",
      "@fontsource-variable/geist",
      "swagger-ui-dist",
    ];
    const page = (name: string) => readFileSync(inPackage(`dist/THIRD-PARTY-LICENSES${name}.txt`), "utf8");
    const rule = `\n${"-".repeat(80)}\n\n`;
    const named = new Map(
      [page(""), page(".service")]
        .join(rule)
        .split(rule)
        .flatMap((section) => {
          const packages = section.split("\nLicense: ")[0]!.split("\n");
          return packages.map((line): [string, string] => [line.replace(/ .*/, ""), section]);
        }),
    );
    expect(carried.filter((name) => !/^License: \S+\n\n\S/m.test(named.get(name) ?? ""))).toEqual([]);
  });

  it("has a bill of what it depends on and what is built in, and of nothing else", () => {
    const { components, dependencies, metadata } = billOfMaterials(root);
    const names = components.map(({ name, group }) => (group ? `${group}/${name}` : name));
    expect(names).toEqual(expect.arrayContaining(["zod", "hono", "bullmq", "papaparse"]));
    for (const tool of ["vitest", "vite", "@biomejs/biome", "playwright"]) expect(names).not.toContain(tool);
    expect(components.every(({ hashes, licenses }) => hashes?.length === 1 && licenses?.length === 1)).toBe(
      true,
    );
    const refs = new Set(components.map((component) => component["bom-ref"]));
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
    expect(metadata.component.name).toBe("offcut");
  });

  it("has types that every kind of resolution finds, but for those of CommonJS programs", async () => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(project.tarball)));
    const untyped = [...WORKERS.map((kind) => `./${kind}-worker`), ...CORES.map((name) => `./${name}`)];
    const result = await checkPackage(tarball, { excludeEntrypoints: untyped });
    if (!result.types) throw new Error("there are no types");
    const modern = result.problems.filter(
      (problem) => !("resolutionKind" in problem && /node10|node16-cjs/.test(problem.resolutionKind)),
    );
    expect(modern).toEqual([]);
  });

  it("loads little for a page that nests, that cuts bars, and that judges bars", async () => {
    const page = await loadedAtOnce(
      'import { createEngine as start } from "offcut"; globalThis.start = start;',
    );
    const first = sumOf(page, "gzipped");
    expect(first).toBeGreaterThan(1000);
    expect(first).toBeLessThanOrEqual(FIRST_BYTES);
    expect(first + gzipped(inPackage("dist/worker.nest.js"))).toBeLessThanOrEqual(NESTING_PAGE_BYTES);
    const [worker, core] = ["worker.cut.js", "cut.simd.wasm"].map(
      (name) => statSync(inPackage(`dist/${name}`)).size,
    );
    expect(sumOf(page, "size") + worker! + core!).toBeLessThanOrEqual(BARS_PAGE_BYTES);
    const judge = 'import { verifyCut } from "offcut/verify"; globalThis.judge = verifyCut;';
    expect(sumOf(await loadedAtOnce(judge), "gzipped")).toBeLessThanOrEqual(JUDGE_BYTES);
  });

  it("loads little in Node, before the first call and for one on the caller's own thread", () => {
    const first = filesOfNode("index.node.js");
    expect([...first.keys()]).toEqual(["index.node.js", "engine.node.js"]);
    // To import a module of Node's by its name loads more than a call asks for.
    const named = [...first].filter(([, text]) => /(?:from|import) "node:/.test(text));
    expect(named.map(([file]) => file)).toEqual([]);
    const bytes = (name: string) => [...filesOfNode(name).values()].join("").length;
    expect(bytes("index.node.js")).toBeLessThanOrEqual(NODE_FIRST_BYTES);
    for (const kind of ["cut", "panel"])
      expect(bytes(`${kind}-task.node.js`)).toBeLessThanOrEqual(NODE_SAW_BYTES);
    expect(bytes("nest-task.node.js")).toBeLessThanOrEqual(NODE_NEST_BYTES);
  });

  it.each(CORES)("has a small %s", (name) => {
    expect(gzipped(inPackage(`dist/${name}`))).toBeLessThanOrEqual(CORE_BYTES);
  });

  it.skipIf(isBuiltin("node:sqlite"))("says what its service needs where Node has no SQLite", async () => {
    const args = [inPackage("dist/cli.js"), "serve", "--port", "0", "--data", join(project.folder, "data")];
    const { code, stderr } = await runFile(process.execPath, args).catch((error) => error);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /offcut: Node 20[\d.]+ has no SQLite: run "npm install @photostructure\/sqlite", or use Node 22/,
    );
  });

  it.each([
    ["of a page", ["es2022", "dom"], "bundler", [], ""],
    ["of a Node program", ["es2023"], "nodenext", ["node"], SERVES],
  ])("has declarations that are right in the program %s", async (_what, lib, resolution, types, serves) => {
    install("@types/node", join(project.folder, "node_modules"));
    install("undici-types", join(project.folder, "node_modules"));
    const folder = join(project.folder, `types-${resolution}`);
    mkdirSync(folder);
    const entries = ["offcut", "offcut/inline"];
    const source = entries.map(
      (entry, i) => `import { createEngine as create${i}, type NestPlanRequestInput } from "${entry}";
export async function nest${i}(request: NestPlanRequestInput): Promise<number> {
  const engine = await create${i}({ workers: 1 });
  const plan = await engine.nest(request);
  await engine.close();
  // @ts-expect-error: the answer has no such field
  void plan.no_such_field;
  return plan.sheets_used;
}
`,
    );
    source.push(`import type * as offcut from "offcut";\n${documentedTypes().map(useOf).join("")}`);
    source.push(typedEntries().map(importOf).join(""), serves);
    source.forEach((text, i) => {
      writeFileSync(join(folder, `${i}.ts`), text);
    });
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
      ...{ target: "es2022", module: resolution === "nodenext" ? "nodenext" : "esnext" },
      ...{ moduleResolution: resolution, lib, types },
    };
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { stdout } = await runFile(process.execPath, [TSC, "-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
  });
});

/** Names of all entries of the package that have types, but for the service's, which is for Node alone. */
function typedEntries(): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = Object.keys(exports).filter((name) => JSON.stringify(exports[name]).includes('"types"'));
  expect(names).toContain("./server");
  return names.filter((name) => name !== "./server").map((name) => `offcut${name.slice(1)}`);
}

function importOf(entry: string, i: number): string {
  return `export type Entry${i} = typeof import("${entry}");\n`;
}

/** Names of all types of `offcut` that the engine's page describes, with their parameters; other entries come last on it. */
function documentedTypes(): string[] {
  const page = readFileSync(new URL("../../docs/engine.md", import.meta.url), "utf8");
  const own = page.slice(0, page.search(/^## The entry/m));
  return [...own.matchAll(/^(?:interface|type) (\w+(?:<\w+)?)/gm)].map(([, name]) => name!);
}

function useOf(type: string): string {
  const [name, parameter] = type.split("<");
  return `export type Uses${name} = offcut.${name}${parameter ? "<never>" : ""};\n`;
}

/** Opens the page in a place and gives its answer, the workers that it started and the files that it asked for. */
async function visit(path: string, before = () => {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  site.asked.length = 0;
  try {
    await page.addInitScript(before);
    await page.goto(`${site.origin}${path}`);
    const answer = await page.evaluate(() => (globalThis as { answer?: Promise<string> }).answer);
    return { answer, workers, asked: [...site.asked] };
  } finally {
    await page.close();
  }
}

/** A page of its own with a plain module script that imports the package from an address. */
function plainPage(name: string, from: string, place: Place = {}): string {
  site.places.set(name, place);
  site.files.set(`/${name}/index.html`, PAGE);
  site.files.set(`/${name}/main.js`, program(from));
  return `/${name}/index.html`;
}

const DIST = "node_modules/offcut/dist";

describe("a page", () => {
  it.each(Object.keys(BUNDLERS))("nests with %s", async (bundler) => {
    const out = join(project.folder, "out", bundler);
    await BUNDLERS[bundler]!(project.folder, out);
    writeFileSync(join(out, "index.html"), PAGE);
    const { answer, workers } = await visit(`/out/${bundler}/index.html`);
    expect(answer).toBe(expected);
    // Only esbuild leaves the worker's address as it is: there the embedded copies have to take over.
    const copies = workers.filter((url) => url.startsWith("blob:"));
    expect(copies).toHaveLength(bundler === "esbuild" ? 2 : 0);
    expect(workers.length - copies.length).toBe(2);
  });

  it("nests without a bundler, and fetches no copy of what it has", async () => {
    const { answer, workers, asked } = await visit(plainPage("plain", `./${DIST}/index.js`));
    expect(answer).toBe(expected);
    expect(workers.map((url) => url.replace(/.*\//, ""))).toEqual(["worker.nest.js", "worker.files.js"]);
    expect(asked.filter((path) => /embedded\.\w+\.js|\/(cut|panels)\.|\/nest\.wasm/.test(path))).toEqual([]);
  });

  it("nests with the package on another origin", async () => {
    const { answer, workers } = await visit(plainPage("other", `${site.otherOrigin}/${DIST}/index.js`));
    expect(answer).toBe(expected);
    expect(workers.every((url) => url.startsWith("blob:"))).toBe(true);
  });
});

const EMBEDDED = `
import { Hono } from "hono";
import { createService } from "offcut/server";
const requests = [];
const logger = { info: (_fields, message) => requests.push(message), warn() {}, error() {} };
const service = await createService({ DATA_DIR: ":memory:", WORKERS: 1, MONTHLY_QUOTA: 2 }, { logger });
const app = new Hono().mount("/shop", service.app.fetch);
const post = async (path, body, headers = {}) => {
  const init = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
  const answer = await app.request("/shop/v1/" + path, init);
  return { status: answer.status, ...(await answer.json()) };
};
const { api_key } = await post("account/register", { email: "a@b.example", name: "A", password: "long enough" });
const key = { "X-API-Key": api_key };
const exterior = [[0, 0], [90, 0], [90, 40], [0, 40]];
const answers = [
  await post("solve/nest-2d", { parts: [{ id: "a", exterior, quantity: 3 }], sheet: { width: 300, height: 200 } }, key),
  await post("solve/cut-1d", { stocks: [{ length: 6000 }], pieces: [{ id: "p", length: 1999, quantity: 4 }] }, key),
  await post("solve/cut-1d", {}, key),
];
await Promise.all([service.close(), service.close()]);
answers.push({ status: (await app.request("/shop/health")).status });
process.stdout.write(JSON.stringify({ answers, requests: requests.length }));
`;

/** Runs first in each thread. Tells who asks for a class of the HTTP client, and who hears messages of ports as events. */
const TOLD = `const { writeSync } = require("node:fs");
  for (const name of ["Response", "Request", "Headers", "fetch", "MessageEvent"])
    Object.defineProperty(globalThis, name, { get: () => void writeSync(1, name + " was asked for. ") });
  const ports = MessagePort.prototype;
  const { addEventListener } = ports;
  let itself = false;
  for (const name of ["on", "once"]) {
    const own = ports[name];
    ports[name] = function (...args) {
      itself = true;
      try { return own.apply(this, args); } finally { itself = false; }
    };
  }
  ports.addEventListener = function (type, ...args) {
    if (type === "message" && !itself) writeSync(1, "A port hears events. ");
    return addEventListener.call(this, type, ...args);
  };`;

describe("a program", () => {
  it("has the whole service in it, under a path of its own, and ends by itself when that is closed", async () => {
    const modules = join(project.folder, "node_modules");
    for (const peer of ["hono", "@photostructure/sqlite"]) install(peer, modules);
    writeFileSync(join(project.folder, "embedded.js"), EMBEDDED);
    const { stdout } = await runFile(process.execPath, ["embedded.js"], { cwd: project.folder });
    const { answers, requests } = JSON.parse(stdout);
    expect(answers.map(({ status }: { status: unknown }) => status)).toEqual([
      "success",
      "success",
      402,
      503,
    ]);
    expect(answers[0].data.summary).toMatchObject({ placed_parts: 3, sheets_used: 1 });
    expect(answers[1].data.summary).toMatchObject({ stocks_used: 2, all_pieces_placed: true });
    expect(answers[2].detail.code).toBe("USAGE_LIMIT_EXCEEDED");
    expect(requests).toBeGreaterThanOrEqual(4);
  });

  it("ends in a few lines of words where it catches no error", async () => {
    const text = `import { createEngine } from "offcut";
      const engine = await createEngine();
      await engine.cut({ stocks: [{ length: 6000 }], pieces: [{ length: 1830 }] });`;
    writeFileSync(join(project.folder, "uncaught.js"), text);
    const run = runFile(process.execPath, ["uncaught.js"], { cwd: project.folder });
    const { code, stderr } = await run.catch((error) => error);
    expect(code).toBe(1);
    expect(stderr).toContain("EngineError: pieces.0.id: is missing\n    at ");
    expect(stderr.split("\n").filter((line: string) => line.length > 200)).toEqual([]);
  });

  it("cuts in Node without what would load its HTTP client in either thread", async () => {
    writeFileSync(join(project.folder, "told.cjs"), TOLD);
    const text = `import { createEngine } from "offcut";
      const engine = await createEngine();
      const request = { stocks: [{ length: 6000 }], pieces: [{ id: "rail", length: 1830 }] };
      let events = 0;
      const plan = await engine.cut(request, { workers: 1, onProgress: () => events++ });
      process.stdout.write(plan.status + (events > 0 ? " after news" : ""));
      await engine.close();`;
    writeFileSync(join(project.folder, "own-core.js"), text);
    const args = ["--require", "./told.cjs", "own-core.js"];
    const { stdout } = await runFile(process.execPath, args, { cwd: project.folder });
    expect(stdout).toBe("optimal after news");
  });

  it("serves the whole web app, of which the package carries the core and the workers once", async () => {
    const cli = inPackage("dist/cli.js");
    const env = { ...process.env, PORT: "0", DATA_DIR: ":memory:", WORKERS: "1" };
    const service = spawn(process.execPath, [cli, "serve"], { cwd: project.folder, env });
    try {
      const port = await new Promise<string>((resolve) => {
        service.stdout.on("data", (text) => {
          const [, found] = /"port":(\d+)/.exec(String(text)) ?? [];
          if (found) resolve(found);
        });
      });
      const assets = readdirSync(join(root, "dist/web/assets"));
      const packed = new Set(readdirSync(inPackage("dist/web/assets")));
      const left = assets.filter((name) => !packed.has(name)).map((name) => name.replace(/-.*\./, "."));
      expect(left.sort()).toEqual([...CORES, ...WORKERS.map((kind) => `worker.${kind}.js`)].sort());
      for (const name of assets) {
        const answer = await fetch(`http://127.0.0.1:${port}/assets/${name}`);
        expect([name, answer.status]).toEqual([name, 200]);
        expect(answer.headers.get("Cache-Control")).toContain("immutable");
        const built = readFileSync(join(root, "dist/web/assets", name));
        expect(Buffer.from(await answer.arrayBuffer()).equals(built)).toBe(true);
      }
      expect((await fetch(`http://127.0.0.1:${port}/assets/cli-12345678.js`)).status).toBe(404);
    } finally {
      service.kill();
    }
  });

  it.for([22, 24])("nests in Node %i", async (major, { skip }) => {
    const node = otherNode(major) ?? skip(`npm test could not bring Node ${major}`);
    expect((await runFile(node, ["--version"])).stdout).toMatch(new RegExp(`^v${major}\\.`));
    expect(await answerOfNode(node)).toBe(expected);
  });

  it.each(["index.js", "inline.js", "index.node.js", "server.js"])(
    "imports %s without a window, a document or workers, and nothing happens",
    async (name) => {
      const globals = ["window", "document", "location", "self", "Worker", "fetch", "Blob"];
      install("hono", join(project.folder, "node_modules"));
      const source = `
        // One of the libraries asks, without harm, whether there is one.
        delete globalThis.navigator;
        for (const name of ${JSON.stringify(globals)}) {
          Object.defineProperty(globalThis, name, { get() { throw new Error(name + " was touched"); } });
        }
        const before = Object.keys(globalThis).filter((key) => !/^__zod/.test(key)).join();
        const entry = await import(${JSON.stringify(`./${DIST}/${name}`)});
        if (Object.keys(globalThis).filter((key) => !/^__zod/.test(key)).join() !== before) throw new Error("a global was made");
        process.stdout.write(Object.keys(entry).filter((key) => /^create/.test(key)).join());
      `;
      writeFileSync(join(project.folder, "bare.js"), source);
      const { stdout } = await runFile(process.execPath, ["bare.js"], { cwd: project.folder });
      expect(stdout).toBe(name === "server.js" ? "createService" : "createEngine");
    },
  );
});
