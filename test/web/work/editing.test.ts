/** The board as an editor: parts are picked, dragged, turned, locked, taken off and put on, by pointer, finger and key. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Point } from "../../../engine/index.ts";
import { circle, rectangle } from "../../../web-demo/edit/edit-parts.ts";
import { closestTo, snap } from "../../../web-demo/edit/snap.ts";
import type { SolidPart } from "../../../web-demo/geometry/depth.ts";
import { nearest } from "../../../web-demo/geometry/near.ts";
import type { LaidPart } from "../../../web-demo/model/project.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { drop, dxf, openApp, rectangleEntity } from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });

/** Two squares of 50 on a sheet of 300 × 200, spacing 4, margin 5. */
async function openSquares(copies = 2): Promise<RunningApp> {
  const app = await openApp();
  app.store.commit("Test", (project) => ({
    ...project,
    budgetMs: 2000,
    sheet: { width: 300, height: 200 },
    config: { spacing: 4, edge_margin: 5, rotation_step: 90, kerf: 0 },
  }));
  drop(new File([dxf(rectangleEntity(0, 0, 50, 50))], "square.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  await userEvent.fill(field("Quantity of square"), String(copies));
  await userEvent.keyboard("{Enter}");
  for (let i = 0; i < copies; i++) await button("Place a copy of square on the sheet").click();
  await checked(app);
  return app;
}

async function checked(app: RunningApp): Promise<void> {
  await expect.poll(() => app.store.get().project.layout?.check ?? null).not.toBeNull();
}

const places = (app: RunningApp) =>
  app.store.get().project.layout!.data.sheets.flatMap((one) => one.placements);
const corner = ({ bounds }: LaidPart) => [bounds.min_x, bounds.min_y].map((mm) => Number(mm.toFixed(4)));

/** Types where the picked copy shall lie. */
async function put(left: string, below: string): Promise<void> {
  await userEvent.fill(field("Left"), left);
  await userEvent.keyboard("{Enter}");
  await userEvent.fill(field("Below"), below);
  await userEvent.keyboard("{Enter}");
}

async function twoApart(): Promise<RunningApp> {
  const app = await openSquares();
  await put("200", "100");
  await userEvent.keyboard("{Escape}");
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard(".");
  await put("20", "20");
  await checked(app);
  return app;
}

/** Where a point of the sheet is on the page. */
function onPage(app: RunningApp, x: number, y: number): { x: number; y: number } {
  const canvas = document.querySelector<HTMLCanvasElement>("#board")!;
  const box = canvas.getBoundingClientRect();
  const { width, height } = app.store.get().project.sheet;
  // As the board fits a sheet: rulers and 24 pixels on every side.
  const [left, top] = [46, 46];
  const scale = Math.min((box.width - left - 24) / width, (box.height - top - 24) / height);
  const middle = { x: left + (box.width - left - 24) / 2, y: top + (box.height - top - 24) / 2 };
  return { x: box.x + middle.x + (x - width / 2) * scale, y: box.y + middle.y - (y - height / 2) * scale };
}

/** A pointer of a script, which cannot be captured. */
function point(type: string, at: { x: number; y: number }, more: PointerEventInit = {}): void {
  const canvas = document.querySelector<HTMLCanvasElement>("#board")!;
  canvas.setPointerCapture = () => {};
  const init = {
    clientX: at.x,
    clientY: at.y,
    pointerId: 1,
    bubbles: true,
    button: 0,
    pointerType: "mouse",
    ...more,
  };
  canvas.dispatchEvent(new PointerEvent(type, init));
}

function drag(
  app: RunningApp,
  from: [number, number],
  to: [number, number],
  more: PointerEventInit = {},
): void {
  const [a, b] = [onPage(app, ...from), onPage(app, ...to)];
  point("pointerdown", a, more);
  for (let i = 1; i <= 8; i++)
    point("pointermove", { x: a.x + ((b.x - a.x) * i) / 8, y: a.y + ((b.y - a.y) * i) / 8 }, more);
  point("pointerup", b, more);
}

describe("a part on the board", () => {
  it("is put there from the list, with one more asked for when all are placed", async () => {
    const app = await openSquares(1);
    expect(places(app)).toHaveLength(1);
    await button("Place a copy of square on the sheet").click();
    expect(app.store.get().project.parts[0]!.quantity).toBe(2);
    expect(places(app)).toHaveLength(2);
    await expect
      .element(page.getByText("All copies of square were placed: this is one more.").last())
      .toBeVisible();
    await button("Undo").first().click();
    expect(app.store.get().project.parts[0]!.quantity).toBe(1);
    expect(places(app)).toHaveLength(1);
  });

  it("on top of another one is told of, shown, and never exported", async () => {
    const app = await openSquares(2);
    // Both were put in the middle of the sheet.
    await expect.element(page.getByText("The parts do not lie right: not for export")).toBeVisible();
    await expect.element(page.getByText("Sheet 1: square #1 and square #2 overlap by 50 mm")).toBeVisible();
    for (const name of ["DXF", "Picture as SVG", "Placements as CSV"])
      await expect.element(button(name)).toBeDisabled();
    expect(app.store.get().project.layout!.check!.faults).not.toEqual([]);
    await put("5", "5");
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
    await expect.element(button("DXF")).toBeEnabled();
  });

  it("is moved, turned, mirrored, locked and taken off by keys, each a step to undo", async () => {
    const app = await twoApart();
    const first = () => places(app).find(({ instance }) => instance === 0)!;
    const canvas = document.querySelector<HTMLCanvasElement>("#board")!;
    canvas.focus();
    await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowUp}{/Shift}");
    expect(corner(first())).toEqual([21, 30]);
    await userEvent.keyboard("r");
    expect(first().rotation).toBe(90);
    expect(corner(first())).toEqual([21, 30]);
    await userEvent.keyboard("{Shift>}r{/Shift}");
    expect(first().rotation).toBe(105);
    await userEvent.keyboard("x");
    expect(first().mirrored).toBe(true);
    await userEvent.keyboard("l");
    expect(first().locked).toBe(true);
    await userEvent.keyboard("{ArrowRight}");
    await userEvent.keyboard("{Delete}");
    expect(places(app)).toHaveLength(2);
    await userEvent.keyboard("l{Delete}");
    expect(places(app)).toHaveLength(1);
    expect(app.store.get().project.layout!.data.unplaced).toEqual(["square"]);
    app.store.update({ picks: ["0 square"], selected: "square" });
    for (let i = 0; i < 8; i++) await userEvent.keyboard("{Control>}z{/Control}");
    // Nor are all copies of it picked out in its place, which would have the whole board drawn anew.
    expect(app.store.get().session).toMatchObject({ picks: [], selected: null });
    expect(corner(first())).toEqual([20, 20]);
    await checked(app);
  });

  it("is dragged, snaps to the margin and to the clearance beside its neighbour", async () => {
    const app = await twoApart();
    drag(app, [45, 45], [33, 31]);
    expect(corner(places(app).find(({ instance }) => instance === 0)!)).toEqual([5, 5]);
    // Near to the right of the first: 5 + 50 + 4.
    drag(app, [225, 125], [85, 31]);
    expect(corner(places(app).find(({ instance }) => instance === 1)!)).toEqual([59, 5]);
    await expect.poll(() => app.store.get().project.layout!.check?.ok).toBe(true);
    expect(app.store.get().project.layout!.check!.gap).toBeCloseTo(4, 6);
  });

  it("is picked with others by a frame or Shift, lined up and spaced evenly", async () => {
    const app = await openSquares(3);
    const where = [
      ["10", "10"],
      ["90", "31"],
      ["240", "52"],
    ] as const;
    for (const [i, [left, below]] of where.entries()) {
      app.store.update({ picks: [`${i} square`] });
      await put(left, below);
    }
    await page.getByRole("img", { name: /Sheet 1/ }).click({ position: { x: 60, y: 60 }, force: true });
    (document.activeElement as HTMLElement).focus();
    await userEvent.keyboard("{Control>}a{/Control}");
    await expect.element(page.getByRole("heading", { name: "3 parts", exact: true })).toBeVisible();
    await button("Align lower edges").click();
    await button("Equal spaces across").click();
    expect(places(app).map(corner)).toEqual([
      [10, 10],
      [125, 10],
      [240, 10],
    ]);
  });

  it("is moved by one finger once it is picked, while the finger moves the view elsewhere", async () => {
    const app = await twoApart();
    const finger = { pointerType: "touch" };
    app.store.update({ picks: [] });
    drag(app, [45, 45], [85, 45], finger);
    expect(corner(places(app)[0]!)).toEqual([20, 20]);
    app.store.update({ picks: ["0 square"], fits: app.store.get().session.fits + 1 });
    await expect.poll(() => app.store.get().session.picks).toHaveLength(1);
    drag(app, [45, 45], [105, 85], finger);
    expect(corner(places(app).find(({ instance }) => instance === 0)!)).toEqual([80, 60]);
  });

  it("that is dragged and let go with Escape is where it was", async () => {
    const app = await twoApart();
    const [a, b] = [onPage(app, 45, 45), onPage(app, 120, 120)];
    point("pointerdown", a);
    point("pointermove", { x: a.x + 10, y: a.y });
    point("pointermove", b);
    document.querySelector<HTMLCanvasElement>("#board")!.focus();
    await userEvent.keyboard("{Escape}");
    point("pointerup", b);
    expect(corner(places(app).find(({ instance }) => instance === 0)!)).toEqual([20, 20]);
  });

  it("goes to another sheet and back, by name", async () => {
    const app = await twoApart();
    await button("New sheet").click();
    expect(app.store.get().project.layout!.data.sheets.map(({ placements }) => placements.length)).toEqual([
      1, 1,
    ]);
    await expect.element(page.getByRole("tab", { name: /Sheet 2/ })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("group", { name: "Move to sheet" }).getByRole("button", { name: "Sheet 1" }).click();
    expect(app.store.get().project.layout!.data.sheets).toHaveLength(1);
    await expect.poll(() => app.store.get().project.layout!.check?.ok).toBe(true);
  });

  it("that is locked stays where it is when the rest is nested", async () => {
    const app = await openSquares(1);
    await put("120", "70");
    await button("Lock").click();
    await userEvent.fill(field("Quantity of square"), "5");
    await userEvent.keyboard("{Enter}");
    await button("Nest the rest").first().click();
    await expect.poll(() => places(app).length).toBe(5);
    await expect.poll(() => app.store.get().project.layout!.check?.ok).toBe(true);
    const locked = places(app).filter((one) => one.locked);
    expect(locked.map(corner)).toEqual([[120, 70]]);
  });
});

describe("distances under the pointer", () => {
  const body = { exterior: rectangle(10, 10), holes: [] };
  const still = { x: 0, y: 0, rotation: 0, mirrored: false };
  const lifted = new Set<LaidPart>();

  it("are those of the outlines, turned and mirrored, and negative by how deep parts lie in each other", () => {
    const gap = (x: number, y: number, rotation = 0) =>
      nearest(body, still, body, { ...still, x, y, rotation }, 100)!.gap;
    expect(gap(13, 0)).toBeCloseTo(3, 12);
    expect(gap(13, 14)).toBeCloseTo(5, 12);
    // On its corner, 45° round: the nearest corner is at (20 - 10 / √2, …).
    expect(gap(20, 0, 45)).toBeCloseTo(20 - 10 * Math.SQRT1_2 - 10, 9);
    expect(gap(8, 3)).toBeCloseTo(-2, 12);
    expect(nearest(body, still, body, { ...still, x: 300 }, 100)).toBeNull();
  });

  it("tell how far parts that overlap have to be moved, however their edges lie", () => {
    const poseAt = (x: number, y: number, rotation = 0) => ({ ...still, x, y, rotation });
    const depth = (other: SolidPart, x: number, y: number, rotation = 0, mine: SolidPart = body) => {
      const pose = poseAt(x, y, rotation);
      const found = nearest(mine, still, other, pose, 100)!;
      // Moved by that much, they touch.
      const [dx, dy] = [found.to[0] - found.from[0], found.to[1] - found.from[1]];
      expect(nearest(mine, { ...still, x: dx, y: dy }, other, pose, 100)!.gap).toBeCloseTo(0, 6);
      return -found.gap;
    };
    // Edges in line with each other, and one on top of the other.
    expect(depth(body, 7, 0)).toBeCloseTo(3, 9);
    expect(depth(body, 0, -9)).toBeCloseTo(1, 9);
    expect(depth(body, 0, 0)).toBeCloseTo(10, 9);
    // Bars across each other, and a square on its corner.
    expect(depth({ exterior: rectangle(30, 2), holes: [] }, -10, 4)).toBeCloseTo(6, 9);
    expect(depth(body, 15, 0, 45)).toBeCloseTo(2 + 10 * Math.SQRT1_2 - 7, 9);
    // Rings are too small for each other's holes; a bracket is in the way with one arm.
    const ring = { exterior: circle(10), holes: [circle(4).map(([x, y]): Point => [x + 3, y + 3])] };
    expect(depth(ring, 9, 0, 0, ring)).toBeCloseTo(1, 2);
    const bracket: SolidPart = { exterior: [[0, 0], [20, 0], [20, 4], [4, 4], [4, 20], [0, 20], [0, 0]], holes: [] }; // biome-ignore format: corners
    expect(depth(bracket, 3, 7, 0, body)).toBeCloseTo(3, 9);
    // A part in a hole overlaps nothing.
    const frame: SolidPart = { exterior: rectangle(40, 40), holes: [rectangle(20, 20).map(([x, y]): Point => [x + 10, y + 10])] }; // biome-ignore format: one line
    expect(nearest(body, still, frame, poseAt(-15, -15), 100)!.gap).toBeCloseTo(5, 9);
    expect(nearest(body, still, frame, poseAt(-12, -15), 100)!.gap).toBeCloseTo(2, 9);
    expect(nearest(body, still, frame, poseAt(-7, -15), 100)!.gap).toBeCloseTo(-3, 9);
  });

  it("draw a part to contact, into line and to equal spaces", () => {
    const laid = (x: number, y: number, instance: number): LaidPart => ({
      part_id: "a",
      instance,
      x,
      y,
      rotation: 0,
      bounds: { min_x: x, min_y: y, max_x: x + 10, max_y: y + 10 },
    });
    const around = {
      width: 200,
      height: 100,
      clearance: 3,
      inset: 5,
      lifted,
      parts: new Map([["a", { id: "a", quantity: 9, ...body }]]),
    };
    const snapped = (others: LaidPart[], dx: number, dy: number) => {
      const result = snap([laid(0, 0, 0)], [dx, dy], { ...around, all: others }, 2);
      return [result.dx, result.dy].map((value) => Number(value.toFixed(6)));
    };
    expect(snapped([], 4.2, 6.1)).toEqual([5, 5]);
    expect(snapped([laid(50, 40, 1)], 64, 41)).toEqual([63, 40]);
    expect(snapped([laid(20, 40, 1), laid(100, 40, 2)], 61, 40.5)).toEqual([60, 40]);
    expect(snapped([laid(50, 40, 1)], 150, 20)).toEqual([150, 20]);
  });

  it("find the nearest of ten thousand, and of two that overlap the deeper, as asking all of them does", () => {
    const parts = new Map([["a", { id: "a", quantity: 500, ...body }]]);
    const laid = (x: number, y: number, instance: number): LaidPart => {
      const bounds = { min_x: x, min_y: y, max_x: x + 10, max_y: y + 10 };
      return { part_id: "a", instance, x, y, rotation: 0, bounds };
    };
    const others = Array.from({ length: 10_000 }, (_, i) =>
      laid((i % 100) * 13, Math.floor(i / 100) * 13, i),
    ).filter(({ x, y }) => Math.hypot(x - 650, y - 650) > 60);
    const gapAt = (x: number, y: number) =>
      closestTo([laid(0, 0, -1)], [x, y], { parts, all: others, lifted }, 500)?.gap ?? Number.NaN;
    // Squares apart: by the sides of their boxes alone.
    const apart = (x: number, y: number) =>
      Math.min(
        ...others.map((one) =>
          Math.hypot(Math.max(Math.abs(one.x - x) - 10, 0), Math.max(Math.abs(one.y - y) - 10, 0)),
        ),
      );
    for (const [x, y] of [
      [650, 650],
      [632.5, 661],
      [1400, 700],
      [-200, -130],
    ] as const)
      expect(gapAt(x, y)).toBeCloseTo(apart(x, y), 9);
    // It lies in one by 1 × 5 and in the other by 6 × 4, whichever is asked first.
    const two = [laid(17, 5, 1), laid(12, 6, 2)];
    for (const around of [two, two.toReversed()])
      expect(closestTo([laid(0, 0, -1)], [8, 0], { parts, all: around, lifted }, 50)!.gap).toBeCloseTo(-4, 9);
  });
});
