/** The import table: what lines are for, gaps closed by a click, and what a drawing says of the order. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { alikeAmong, listOnce } from "../../../web-demo/edit/alike.ts";
import {
  duplicatePart,
  removeDrawing,
  removePart,
  renamePart,
  setQuantity,
  setTurn,
} from "../../../web-demo/edit/edit-parts.ts";
import { rereadDrawings } from "../../../web-demo/io/drawings/again.ts";
import { closeGaps } from "../../../web-demo/io/drawings/gaps.ts";
import { writeProgram } from "../../../web-demo/io/save/program-file.ts";
import { openProject } from "../../../web-demo/io/save/restore.ts";
import { pointBounds } from "../../../web-demo/model/bounds.ts";
import { notify } from "../../../web-demo/model/session.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import {
  circleEntity,
  downloads,
  drop,
  dxf,
  lineEntity,
  openApp,
  polygonEntity,
  rectangleEntity,
  textEntity,
  useLaser,
} from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const choice = (name: string) => page.getByRole("combobox", { name, exact: true });

type Entity = ReturnType<typeof lineEntity>;
const onLayer = (layer: string, entity: Entity): Entity =>
  entity.map(([code, value]) => (code === 8 ? [8, layer] : [code, value]));

/** A plate with a ring drawn on it, on a layer whose name says nothing. */
const RINGED = dxf([...rectangleEntity(0, 0, 100, 60), ...onLayer("Top", circleEntity(50, 30, 10))]);

/** A square whose corners miss each other by these widths; 0 is none. */
function openSquare(gaps: [number, number], size = 50): string {
  return dxf([
    ...lineEntity(0, 0, size - gaps[0], 0),
    ...lineEntity(size, 0, size, size - gaps[1]),
    ...lineEntity(size, size, 0, size),
    ...lineEntity(0, size, 0, 0),
  ]);
}

async function open(text: string, name: string): Promise<RunningApp> {
  const app = await openApp();
  await add(app, text, name);
  return app;
}

async function add(app: RunningApp, text: string, name: string): Promise<void> {
  const before = app.store.get().project.drawings.length;
  drop(new File([text], name));
  await expect.poll(() => app.store.get().project.drawings.length).toBe(before + 1);
}

async function unfold(summary: RegExp): Promise<void> {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>(".drawing-details > summary")].find(({ textContent }) =>
      summary.test(textContent ?? ""),
    );
  await expect.poll(found).toBeDefined();
  found()!.click();
  await expect.poll(() => document.querySelector(".drawing-choices")).not.toBeNull();
}

