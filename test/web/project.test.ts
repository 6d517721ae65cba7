/** Life of a job: undone, saved, opened, shared, carried over in another unit. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Path } from "../../engine/index.ts";
import { projectOf } from "../../web-demo/io/save/restore.ts";
import { shareLink } from "../../web-demo/io/save/share.ts";
import type { PanelResult, Part } from "../../web-demo/model/project.ts";
import { formatLength, notPlainly, parseLength, parseNumber } from "../../web-demo/model/units.ts";
import { downloads, drop, openApp, PLATE } from "./app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function openPlate() {
  const app = await openApp();
  drop(new File([PLATE], "plate.dxf"));
  await expect.element(page.getByRole("textbox", { name: "Name of plate" })).toBeVisible();
  return app;
}

async function nest(app: Awaited<ReturnType<typeof openPlate>>): Promise<void> {
  await page.getByRole("combobox", { name: "Time" }).selectOptions("2 s");
  await button(/^Nest/).click();
  await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
}

describe("undo", () => {
  it("takes back every change and redo makes it again", async () => {
    const app = await openPlate();
    await button("One more plate").click();
    await userEvent.fill(page.getByRole("textbox", { name: "Width" }), "2000");
    await userEvent.keyboard("{Enter}");
    const after = app.store.get().project;
    for (let i = 0; i < 3; i++) await button("Undo").click();
    expect(app.store.get().project).toMatchObject({ parts: [], sheet: { width: 1220 } });
    await expect.element(button("Undo")).toBeDisabled();
    for (let i = 0; i < 3; i++) await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    expect(app.store.get().project).toBe(after);
  });

  it("takes back the whole of a drop, an example and what was removed", async () => {
    const app = await openApp();
    drop(new File([PLATE], "a.dxf"), new File([PLATE], "b.dxf"), new File([PLATE], "c.dxf"));
    await expect.poll(() => app.store.get().project.parts.length).toBe(3);
    const three = app.store.get().project;
    await button("Remove b").click();
    await page.getByRole("group", { name: "Solve" }).first().getByRole("button", { name: "Undo" }).click();
    expect(app.store.get().project).toBe(three);
    await button("New project").click();
    expect(app.store.get().project.parts).toEqual([]);
    await button("Undo").first().click();
    expect(app.store.get().project).toBe(three);
    await button("Undo").first().click();
    expect(app.store.get().project.parts).toEqual([]);
    await expect.element(button("Undo").first()).toBeDisabled();
  });

  it("brings back a layout without solving again", async () => {
    const app = await openPlate();
    await nest(app);
    const { layout } = app.store.get().project;
    await button("Undo").click();
    expect(app.store.get().project.layout).toBeNull();
    await button("Redo").click();
    expect(app.store.get().project.layout).toBe(layout);
  });
});

describe("a project file", () => {
  it("opens with drawing, job and checked result as they were", async () => {
    const app = await openPlate();
    await nest(app);
    const before = app.store.get().project;
    const [file] = await downloads(1, () => button("Save project").click());
    expect(file!.name).toBe("untitled.offcut");
    await button("New project").click();
    expect(app.store.get().project.parts).toEqual([]);
    drop(new File([file!.text], file!.name));
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    const after = app.store.get().project;
    expect(after.parts).toEqual(before.parts);
    // A bound is the solver's word, and a file can claim anything.
    const { lower_bound: _claimed, ...data } = before.layout!.data;
    expect(after.layout!.data).toEqual(data);
    expect(before.layout!.improvements!.length).toBeGreaterThan(0);
    expect(after.layout!.improvements).toEqual(before.layout!.improvements);
    const marks = page.getByText("The job was changed since.").elements();
    expect(marks.some((mark) => mark.checkVisibility())).toBe(false);
  });

  it("goes into the file that was chosen first, until another project begins", async () => {
    const app = await openPlate();
    const folder = await navigator.storage.getDirectory();
    const chosen: string[] = [];
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        chosen.push(suggestedName);
        return folder.getFileHandle(`${chosen.length}.offcut`, { create: true });
      },
    });
    const saves = async (file: string) => {
      await button("Save project").click();
      const saved = async () => JSON.parse((await read(folder, file)) || "null")?.project;
      await expect.poll(saved).toEqual(JSON.parse(JSON.stringify(app.store.get().project)));
    };
    await saves("1.offcut");
    app.store.commit("Test", (project) => ({ ...project, seed: 7 }));
    await saves("1.offcut");
    expect(chosen).toEqual(["untitled.offcut"]);
    await button("New project").click();
    await saves("2.offcut");
    expect(chosen).toHaveLength(2);
  });

  it("is not saved when no file is chosen, and a file that cannot be written is named", async () => {
    const app = await openPlate();
    const answer = (pick: () => Promise<unknown>) => Object.assign(window, { showSaveFilePicker: pick });
    answer(() => Promise.reject(new DOMException("", "AbortError")));
    const before = app.store.get().session.spoken;
    await button("Save project").click();
    expect(app.store.get().session.spoken).toBe(before);
    const full = { name: "full.offcut", createWritable: () => Promise.reject(new Error("disk full")) };
    answer(() => Promise.resolve(full));
    await button("Save project").click();
    await expect.element(page.getByText("full.offcut could not be written: disk full").first()).toBeVisible();
    expect(app.store.get().session.file).toBeNull();
  });

  it("keeps the curves of its parts, and drops those that are not theirs", async () => {
    const app = await openPlate();
    await nest(app);
    const tools = await app.workshop.toolbox();
    const { project } = app.store.get();
    expect(project.parts[0]!.curves!.holes[0]![0]).toMatchObject({ kind: "arc", radius: 15 });
    const opened = (change: (saved: typeof project) => void) => {
      const saved = JSON.parse(JSON.stringify(project));
      change(saved);
      return projectOf(tools, { project: saved });
    };
    const whole = opened(() => {});
    expect(whole.parts[0]!.curves).toEqual(project.parts[0]!.curves);
    expect(whole.layout!.curves).toEqual(project.layout!.curves);
    const spoiled = opened(({ parts, layout }) => {
      Object.assign(parts[0]!.curves!.holes[0]![0]!, { radius: 20 });
      layout!.curves![0]!.holes.pop();
    });
    expect(spoiled.parts[0]!.curves).toBeNull();
    expect(spoiled.layout!.curves).toEqual([null]);
    const older = opened((saved) => {
      delete saved.parts[0]!.curves;
      delete saved.layout!.curves;
      const machine = { feed_rate: 900, travel_rate: 4000, laser_power: 70, use_z: true, arcs: false };
      Object.assign(saved, { machine: { ...machine, profile: null } });
    });
    expect(older.parts[0]!.exterior).toEqual(project.parts[0]!.exterior);
    expect(older.layout!.curves).toEqual([null]);
    expect(older.machine).toMatchObject({
      dialect: "grbl-router",
      output: { arcs: false },
      defaults: { feed_rate: 900, travel_rate: 4000, power: 70 },
    });
  });

  it("cannot pass a spoiled layout off as a valid one", async () => {
    const app = await openPlate();
    await button("One more plate").click();
    await nest(app);
    const [file] = await downloads(1, () => button("Save project").click());
    const saved = JSON.parse(file!.text);
    const [first, second] = saved.project.layout.data.sheets[0].placements;
    Object.assign(second, { x: first.x, y: first.y, rotation: first.rotation, bounds: first.bounds });
    drop(new File([JSON.stringify(saved)], "spoiled.offcut"));
    await expect.element(page.getByText("The parts do not lie right: not for export")).toBeVisible();
    await expect.element(button("DXF")).toBeDisabled();
  });

  it("is refused in a sentence when it is damaged or from elsewhere", async () => {
    const app = await openApp();
    const before = app.store.get().project;
    drop(
      new File(["{"], "torn.offcut"),
      new File(["[1]"], "list.json"),
      new File(['{"project":{"version":99}}'], "newer.offcut"),
      new File(['{"project":{"version":1,"sheet":{"width":-5,"height":1}}}'], "negative.offcut"),
    );
    const messages = page.getByRole("list", { name: "Messages" });
    await expect.element(messages.getByText(/^torn.offcut: the file is damaged/)).toBeVisible();
    await expect.element(messages.getByText(/^list.json: this is not an Offcut project/)).toBeVisible();
    await expect.element(messages.getByText(/^newer.offcut: this project was written/)).toBeVisible();
    await expect.element(messages.getByText(/negative.offcut: sheet.width/)).toBeVisible();
    expect(app.store.get().project).toBe(before);
  });
});

/** Every place in a value that holds no object or list, as a path. */
function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

