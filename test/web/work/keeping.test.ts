/** Nothing is lost: every project is in the list, tabs share one, and a browser that keeps nothing is told of. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { moveBy } from "../../../web-demo/actions/arrange.ts";
import { copyKey } from "../../../web-demo/edit/arrange.ts";
import { setQuantity } from "../../../web-demo/edit/edit-parts.ts";
import { cards, keepBest, keepLast, readKept, removeKept } from "../../../web-demo/io/keep/project-shelf.ts";
import { openProject } from "../../../web-demo/io/save/restore.ts";
import { emptyProject, type Project } from "../../../web-demo/model/project.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import {
  circleEntity,
  downloads,
  drop,
  dxf,
  openApp,
  PLATE,
  polygonEntity,
  press,
  whenSearching,
} from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Three arms around a hole, 120 mm across: no bound proves a layout of many best, so a search for one goes on. */
const PROPELLER = dxf([
  ...polygonEntity(
    Array.from({ length: 12 }, (_, i) => {
      const radius = i % 4 < 2 ? 60 : 22;
      const angle = (i * Math.PI) / 6;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  ),
  ...circleEntity(0, 0, 8),
]);

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.removeItem("offcut-project");
  await new Promise<void>((resolve, reject) => {
    const gone = indexedDB.deleteDatabase("offcut");
    gone.onsuccess = () => resolve();
    gone.onerror = () => reject(gone.error);
  });
});

async function openPlate(name = "plate.dxf", drawing = PLATE): Promise<RunningApp> {
  const app = await openApp({ persist: true });
  drop(new File([drawing], name));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  return app;
}

/** The project as the browser keeps it. */
async function stored(app: RunningApp): Promise<Project | undefined> {
  return (await readKept(app.store.get().project.id))?.project;
}

/** So many parts that a search does not end by itself. */
async function openMany(): Promise<RunningApp> {
  const app = await openPlate("propeller.dxf", PROPELLER);
  setQuantity(app, "propeller", "60");
  await expect.poll(async () => (await stored(app))?.parts[0]?.quantity).toBe(60);
  return app;
}

/** A search that pauses with the first layout that it finds. */
async function searchAndPause(app: RunningApp): Promise<void> {
  const searching = whenSearching(
    app,
    ({ best }) => best !== null,
    () => press("Pause"),
  );
  void app.solver.start();
  await searching;
}

async function rename(name: string): Promise<void> {
  await userEvent.fill(page.getByRole("textbox", { name: "Project name" }).first(), name);
  await userEvent.keyboard("{Enter}");
}

/** Waits until the browser has these projects and no other. */
async function kept(...names: string[]): Promise<void> {
  const there = async () => (await cards()).map(({ name }) => name).sort();
  await expect.poll(there).toEqual(names);
}

async function openList(): Promise<void> {
  await button("Projects").first().click();
  await expect.element(page.getByRole("list", { name: "Projects" })).toBeVisible();
}

/** Two projects, the second one open, and the list of them. */
async function openTwo(): Promise<RunningApp> {
  const app = await openPlate();
  await rename("First");
  await button("New project").click();
  drop(new File([PLATE], "other.dxf"));
  await expect.poll(() => app.store.get().project.parts[0]?.id).toBe("other");
  await rename("Second");
  await kept("First", "Second");
  await openList();
  return app;
}

