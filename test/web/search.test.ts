/** Can the search be paused, continued and looked back on, and does paper show what it found? */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { removePart } from "../../web-demo/edit/edit-parts.ts";
import type { SolvedLayout } from "../../web-demo/model/project.ts";
import { shownLayout } from "../../web-demo/model/session.ts";
import { sheetRemnant } from "../../web-demo/model/sheet.ts";
import { isBetter } from "../../web-demo/model/solved-layout.ts";
import type { RunningApp } from "../../web-demo/start.ts";
import { downloads, openApp, press, useLaser, whenSearching } from "./app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Parts that are no boxes, so that there is something to search for: more than one sheet of them. */
async function openSearch() {
  const app = await openApp();
  const shapes: [string, [number, number][]][] = [
    [
      "hook",
      [
        [0, 0],
        [90, 0],
        [90, 20],
        [20, 20],
        [20, 70],
        [0, 70],
        [0, 0],
      ],
    ],
    [
      "wedge",
      [
        [0, 0],
        [80, 0],
        [30, 60],
        [0, 0],
      ],
    ],
  ];
  const parts = shapes.map(([id, exterior], color) => ({
    id,
    color,
    exterior,
    holes: [],
    quantity: 25,
    turn: "free" as const,
    drawing: null,
  }));
  app.store.commit("Test", (project) => ({
    ...project,
    parts,
    budgetMs: 60_000,
    sheet: { width: 500, height: 300 },
  }));
  return app;
}

/** Nests and stops as soon as the search satisfies `ready`. */
async function nestUntil(app: RunningApp, ready: Parameters<typeof whenSearching>[1]): Promise<void> {
  const stopped = whenSearching(app, ready, () => press("Stop"));
  await button(/^Nest/).click();
  await stopped;
}

describe("a search", () => {
  it("is held with its best, goes on as the same search, and never gets worse", async () => {
    const app = await openSearch();
    const pausing = whenSearching(
      app,
      (run) => run.best !== null,
      () => press("Pause"),
    );
    await button(/^Nest/).click();
    await pausing;
    await expect.poll(() => app.store.get().session.run?.paused).toBe(true);
    const paused = app.store.get().session.run!.best!;
    // A change that is made while a search is under way is not what it answers.
    app.store.commit("Test", (project) => ({ ...project, config: { ...project.config, spacing: 7 } }));
    await expect.element(page.getByText("The job was changed: nest again before you cut")).toBeVisible();
    app.store.undo();
    await expect
      .element(page.getByText("The job was changed: nest again before you cut"))
      .not.toBeInTheDocument();
    const going = whenSearching(
      app,
      (run) => !run.paused && run.elapsedMs > paused.elapsedMs,
      () => press("Stop"),
    );
    await button("Continue").click();
    await going;
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    const { layout, seed } = app.store.get().project;
    expect(isBetter(paused, layout!)).toBe(false);
    expect(layout!.seed).toBe(seed);
  });

  it("leaves a field the focus and what is typed into it when the first layout comes", async () => {
    const app = await openSearch();
    const width = page.getByRole("textbox", { name: "Width" });
    await userEvent.fill(width, "701");
    void app.solver.start();
    await expect.poll(() => shownLayout(app.store.get()) !== null).toBe(true);
    await expect.element(width).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(app.store.get().project.sheet.width).toBe(701);
  });

  it("shows what it found on the way, and an earlier layout can be taken and taken back", async () => {
    const app = await openSearch();
    await nestUntil(app, (_run, { bests }) => bests.length > 1);
    await expect.element(button("DXF")).toBeEnabled();
    const { bests } = app.store.get().session;
    const last = app.store.get().project.layout;
    expect(shownLayout(app.store.get())!.data).toBe(bests.at(-1)!.data);
    await page.getByRole("list", { name: "Best layouts so far" }).getByRole("button").first().click();
    expect(app.store.get().project.layout!.data).toBe(bests[0]!.data);
    await button("Undo").click();
    expect(app.store.get().project.layout).toBe(last);
  });

  it("has ended when its time is over, though its layout is still being checked", async () => {
    const app = await openSearch();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    const { checker } = app.workshop;
    const { checkLast } = checker;
    let check = () => {};
    checker.checkLast = (layout) =>
      new Promise((resolve) => {
        check = () => void checkLast(layout).then(resolve);
      });
    await button(/^Nest/).click();
    await expect.poll(() => app.store.get().project.layout !== null).toBe(true);
    expect(app.store.get().session.run).toBeNull();
    await expect.element(page.getByText("Checking the layout …").first()).toBeVisible();
    await expect.element(button("DXF")).toBeDisabled();
    check();
    await expect.element(button("DXF")).toBeEnabled();
    const { project, session } = app.store.get();
    expect(session.bests.at(-1)).toBe(project.layout);
  });

  it("lets what is done meanwhile be undone, and nothing that leads to another project", async () => {
    const app = await openSearch();
    const [hook] = app.store.get().project.parts;
    const running = whenSearching(
      app,
      ({ best }) => best !== null,
      () => {
        removePart(app, hook!.id);
        (button("Undo").first().element() as HTMLElement).click();
      },
    );
    await button(/^Nest/).click();
    await running;
    expect(app.store.get().session.run).not.toBeNull();
    expect(app.store.get().project.parts[0]).toBe(hook);
    expect(page.getByText("Changed since the search began").elements()).toEqual([]);
    app.store.undo();
    await expect.element(button("Undo")).toBeDisabled();
    app.solver.stop();
    await expect.poll(() => app.store.get().session.run).toBeNull();
  });

  it("refuses exports while it runs", async () => {
    const app = await openSearch();
    let refused = false;
    const running = whenSearching(
      app,
      ({ best }) => best?.check?.ok === true,
      () => {
        refused = (button("DXF").element() as HTMLButtonElement).disabled;
        press("Stop");
      },
    );
    await button(/^Nest/).click();
    await running;
    expect(refused).toBe(true);
    await expect.element(button("DXF")).toBeEnabled();
  });
});