describe("operations", () => {
  it("are chosen by layer, and the parts follow at once", async () => {
    const app = await open(RINGED, "plate.dxf");
    expect(app.store.get().project.parts[0]!.holes).toHaveLength(1);
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top").selectOptions("Engrave");
    await expect.poll(() => app.store.get().project.parts[0]!.holes.length).toBe(0);
    const { marks } = app.store.get().project.parts[0]!;
    expect(marks).toHaveLength(1);
    expect(marks![0]!.role).toBe("engrave");
    await expect.poll(() => document.querySelectorAll(".part-picture .drawn.engrave").length).toBe(1);
    for (const [x, y] of marks![0]!.path) expect(Math.hypot(x - 50, y - 30)).toBeCloseTo(10, 6);
    await choice("Operation of layer top").selectOptions("Ignore");
    await expect.poll(() => app.store.get().project.parts[0]!.marks).toBeUndefined();
    app.store.undo();
    expect(app.store.get().project.parts[0]!.marks).toHaveLength(1);
    app.store.undo();
    expect(app.store.get().project.parts[0]!.holes).toHaveLength(1);
  });

  it("are told on the board beside the drawing, with what is not made", async () => {
    const axis = onLayer("AXIS", lineEntity(-10, 30, 110, 30));
    const beside = lineEntity(150, 0, 150, 60);
    await open(dxf([...rectangleEntity(0, 0, 100, 60), ...axis, ...beside]), "plate.dxf");
    const legend = () => document.querySelector<HTMLElement>(".drawing-legend:not([hidden])");
    expect(legend()).toBeNull();
    await button(/^Show drawing/).click();
    await expect.poll(() => legend()?.innerText).toMatch(/^cut\s*not made\s*on no part, left out$/);
    await button("Close drawing").click();
    await expect.poll(legend).toBeNull();
  });

  it("are what a result answers from the choice on, and stay where nothing would be cut", async () => {
    const app = await open(RINGED, "plate.dxf");
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 500 }));
    await app.solver.start();
    const verified = page.getByText("Ready to cut", { exact: true });
    await expect.element(verified).toBeVisible();
    const again = rereadDrawings(app, [app.store.get().project.drawings[0]!.id], {
      roles: { top: "engrave" },
    });
    // The drawing is still being read.
    await expect.element(button("DXF"), { timeout: 0 }).toBeDisabled();
    expect(verified.query()).toBeNull();
    expect(app.store.get().session.reading).toBe(1);
    await again;
    expect(verified.query()).toBeNull();
    app.store.undo();
    await expect.element(verified).toBeVisible();
    const { project } = app.store.get();
    await rereadDrawings(app, [project.drawings[0]!.id], { roles: { top: "engrave", 0: "ignore" } });
    expect(app.store.get().session.notices.map(({ text }) => text)).toContain(
      "plate.dxf stays as it was: read that way, nothing of it would be cut.",
    );
    expect(app.store.get().project.parts).toBe(project.parts);
    await expect.element(verified).toBeVisible();
    await expect.element(button("DXF")).toBeEnabled();
  });

  it("that are no cuts leave with a machine that knows them, and are told with one that does not", async () => {
    const app = await open(RINGED, "plate.dxf");
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top").selectOptions("Engrave");
    await expect.poll(() => app.store.get().project.parts[0]!.marks?.length).toBe(1);
    app.store.commit("Test", (project) => ({
      ...project,
      budgetMs: 2000,
      sheet: { width: 300, height: 150 },
    }));
    await choice("Which machine cuts this job?").selectOptions("Marlin laser");
    await app.solver.start();
    await expect.element(page.getByText("Ready, but not all of it is made")).toBeVisible();
    await expect
      .element(page.getByText("1 line to engrave on plate is left out: Marlin laser has no settings for it."))
      .toBeVisible();
    const plain = await writeProgram(app, app.store.get().project.layout!, 0);
    await button("Leave it out").click();
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
    app.store.undo();
    await button("Set how to engrave").click();
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
    const { picture } = await writeProgram(app, app.store.get().project.layout!, 0);
    expect(plain.picture.moves.filter(({ kind }) => kind === "mark")).toEqual([]);
    const [drawing] = await downloads(1, () => button("DXF").click());
    const read = await (await app.workshop.engine()).read(new TextEncoder().encode(drawing!.text));
    const engraved = read.paths.filter(({ layer }) => layer === "ENGRAVE").flatMap(({ curves }) => curves);
    const lengths = engraved.map((curve) =>
      curve.kind === "arc"
        ? curve.radius * Math.abs(curve.sweep)
        : Math.hypot(curve.x1 - curve.x0, curve.y1 - curve.y0),
    );
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(20 * Math.PI, 1);
    expect(picture.moves.filter(({ kind }) => kind === "mark").length).toBeGreaterThan(0);
  });

  it("of lines that are open are cuts of their part, until something else is chosen", async () => {
    const slit = onLayer("Slit", lineEntity(20, 30, 80, 30));
    const app = await open(dxf([...rectangleEntity(0, 0, 100, 60), ...slit]), "plate.dxf");
    const roles = () => app.store.get().project.parts[0]!.marks?.map(({ role }) => role);
    expect(roles()).toEqual(["cut-open"]);
    app.store.commit("Test", (project) => ({
      ...project,
      budgetMs: 2000,
      parts: project.parts.map((part) => ({ ...part, turn: "fixed" })),
    }));
    useLaser(app);
    await app.solver.start();
    const { layout } = app.store.get().project;
    const place = layout!.data.sheets[0]!.placements[0]!;
    expect(place.rotation).toBe(0);
    const { picture } = await writeProgram(app, layout!, 0);
    const along = picture.moves.filter(({ kind }) => kind === "cut");
    const ends = along.flatMap(({ from, to }) => [from, to]).map(([x, y]) => [x - place.x, y - place.y]);
    for (const end of [20, 80])
      expect(ends.some(([x, y]) => Math.hypot(x! - end, y! - 30) < 0.01)).toBe(true);
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer slit").selectOptions("Mark");
    await expect.poll(roles).toEqual(["mark"]);
  });

  it("are chosen for all drawings at once", async () => {
    const app = await open(RINGED, "one.dxf");
    await add(app, RINGED, "two.dxf");
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top").selectOptions("Mark");
    await expect
      .poll(() => app.store.get().project.parts.map(({ marks }) => marks?.[0]?.role))
      .toEqual(["mark", "mark"]);
  });

  it("keep the layout while the outline stays the same", async () => {
    const app = await open(RINGED, "plate.dxf");
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top").selectOptions("Engrave");
    await expect.poll(() => app.store.get().project.parts[0]!.marks?.length).toBe(1);
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 2000 }));
    await app.solver.start();
    await expect.element(button("DXF")).toBeEnabled();
    await choice("Operation of layer top").selectOptions("Mark");
    await expect.poll(() => app.store.get().project.parts[0]!.marks?.[0]?.role).toBe("mark");
    await expect.element(button("DXF")).toBeEnabled();
  });
});

