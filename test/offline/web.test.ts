/**
 * The built page as its visitors get it: how much it loads, whom it asks, and what it can do without a network.
 * As `npm run build` has made it, served under a strict content security policy.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { openSite, type Site } from "../package/site.ts";

const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:";
const FIRST_LOAD_BYTES = 160_000;

const folder = fileURLToPath(new URL("../../dist/web", import.meta.url));
let site: Site;
let browser: Browser;
let address: string;

beforeAll(async () => {
  site = await openSite(folder, { policy: POLICY });
  address = `${site.origin}/`;
  browser = await chromium.launch(chromiumLaunch());
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

/**
 * A visit with an empty cache; every request and every complaint of the page is noted. A blocked service worker
 * fetches nothing beside the page for later.
 */
async function visit(serviceWorkers: "allow" | "block" = "allow"): Promise<{
  page: Page;
  context: BrowserContext;
  requests: string[];
  complaints: string[];
}> {
  const context = await browser.newContext({ serviceWorkers });
  // Whatever hangs ends with its test; a busy machine may take its time.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  site.asked.length = 0;
  await page.goto(address);
  await page.getByRole("button", { name: /Laser-cut drive/ }).waitFor();
  return { page, context, requests, complaints };
}

async function nestExample(page: Page): Promise<void> {
  await page
    .getByRole("combobox", { name: "Which machine cuts this job?" })
    .selectOption("Other laser (GRBL)");
  await page.getByRole("button", { name: /Laser-cut drive/ }).click();
  await page.getByText("Ready to cut", { exact: true }).waitFor();
  await page
    .getByRole("button", { name: /^G-code for/ })
    .and(page.locator(":enabled"))
    .waitFor();
}

