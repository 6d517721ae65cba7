/** The machine: chosen by name, kept, carried as a file; its program played, timed and judged. */
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import diode from "../../../engine/base/contract/machine/charts/diode-laser.json" with { type: "json" };
import { MACHINE_PRESETS } from "../../../engine/entries/machines.ts";
import { alongMove, movesUntil, prepareToolpath } from "../../../web-demo/canvas/drawn-toolpath.ts";
import { freshProject } from "../../../web-demo/edit/machine.ts";
import { writeProgram } from "../../../web-demo/io/save/program-file.ts";
import { keepPreset, loadPresets } from "../../../web-demo/shop/presets.ts";
import { machineFrom } from "../../../web-demo/shop/saved-machine.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import { downloads, drop, field, openApp, PLATE, paste, useLaser } from "../app.ts";
import { readProgram } from "../program.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const told = (text: string | RegExp) => page.getByRole("list", { name: "Messages" }).getByText(text).first();
const machine = page.getByRole("combobox", { name: "Which machine cuts this job?" });

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("offcut").onsuccess = resolve;
  });
});

/** Two plates on a sheet of 300 × 150, and the panel of the machine. */
async function openMachine(width = 1280, height = 800): Promise<RunningApp> {
  const app = await openApp({ width, height });
  useLaser(app);
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 2000, sheet: { width: 300, height: 150 } }));
  drop(new File([PLATE], "plate.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  app.store.commit("Test", (project) => ({
    ...project,
    parts: project.parts.map((part) => ({ ...part, quantity: 2 })),
  }));
  await nest(app);
  await page.getByText("Speeds, leads, your own machines").click();
  await expect.element(machine).toBeVisible();
  return app;
}

async function nest(app: RunningApp): Promise<void> {
  await app.solver.start();
  await expect.element(button("DXF")).toBeEnabled();
}

async function set(name: string, text: string): Promise<void> {
  await userEvent.fill(field(name), text);
  await userEvent.keyboard("{Enter}");
}

