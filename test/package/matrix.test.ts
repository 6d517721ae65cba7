/**
 * The packed package in places beside those of package.test.ts and next.test.ts, and what pages load. Every place has to
 * give the bytes that Node gives. What `npm run matrix` has not brought, or could not, is skipped and says so.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { type Browser, chromium } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { createProject, nestProgram, ON_PAGE, PAGE, type Project, root, runFile } from "./packed.ts";
import { openSite, type Site } from "./site.ts";

const FRAMEWORKS = join(root, "dist/.frameworks");
const [DENO, BUN, WORKERD] = [
  join(FRAMEWORKS, "deno/node_modules/@deno/linux-x64-glibc/deno"),
  join(FRAMEWORKS, "bun/node_modules/bun/bin/bun.exe"),
  join(FRAMEWORKS, "workerd/node_modules/@cloudflare/workerd-linux-64/bin/workerd"),
];
/** Bytes after gzip: a page without a bundler before it solves; one of Vite and React that nests, with all that it asks for. */
const [STATIC_PAGE_BYTES, REACT_PAGE_BYTES] = [120_000, 236_600];

const IN_SERVICE_WORKER = `
onmessage = ({ source }) => Promise.all([nestWith(0), nestWith(1)]).then(
  (answers) => source.postMessage(answers),
  (error) => source.postMessage([String(error)]),
);`;

let project: Project;
let site: Site;
let browser: Browser;
let expected: string;

beforeAll(async () => {
  project = await createProject();
  const both =
    'const both = [await nestWith(1), await nestWith(0)];\nif (both[0] !== both[1]) throw new Error("two answers");\nconsole.log(both[0]);';
  write("node.js", `${nestProgram("offcut")}${both}`);
  write("main.js", nestProgram("offcut") + ON_PAGE);
  expected = (await runFile(process.execPath, ["node.js"], { cwd: project.folder })).stdout.trim();
  site = await openSite(project.folder);
  browser = await chromium.launch(chromiumLaunch());
});

afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(project.folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(project.folder, path, ".."), { recursive: true });
  writeFileSync(join(project.folder, path), text);
}

/** Answer of the page, and the bytes after gzip of all that it asked for. */
async function visit(path: string): Promise<{ answer: unknown; bytes: number }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  site.asked.length = 0;
  try {
    await page.goto(`${site.origin}${path}`);
    const answer = await page.evaluate(() => (globalThis as { answer?: Promise<unknown> }).answer);
    const files = site.asked.map((asked) => join(project.folder, asked)).filter((file) => existsSync(file));
    const sizes = files.map((file) => gzipSync(readFileSync(file)).length);
    return { answer, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await page.close();
  }
}

describe("a service worker", () => {
  /** Both with `workers: 0` and where there turn out to be none. */
  async function answersOf(name: string, type: "module" | "classic"): Promise<string[]> {
    write(`${name}.html`, "<!doctype html><title>register</title>");
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    try {
      await page.goto(`${site.origin}/${name}.html`);
      return await page.evaluate(
        async ([script, type]) => {
          await navigator.serviceWorker.register(script!, { type: type as WorkerType });
          const { active } = await navigator.serviceWorker.ready;
          return new Promise<string[]>((resolve) => {
            navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
            active!.postMessage("nest");
          });
        },
        [`/${name}.js`, type],
      );
    } finally {
      await page.close();
    }
  }

  it("that is a module nests", async () => {
    write("module-worker.js", nestProgram("./node_modules/offcut/dist/inline.js") + IN_SERVICE_WORKER);
    expect(await answersOf("module-worker", "module")).toEqual([expected, expected]);
  });

  it("that is a classic script, as a bundler makes it, nests", async () => {
    write("classic.js", nestProgram("offcut/inline") + IN_SERVICE_WORKER);
    await esbuild.build({
      absWorkingDir: project.folder,
      entryPoints: ["classic.js"],
      outfile: "classic-worker.js",
      bundle: true,
      format: "iife",
      logLevel: "silent",
    });
    expect(await answersOf("classic-worker", "classic")).toEqual([expected, expected]);
  });
});

