/** Ready to cut: what is in the way or left out is named by its part, each with the button that mends it. */
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MACHINE_PRESETS } from "../../../engine/entries/machines.ts";
import type { RunningApp } from "../../../web-demo/start.ts";
import {
  circleEntity,
  downloads,
  drop,
  dxf,
  field,
  lineEntity,
  openApp,
  type Pair,
  rectangleEntity,
  useLaser,
} from "../app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const ready = page.getByText("Ready to cut", { exact: true });

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase("offcut").onsuccess = resolve;
  });
});

const onLayer = (layer: string, entity: Pair[]): Pair[] =>
  entity.map((pair): Pair => (pair[0] === 8 ? [8, layer] : pair));

/** A bracket with a wide hole, two holes of 0.25 mm and two engraved lines. */
const BRACKET = dxf([
  ...rectangleEntity(0, 0, 120, 80),
  ...circleEntity(60, 40, 15),
  ...circleEntity(20, 20, 0.125),
  ...circleEntity(100, 20, 0.125),
  ...onLayer("ENGRAVE", lineEntity(20, 60, 100, 60)),
  ...onLayer("ENGRAVE", lineEntity(20, 65, 100, 65)),
]);

async function nestBracket(app: RunningApp, kerf: number): Promise<void> {
  drop(new File([BRACKET], "bracket.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  app.store.commit("Test", (project) => ({
    ...project,
    budgetMs: 1000,
    config: { ...project.config, kerf },
    parts: project.parts.map((part) => ({ ...part, quantity: 3 })),
  }));
  await app.solver.start();
}

describe("a job that is not ready", () => {
  it("names holes that are narrower than the cut by their part, and exports without a failure once they are mended", async () => {
    const app = await openApp();
    useLaser(app);
    await nestBracket(app, 0.3);
    await expect
      .element(page.getByText("2 holes of bracket are narrower than the cut of 0.3 mm."))
      .toBeVisible();
    await expect.element(page.getByText(/placements/)).not.toBeInTheDocument();
    await expect.element(button(/^G-code for/)).toBeDisabled();
    await expect.element(button("Report")).toBeDisabled();
    const { data } = app.store.get().project.layout!;
    await button("Mark them").click();
    await expect.element(ready).toBeVisible();
    // The layout stays, a little fuller; the outlines of the holes are marked on the part.
    const now = app.store.get().project.layout!.data;
    const placed = ({ sheets }: typeof data) => sheets.map(({ placements }) => placements);
    expect(placed(now)).toEqual(placed(data));
    expect(now.summary.total_utilization).toBeGreaterThan(data.summary.total_utilization);
    const [part] = app.store.get().project.parts;
    expect(part!.holes).toHaveLength(1);
    expect(part!.marks!.filter(({ role, closed }) => role === "mark" && closed)).toHaveLength(2);
    for (const name of [/^G-code for/, "DXF", "LightBurn project", "SVG for a laser", "Report"]) {
      const [file] = await downloads(1, () => button(name).click());
      expect(file!.text.length).toBeGreaterThan(100);
    }
    app.store.undo();
    await button("Leave them out").click();
    await expect.element(ready).toBeVisible();
    expect(app.store.get().project.parts[0]!.marks!.map(({ role }) => role)).toEqual(["engrave", "engrave"]);
    app.store.undo();
    await button("Change the kerf").click();
    expect(document.activeElement).toBe(page.getByRole("textbox", { name: "Kerf" }).element());
  });

  it("says what a machine leaves out, until it is told how or somebody leaves it out", async () => {
    const app = await openApp();
    await page.getByRole("combobox", { name: "Which machine cuts this job?" }).selectOptions("Marlin laser");
    await nestBracket(app, 0.1);
    const said = page.getByText(
      "2 lines to engrave on bracket are left out: Marlin laser has no settings for it.",
    );
    await expect.element(said).toBeVisible();
    await button("Leave them out").click();
    await expect.element(ready).toBeVisible();
    await expect.element(page.getByText("without 2 lines to engrave, as chosen")).toBeVisible();
    app.store.undo();
    await expect.element(said).toBeVisible();
    await button("Set how to engrave").click();
    await expect.element(ready).toBeVisible();
    await userEvent.fill(page.getByRole("textbox", { name: "Power of engrave" }), "42");
    await userEvent.keyboard("{Enter}");
    await expect.element(ready).toBeVisible();
    const [file] = await downloads(1, () => button(/^G-code for/).click());
    expect(file!.text).toContain("S42");
  });

  it("keeps its layout when the machine comes late and the gaps still hold", async () => {
    const app = await openApp();
    await nestBracket(app, 0.2);
    await expect.element(ready).toBeVisible();
    const { data } = app.store.get().project.layout!;
    const { name, tool } = MACHINE_PRESETS["fluidnc-co2"];
    await page.getByRole("combobox", { name: "Which machine cuts this job?" }).selectOptions(name);
    await expect.element(button(`G-code for ${name}`)).toBeEnabled();
    await expect.element(ready).toBeVisible();
    expect(app.store.get().project.config.kerf).toBe(tool.kerf);
    expect(app.store.get().project.layout!.data).toBe(data);
  });
});

it("cuts a material as this machine has last cut it", async () => {
  const app = await openApp();
  useLaser(app);
  await nestBracket(app, 0.1);
  const set = async (name: string, text: string) => {
    await userEvent.fill(field(name), text);
    await userEvent.keyboard("{Enter}");
  };
  await set("Material", "Plywood");
  await set("Thickness", "3");
  await set("Speed of cut", "350");
  await set("Passes of cut", "4");
  await set("Thickness", "6");
  await set("Speed of cut", "120");
  await set("Thickness", "3");
  await expect
    .poll(() => app.store.get().project.machine?.defaults)
    .toMatchObject({ feed_rate: 350, passes: 4 });
  await set("Thickness", "6");
  await expect.poll(() => app.store.get().project.machine?.defaults?.feed_rate).toBe(120);
});

it("asks little at first: seven fields stand open, and one button for the machine's files", async () => {
  const app = await openApp({ unfolded: false });
  const open = () =>
    [...document.querySelectorAll<HTMLElement>("main :is(input, select, textarea)")].filter((one) =>
      one.checkVisibility(),
    );
  expect(open().length).toBeLessThanOrEqual(7);
  useLaser(app);
  await nestBracket(app, 0.1);
  await expect.element(ready).toBeVisible();
  const files = document.querySelectorAll<HTMLElement>(".export button");
  expect([...files].filter((one) => one.checkVisibility()).map((one) => one.innerText.trim())).toEqual([
    "G-code for Other laser (GRBL)",
    "Toolpath",
  ]);
});
