/** Can everybody use it? Every state passes axe, whole jobs go by keyboard, and what happens is said aloud. */
import axe from "axe-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { ACTIONS } from "../../web-demo/actions/index.ts";
import { notify, shownLayout } from "../../web-demo/model/session.ts";
import type { RunningApp } from "../../web-demo/start.ts";
import { drop, openApp, PLATE, paste, press, useLaser } from "./app.ts";

/** Violations as `rule: selectors`, so that a failure reads as a list of faults. */
async function violations(): Promise<string[]> {
  await document.fonts.ready;
  // A change of the theme fades: colours are judged where they end.
  const fading = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(fading.map(({ finished }) => finished));
  const { violations: found } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

async function nestPlate(app: RunningApp): Promise<void> {
  drop(new File([PLATE], "plate.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 2000, sheet: { width: 200, height: 150 } }));
  app.store.commit("Test", (project) => ({
    ...project,
    parts: project.parts.map((part) => ({ ...part, quantity: 3 })),
  }));
  await app.solver.start();
  await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
}

async function planBars(app: RunningApp): Promise<void> {
  app.store.commit("Test", (project) => ({
    ...project,
    mode: "bars",
    budgetMs: 2000,
    bars: { ...project.bars, stocks: [{ id: "Tube", length: 6000, quantity: 9, cost: 0 }] },
  }));
  paste("Post\t1990\t4\n");
  await expect.poll(() => app.store.get().project.bars.pieces.length).toBe(1);
  await app.solver.start();
}

async function planPanels(app: RunningApp): Promise<void> {
  app.store.commit("Test", (project) => ({ ...project, mode: "panels" }));
  await page.getByRole("button", { name: "Try the bookcase" }).click();
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
  await app.solver.start();
  await expect.element(page.getByText("Verified", { exact: true }).last()).toBeVisible();
}

const STATES: Record<string, (app: RunningApp) => Promise<void>> = {
  empty: async () => {},
  "with parts and notes": async () => {
    drop(new File([PLATE.replace("$INSUNITS\n70\n4", "$INSUNITS\n70\n0")], "plate.dxf"));
    await page.getByText(/Read in/).click();
    await expect.element(page.getByRole("combobox", { name: /^Operation of/ }).first()).toBeVisible();
  },
  "with a layout": async (app) => {
    useLaser(app);
    await nestPlate(app);
    const { layout } = app.store.get().project;
    app.store.update({ bests: [layout!, { ...layout! }] });
    notify(app.store, "page", "info", "Something that concerns the whole project.");
    await page.getByText("Placements", { exact: true }).click();
    await page.getByText("Speeds, leads, your own machines").click();
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
  },
  "with the toolpath": async (app) => {
    useLaser(app);
    await nestPlate(app);
    app.store.update({ toolpath: true });
    await expect.element(page.getByText(/^travel /)).toBeVisible();
  },
  "with a part picked": async (app) => {
    await nestPlate(app);
    app.store.update({ picks: ["0 plate", "1 plate"] });
    await expect.element(page.getByRole("toolbar", { name: "Align" })).toBeVisible();
  },
  "with a field in error": async (app) => {
    await nestPlate(app);
    await userEvent.fill(page.getByRole("textbox", { name: "Kerf" }), "-1");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: /^Kerf: 0 to 50/ })).toBeVisible();
  },
  rack: async (app) => {
    app.store.update({ dialog: "rack" });
    await page.getByRole("button", { name: "Add sheet" }).click();
  },
  projects: async (app) => {
    app.store.update({ dialog: "projects" });
    await expect.element(page.getByRole("button", { name: "Export all as one file" })).toBeVisible();
  },
  bars: planBars,
  "bars with mitres and profiles": async (app) => {
    app.store.commit("Test", (project) => ({
      ...project,
      mode: "bars",
      budgetMs: 2000,
      bars: {
        ...project.bars,
        saw: { ...project.bars.saw, profile_width: 40 },
        stocks: [{ id: "Tube", length: 6000, quantity: 9, cost: 0, profile: "Tube 40" }],
        pieces: [
          { id: "Rail", length: 900, quantity: 4, angle_start: 45, angle_end: 45, profile: "Tube 40" },
        ],
      },
    }));
    await app.solver.start();
  },
  "at the saw": async (app) => {
    await planBars(app);
    app.store.update({ dialog: "saw" });
    await expect.element(page.getByText("0 of 2 bars sawn")).toBeVisible();
  },
  "panels, empty": async (app) => {
    app.store.commit("Test", (project) => ({ ...project, mode: "panels" }));
    await expect.element(page.getByRole("button", { name: "Try the bookcase" })).toBeVisible();
  },
  panels: planPanels,
  "panels at the saw": async (app) => {
    await planPanels(app);
    await page.getByRole("button", { name: "At the saw" }).click();
    await expect.element(page.getByRole("button", { name: "Cut done" })).toBeVisible();
  },
  help: async () => page.getByRole("button", { name: "Keyboard and help" }).click(),
  code: async (app) => {
    await planBars(app);
    app.store.update({ dialog: "code" });
  },
  share: async (app) => app.store.update({ dialog: "share" }),
  "with a message": async () => drop(new File(["x"], "photo.png")),
};