describe("the list of projects", () => {
  it("holds every project with its name, opens, deletes and brings back", async () => {
    const app = await openTwo();
    await button(/^Open First/).click();
    await expect
      .poll(() => app.store.get().project)
      .toMatchObject({ name: "First", parts: [{ id: "plate" }] });
    await openList();
    await button("Delete Second").click();
    await page.getByRole("dialog", { name: "Projects" }).getByRole("button", { name: "Undo" }).click();
    await button(/^Open Second/).click();
    await expect.poll(() => app.store.get().project.name).toBe("Second");
    await button("Undo").first().click();
    expect(app.store.get().project.name).toBe("First");
  });

  it("renames a project that is open and one that is not, and takes away the one that is open", async () => {
    const app = await openTwo();
    for (const [old, next] of [
      ["First", "Shelves"],
      ["Second", "Doors"],
    ] as const) {
      await button(`Rename ${old}`).click();
      await userEvent.fill(page.getByRole("textbox", { name: `New name of ${old}` }), next);
      await userEvent.keyboard("{Enter}");
    }
    await kept("Doors", "Shelves");
    expect(app.store.get().project.name).toBe("Doors");
    await button("Delete Doors").click();
    await kept("Shelves");
    expect(app.store.get().project.parts).toEqual([]);
    await page.getByRole("dialog", { name: "Projects" }).getByRole("button", { name: "Undo" }).click();
    await kept("Doors", "Shelves");
    await button(/^Open Doors/).click();
    await expect.poll(() => app.store.get().project.parts[0]?.id).toBe("other");
  });

  it("says of a project that another tab has deleted that it is gone", async () => {
    const app = await openTwo();
    const other = (await cards()).find(({ name }) => name === "First")!;
    await removeKept(other.id);
    await button(/^Open First/).click();
    await expect.element(page.getByText("First cannot be opened: it is no longer kept here.")).toBeVisible();
    expect(app.store.get().session.dialog).toBe("projects");
  });

  it("leaves as one file, and comes back from it", async () => {
    const app = await openPlate();
    await rename("Kept");
    await kept("Kept");
    await openList();
    const [file] = await downloads(1, () => button("Export all as one file").click());
    app.store.update({ dialog: null });
    expect(file!.name).toBe("projects.offcut");
    drop(new File([file!.text], file!.name));
    await kept("Kept", "Kept");
    await openList();
    await expect.poll(() => button(/^Open Kept/).elements().length).toBe(2);
  });
});

/** Another tab with the same project, which is called Shared. */
async function openBeside(app: RunningApp): Promise<RunningApp> {
  await rename("Shared");
  // Long enough for the first write: the second tab reads what is kept.
  await expect
    .poll(async () => readKept(app.store.get().project.id))
    .toMatchObject({ project: { name: "Shared" } });
  return openApp({ persist: true });
}

it("two tabs that show one project follow each other, and either's change can be undone", async () => {
  const app = await openPlate();
  await expect.poll(() => localStorage.getItem("offcut-project")).toBe(app.store.get().project.id);
  const other = await openBeside(app);
  expect(other.store.get().project).toMatchObject({ name: "Shared", id: app.store.get().project.id });
  other.store.commit("Quantity", (project) => ({
    ...project,
    parts: project.parts.map((part) => ({ ...part, quantity: 7 })),
  }));
  await expect.poll(() => app.store.get().project.parts[0]!.quantity).toBe(7);
  // The first change of a tab that was opened beside passes over nothing.
  expect(app.store.get().session.notices).toEqual([]);
  app.store.commit("Rename", (project) => ({ ...project, name: "Both" }));
  await expect
    .poll(() => other.store.get().project)
    .toMatchObject({ name: "Both", parts: [{ quantity: 7 }] });
  app.store.undo();
  app.store.undo();
  await expect.poll(() => other.store.get().project.parts[0]!.quantity).toBe(1);
});

