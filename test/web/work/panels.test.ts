/** The way of a panel job through the page: lists in, a plan that can be sawn out, and the sawing itself. */
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { panelCuts } from "../../../engine/entries/sawing.ts";
import type { PanelPlanRequest } from "../../../engine/entries/schemas.ts";
import { verifyPanels } from "../../../engine/entries/verify.ts";
import { openProject } from "../../../web-demo/io/save/restore.ts";
import type { PanelBoard } from "../../../web-demo/model/project.ts";
import { keepPresets, loadPresets } from "../../../web-demo/shop/presets.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { downloads, drop, openApp, paste, whenSearching } from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const cell = (name: string) => page.getByRole("textbox", { name, exact: true });

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("offcut").onsuccess = resolve;
  });
});

async function openPanels(width = 1280, height = 800): Promise<RunningApp> {
  const app = await openApp({ width, height });
  await page.getByRole("radio", { name: "Panels" }).click();
  await expect.element(button("Add piece").last()).toBeVisible();
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
  return app;
}

async function setCell(name: string, text: string): Promise<void> {
  await userEvent.fill(cell(name), text);
  await userEvent.keyboard("{Enter}");
}

async function plan(app: RunningApp): Promise<void> {
  await button("Plan cuts").last().click();
  await expect.poll(() => app.store.get().project.panelPlans.length).toBeGreaterThan(0);
  await expect.element(page.getByText("Verified", { exact: true }).last()).toBeVisible();
}

describe("the tables of panels", () => {
  it("are typed into, in any unit, and say what cannot be", async () => {
    const app = await openPanels();
    await button("Add panel").click();
    await button("Add piece").last().click();
    await setCell("Length of panel 1", "8 ft");
    await setCell("Width of piece 1", "-4");
    await expect.element(page.getByText(/“-4” is not a length above 0/).last()).toBeInTheDocument();
    await setCell("Width of piece 1", "300");
    await page.getByRole("combobox", { name: "Grain of piece 1" }).selectOptions("along");
    const { stocks, pieces } = app.store.get().project.panels;
    expect(stocks[0]!.length).toBeCloseTo(2438.4, 6);
    expect(pieces[0]).toMatchObject({ width: 300, grain: "length" });
  });

  it("take a list as cut list programs write it, and name what they leave", async () => {
    const app = await openApp();
    const list = [
      "Length,Width,Qty,Material,Label,Enabled,Grain direction,Top band,Left band,Weight",
      "800,300,4,Oak,Side,true,h,ABS 2,,1.4",
      "600,400,2,Oak,Shelf,true,,,,2",
      "500,100,9,Oak,Old,false,,,,1",
      "790,390,1,Ply,Back,true,v,,,3",
    ];
    drop(new File([list.join("\n")], "cutlist.csv"));
    await expect.poll(() => app.store.get().project.panels.pieces.length).toBe(3);
    expect(app.store.get().project.mode).toBe("panels");
    expect(app.store.get().project.panels.pieces).toEqual([
      {
        id: "Side",
        length: 800,
        width: 300,
        quantity: 4,
        material: "Oak",
        grain: "length",
        edges: { top: "ABS 2" },
      },
      { id: "Shelf", length: 600, width: 400, quantity: 2, material: "Oak" },
      { id: "Back", length: 790, width: 390, quantity: 1, material: "Ply", grain: "width" },
    ]);
    const messages = page.getByRole("list", { name: "Messages" });
    await expect
      .element(messages.getByText('The column "Weight" is not known and was left out.').first())
      .toBeVisible();
    await expect.element(messages.getByText("1 line is not enabled and left out.").first()).toBeVisible();
    await expect.element(cell("Top band of piece 1")).toBeVisible();
    await button("Undo").first().click();
    expect(app.store.get().project.panels.pieces).toEqual([]);
  });

  it.each([
    [1280, 800],
    [390, 844],
  ])("show materials, labels and bands whole, %i pixels wide", async (width, height) => {
    await openPanels(width, height);
    paste(
      [
        "Name\tLength\tWidth\tQty\tMaterial\tLabel\tLeft band",
        "Side\t800\t300\t4\tBirch ply 18 mm\tKB-104 left\tABS 2 mm oak",
      ].join("\n"),
      page.getByText("Pieces", { exact: true }).last().element(),
    );
    for (const [name, text] of [
      ["Material of piece 1", "Birch ply 18 mm"],
      ["Label of piece 1", "KB-104 left"],
      ["Left band of piece 1", "ABS 2 mm oak"],
    ] as const) {
      await expect.element(cell(name)).toHaveValue(text);
      const { scrollWidth, clientWidth } = cell(name).element();
      expect(scrollWidth, name).toBeLessThanOrEqual(clientWidth);
    }
  });

  it("take a list with prices for panels, wherever it is pasted", async () => {
    const app = await openPanels();
    paste("name\tlength\twidth\tqty\tprice\nBirch\t2500\t1250\t3\t48\n");
    await expect
      .poll(() => app.store.get().project.panels.stocks.map(({ length, cost }) => [length, cost]))
      .toEqual([[2500, 48]]);
    expect(app.store.get().project.panels.pieces).toEqual([]);
    await expect.element(page.getByText(/^1 row went to the stock/).last()).toBeVisible();
  });

  it("take bare rows by paste", async () => {
    const app = await openPanels();
    paste("Door\t720\t396\t4\nDrawer\t200\t396\t2\n");
    await expect.element(cell("Name of piece 2")).toHaveValue("Drawer");
    expect(app.store.get().project.panels.pieces[0]).toEqual({
      id: "Door",
      length: 720,
      width: 396,
      quantity: 4,
    });
  });
});

