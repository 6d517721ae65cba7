/**
 * The packed package in pages that lack something, in Chromium and Firefox: the bytes that Node gives, or a named error
 * at once.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROWSERS, launchBrowser, type TestBrowser } from "../helpers/browsers.ts";
import { createProject, nestProgram, ON_PAGE, PAGE, type Project, runFile } from "./packed.ts";
import { openSite, type Place, type Site } from "./site.ts";

const DIST = "node_modules/offcut/dist";
const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const program = (from: string) => nestProgram(from) + ON_PAGE;

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
  writeFileSync(join(project.folder, "opaque.js"), program("offcut/inline"));
  await esbuild.build({
    absWorkingDir: project.folder,
    entryPoints: ["opaque.js"],
    outfile: "opaque-page.js",
    bundle: true,
    format: "iife",
    logLevel: "silent",
  });
  writeFileSync(join(project.folder, "opaque.html"), '<!doctype html><script src="opaque-page.js"></script>');
});

afterAll(() => {
  site?.close();
  rmSync(project.folder, { recursive: true, force: true });
});

/** A page of its own with a plain module script that imports the package from an address. */
function plainPage(name: string, from: string, place: Place = {}): string {
  site.places.set(name, place);
  site.files.set(`/${name}/index.html`, PAGE);
  site.files.set(`/${name}/main.js`, program(from));
  return `${site.origin}/${name}/index.html`;
}

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
      return await tab.evaluate("globalThis.answer.catch((error) => error.name + ': ' + error.message)");
    } finally {
      await tab.close();
    }
  }

  it("nests without a bundler", async () => {
    expect(await answerOf(plainPage("plain", `./${DIST}/index.js`))).toBe(expected);
  });

  it("nests where it is opened as a file", async () => {
    expect(await answerOf(pathToFileURL(join(project.folder, "opaque.html")).href)).toBe(expected);
  });

  it("nests under a strict policy", async () => {
    const url = plainPage("strict", `./${DIST}/index.js`, { policy: STRICT });
    expect(await answerOf(url)).toBe(expected);
  });

  it("nests on its own thread where there are no workers", async () => {
    const url = plainPage("workerless", `./${DIST}/index.js`);
    expect(await answerOf(url, () => void Reflect.deleteProperty(globalThis, "Worker"))).toBe(expected);
  });

  it("nests without SIMD", async () => {
    const url = plainPage("scalar", `./${DIST}/index.js`);
    const before = () => {
      WebAssembly.validate = () => false;
    };
    expect(await answerOf(url, before)).toBe(expected);
  });
});