it("a change that is written before a tab hears of the other one reaches it", async () => {
  const app = await openPlate();
  const { postMessage } = BroadcastChannel.prototype;
  const held: (() => void)[] = [];
  vi.spyOn(BroadcastChannel.prototype, "postMessage").mockImplementation(function hold(
    this: BroadcastChannel,
    message: { kind: string },
  ) {
    if (message.kind === "here") held.push(() => postMessage.call(this, message));
    else postMessage.call(this, message);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const other = await openBeside(app);
  setQuantity(other, "plate", "7");
  await expect.poll(async () => (await stored(other))?.parts.map(({ quantity }) => quantity)).toEqual([7]);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const send of held) send();
  await expect.poll(() => app.store.get().project.parts[0]!.quantity).toBe(7);
  expect(app.store.get().session.notices).toEqual([]);
});

it("two tabs that change one project at the same moment end alike, and the one that is passed over says so", async () => {
  const app = await openPlate();
  const other = await openBeside(app);
  const tabs = [app, other];
  const named = (tab: RunningApp, name: string) =>
    tab.store.commit("Rename", (project) => ({ ...project, name }));
  const names = () => tabs.map((tab) => tab.store.get().project.name);
  // They know of each other once a change has come across.
  named(other, "Followed");
  await expect.poll(names).toEqual(["Followed", "Followed"]);
  // One change against one, then several in a row against one.
  for (const changes of [1, 3]) {
    const mine = `Mine ${changes}`;
    named(app, mine);
    for (let i = 1; i <= changes; i++) named(other, `Theirs ${i} of ${changes}`);
    const last = `Theirs ${changes} of ${changes}`;
    const settled = await expect
      .poll(() => new Set(names()).size === 1 && names()[0])
      .toEqual(expect.stringMatching(new RegExp(`^(${mine}|${last})$`)))
      .then(() => names()[0]);
    const passedOver = settled === mine ? other : app;
    const told = ({ store }: RunningApp) =>
      store.get().session.notices.filter(({ text }) => text.includes("Undo brings yours back"));
    expect(told(passedOver)).toHaveLength(1);
    const kept = () => readKept(app.store.get().project.id);
    await expect.poll(async () => (await kept())!.project.name).toBe(settled);
    const lost = settled === mine ? last : mine;
    for (let i = 0; i < changes && passedOver.store.get().project.name !== lost; i++) passedOver.store.undo();
    await expect.poll(names).toEqual([lost, lost]);
    for (const { store } of tabs) store.update({ notices: [] });
  }
});

// Not every browser asks before it ends a page.
it.each(["beforeunload", "pagehide"])(
  "what is being typed when the page is left is kept: %s",
  async (event) => {
    const app = await openPlate();
    await userEvent.fill(page.getByRole("textbox", { name: "Width" }).first(), "777");
    expect(app.store.get().project.sheet.width).not.toBe(777);
    dispatchEvent(new Event(event, { cancelable: true }));
    const { id } = app.store.get().project;
    await expect.poll(async () => (await readKept(id))?.project.sheet.width).toBe(777);
  },
);

it("the browser asks before the page is left while files are read or something typed cannot be used", async () => {
  const app = await openPlate();
  const asks = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asks()).toBe(false);
  drop(new File([PLATE], "plate 2.dxf"));
  await expect.poll(() => app.store.get().session.reading).toBe(1);
  expect(asks()).toBe(true);
  await expect.poll(() => app.store.get().project.parts.length).toBe(2);
  expect(asks()).toBe(false);
  // Nor is kept what cannot be used.
  await userEvent.fill(page.getByRole("textbox", { name: "Width" }).first(), "12oo");
  expect(asks()).toBe(true);
  await userEvent.fill(page.getByRole("textbox", { name: "Width" }).first(), "1200");
  expect(asks()).toBe(false);
});

it("a change that is taken back and made again before it is written is kept", async () => {
  const app = await openPlate();
  const kept = async () => (await readKept(app.store.get().project.id))?.project.name;
  await rename("Before");
  await expect.poll(kept).toBe("Before");
  app.store.commit("Rename", (project) => ({ ...project, name: "After" }));
  app.store.undo();
  dispatchEvent(new Event("pagehide"));
  app.store.redo();
  await expect.poll(kept).toBe("After");
});