it("colours mean what they do in the trade, where that is said", async () => {
  const coloured = (colour: number, entity: Entity): Entity =>
    entity.flatMap((pair) => (pair[0] === 8 ? [pair, [62, colour]] : [pair]));
  const drawing = dxf([
    ...coloured(1, rectangleEntity(0, 0, 100, 60)),
    ...coloured(5, circleEntity(50, 30, 10)),
  ]);
  const app = await open(drawing, "plate.dxf");
  expect(app.store.get().project.parts[0]!.holes).toHaveLength(1);
  await unfold(/^Read in|notes?/);
  await choice("Colours mean").selectOptions("red cuts, blue and green mark");
  await expect.poll(() => app.store.get().project.parts[0]!.holes.length).toBe(0);
  expect(app.store.get().project.parts[0]!.marks).toMatchObject([{ role: "mark" }]);
  await choice("Colours mean").selectOptions("as LightBurn: its tool layers are no cuts");
  await expect.poll(() => app.store.get().project.parts[0]!.holes.length).toBe(1);
  await expect.element(page.getByRole("rowheader", { name: "C02" })).toBeVisible();
  await choice("Operation of colour #0000ff").selectOptions("Engrave");
  await expect
    .poll(() => app.store.get().project.parts[0]!.marks?.map(({ role }) => role))
    .toEqual(["engrave"]);
});