describe("all sheets", () => {
  it("come as two files each, and as one page each on paper", async () => {
    const app = await openSearch();
    useLaser(app);
    await nestUntil(app, ({ best }) => (best?.data.sheets.length ?? 0) > 1);
    await expect.element(button("All sheets, DXF and G-code")).toBeEnabled();
    const { sheets } = app.store.get().project.layout!.data;
    const files = await downloads(2 * sheets.length, () => button("All sheets, DXF and G-code").click());
    expect(new Set(files.map(({ name }) => name)).size).toBe(2 * sheets.length);
    dispatchEvent(new Event("beforeprint"));
    const pages = document.querySelectorAll(".print .print-page");
    expect(pages).toHaveLength(1 + sheets.length);
    const drawn = document.querySelectorAll(".print .sheet-drawing use");
    expect(drawn).toHaveLength(sheets.reduce((sum, { placements }) => sum + placements.length, 0));
    expect(document.querySelector(".print")!.textContent).not.toContain("Not for cutting");
    dispatchEvent(new Event("afterprint"));
  });

  it("say on paper what is not to be cut: a browser prints whenever it is told to", async () => {
    const app = await openSearch();
    await nestUntil(app, ({ best }) => best !== null);
    await expect.element(button("DXF")).toBeEnabled();
    const told = () => {
      dispatchEvent(new Event("beforeprint"));
      const pages = [...document.querySelectorAll(".print .print-page")];
      dispatchEvent(new Event("afterprint"));
      return [...new Set(pages.map((one) => /Not for cutting: [^.]*/.exec(one.textContent!)?.[0]))];
    };
    expect(told()).toEqual([undefined]);
    app.store.commit("Test", (project) => ({ ...project, seed: project.seed + 1 }));
    expect(told()).toEqual(["Not for cutting: the job was changed since"]);
    app.store.undo();
    app.store.amend((project) => ({ ...project, layout: { ...project.layout!, check: null } }));
    expect(told()).toEqual(["Not for cutting: it is not verified"]);
  });
});

describe("a better layout", () => {
  const box = (min_x: number, min_y: number, max_x: number, max_y: number) => ({
    min_x,
    min_y,
    max_x,
    max_y,
  });
  const layout = (placed: number, sheets: number, bounds: ReturnType<typeof box>): SolvedLayout => ({
    request: {
      parts: [],
      sheet: { width: 100, height: 50 },
      config: { spacing: 0, edge_margin: 0, rotation_step: 90, kerf: 1 },
    },
    data: {
      summary: {
        sheets_used: sheets,
        total_parts: 9,
        placed_parts: placed,
        unplaced_parts: 9 - placed,
        total_utilization: 50,
        total_waste_percent: 50,
      },
      sheets: [
        {
          index: 0,
          utilization: 50,
          placements: [{ part_id: "a", instance: 0, x: 0, y: 0, rotation: 0, bounds }],
        },
      ],
      unplaced: [],
    },
    check: null,
    seed: 1,
    elapsedMs: 0,
  });

  it("has more parts, then fewer sheets, then the larger remnant", () => {
    const plain = layout(8, 2, box(0, 0, 60, 50));
    expect(isBetter(layout(9, 3, box(0, 0, 99, 50)), plain)).toBe(true);
    expect(isBetter(layout(8, 1, box(0, 0, 99, 50)), plain)).toBe(true);
    expect(isBetter(layout(8, 2, box(0, 0, 59, 50)), plain)).toBe(true);
    expect(isBetter(plain, plain)).toBe(false);
  });

  it("leaves the strip beside the cut, kerf taken off", () => {
    const { request, data } = layout(9, 1, box(0, 0, 60, 20));
    expect(sheetRemnant({ request }, data.sheets[0]!)).toEqual({
      min_x: 0,
      min_y: 21,
      max_x: 100,
      max_y: 50,
    });
  });
});