it("a result still answers the job when the page ended before its last change was in the store", async () => {
  const app = await openPlate();
  await app.solver.start();
  const { project } = app.store.get();
  await app.stop();
  const { version } = (await readKept(project.id))!;
  keepLast({ project: { ...project, name: "Last" }, version });
  const again = await openApp({ persist: true });
  expect(again.store.get().project.name).toBe("Last");
  await expect.element(page.getByText("Ready to cut", { exact: true }).last()).toBeVisible();
  await expect.element(button("DXF").last()).toBeEnabled();
});

describe("a page that ends at any moment", () => {
  const named = (name: string) => (project: Project) => ({ ...project, name });

  /** Puts something in the way of the browser's store. */
  function hinder(change: (store: IDBObjectStore, request: IDBRequest) => void): void {
    const { put } = IDBObjectStore.prototype;
    onTestFinished(() => {
      IDBObjectStore.prototype.put = put;
    });
    IDBObjectStore.prototype.put = function hindered(...value) {
      const request = put.apply(this, value);
      change(this, request);
      return request;
    };
  }

  it("leaves what was set before there is any part", async () => {
    const app = await openApp({ persist: true });
    app.store.commit("Change kerf", (project) => ({ ...project, config: { ...project.config, kerf: 0.4 } }));
    await expect.poll(async () => (await stored(app))?.config.kerf).toBe(0.4);
  });

  it("leaves how an empty project is looked at, and none in the list", async () => {
    const app = await openApp({ persist: true });
    for (const name of ["Bars", "in"])
      await page.getByRole("radio", { name, exact: true }).click({ force: true });
    const look = { mode: "bars", unit: "in" };
    expect(app.store.get().project).toMatchObject(look);
    // As after a crash: nothing is told of the end.
    await app.stop();
    const again = await openApp({ persist: true });
    expect(again.store.get().project).toMatchObject(look);
    again.store.commit("Change unit", (project) => ({ ...project, unit: "mm" }));
    await again.stop();
    expect((await openApp({ persist: true })).store.get().project).toMatchObject({ ...look, unit: "mm" });
    expect(await cards()).toEqual([]);
  });

  it("leaves word of a search that had found nothing yet, which a click begins again", async () => {
    const app = await openPlate("propeller.dxf", PROPELLER);
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(1);
    const stopped = whenSearching(
      app,
      ({ best }) => best === null,
      () => void app.stop(),
    );
    void app.solver.start();
    await stopped;
    const again = await openApp({ persist: true });
    const told = page.getByText("The page closed amid a search that had found nothing yet.").first();
    await expect.element(told).toBeVisible();
    // However often the page is loaded again before that.
    await again.stop();
    const third = await openApp({ persist: true });
    await expect.element(told).toBeVisible();
    await button("Start again").first().click();
    await expect.element(told).not.toBeInTheDocument();
    await expect.poll(() => third.store.get().project.layout?.check?.ok).toBe(true);
    // A search that has ended is not told of.
    await third.stop();
    await openApp({ persist: true });
    await expect.element(page.getByText(/The page closed amid/).first()).not.toBeInTheDocument();
  });

  it("leaves what a search has found on its way, also to somebody who comes back to the project", async () => {
    const app = await openPlate("propeller.dxf", PROPELLER);
    await app.solver.start();
    const { layout } = app.store.get().project;
    // Found at the same tick of the clock.
    const earlier = { ...layout!, seed: layout!.seed + 1 };
    app.store.update({ bests: [earlier, layout!], picks: [copyKey(layout!.data.sheets[0]!.placements[0]!)] });
    moveBy(app, 5, 0);
    expect(app.store.get().session.bests).toHaveLength(2);
    app.store.undo();
    await button("New project").click();
    expect(app.store.get().session.bests).toEqual([]);
    app.store.undo();
    const found = () => page.getByRole("list", { name: "Best layouts so far" }).getByRole("button");
    await expect.poll(() => found().elements().length).toBe(2);
    await app.stop();
    const again = await openApp({ persist: true });
    await expect.poll(() => found().elements().length).toBe(2);
    await expect.element(found().last()).toHaveAttribute("aria-current", "true");
    await found().first().click();
    expect(again.store.get().project.layout!.seed).toBe(earlier.seed);
  });

  it("leaves the search of another tab to go on", async () => {
    const app = await openMany();
    await searchAndPause(app);
    await expect.poll(async () => (await readKept(app.store.get().project.id))?.best).toBeTruthy();
    sessionStorage.removeItem("offcut-searching");
    const other = await openApp({ persist: true });
    expect(other.store.get().project.layout).toBeNull();
    expect(other.store.get().session.notices).toEqual([]);
    await app.solver.end();
    await expect.poll(() => other.store.get().project.layout?.check?.ok).toBe(true);
  });

  it("leaves its steps, to be undone and done again, and what was typed for a shape", async () => {
    const app = await openPlate();
    await app.solver.start();
    setQuantity(app, "plate", "3");
    setQuantity(app, "plate", "4");
    app.store.undo();
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "300 x");
    await expect.poll(async () => (await stored(app))?.parts[0]?.quantity).toBe(3);
    dispatchEvent(new Event("pagehide"));
    await app.stop();
    const { store, stop } = await openApp({ persist: true });
    await expect.element(page.getByRole("textbox", { name: "Add a shape by size" })).toHaveValue("300 x");
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "");
    store.redo();
    expect(store.get().project.parts[0]!.quantity).toBe(4);
    store.undo();
    store.undo();
    expect(store.get().project.parts[0]!.quantity).toBe(1);
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
    await expect.element(button("DXF")).toBeEnabled();
    store.undo();
    expect(store.get().project.layout).toBeNull();
    store.undo();
    expect(store.get().project.parts).toEqual([]);
    expect(store.get().history.past).toEqual([]);
    dispatchEvent(new Event("pagehide"));
    await stop();
  });

  it("leaves its steps with a last one for what was changed as it ended", async () => {
    const app = await openPlate();
    setQuantity(app, "plate", "3");
    await expect.poll(async () => (await stored(app))?.parts[0]?.quantity).toBe(3);
    const { project } = app.store.get();
    const version = (await readKept(project.id))!.version;
    await app.stop();
    keepLast({ project: { ...project, name: "Last" }, version });
    const { store } = await openApp({ persist: true });
    expect(store.get().project.name).toBe("Last");
    store.undo();
    expect(store.get().project).toMatchObject({ name: project.name, parts: [{ quantity: 3 }] });
    store.undo();
    expect(store.get().project.parts[0]!.quantity).toBe(1);
  });

  it("leaves its steps as they are where the last change belongs to the step before it", async () => {
    const app = await openPlate();
    setQuantity(app, "plate", "3");
    setQuantity(app, "plate", "4");
    app.store.undo();
    await expect.poll(async () => (await stored(app))?.parts[0]?.quantity).toBe(3);
    const { project } = app.store.get();
    const { version } = (await readKept(project.id))!;
    await app.stop();
    keepLast({ project, version, amends: true });
    const { store } = await openApp({ persist: true });
    store.redo();
    expect(store.get().project.parts[0]!.quantity).toBe(4);
    store.undo();
    store.undo();
    expect(store.get().project.parts[0]!.quantity).toBe(1);
  });

  it("leaves what its search had found to a tab beside it, once, and the page that follows says nothing of it", async () => {
    const app = await openMany();
    const other = await openApp({ persist: true });
    await searchAndPause(app);
    dispatchEvent(new Event("pagehide"));
    const note = sessionStorage.getItem("offcut-searching")!;
    await app.stop();
    const result = () => other.store.get().project.layout;
    await expect.poll(() => result()?.check?.ok).toBe(true);
    expect(result()!.data.summary.placed_parts).toBe(60);
    expect(other.store.get().session.notices.map(({ text }) => text)).toEqual([
      "The search was cut off when its tab closed. This is the best it had found.",
    ]);
    await expect.poll(async () => (await stored(other))?.layout?.check?.ok).toBe(true);
    sessionStorage.setItem("offcut-searching", note);
    const again = await openApp({ persist: true });
    expect(again.store.get().project.layout).not.toBeNull();
    expect(again.store.get().session).toMatchObject({ cutOff: null, notices: [] });
    other.store.undo();
    await expect.poll(() => again.store.get().project.layout).toBeNull();
  });

  it("leaves what a search had found a moment before", async () => {
    const app = await openPlate("propeller.dxf", PROPELLER);
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(1);
    const closed = whenSearching(
      app,
      ({ best }) => best !== null,
      () => dispatchEvent(new Event("pagehide")),
    );
    void app.solver.start();
    await closed;
    expect((await readKept(app.store.get().project.id))?.best?.data.summary.placed_parts).toBe(1);
  });

  it("leaves its last change to the list, though nothing is changed after it", async () => {
    const app = await openPlate();
    const { project } = app.store.get();
    await app.stop();
    keepLast({ project: { ...project, id: "another", name: "Last" }, version: null });
    sessionStorage.setItem("offcut-project", "another");
    await openApp({ persist: true });
    await kept("Last", "Untitled");
  });

  it("leaves its last change where the store gives up what it had taken", async () => {
    const app = await openPlate();
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(1);
    hinder((store, request) => {
      if (store.name === "projects") request.addEventListener("success", () => store.transaction.abort());
    });
    app.store.commit("Rename", named("Given up"));
    dispatchEvent(new Event("pagehide"));
    await expect.poll(() => app.store.get().session.unkept).not.toBeNull();
    expect((await stored(app))!.name).toBe("Given up");
  });

  it("leaves no change for longer than a moment, however many follow it", async () => {
    const app = await openPlate();
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const name of ["One", "Two", "Three"]) {
      app.store.commit("Rename", named(name));
      vi.advanceTimersByTime(100);
    }
    vi.useRealTimers();
    await expect.poll(async () => (await stored(app))?.name).toBe("Two");
  });

  it("leaves the last change of a project that was just turned away from", async () => {
    const app = await openPlate();
    const { id } = app.store.get().project;
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(1);
    app.store.commit("Rename", named("Left"));
    app.store.commit("New", () => emptyProject());
    // At once: nothing has had the time to reach the store.
    expect(JSON.parse(localStorage.getItem(`offcut-last:${id}`)!).project.name).toBe("Left");
    await kept("Left");
  });

  it("leaves what was added to a project that was empty when somebody came back to it", async () => {
    const app = await openPlate();
    const { id } = app.store.get().project;
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(1);
    app.store.commit("Remove", (project) => ({ ...emptyProject(), id: project.id }));
    await expect.poll(async () => (await stored(app))?.parts.length).toBe(0);
    app.store.commit("New", () => emptyProject());
    await expect.poll(() => localStorage.getItem("offcut-project")).not.toBe(id);
    app.store.undo();
    await expect.poll(() => localStorage.getItem("offcut-project")).toBe(id);
    app.store.commit("Rename", named("Back"));
    await expect.poll(async () => (await stored(app))?.name).toBe("Back");
  });

  it("leaves the result that a search ended with, not what it had found before", async () => {
    const app = await openPlate();
    await app.solver.start();
    const { project } = app.store.get();
    const { elapsedMs } = project.layout!;
    await app.stop();
    const { version } = (await readKept(project.id))!;
    await keepBest(project.id, { ...project.layout!, elapsedMs: elapsedMs + 1 });
    keepLast({ project: { ...project, name: "Ended" }, version, best: null });
    const again = await openApp({ persist: true });
    expect(again.store.get().project).toMatchObject({ name: "Ended", layout: { elapsedMs } });
    await expect.element(page.getByText(/The search was cut off/)).not.toBeInTheDocument();
  });

  it("leaves a layout unchecked, and the next one checks it", async () => {
    const app = await openPlate();
    await app.solver.start();
    app.store.amend((project) => ({ ...project, layout: { ...project.layout!, check: null } }));
    await app.stop();
    const again = await openApp({ persist: true });
    await expect.poll(() => again.store.get().project.layout!.check?.ok).toBe(true);
    await expect.element(button("DXF").last()).toBeEnabled();
  });

  it("leaves no drawing without its file", async () => {
    const app = await openApp({ persist: true });
    const drawings = () => app.store.get().project.drawings.length;
    let added: number | null = null;
    // Keeps the store busy with the file for a while.
    const look = (store: IDBObjectStore, times: number) => {
      if (times === 0) added ??= drawings();
      else store.get("drawing-files").onsuccess = () => look(store, times - 1);
    };
    hinder((store) => store.name === "shop" && look(store, 200));
    drop(new File([PLATE], "plate.dxf"));
    await expect.poll(drawings).toBe(1);
    await expect.poll(() => added).toBe(0);
  });
});

