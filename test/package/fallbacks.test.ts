/**
 * The packed package in pages that lack something, in Chromium and Firefox: the bytes that Node gives, or a named error
 * at once.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROWSERS, launchBrowser, type TestBrowser } from "../helpers/browsers.ts";
import { createProject, nestProgram, ON_PAGE, PAGE, type Project, runFile } from "./packed.ts";
import { openSite, type Place, type Site } from "./site.ts";

const DIST = "node_modules/offcut/dist";
const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const MODULE = `./${DIST}/index.js`;
/** The page's answer, that of its frame, or its error. */
const ANSWER = `(globalThis.answer ?? new Promise((resolve) => {
  onmessage = ({ data }) => resolve(data);
  document.querySelector("iframe").contentWindow.postMessage("asked", "*");
})).catch((error) => error.code + ": " + error.message)`;
const PLANS = `
  cut: await engine.cut(
    { stocks: [{ length: 6000 }], pieces: [{ id: "p", length: 700, quantity: 9 }] },
    { timeLimitMs: 60000 },
  ),
  panels: await engine.panels(
    {
      stocks: [{ length: 2800, width: 2070 }],
      pieces: [{ id: "p", length: 700, width: 500, quantity: 9 }],
    },
    { timeLimitMs: 60000 },
  ),`;
const planProgram = (from: string) => nestProgram(from, PLANS);
const program = (from: string) => planProgram(from) + ON_PAGE;

let project: Project;
let site: Site;
/** Answer of the package in this Node. */
let expected: string;

beforeAll(async () => {
  project = await createProject();
  writeFileSync(
    join(project.folder, "node.js"),
    `${program("offcut")}\nprocess.stdout.write(await globalThis.answer);\n`,
  );
  ({ stdout: expected } = await runFile(process.execPath, ["node.js"], { cwd: project.folder }));
  site = await openSite(project.folder);
  const toldToParent = "\nonmessage = ({ source }) => answer.then((text) => source.postMessage(text, '*'));";
  await bundle("opaque-page.js", program("offcut/inline") + toldToParent);
  const toldToPage =
    "\nonmessage = ({ source }) => nestWith(1).then((text) => source.postMessage(text), (error) => source.postMessage(String(error)));";
  await bundle("service-worker.js", planProgram("offcut/inline") + toldToPage);
  writeFileSync(join(project.folder, "opaque.html"), '<!doctype html><script src="opaque-page.js"></script>');
  const frame = '<!doctype html><iframe sandbox="allow-scripts" src="opaque.html"></iframe>';
  writeFileSync(join(project.folder, "frame.html"), frame);
});

afterAll(() => {
  site?.close();
  rmSync(project.folder, { recursive: true, force: true });
});

/** Writes a program and all that it imports into one classic script. */
async function bundle(file: string, text: string): Promise<void> {
  writeFileSync(join(project.folder, `from-${file}`), text);
  await esbuild.build({
    absWorkingDir: project.folder,
    entryPoints: [`from-${file}`],
    outfile: file,
    bundle: true,
    format: "iife",
    logLevel: "silent",
  });
}

/** A page of its own with a plain module script that imports the package from an address. */
function plainPage(name: string, from: string, place: Place = {}): string {
  site.places.set(name, place);
  site.files.set(`/${name}/index.html`, PAGE);
  site.files.set(`/${name}/main.js`, program(from));
  return `${site.origin}/${name}/index.html`;
}

/** Workers and the core. */
const FILES = /\/(worker[.\w]*\.js|.*\.wasm)$/;