describe.each(["light", "dark"])("axe finds nothing in the %s scheme", (theme) => {
  it.each(Object.keys(STATES))("%s", async (state) => {
    const app = await openApp();
    document.documentElement.dataset.theme = theme;
    try {
      await STATES[state]!(app);
      expect(await violations()).toEqual([]);
    } finally {
      delete document.documentElement.dataset.theme;
    }
  });
});

it("finds nothing on a narrow screen either", async () => {
  const app = await openApp({ width: 390, height: 844 });
  await nestPlate(app);
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

it("fits a touch screen as narrow as they come, with all that elsewhere waits for a pointer", async () => {
  await touchScreen();
  const app = await openApp({ width: 320, height: 640 });
  await nestPlate(app);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const remove = page.getByRole("button", { name: "Remove plate", exact: true }).element();
  expect(getComputedStyle(remove.parentElement!).opacity).toBe("1");
  expect(remove.clientHeight).toBeGreaterThanOrEqual(32);
  app.store.commit("Test", (project) => ({ ...project, mode: "bars" }));
  await page.getByRole("button", { name: "Add stock", exact: true }).click();
  press("Add piece");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

describe("by keyboard alone", () => {
  it("a part is typed in, nested, and its sheets are turned over", async () => {
    const app = await openApp();
    const size = page.getByRole("textbox", { name: "Add a shape by size" }).element() as HTMLElement;
    await tabTo(size);
    await userEvent.keyboard("400x300{Enter}");
    await expect.poll(() => app.store.get().project.parts.length).toBe(1);
    await tabTo(page.getByRole("textbox", { name: "Quantity of Rectangle" }).element() as HTMLElement);
    await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}");
    expect(app.store.get().project.parts[0]!.quantity).toBe(11);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => shownLayout(app.store.get())?.data.sheets.length ?? 0).toBeGreaterThan(1);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    await userEvent.keyboard("]");
    await expect.element(page.getByRole("tab", { name: /Sheet 2/ })).toHaveAttribute("aria-selected", "true");
    (page.getByRole("tab", { name: /Sheet 2/ }).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(page.getByRole("tab", { name: /Sheet 1/ })).toHaveFocus();
  });

  it("letters do nothing while something is being typed", async () => {
    const app = await openApp();
    await userEvent.fill(page.getByRole("textbox", { name: "Project name" }), "");
    await userEvent.keyboard("mud");
    expect(app.store.get().project).toMatchObject({ mode: "sheets", unit: "mm" });
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("u");
    expect(app.store.get().project.unit).toBe("in");
  });

  it("help lists every action that has a key, opens and closes", async () => {
    await openApp();
    await userEvent.keyboard("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard and help" });
    await expect.element(dialog).toBeVisible();
    for (const { label, keys } of ACTIONS) {
      if (keys.length > 0) expect(dialog.element().textContent).toContain(label);
    }
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("no two actions that are possible at once share a key", async () => {
    const app = await openApp();
    const state = app.store.get();
    const possible = ACTIONS.filter(({ enabled }) => enabled?.(state) ?? true).flatMap(({ keys }) => keys);
    expect(new Set(possible).size).toBe(possible.length);
  });
});

it("says aloud how a search begins, finds and ends, and nothing in between", async () => {
  const app = await openApp();
  const said: string[] = [];
  const region = document.querySelector("[aria-live=polite]")!;
  const observer = new MutationObserver(() => said.push(region.textContent ?? ""));
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  await nestPlate(app);
  observer.disconnect();
  expect(said[0]).toBe("plate.dxf: 1 part added.");
  expect(said).toContain("Started.");
  expect(said.find((text) => text.startsWith("First layout:"))).toBeDefined();
  expect(said.at(-1)).toMatch(/^Finished: 3 of 3 parts on \d sheets?, /);
  expect(said.length).toBeLessThan(8);
});

/** Fingers instead of a pointer, until the test ends. */
async function touchScreen(): Promise<void> {
  const send = (enabled: boolean) => cdp().send("Emulation.setTouchEmulationEnabled", { enabled });
  await send(true);
  onTestFinished(async () => void (await send(false)));
  expect(matchMedia("(pointer: coarse)").matches).toBe(true);
}

/** Presses Tab until `target` has the focus; fails when it cannot be reached. */
async function tabTo(target: HTMLElement): Promise<void> {
  for (let i = 0; i < 80 && document.activeElement !== target; i++) await userEvent.keyboard("{Tab}");
  expect(document.activeElement).toBe(target);
}