describe("gaps", () => {
  it("are closed one after another by a click, with undo", async () => {
    const app = await open(openSquare([0.4, 1.2]), "square.dxf");
    expect(app.store.get().project.parts).toHaveLength(0);
    await unfold(/2 gaps/);
    await button("Close the gap of 0.4 mm in square.dxf").click();
    await button("Close the gap of 1.2 mm in square.dxf").click();
    await expect.poll(() => app.store.get().project.parts.length).toBe(1);
    expect(app.store.get().project.drawings[0]!.openEnds).toEqual([]);
    app.store.undo();
    expect(app.store.get().project.drawings[0]!.openEnds).toMatchObject([{ layer: "0" }]);
    expect(app.store.get().project.parts).toHaveLength(0);
    app.store.undo();
    expect(app.store.get().project.drawings[0]!.joinGaps ?? 0).toBe(0);
  });

  it("are closed by a click on the drawing", async () => {
    const app = await open(openSquare([1.2, 0]), "square.dxf");
    await expect.element(page.getByRole("img", { name: /^Drawing square.dxf with 1 gap/ })).toBeVisible();
    const canvas = document.querySelector<HTMLCanvasElement>("#board")!;
    canvas.setPointerCapture = () => {};
    await unfold(/1 gap/);
    await button("Show the gap of 1.2 mm in square.dxf").click();
    // Shown in the middle of what the rulers leave.
    const box = canvas.getBoundingClientRect();
    const { left, top } = box;
    const at = {
      clientX: left + box.width / 2 + 10,
      clientY: top + box.height / 2 + 10,
      bubbles: true,
      pointerId: 3,
    };
    canvas.dispatchEvent(new PointerEvent("pointerdown", at));
    canvas.dispatchEvent(new PointerEvent("pointerup", at));
    await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  });

  it("are closed together and opened again, and told beside what is whole", async () => {
    const whole = circleEntity(200, 25, 10);
    const second = lineEntity(300, 0, 349.2, 0);
    const rest = [
      ...lineEntity(350, 0, 350, 50),
      ...lineEntity(350, 50, 300, 50),
      ...lineEntity(300, 50, 300, 0),
    ];
    const square = [...lineEntity(0, 0, 49.6, 0), ...lineEntity(50, 0, 50, 50), ...lineEntity(50, 50, 0, 50)];
    const app = await open(
      dxf([...whole, ...square, ...lineEntity(0, 50, 0, 0), ...second, ...rest]),
      "squares.dxf",
    );
    expect(app.store.get().project.parts).toHaveLength(1);
    await expect.element(page.getByText(/^squares.dxf: 2 gaps keep outlines open/).first()).toBeVisible();
    await unfold(/Look before cutting .* 2 gaps/);
    const close = page.getByRole("button", { name: "Close these 2 gaps (0.8 mm)", exact: true });
    (close.element() as HTMLElement).focus();
    await close.click();
    await expect.poll(() => app.store.get().project.parts.length).toBe(3);
    await expect.element(page.getByText("2 gaps are closed: all up to 0.8 mm.").first()).toBeVisible();
    await expect.poll(() => document.activeElement?.tagName).toBe("SUMMARY");
    await button("Open the gaps of squares.dxf again").click();
    await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  });

  it("are closed in all drawings at once", async () => {
    const app = await open(openSquare([0.4, 0]), "one.dxf");
    await add(app, openSquare([0.9, 0]), "two.dxf");
    await unfold(/1 gap/);
    await button("Close all gaps in all drawings").click();
    await expect.poll(() => app.store.get().project.parts.length).toBe(2);
    app.store.undo();
    expect(app.store.get().project.parts).toHaveLength(0);
  });

  it("are not called closed once that is undone, and what was said before it stays", async () => {
    const app = await open(openSquare([0.4, 0.3]), "one.dxf");
    // As it is read on the page.
    const words = () =>
      [...document.querySelectorAll(".parts .notice p")].map(({ textContent }) => textContent!.split(":")[0]);
    app.store.commit("Rename the project", (now) => ({ ...now, name: "another" }));
    app.store.undo();
    expect(words()).toEqual(["one.dxf"]);
    await closeGaps(app, [app.store.get().project.drawings[0]!.id], 0.5);
    expect(words()).toContain("2 gaps are closed");
    app.store.undo();
    // The gaps are open again, and so it says.
    expect(words()).toEqual(["one.dxf"]);
    app.store.redo();
    expect(words()).toEqual(["2 gaps are closed"]);
    app.store.undo();
    await add(app, openSquare([0.7, 0]), "two.dxf");
    // Nothing has put the first right.
    await expect.poll(words).toEqual(["one.dxf", "two.dxf"]);
    app.store.undo();
    expect(words()).toEqual(["one.dxf"]);
  });

  it("are told of until another tab has closed them, or the drawing is gone", async () => {
    const app = await open(openSquare([0.4, 0.3]), "one.dxf");
    await add(app, openSquare([0.7, 0]), "two.dxf");
    const words = () => app.store.get().session.notices.map(({ text }) => text.split(":")[0]);
    await expect.poll(words).toEqual(["one.dxf", "two.dxf"]);
    // As it comes from another tab.
    app.store.commit("Change in another tab", (project) => {
      const { drawings } = structuredClone(project);
      return { ...project, drawings: [{ ...drawings[0]!, openEnds: [] }, drawings[1]!] };
    });
    expect(words()).toEqual(["two.dxf"]);
    removeDrawing(app, app.store.get().project.drawings[1]!.id);
    expect(words()).toEqual([]);
    app.store.undo();
    expect(words()).toEqual(["two.dxf"]);
  });
});