it("a layout that was moved again before its check had ended is checked when one comes back to it", async () => {
  const app = await openPlate();
  await app.solver.start();
  for (const label of ["Move", "Move again"])
    app.store.commit(label, (project) => ({ ...project, layout: { ...project.layout!, check: null } }));
  await button("Undo").first().click();
  await expect.poll(() => app.store.get().project.layout!.check?.ok).toBe(true);
});

it("files that the installed app opened are offered again as they stand now, until they are gone", async () => {
  const folder = await navigator.storage.getDirectory();
  const write = async (name: string, text: string) => {
    const file = await folder.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(text);
    await stream.close();
    return file;
  };
  type Launch = (launch: { files: FileSystemFileHandle[] }) => Promise<void>;
  let launch: Launch = async () => {};
  const setConsumer = (consume: Launch) => {
    launch = consume;
  };
  Object.defineProperty(window, "launchQueue", { value: { setConsumer }, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(window, "launchQueue");
  });
  const app = await openApp({ persist: true });
  await launch({ files: [await write("recent.dxf", PLATE)] });
  expect(app.store.get().project.parts).toMatchObject([{ id: "recent" }]);
  await button("New project").click();
  await write("recent.dxf", PROPELLER);
  await button("recent.dxf").first().click();
  await expect.poll(() => app.store.get().project.parts[0]?.exterior.length).toBe(13);
  await folder.removeEntry("recent.dxf");
  await openList();
  await button("recent.dxf").last().click();
  await expect
    .element(page.getByText(/^recent.dxf was not opened: it is no longer where it was/).first())
    .toBeVisible();
  await openList();
  expect(page.getByRole("list", { name: "Recent files" }).elements()).toEqual([]);
});