describe.each(BROWSERS)("in %s, a page", (name) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(name);
  });
  afterAll(() => browser?.close());

  /** Opens a page that runs `before` first, and gives its answer, or the sentence of its error. */
  async function answerOf(url: string, before?: () => void): Promise<unknown> {
    const tab = await browser.open();
    try {
      if (before) await tab.before(before);
      await tab.goto(url);
      return await tab.evaluate(ANSWER);
    } finally {
      await tab.close();
    }
  }

  it("plans without a bundler", async () => {
    expect(await answerOf(plainPage("plain", MODULE))).toBe(expected);
  });

  it.each(["opened as a file", "in a sandboxed frame"])("plans with an opaque origin, %s", async (where) => {
    const url =
      where === "opened as a file"
        ? pathToFileURL(join(project.folder, "opaque.html")).href
        : `${site.origin}/frame.html`;
    expect(await answerOf(url)).toBe(expected);
  });

  it("plans where workers and core are missing", async () => {
    expect(await answerOf(plainPage("missing", MODULE, { missing: FILES }))).toBe(expected);
  });

  it("plans with the entry inline, where workers and core are no files", async () => {
    const missing = /\/dist\/(?:worker|.*\.wasm)/;
    expect(await answerOf(plainPage("inline", `./${DIST}/inline.js`, { missing }))).toBe(expected);
  });

  it("plans under a strict policy, without a copy", async () => {
    site.asked.length = 0;
    expect(await answerOf(plainPage("strict", MODULE, { policy: STRICT }))).toBe(expected);
    expect(site.asked.filter((path) => /\/embedded\.\w+\.js$/.test(path))).toEqual([]);
  });

  it("plans on its own thread where a policy forbids what is left", async () => {
    const place = { policy: STRICT, missing: /\/worker[.\w]*\.js$/ };
    expect(await answerOf(plainPage("bare", MODULE, place))).toBe(expected);
  });

  it("plans on its own thread where there are no workers", async () => {
    const url = plainPage("workerless", MODULE);
    expect(await answerOf(url, () => void Reflect.deleteProperty(globalThis, "Worker"))).toBe(expected);
  });

  it("plans where no worker is a module", async () => {
    const before = () => {
      const Native = Worker;
      globalThis.Worker = class extends Native {
        constructor(url: string | URL, options?: WorkerOptions) {
          if (options?.type === "module") throw new TypeError("no module workers");
          super(url, options);
        }
      };
    };
    expect(await answerOf(plainPage("classic", MODULE), before)).toBe(expected);
  });

  it("plans where workers cannot read a compiled module", async () => {
    // An opaque origin cannot send modules; here the page does not know that its own is one.
    const before = () => Object.defineProperty(globalThis, "origin", { value: "http://page" });
    expect(await answerOf(pathToFileURL(join(project.folder, "opaque.html")).href, before)).toBe(expected);
  });

  it("plans without SIMD", async () => {
    const before = () => {
      WebAssembly.validate = () => false;
    };
    expect(await answerOf(plainPage("scalar", MODULE), before)).toBe(expected);
  });

  it("says at once that there is no WebAssembly", async () => {
    const before = () => void Reflect.deleteProperty(globalThis, "WebAssembly");
    expect(await answerOf(plainPage("none", MODULE), before)).toBe(
      "WASM_UNAVAILABLE: This environment has no WebAssembly",
    );
    const policy = STRICT.replace(" 'wasm-unsafe-eval'", "");
    expect(await answerOf(plainPage("forbidden", MODULE, { policy }))).toMatch(
      /^WASM_UNAVAILABLE: This environment does not compile WebAssembly: /,
    );
  });

  it("says what it lacks where files are missing and nothing unpacks their copies", async () => {
    const before = () => void Reflect.deleteProperty(globalThis, "DecompressionStream");
    expect(await answerOf(plainPage("packed", MODULE, { missing: FILES }), before)).toBe(
      "WASM_UNAVAILABLE: This environment has no DecompressionStream, which unpacks the package's copies of its files",
    );
  });

  it("says what it lacks where files are missing and their copies need SIMD", async () => {
    const before = () => {
      WebAssembly.compile = async () => {
        throw new Error("no SIMD");
      };
    };
    expect(await answerOf(plainPage("packed-scalar", MODULE, { missing: FILES }), before)).toBe(
      "WASM_UNAVAILABLE: This environment does not compile WebAssembly: no SIMD",
    );
  });

  it("plans in a service worker", async () => {
    site.files.set("/registering.html", "<!doctype html><title>register</title>");
    const tab = await browser.open();
    try {
      await tab.goto(`${site.origin}/registering.html`);
      expect(await tab.evaluate(REGISTER)).toBe(expected);
    } finally {
      await tab.close();
    }
  });
});

/** Registers the service worker and asks it. */
const REGISTER = `(async () => {
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.startMessages();
    active.postMessage("nest");
  });
})()`;

describe("a program of Node", () => {
  it("plans with copies where a bundler has left workers and core behind", async () => {
    const outdir = join(project.folder, "bundled");
    await esbuild.build({
      absWorkingDir: project.folder,
      entryPoints: ["node.js"],
      outdir,
      bundle: true,
      platform: "node",
      format: "esm",
      outExtension: { ".js": ".mjs" },
      logLevel: "silent",
    });
    expect(readdirSync(outdir)).toEqual(["node.mjs"]);
    expect((await runFile(process.execPath, ["node.mjs"], { cwd: outdir })).stdout).toBe(expected);
  });

  it("ends by itself where it forgets to close the engine", async () => {
    const text = planProgram("offcut").replace("await engine.close();", "");
    const bars = `
      import { createEngine as another } from "offcut";
      const engine = await another({ workers: 2 });
      const onProgress = () => {};
      await engine.cut({ stocks: [{ length: 6000 }], pieces: [{ id: "p", length: 700, quantity: 9 }] }, { onProgress });
      console.log(await nestWith(2));`;
    expect(text).not.toContain("close");
    writeFileSync(join(project.folder, "forgetful.js"), text + bars);
    const { stdout } = await runFile(process.execPath, ["forgetful.js"], { cwd: project.folder });
    expect(stdout.trim()).toBe(expected);
  });
});