describe("a page", () => {
  it("without a bundler loads little before it solves", async () => {
    const map = { imports: { offcut: "./node_modules/offcut/dist/index.js" } };
    write(
      "map.html",
      `<!doctype html><script type="importmap">${JSON.stringify(map)}</script>
      <script type="module">import { createEngine } from "offcut"; globalThis.answer = createEngine().then(() => 1);</script>`,
    );
    const { answer, bytes } = await visit("/map.html");
    expect(answer).toBe(1);
    console.log(`a page with an import map: ${bytes} bytes before it solves`);
    expect(bytes).toBeLessThanOrEqual(STATIC_PAGE_BYTES);
  });

  it("of Vite and React loads little in all", async ({ skip }) => {
    if (!existsSync(join(FRAMEWORKS, "react/node_modules/react-dom"))) skip("npm test could not bring React");
    for (const name of ["react", "react-dom", "scheduler"])
      symlinkSync(join(FRAMEWORKS, "react/node_modules", name), join(project.folder, "node_modules", name));
    write("react/index.html", PAGE);
    write(
      "react/main.js",
      `${nestProgram("offcut").replace(/const sheet[\s\S]*?return.*/, "return JSON.stringify(nest);")}
      import { createElement } from "react";
      import { createRoot } from "react-dom/client";
      createRoot(document.body).render(createElement("p", null, "Nesting"));${ON_PAGE}`,
    );
    vi.stubEnv("NODE_ENV", "production");
    await build({ root: join(project.folder, "react"), base: "./", configFile: false, logLevel: "error" });
    vi.unstubAllEnvs();
    const { answer, bytes } = await visit("/react/dist/index.html");
    expect(answer).toBe(JSON.stringify(JSON.parse(expected).nest));
    console.log(`a page of Vite and React that nests: ${bytes} bytes in all`);
    expect(bytes).toBeLessThanOrEqual(REACT_PAGE_BYTES);
  });

  it.for<[string, string[]]>([
    ["rollup", ["main.js", "-d", "out/rollup", "-f", "es", "-p", "@rollup/plugin-node-resolve", "--silent"]],
    ["parcel", ["build", "parcel.html", "--dist-dir", "out/parcel", "--no-cache", "--public-url", "./"]],
  ])("nests with %s", async ([bundler, words], { skip }) => {
    const modules = join(FRAMEWORKS, bundler, "node_modules");
    const tool = { rollup: "rollup/dist/bin/rollup", parcel: "parcel/lib/bin.js" }[bundler]!;
    if (!existsSync(join(modules, tool))) skip("npm run matrix brings it");
    write("parcel.html", PAGE);
    const env = { ...process.env, NODE_PATH: modules };
    execFileSync(process.execPath, [join(modules, tool), ...words], {
      cwd: project.folder,
      env,
      stdio: "pipe",
    });
    if (bundler === "rollup") write("out/rollup/index.html", PAGE);
    const { answer } = await visit(`/out/${bundler}/${bundler === "rollup" ? "index" : "parcel"}.html`);
    expect(answer).toBe(expected);
  });
});

describe("a program", () => {
  it.for<[string, string, string[]]>([
    ["Deno", DENO, ["run", "--allow-all", "node.js"]],
    ["Bun", BUN, ["node.js"]],
  ])("nests in %s", async ([, binary, words], { skip }) => {
    if (!existsSync(binary)) skip("npm run matrix brings it");
    const { stdout } = await runFile(binary, words, { cwd: project.folder });
    expect(stdout.trim()).toBe(expected);
  });

  it.for(["offcut", "offcut/inline"])(
    "nests in workerd, which compiles no core, with %s",
    async (entry, { skip }) => {
      if (!existsSync(WORKERD)) skip("npm run matrix brings it");
      const outdir = join(project.folder, "out/workerd", entry);
      write(
        "edge.js",
        `${nestProgram(entry)}export default { fetch: async () => new Response(await nestWith()) };`,
      );
      await esbuild.build({
        absWorkingDir: project.folder,
        entryPoints: ["edge.js"],
        outdir,
        bundle: true,
        format: "esm",
        conditions: ["workerd"],
        loader: { ".wasm": "copy" },
        logLevel: "silent",
      });
      const modules = readdirSync(outdir)
        .sort((a, b) => Number(a !== "edge.js") - Number(b !== "edge.js"))
        .map((name) => `(name = "${name}", ${name.endsWith(".js") ? "esModule" : "wasm"} = embed "${name}")`);
      writeFileSync(
        join(outdir, "workerd.capnp"),
        `using Workerd = import "/workerd/workerd.capnp";
        const config :Workerd.Config = (
          services = [(name = "main", worker = (modules = [${modules}], compatibilityDate = "2026-01-01"))],
          sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
        );`,
      );
      const served = spawn(WORKERD, ["serve", "--control-fd=1", "workerd.capnp"], { cwd: outdir });
      try {
        const port = await new Promise<string>((resolve, reject) => {
          served.stdout.on("data", (text) => resolve(/"port":(\d+)/.exec(String(text))?.[1] ?? ""));
          served.stderr.on("data", (text) => reject(new Error(String(text))));
        });
        expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(expected);
      } finally {
        served.kill();
      }
    },
  );
});
