/** The documentation does what it says: made pages are those of this code, and every snippet runs. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { makePages } from "../../scripts/docs/pages.mjs";
import { type RunningService, startService } from "../server/support/process.ts";
import { runFile } from "./packed.ts";
import { openSite } from "./site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

interface Snippet {
  /** Page and line. */
  place: string;
  /** Text behind the fence: the language, and how it is run. */
  kind: string;
  text: string;
}

const snippets = pages.flatMap((page): Snippet[] => {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    place: `${page}:${text.slice(0, match.index).split("\n").length}`,
    kind: match[1]!,
    text: match[2]!,
  }));
});
const those = (kind: string) => snippets.filter((snippet) => snippet.kind === kind);

let folder: string;
let made: Record<string, string>;

beforeAll(async () => {
  made = await makePages();
  folder = mkdtempSync(join(tmpdir(), "offcut-docs-"));
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", "offcut"));
  // As npm links the program, which also makes it executable.
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist", "cli.js")}" "$@"\n`;
  writeFileSync(join(folder, "node_modules", ".bin", "offcut"), program, { mode: 0o755 });
  for (const name of ["plate", "gear"]) {
    cpSync(join(root, "web-demo/public/examples", `${name}.dxf`), join(folder, `${name}.dxf`));
  }
  // Libraries whose shapes are read.
  for (const name of ["makerjs", "three"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  cpSync(join(folder, "plate.dxf"), join(folder, "drawing.dxf"));
  writeFileSync(join(folder, "list.csv"), "id,length,quantity\nrail,1830,7\nleg,720,12\n");
  writeFileSync(join(folder, "parts.csv"), "file,quantity,angles\nplate,12,0/90\ngear.dxf,8,\n");
  writeFileSync(join(folder, "rack.csv"), "id,length,quantity\nbar,6000,20\nrest,2400,2\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the documentation", () => {
  it.each(["cli.md", "engine.md", "findings.md", "http.md", "../clients/python/offcut/types.py"])(
    "has a %s that is made from this code; `npm run docs` makes it",
    (name) => {
      expect(readFileSync(join(root, "docs", name), "utf8")).toBe(made[name]);
    },
  );

  it("describes all that the package exports, no other functions, and leaves no cell of its tables empty", async () => {
    const entries = await Promise.all(
      ["index", "v1", "verify", "sawing", "machines", "schemas"]
        .map((name) => `${name}.node.js`)
        .concat("adapters.js", "lists.js")
        .map((name) => import(`${root}/dist/${name}`)),
    );
    const page = readFileSync(join(root, "docs/engine.md"), "utf8");
    const described = [...page.matchAll(/^(?:### |\| `)(\w+)/gm)].map(([, name]) => name);
    const names = entries.flatMap((entry) => Object.keys(entry)).concat("createService");
    expect(names.filter((name) => !described.includes(name))).toEqual([]);
    const declared = [...page.matchAll(/^function (\w+)/gm)].map(([, name]) => name!);
    expect(declared.filter((name) => !names.includes(name))).toEqual([]);
    const rows = ["cli", "engine", "findings", "http"].flatMap((name) =>
      readFileSync(join(root, `docs/${name}.md`), "utf8").match(/^\|.*\|$/gm),
    );
    expect(rows.filter((row) => /\| *\|$/.test(row!))).toEqual([]);
  });

  it("calls every function and every method in an example", () => {
    const page = readFileSync(join(root, "docs/engine.md"), "utf8");
    const blocks = (kind: string) =>
      [...page.matchAll(/^```(\w.*)\n([\s\S]*?)^```$/gm)]
        .filter(([, type]) => type === kind)
        .map(([, , text]) => text!);
    const examples = blocks("js").join("");
    const declared = blocks("ts declaration");
    const functions = declared
      .flatMap((text) => /^function (\w+)/.exec(text)?.[1] ?? [])
      .filter((name) => name !== "envelopeSchema");
    const holders =
      /^(?:class|interface) (?:Engine|NestPlan|CutPlan|PanelPlan|NestSheet|Program|Drawing|PauseSwitch|V1)\b/;
    const methods = declared
      .filter((text) => holders.test(text))
      .flatMap((text) => [...text.matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => name!));
    expect(functions.length).toBeGreaterThan(20);
    expect(methods.length).toBeGreaterThan(40);
    expect(functions.filter((name) => !new RegExp(`\\b${name}\\(`).test(examples))).toEqual([]);
    // What JSON.stringify calls.
    const called = (name: string) => name === "toJSON" || new RegExp(`\\.${name}\\(`).test(examples);
    expect(methods.filter((name) => !called(name))).toEqual([]);
  });

  it("names tests that there are", () => {
    const page = readFileSync(join(root, "docs/security.md"), "utf8");
    const tests = [...page.matchAll(/`(test\/[\w/.-]+\.ts)`/g)].map(([, path]) => path!);
    expect(tests.length).toBeGreaterThan(10);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("has snippets of known kinds only", () => {
    // matrix.test.ts tries service workers; nothing here compiles Vue or Svelte.
    const elsewhere = ["js service-worker", "vue", "svelte"];
    const kinds = ["js", "js browser", "js live", "sh", "sh setup", "json", "ts declaration", ...elsewhere];
    expect(snippets.filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
  });

  it.each([...those("js"), ...those("js live")])("runs the program at $place", async ({ text }) => {
    // `await using` as Node before 24 reads it.
    const { code } = await transform(text, { target: "node20", format: "esm" });
    writeFileSync(join(folder, "snippet.mjs"), code);
    // Releases of Node differ in what they call an experiment.
    const args = ["--disable-warning=ExperimentalWarning", "snippet.mjs"];
    const { stderr } = await runFile(process.execPath, args, { cwd: folder });
    expect(stderr).toBe("");
  });

  it("runs the programs for pages", async () => {
    const site = await openSite(folder);
    const browser = await chromium.launch(chromiumLaunch());
    try {
      for (const { text, place } of those("js browser")) {
        const page = await browser.newPage();
        page.setDefaultTimeout(0);
        const ended = page.waitForEvent("console", (message) => message.text() === place);
        const imports = JSON.stringify({ imports: { offcut: "/node_modules/offcut/dist/index.js" } });
        const program = `${text}\nconsole.log(${JSON.stringify(place)});`;
        const html = `<!doctype html><body><script type="importmap">${imports}</script><script type="module">${program}</script>`;
        site.files.set("/index.html", html);
        await page.goto(`${site.origin}/index.html`);
        await ended;
        expect(await page.locator("body").textContent()).toContain("disc: 1963.49");
      }
    } finally {
      await browser.close();
      site.close();
    }
  });

  it("runs what is typed into a shell", async () => {
    const service: RunningService = await startService(":memory:");
    const env = { ...process.env, PATH: `${join(folder, "node_modules/.bin")}:${process.env.PATH}` };
    try {
      for (const { text, place } of those("sh")) {
        const script = text
          .replaceAll("localhost:3000", service.url.replace("http://", ""))
          .replaceAll("npx offcut", "offcut")
          .replaceAll("curl -s ", "curl -sS --fail-with-body ");
        const run = runFile("bash", ["-euo", "pipefail", "-c", script], { cwd: folder, env });
        // Whatever fails ends the script with its code.
        await expect(run, place).resolves.toHaveProperty("stdout");
      }
    } finally {
      await service.end();
    }
  });

  it("sets up with commands that there are", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const known = new Set([
      ...Object.keys(scripts).map((name) => `npm run ${name}`),
      "npm start",
      "npm test",
      "npm install offcut",
    ]);
    const lines = those("sh setup").flatMap(({ text }) => text.trim().split("\n"));
    expect(lines.map((line) => line.replace(/\s+#.*/, "")).filter((line) => !known.has(line))).toEqual([]);
  });
});
