/** Chromium and Firefox behind one small interface, for tests that have to hold in both. */
import { tmpdir } from "node:os";
import { chromium } from "playwright";
import puppeteer, { type Browser as Puppet } from "puppeteer-core";
import { chromiumLaunch } from "../../scripts/chromium.mjs";
import { firefoxPath } from "../../scripts/firefox.mjs";

export interface Tab {
  goto(url: string): Promise<void>;
  /** Runs the function in every page of the tab before the page's own scripts. */
  before(script: () => void): Promise<void>;
  /** Value of an expression in the page, awaited. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface TestBrowser {
  /** A tab with a profile of its own. */
  open(): Promise<Tab>;
  close(): Promise<void>;
}

export type BrowserName = "chromium" | "firefox";

/** Browsers that this machine has. `npm test` installs both where it can. */
export const BROWSERS: readonly BrowserName[] = firefoxPath() ? ["chromium", "firefox"] : ["chromium"];

export function launchBrowser(name: BrowserName): Promise<TestBrowser> {
  return name === "chromium" ? launchChromium() : launchFirefoxTabs();
}

/**
 * A stock browser with all that puppeteer offers. Firefox saves files in `downloads`; Chromium is told by each context.
 * Calls have no time limit: the test's own is the limit.
 */
export function launchPuppet(name: BrowserName, downloads: string): Promise<Puppet> {
  const common = { headless: true, timeout: 0, protocolTimeout: 0 };
  if (name === "chromium") return puppeteer.launch({ ...common, ...chromiumLaunch() });
  const executablePath = firefoxPath();
  if (!executablePath) throw new Error("Firefox is not installed (apt-get install firefox-esr)");
  // 2: in the folder that is named, without asking.
  const extraPrefsFirefox = { "browser.download.dir": downloads, "browser.download.folderList": 2 };
  return puppeteer.launch({ ...common, browser: "firefox", executablePath, extraPrefsFirefox });
}

async function launchChromium(): Promise<TestBrowser> {
  const browser = await chromium.launch(chromiumLaunch());
  return {
    open: async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      return {
        goto: async (url) => void (await page.goto(url)),
        before: (script) => page.addInitScript(script).then(() => {}),
        evaluate: (expression) => page.evaluate(expression),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}

async function launchFirefoxTabs(): Promise<TestBrowser> {
  const browser = await launchPuppet("firefox", tmpdir());
  return {
    open: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      return {
        goto: async (url) => void (await page.goto(url)),
        before: async (script) => void (await page.evaluateOnNewDocument(script)),
        evaluate: (expression) => page.evaluate(expression),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
