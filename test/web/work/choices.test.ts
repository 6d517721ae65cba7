/** Choices for a drawing are kept in the project's file, offered for the next of its kind, seen while a search runs. */
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { rereadDrawings } from "../../../web-demo/io/drawings/again.ts";
import { keepIn } from "../../../web-demo/shop/shelf.ts";
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
  whenSearching,
} from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const choice = (name: string) => page.getByRole("combobox", { name, exact: true });

type Entity = ReturnType<typeof lineEntity>;
const onLayer = (layer: string, entity: Entity): Entity =>
  entity.map(([code, value]) => (code === 8 ? [8, layer] : [code, value]));

const RINGED = dxf([...rectangleEntity(0, 0, 100, 60), ...onLayer("Top", circleEntity(50, 30, 10))]);
/** A square whose sides miss each other at one corner by so much. */
const openSquare = (gap: number, x = 0): Entity => [
  ...lineEntity(x, 0, x + 20 - gap, 0),
  ...lineEntity(x + 20, 0, x + 20, 20),
  ...lineEntity(x + 20, 20, x, 20),
  ...lineEntity(x, 20, x, 0),
];

beforeEach(() => keepIn("shop", "mappings", []));

async function add(app: RunningApp, text: string, name: string): Promise<string> {
  const before = app.store.get().project.drawings.length;
  drop(new File([text], name));
  await expect.poll(() => app.store.get().project.drawings.length).toBe(before + 1);
  return app.store.get().project.drawings.at(-1)!.id;
}

async function unfold(name: string): Promise<void> {
  const head = [...document.querySelectorAll(".drawing")].find((one) => one.textContent?.startsWith(name))!;
  head.querySelector("summary")!.click();
  await expect.poll(() => head.querySelector(".drawing-choices")).not.toBeNull();
}

const rolesOf = (app: RunningApp) => app.store.get().project.drawings.map(({ roles }) => roles ?? {});

describe("operations that were chosen", () => {
  it("are offered for the next drawing with the same layers, taken with a click and undone", async () => {
    const app = await openApp();
    const first = await add(app, RINGED, "one.dxf");
    await rereadDrawings(app, [first], { roles: { Top: "engrave" } });
    await add(app, RINGED, "two.dxf");
    await add(app, RINGED, "three.dxf");
    const offer = page.getByText(
      "two.dxf, three.dxf have the layers of one.dxf, for which was chosen: Top engrave.",
    );
    await expect.element(offer).toBeVisible();
    // Nothing happens before somebody says so.
    expect(rolesOf(app)).toEqual([{ Top: "engrave" }, {}, {}]);
    await button("Choose the same").click();
    await expect
      .poll(() => rolesOf(app))
      .toEqual([{ Top: "engrave" }, { Top: "engrave" }, { Top: "engrave" }]);
    expect(app.store.get().project.parts.map(({ holes }) => holes.length)).toEqual([0, 0, 0]);
    await expect.element(offer).not.toBeInTheDocument();
    app.store.undo();
    expect(rolesOf(app)).toEqual([{ Top: "engrave" }, {}, {}]);
    await expect.element(offer).toBeVisible();
    await button("Leave as read").click();
    await expect.element(offer).not.toBeInTheDocument();
  });

  it("are offered on a later visit, not for other layers, and not once they were taken back", async () => {
    const app = await openApp();
    const first = await add(app, RINGED, "one.dxf");
    await rereadDrawings(app, [first], { roles: { Top: "mark" } });
    app.stop();
    const later = await openApp();
    await add(later, RINGED.replaceAll("Top", "Bottom"), "other.dxf");
    const id = await add(later, RINGED, "same.dxf");
    await expect.element(page.getByText(/^same.dxf has the layers of one.dxf/)).toBeVisible();
    await expect.element(page.getByText(/other.dxf has the layers/)).not.toBeInTheDocument();
    await button("Choose the same").click();
    await expect.poll(() => rolesOf(later)).toEqual([{}, { Top: "mark" }]);
    await rereadDrawings(later, [id], { roles: { Top: null } });
    later.stop();
    const last = await openApp();
    await add(last, RINGED, "again.dxf");
    await unfold("again.dxf");
    await expect.element(page.getByText(/has the layers of/)).not.toBeInTheDocument();
  });
});

