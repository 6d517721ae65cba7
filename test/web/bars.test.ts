/** The way of a cutting job through the page: tables in, a proven plan out. */
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { shareLink } from "../../web-demo/io/save/share.ts";
import { makeCutRequest } from "../../web-demo/model/plans.ts";
import { PLAIN_SAW } from "../../web-demo/model/project.ts";
import { downloads, drop, openApp, paste, whenSearching } from "./app.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const cell = (name: string) => page.getByRole("textbox", { name, exact: true });

async function openBars() {
  const app = await openApp();
  await page.getByRole("radio", { name: "Bars" }).click();
  return app;
}

async function setCell(name: string, text: string): Promise<void> {
  await userEvent.fill(cell(name), text);
  await userEvent.keyboard("{Enter}");
}

describe("the tables", () => {
  it("take stock and pieces by hand, in any unit", async () => {
    const app = await openBars();
    await button("Add stock").click();
    await setCell("Length of stock 1", "10 ft");
    await button("Add piece").click();
    await setCell("Length of piece 1", "1 1/2 in");
    await setCell("Quantity of piece 1", "12");
    const { bars } = app.store.get().project;
    expect(bars.stocks[0]!.length).toBe(3048);
    expect(bars.pieces[0]).toMatchObject({ length: 38.1, quantity: 12 });
    // Profiles of pieces can be given to stock at once.
    await button("Add profiles").last().click();
    await setCell("Profile of piece 1", "Tube");
    await expect.element(cell("Profile of stock 1")).toBeVisible();
  });

  it("refuse what no bar can be and say why", async () => {
    const app = await openBars();
    await button("Add piece").click();
    await setCell("Length of piece 1", "-5");
    await expect
      .element(page.getByText("“-5” is not a length above 0 and up to 1000000 mm.").last())
      .toBeInTheDocument();
    await setCell("Quantity of piece 1", "10001");
    await expect
      .element(page.getByText("“10001” is not a whole number from 1 to 10000.").last())
      .toBeInTheDocument();
    expect(app.store.get().project.bars.pieces[0]).toMatchObject({ length: 1000, quantity: 1 });
  });

  it("take rows that are pasted from a spreadsheet", async () => {
    const app = await openBars();
    paste("Name\tLänge\tStk\nRail\t1420\t10\nPost\t1985,5\t8\n");
    await expect.element(cell("Name of piece 2")).toHaveValue("Post");
    expect(app.store.get().project.bars.pieces).toEqual([
      { id: "Rail", length: 1420, quantity: 10 },
      { id: "Post", length: 1985.5, quantity: 8 },
    ]);
  });

  it("refuse a sign that may part thousands or a fraction, where no other number shows which", async () => {
    const app = await openBars();
    paste("Rail\t1,200\t10\n");
    const messages = page.getByRole("list", { name: "Messages" });
    await expect
      .element(messages.getByText(/line 1: the length "1,200" is not a number that is plainly 1.2 or 1200/))
      .toBeVisible();
    expect(app.store.get().project.bars.pieces).toEqual([]);
    paste("Rail\t1.200\t10\nPost\t1985,5\t8\n");
    await expect.element(cell("Name of piece 2")).toHaveValue("Post");
    expect(app.store.get().project.bars.pieces.map(({ length }) => length)).toEqual([1200, 1985.5]);
  });

  it("take heads of many languages with their units, in the text of old Windows programs", async () => {
    const app = await openApp();
    const text = "Benennung;Länge (cm);Stückzahl;Profil;Farbe\nHolm;183,05;4;Rohr 40;rot\n";
    drop(new File([Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))], "liste.csv"));
    await expect
      .poll(() => app.store.get().project.bars.pieces)
      .toEqual([{ id: "Holm", length: 1830.5, quantity: 4, profile: "Rohr 40" }]);
    const told = page.getByText('The column "Farbe" is not known and was left out.');
    await expect.element(told.last()).toBeVisible();
  });

  it("take a CSV file in whatever order its heading says", async () => {
    const app = await openApp();
    drop(new File(['qty,length,part\n3,none,x\n2,500,"Leg, short"\n'], "list.csv"));
    await expect
      .poll(() => app.store.get().project.bars.pieces)
      .toEqual([{ id: "Leg, short", length: 500, quantity: 2 }]);
    expect(app.store.get().project.mode).toBe("bars");
  });

  it("refuse a row with a wrong number instead of reading the next one in its place", async () => {
    const app = await openBars();
    paste("Bad\t-5\t2\nLeg\t700\t9\nHalf\t2,5\tabc\nArm\t\t3\n");
    await expect
      .poll(() => app.store.get().project.bars.pieces)
      .toEqual([{ id: "Leg", length: 700, quantity: 9 }]);
    const told = page.getByText(
      /^Left out: line 1: “-5” is not a length.*line 3: the quantity "abc" is not.*line 4: there is no length/,
    );
    await expect.element(told.last()).toBeVisible();
  });

  it("take a list with prices for stock, wherever it is dropped, and say so", async () => {
    const app = await openApp();
    drop(new File(["name;length;qty;price\nTube;6000;4;32\nRest;1800;1;0\n"], "rack.csv"));
    await expect
      .poll(() => app.store.get().project.bars.stocks.map(({ length, cost }) => [length, cost]))
      .toEqual([
        [6000, 32],
        [1800, 0],
      ]);
    expect(app.store.get().project.bars.pieces).toEqual([]);
    await expect
      .element(page.getByText(/^2 rows went to the stock, because the list names prices/).first())
      .toBeVisible();
    paste("name\tlength\tqty\tprice\tangle\nStrut\t400\t2\t5\t45\n");
    await expect.poll(() => app.store.get().project.bars.pieces.map(({ id }) => id)).toEqual(["Strut"]);
    await expect
      .element(page.getByText('The column "price" was left out, as pieces have none.').first())
      .toBeVisible();
  });

  it("take what is typed after a line was added, and keep the focus where lines are removed", async () => {
    const app = await openBars();
    for (const name of ["Leg", "Rail"]) {
      await button("Add piece").click();
      await userEvent.keyboard(name);
    }
    await userEvent.keyboard("{Enter}");
    expect(app.store.get().project.bars.pieces.map(({ id }) => id)).toEqual(["Leg", "Rail"]);
    (button("Remove piece 2").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Remove piece 1")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Add piece")).toHaveFocus();
  });

  it("show the whole name of a tube with its length, on a phone too", async () => {
    await openBars();
    await page.viewport(390, 800);
    paste(
      "Tube 40 × 40, 6 m\t6000\t20\nTube 40 × 40, 3 m\t3000\t8\n",
      page.getByRole("region", { name: "Stock" }).element(),
    );
    await expect.element(cell("Name of stock 2")).toHaveValue("Tube 40 × 40, 3 m");
    const name = cell("Name of stock 2").element();
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
    const table = document.querySelector(".lines-scroll")!;
    expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
  });

  it("are gone along by keys as in a spreadsheet", async () => {
    const app = await openBars();
    paste("a\t100\t1\nb\t200\t2\n");
    await userEvent.fill(cell("Length of piece 1"), "150");
    await userEvent.keyboard("{Enter}");
    await expect.element(cell("Length of piece 2")).toHaveFocus();
    await userEvent.keyboard("7");
    await userEvent.keyboard("{Escape}");
    await expect.element(cell("Length of piece 2")).toHaveValue("200");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(cell("Length of piece 1")).toHaveFocus();
    expect(app.store.get().project.bars.pieces.map(({ length }) => length)).toEqual([150, 200]);
    await button("Remove piece 2").click();
    await expect.element(button("Remove piece 1")).toHaveFocus();
  });

  it("undo a paste in one step", async () => {
    const app = await openBars();
    paste("a\t100\t1\nb\t200\t2\n");
    await expect.element(cell("Name of piece 2")).toHaveValue("b");
    await button("Undo").click();
    expect(app.store.get().project.bars.pieces).toEqual([]);
  });
});

