/** Sheets that are there: used first, kept clear of defects, taken back as remnants, and exported in their own size. */
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Ring } from "../../../engine/index.ts";
import { moveBy } from "../../../web-demo/actions/arrange.ts";
import { markDefect, plainSheet } from "../../../web-demo/actions/rack.ts";
import { copyKey } from "../../../web-demo/edit/arrange.ts";
import { openProject } from "../../../web-demo/io/save/restore.ts";
import { pointBounds } from "../../../web-demo/model/bounds.ts";
import { findSheetType, sheetRemnant } from "../../../web-demo/model/sheet.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { downloads, drop, dxf, lineEntity, openApp } from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("offcut").onsuccess = resolve;
  });
});

async function set(name: string, text: string): Promise<void> {
  await userEvent.fill(field(name), text);
  await userEvent.keyboard("{Enter}");
}

/** An L of 60 × 60, `copies` times, on sheets of 400 × 300. */
async function openLs(copies: number): Promise<RunningApp> {
  const app = await openApp();
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 2000, sheet: { width: 400, height: 300 } }));
  const corners = [0, 0, 60, 0, 60, 20, 20, 20, 20, 60, 0, 60, 0, 0];
  const lines = Array.from({ length: 6 }, (_, i) =>
    lineEntity(corners[2 * i]!, corners[2 * i + 1]!, corners[2 * i + 2]!, corners[2 * i + 3]!),
  );
  drop(new File([dxf(lines.flat())], "angle.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  await set("Quantity of angle", String(copies));
  return app;
}

async function nest(app: RunningApp): Promise<void> {
  await button(/^Nest \d+ part/).click();
  await expect.element(button("DXF")).toBeEnabled();
  expect(app.store.get().project.layout!.check!.ok).toBe(true);
}

/** Moves the copy that lies furthest to the right a little further. */
function moveLast(app: RunningApp): void {
  const { placements } = app.store.get().project.layout!.data.sheets[0]!;
  const last = placements.reduce((one, other) => (other.bounds.max_x > one.bounds.max_x ? other : one));
  const before = app.store.get().project.layout;
  app.store.update({ picks: [copyKey(last)] });
  moveBy(app, 1, 0);
  expect(app.store.get().project.layout).not.toBe(before);
}

/** The board's static canvas as it shows after the next frame. */
async function boardPixels(): Promise<Uint8ClampedArray> {
  await new Promise(requestAnimationFrame);
  const board = document.querySelector<HTMLCanvasElement>(".board canvas")!;
  const copy = new OffscreenCanvas(board.width, board.height).getContext("2d", { willReadFrequently: true })!;
  copy.drawImage(board, 0, 0);
  return copy.getImageData(0, 0, board.width, board.height).data;
}

/** Counts values that differ by more than the browser's smoothing of an edge, which depends on how it draws. */
function differingValues(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  return one.filter((value, i) => Math.abs(value - other[i]!) > 24).length;
}

describe("the rack", () => {
  it("has the whole width of a phone for its fields, and no more", async () => {
    await openApp({ width: 390, height: 800 });
    await button("Rack …").click();
    await button("Add sheet").click();
    await expect.element(field("Height of sheet 1")).toBeVisible();
    const dialog = page.getByRole("dialog", { name: "Rack" }).element();
    const right = dialog.getBoundingClientRect().right;
    const fields = [...dialog.querySelectorAll("input, select")].map((one) => one.getBoundingClientRect());
    expect(fields.filter((box) => box.width > 0 && box.right > right)).toEqual([]);
  });

  it("goes before buying, is exported in its own size, and parts keep clear of its defects", async () => {
    const app = await openLs(8);
    await button("Rack …").click();
    await button("Add sheet").click();
    await set("Price of sheet 1", "x");
    await set("Width of sheet 1", "260");
    // Its size is its name until somebody gives it another.
    await expect.element(field("Name of sheet 1")).toHaveValue("Sheet 260 × 300");
    await set("Name of sheet 1", "Rest of oak");
    await set("Width of sheet 1", "250");
    await set("Defects of sheet 1", "900 100 50 40");
    await expect.element(page.getByText("“900 100 50 40” lies beyond the sheet.").first()).toBeVisible();
    await set("Defects of sheet 1", "100 100 50 40");
    await page.getByRole("checkbox", { name: "Sheet 1 is a remnant" }).click();
    await expect.element(page.getByText("“x” is not a price.").first()).toBeVisible();
    await expect.element(field("Price of sheet 1")).toHaveValue("x");
    await set("Price of sheet 1", "");
    await set("Price of sheet 1", "dear");
    app.store.update({ dialog: null });
    const untaken = "Rack: “dear” was not taken for price of sheet 1; it is as it was before.";
    await expect.element(page.getByText(untaken).first()).toBeVisible();
    await nest(app);
    await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
    await expect.element(button("DXF")).toBeEnabled();
    const [report] = await downloads(1, () => button("Report").click());
    expect(report!.text).toMatch(/Rest of oak, 250(\.00)? × 300/);
    const { sheets } = app.store.get().project.layout!.data;
    const at = sheets.findIndex(({ sheet_id }) => sheet_id === "Rest of oak");
    expect(at).toBeGreaterThanOrEqual(0);
    for (const { bounds: b } of sheets[at]!.placements) {
      expect(b.max_x).toBeLessThanOrEqual(245);
    }
    app.store.update({ sheet: at });
    const [file] = await downloads(1, () => button("DXF").click());
    const engine = await app.workshop.engine();
    const { data } = await engine.read(new TextEncoder().encode(file!.text));
    expect(data.dimensions.width).toBeLessThanOrEqual(250);
  });

  it("has one sheet with all the defects that are marked on it, and the board shows them at once", async () => {
    const app = await openLs(3);
    await nest(app);
    let clean = await boardPixels();
    // The parts move to their places before the board lies still.
    await expect
      .poll(async () => {
        const before = clean;
        clean = await boardPixels();
        return differingValues(before, clean);
      })
      .toBe(0);
    markDefect(app, { min_x: 150, min_y: 150, max_x: 180, max_y: 170 });
    markDefect(app, { min_x: 20, min_y: 220, max_x: 60, max_y: 240 });
    const { rack } = app.store.get().project;
    expect(rack.map(({ defects, quantity }) => [defects?.length, quantity])).toEqual([[2, 1]]);
    await expect.poll(async () => differingValues(clean, await boardPixels())).toBeGreaterThan(100);
    app.store.undo();
    app.store.undo();
    await expect.poll(async () => differingValues(clean, await boardPixels())).toBe(0);
  });

  it("keeps a marked defect with the sheet, tells which parts lie on it and lets the others leave", async () => {
    const app = await openLs(3);
    await nest(app);
    const sheet = () => app.store.get().project.layout!.data.sheets[0]!;
    const end = Math.max(...sheet().placements.map(({ bounds }) => bounds.max_x));
    // Nothing lies there: what was nested can be cut as it is.
    markDefect(app, { min_x: end + 20, min_y: 20, max_x: end + 40, max_y: 40 });
    await expect.element(button("DXF")).toBeEnabled();
    await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
    await expect.element(button("DXF")).toBeEnabled();
    const drawn = () => {
      const { layout } = app.store.get().project;
      return findSheetType(layout!, sheet()).defects?.map(pointBounds);
    };
    expect(drawn()).toMatchObject([{ min_x: Math.floor(end + 20), min_y: 20, max_y: 40 }]);
    const { bounds } = sheet().placements[0]!;
    const [x, y] = [bounds.min_x, (bounds.min_y + bounds.max_y) / 2];
    markDefect(app, { min_x: x, min_y: y, max_x: x + 10, max_y: y + 10 });
    await expect.element(button("DXF")).toBeDisabled();
    const told = page.getByText(/^Sheet 1: .* lies on a defect of the sheet/);
    await expect.poll(() => told.elements().length).toBe(1);
    await expect
      .poll(() => app.store.get().project.layout?.check?.faults)
      .toEqual([{ sheet: 0, placements: [0] }]);
    // Nor is it lost by moving another part.
    moveLast(app);
    await expect.poll(() => app.store.get().project.layout?.check?.faults).toMatchObject([{ sheet: 0 }]);
    expect(drawn()).toHaveLength(2);
    await nest(app);
    await expect.element(button("DXF")).toBeEnabled();
  });

  it("leaves what lies where it is when the job of a saved layout changes and a part is moved", async () => {
    const app = await openLs(3);
    await nest(app);
    await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
    app.store.commit("Test", (project) => ({
      ...project,
      config: { ...project.config, spacing: 2 },
      rack: [plainSheet(project, { id: "Rest", width: 500, height: 500 })],
    }));
    moveLast(app);
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    expect(app.store.get().project.layout!.data.summary).toMatchObject({
      placed_parts: 3,
      unplaced_parts: 0,
    });
  });

  it("takes a remnant back from a result and offers it to the next job", async () => {
    const app = await openLs(2);
    await nest(app);
    await button("Keep remnant").click();
    await expect.element(page.getByText(/^Kept for the next job: /).last()).toBeVisible();
    await button("New project").click();
    // Notices about the other project went with it.
    expect(
      page
        .getByRole("paragraph")
        .getByText(/^Kept for the next job: /)
        .elements(),
    ).toEqual([]);
    await button("Rack …").click();
    for (const name of ["Use", "Forget", "Keep"]) await expect.element(button(name)).toBeDisabled();
    await page.getByRole("list", { name: "Kept remnants" }).getByRole("button", { name: /^Use / }).click();
    expect(app.store.get().project.rack).toMatchObject([{ remnant: true, quantity: 1 }]);
    await expect.element(page.getByText("None yet: keep one from a result.")).toBeVisible();
    // Whoever takes that back has it on the shelf again.
    app.store.undo();
    await expect.element(page.getByRole("button", { name: /^Use / })).toBeVisible();
  });

  it("turns sheets whose grain runs the other way, with their defects", async () => {
    const app = await openLs(1);
    const box = { min_x: 0, min_y: 0, max_x: 20, max_y: 20 };
    const bad: Ring = [
      [0, 0],
      [100, 0],
      [100, 250],
      [0, 250],
      [0, 0],
    ];
    app.store.commit("Test", (project) => ({
      ...project,
      rackOnly: true,
      rack: [{ ...plainSheet(project), id: "Board", width: 100, height: 400, grain: "y", defects: [bad] }],
      parts: project.parts.map((part) => ({ ...part, turn: "half" })),
    }));
    await nest(app);
    const { data, request } = app.store.get().project.layout!;
    expect(request.sheets).toMatchObject([{ id: "Board, turned", width: 400, height: 100 }]);
    const [place] = data.sheets[0]!.placements;
    expect([0, 180]).toContain(place!.rotation);
    // The bad end of the board is the right one now.
    expect(place!.bounds.max_x).toBeLessThanOrEqual(150 - request.config.spacing + 1e-6);
    markDefect(app, box);
    expect(pointBounds(app.store.get().project.rack[0]!.defects!.at(-1)!)).toEqual({
      min_x: 0,
      min_y: 380,
      max_x: 20,
      max_y: 400,
    });
  });

  it("is kept by name and used again", async () => {
    const app = await openLs(1);
    await button("Rack …").click();
    await button("Add sheet").click();
    await userEvent.fill(field("Name of the rack"), "Shelf A");
    await button("Keep").click();
    await expect.poll(() => page.getByRole("option", { name: "Shelf A" }).elements().length).toBe(1);
    await button("Remove sheet 1").click();
    expect(app.store.get().project.rack).toEqual([]);
    await page.getByRole("combobox", { name: "Kept racks" }).selectOptions("Shelf A");
    await button("Use").last().click();
    await expect.poll(() => app.store.get().project.rack.length).toBe(1);
  });
});

it("what is left of a sheet is where the job wants it, and clear of what is bad", async () => {
  const app = await openLs(3);
  const choose = (name: string) =>
    page.getByRole("combobox", { name: "Remnant", exact: true }).selectOptions(name);
  const left = () => {
    const { layout } = app.store.get().project;
    return sheetRemnant(layout!, layout!.data.sheets[0]!);
  };
  await choose("at the top");
  await nest(app);
  expect(app.store.get().project.layout!.request.remnant).toBe("top");
  expect(left()).toMatchObject({ min_x: 0, max_x: 400, max_y: 300 });
  await choose("on the right");
  await expect.element(button("DXF")).toBeDisabled();
  await nest(app);
  expect(left()).toMatchObject({ min_y: 0, max_x: 400, max_y: 300 });
  const bad: Ring = [
    [390, 290],
    [395, 290],
    [395, 295],
    [390, 295],
    [390, 290],
  ];
  app.store.commit("Test", (project) => ({
    ...project,
    rack: [plainSheet(project, { defects: [bad] })],
    remnant: "largest-rectangle",
  }));
  await nest(app);
  const { min_x, min_y, max_x, max_y } = left();
  expect((max_x - min_x) * (max_y - min_y)).toBeGreaterThan(60_000);
  expect(max_x <= 390 || max_y <= 290).toBe(true);
});

it("a copy that was turned over leaves turned over", async () => {
  const app = await openLs(1);
  await button("Place a copy of angle on the sheet").click();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("x");
  await expect.element(button("DXF")).toBeEnabled();
  const [file] = await downloads(1, () => button("DXF").click());
  const engine = await app.workshop.engine();
  const { parts } = await engine.read(new TextEncoder().encode(file!.text));
  const ring = parts.flatMap(({ exterior, holes }) => [exterior, ...holes]).find((one) => one.length === 7)!;
  const left = Math.min(...ring.map(([x]) => x));
  // The upright leg of the L stood at the left; turned over it stands at the right.
  const high = Math.max(...ring.map(([, y]) => y));
  const top = ring.filter(([, y]) => Math.abs(y - high) < 1e-6).map(([x]) => x - left);
  expect(Math.min(...top)).toBeCloseTo(40, 6);
});

it("what a shop keeps goes to another browser as one file, and what is damaged is counted", async () => {
  const app = await openLs(1);
  await button("Rack …").click();
  await button("Add sheet").click();
  await userEvent.fill(field("Name of the rack"), "Shelf A");
  await button("Keep").click();
  await expect.poll(() => page.getByRole("option", { name: "Shelf A" }).elements().length).toBe(1);
  const [file] = await downloads(1, () => button("Export racks and materials").click());
  app.store.update({ dialog: null });
  const shop = JSON.parse(file!.text);
  shop.machines = [{ name: "Bad", value: { defaults: { feed_rate: -1 } } }];
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("offcut").onsuccess = resolve;
  });
  drop(new File([JSON.stringify(shop)], "shop.offcut"));
  const messages = page.getByRole("list", { name: "Messages" });
  await expect
    .element(messages.getByText(/^1 thing of the shop taken over: .* 1 could not be read\.$/).first())
    .toBeVisible();
  await button("Rack …").click();
  await expect.poll(() => page.getByRole("option", { name: "Shelf A" }).elements().length).toBe(1);
});
