/** Visits to the built page in a stock browser, as a person makes them: everything is found by the name it shows. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, ElementHandle, KeyInput, Page, Viewport } from "puppeteer-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type BrowserName, launchPuppet } from "../helpers/browsers.ts";
import { openSite, type Site } from "../package/site.ts";

const WEB = fileURLToPath(new URL("../../dist/web", import.meta.url));

export const DESK = { width: 1280, height: 800 };
/** A browser that enlarges a page of 1280 × 800 twice lays it out in half of that. */
export const ENLARGED = { width: 640, height: 400, deviceScaleFactor: 2 };
export const PHONE = { width: 390, height: 844, hasTouch: true };

/** First value that is something; nothing tells a test that a page has changed or a browser has written its file. */
async function until<Value>(look: () => Promise<Value | undefined | null | "" | false>): Promise<Value> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await setTimeout(20);
  }
}

/** A person before the page, who finds things by their names. */
export class Visitor {
  readonly complaints: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly folder: string,
    private readonly name: string,
  ) {
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
  }

  /** The first visible control with this name, as soon as it can be used. */
  private control(selector: string, name: string | RegExp): Promise<ElementHandle<HTMLElement>> {
    const [exact, pattern] = typeof name === "string" ? [name, ""] : ["", name.source];
    return until(async () => {
      const found = await this.page.evaluateHandle(
        (selector, exact, pattern) => {
          // Nobody reaches what lies behind a dialog.
          const reach = document.querySelector("dialog:modal") ?? document;
          return [...reach.querySelectorAll<HTMLInputElement>(selector)].find((element) => {
            const text = element.getAttribute("aria-label") ?? (element.labels?.[0] ?? element).textContent;
            const name = text!.replace(/\s+/g, " ").trim();
            const isNamed = exact ? name === exact : new RegExp(pattern).test(name);
            return isNamed && element.checkVisibility() && !element.disabled;
          });
        },
        selector,
        exact,
        pattern,
      );
      return found.asElement() as ElementHandle<HTMLElement> | null;
    });
  }

  /** Presses again where the control was drawn anew under the pointer. */
  async press(name: string | RegExp): Promise<void> {
    await until(async () => {
      const control = await this.control("button, summary, [role=tab], label", name);
      return control.click().then(
        () => true,
        () => false,
      );
    });
  }

  async type(name: string, text: string): Promise<void> {
    const field = await this.control("input, textarea", name);
    await field.click();
    // Three clicks select nothing where the browser is late with one of them.
    await field.evaluate((element) => (element as HTMLInputElement).select());
    await field.type(text);
    await this.page.keyboard.press("Enter");
  }

  async choose(name: string, option: string): Promise<void> {
    const select = await this.control("select", name);
    const value = await select.evaluate((element, text) => {
      const { options } = element as unknown as HTMLSelectElement;
      return [...options].find((one) => one.text === text)?.value ?? null;
    }, option);
    if (value === null) throw new Error(`${name} offers no ${option}`);
    await select.select(value);
  }

  /** Nests all parts, `count` as `3 parts`, for two seconds at most. */
  async nest(count: string): Promise<void> {
    await this.choose("Time", "2 s");
    await this.press(`Nest ${count}`);
  }

  /** Presses keys one after the other, as `Control+Enter`. */
  async keys(...names: string[]): Promise<void> {
    for (const name of names) {
      const keys = name.split("+") as KeyInput[];
      for (const key of keys) await this.page.keyboard.down(key);
      for (const key of keys.reverse()) await this.page.keyboard.up(key);
    }
  }

  /** Goes to a field by the Tab key and types over what it holds. */
  async tabAndType(name: string, text: string): Promise<void> {
    const field = await this.control("input", name);
    await until(async () => {
      await this.keys("Tab");
      return field.evaluate((element) => element === document.activeElement);
    });
    await this.page.keyboard.type(text);
    await this.keys("Enter");
  }

  /** Comes back to the page, as after it was closed. */
  async comeBack(): Promise<void> {
    await this.page.reload();
  }

  /** Waits until the page shows this text. */
  async see(text: string): Promise<void> {
    await until(() => this.page.evaluate((text) => document.body.innerText.includes(text), text));
  }

  async open(...files: string[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForFileChooser(), this.press("Add drawings")]);
    await chooser.accept(files);
  }

  /** Copies a table elsewhere and pastes it on the page, or into a field. */
  async paste(text: string, field?: string): Promise<void> {
    await this.page.evaluate((text) => {
      const reach = document.querySelector("dialog:modal") ?? document.body;
      const elsewhere = reach.appendChild(document.createElement("textarea"));
      elsewhere.value = text;
      elsewhere.select();
    }, text);
    await this.page.keyboard.down("Control");
    await this.page.keyboard.press("c", { commands: ["Copy"] });
    await this.page.evaluate(() => document.activeElement!.remove());
    if (field !== undefined) await (await this.control("input, textarea", field)).focus();
    await this.page.keyboard.press("v", { commands: ["Paste"] });
    await this.page.keyboard.up("Control");
  }

  /** Text of the file that the page hands out while `act` runs. */
  async take(act: () => Promise<void>): Promise<string> {
    const files = async () =>
      (await readdir(this.folder)).filter((name) => !/\.(part|crdownload)$/.test(name));
    const before = new Set(await files());
    await act();
    return until(async () => {
      const [file] = (await files()).filter((name) => !before.has(name));
      return file && readFile(join(this.folder, file), "utf8");
    });
  }

  /** Names of controls that no pointer reaches, or that are smaller than `least` pixels. */
  outOfReach(within: string, least: number): Promise<string[]> {
    return this.page.evaluate(
      (within, least) => {
        const controls = document.querySelectorAll<HTMLElement>(
          `:is(${within}) :is(button, select, summary, input:not([type=file]))`,
        );
        const hidden = [...controls].filter((control) => {
          if (!control.checkVisibility({ visibilityProperty: true }) || control.matches(":disabled"))
            return false;
          control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
          const { left, top, width, height } = control.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          const label = (control as HTMLInputElement).labels?.[0];
          const isHit =
            hit !== null && (control.contains(hit) || hit.contains(control) || label?.contains(hit));
          return !isHit || Math.min(width, height) < least;
        });
        return hidden.map(
          (control) => control.getAttribute("aria-label") ?? control.textContent ?? control.id,
        );
      },
      within,
      least,
    );
  }

  /** True where a line of the page is wider than the window. */
  scrollsSideways(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  }

  /** Texts of all that the selector finds. */
  texts(selector: string): Promise<string[]> {
    return this.page.evaluate(
      (selector) => [...document.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) => innerText),
      selector,
    );
  }

  /** Text of the paper that was printed last. */
  printed(): Promise<string> {
    return until(() => this.page.evaluate(() => document.documentElement.dataset.printed));
  }

  /** Waits until the field of this name, whichever it is by then, holds this value. */
  async holds(name: string, value: string): Promise<void> {
    await until(async () => {
      const field = await this.control("input, select, textarea", name);
      return field.evaluate((one, value) => (one as unknown as HTMLInputElement).value === value, value);
    });
  }

  /** Leaves a picture of what is seen now where somebody wants to look at it. */
  async picture(step: string): Promise<void> {
    const { SCREENS } = process.env;
    if (!SCREENS) return;
    const path = join(SCREENS, `${this.name}-${step}.png`) as `${string}.png`;
    await this.page.screenshot({ path });
  }
}