describe("the built page", () => {
  it("loads little before it can be used", async () => {
    const { context } = await visit("block");
    const first = [...new Set(site.asked)].filter((path) => !path.endsWith(".wasm"));
    const sizes = await Promise.all(
      first.map(async (path) => {
        const body = await readFile(join(folder, path));
        return path.endsWith(".woff2") ? body.length : gzipSync(body).length;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES);
    await context.close();
  });

  it("nests and exports under a strict policy and asks nobody else", async () => {
    const { page, context, requests, complaints } = await visit();
    await nestExample(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^G-code for/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("laser-cut-drive-sheet-1.gcode");
    expect(requests.filter((url) => !url.startsWith(address) && !url.startsWith("blob:"))).toEqual([]);
    expect(site.asked.some((path) => path.endsWith(".wasm"))).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("opens, nests and exports without a network once it has been visited", async () => {
    const { page, context, complaints } = await visit();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    site.asked.length = 0;
    await page.reload();
    await nestExample(page);
    await page.getByText("Other files").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "DXF", exact: true }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain("CUT_OUTER");
    // The browser itself asks for a newer service worker, past the emulated loss of the network.
    expect(site.asked.filter((path) => path !== "/sw.js")).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keeps every file of its folder for the time without a network", async () => {
    const { page, context } = await visit();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
      const requests = await (await caches.open("offcut")).keys();
      return requests.map(({ url }) => new URL(url).pathname.slice(1) || "index.html");
    });
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files
      .filter((file) => file.isFile() && file.name !== "sw.js")
      .map((file) => join(file.parentPath, file.name).slice(folder.length + 1));
    expect(kept.sort()).toEqual(paths.sort());
    await context.close();
  });

  it("opens each of its examples", async () => {
    const { page, context, complaints } = await visit();
    // An example is nested at once.
    await page.getByRole("button", { name: "More tools" }).click();
    const fresh = async () => {
      await page.getByRole("button", { name: "Stop" }).and(page.locator(":visible")).click();
      await page.getByRole("button", { name: "New project" }).click();
    };
    await page.getByRole("button", { name: /Laser-cut drive/ }).click();
    await page.getByText("6 · 46 pcs").waitFor();
    await fresh();
    await page.getByRole("button", { name: /Plywood stool/ }).click();
    await page.getByText("9 · 18 pcs").waitFor();
    // Drawn in inches: the seat has to come out at 420 mm.
    await page.getByText("420 × 420 mm").waitFor();
    await fresh();
    await page.getByRole("button", { name: /Shelf frame/ }).click();
    await page.getByText("5 · 54 pcs").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("once installed, opens every kind of file that its manifest names, and keeps them as recent", async () => {
    const { page, context, complaints } = await visit();
    const session = await context.newCDPSession(page);
    const { url, errors, data } = await session.send("Page.getAppManifest");
    expect({ url, errors }).toEqual({ url: `${address}manifest.webmanifest`, errors: [] });
    const [handler, ...others] = JSON.parse(data!).file_handlers;
    expect([new URL(handler.action, url).href, others]).toEqual([address, []]);
    const texts: Record<string, string> = {
      ".dxf": await readFile("web-demo/public/examples/plate.dxf", "utf8"),
      ".svg":
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm"><rect width="90" height="60"/></svg>',
      ".offcut": JSON.stringify({ project: { version: 1, name: "Handed over", parts: [] } }),
    };
    expect(Object.values(handler.accept).flat().sort()).toEqual(Object.keys(texts).sort());
    // Stand-in for the system's start of an installed app, with true handles: a browser without a screen installs none.
    await page.addInitScript(() => {
      const setConsumer = (consume: unknown) => Object.assign(window, { launch: consume });
      Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
    });
    await page.reload();
    await page.waitForFunction(() => "launch" in window);
    const launch = (names: string[], gone: string[] = []) =>
      page.evaluate(
        async ([names, gone, texts]) => {
          const folder = await navigator.storage.getDirectory();
          const files: FileSystemFileHandle[] = [];
          for (const name of [...names, ...gone]) {
            const file = await folder.getFileHandle(name, { create: true });
            const stream = await file.createWritable();
            await stream.write(texts[name.slice(name.lastIndexOf("."))]!);
            await stream.close();
            files.push(file);
          }
          for (const name of gone) await folder.removeEntry(name);
          const { launch } = window as unknown as {
            launch(params: { files: FileSystemFileHandle[] }): Promise<void>;
          };
          await launch({ files });
        },
        [names, gone, texts] as const,
      );
    await launch(["plate.dxf", "sign.svg"], ["lost.dxf"]);
    await page.getByRole("textbox", { name: "Name of plate" }).waitFor();
    await page.getByRole("textbox", { name: "Name of sign" }).waitFor();
    await page.getByText("lost.dxf was not opened: it cannot be read.").first().waitFor();
    await launch(["job.offcut"]);
    await expect
      .poll(() => page.getByRole("textbox", { name: "Project name" }).inputValue())
      .toBe("Handed over");
    await page.reload();
    await page.getByRole("button", { name: "More tools" }).click();
    await page.getByRole("button", { name: "Projects" }).click();
    const dialog = page.getByRole("dialog", { name: "Projects" });
    const recent = dialog.getByRole("list", { name: "Recent files" }).getByRole("listitem");
    await recent.first().waitFor();
    expect((await recent.allInnerTexts()).map((text) => text.trim().split("\n")[0])).toEqual([
      "job.offcut",
      "plate.dxf",
      "sign.svg",
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has what was typed last, however the page is left", async () => {
    const { page, context } = await visit();
    await page.getByRole("button", { name: /Laser-cut drive/ }).click();
    await page.getByText("6 · 46 pcs").waitFor();
    await page.getByRole("button", { name: "Stop" }).and(page.locator(":visible")).click();
    const width = (of: Page) => of.getByRole("textbox", { name: "Width" });
    await width(page).fill("701");
    await page.reload();
    await expect.poll(() => width(page).inputValue()).toBe("701");
    await width(page).fill("702");
    await page.goto("about:blank");
    await page.goto(address);
    await expect.poll(() => width(page).inputValue()).toBe("702");
    await width(page).fill("703");
    const next = await context.newPage();
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
    await next.goto(address);
    await expect.poll(() => width(next).inputValue()).toBe("703");
    await context.close();
  });

  it("comes back as it was left", async () => {
    const { page, context } = await visit();
    await nestExample(page);
    await page.getByRole("textbox", { name: "Project name" }).fill("Kept");
    await page.keyboard.press("Enter");
    await page.reload();
    await page.getByText("Ready to cut", { exact: true }).waitFor();
    expect(await page.getByRole("textbox", { name: "Project name" }).inputValue()).toBe("Kept");
    await context.close();
  });
});