it("of all that a panel has to say the last is shown, and the rest when it is asked for", async () => {
  const app = await openApp();
  const list = page.getByRole("list", { name: "Messages" }).first();
  for (let i = 1; i <= 9; i++) notify(app.store, "parts", "error", `Message ${i}.`);
  const shown = () => [...list.element().querySelectorAll(".notice p")].map((one) => one.textContent);
  expect(shown()).toEqual([4, 5, 6, 7, 8, 9].map((i) => `Message ${i}.`));
  await button("3 earlier messages").click();
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `Message ${i}.`));
  await expect.element(button(/earlier message/)).not.toBeInTheDocument();
});

/** Two squares side by side, drawn as a frame and a line across it. */
const DIVIDED = dxf([...rectangleEntity(0, 0, 100, 50), ...lineEntity(50, 0, 50, 50)]);

describe("a drawing", () => {
  it("accounts for every millimetre", async () => {
    const app = await open(DIVIDED, "two.dxf");
    await unfold(/note/);
    await page.getByText("All 350 mm that are drawn").click();
    const table = page.getByRole("table", { name: "Lengths of two.dxf" });
    await expect.element(table.getByRole("row", { name: "Outlines and holes 350 mm" })).toBeVisible();
    await expect.element(page.getByText("50 mm of the outlines are shared by two parts.")).toBeVisible();
    app.store.commit("Test", (project) => ({ ...project, unit: "in" }));
    await expect.element(page.getByText("All 13.78 in that are drawn")).toBeVisible();
    // An unfolded account stays so.
    await expect.element(table.getByRole("row", { name: "Outlines and holes 13.78 in" })).toBeVisible();
  });

  it("is divided by lines across it or has open cuts there, as somebody chooses", async () => {
    const app = await open(DIVIDED, "two.dxf");
    const parts = () => app.store.get().project.parts;
    expect(parts()).toHaveLength(2);
    await unfold(/note/);
    await choice("Lines across a part of two.dxf").selectOptions("are open cuts in it");
    await expect.poll(() => parts().length).toBe(1);
    expect(parts()[0]!.marks).toMatchObject([{ role: "cut-open" }]);
    // Asked on, though nothing is shared any more.
    await choice("Lines across a part of two.dxf").selectOptions("divide it");
    await expect.poll(() => parts().length).toBe(2);
    app.store.undo();
    expect(parts()).toHaveLength(1);
  });

  it("has its line ends trimmed as far as somebody says", async () => {
    const long = [...lineEntity(-3, 0, 53, 0), ...lineEntity(50, -3, 50, 53)];
    const app = await open(
      dxf([...long, ...lineEntity(53, 50, -3, 50), ...lineEntity(0, 53, 0, -3)]),
      "a.dxf",
    );
    const account = () => {
      const { overshoot, open: left } = app.store.get().project.drawings[0]!.account!;
      return [Math.round(overshoot), Math.round(left)];
    };
    expect(account()).toEqual([24, 0]);
    await unfold(/note/);
    await choice("Trim line ends beyond corners in a.dxf").selectOptions("up to 2 mm");
    await expect.poll(account).toEqual([0, 24]);
    await choice("Trim line ends beyond corners in a.dxf").selectOptions("automatic");
    await expect.poll(account).toEqual([24, 0]);
  });

  it("has operations by line type, which can be taken back", async () => {
    const dashed = lineEntity(10, 20, 90, 20).flatMap((pair) =>
      pair[0] === 8 ? [pair, [6, "DASHED"] as const] : [pair],
    );
    const app = await open(dxf([...rectangleEntity(0, 0, 100, 60), ...dashed]), "plate.dxf");
    const roles = () => app.store.get().project.parts[0]!.marks?.map(({ role }) => role) ?? [];
    const before = roles();
    await unfold(/note/);
    await choice("Operation of line type dashed").selectOptions("Mark");
    await expect.poll(roles).toEqual(["mark"]);
    await choice("Operation of line type dashed").selectOptions("As read");
    await expect.poll(roles).toEqual(before);
  });

  it("can be read another way by a later visit", async () => {
    const app = await open(DIVIDED, "two.dxf");
    app.sources.clear();
    await unfold(/note/);
    await choice("Lines across a part of two.dxf").selectOptions("are open cuts in it");
    await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  });

  it("whose file is gone shows what it was read with", async () => {
    const app = await open(DIVIDED, "two.dxf");
    app.store.commit("Test", (project) => ({
      ...project,
      drawings: project.drawings.map((one) => ({ ...one, id: "lost" })),
      parts: project.parts.map((part) => ({ ...part, drawing: "lost" })),
    }));
    await unfold(/note/);
    const edges = choice("Lines across a part of two.dxf");
    await edges.selectOptions("are open cuts in it");
    await expect.element(page.getByText(/^Add two.dxf again to read it another way/).first()).toBeVisible();
    await expect.element(edges).toHaveValue("");
    expect(app.store.get().project.parts).toHaveLength(2);
  });

  it("keeps what is done while it is read again, and every choice", async () => {
    const app = await open(RINGED, "plate.dxf");
    const { id } = app.store.get().project.drawings[0]!;
    const both = [
      rereadDrawings(app, [id], { roles: { Top: "mark" } }),
      rereadDrawings(app, [id], { unit: "cm" }),
    ];
    app.store.commit("Test", (project) => ({
      ...project,
      parts: project.parts.map((part) => ({ ...part, quantity: 7 })),
    }));
    await Promise.all(both);
    const [part] = app.store.get().project.parts;
    expect([part!.quantity, part!.marks?.[0]?.role]).toEqual([7, "mark"]);
    expect(Math.max(...part!.exterior.map(([x]) => x))).toBeCloseTo(1000, 6);
    // One that is removed meanwhile does not come back.
    const again = rereadDrawings(app, [id], { unit: "mm" });
    app.store.commit("Test", (project) => ({ ...project, drawings: [], parts: [] }));
    await again;
    expect(app.store.get().project.parts).toEqual([]);
  });

  it("leaves quantity, rule and name with their part when another one is found or was removed", async () => {
    const app = await open(
      dxf([
        ...rectangleEntity(0, 0, 60, 40),
        ...rectangleEntity(100, 0, 50, 30),
        // Larger than both, and open.
        ...[lineEntity(200, 0, 280, 0), lineEntity(280, 0, 280, 70), lineEntity(280, 70, 200, 70)].flat(),
        ...lineEntity(200, 70, 200, 1.2),
      ]),
      "three.dxf",
    );
    const { id } = app.store.get().project.drawings[0]!;
    const [large, small] = app.store.get().project.parts;
    setQuantity(app, large!.id, "2");
    setQuantity(app, small!.id, "5");
    setTurn(app, small!.id, "fixed");
    renamePart(app, small!.id, "Foot");
    duplicatePart(app, "Foot");
    const told = () =>
      app.store
        .get()
        .project.parts.map(({ exterior, quantity, turn, id }) => [
          pointBounds(exterior).max_x,
          quantity,
          turn,
          id,
        ])
        .sort(([a], [b]) => Number(a) - Number(b));
    await rereadDrawings(app, [id], { joinGaps: 2 });
    expect(told()).toEqual([
      [60, 2, "free", "three 2"],
      [150, 5, "fixed", "Foot"],
      [150, 5, "fixed", "Foot 2"],
      [280, 1, "free", "three 1"],
    ]);
    removePart(app, "three 1");
    await rereadDrawings(app, [id], { unit: "cm" });
    expect(told().slice(0, 3)).toEqual([
      [600, 2, "free", "three 2"],
      [1500, 5, "fixed", "Foot"],
      [1500, 5, "fixed", "Foot 2"],
    ]);
  });

  it("leaves parts away that were removed, in any unit and file, until somebody wants them back", async () => {
    const plates = [0, 200, 400].flatMap((x) => rectangleEntity(x, 0, 100 + x / 10, 60));
    const app = await open(dxf(plates), "three.dxf");
    const widths = () =>
      app.store
        .get()
        .project.parts.map(({ exterior }) =>
          Math.round(pointBounds(exterior).max_x - pointBounds(exterior).min_x),
        )
        .sort((a, b) => a - b);
    const [first] = app.store.get().project.parts.filter(({ exterior }) => pointBounds(exterior).min_x < 1);
    removePart(app, first!.id);
    expect(widths()).toEqual([120, 140]);
    const { id } = app.store.get().project.drawings[0]!;
    await rereadDrawings(app, [id], { joinTolerance: 0.2 });
    expect(widths()).toEqual([120, 140]);
    await rereadDrawings(app, [id], { unit: "cm" });
    expect(widths()).toEqual([1200, 1400]);
    await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
    await rereadDrawings(app, [id], { unit: "mm" });
    expect(widths()).toEqual([120, 140]);
    await unfold(/^Read in|notes?/);
    await button("Bring back the parts of three.dxf").click();
    await expect.poll(widths).toEqual([100, 120, 140]);
    await expect.element(button("Bring back the parts of three.dxf")).not.toBeInTheDocument();
    app.store.undo();
    expect(widths()).toEqual([120, 140]);
  });

  it("with copies of a part lists each shape once where somebody says so", async () => {
    const at = (x: number, y: number) => [
      ...rectangleEntity(x, y, 60, 40),
      ...circleEntity(x + 20, y + 20, 5),
    ];
    const notched = (order: readonly number[], x: number) => {
      const corners = [
        [x, 0],
        [x + 60, 0],
        [x + 60, 40],
        [x, 40],
        [x + 30, 20],
      ];
      return polygonEntity(order.map((corner) => corners[corner]!));
    };
    const others = [
      ...[...rectangleEntity(300, 0, 60, 40), ...circleEntity(340, 20, 5)],
      ...[400, 500].flatMap((x) => rectangleEntity(x, 0, 30, 30)),
      // A notch from the left and one from the right, between the very same corners.
      ...[...notched([0, 1, 2, 3, 4], 600), ...notched([0, 1, 4, 2, 3], 700)],
    ];
    const copies = [0, 1, 2, 3].flatMap((i) => at(70.003 * i, 100 * (i % 2)));
    const app = await open(dxf([...copies, ...others]), "laid out.dxf");
    const quantities = () =>
      app.store
        .get()
        .project.parts.map(({ quantity }) => quantity)
        .sort();
    expect(quantities()).toHaveLength(9);
    await unfold(/6 alike/);
    await button("6 of its parts are 2 shapes: list each once, with its number").click();
    expect(quantities()).toEqual([1, 1, 1, 2, 4]);
    await expect.element(button(/list each once/)).not.toBeInTheDocument();
    await rereadDrawings(app, [app.store.get().project.drawings[0]!.id], { unit: "cm" });
    expect(quantities()).toEqual([1, 1, 1, 2, 4]);
    app.store.undo();
    app.store.undo();
    expect(quantities()).toHaveLength(9);
  });

  it("with copies that are listed once gives them back apart, and keeps apart what is no longer equal", async () => {
    const plates = [0, 200, 400].flatMap((x) => rectangleEntity(x, 0, 100, 60));
    const hole = onLayer("Top", circleEntity(420, 30, 5));
    const app = await open(dxf([...plates, ...hole]), "three.dxf");
    const { id, name } = app.store.get().project.drawings[0]!;
    await rereadDrawings(app, [id], { roles: { Top: "ignore" } });
    const quantities = () => app.store.get().project.parts.map(({ quantity }) => quantity);
    setQuantity(app, app.store.get().project.parts[1]!.id, "3");
    listOnce(app, name, alikeAmong(app.store.get().project.parts));
    expect(quantities()).toEqual([5]);
    // As from a file.
    await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
    await rereadDrawings(app, [id], { joinTolerance: 0.2 });
    expect(quantities()).toEqual([5]);
    await unfold(/^Read in|note/);
    expect(page.getByText("Parts that were removed stay away.").elements()).toEqual([]);
    await button("List equal parts of three.dxf apart").click();
    await expect.poll(() => quantities().sort()).toEqual([1, 1, 3]);
    app.store.undo();
    // Now one of them has a hole.
    await rereadDrawings(app, [id], { roles: { Top: "cut" } });
    const pierced = app.store.get().project.parts.filter(({ holes }) => holes.length > 0);
    expect(pierced).toHaveLength(1);
    expect(quantities().reduce((sum, one) => sum + one)).toBe(5);
    await expect
      .element(page.getByText(/parts that were listed once are no longer equal/).first())
      .toBeVisible();
  });

  it("asks for its own number of each part where a text beside it does", async () => {
    const plates = [0, 200, 400].flatMap((x) => rectangleEntity(x, 0, 100, 60));
    const texts = [...textEntity(10, 30, "4 Stk S235 t=3"), ...textEntity(210, 30, "2 Stk")];
    const app = await open(dxf([...plates, ...texts]), "three.dxf");
    await unfold(/asks for/);
    await button(/^It asks for (4, 2|2, 4): take that$/).click();
    const quantities = app.store
      .get()
      .project.parts.map(({ exterior, quantity }) => [Math.min(...exterior.map(([x]) => x)), quantity]);
    expect(quantities.sort(([a], [b]) => a! - b!)).toEqual([
      [0, 4],
      [200, 2],
      [400, 1],
    ]);
    await button("A text in it says S235, 3 mm: take that for the job").click();
    // A suggestion that was taken is offered no more, until it is given up again.
    await expect.element(button(/take that/)).not.toBeInTheDocument();
    expect(document.querySelector(".drawing-details > summary")!.textContent).not.toMatch(/asks/);
    setQuantity(app, app.store.get().project.parts.find(({ quantity }) => quantity === 4)!.id, "3");
    await expect.element(button(/^It asks for (4, 2|2, 4): take that$/)).toBeVisible();
  });
});