it("a browser that refuses to be asked for anything it keeps starts all the same, and is told of", async () => {
  const refused = ["localStorage", "sessionStorage", "indexedDB"].map(
    (name) => [name, Object.getOwnPropertyDescriptor(window, name)!] as const,
  );
  const get = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const [name] of refused) Object.defineProperty(window, name, { get, configurable: true });
  onTestFinished(() => {
    for (const [name, own] of refused) Object.defineProperty(window, name, own);
  });
  const app = await openPlate();
  await expect
    .element(page.getByText("This project is not kept: this browser keeps nothing for this page."))
    .toBeVisible();
  const { theme } = document.documentElement.dataset;
  await button("Light or dark").click();
  expect(document.documentElement.dataset.theme).not.toBe(theme);
  await button("Light or dark").click();
  await app.solver.start();
  await expect.element(button("DXF")).toBeEnabled();
});

it("a browser that keeps nothing is told of at once, with the way to a file", async () => {
  const { put } = IDBObjectStore.prototype;
  onTestFinished(() => {
    IDBObjectStore.prototype.put = put;
  });
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const app = await openPlate();
  await expect
    .element(page.getByText("This project is not kept: this browser's storage is full."))
    .toBeVisible();
  const [file] = await downloads(1, () => button("Save to a file").click());
  expect(JSON.parse(file!.text).project.parts).toHaveLength(1);
  IDBObjectStore.prototype.put = put;
  await button("One more plate").click();
  await expect.poll(() => app.store.get().session.unkept).toBeNull();
  // On a full disk the reason has no name of its own.
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "UnknownError");
  };
  await button("One more plate").click();
  await expect
    .element(page.getByText(/storage takes no more, perhaps because the disk is full/))
    .toBeVisible();
});

