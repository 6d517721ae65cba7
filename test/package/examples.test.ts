/** Every example as a reader runs it: in a copy of its folder with the built package installed. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { startService } from "../server/support/process.ts";
import { runFile } from "./packed.ts";
import { openSite } from "./site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "offcut-examples-"));
  cpSync(join(root, "examples"), folder, { recursive: true });
  for (const name of ["browser", "vite", "node", "element", "react"]) {
    mkdirSync(join(folder, name, "node_modules"));
    symlinkSync(root, join(folder, name, "node_modules", "offcut"));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a page of the folder and hands it to `use`; whatever it complains of is an error. */
async function onPage(path: string, use: (page: import("playwright").Page) => Promise<void>) {
  const site = await openSite(folder);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(`${site.origin}/${path}`);
    await use(page);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    site.close();
  }
}

describe("the example", () => {
  it("browser shows a sheet", async () => {
    await onPage("browser/index.html", async (page) => {
      await page.locator("#sheet svg").waitFor();
      expect(await page.locator("#summary").textContent()).toMatch(/^32 parts, sheets: 1, [\d.]+ % used$/);
    });
  });

  it("vite nests the drawing that is chosen, and stops when it is told to", async () => {
    await build({ root: join(folder, "vite"), base: "./", configFile: false, logLevel: "error" });
    await onPage("vite/dist/index.html", async (page) => {
      // So many that no layout is soon proven best: the search must still run when it is told to stop.
      await page.locator("#copies").fill("400");
      await page.locator("#file").setInputFiles(join(folder, "node/plate.dxf"));
      await page.getByText("% used …").waitFor();
      await page.locator("#stop").click();
      await page.getByText(/^Done: \d+ parts,/).waitFor();
      expect(await page.locator("#sheet svg").count()).toBeGreaterThan(0);
    });
  });

  it("element keeps a locked copy, gives every copy its matrix, and begins anew when the tool changes", async () => {
    const size = gzipSync(readFileSync(join(folder, "element/offcut-nest.js"))).length;
    expect(size).toBeLessThan(30_000);
    await onPage("element/index.html", async (page) => {
      const shown = page.locator("offcut-nest");
      await page.getByText("14 parts on 1 sheet, done").waitFor();
      expect(await shown.locator("path").count()).toBe(14);
      expect(await shown.locator("path.locked").count()).toBe(1);
      const lines = (await page.locator("#copies").textContent())!.split("\n");
      expect(lines).toHaveLength(14);
      expect(lines).toContain("hook on sheet 1: 1.00 0.00 0.00 1.00 20.00 20.00");
      const before = await shown.locator("svg").getAttribute("viewBox");
      await shown.hover();
      await page.mouse.wheel(0, 300);
      expect(await shown.locator("svg").getAttribute("viewBox")).not.toBe(before);
      await page.locator("#tool").fill("50");
      const copies = () => page.locator("#copies").textContent();
      await expect.poll(copies).not.toBe(lines.join("\n"));
      expect((await copies())!.split("\n")).toContain("hook on sheet 1: 1.00 0.00 0.00 1.00 20.00 20.00");
    });
  });

  it("react nests anew with every change", async ({ skip }) => {
    const packages = join(root, "dist/.frameworks/react/node_modules");
    if (!existsSync(join(packages, "react-dom"))) skip("npm test could not bring React");
    const alias = { react: join(packages, "react"), "react-dom": join(packages, "react-dom") };
    const project = join(folder, "react");
    const settings = {
      base: "./",
      configFile: false as const,
      logLevel: "error" as const,
      resolve: { alias },
    };
    await build({ ...settings, root: project, oxc: { jsx: { runtime: "automatic" } } });
    await onPage("react/dist/index.html", async (page) => {
      await page.getByText("12 parts on 1 sheet, done").waitFor();
      await page.locator("input").fill("150");
      await page.getByText(/^150 parts on [2-9] sheets, done/).waitFor();
    });
  });

  it("node writes a program and a drawing for every sheet", async () => {
    const cwd = join(folder, "node");
    const { stdout } = await runFile(process.execPath, ["nest.js", "plate.dxf", "20"], { cwd });
    expect(stdout).toContain("20 parts, sheets: 1");
    expect(readdirSync(cwd)).toEqual(expect.arrayContaining(["sheet-0.gcode", "sheet-0.dxf"]));
    expect(readFileSync(join(cwd, "sheet-0.gcode"), "utf8")).toMatch(/M4 S/);
  });

  it("client has a service do the same", async () => {
    const service = await startService(":memory:");
    try {
      const cwd = join(folder, "client");
      const env = { ...process.env, OFFCUT_URL: service.url };
      const { stdout } = await runFile(process.execPath, ["client.js"], { cwd, env });
      expect(stdout).toContain("placed_parts: 16");
      expect(readFileSync(join(cwd, "sheet.gcode"), "utf8")).toMatch(/^M2$/m);
    } finally {
      await service.end();
    }
  });
});
