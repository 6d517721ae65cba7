/** The import table: what lines are for, gaps closed by a click, and what a drawing says of the order. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { programOf } from "../../../web-demo/io/save/program.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { circleEntity, downloads, drop, dxf, lineEntity, openApp, rectangleEntity } from "../app.ts";

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
  await page.getByText(summary).first().click();
  await expect.poll(() => document.querySelector(".drawing-choices")).not.toBeNull();
}

describe("operations", () => {
  it("are chosen by layer, and the parts follow at once", async () => {
    const app = await open(RINGED, "plate.dxf");
    expect(app.store.get().project.parts[0]!.holes).toHaveLength(1);
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top in plate.dxf").selectOptions("Engrave");
    await expect.poll(() => app.store.get().project.parts[0]!.holes.length).toBe(0);
    const { marks } = app.store.get().project.parts[0]!;
    expect(marks).toHaveLength(1);
    expect(marks![0]!.role).toBe("engrave");
    await expect.poll(() => document.querySelectorAll(".part-picture .drawn.engrave").length).toBe(1);
    for (const [x, y] of marks![0]!.path) expect(Math.hypot(x - 50, y - 30)).toBeCloseTo(10, 6);
    await choice("Operation of layer top in plate.dxf").selectOptions("Ignore");
    await expect.poll(() => app.store.get().project.parts[0]!.marks).toBeUndefined();
    app.store.undo();
    expect(app.store.get().project.parts[0]!.marks).toHaveLength(1);
    app.store.undo();
    expect(app.store.get().project.parts[0]!.holes).toHaveLength(1);
  });

  it("that are no cuts leave with a machine that knows them, and are told with one that does not", async () => {
    const app = await open(RINGED, "plate.dxf");
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top in plate.dxf").selectOptions("Engrave");
    await expect.poll(() => app.store.get().project.parts[0]!.marks?.length).toBe(1);
    app.store.commit("Test", (project) => ({
      ...project,
      budgetMs: 2000,
      sheet: { width: 300, height: 150 },
    }));
    await app.solver.start();
    await expect.element(button("DXF")).toBeEnabled();
    await page.getByText("Machine", { exact: true }).first().click();
    await expect.element(page.getByText(/^1 line to engrave is left out/)).toBeVisible();
    const plain = await programOf(app, app.store.get().project.layout!, 0);
    await choice("Machine").selectOptions("FluidNC or grblHAL, CO2 laser");
    await app.solver.start();
    await expect.element(page.getByText("Program verified")).toBeVisible();
    await expect.element(page.getByText(/left out/)).not.toBeInTheDocument();
    const { picture } = await programOf(app, app.store.get().project.layout!, 0);
    expect(plain.picture.moves.filter(({ kind }) => kind === "mark")).toEqual([]);
    const [drawing] = await downloads(1, () => button("DXF").click());
    const read = await (await app.workshop.engine()).readDrawing(new TextEncoder().encode(drawing!.text));
    const engraved = read.paths.filter(({ layer }) => layer === "ENGRAVE").flatMap(({ curves }) => curves);
    const chords = engraved.map(({ x0, y0, x1, y1 }) => Math.hypot(x1 - x0, y1 - y0));
    expect(chords.reduce((sum, chord) => sum + chord, 0)).toBeCloseTo(20 * Math.PI, 1);
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
    await app.solver.start();
    const { layout } = app.store.get().project;
    const place = layout!.data.sheets[0]!.placements[0]!;
    expect(place.rotation).toBe(0);
    const { picture } = await programOf(app, layout!, 0);
    const along = picture.moves.filter(({ kind }) => kind === "cut");
    const ends = along.flatMap(({ from, to }) => [from, to]).map(([x, y]) => [x - place.x, y - place.y]);
    for (const end of [20, 80])
      expect(ends.some(([x, y]) => Math.hypot(x! - end, y! - 30) < 0.01)).toBe(true);
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer slit in plate.dxf").selectOptions("Mark");
    await expect.poll(roles).toEqual(["mark"]);
  });

  it("are taken over for all drawings", async () => {
    const app = await open(RINGED, "one.dxf");
    await add(app, RINGED, "two.dxf");
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top in one.dxf").selectOptions("Mark");
    await button("Choose the same in all drawings").click();
    await expect
      .poll(() => app.store.get().project.parts.map(({ marks }) => marks?.[0]?.role))
      .toEqual(["mark", "mark"]);
  });

  it("keep the layout while the outline stays the same", async () => {
    const app = await open(RINGED, "plate.dxf");
    await unfold(/^Read in|notes?/);
    await choice("Operation of layer top in plate.dxf").selectOptions("Engrave");
    await expect.poll(() => app.store.get().project.parts[0]!.marks?.length).toBe(1);
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 2000 }));
    await app.solver.start();
    await expect.element(button("DXF")).toBeEnabled();
    await choice("Operation of layer top in plate.dxf").selectOptions("Mark");
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
  await choice("Colours of plate.dxf mean").selectOptions("red cuts, blue and green mark");
  await expect.poll(() => app.store.get().project.parts[0]!.holes.length).toBe(0);
  expect(app.store.get().project.parts[0]!.marks).toMatchObject([{ role: "mark" }]);
  await choice("Colours of plate.dxf mean").selectOptions("as LightBurn: its tool layers are no cuts");
  await expect.poll(() => app.store.get().project.parts[0]!.holes.length).toBe(1);
  await expect.element(page.getByRole("rowheader", { name: "C02" })).toBeVisible();
  await choice("Operation of colour #0000ff in plate.dxf").selectOptions("Engrave");
  await expect
    .poll(() => app.store.get().project.parts[0]!.marks?.map(({ role }) => role))
    .toEqual(["engrave"]);
});

describe("gaps", () => {
  it("are closed one after another by a click, with undo", async () => {
    const app = await open(openSquare([0.4, 1.2]), "square.dxf");
    expect(app.store.get().project.parts).toHaveLength(0);
    await unfold(/1 gap/);
    await button("Close the gap of 0.4 mm in square.dxf").click();
    // With that one closed, the other is the last that keeps the outline open.
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
    const canvas = document.querySelector<HTMLCanvasElement>("canvas")!;
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

  it("are closed in all drawings at once", async () => {
    const app = await open(openSquare([0.4, 0]), "one.dxf");
    await add(app, openSquare([0.9, 0]), "two.dxf");
    await unfold(/1 gap/);
    await button("Close all gaps in all drawings").click();
    await expect.poll(() => app.store.get().project.parts.length).toBe(2);
    app.store.undo();
    expect(app.store.get().project.parts).toHaveLength(0);
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
    await page.getByRole("textbox", { name: "Material", exact: true }).fill("oak");
    await page.getByRole("textbox", { name: "Thickness", exact: true }).fill("18");
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