describe("a plan", () => {
  /** Six metres into 3 × 1990 leaves 24 and the fourth piece for a second bar: two bars are needed, and provably so. */
  async function planPosts() {
    const app = await openBars();
    await button("Add stock").click();
    paste("Post\t1990\t4\n");
    await button("Plan cuts").click();
    await expect.element(page.getByText("Verified", { exact: true })).toBeVisible();
    return app;
  }

  it("is grouped by pattern, with positions, leftovers and proof", async () => {
    await planPosts();
    const patterns = page.getByRole("list", { name: "Cutting patterns" });
    await expect.element(patterns.getByText("3 × Post 1990 mm")).toBeVisible();
    // Each cut lies a kerf of 3 behind the one before.
    await expect.element(patterns.getByText("1990 · 3983 · 5976")).toBeVisible();
    await expect.element(patterns.getByText("21 mm left")).toBeVisible();
    await expect.element(page.getByText("Proven optimal: no plan does better")).toBeVisible();
    await expect.element(page.getByText("2 bars", { exact: true })).toBeVisible();
  });

  it("is handed out as a table", async () => {
    await planPosts();
    const [file] = await downloads(1, () => button("CSV").click());
    const rows = file!.text
      .trim()
      .split("\r\n")
      .map((row) => row.split(","));
    expect(rows[0]).toEqual([
      "pattern",
      "bars",
      "stock",
      "stock_length",
      "piece",
      "length",
      "position",
      "waste",
      "offcut",
    ]);
    expect(rows).toHaveLength(1 + 4);
  });

  it("names the stock that there is for pieces that none is of", async () => {
    await openBars();
    paste("name\tlength\tqty\tprofile\tprice\nTube\t6000\t6\tA\t9\nFlat\t3000\t6\tB\t4\n");
    paste("Leg\t700\t9\n");
    const told = page.getByText("There is no stock without a profile yet, only of A, B.");
    await expect.element(told.last()).toBeVisible();
    await expect.element(button("Plan cuts").last()).toBeDisabled();
  });

  it("of several profiles is there for all of them, however soon the search is stopped", async () => {
    const app = await openBars();
    paste("name\tlength\tqty\tprofile\tprice\nTube\t6000\t60\tA\t9\nFlat\t3000\t60\tB\t4\n");
    paste("name\tlength\tqty\tprofile\nLeg\t700\t9\tA\nRail\t811\t13\tB\n");
    await expect.poll(() => app.store.get().project.bars.pieces.length).toBe(2);
    const stopped = whenSearching(
      app,
      () => true,
      () => app.solver.stop(),
    );
    await app.solver.start();
    await stopped;
    const { plans } = app.store.get().project;
    expect(plans.map(({ profile, check }) => [profile, check.ok])).toEqual([
      ["A", true],
      ["B", true],
    ]);
    expect(plans.every(({ plan }) => plan.summary.all_pieces_placed)).toBe(true);
  });

  it("says when the stock does not suffice, and for what", async () => {
    await openBars();
    await button("Add stock").click();
    await setCell("Quantity of stock 1", "1");
    paste("Post\t1990\t4\n");
    await button("Plan cuts").click();
    await expect.element(page.getByText("The stock ran out")).toBeVisible();
    await expect.element(page.getByText("1 × Post")).toBeVisible();
  });

  it("is marked when the job was changed since", async () => {
    await planPosts();
    await setCell("Quantity of piece 1", "5");
    await expect.element(page.getByText("The job was changed since.").last()).toBeVisible();
    await expect.element(button("CSV").last()).toBeDisabled();
    await button("Plan again").click();
    await expect.element(page.getByText("Verified", { exact: true })).toBeVisible();
  });

  it("loses its green and its files to a field in error, folded away or not, and points to it", async () => {
    await planPosts();
    await page.getByText("Trims and offcuts").click();
    await setCell("Trim at start", "abc");
    await page.getByText("Trims and offcuts").click();
    await expect.element(page.getByText("Verified", { exact: true })).not.toBeInTheDocument();
    await expect.element(button("CSV").last()).toBeDisabled();
    await expect.element(button("Plan cuts")).toBeDisabled();
    await button("Show the field").click();
    await expect.element(cell("Trim at start")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("Verified", { exact: true })).toBeVisible();
    await setCell("Saw kerf", "-1");
    await expect.element(page.getByText("Not of what is typed")).toBeVisible();
    // A value that cannot be used stays to be mended while another line changes.
    await setCell("Saw kerf", "3");
    await button("Add piece").click();
    await setCell("Length of piece 2", "x");
    await setCell("Quantity of piece 1", "4");
    await expect.element(cell("Length of piece 2")).toHaveValue("x");
    await expect.element(button("Plan cuts")).toBeDisabled();
  });

  it("says what is missing where there are pieces and nothing to cut them from, or the other way round", async () => {
    const app = await openApp();
    const [piece, stock] = [
      { id: "A", length: 700, width: 300, quantity: 1 },
      { id: "S", length: 900, width: 900, quantity: 1, cost: 0, grain: "none" as const },
    ];
    const show = (mode: "bars" | "panels", stocks: object[], pieces: object[]) =>
      app.store.commit("Test", (project) => ({
        ...project,
        mode,
        [mode]: { ...project[mode], stocks, pieces },
      }));
    for (const [mode, name] of [
      ["bars", "bar"],
      ["panels", "panel"],
    ] as const) {
      show(mode, [], [piece]);
      const wanting = page.getByText(`There is no ${name} to cut the pieces from yet.`);
      await expect.element(wanting.last()).toBeVisible();
      show(mode, [stock], []);
      await expect.element(page.getByText("There is no piece to cut yet.").last()).toBeVisible();
      show(mode, [stock], [piece]);
      await expect.element(page.getByText(/^There is no/).last()).not.toBeInTheDocument();
    }
  });

  it("prints with a box to tick for every bar and every cut", async () => {
    await planPosts();
    dispatchEvent(new Event("beforeprint"));
    const print = document.querySelector(".print")!;
    expect(print.querySelectorAll(".print-ticks .tick")).toHaveLength(2);
    // One of the stock list, four of cuts.
    expect(print.querySelectorAll("td .tick")).toHaveLength(5);
    expect(print.querySelectorAll(".print-pattern .bar > .bar-piece")).toHaveLength(4);
    expect(print.textContent).toContain("Stock list");
    dispatchEvent(new Event("afterprint"));
    expect(print.childElementCount).toBe(0);
  });
});