describe("a project file", () => {
  it("keeps all that was chosen and noticed, and what is chosen next builds on it", async () => {
    const app = await openApp();
    const entities = [
      ...openSquare(0.8),
      ...onLayer("Top", circleEntity(200, 10, 5)),
      ...rectangleEntity(190, 0, 30, 20),
    ];
    const id = await add(app, dxf(entities), "plate-S235-3mm-x4.dxf");
    await rereadDrawings(app, [id], {
      ...{ roles: { Top: "engrave" }, colours: { "#00ff00": "mark" }, lineTypes: { DASHED: "bend" } },
      ...{ joinGaps: 0.8, trimOvershoots: 2, sharedEdges: "scores", preset: "red-cuts", unit: "cm" },
    });
    const [before] = app.store.get().project.drawings;
    expect(before!.roles).toEqual({ Top: "engrave" });
    const [file] = await downloads(1, () => button("Save project").click());
    await button("New project").click();
    drop(new File([file!.text], file!.name));
    await expect.poll(() => app.store.get().project.drawings.length).toBe(1);
    const [after] = app.store.get().project.drawings;
    // As JSON, which has no undefined.
    expect(after).toEqual(JSON.parse(JSON.stringify(before)));
    expect(before!.account!.drawn).toBeGreaterThan(0);
    await unfold("plate");
    await expect.element(page.getByText(/^Gaps up to 0.8 mm are closed/)).toBeVisible();
    await rereadDrawings(app, [id], { trimOvershoots: 3 });
    expect(app.store.get().project.drawings[0]).toMatchObject({
      ...{ roles: { Top: "engrave" }, joinGaps: 0.8, trimOvershoots: 3, sharedEdges: "scores" },
      unit: { name: "cm", source: "caller" },
    });
  });

  it("of an earlier version opens without them, and what is damaged of them is left out", async () => {
    const app = await openApp();
    await add(app, RINGED, "plate.dxf");
    const [file] = await downloads(1, () => button("Save project").click());
    const saved = JSON.parse(file!.text);
    const [drawing] = saved.project.drawings;
    const { id, name, joinTolerance, findings, cutPaths, bendLines } = drawing;
    const old = {
      ...{ id, name, joinTolerance, findings, cutPaths, bendLines },
      unit: { name: "mm", source: "drawing" },
    };
    const damaged = {
      ...{ ...drawing, id: "damaged", name: "damaged.dxf", groups: [{ layer: 3 }], openEnds: [null] },
      ...{ account: { drawn: "much" }, roles: { Top: "burn", "0": "cut" }, joinGaps: -4, hints: 7 },
    };
    saved.project.drawings = [old, damaged];
    drop(new File([JSON.stringify(saved)], "old.offcut"));
    await expect.poll(() => app.store.get().project.drawings.map(({ id }) => id)).toEqual([id, "damaged"]);
    const [first, second] = app.store.get().project.drawings;
    expect(first).toMatchObject({ name: "plate.dxf", roles: {}, joinGaps: 0 });
    expect(second).toMatchObject({ roles: { "0": "cut" }, joinGaps: 0 });
    for (const field of ["groups", "openEnds", "account", "hints"]) expect(second).not.toHaveProperty(field);
    await unfold("plate.dxf");
  });
});

it("every gap of a drawing with forty can be reached", async () => {
  const app = await openApp();
  const squares = Array.from({ length: 40 }, (_, i) => openSquare(0.1 * (i + 1), 30 * i));
  await add(app, dxf(squares.flat()), "forty.dxf");
  await unfold("forty.dxf");
  const shows = () => page.getByRole("button", { name: /^Show the gap of/ }).elements().length;
  expect(shows()).toBe(8);
  const more = page.getByText("32 more gaps");
  await more.click();
  await expect.poll(shows).toBe(40);
  await button("Close the gap of 2.5 mm in forty.dxf").click();
  await expect.poll(() => app.store.get().project.parts.length).toBe(25);
  // An unfolded list stays so.
  await expect.element(button("Close the gap of 4 mm in forty.dxf")).toBeVisible();
});