describe("a machine", () => {
  it("is chosen by name, brings its kerf, and its program leaves with its own ending", async () => {
    await openMachine();
    const { name, tool } = MACHINE_PRESETS["linuxcnc-plasma"];
    await machine.selectOptions(name);
    await expect.element(told(`The kerf of the job is ${tool.kerf} mm now, as ${name} cuts.`)).toBeVisible();
    // The parts lie 3 mm apart without a kerf: too close for this one.
    await expect.element(page.getByText("The parts do not lie right: not for export")).toBeVisible();
    await button("Nest again").click();
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
    const [file] = await downloads(1, () => button(`G-code for ${name}`).click());
    expect(file!.name).toBe("untitled-sheet-1.ngc");
    expect(file!.text).toContain("M3 $0 S1");
    await expect.element(page.getByText(/starting point, not run on a machine/)).toBeVisible();
    await expect
      .element(page.getByText(/cuts moved out by 0.75 mm: switch compensation off in your CAM/).first())
      .toBeVisible();
    const [plain] = await downloads(1, () => button("DXF without kerf").click());
    expect(plain!.name).toBe("untitled-sheet-1.outlines.dxf");
  });

  it("cuts a material as its chart says, says so, and keeps what somebody has set instead", async () => {
    const app = await openMachine();
    await machine.selectOptions(MACHINE_PRESETS["grbl-laser"].name);
    const row = diode.rows.find((one) => one.material === "plywood" && one.thickness === 3)!;
    const cuts = () => {
      const { machine: chosen, config } = app.store.get().project;
      const { feed_rate, power, passes } = chosen!.defaults!;
      return { feed_rate, power, passes, kerf: config.kerf };
    };
    const { feed_rate, power, passes, kerf } = row;
    await set("Material", "Plywood");
    await set("Thickness", "2.5");
    const starting =
      "Starting values for plywood of 3 mm, the next thicker in the chart: cut a test piece first.";
    await expect.element(page.getByText(starting)).toBeVisible();
    expect(cuts()).toEqual({ feed_rate, power, passes, kerf });
    await expect.element(field("Passes of cut")).toHaveValue("2");
    await set("Thickness", "3");
    await set("Speed of cut", "90");
    await expect
      .element(page.getByText("Your own settings. The chart has others for plywood of 3 mm."))
      .toBeVisible();
    await set("Thickness", "1.5");
    await expect.poll(() => cuts().feed_rate).toBe(200);
    expect(cuts().passes).toBeUndefined();
    // As the last time.
    await set("Thickness", "3");
    await expect.poll(() => cuts().feed_rate).toBe(90);
    await button("Use the chart").click();
    await expect.poll(cuts).toEqual({ feed_rate, power, passes, kerf });
    app.store.undo();
    expect(cuts().feed_rate).toBe(90);
    await set("Thickness", "30");
    await expect.element(page.getByText(/Starting values|Your own settings/)).not.toBeVisible();
  });

  it("is told when the sheet is beyond its reach", async () => {
    const app = await openMachine();
    await machine.selectOptions(MACHINE_PRESETS["marlin-laser"].name);
    await expect
      .element(page.getByText("The sheet is larger than what the machine reaches: 220 × 220 mm."))
      .toBeVisible();
    app.store.undo();
    await expect.element(machine).toHaveValue("start Other laser (GRBL)");
  });

  it("costs what its hour costs, and is slower at a lower feed", async () => {
    const app = await openMachine();
    await machine.selectOptions(MACHINE_PRESETS["grbl-laser"].name);
    await nest(app);
    await set("Cost per hour", "60");
    await expect.element(page.getByText(/ on the machine · \d/)).toBeVisible();
    const { layout } = app.store.get().project;
    const quick = (await writeProgram(app, layout!, 0)).totals;
    expect(quick.machine_cost).toBeCloseTo(quick.seconds / 60, 9);
    await set("Speed of cut", "300");
    const slow = (await writeProgram(app, layout!, 0)).totals;
    expect(slow.seconds).toBeGreaterThan(1.5 * quick.seconds);
    app.store.commit("Test", (project) => {
      return { ...project, machine: { ...project.machine, work_area: { x: 10, y: 10 } } };
    });
    const why = /^The machine's reach across is 10 mm, but the program needs \d/;
    await expect.element(page.getByText("Not ready to cut")).toBeVisible();
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(button(/^G-code for/)).toBeDisabled();
    await expect.element(button("DXF")).toBeEnabled();
    await button("Use the bed as sheet").last().click();
    expect(app.store.get().project.sheet).toEqual({ width: 10, height: 10 });
    app.store.undo();
    expect(app.store.get().project.machine!.defaults!.feed_rate).toBe(300);
    await expect.element(machine).toHaveValue("present");
  });

  it("is kept by name, saved as a file, and taken from one", async () => {
    const app = await openMachine();
    await machine.selectOptions(MACHINE_PRESETS.shapeoko.name);
    await set("Depth of cut", "6");
    await userEvent.fill(field("Name of the machine"), "Our router");
    await button("Keep").last().click();
    await expect.element(machine).toHaveValue("kept Our router");
    const [file] = await downloads(1, () => button("Save to a file").last().click());
    expect(file!.name).toBe("our-router.machine.json");
    const saved = JSON.parse(file!.text);
    expect(saved).toMatchObject({ offcut_machine: 1, name: "Our router", dialect: "grbl-router" });
    expect(saved.defaults.depth).toBe(6);
    await machine.selectOptions("None: DXF for my own CAM");
    expect(app.store.get().project.machine).toBeNull();
    drop(new File([file!.text], file!.name));
    await expect.poll(() => app.store.get().project.machine?.name).toBe("Our router");
    await machine.selectOptions("None: DXF for my own CAM");
    paste(file!.text);
    await expect.element(machine).toHaveValue("kept Our router");
    await button("Forget").last().click();
    await expect.element(machine).toHaveValue("present");
  });

  it("that version 1 has spelt in camelCase is read from projects, lists, files and the last visit", async () => {
    const old = {
      offcutMachine: 1,
      name: "Shed",
      workArea: { x: 900, y: 600 },
      defaults: { feedRate: 700, leadIn: 2 },
      layers: { innerCut: { stepDown: 1 } },
      rules: [{ when: { holeDiameterBelow: 9 } }],
      post: { name: "own", grammar: { reads_as: { "M7 Px": "M7" } } },
    };
    const spelt = {
      offcut_machine: 1,
      name: "Shed",
      work_area: { x: 900, y: 600 },
      defaults: { feed_rate: 700, lead_in: 2 },
      layers: { innerCut: { step_down: 1 } },
      rules: [{ when: { hole_diameter_below: 9 } }],
      post: old.post,
    };
    expect(machineFrom(old)).toEqual(spelt);
    expect(machineFrom({ feed_rate: 1, profile: old })).toEqual(spelt);
    localStorage.setItem("offcut-machine", JSON.stringify(old));
    expect(freshProject().machine).toEqual(spelt);
    await keepPreset("machines", "Shed", old);
    expect((await loadPresets("machines")).map(({ value }) => value)).toEqual([spelt]);
    const { post: _post, rules: _rules, ...file } = old;
    const app = await openMachine();
    paste(JSON.stringify(file));
    await expect.poll(() => app.store.get().project.machine?.work_area).toEqual(spelt.work_area);
    localStorage.removeItem("offcut-machine");
  });

  it("with a wrong number is refused by the name of its field", async () => {
    const app = await openMachine();
    drop(new File([JSON.stringify({ offcut_machine: 1, defaults: { feed_rate: -5 } })], "bad.json"));
    await expect.element(told(/^bad.json: this machine cannot be used: defaults.feed_rate/)).toBeVisible();
    expect(app.store.get().project.machine?.name).toBe("Other laser (GRBL)");
  });
});