it("a project with any one field spoiled is refused in a sentence or shown, never anything else", async () => {
  const app = await openPlate();
  await nest(app);
  app.store.commit("Test", (project) => ({
    ...project,
    bars: {
      ...project.bars,
      stocks: [{ id: "Tube", length: 6000, quantity: 2, cost: 0, offcut: true }],
      saw: {
        trim_start: 5,
        trim_end: 5,
        min_offcut: 300,
        profile_width: 40,
        measured: "long",
        max_pieces: 8,
        offcuts_first: true,
        fewest_patterns: true,
      },
      pieces: [{ id: "Post", length: 900, quantity: 3 }],
    },
    parts: project.parts.map((part) => ({ ...part, exterior: part.exterior.slice(0, 5), holes: [] })),
    drawings: project.drawings.map((drawing) => ({
      ...drawing,
      cutPaths: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
      asideLines: [
        [
          [0, 0],
          [2, 2],
        ],
      ],
      offLines: [
        [
          [0, 0],
          [3, 3],
        ],
      ],
    })),
  }));
  const tools = await app.workshop.toolbox();
  const whole = JSON.stringify({ project: app.store.get().project });
  const { drawings } = app.store.get().project;
  expect(projectOf(tools, JSON.parse(whole)).drawings).toMatchObject(drawings);
  let refused = 0;
  let shown = 0;
  for (const path of leavesOf(JSON.parse(whole))) {
    for (const junk of [null, "x", -1, 1e308, {}, ["__proto__"]]) {
      const spoiled = JSON.parse(whole);
      const last = path.at(-1)!;
      path.slice(0, -1).reduce((value, key) => value[key], spoiled)[last] = junk;
      try {
        const project = projectOf(tools, spoiled);
        app.store.commit("Test", () => project);
        shown++;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).constructor, `${path.join(".")} = ${JSON.stringify(junk)}: ${error}`).toBe(
          Error,
        );
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(100);
  expect(shown).toBeGreaterThan(100);
});

describe("a link", () => {
  it("carries the whole job and starts nothing", async () => {
    const app = await openPlate();
    await button("One more plate").click();
    const link = await shareLink(app.store.get().project);
    app.stop();
    history.replaceState(null, "", new URL(link!).hash);
    const other = await openApp({ persist: true });
    await expect.poll(() => other.store.get().project.parts[0]?.quantity).toBe(2);
    expect(other.store.get().project.layout).toBeNull();
    expect(other.store.get().session.run).toBeNull();
    expect(location.hash).toBe("");
    const [part] = other.store.get().project.parts;
    expect(part!.exterior).toEqual(app.store.get().project.parts[0]!.exterior);
  });

  it("has no room for results, nor for digits that no machine follows", async () => {
    const app = await openPlate();
    const { project } = app.store.get();
    const marked = (x: number) => ({
      ...project,
      parts: project.parts.map((part): Part => {
        const path: Path = [
          [x, 10],
          [x, 20],
        ];
        return { ...part, marks: [{ role: "engrave", path, closed: false }] };
      }),
    });
    const planned = { material: "", elapsedMs: 1 } as PanelResult;
    const link = await shareLink(marked(10));
    expect(await shareLink({ ...marked(10), panelPlans: [planned], sawingAt: { panel: 1, cut: 2 } })).toBe(
      link,
    );
    expect(await shareLink(marked(10.000001234567))).toBe(link);
  });

  it("is not made for a job that is too large, and the file is offered instead", async () => {
    const app = await openApp();
    const noisy = Array.from({ length: 1500 }, (_, i): [number, number] => {
      const radius = 100 + ((i * 7919) % 997) / 10;
      return [radius * Math.cos((i * Math.PI) / 750), radius * Math.sin((i * Math.PI) / 750)];
    });
    app.store.commit("Test", (project) => ({
      ...project,
      parts: ["a", "b", "c"].map((id, color) => ({
        id,
        color,
        exterior: noisy,
        holes: [],
        quantity: 1,
        turn: "free",
        drawing: null,
      })),
    }));
    await button("Share link").click();
    await expect.element(page.getByText(/too large for a link/)).toBeVisible();
  });

  it("that is damaged leaves everything as it was", async () => {
    history.replaceState(null, "", "#1=AAAA-broken");
    await openApp({ persist: true });
    await expect
      .element(page.getByRole("list", { name: "Messages" }).getByText(/The link is damaged/))
      .toBeVisible();
  });
});

describe("lengths", () => {
  it.each([
    ["12.5", "mm", 12.5],
    ["12,5", "mm", 12.5],
    ['1/2"', "mm", 12.7],
    ["1 1/2 in", "mm", 38.1],
    ["1-1/2", "in", 38.1],
    ["3' 2\"", "mm", 965.2],
    ["3' 2", "mm", 965.2],
    ["25mm", "in", 25],
    ["2", "in", 50.8],
    ["2.5 cm", "in", 25],
    [".5", "mm", 0.5],
    ["1,830.5", "mm", 1830.5],
    ["1.830,5", "mm", 1830.5],
    ["1,250,000", "mm", 1_250_000],
    ["3 000", "mm", 3000],
    ["1.125", "in", 28.575],
    ["0,125 m", "mm", 125],
    ["12,1255", "mm", 12.1255],
  ] as const)("read %s in %s as %d mm", (text, unit, mm) => {
    expect(parseLength(text, unit)).toBeCloseTo(mm, 7);
  });

  it.each(["", "x", "1 2", "1/0", "12 parsec", "-3", "1e3", "1 mm 2 y", "1,83,0", "1.2.3", "3 0000"])(
    "refuse %o",
    (text) => {
      expect(parseLength(text, "mm")).toBeNull();
    },
  );

  it("refuse what is three metres to some and three millimetres to others, and say so", () => {
    expect(parseLength("3,000", "mm")).toBeNull();
    expect(parseLength("6' 1,000", "in")).toBeNull();
    expect(notPlainly("3,000", "a length")).toBe("“3,000” is not a length that is plainly 3 or 3000.");
    expect([parseNumber("1,000"), parseNumber("1.000"), parseNumber("−2,5")]).toEqual([null, 1, -2.5]);
    expect([parseNumber("1.000", true), parseNumber("10,000", true)]).toEqual([null, null]);
    expect(["1 000", "12", "2.0"].map((text) => parseNumber(text, true))).toEqual([1000, 12, 2]);
    expect(["", "-", "1e3", "0x10", "Infinity", "1-2"].map((text) => parseNumber(text))).toEqual(
      Array(6).fill(null),
    );
  });

  it("come back from either unit as they went out", () => {
    for (const mm of [0, 0.2, 1, 12.7, 38.1, 100, 1219.2, 99_999.999]) {
      for (const unit of ["mm", "in"] as const) {
        expect(parseLength(formatLength(mm, unit), unit)).toBeCloseTo(mm, 2);
      }
    }
    expect(formatLength(38.1, "in")).toBe("1 1/2");
    expect(formatLength(100, "in")).toBe("3.937");
    expect(formatLength(2.5, "mm")).toBe("2.5");
  });
});

async function read(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  const file = await (await folder.getFileHandle(name)).getFile();
  return file.text();
}
