/** Who may import whom, and how much one place may hold: the first list of rules in CONTRIBUTING. What breaks it is named. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  countParameters,
  crowded,
  cycles,
  folderOf,
  itself,
  mentions as mentionsIn,
  offences as offencesIn,
  root,
  sourceFile,
  sourcesIn,
  undrawn,
  unwieldy,
  wide,
} from "./helpers/sources.ts";

const SOURCES = ["assembly", "engine", "server", "web-demo"];
/** The public face, at the root of the engine. */
const MOST_FACE_FILES = 10;
const MOST_FILES = 12;

const files = SOURCES.flatMap(sourcesIn);
const tests = sourcesIn("test");

const offences = (from: RegExp, allowed: Parameters<typeof offencesIn>[2]) =>
  offencesIn(files, from, allowed);
const mentions = (from: RegExp, pattern: RegExp) => mentionsIn(files, from, pattern);

const PURE =
  /^engine\/(read|write|verify|base\/(check|contract|geometry))\/|^engine\/(base\/(errors|text)|plan\/(cut\/cut-answer|panel\/sawing))\.ts$/;

/** Functions that ECMAScript lets each engine approximate in its own way. Powers of 2 and 10 and squares are exact in all. */
const APPROXIMATED =
  /\bMath\.(a?(sin|cos|tan)h?|atan2|cbrt|exp|expm1|hypot|log|log10|log1p|log2|pow)\b|(?<!\b(2n?|10n?)) \*\*(?! 2\b)/;

