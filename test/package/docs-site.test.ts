/**
 * The site of the docs, as `npm start` serves it: every live program runs, and no page is wider than a phone. The page of the
 * interface beside it.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { BROWSERS, launchBrowser } from "../helpers/browsers.ts";
import { type RunningService, registerAt, startService } from "../server/support/process.ts";

const site = fileURLToPath(new URL("../../dist/site", import.meta.url));
const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".html"),
);
let service: RunningService;

beforeAll(async () => {
  service = await startService(":memory:");
});
afterAll(() => service?.end());

/** Presses every button and gives what the programs have shown, errors first. */
const RUN_ALL = `(async () => {
  const frames = [...document.querySelectorAll(".live")];
  while (frames.some((frame) => !("ready" in frame.dataset))) await new Promise(requestAnimationFrame);
  const shown = [];
  for (const frame of frames) {
    frame.querySelector(".live-bar button").click();
    const output = frame.querySelector(".live-output");
    while (!output.querySelector(".live-time, .live-error")) await new Promise(requestAnimationFrame);
    shown.push({
      error: output.querySelector(".live-error")?.textContent,
      pictures: output.querySelectorAll("img").length,
      text: output.textContent,
    });
  }
  return shown;
})()`;

describe("the site", () => {
  it.each(BROWSERS)("runs its live programs in %s", async (name) => {
    const browser = await launchBrowser(name);
    try {
      const tab = await browser.open();
      await tab.goto(`${service.url}/docs/live.html`);
      const shown = (await tab.evaluate(RUN_ALL)) as { error?: string; pictures: number; text: string }[];
      expect(shown.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
      expect(shown.map(({ pictures }) => pictures)).toEqual([1, 1, 1, 0]);
      expect(shown[1]!.text).toContain("optimal");
      expect(shown[3]!.text).toContain("M2");
    } finally {
      await browser.close();
    }
  });

  it("fits a phone on every page, and asks nobody else for anything", async () => {
    const browser = await chromium.launch(chromiumLaunch());
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
      const faults: string[] = [];
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("request", (request) => {
        if (!request.url().startsWith(service.url)) faults.push(request.url());
      });
      for (const name of pages.filter((name) => name !== "404.html")) {
        const answer = await page.goto(`${service.url}/docs/${name.replace("index.html", "")}`);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect([name, answer?.status(), width]).toEqual([name, 200, 390]);
      }
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe("the page of the interface", () => {
  it("lists every call, sends one with the key that was given, and asks nobody else for anything", async () => {
    const browser = await chromium.launch(chromiumLaunch());
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("request", (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(service.url))
          faults.push(request.url());
      });
      const answer = await page.goto(`${service.url}/docs/api`);
      expect(answer?.headers()["content-security-policy"]).not.toContain("blob: 'self'");
      const calls = page.locator(".opblock");
      await calls.first().waitFor();
      const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object };
      const shown = await calls.evaluateAll((blocks) =>
        blocks.map((block) =>
          [".opblock-summary-method", ".opblock-summary-path"]
            .map((part) => block.querySelector(part)?.textContent?.replaceAll("\u200b", ""))
            .join(" "),
        ),
      );
      const documented = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(shown.sort()).toEqual(documented.sort());

      await page.getByRole("button", { name: "Authorize" }).first().click();
      await page
        .locator(".auth-container input")
        .first()
        .fill(await registerAt(service.url));
      await page.locator(".auth-container button.authorize").first().click();
      await page.locator(".btn-done").first().click();
      const cut = page.locator(".opblock", { hasText: "/v1/solve/cut-1d" }).first();
      await cut.locator(".opblock-summary-control").click();
      await cut.getByRole("button", { name: "Execute" }).click();
      const body = await cut
        .locator(".live-responses-table .response-col_description code")
        .first()
        .textContent();
      expect(JSON.parse(body ?? "")).toMatchObject({
        status: "success",
        data: { summary: { stocks_used: 1 } },
      });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
