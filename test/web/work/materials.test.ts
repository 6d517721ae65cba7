/** Parts of several materials: all are told, one is nested now, and the others are a click away. */
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { rereadDrawings } from "../../../web-demo/io/drawings/again.ts";
import { cards, keep, readKept } from "../../../web-demo/io/keep/project-shelf.ts";
import { openProject } from "../../../web-demo/io/save/restore.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { drop, dxf, openApp, rectangleEntity, textEntity } from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Three plates, with what each is of written on it. */
const PLATES = dxf([
  ...[0, 200, 400].flatMap((x) => rectangleEntity(x, 0, 100, 60)),
  ...textEntity(10, 30, "4 Stk S235 t=3"),
  ...textEntity(210, 30, "2 Stk AlMg3 t=2"),
  ...textEntity(410, 30, "1 Stk S235 t=3"),
]);

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("offcut").onsuccess = resolve;
  });
});

async function openPlates(): Promise<RunningApp> {
  const app = await openApp({ persist: true });
  drop(new File([PLATES], "plates.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(3);
  return app;
}

/** Materials of the parts on the page, least x first. */
const told = (app: RunningApp) =>
  app.store
    .get()
    .project.parts.map(({ exterior, material, thickness }) => [
      exterior[0]![0] - (exterior[0]![0] % 200),
      material,
      thickness,
    ])
    .sort(([a], [b]) => Number(a) - Number(b));

it("names every material beside its parts, and makes a project of each when one is nested", async () => {
  const app = await openPlates();
  const all = [
    [0, "S235", 3],
    [200, "AlMg3", 2],
    [400, "S235", 3],
  ];
  expect(told(app)).toEqual(all);
  await expect.element(button("S235, 3 mm: 2 pieces")).toBeVisible();
  expect(
    page.getByRole("list", { name: "Parts" }).getByText("AlMg3, 2 mm", { exact: true }).elements(),
  ).toHaveLength(1);
  // A saved project knows it too.
  await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
  expect(told(app)).toEqual(all);
  await button("AlMg3, 2 mm: 1 piece").click();
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  expect(app.store.get().project).toMatchObject({
    material: "AlMg3",
    thickness: 2,
    name: "Untitled, AlMg3, 2 mm",
  });
  await expect
    .element(
      page.getByText("The other parts are under Projects now: “Untitled, S235, 3 mm” (2 pieces).").first(),
    )
    .toBeVisible();
  const other = (await cards()).find(({ name }) => name === "Untitled, S235, 3 mm")!;
  expect((await readKept(other.id))!.project).toMatchObject({
    material: "S235",
    thickness: 3,
    parts: [{ material: "S235" }, { material: "S235" }],
    drawings: [{ name: "plates.dxf" }],
  });
  // Parts that went to the other project stay there, however this drawing is read.
  const { id } = app.store.get().project.drawings[0]!;
  await rereadDrawings(app, [id], { joinTolerance: 0.2 });
  expect(told(app)).toEqual([all[1]]);
  app.store.undo();
  app.store.undo();
  expect(told(app)).toEqual(all);
});

it("takes the other projects away with undo and brings them again with redo, but for what has changed", async () => {
  const app = await openPlates();
  const others = async () => (await cards()).map(({ name }) => name).filter((name) => name !== "Untitled");
  await button("S235, 3 mm: 2 pieces").click();
  await expect.poll(others).toEqual(["Untitled, S235, 3 mm", "Untitled, AlMg3, 2 mm"]);
  app.store.undo();
  await expect.poll(others).toEqual([]);
  app.store.redo();
  await expect.poll(others).toEqual(["Untitled, S235, 3 mm", "Untitled, AlMg3, 2 mm"]);
  const other = (await cards()).find(({ name }) => name.includes("AlMg3"))!;
  const there = (await readKept(other.id))!;
  await keep({ ...there, version: 2 }, other, 1);
  app.store.undo();
  const text = "“Untitled, AlMg3, 2 mm” has changed since: it stays under Projects.";
  await expect.element(page.getByText(text).first()).toBeVisible();
  expect(await others()).toContain("Untitled, AlMg3, 2 mm");
});

it("follows undo and redo no longer than the step can be reached by them", async () => {
  const app = await openPlates();
  const { subscribe } = app.store;
  let ended = 0;
  app.store.subscribe = (listen) => {
    const stop = subscribe(listen);
    return () => {
      ended++;
      return stop();
    };
  };
  await button("S235, 3 mm: 2 pieces").click();
  await expect.poll(() => app.store.get().project.parts.length).toBe(2);
  app.store.undo();
  app.store.redo();
  app.store.undo();
  expect(ended).toBe(0);
  // There is nothing to make again any more.
  app.store.commit("Test", (project) => ({ ...project, seed: 2 }));
  expect(ended).toBe(1);
});

it("nests all together where somebody says so, however the drawing is read again", async () => {
  const app = await openPlates();
  await button("All together").click();
  await expect.element(button("S235, 3 mm: 2 pieces")).not.toBeInTheDocument();
  await rereadDrawings(app, [app.store.get().project.drawings[0]!.id], { unit: "cm" });
  expect(app.store.get().project.parts.map(({ material }) => material)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("leaves all parts where they are in a browser that keeps nothing", async () => {
  const app = await openPlates();
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    await button("AlMg3, 2 mm: 1 piece").click();
    await expect.element(page.getByText(/all parts have stayed in this one/).first()).toBeVisible();
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(app.store.get().project.parts).toHaveLength(3);
});