describe("the import rules", () => {
  it("finds the sources it is about", () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.some((file) => file.imports.length > 0)).toBe(true);
  });

  it("keeps assembly/geometry on layout and memory alone", () => {
    expect(
      offences(/^assembly\/geometry\//, (target) =>
        /^assembly\/(geometry\/[\w-]+|layout|memory|vector|work)\.ts$/.test(target),
      ),
    ).toEqual([]);
  });

  it("keeps nesting and cutting in assembly apart; panels may use the linear program of bars", () => {
    expect(offences(/^assembly\/nest/, (target) => !/^assembly\/(cut|panel)/.test(target))).toEqual([]);
    expect(offences(/^assembly\/cut/, (target) => !/^assembly\/(nest|panel)/.test(target))).toEqual([]);
    expect(offences(/^assembly\/panel/, (target) => !target.startsWith("assembly/nest"))).toEqual([]);
  });

  it("lets only the blocks of the core read assembly, and of it only the layout", () => {
    expect(
      offences(
        /^(engine|server|web-demo)\//,
        (target, file) =>
          !target.startsWith("assembly/") ||
          (target === "assembly/layout.ts" &&
            /^engine\/plan\/(wasm\/|(nest|cut|panel)\/(nest|cut|panel)-blocks\.ts$)/.test(file.path)),
      ),
    ).toEqual([]);
  });

  it("keeps the pure folders free of wasm, workers and platforms", () => {
    expect(
      offences(PURE, (target) => !/^engine\/(plan\/(wasm|search)|run|engine)\b|^comlink/.test(target)),
    ).toEqual([]);
  });

  it("keeps the pure folders free of clocks and chance", () => {
    expect(mentions(PURE, /\b(performance\.now|Date\.now|new Date\(|Math\.random|setTimeout)\b/)).toEqual([]);
  });

  it("works out what is handed out by functions that are alike in every engine", () => {
    // The other files round their results: to hundredths of a degree or a millimetre, to whole units, as text.
    const others =
      "cli/|plan/nest/angles|(plan|verify)/cut/mitre|base/contract/cut-plan|read/drawing/orders/materials";
    expect(mentions(new RegExp(`^engine/(?!${others})`), APPROXIMATED)).toEqual([]);
  });

  it("imports node: only where a Node program begins", () => {
    expect(
      offences(
        /./,
        (target, file) =>
          !target.startsWith("node:") ||
          /^engine\/(run\/platform\/node|run\/worker\/node|cli\/main|cli\/base\/words)\.ts$|^server\/((main|serve)\.ts|http\/(server|static)\.ts|queue\/|records\/|replays\/|accounts\/|storage\/|jobs\/threads\.ts|answers\/zip\.ts)/.test(
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

  it("lets server and web app use the engine through its public entries and its plane geometry", () => {
    expect(
      offences(
        /^server\//,
        (target) =>
          !target.startsWith("engine/") ||
          /^engine\/((index|threads)\.node|v1|entries\/(?!app)\w+)\.ts$/.test(target),
      ),
    ).toEqual([]);
    expect(
      offences(
        /^web-demo\//,
        (target) =>
          !target.startsWith("engine/") ||
          /^engine\/((read\/lists\/)?index|v1|entries\/\w+|base\/geometry\/(box|inside|ring|segment))\.ts$/.test(
            target,
          ),
      ),
    ).toEqual([]);
    expect(offences(/^engine\/(?!cli\/main\.ts)/, (target) => !/^(server|web-demo)\//.test(target))).toEqual(
      [],
    );
  });

  it("lets a folder of the engine use only folders below it", () => {
    const below: Record<string, RegExp> = {
      base: /^base\//,
      plan: /^(base|plan)\//,
      read: /^(base|read)\//,
      verify: /^(base|verify)\//,
      write: /^(base|plan|read|verify|write)\//,
      run: /^(base|plan|read|verify|write|run)\//,
    };
    for (const [folder, allowed] of Object.entries(below)) {
      const inside = new RegExp(`^engine/${folder}/`);
      expect(
        offences(inside, (target) => !target.startsWith("engine/") || allowed.test(target.slice(7))),
      ).toEqual([]);
    }
  });

  it("keeps the verifier away from what it verifies", () => {
    const judges =
      /^engine\/(verify|base\/contract)\/|^engine\/base\/(errors|geometry\/(segment|trig\/\w+))\.ts$|^flatbush$/;
    expect(offences(/^engine\/verify\//, (target) => judges.test(target))).toEqual([]);
    const solvers = /^assembly\/|^engine\/plan\//;
    expect(
      offences(solvers, (target) => !/^engine\/(verify\/|base\/geometry\/segment)/.test(target)),
    ).toEqual([]);
  });

  it("keeps the readers apart from each other, and the writers", () => {
    expect(offences(/^engine\/read\/dxf\//, (target) => !target.startsWith("engine/read/svg/"))).toEqual([]);
    expect(offences(/^engine\/read\/svg\//, (target) => !target.startsWith("engine/read/dxf/"))).toEqual([]);
    expect(
      offences(/^engine\/read\/drawing\//, (target) => !/^engine\/read\/(dxf|svg)\//.test(target)),
    ).toEqual([]);
    expect(
      offences(/^engine\/write\/toolpath\/write\/dxf/, (target) => !/gcode|dialects/.test(target)),
    ).toEqual([]);
    expect(
      offences(
        /^engine\/write\/toolpath\/write\/(gcode|dialects)/,
        (target) => !/toolpath\/write\/dxf/.test(target),
      ),
    ).toEqual([]);
  });

  it("has no circle of files or of folders, types included", () => {
    expect(cycles(files, itself)).toEqual([]);
    expect(cycles(files, folderOf)).toEqual([]);
  });
});

describe("the measures of the house", () => {
  it("keep a folder to twelve files", () => {
    expect(
      crowded(
        [...files, ...tests].map((file) => file.path),
        MOST_FILES,
      ),
    ).toEqual([]);
    const face = sourcesIn("engine").filter(({ path }) => path.split("/").length === 2);
    expect(face.length).toBeLessThanOrEqual(MOST_FACE_FILES);
  });

  it("draw the folders of the solvers, with every file in them", () => {
    expect(undrawn(files, /^(assembly\/(geometry|nest|cut)|engine\/plan\/(nest|cut))(\/\w+)?$/)).toEqual([]);
  });

  it("keep a line of a comment to 130 characters", () => {
    expect(wide([...files, ...tests])).toEqual([]);
  });

  it("keep a function to 60 lines and five parameters", () => {
    expect(unwieldy(SOURCES)).toEqual({ long: [], greedy: [] });
  });
});

describe("each rule, broken on purpose,", () => {
  const a = sourceFile(
    "engine/plan/cut/a.ts",
    'import { b } from "../nest/b.ts";\nexport const a = performance.now();',
  );
  const b = sourceFile("engine/plan/nest/b.ts", 'export { c } from "./c.ts";');
  const c = sourceFile("engine/plan/nest/c.ts", 'import type { A } from "../cut/a.ts";');

  it("is told for an import", () => {
    expect(
      offencesIn([a, b, c], /^engine\/plan\/cut/, (target) => !target.startsWith("engine/plan/nest")),
    ).toEqual(["engine/plan/cut/a.ts -> engine/plan/nest/b.ts"]);
    expect(mentionsIn([a], /^engine/, /performance/)).toEqual(["engine/plan/cut/a.ts"]);
  });

  it("is told for a function that engines approximate", () => {
    const lines = ["Math.atan2(1, 2)", "x ** 3", "Math.sqrt(x ** 2) * 10 ** x", "1 / 2 ** x"];
    const sources = lines.map((line, i) =>
      sourceFile(`engine/${i}.ts`, `/** Math.sin */\nexport const a = ${line};`),
    );
    expect(mentionsIn(sources, /^engine/, APPROXIMATED)).toEqual(["engine/0.ts", "engine/1.ts"]);
  });

  it("is told for a file that is not on the map of its folder", () => {
    const drawn = sourceFile("engine/plan/nest/d.ts", "/**\n * The folder:\n *\n *     d ─► b\n */\n");
    expect(undrawn([drawn, b], /^engine\/plan\/nest$/)).toEqual([]);
    expect(undrawn([drawn, b, c], /^engine\/plan\/nest$/)).toEqual(["engine/plan/nest: c"]);
    expect(undrawn([b, c], /^engine\/plan\/nest$/)).toEqual(["engine/plan/nest has 0 maps"]);
  });

  it("is told for a circle, also one of types alone", () => {
    expect(cycles([a, b, c], itself)).toEqual([
      ["engine/plan/cut/a.ts", "engine/plan/nest/b.ts", "engine/plan/nest/c.ts"],
    ]);
    expect(cycles([a, b, c], folderOf)).toEqual([["engine/plan/cut", "engine/plan/nest"]]);
    expect(cycles([a, b], folderOf)).toEqual([]);
  });

  it("is told for a crowded folder", () => {
    expect(
      crowded(
        [a, b, c].map((file) => file.path),
        1,
      ),
    ).toEqual(["engine/plan/nest: 2"]);
  });

  it("is told for a comment wider than a page", () => {
    const text = `/** ${"so ".repeat(50)}*/\nconst sentence = "${"so ".repeat(50)}";\n`;
    expect(wide([sourceFile("engine/plan/nest/a.ts", text)])).toEqual(["engine/plan/nest/a.ts:1"]);
  });

  it("is told for a function too long or with too many parameters", () => {
    const folder = mkdtempSync(join(root, "engine/broken-"));
    const path = join(folder, "function.ts");
    try {
      const lines = Array.from({ length: 61 }, (_, i) => `  console.log(${i});`).join("\n");
      const list = "a: number, b: number, c: number, d: number, e: number, f: number";
      writeFileSync(
        path,
        `export function long(): void {\n${lines}\n}\nexport function many(${list}): void {}\n`,
      );
      const found = unwieldy([folder]);
      expect(found.long).toHaveLength(1);
      expect(found.greedy).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is told for parameters, the coordinates of a point counting as one", () => {
    expect(countParameters("(a: number, b: number)")).toBe(2);
    expect(
      countParameters("(ax: f64, ay: f64, minX: f64, minY: f64, maxX: f64, maxY: f64, x0: f64, y0: f64)"),
    ).toBe(4);
    expect(countParameters("(x: f64, z: f64, u: f64, v: f64)")).toBe(3);
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