it("plans of bars come back from a file with what is sawn, and a search that the page cut off is begun again", async () => {
  const app = await openApp({ persist: true });
  app.store.commit("Test", (project) => ({
    ...project,
    mode: "bars",
    budgetMs: 60_000,
    bars: {
      ...project.bars,
      stocks: [{ id: "Bar", length: 6000, quantity: 9, cost: 0 }],
      pieces: [{ id: "Post", length: 1990, quantity: 4 }],
    },
  }));
  const { id } = app.store.get().project;
  await expect.poll(async () => (await readKept(id))?.project.mode).toBe("bars");
  void app.solver.start();
  app.stop();
  const again = await openApp({ persist: true });
  await expect.element(page.getByText(/The search was begun again/).first()).toBeVisible();
  await expect.poll(() => again.store.get().project.plans.length).toBe(1);
  again.store.commit("Test", (project) => ({ ...project, sawn: ["/0/0"] }));
  const { plans, sawn } = again.store.get().project;
  await openProject(again, JSON.parse(JSON.stringify(again.store.get().project)));
  expect(again.store.get().project).toMatchObject({ plans, sawn });
  await expect.element(button("CSV").last()).toBeEnabled();
});

it("a project that is opened amid a search has its own result, and the one that is left its best", async () => {
  const app = await openPlate("propeller.dxf", PROPELLER);
  const left = app.store.get().project.id;
  const other = { ...app.store.get().project, name: "Other" };
  app.store.commit("Test", (project) => ({
    ...project,
    budgetMs: 60_000,
    parts: project.parts.map((part) => ({ ...part, quantity: 300 })),
  }));
  const dropped = whenSearching(
    app,
    ({ best }) => best !== null,
    () => drop(new File([JSON.stringify({ project: other })], "other.offcut")),
  );
  void app.solver.start();
  await dropped;
  await expect.poll(() => app.store.get().project.name).toBe("Other");
  expect(app.store.get().session.run).toBeNull();
  expect(app.store.get().project.layout).toBeNull();
  await expect.poll(async () => (await readKept(left))?.project.layout?.data.summary.placed_parts).toBe(300);
  app.store.undo();
  expect(app.store.get().project.layout?.data.summary.placed_parts).toBe(300);
});

it("a search that the end of the page cut off leaves its best", async () => {
  const app = await openPlate("plate.dxf", PROPELLER);
  await userEvent.fill(page.getByRole("textbox", { name: "Quantity of plate" }), "60");
  await userEvent.keyboard("{Enter}");
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 60_000, seed: 3 }));
  await button(/^Nest/).click();
  const { id } = app.store.get().project;
  await expect.poll(async () => (await readKept(id))?.best?.data.summary.placed_parts).toBe(60);
  expect(app.store.get().session.run).not.toBeNull();
  // Whatever is changed meanwhile.
  await rename("Searching");
  await expect.poll(async () => (await readKept(id))?.project.name).toBe("Searching");
  app.stop();
  const again = await openApp({ persist: true });
  await expect.element(page.getByText(/The search was cut off when the page closed/).first()).toBeVisible();
  await expect.poll(() => again.store.get().project.layout?.check?.ok).toBe(true);
  expect(again.store.get().project.layout!.data.summary.placed_parts).toBe(60);
  await expect.element(button("DXF")).toBeEnabled();
});