describe("the saw's rules", () => {
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const check = (name: string) => page.getByRole("checkbox", { name, exact: true });

  async function openRules() {
    const app = await openBars();
    await page.getByText("Trims and offcuts").click();
    return app;
  }

  it("are all off at first, and the request is then the interface's own", async () => {
    const app = await openRules();
    const { options } = makeCutRequest(app.store.get().project, "");
    expect(options).toBeUndefined();
    await expect.element(check("Use up offcuts first")).toBeDisabled();
  });

  it("keep pieces off the ends of bars and limit their number", async () => {
    const app = await openRules();
    await button("Add stock").click();
    paste("Post\t900\t4\n");
    await setCell("Trim at start", "20");
    await setCell("Trim at end", "5");
    await setCell("Pieces per bar", "2");
    await setCell("Keep rests from", "1000");
    await expect.element(page.getByText("Trims and offcuts · 4 rules")).toBeVisible();
    await button("Plan cuts").click();
    await expect.element(page.getByText("Verified", { exact: true })).toBeVisible();
    const patterns = page.getByRole("list", { name: "Cutting patterns" });
    // The first piece ends at 20 + 900, the second a kerf of 3 and 900 further on; its kerf and the trim end the bar.
    await expect.element(patterns.getByText("920 · 1823")).toBeVisible();
    await expect.element(patterns.getByText(`${6000 - 1826 - 5} mm left · 25 mm scrap`)).toBeVisible();
    await expect.element(page.getByText("2 bars", { exact: true })).toBeVisible();
    for (let i = 0; i < 5; i++) await button("Undo").click();
    expect(app.store.get().project.bars.saw).toEqual(PLAIN_SAW);
  });

  it("use a bar marked as an offcut before a new one that would waste less", async () => {
    await openRules();
    await button("Add stock").click();
    await setCell("Length of stock 1", "2000");
    await button("Add stock").click();
    await setCell("Length of stock 2", "5000");
    paste("Post\t1990\t1\n");
    await check("Stock 2 is an offcut").click();
    await check("Use up offcuts first").click();
    await button("Plan cuts").click();
    const patterns = page.getByRole("list", { name: "Cutting patterns" });
    await expect.element(patterns.getByText("offcut", { exact: true })).toBeVisible();
    await expect.element(patterns.getByText("3007 mm left")).toBeVisible();
  });

  it("say what a number of pieces must be, and take none for any", async () => {
    const app = await openRules();
    await setCell("Pieces per bar", "0");
    await expect.element(page.getByText(/^“0” is not a whole number from 1/)).toBeVisible();
    await userEvent.fill(field("Pieces per bar"), "3");
    await userEvent.keyboard("{Enter}");
    expect(app.store.get().project.bars.saw.max_pieces).toBe(3);
    await userEvent.fill(field("Pieces per bar"), "");
    await userEvent.keyboard("{Enter}");
    expect(app.store.get().project.bars.saw.max_pieces).toBeNull();
  });

  it("and offcuts come along in a link, and in tables that name them", async () => {
    const app = await openRules();
    const table = page.getByRole("table", { name: "Stock" });
    await button("Add stock").click();
    paste("name\tlength\toffcut\nrack\t2480\tyes\nnew\t6000\tno\n", table.element());
    await setCell("Trim at end", "12.5");
    await check("Few different patterns").click();
    const { bars } = app.store.get().project;
    expect(bars.stocks.map(({ offcut }) => offcut === true)).toEqual([false, true, false]);
    const link = await shareLink(app.store.get().project);
    app.stop();
    history.replaceState(null, "", new URL(link!).hash);
    const other = await openApp({ persist: true });
    await expect.poll(() => other.store.get().project.bars).toEqual(bars);
  });
});