describe("a plan of panels", () => {
  it("is made for all materials at once, judged, and leaves as files for each", async () => {
    const app = await openPanels();
    await button("Try the bookcase").click();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    await plan(app);
    const { panelPlans } = app.store.get().project;
    expect(panelPlans.map(({ material }) => material)).toEqual(["Oak 19 mm", "Hardboard 3 mm"]);
    for (const { request, plan: found } of panelPlans) {
      expect(verifyPanels(request as PanelPlanRequest, found).ok).toBe(true);
      expect(found.unplaced).toEqual([]);
    }
    const cuts = panelPlans.reduce((sum, { plan: found }) => sum + found.summary.total_cuts, 0);
    await expect.element(page.getByText(new RegExp(`^${cuts}, [\\d.]+ m$`))).toBeVisible();
    await expect.element(page.getByText(/^grain along/).first()).toBeVisible();
    const files = await downloads(2, () => button("Cuts CSV").click());
    expect(files.map(({ name }) => name)).toEqual([
      "bookcase-oak-19-mm-cuts.csv",
      "bookcase-hardboard-3-mm-cuts.csv",
    ]);
    const rows = files[0]!.text.trim().split(/\r?\n/);
    const each = panelPlans[0]!.plan.patterns.map(
      (pattern) => panelCuts(pattern, panelPlans[0]!.plan.kerf).length,
    );
    expect(rows.length - 1).toBe(each.reduce((sum, count) => sum + count, 0));
    const drawings = await downloads(2, () => button("DXF").last().click());
    expect(drawings[0]!.text).toContain("ENTITIES");
  });

  it("is made for all materials, however soon the search is stopped", async () => {
    const app = await openPanels();
    await button("Try the bookcase").click();
    const stopped = whenSearching(
      app,
      () => true,
      () => app.solver.stop(),
    );
    await app.solver.start();
    await stopped;
    const { panelPlans } = app.store.get().project;
    expect(panelPlans.map(({ check, plan: { unplaced } }) => [check.ok, unplaced.length])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });

  it("is grey once the job has changed, and is found again by undo", async () => {
    const app = await openPanels();
    await button("Try the bookcase").click();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    await plan(app);
    await setCell("Quantity of piece 1", "7");
    await expect.element(button("Cuts CSV")).toBeDisabled();
    await expect.element(button("Plan again").last()).toBeVisible();
    await button("Undo").first().click();
    await expect.element(button("Cuts CSV")).toBeEnabled();
  });

  it("loses its green to a kerf below nothing, and points to the field", async () => {
    const app = await openPanels();
    await button("Add panel").click();
    paste("Door\t720\t396\t4\n");
    await expect.element(cell("Name of piece 1")).toHaveValue("Door");
    await plan(app);
    await userEvent.fill(cell("Saw kerf").last(), "-1");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Not of what is typed")).toBeVisible();
    await expect.element(button("Cuts CSV")).toBeDisabled();
    await button("Show the field").last().click();
    await expect.element(cell("Saw kerf").last()).toHaveFocus();
  });

  it("says which material has no panel", async () => {
    const app = await openPanels();
    await button("Add panel").click();
    paste("Door\t720\t396\t4\tPine\n");
    await expect.element(cell("Material of piece 1")).toHaveValue("Pine");
    await button("Plan cuts").last().click();
    await expect
      .element(
        page
          .getByRole("list", { name: "Messages" })
          .getByText("Planning failed: there is no panel of Pine")
          .first(),
      )
      .toBeVisible();
    expect(app.store.get().session.run).toBeNull();
  });

  it("gives its offcuts back to the rack, for the next job", async () => {
    const app = await openPanels();
    await button("Try the bookcase").click();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    await plan(app);
    await button("Keep offcuts").click();
    await expect.element(page.getByText(/offcuts? kept for the next job/).last()).toBeVisible();
    // The same job twice leaves no more; the same offcuts of another job do.
    const kept = async () =>
      (await loadPresets<PanelBoard>("panels")).reduce((sum, { value }) => sum + value.quantity, 0);
    const once = await kept();
    await button("Keep offcuts").click();
    app.store.amend((project) => ({ ...project, id: "another job" }));
    await button("Keep offcuts").click();
    await expect.poll(kept).toBe(2 * once);
    await button("New project").click();
    const offer = button(/^Use \d+ kept offcuts?$/);
    await offer.click();
    const stocks = () => app.store.get().project.panels.stocks;
    await expect.poll(() => stocks().reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2 * once);
    expect(stocks().every(({ offcut }) => offcut)).toBe(true);
    await expect.element(offer).not.toBeInTheDocument();
    // An offcut that was taken by mistake is on the shelf again, and once only.
    await button("Undo").first().click();
    await expect.element(offer).toHaveTextContent(`Use ${2 * once} kept offcuts`);
    await button("Redo").first().click();
    await expect.element(offer).not.toBeInTheDocument();
  });

  it("keeps the offcuts of two hands at once", async () => {
    const lists = ["one", "two", "three"].map((job) =>
      Array.from({ length: 5 }, (_, i) => ({
        name: `Offcut ${i} ${job}`,
        value: { id: `Offcut ${i}`, quantity: 1 },
      })),
    );
    await Promise.all(lists.map((list) => keepPresets("offcuts", list)));
    expect(new Set((await loadPresets("offcuts")).map(({ name }) => name))).toEqual(
      new Set(lists.flat().map(({ name }) => name)),
    );
  });

  it("comes back from a file with the plan and how far the sawing was, judged again", async () => {
    const app = await openPanels();
    await button("Try the bookcase").click();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    await plan(app);
    app.store.commit("Test", (project) => ({ ...project, sawingAt: { panel: 1, cut: 2 } }));
    const { project } = app.store.get();
    const saved = JSON.stringify(project);
    await openProject(app, JSON.parse(saved));
    expect(app.store.get().project).toMatchObject({ mode: "panels", panels: project.panels });
    expect(app.store.get().project.sawingAt).toEqual({ panel: 1, cut: 2 });
    await expect.element(button("Cuts CSV")).toBeEnabled();
    // A file that claims a plan of fewer cuts than it needs is shown for what it is.
    const spoiled = JSON.parse(saved);
    spoiled.panelPlans[0].plan.summary.total_cuts = 1;
    await openProject(app, spoiled);
    await expect.element(page.getByText("Not verified").last()).toBeVisible();
    await expect.element(button("Cuts CSV")).toBeDisabled();
    spoiled.panelPlans[0].plan.patterns = "none";
    await openProject(app, spoiled);
    expect(app.store.get().project.panelPlans).toEqual([]);
  });
});

describe("at the saw", () => {
  it("one cut after the other is told on a phone, forth and back, and kept", async () => {
    const app = await openPanels(390, 844);
    await button("Add panel").click();
    paste("Door\t720\t396\t2\n");
    await expect.element(cell("Name of piece 1")).toHaveValue("Door");
    await plan(app);
    const { plan: found } = app.store.get().project.panelPlans[0]!;
    const cuts = panelCuts(found.patterns[0]!, found.kerf);
    await button("At the saw").last().click();
    await expect.element(page.getByText(new RegExp(`cut 1 of ${cuts.length}$`))).toBeVisible();
    await expect
      .element(page.getByText(/^(Rip|Cross cut) at .* mm from the (lower|left) edge$/))
      .toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await button("Cut done").click();
    await expect.element(page.getByText(new RegExp(`cut 2 of ${cuts.length}$`))).toBeVisible();
    await button("Back").click();
    expect(app.store.get().project.sawingAt).toEqual({ panel: 0, cut: 0 });
    for (let i = 0; i < cuts.length; i++) await button(/^(Cut done|Last cut done)$/).click();
    await expect.element(page.getByText("The panel is sawn.")).toBeVisible();
    // Closed and opened again, it is where it was.
    await button("Close").click();
    await button("At the saw").last().click();
    await expect.element(page.getByText("The panel is sawn.")).toBeVisible();
  });

  it("labels come with their bands, and the list with every cut", async () => {
    const app = await openPanels();
    await button("Try the bookcase").click();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    await plan(app);
    app.store.update({ printing: "labels" });
    dispatchEvent(new Event("beforeprint"));
    const labels = [...document.querySelectorAll(".print .label")];
    const pieces = app.store.get().project.panels.pieces.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(labels).toHaveLength(pieces);
    const door = labels.find((label) => label.textContent!.includes("Door"))!;
    expect(door.textContent).toContain("Band: top Oak 1 mm, bottom Oak 1 mm, left Oak 1 mm, right Oak 1 mm");
    expect(door.querySelectorAll("svg path")).toHaveLength(4);
    app.store.update({ printing: "page" });
    dispatchEvent(new Event("beforeprint"));
    const rows = document.querySelectorAll(".print tbody tr").length;
    const cuts = app.store
      .get()
      .project.panelPlans.flatMap(({ plan: found }) =>
        found.patterns.map((pattern) => panelCuts(pattern, found.kerf).length),
      );
    expect(rows).toBe(cuts.reduce((sum, count) => sum + count, 0));
    dispatchEvent(new Event("afterprint"));
  });
});
