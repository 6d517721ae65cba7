/**
 * The built page in Chromium and Firefox, by what it shows: four people with their jobs, from the first page to the files
 * that they leave with. With SCREENS=folder it leaves a picture of each step there.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, ElementHandle, Page, Viewport } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROWSERS, launchPuppet } from "../helpers/browsers.ts";
import { openSite, type Site } from "../package/site.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const EXAMPLES = join(root, "web-demo/public/examples");
const DESK = { width: 1280, height: 800 };
/** A browser that enlarges a page of 1280 × 800 twice lays it out in half of that. */
const ENLARGED = { width: 640, height: 400, deviceScaleFactor: 2 };
const PHONE = { width: 390, height: 844, hasTouch: true };

let site: Site;

beforeAll(async () => {
  site = await openSite(join(root, "dist/web"));
});

afterAll(() => site?.close());

/** First value that is something; nothing tells a test that a page has changed or a browser has written its file. */
async function until<Value>(look: () => Promise<Value | undefined | null | "" | false>): Promise<Value> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await setTimeout(20);
  }
}

/** A person before the page, who finds things by their names. */
class Visitor {
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
          return [...document.querySelectorAll<HTMLInputElement>(selector)].find((element) => {
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

  async press(name: string | RegExp): Promise<void> {
    await (await this.control("button, summary, [role=tab], label", name)).click();
  }

  async type(name: string, text: string): Promise<void> {
    const field = await this.control("input, textarea", name);
    await field.click({ count: 3 });
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

  /** Waits until the page shows this text. */
  async see(text: string): Promise<void> {
    await until(() => this.page.evaluate((text) => document.body.innerText.includes(text), text));
  }

  async open(...files: string[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForFileChooser(), this.press("Add drawings")]);
    await chooser.accept(files);
  }

  /** Copies a table elsewhere and pastes it on the page. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((text) => {
      const elsewhere = document.body.appendChild(document.createElement("textarea"));
      elsewhere.value = text;
      elsewhere.select();
    }, text);
    await this.page.keyboard.down("Control");
    await this.page.keyboard.press("c", { commands: ["Copy"] });
    await this.page.evaluate(() => document.activeElement!.remove());
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

  /** Leaves a picture of what is seen now where somebody wants to look at it. */
  async picture(step: string): Promise<void> {
    const { SCREENS } = process.env;
    if (!SCREENS) return;
    const path = join(SCREENS, `${this.name}-${step}.png`) as `${string}.png`;
    await this.page.screenshot({ path });
  }
}

describe.each(BROWSERS)("in %s", (name) => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "offcut-flows-"));
    browser = await launchPuppet(name, folder);
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the page as somebody who was never there. */
  async function visit(
    flow: string,
    size: Viewport,
    act: (visitor: Visitor) => Promise<void>,
  ): Promise<void> {
    const downloadBehavior = { policy: "allow" as const, downloadPath: folder };
    const context = await browser.createBrowserContext(name === "chromium" ? { downloadBehavior } : {});
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.setViewport(size);
    // Files are chosen and saved as where a page may not keep them open.
    await page.evaluateOnNewDocument(() => {
      Object.assign(window, { showOpenFilePicker: undefined, showSaveFilePicker: undefined });
    });
    const visitor = new Visitor(page, folder, `${name}-${flow}`);
    await page.goto(`${site.origin}/index.html`);
    await act(visitor);
    expect(visitor.complaints).toEqual([]);
    await context.close();
  }

  it("a hobbyist goes from the first page to a program with three presses", () =>
    visit("hobbyist", DESK, async (visitor) => {
      await visitor.picture("first");
      await visitor.choose("Which machine cuts this job?", "GRBL diode laser");
      await visitor.press(/^Laser-cut drive/);
      await visitor.see("Ready to cut");
      await visitor.picture("ready");
      const program = await visitor.take(() => visitor.press(/^G-code for GRBL diode laser/));
      expect(program).toMatch(/^G21/m);
      expect(program).toMatch(/^M5/m);
      await visitor.press("Toolpath");
      await visitor.see("travel ");
      await visitor.picture("toolpath");
    }));

  it("a metal shop enlarges the page twice, and everything is there", () =>
    visit("metal", ENLARGED, async (visitor) => {
      await visitor.choose("Which machine cuts this job?", "LinuxCNC QtPlasmaC, 45 A");
      await visitor.open(join(EXAMPLES, "plate.dxf"), join(EXAMPLES, "links.dxf"));
      await visitor.see("links 2");
      await visitor.type("Quantity of plate", "3");
      await visitor.press(/^Nest /);
      await visitor.see("Ready to cut");
      await visitor.picture("ready");
      expect(await visitor.scrollsSideways()).toBe(false);
      expect(await visitor.outOfReach("body", 0)).toEqual([]);
      await visitor.press("Other files");
      const drawing = await visitor.take(() => visitor.press("DXF without kerf"));
      expect(drawing.match(/CUT_OUTER/g)!.length).toBeGreaterThan(3);
    }));

  it("a joiner plans a bookcase and stands at the saw with a phone", () =>
    visit("joiner", PHONE, async (visitor) => {
      await visitor.press("Panels");
      await visitor.press("Try the bookcase");
      await visitor.press("Plan cuts");
      await visitor.see("Verified");
      await visitor.picture("plan");
      expect(await visitor.scrollsSideways()).toBe(false);
      await visitor.press("At the saw");
      await visitor.see("Cut done");
      await visitor.picture("saw");
      expect(await visitor.outOfReach("dialog", 44)).toEqual([]);
    }));

  it("a locksmith pastes his lists and takes a proven plan with him", () =>
    visit("locksmith", DESK, async (visitor) => {
      await visitor.press("Bars");
      await visitor.paste("name\tlength\tqty\tprice\nTube\t6000\t9\t20\n");
      await visitor.paste("Post\t1990\t4\n");
      await visitor.press("Plan cuts");
      await visitor.see("Proven optimal");
      await visitor.picture("plan");
      const table = await visitor.take(() => visitor.press("CSV"));
      // Three posts and their kerfs fit six metres; the fourth needs a bar of its own.
      const rows = table
        .trim()
        .split("\r\n")
        .slice(1)
        .map((row) => row.split(","));
      expect(rows.map((row) => row[5])).toEqual(["1990", "1990", "1990", "1990"]);
      expect(new Set(rows.map(([pattern]) => pattern)).size).toBe(2);
    }));
});