it("takes quantities of all drawings from their names, and the material that one names", async () => {
  const app = await open(RINGED, "bracket 3mm S235 x4.dxf");
  await add(app, RINGED, "lid x2.dxf");
  await unfold(/asks for 4/);
  await button("Take the quantities of all 2 drawings").click();
  await expect.poll(() => app.store.get().project.parts.map(({ quantity }) => quantity)).toEqual([4, 2]);
  await button(/^Its name says .*3 mm: take that for the job$/).click();
  const { thickness, material } = app.store.get().project;
  expect({ thickness, material }).toEqual({ thickness: 3, material: "S235" });
});

describe("sheets of the rack", () => {
  it("of another material or thickness are left out and counted, and those with the grain across turned", async () => {
    const app = await open(RINGED, "plate.dxf");
    const sheet = {
      quantity: 1,
      price: null,
      remnant: false,
      width: 400,
      height: 300,
      grain: "none",
    } as const;
    app.store.commit("Test", (project) => ({
      ...project,
      budgetMs: 2000,
      rackOnly: true,
      rack: [
        { ...sheet, id: "oak", material: "Oak", thickness: 18 },
        { ...sheet, id: "thin oak", material: "oak", thickness: 12 },
        { ...sheet, id: "pine", material: "Pine", thickness: 18 },
        { ...sheet, id: "upright", material: "", thickness: null, grain: "y" },
      ],
      parts: project.parts.map((part) => ({ ...part, turn: "half" })),
    }));
    await page.getByRole("combobox", { name: "Material", exact: true }).fill("oak");
    await page.getByRole("combobox", { name: "Thickness", exact: true }).fill("18");
    (document.activeElement as HTMLElement).blur();
    await expect
      .element(
        page.getByText(
          "Only 2 sheets from the rack; 1 turned, for the grain; 2 of other material or thickness",
        ),
      )
      .toBeVisible();
    await app.solver.start();
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    const { sheets } = app.store.get().project.layout!.request;
    expect(sheets!.map(({ id, width }) => ({ id, width }))).toEqual([
      { id: "oak", width: 400 },
      { id: "upright, turned", width: 300 },
    ]);
    app.store.commit("Test", (project) => ({
      ...project,
      material: "Steel",
      rack: project.rack.filter(({ material }) => material !== ""),
    }));
    await app.solver.start();
    await expect
      .element(
        page.getByRole("list", { name: "Messages" }).getByText(/^No sheet of the rack is of this material/),
      )
      .toBeVisible();
  });
});