describe("an SVG without a size", () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="45" fill="red"/></svg>';
  const width = (app: RunningApp) => {
    const xs = app.store.get().project.parts[0]!.exterior.map(([x]) => x);
    return Math.max(...xs) - Math.min(...xs);
  };

  it("is read at 90 dots to the inch beside the question, and at any other scale", async () => {
    const app = await openApp();
    await add(app, SVG, "plate.svg");
    expect(width(app)).toBeCloseTo((90 * 25.4) / 96, 6);
    await button("90 dpi: 25.4 × 12.7 mm").click();
    await expect.poll(() => width(app)).toBeCloseTo(25.4, 6);
    await unfold("plate.svg");
    await expect.element(choice("Unit of plate.svg")).toHaveValue("90 dpi");
    await choice("Unit of plate.svg").selectOptions("300 dpi");
    await expect.poll(() => width(app)).toBeCloseTo((90 * 25.4) / 300, 6);
    const wide = page.getByRole("textbox", { name: "Width of all that is drawn in plate.svg" });
    await userEvent.fill(wide, "200");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => width(app)).toBeCloseTo(200, 6);
    // It stays so when something else is chosen.
    await rereadDrawings(app, [app.store.get().project.drawings[0]!.id], { joinTolerance: 0.2 });
    expect(width(app)).toBeCloseTo(200, 6);
    app.store.undo();
    app.store.undo();
    expect(width(app)).toBeCloseTo((90 * 25.4) / 300, 6);
  });

  it("is asked about apart from others whose dots are of another size, and says how it was read", async () => {
    const app = await openApp();
    await add(app, SVG, "plate.svg");
    const old = SVG.replace(">", ' xmlns:inkscape="i" inkscape:version="0.48">').replaceAll("90", "900");
    await add(app, old.replaceAll("45", "450"), "old.svg");
    await expect.element(page.getByText("plate.svg names no unit. Which is right?")).toBeVisible();
    await expect.element(page.getByText("Read so because CSS has 96 to the inch.")).toBeVisible();
    await button("96 dpi (px): 23.81 × 11.91 mm, as read").click();
    await button("90 dpi: 254 × 127 mm, as read").click();
    await expect.element(page.getByText("Which is right?")).not.toBeInTheDocument();
  });

  it("has areas without a stroke engraved among strokes, and cut where somebody says so", async () => {
    const app = await openApp();
    const content =
      '<rect width="90" height="45" fill="none" stroke="red"/><path d="M20 10h20v10h-10v10h-10z"/>';
    await add(app, SVG.replace(/<rect.*\/>/, content), "sign.svg");
    const holes = () => app.store.get().project.parts[0]!.holes.length;
    expect(holes()).toBe(0);
    await unfold("sign.svg");
    await expect.element(page.getByText("Filled areas")).toBeVisible();
    await choice("Operation of line type fill").selectOptions("Cut");
    await expect.poll(holes).toBe(1);
    app.store.undo();
    expect(holes()).toBe(0);
  });
});

it("a drawing that is read another way while parts are nested is told of, and the search starts again", async () => {
  const app = await openApp();
  // No bound proves a layout of many stars best, so a search for one goes on.
  const star = Array.from({ length: 12 }, (_, i) => {
    const radius = i % 4 < 2 ? 60 : 22;
    return [radius * Math.cos((i * Math.PI) / 6), radius * Math.sin((i * Math.PI) / 6)];
  });
  const drawing = dxf([...polygonEntity(star), ...onLayer("Top", circleEntity(0, 0, 8))]);
  const id = await add(app, drawing, "star.dxf");
  app.store.commit("Test", (project) => ({
    ...project,
    budgetMs: 60_000,
    parts: project.parts.map((part) => ({ ...part, quantity: 60 })),
  }));
  const found = whenSearching(
    app,
    (run) => run.best !== null,
    () => {},
  );
  void app.solver.start();
  await found;
  const note = page.getByText("Changed since the search began: its result will be of the job as it was.");
  await expect.element(note).not.toBeInTheDocument();
  await rereadDrawings(app, [id], { roles: { Top: "engrave" } });
  await expect.element(note.first()).toBeVisible();
  const before = app.store.get().session.run!.asked;
  await button("Start again").click();
  await expect.poll(() => app.store.get().session.run?.asked?.parts[0]?.holes.length).toBe(0);
  expect(app.store.get().session.run!.asked).not.toBe(before);
  await expect.element(note).not.toBeInTheDocument();
  await whenSearching(
    app,
    (run) => run.best !== null,
    () => app.solver.stop(),
  );
  await expect.poll(() => app.store.get().session.run).toBeNull();
  expect(app.store.get().project.layout!.request.parts[0]!.holes).toEqual([]);
});

it("lines that lie on no part are told of, as they are not cut", async () => {
  const app = await openApp();
  const slit = lineEntity(20, 30, 80, 30);
  const away = [...lineEntity(200, 0, 260, 10), ...lineEntity(200, 40, 260, 50)];
  await add(app, dxf([...rectangleEntity(0, 0, 100, 60), ...slit, ...away]), "plate.dxf");
  await expect.element(page.getByText(/2 lines on no part/)).toBeVisible();
  await unfold("plate.dxf");
  await expect.element(page.getByText("2 lines on no part left out, 122 mm")).toBeVisible();
  await expect.element(page.getByText(/outside every part/)).not.toBeInTheDocument();
  expect(app.store.get().project.parts[0]!.marks).toHaveLength(1);
});

it("all that is engraved on a part stays on it, and in its picture, however much that is", async () => {
  const app = await openApp();
  const strokes = Array.from({ length: 5200 }, (_, i) => {
    const [x, y] = [5 + (i % 80) * 2, 5 + Math.floor(i / 80) * 2];
    return onLayer("ENGRAVE", lineEntity(x, y, x + 1, y + 0.5));
  });
  await add(app, dxf([...rectangleEntity(0, 0, 200, 150), ...strokes.flat()]), "relief.dxf");
  const { parts, drawings } = app.store.get().project;
  expect(parts[0]!.marks).toHaveLength(5200);
  expect(drawings[0]!.markLines).toHaveLength(5200);
});