type Visit = (flow: string, size: Viewport, act: (visitor: Visitor) => Promise<void>) => Promise<void>;

/** For a group of tests: opens the page as somebody who was never there. */
export function visits(name: BrowserName): Visit {
  let site: Site;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "offcut-visits-"));
    [site, browser] = await Promise.all([openSite(WEB), launchPuppet(name, folder)]);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return async (flow, size, act) => {
    const downloadBehavior = { policy: "allow" as const, downloadPath: folder };
    const context = await browser.createBrowserContext(name === "chromium" ? { downloadBehavior } : {});
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.setViewport(size);
    // Files are chosen and saved as where a page may not keep them open, and nobody is there to print.
    await page.evaluateOnNewDocument(() => {
      Object.assign(window, { showOpenFilePicker: undefined, showSaveFilePicker: undefined });
      window.print = () => {
        dispatchEvent(new Event("beforeprint"));
        const paper = document.querySelector(".print")!.textContent!;
        dispatchEvent(new Event("afterprint"));
        document.documentElement.dataset.printed = paper;
      };
    });
    const visitor = new Visitor(page, folder, `${name}-${flow}`);
    await page.goto(`${site.origin}/index.html`);
    await act(visitor);
    expect(visitor.complaints).toEqual([]);
    await context.close();
  };
}