describe("mitres and profiles", () => {
  const FRAMES =
    "Name\tLength\tQuantity\tStart angle\tEnd angle\tProfile\nCasing\t900\t4\t45\t45\tOak 70\nRail\t700\t2\t-45\t45\tOak 40\n";

  it("name the profile that has no stock, and a new bar is of it", async () => {
    const app = await openBars();
    paste(FRAMES);
    await expect.poll(() => app.store.get().project.bars.pieces.length).toBe(2);
    await button("Add stock").click();
    await expect
      .element(page.getByText("There is no stock of Oak 40 yet, only of Oak 70.").last())
      .toBeVisible();
    await expect.element(button("Plan cuts").last()).toBeDisabled();
    await button("Add stock").click();
    expect(app.store.get().project.bars.stocks.map(({ profile }) => profile)).toEqual(["Oak 70", "Oak 40"]);
    await expect.element(button("Plan cuts").last()).toBeEnabled();
  });

  it("have a width for each profile, say which points are measured, and are always drawn", async () => {
    const app = await openBars();
    paste(FRAMES);
    await expect.poll(() => app.store.get().project.bars.pieces.length).toBe(2);
    await button("Add stock").click();
    await button("Add stock").click();
    await setCell("Width at the mitre of stock 1", "70");
    await page
      .getByRole("combobox", { name: "Lengths of mitred pieces" })
      .selectOptions("between the short points");
    app.store.commit("Test", (project) => ({ ...project, budgetMs: 500 }));
    const { project } = app.store.get();
    expect(makeCutRequest(project, "Oak 70").options).toEqual({ profile_width: 70, measured: "short" });
    expect(makeCutRequest(project, "Oak 40").options).toEqual({ profile_width: 0 });
    await app.solver.start();
    const drawn = [...document.querySelectorAll<HTMLElement>(".bar .bar-piece")];
    expect(drawn).toHaveLength(6);
    for (const piece of drawn) expect(piece.style.clipPath).toMatch(/^polygon/);
    // Between short points of 900 mm the bar gives 900 + 2 × 70 mm to a piece of two ends of 45 degrees.
    const [first] = drawn;
    expect((Number.parseFloat(first!.style.width) / 100) * 6000).toBeCloseTo(1040, 1);
  });
});
