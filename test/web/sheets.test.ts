/** The way of a sheet job through the page, in a real browser: drawing in, layout checked, files out. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openProject } from "../../web-demo/io/save/restore.ts";
import { pointBounds } from "../../web-demo/model/bounds.ts";
import {
  arcEntity,
  circleEntity,
  downloads,
  drop,
  dxf,
  lineEntity,
  openApp,
  PLATE,
  paste,
  press,
  rectangleEntity,
  useLaser,
  whenSearching,
} from "./app.ts";
import { readProgram } from "./program.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const verified = () => page.getByText("Ready to cut", { exact: true });

async function setField(name: string, text: string): Promise<void> {
  await userEvent.fill(field(name), text);
  await userEvent.keyboard("{Enter}");
}

/** Drops a plate, asks for `quantity` of it and lets the search end. */
async function nestPlates(quantity: number, verdict = "Ready to cut"): Promise<void> {
  drop(new File([PLATE], "plate.dxf"));
  await setField("Quantity of plate", String(quantity));
  await page.getByRole("combobox", { name: "Time" }).selectOptions("2 s");
  await button(/^Nest/).click();
  await expect.element(page.getByText(verdict, { exact: true })).toBeVisible();
  await expect.element(button("DXF")).toBeEnabled();
}

describe("a drawing that is dropped on the page", () => {
  it("becomes a part with its true size and its holes", async () => {
    await openApp();
    drop(new File([PLATE], "plate.dxf"));
    await expect.element(page.getByText("120 × 80 mm", { exact: true })).toBeVisible();
    await expect.element(page.getByText("1 hole", { exact: true })).toBeVisible();
    await expect.element(field("Name of plate")).toHaveValue("plate");
  });

  it("becomes one part per outline", async () => {
    await openApp();
    const two = dxf([...rectangleEntity(0, 0, 50, 20), ...circleEntity(100, 0, 10)]);
    drop(new File([two], "two.dxf"));
    await expect.element(page.getByText("50 × 20 mm", { exact: true })).toBeVisible();
    await expect.element(page.getByText("20 × 20 mm", { exact: true })).toBeVisible();
  });

  it("is shown in inches when inches are asked for", async () => {
    await openApp();
    drop(new File([dxf(rectangleEntity(0, 0, 63.5, 25.4))], "inch.dxf"));
    await page.getByRole("radio", { name: "in", exact: true }).click({ force: true });
    await expect.element(page.getByText("2 1/2 × 1 in", { exact: true })).toBeVisible();
  });

  it("is asked about when it names no unit, and read again in the answer", async () => {
    await openApp();
    drop(new File([dxf(rectangleEntity(0, 0, 10, 4), null)], "bare.dxf"));
    await expect.element(page.getByText("The file names no unit. Which is right?")).toBeVisible();
    await button("inch: 254 × 101.6 mm").click();
    await expect.element(page.getByText("254 × 101.6 mm", { exact: true })).toBeVisible();
    await expect.element(page.getByText("The file names no unit. Which is right?")).not.toBeInTheDocument();
  });

  it("says what its reader had to do, and shows where", async () => {
    const app = await openApp();
    const open = dxf([
      ...rectangleEntity(0, 0, 30, 30),
      ...lineEntity(50, 0, 90, 0),
      ...lineEntity(90, 0, 90, 40),
      ...lineEntity(90, 40, 50.8, 0.6),
    ]);
    drop(new File([open], "open.dxf"));
    await page.getByText(/note/).click();
    await button("Show where").first().click();
    expect(app.store.get().session.spot?.at).not.toBeNull();
    await button("Close drawing").click();
    expect(app.store.get().session.spot).toBeNull();
  });

  it("shows one place of a finding after the other", async () => {
    const app = await openApp();
    const at = () => app.store.get().session.spot?.at;
    const loose = [60, 70, 80].flatMap((x) => lineEntity(x, 0, x, 5));
    drop(new File([dxf([...rectangleEntity(0, 0, 30, 30), ...loose])], "loose.dxf"));
    await page.getByText(/note/).click();
    await button("Show where").first().click();
    expect(at()).toEqual([60, 2.5]);
    await button(/^Next place/).click();
    expect(at()).toEqual([70, 2.5]);
    await button(/^Next place/).click();
    await expect.element(page.getByText("3 of 3")).toBeVisible();
    await button(/^Next place/).click();
    await button(/^Previous place/).click();
    expect(at()).toEqual([80, 2.5]);
  });

  it("has its gaps closed when a wider tolerance is chosen", async () => {
    await openApp();
    const gap = dxf([
      ...lineEntity(0, 0, 40, 0),
      ...lineEntity(40, 0, 40, 30),
      ...lineEntity(40, 30, 0, 30),
      ...lineEntity(0, 30, 0, 0.3),
      ...rectangleEntity(60, 0, 10, 10),
    ]);
    drop(new File([gap], "gap.dxf"));
    await page.getByText(/note/).click();
    await page.getByRole("combobox", { name: "Close gaps in gap.dxf up to" }).selectOptions("0.5 mm");
    await expect.element(page.getByText("40 × 30 mm", { exact: true })).toBeVisible();
  });

  it("is refused in a sentence when it is none", async () => {
    await openApp();
    drop(new File(["hello"], "hello.dxf"), new File(["x"], "photo.png"));
    await expect
      .element(page.getByRole("list", { name: "Messages" }).getByText(/^hello.dxf: /))
      .toBeVisible();
    await expect
      .element(page.getByRole("list", { name: "Messages" }).getByText(/^photo.png: only DXF/))
      .toBeVisible();
  });

  it("is named with the reason when it is refused, among however many", async () => {
    await openApp();
    const photos = Array.from({ length: 5 }, (_, i) => new File(["x"], `photo ${i + 1}.png`));
    const broken = ["{", "[", "{]", "{1"].map((text, i) => new File([text], `job ${i + 1}.offcut`));
    const empty = [new File(["0\nSECTION\n"], "cut off.dxf"), new File([""], "empty.svg")];
    drop(...photos, new File(["x"], "plan.dwg"), ...broken, ...empty);
    const messages = page.getByRole("list", { name: "Messages" });
    const alike = "photo 1.png, photo 2.png, photo 3.png, photo 4.png, photo 5.png: only DXF, SVG, CSV";
    await expect.element(messages.getByText(alike)).toBeVisible();
    await expect.element(messages.getByText(/^plan.dwg: DWG is a closed format/)).toBeVisible();
    const others = messages.getByText(/^Not opened either:/);
    await expect.element(others).toBeVisible();
    const told = messages.element().textContent!;
    for (const { name } of [...broken, ...empty]) expect(told).toMatch(new RegExp(`${name}(, .*)?: \\w`));
  });

  it("is named when something in it is to be looked at, among however many", async () => {
    await openApp();
    const open = (i: number) =>
      Array.from({ length: i + 1 }, (_, k) => [
        ...lineEntity(100 * k, 0, 100 * k + 40, 0),
        ...lineEntity(100 * k + 40, 0, 100 * k + 40, 30),
        ...lineEntity(100 * k + 40, 30, 100 * k, 30),
        ...lineEntity(100 * k, 30, 100 * k, 0.3),
      ]).flat();
    drop(...Array.from({ length: 9 }, (_, i) => new File([dxf(open(i))], `open ${i + 1}.dxf`)));
    const messages = page.getByRole("list", { name: "Messages" });
    await expect.element(messages.getByText(/^To look at in other drawings:/)).toBeVisible();
    const told = messages.element().textContent!;
    for (let i = 1; i <= 9; i++)
      expect(told).toContain(`open ${i}.dxf: no closed outline was found; ${i} gap`);
  });

  it("gives as many parts as a job takes, however it is read, and names the rest", async () => {
    const app = await openApp();
    const messages = page.getByRole("list", { name: "Messages" });
    const pierced = rectangleEntity(0, 0, 30, 30);
    for (let i = 0; i < 2001; i++)
      pierced.push(...circleEntity(1 + 0.6 * (i % 46), 1 + 0.6 * Math.floor(i / 46), 0.2));
    const many = Array.from({ length: 1004 }, (_, i) => rectangleEntity(40 * (i + 1), 0, 30, 20)).flat();
    drop(new File([dxf([...pierced, ...many])], "many.dxf"));
    await expect
      .element(messages.getByText("Not added: many 1. A part takes up to 2000 holes.", { exact: true }))
      .toBeVisible();
    const rest = "Not added: many 1002, many 1003, many 1004 and 1 more. A job takes up to 1000 parts.";
    await expect.element(messages.getByText(rest, { exact: true })).toBeVisible();
    await page.getByText("Read in mm").click();
    await page.getByRole("combobox", { name: "Unit of many.dxf" }).selectOptions("inch");
    await expect.element(page.getByText("762 × 508 mm", { exact: true }).first()).toBeVisible();
    expect(app.store.get().project.parts).toHaveLength(1000);
    expect(messages.getByText(rest, { exact: true }).elements()).toHaveLength(1);
  });

  it("may be packed, or lie in a folder with others", async () => {
    const app = await openApp();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="20mm" viewBox="0 0 50 20">
      <rect width="50" height="20" fill="none" stroke="#000"/></svg>`;
    const packed = await new Response(
      new Blob([svg]).stream().pipeThrough(new CompressionStream("gzip")),
    ).blob();
    const entry = (file: File) => ({
      name: file.name,
      isDirectory: false,
      file: (take: (of: File) => void) => take(file),
    });
    const folder = (name: string, ...rest: object[]) => ({
      name,
      isDirectory: true,
      createReader: () => ({ readEntries: (take: (some: object[]) => void) => take(rest.splice(0, 1)) }),
    });
    const whole = folder(
      "order",
      entry(new File([PLATE], "b.dxf")),
      folder("inner", entry(new File([packed], "c.svg"))),
      entry(new File(["x"], ".hidden")),
      entry(new File([packed], "a.svgz")),
    );
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    const [one, two] = [new File([], "order"), new File([PLATE], "d.dxf")];
    const items = [whole, entry(two)].map((is) => ({ kind: "file", webkitGetAsEntry: () => is }));
    Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], files: [one, two], items } });
    document.body.dispatchEvent(event);
    const names = () => app.store.get().project.drawings.map(({ name }) => name);
    await expect.poll(names).toEqual(["a.svgz", "b.dxf", "c.svg", "d.dxf"]);
    expect(app.store.get().project.parts).toHaveLength(4);
    expect(app.store.get().session.notices).toEqual([]);
  });

  it("is renamed and removed by keys, which stay in the list", async () => {
    const app = await openApp();
    drop(new File([dxf([0, 200, 400].flatMap((x) => rectangleEntity(x, 0, 100, 50)))], "three.dxf"));
    await expect.poll(() => app.store.get().project.parts.length).toBe(3);
    await userEvent.fill(page.getByRole("textbox", { name: "Name of three 2" }), "middle");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("textbox", { name: "Name of middle" })).toHaveFocus();
    await userEvent.fill(page.getByRole("textbox", { name: "Name of three 1" }), "first");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByRole("textbox", { name: "Quantity of first" })).toHaveFocus();
    app.store.undo();
    expect(app.store.get().project.parts.map(({ id }) => id)).toEqual(["three 1", "middle", "three 3"]);
    (button("Remove middle").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Remove three 3")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Remove three 1")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.activeElement?.closest("section")?.classList).toContain("parts");
  });

  it("with a long name shows how it ends, on a phone too", async () => {
    const app = await openApp({ width: 390 });
    const long =
      "Rückwand-Verstärkungsblech links unten mit Ausklinkung und Langlöchern zur Zeichnung 4711-0815";
    drop(...[1, 2].map((n) => new File([PLATE], `${long}-${n}.dxf`)));
    await expect
      .poll(() => app.store.get().project.parts.map(({ id }) => id.slice(-6)))
      .toEqual(["0815-1", "0815-2"]);
    const ends = [...document.querySelectorAll<HTMLElement>(".part-list .ends")];
    expect(ends.map(({ textContent }) => textContent!.slice(-6))).toEqual([
      ...["-1.dxf", "0815-1"],
      ...["-2.dxf", "0815-2"],
    ]);
    for (const name of ends) {
      const [whole, end] = [name, name.lastElementChild!].map((one) => one.getBoundingClientRect());
      expect(end!.right).toBeLessThanOrEqual(whole!.right);
      expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
    }
  });

  it("is known by what is in it, whatever it is called", async () => {
    const app = await openApp();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm"><rect width="9" height="9"/></svg>';
    const page1 = "<!doctype html><meta charset=utf-8><title>Plate</title><svg></svg>";
    const commented = `999\nWritten by a program\n${PLATE}`;
    drop(
      new File([commented], "plate"),
      new File([PLATE], "mill.txt"),
      new File([svg], "logo.download"),
      new File([page1], "saved.svg"),
      new File(["AC1015\0\0"], "other.dxf"),
    );
    await expect.poll(() => app.store.get().project.drawings.map(({ name }) => name)).toHaveLength(3);
    const messages = page.getByRole("list", { name: "Messages" });
    await expect.element(messages.getByText(/^saved.svg: that is a web page/)).toBeVisible();
    await expect.element(messages.getByText(/^other.dxf: DWG is a closed format/)).toBeVisible();
  });

  it("that can only be had from another program is told the way to it", async () => {
    await openApp();
    const messages = page.getByRole("list", { name: "Messages" });
    drop(new File(["x"], "plan.pdf"), new File(["x"], "block.STEP"), new File(["<svg"], "torn.svg"));
    await expect.element(messages.getByText(/^plan.pdf: save it as SVG or DXF in the program/)).toBeVisible();
    await expect.element(messages.getByText(/^block.STEP: that is a solid/)).toBeVisible();
    await expect.element(messages.getByText(/^torn.svg: not well-formed/)).toBeVisible();
  });

  it("of a perforated plate is nested and exported with all of its holes", async () => {
    const app = await openApp();
    const holes = Array.from({ length: 120 }, (_, i) =>
      circleEntity(10 + 15 * (i % 12), 10 + 15 * Math.floor(i / 12), 4),
    );
    drop(new File([dxf([...rectangleEntity(0, 0, 185, 155), ...holes.flat()])], "sieve.dxf"));
    await expect.element(page.getByText("120 holes")).toBeVisible();
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 1000 }));
    await app.solver.start();
    await expect.element(page.getByText("Ready to cut", { exact: true })).toBeVisible();
    const [file] = await downloads(1, () => button("DXF").click());
    const read = await (await app.workshop.engine()).read(new TextEncoder().encode(file!.text));
    expect(read.parts.map((part) => part.holes.length)).toEqual([120]);
    await openProject(app, JSON.parse(JSON.stringify(app.store.get().project)));
    expect(app.store.get().project.layout).not.toBeNull();
    expect(app.store.get().project.parts[0]!.holes).toHaveLength(120);
  });

  it("that is too crowded for exact points is cut as it is shown, and says so", async () => {
    const app = await openApp();
    const crowd = Array.from({ length: 45_000 }, (_, i) =>
      circleEntity(40 * (i % 200), 40 * Math.floor(i / 200), 15),
    );
    drop(new File([dxf(crowd.flat())], "crowd.dxf"));
    await expect
      .element(page.getByRole("list", { name: "Messages" }).getByText(/^crowd.dxf: too many curves/))
      .toBeVisible();
    const { parts } = app.store.get().project;
    expect(parts.every(({ exterior, curves }) => exterior.length < 20 && curves === null)).toBe(true);
  });

  it("offers the number that its name asks for", async () => {
    const app = await openApp();
    drop(new File([PLATE], "plate-S235-x12.dxf"));
    await page.getByText(/its name asks for 12$/).click();
    expect(app.store.get().project.parts[0]!.quantity).toBe(1);
    await button("Its name asks for 12: take that").click();
    expect(app.store.get().project.parts[0]!.quantity).toBe(12);
  });

  it("can be pasted as text", async () => {
    await openApp();
    paste(PLATE);
    await expect.element(field("Name of Pasted")).toBeVisible();
  });
});

describe("a field that holds what cannot be meant", () => {
  const pointer = (text: RegExp) => page.getByRole("button", { name: text });

  it.each([
    ["Kerf", "-1", /^Kerf: 0 to 50 mm/],
    ["Width", "abc", /^Width: “abc” is not a length/],
    ["Width", "3,000", /^Width: “3,000” is not a length that is plainly 3 or 3000/],
    ["Quantity of plate", "0", /0 of it\? Remove the part/],
    ["Quantity of plate", "2,5", /only whole parts can be cut/],
    ["Quantity of plate", "abc", /“abc” is not a number/],
    ["Quantity of plate", "1,000", /“1,000” is not a number that is plainly 1 or 1000/],
    ["Quantity of plate", "10001", /At most 10000 of one part/],
  ])("%s = %s stops the search, and the way leads there", async (name, text, message) => {
    await openApp();
    drop(new File([PLATE], "plate.dxf"));
    await expect.element(button(/^Nest/)).toBeEnabled();
    await setField(name, text);
    await expect.element(button(/^Nest/)).toBeDisabled();
    expect(field(name).element().getAttribute("aria-invalid")).toBe("true");
    await expect.element(field(name)).toHaveValue(text);
    await pointer(message).click();
    await expect.element(field(name)).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button(/^Nest/)).toBeEnabled();
  });

  it("counts at once when the search is started from within it", async () => {
    const app = await openApp();
    drop(new File([PLATE], "plate.dxf"));
    await userEvent.fill(field("Quantity of plate"), "x");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(app.store.get().session.run).toBeNull();
    await userEvent.fill(field("Quantity of plate"), "10000");
    await userEvent.keyboard("{Enter}");
    expect(app.store.get().project.parts[0]!.quantity).toBe(10_000);
  });
});

it("a result that no longer answers the page is grey and cannot be exported, until it does again", async () => {
  await openApp();
  await nestPlates(2);
  await setField("Spacing", "4");
  await expect.element(page.getByText("The job was changed: nest again before you cut")).toBeVisible();
  for (const name of ["DXF", "Picture as SVG", "Placements as CSV"])
    await expect.element(button(name)).toBeDisabled();
  await setField("Spacing", "3");
  await expect.element(verified()).toBeVisible();
  await expect.element(button("DXF")).toBeEnabled();
  await setField("Name of plate", "bracket");
  await expect.element(button("DXF")).toBeEnabled();
  // From the first key on, the page shows another number than the one that was nested with.
  await page.getByRole("textbox", { name: "Spacing" }).click();
  await userEvent.keyboard("{End}1");
  await expect.element(verified()).not.toBeInTheDocument();
  await expect.element(button("DXF")).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(verified()).toBeVisible();
  await expect.element(button("DXF")).toBeEnabled();
  await setField("Margin", "x");
  await expect.element(button("DXF")).toBeDisabled();
});

it("the distances that the badge names are those of the cuts in the exported file", async () => {
  const app = await openApp();
  await setField("Kerf", "0.2");
  await setField("Spacing", "2");
  drop(new File([dxf(circleEntity(0, 0, 15))], "disc.dxf"));
  await setField("Quantity of disc", "5");
  await page.getByRole("combobox", { name: "Time" }).selectOptions("2 s");
  await button(/^Nest/).click();
  await expect.element(button("DXF")).toBeEnabled();
  await expect.element(page.getByText("30 × 30 mm", { exact: true })).toBeVisible();
  const [file] = await downloads(1, () => button("DXF").click());
  const engine = await app.workshop.engine();
  const { paths } = await engine.read(new TextEncoder().encode(file!.text));
  // Circles of 15.1 mm: their centres say how far apart the cuts are.
  const centers = paths.flatMap(({ curves }) => {
    const [arc] = curves;
    return arc?.kind === "arc" ? [[arc.cx, arc.cy, arc.radius] as const] : [];
  });
  expect(centers).toHaveLength(5);
  let least = Infinity;
  centers.forEach(([x, y, r], i) => {
    expect(r).toBeCloseTo(15.1, 3);
    for (const [a, b] of centers.slice(i + 1)) least = Math.min(least, Math.hypot(a - x, b - y) - 2 * r);
  });
  expect(least).toBeGreaterThanOrEqual(2 - 1e-3);
  expect(app.store.get().project.layout!.check!.gap).toBeCloseTo(least, 2);
});

it("an outline of so many arcs that points as near as can be are too many is checked as well", async () => {
  const app = await openApp();
  // Twenty scallops along the top of a board.
  const scallops = Array.from({ length: 20 }, (_, i) => arcEntity(5 + 10 * i, 40, 5, 0, 180)).flat();
  const board = [...lineEntity(0, 40, 0, 0), ...lineEntity(0, 0, 200, 0), ...lineEntity(200, 0, 200, 40)];
  drop(new File([dxf([...board, ...scallops])], "board.dxf"));
  await expect.poll(() => app.store.get().project.parts.length).toBe(1);
  await setField("Quantity of board", "2");
  app.store.commit("Test", (project) => ({ ...project, budgetMs: 500 }));
  await app.solver.start();
  const { check } = app.store.get().project.layout!;
  expect(check).toMatchObject({ ok: true, problems: [] });
  expect(check!.gap).toBeGreaterThanOrEqual(3 - 1e-6);
});

describe("the form", () => {
  it("keeps to the limits and says them", async () => {
    const app = await openApp();
    await setField("Spacing", "101");
    await expect.element(page.getByText("Spacing: 0 to 100 mm.").first()).toBeVisible();
    expect(app.store.get().project.config.spacing).toBe(3);
    await setField("Spacing", "1/4 in");
    expect(app.store.get().project.config.spacing).toBe(6.35);
    await setField("Width", "0");
    await expect.element(page.getByText("Width: more than 0, at most 100000 mm.").first()).toBeVisible();
  });

  it("takes shapes that are typed in", async () => {
    const app = await openApp();
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "120 x 80");
    await button("Rectangle").click();
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "60");
    await button("Circle").click();
    const [rectangle, circle] = app.store.get().project.parts;
    expect(rectangle!.exterior).toHaveLength(5);
    await expect.element(page.getByText("60 × 60 mm", { exact: true })).toBeVisible();
    for (const [x, y] of circle!.exterior) expect(Math.hypot(x - 30, y - 30)).toBeGreaterThanOrEqual(30);
    await expect.element(page.getByText("120 × 80 mm", { exact: true })).toBeVisible();
  });
});

it("a drawing without a part is shown for what it is", async () => {
  await openApp();
  drop(new File([dxf(lineEntity(0, 0, 100, 0))], "open.dxf"));
  await expect.element(page.getByRole("img", { name: "Drawing open.dxf" })).toBeVisible();
});

describe("a layout", () => {
  it("is found, checked, shown and counted", async () => {
    const app = await openApp();
    await nestPlates(7);
    const { layout } = app.store.get().project;
    expect(layout!.check).toMatchObject({ ok: true });
    expect(layout!.check!.gap).toBeGreaterThanOrEqual(3 - 1e-6);
    await expect.element(page.getByText("7 of 7", { exact: true })).toBeVisible();
    await expect.element(page.getByRole("tab", { name: /Sheet 1/ })).toBeVisible();
    await expect.element(page.getByRole("img", { name: /Sheet 1 of 1 with 7 parts/ })).toBeVisible();
  });

  it("is a table for those who cannot see the board", async () => {
    await openApp();
    await nestPlates(3);
    await page.getByText("Placements", { exact: true }).click();
    await expect
      .element(page.getByRole("table").getByRole("rowheader", { name: "plate" }).nth(2))
      .toBeVisible();
  });

  it("tells in its table where parts lie on the sheet, wherever they were drawn", async () => {
    await openApp();
    drop(new File([dxf(rectangleEntity(900, -700, 120, 80))], "far.dxf"));
    await expect.element(page.getByRole("textbox", { name: "Name of far" })).toBeVisible();
    await button(/^Nest/).click();
    await expect.element(button("DXF")).toBeEnabled();
    await page.getByText("Placements", { exact: true }).click();
    const cells = () =>
      [...document.querySelectorAll(".placements td")].map(({ textContent }) => textContent);
    await expect.poll(() => cells().slice(1, 3)).toEqual(["5 mm", "5 mm"]);
  });

  it("names what found no place, and why", async () => {
    await openApp();
    await setField("Width", "200");
    await setField("Height", "100");
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "300 x 50");
    await button("Rectangle").click();
    await nestPlates(1, "Ready, without 1 part that found no place");
    await expect.element(page.getByText("larger than the sheet allows: needs 300 × 50 mm")).toBeVisible();
    await expect.element(page.getByText("1 not placed", { exact: true })).toBeVisible();
  });

  it("is downloaded as a project of LightBurn where a laser is chosen", async () => {
    const app = await openApp();
    await nestPlates(2);
    await expect.element(button("LightBurn project")).not.toBeInTheDocument();
    useLaser(app);
    await expect.element(verified()).toBeVisible();
    const [file] = await downloads(1, () => button("LightBurn project").click());
    expect(file!.name).toBe("untitled-sheet-1.lbrn2");
    const project = new DOMParser().parseFromString(file!.text, "application/xml");
    const shapes = [...project.querySelectorAll("Shape")].map((shape) => shape.getAttribute("Type"));
    // Two plates with a round hole each; whatever else there is stands on the layer of tools.
    expect(shapes.filter((type) => type === "Ellipse")).toHaveLength(2);
    expect([...project.querySelectorAll('CutSetting[type="Cut"] speed')].length).toBeGreaterThan(0);
  });

  it("is downloaded as DXF and as G-code, sheet by sheet", async () => {
    useLaser(await openApp());
    await nestPlates(2);
    const files = await downloads(2, async () => {
      await button("DXF").click();
      await button(/^G-code for Other laser/).click();
    });
    const dxfFile = files.find(({ name }) => name.endsWith(".dxf"))!;
    expect(dxfFile.name).toBe("untitled-sheet-1.dxf");
    expect(dxfFile.text.match(/CUT_OUTER/g)!.length).toBeGreaterThanOrEqual(2);
    expect(dxfFile.text).toContain("SHEET");
    const program = files.find(({ name }) => name.endsWith(".gcode"))!.text;
    expect(program).toMatch(/^M2\s*$/m);
    expect(program.match(/^M5/gm)!.length).toBeGreaterThanOrEqual(4);
  });

  it("leaves its remnant as a drawing of a sheet for the next job", async () => {
    const app = await openApp();
    await nestPlates(2);
    const [file] = await downloads(1, () => button("Remnant as DXF").click());
    const engine = await app.workshop.engine();
    const { parts } = await engine.read(new TextEncoder().encode(file!.text));
    const { min_x, min_y, max_x, max_y } = pointBounds(parts[0]!.exterior);
    const placed = app.store.get().project.layout!.data.sheets[0]!.placements;
    const far = (side: "max_x" | "max_y") => Math.max(...placed.map(({ bounds }) => bounds[side]));
    const strips = [(1220 - far("max_x")) * 610, 1220 * (610 - far("max_y"))];
    expect((max_x - min_x) * (max_y - min_y)).toBeCloseTo(Math.max(...strips), 3);
    expect(file!.name).toMatch(/^untitled-sheet-1-remnant-[\d.]+x[\d.]+\.dxf$/);
  });

  /** A slot of 80 × 20 with round ends, and a disc. */
  const SLOT = dxf([
    ...lineEntity(10, 0, 70, 0),
    ...arcEntity(70, 10, 10, -90, 90),
    ...lineEntity(70, 20, 10, 20),
    ...arcEntity(10, 10, 10, 90, 270),
    ...circleEntity(120, 10, 10),
  ]);

  it("leaves with the arcs that were drawn", async () => {
    const app = await openApp();
    useLaser(app);
    drop(new File([SLOT], "slot.dxf"));
    await button(/^Nest 2 parts/).click();
    await expect.element(button("DXF")).toBeEnabled();
    const files = await downloads(2, async () => {
      await button("DXF").click();
      await button(/^G-code for/).click();
    });
    const drawing = files.find(({ name }) => name.endsWith(".dxf"))!.text;
    const lines = drawing.slice(drawing.indexOf("ENTITIES")).split(/\r?\n/).slice(1);
    const bulges = lines.flatMap((code, i) =>
      i % 2 === 0 && code.trim() === "42" ? [Math.abs(Number(lines[i + 1]))] : [],
    );
    // Two ends of the slot and the disc: a few arcs that turn by two full circles in all.
    expect(bulges.length).toBeLessThan(10);
    expect(bulges.reduce((sum, bulge) => sum + 4 * Math.atan(bulge), 0)).toBeCloseTo(4 * Math.PI, 6);
    const program = files.find(({ name }) => name.endsWith(".gcode"))!.text;
    expect(program).toMatch(/^G[23] .*I.*J/m);
    const path = readProgram(program);
    expect(path.cutLength).toBeCloseTo(120 + 40 * Math.PI, 0);
    expect(app.store.get().project.layout!.check!.ok).toBe(true);
  });

  it("leaves as a picture whose arcs are arcs", async () => {
    await openApp();
    drop(new File([SLOT], "slot.dxf"));
    await button(/^Nest 2 parts/).click();
    await expect.element(button("Picture as SVG")).toBeEnabled();
    const [file] = await downloads(1, () => button("Picture as SVG").click());
    const picture = new DOMParser().parseFromString(file!.text, "image/svg+xml");
    const outlines = [...picture.querySelectorAll("defs path")].map((path) => path.getAttribute("d")!);
    expect(outlines).toHaveLength(2);
    for (const outline of outlines) {
      expect(outline).toMatch(/A10 10 /);
      expect(outline.length).toBeLessThan(200);
    }
    // A browser measures the true curves: a slot of 60 with round ends, and a disc.
    const measure = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const lengths = outlines.map((outline) => {
      measure.setAttribute("d", outline);
      return measure.getTotalLength();
    });
    expect(Math.max(...lengths)).toBeCloseTo(120 + 20 * Math.PI, 1);
    expect(Math.min(...lengths)).toBeCloseTo(20 * Math.PI, 1);
  });

  it("leaves without arcs for a machine that knows none", async () => {
    useLaser(await openApp());
    drop(new File([SLOT], "slot.dxf"));
    await button(/^Nest 2 parts/).click();
    await page.getByText("Speeds, leads, your own machines").click();
    await page.getByRole("checkbox", { name: "Arcs as G2 and G3" }).click();
    await expect.element(button(/^G-code for/)).toBeEnabled();
    const [file] = await downloads(1, () => button(/^G-code for/).click());
    expect(file!.text).not.toMatch(/^G[23] /m);
    expect(readProgram(file!.text).cutLength).toBeCloseTo(120 + 40 * Math.PI, 0);
  });

  it("is kept when the search is stopped", async () => {
    const app = await openApp();
    drop(new File([PLATE], "plate.dxf"));
    await setField("Quantity of plate", "60");
    const stopped = whenSearching(
      app,
      (run) => run.best?.data.summary.placed_parts === 60,
      () => press("Stop"),
    );
    await button(/^Nest/).click();
    await stopped;
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    expect(app.store.get().session.run).toBeNull();
  });

  it("asks nobody but the page's own origin", async () => {
    // The browser would note 250 requests and no more: the page alone makes as many.
    performance.clearResourceTimings();
    performance.setResourceTimingBufferSize(10_000);
    useLaser(await openApp({ ownEngine: true }));
    await nestPlates(2);
    await downloads(1, () => button(/^G-code for/).click());
    const asked = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const foreign = asked.filter(
      ({ origin, protocol }) => origin !== location.origin && protocol !== "blob:" && protocol !== "data:",
    );
    expect(foreign).toEqual([]);
    expect(asked.some(({ pathname }) => pathname.endsWith(".wasm"))).toBe(true);
  });
});

describe("a rotation rule", () => {
  async function nestStrips(rule: string) {
    const app = await openApp();
    await setField("Width", "200");
    await setField("Height", "400");
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "300 x 80");
    await button("Rectangle").click();
    await button("Show Rectangle").click();
    await page.getByRole("combobox", { name: "Rotation of Rectangle" }).selectOptions(rule);
    await page.getByRole("combobox", { name: "Time" }).selectOptions("2 s");
    await button(/^Nest/).click();
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    return app.store.get().project.layout!.data;
  }

  it("leaves out a part that would fit only at an angle that it forbids, and says so", async () => {
    expect((await nestStrips("As drawn")).unplaced).toEqual(["Rectangle"]);
    await expect.element(page.getByText("larger than the sheet allows: needs 300 × 80 mm")).toBeVisible();
    // Nothing lies anywhere: nothing is green.
    await expect.element(page.getByText("Ready to cut", { exact: true })).not.toBeInTheDocument();
  });

  it("of the job may be any angle: a strip longer than the sheet lies across its corners", async () => {
    const app = await openApp();
    await setField("Width", "200");
    await setField("Height", "200");
    await userEvent.fill(page.getByRole("textbox", { name: "Add a shape by size" }), "240 x 10");
    await button("Rectangle").click();
    await page.getByRole("combobox", { name: "Rotation", exact: true }).selectOptions("any angle");
    await page.getByRole("combobox", { name: "Time" }).selectOptions("2 s");
    await button(/^Nest/).click();
    await expect.poll(() => app.store.get().project.layout?.check?.ok).toBe(true);
    const { data } = app.store.get().project.layout!;
    expect(data.unplaced).toEqual([]);
    expect(data.sheets[0]!.placements[0]!.rotation % 90).not.toBe(0);
    await page.getByRole("combobox", { name: "Rotation", exact: true }).selectOptions("0° and 90°");
    await expect.element(button("DXF")).toBeDisabled();
  });

  it("allows what it names", async () => {
    const { sheets } = await nestStrips("Every 90°");
    expect([90, 270]).toContain(sheets[0]!.placements[0]!.rotation);
  });

  it("holds for the layout's check too", async () => {
    const app = await openApp();
    await nestPlates(1);
    const { layout } = app.store.get().project;
    const request = {
      ...layout!.request,
      parts: layout!.request.parts.map((part) => ({ ...part, angles: [180] })),
    };
    const check = await app.workshop.checker.checkLast({ request, data: layout!.data });
    expect(check.ok).toBe(false);
  });
});

it("names and shows the part that no sheet can take as it is", async () => {
  const app = await openApp();
  const bow: [number, number][] = [
    [0, 0],
    [40, 30],
    [40, 0],
    [0, 30],
    [0, 0],
  ];
  app.store.commit("Test", (project) => ({
    ...project,
    parts: [{ id: "bow", exterior: bow, holes: [], quantity: 1, turn: "free", color: 0, drawing: null }],
  }));
  await button("Nest 1 part").click();
  await expect
    .element(page.getByRole("list", { name: "Messages" }).getByText(/^bow cannot be nested: /))
    .toBeVisible();
  expect(app.store.get().session).toMatchObject({ selected: "bow", run: null });
});
