/** Who may import whom. Each rule is one line of CONTRIBUTING's list; a file that breaks it is named. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface SourceFile {
  path: string;
  text: string;
  /** Repository paths of imported project files, names of imported packages. */
  imports: { target: string; typeOnly: boolean }[];
}

const files = ["assembly", "engine", "server", "web-demo"].flatMap(sourcesIn);
const byPath = new Map(files.map((file) => [file.path, file]));

function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && statSync(join(root, path)).isFile())
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, imports: importsOf(path, text) };
    });
}

function importsOf(path: string, text: string): SourceFile["imports"] {
  const statement =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...text.matchAll(statement)].map((match) => ({
    target: resolveTarget(path, (match[2] ?? match[3])!),
    typeOnly: match[1] !== undefined,
  }));
}

function resolveTarget(path: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const target = relative(root, resolve(root, dirname(path), specifier.replace(/\?.*$/, "")));
  return /\.\w+$/.test(target) ? target : `${target}.ts`;
}

/** Every import of a file in `from` that `allowed` refuses, as `file -> target`. */
function offences(from: RegExp, allowed: (target: string, file: SourceFile) => boolean): string[] {
  return files
    .filter((file) => from.test(file.path))
    .flatMap((file) =>
      file.imports
        .filter(({ target }) => !allowed(target, file))
        .map(({ target }) => `${file.path} -> ${target}`),
    );
}

/** Every file in `from` whose text, comments left out, matches. */
function mentions(from: RegExp, pattern: RegExp): string[] {
  return files
    .filter((file) => from.test(file.path) && pattern.test(withoutComments(file.text)))
    .map((f) => f.path);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

const PURE =
  /^engine\/(drawing|dxf|svg|toolpath|picture|report|verify|contract|geometry)\/|^engine\/(errors|finding|text|cut\/answer)\.ts$/;

describe("the import rules", () => {
  it("finds the sources it is about", () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.some((file) => file.imports.length > 0)).toBe(true);
  });

  it("keeps assembly/geometry on layout and memory alone", () => {
    expect(
      offences(/^assembly\/geometry\//, (target) =>
        /^assembly\/(geometry\/\w+|layout|memory|work)\.ts$/.test(target),
      ),
    ).toEqual([]);
  });

  it("keeps nesting and cutting in assembly apart", () => {
    expect(offences(/^assembly\/nest/, (target) => !target.startsWith("assembly/cut"))).toEqual([]);
    expect(offences(/^assembly\/cut/, (target) => !target.startsWith("assembly/nest"))).toEqual([]);
  });

  it("lets only the blocks of the core read assembly, and of it only the layout", () => {
    expect(
      offences(
        /^(engine|server|web-demo)\//,
        (target, file) =>
          !target.startsWith("assembly/") ||
          (target === "assembly/layout.ts" && /^engine\/(wasm\/|(nest|cut)\/blocks\.ts$)/.test(file.path)),
      ),
    ).toEqual([]);
  });

  it("keeps the pure folders free of wasm, workers and platforms", () => {
    expect(offences(PURE, (target) => !/^engine\/(wasm|run|search|engine)\b|^comlink/.test(target))).toEqual(
      [],
    );
  });

  it("keeps the pure folders free of clocks and chance", () => {
    expect(mentions(PURE, /\b(performance\.now|Date\.now|new Date\(|Math\.random|setTimeout)\b/)).toEqual([]);
  });

  it("imports node: only where a Node program begins", () => {
    expect(
      offences(
        /./,
        (target, file) =>
          !target.startsWith("node:") ||
          /^engine\/(run\/platform\/node|run\/worker\/node|cli\/main)\.ts$|^server\/(main\.ts|accounts\/|jobs\/threads\.ts)/.test(
            file.path,
          ),
      ),
    ).toEqual([]);
  });

  it("names Worker, fetch and navigator only in the platforms", () => {
    const others = /^engine\/(?!run\/platform\/)/;
    expect(mentions(others, /\bnew Worker\(|[^.\w]fetch\(|\bnavigator\b/)).toEqual([]);
  });

  it("imports Comlink only in the pool and the workers", () => {
    expect(
      offences(
        /./,
        (target, file) =>
          !target.startsWith("comlink") || /^engine\/run\/(pool\.ts|worker\/)/.test(file.path),
      ),
    ).toEqual([]);
  });

  it("lets server and web app use the engine through its public entry", () => {
    expect(
      offences(/^server\//, (target) => !target.startsWith("engine/") || target === "engine/index.node.ts"),
    ).toEqual([]);
    expect(
      offences(/^web-demo\//, (target) => !target.startsWith("engine/") || target === "engine/index.ts"),
    ).toEqual([]);
    expect(offences(/^engine\/(?!cli\/main\.ts)/, (target) => !/^(server|web-demo)\//.test(target))).toEqual(
      [],
    );
  });

  it("keeps the verifier away from what it verifies", () => {
    const judges =
      /^engine\/(verify|contract)\/|^engine\/errors\.ts$|^engine\/geometry\/segment\.ts$|^flatbush$/;
    expect(offences(/^engine\/verify\//, (target) => judges.test(target))).toEqual([]);
    const solvers = /^assembly\/|^engine\/(wasm\/|nest|cut)/;
    expect(offences(solvers, (target) => !/^engine\/(verify\/|geometry\/segment)/.test(target))).toEqual([]);
  });

  it("has no circular imports", () => {
    expect(cycles()).toEqual([]);
  });
});

describe("the public entries", () => {
  it("do nothing when they are imported", async () => {
    const touched: string[] = [];
    const spy = (name: string) => () => touched.push(name);
    const saved = { fetch: globalThis.fetch, Worker: Reflect.get(globalThis, "Worker") };
    Object.assign(globalThis, { fetch: spy("fetch"), Worker: spy("Worker") });
    try {
      await import("../engine/index.ts");
      await import("../engine/index.node.ts");
    } finally {
      Object.assign(globalThis, saved);
    }
    expect(touched).toEqual([]);
  });

  it("reports the version of the package", async () => {
    const { VERSION } = await import("../engine/index.node.ts");
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(VERSION).toBe(version);
  });
});

/** Every cycle of imports that is more than types, as its list of files. */
function cycles(): string[][] {
  const state = new Map<string, "open" | "done">();
  const found: string[][] = [];
  const visit = (path: string, trail: string[]) => {
    const file = byPath.get(path);
    if (!file || state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    state.set(path, "open");
    for (const { target, typeOnly } of file.imports) if (!typeOnly) visit(target, [...trail, path]);
    state.set(path, "done");
  };
  for (const file of files) visit(file.path, []);
  return found;
}
