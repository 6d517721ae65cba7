/** Every example as a reader runs it: in a copy of its folder with the built package installed. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  for (const name of ["browser", "vite", "node"]) {
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
      expect(await page.locator("#summary").textContent()).toMatch(
        /^32 parts on 1 sheet\(s\), [\d.]+ % used$/,
      );
    });
  });

  it("vite nests the drawing that is chosen, and stops when it is told to", async () => {
    await build({ root: join(folder, "vite"), base: "./", configFile: false, logLevel: "error" });
    await onPage("vite/dist/index.html", async (page) => {
      await page.locator("#copies").fill("60");
      await page.locator("#file").setInputFiles(join(folder, "node/plate.dxf"));
      await page.getByText("% used …").waitFor();
      await page.locator("#stop").click();
      await page.getByText(/^Done: \d+ parts on/).waitFor();
      expect(await page.locator("#sheet svg").count()).toBeGreaterThan(0);
    });
  });

  it("node writes a program and a drawing for every sheet", async () => {
    const cwd = join(folder, "node");
    const { stdout } = await runFile(process.execPath, ["nest.js", "plate.dxf", "20"], { cwd });
    expect(stdout).toContain("unplaced_parts: 0");
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