describe("the player", () => {
  it("shows the program that is exported, move by move", async () => {
    const app = await openMachine();
    const { picture, totals, gcode } = await writeProgram(app, app.store.get().project.layout!, 0);
    const read = readProgram(gcode);
    expect(totals.cut_length).toBeCloseTo(read.cutLength, 0);
    expect(totals.travel_length).toBeCloseTo(read.travelLength, 0);
    // The tool is where it has to be at the end of each move, and between its ends before.
    for (const move of picture.moves.filter(({ kind }) => kind !== "wait")) {
      const end = alongMove(move, 1);
      expect(Math.hypot(end[0] - move.to[0], end[1] - move.to[1])).toBeLessThan(1e-6);
    }
    const times = picture.moves.map(({ end }) => end);
    const half = picture.seconds / 2;
    const at = movesUntil(picture.moves, half);
    expect(times[at]).toBeGreaterThanOrEqual(half);
    expect(times[at - 1] ?? 0).toBeLessThan(half);
  });

  it("shows lines that parts share, leads and bridges in colours of their own, and says which", async () => {
    const app = await openMachine();
    const profile = {
      offcut_machine: 1,
      name: "Ours",
      defaults: { common_lines: true, lead_in: 3, tabs: 2 },
    };
    drop(new File([JSON.stringify(profile)], "ours.machine.json"));
    await expect.poll(() => app.store.get().project.machine?.name).toBe("Ours");
    app.store.commit("Test", (project) => ({
      ...project,
      config: { ...project.config, spacing: 0, kerf: 0.2 },
    }));
    await nest(app);
    const { picture } = await writeProgram(app, app.store.get().project.layout!, 0);
    expect(picture.shared_length).toBeGreaterThan(50);
    await button("Toolpath").click();
    const legend = () => [...document.querySelectorAll(".board-legend span")];
    const texts = [/^\d+ cuts, /, /^travel /, /^shared /, /^leads$/, /^\d+ tabs$/];
    await expect.poll(() => legend().length).toBe(texts.length);
    for (const [i, text] of texts.entries()) expect(legend()[i]!.textContent).toMatch(text);
    const colours = legend().map((key) => getComputedStyle(key, "::before").borderTopColor);
    expect(new Set(colours).size).toBe(texts.length);
    const { lines, tabs } = prepareToolpath(picture, []);
    expect(Object.keys({ ...lines, ...tabs }).sort()).toEqual(["common", "lead", "tab", "tool", "travel"]);
  });

  it("plays to the end, holds, and follows the line that is dragged", async () => {
    const app = await openMachine();
    await button("Toolpath").click();
    const line = page.getByRole("slider", { name: "Time in the program" });
    await expect.element(line).toBeVisible();
    await expect.element(page.getByText(/^travel /)).toBeVisible();
    const input = line.element() as HTMLInputElement;
    input.value = "500";
    input.dispatchEvent(new Event("input"));
    const { picture } = await writeProgram(app, app.store.get().project.layout!, 0);
    expect(app.store.get().session.playhead).toBeCloseTo(picture.seconds / 2, 6);
    await button("Play").click();
    await expect.poll(() => app.store.get().session.playhead).toBeGreaterThan(picture.seconds / 2);
    if (document.querySelector('[aria-label="Hold"]')) await button("Hold").click();
    await expect.element(button("Play")).toBeVisible();
    await button("Show all of the program").click();
    expect(app.store.get().session.playhead).toBeNull();
    await button("Toolpath").click();
    await expect.element(line).not.toBeInTheDocument();
  });

  it("has room on a phone", async () => {
    await openMachine(390, 844);
    await button("Toolpath").click();
    await expect.element(page.getByRole("slider", { name: "Time in the program" })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const player = document.querySelector(".player")!;
    const within = () => {
      const { top, bottom } = player.getBoundingClientRect();
      return top >= 0 && bottom <= 844;
    };
    await expect.poll(within).toBe(true);
  });
});
