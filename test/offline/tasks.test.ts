/**
 * The built page in Chromium and Firefox, by what it shows: what a job asks of its user on the way from the drawings to
 * the machine. With SCREENS=folder it leaves a picture of each step there.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BROWSERS } from "../helpers/browsers.ts";
import { circle, drawing, dxfText, line, rectangle, type Tag } from "../helpers/drawing/dxf.ts";
import { DESK, visits } from "./visitor.ts";

const folder = mkdtempSync(join(tmpdir(), "offcut-tasks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const dxf = (name: string, ...entities: Tag[][]): string => file(name, dxfText(drawing(entities.flat())));

/** A wide hole, two holes of 0.08 mm and two engraved lines. */
const BRACKET = dxf(
  "bracket.dxf",
  rectangle(0, 0, 120, 80),
  circle(60, 40, 15),
  circle(20, 20, 0.04),
  circle(100, 20, 0.04),
  line(20, 60, 100, 60, "ENGRAVE"),
  line(20, 65, 100, 65, "ENGRAVE"),
);

describe.each(BROWSERS)("in %s", (name) => {
  const visit = visits(name);

  it("what is in the way is named and mended, and the playback shows what is not done", () =>
    visit("ready", DESK, async (visitor) => {
      await visitor.choose("Which machine cuts this job?", "Marlin laser");
      await visitor.open(BRACKET);
      await visitor.type("Quantity of bracket", "3");
      await visitor.nest("3 parts");
      await visitor.see("2 holes of bracket are narrower than the cut of 0.15 mm.");
      await visitor.press("Leave them out");
      await visitor.see("2 lines to engrave on bracket are left out: Marlin laser has no settings for it.");
      await visitor.picture("not-ready");
      await visitor.press("Leave them out");
      await visitor.see("Ready to cut");
      await visitor.see("without 2 lines to engrave, as chosen");
      await visitor.press("Toolpath");
      await visitor.see("not done: 6 engravings, switched off");
      await visitor.picture("toolpath");
      await visitor.press("Play");
      await visitor.press("Toolpath");
      await visitor.keys("Control+z");
      await visitor.press("Set how to engrave");
      await visitor.type("Power of engrave", "42");
      await visitor.holds("Power of engrave", "42");
      await visitor.see("Ready to cut");
      const program = await visitor.take(() => visitor.press(/^G-code for Marlin laser/));
      expect(program).toContain("S42");
      await visitor.press("Other files");
      const picture = await visitor.take(() => visitor.press("SVG for a laser"));
      expect(picture.match(/<path|<circle|<line|<poly/g)!.length).toBeGreaterThan(3);
    }));

  it("a layer that says nothing is asked about, by its lines changed, and remembered", () =>
    visit("layers", DESK, async (visitor) => {
      const lines = [rectangle(0, 0, 100, 60, "CUT"), circle(50, 30, 10, "XYZ")];
      await visitor.open(dxf("plate.dxf", ...lines));
      await visitor.see("What is layer XYZ of plate.dxf for?");
      await visitor.picture("asked");
      await visitor.press("Engrave: layer XYZ");
      await visitor.choose("Which machine cuts this job?", "GRBL diode laser");
      await visitor.nest("1 part");
      await visitor.see("Ready to cut");
      await visitor.choose("Operation of layer xyz", "Cut");
      await visitor.press("Nest again");
      await visitor.see("Ready to cut");
      await visitor.comeBack();
      await visitor.see("1 hole");
      await visitor.holds("Operation of layer xyz", "cut");
      await visitor.open(dxf("other.dxf", rectangle(0, 0, 200, 60, "CUT"), circle(50, 30, 20, "XYZ")));
      await visitor.picture("asked-again");
      await visitor.press("Cut, as last time: layer XYZ");
      await visitor.see("100 × 60 mm");
    }));

  it("an order of many drawings is filled from its list, sorted, set at once and quoted", () =>
    visit("order", DESK, async (visitor) => {
      const plates = Array.from({ length: 30 }, (_, i) =>
        dxf(`plate-${i + 1}.dxf`, rectangle(0, 0, 40 + i, 30)),
      );
      const list =
        "File;Qty;Material;Thickness;Priority;Due\nplate-2.dxf;7;S235;3;2;24.12.2026\nplate-3;4;;;;";
      await visitor.open(...plates, file("order.csv", list));
      await visitor.see("The order of 2 parts taken.");
      await visitor.press("Order");
      await visitor.holds("Quantity of plate-2", "7");
      await visitor.holds("Due of plate-2", "2026-12-24");
      await visitor.press("Qty");
      await visitor.press("Qty");
      await visitor.picture("sorted");
      await visitor.type("Find a part, file or material", "plate-1");
      await visitor.choose("Field to set", "Material");
      await visitor.type("Value to set", "AlMg3");
      await visitor.press("Set for 11 parts");
      await visitor.holds("Material of plate-12", "AlMg3");
      await visitor.paste("5\n6\n8", "Quantity of plate-1");
      // The column goes down the rows as they are shown.
      await visitor.holds("Quantity of plate-10", "6");
      await visitor.press("All together");
      await visitor.keys("Escape");
      await visitor.nest("55 parts");
      await visitor.see("Ready to cut");
      await visitor.press("Order");
      await visitor.type("Price of a new sheet", "80");
      await visitor.type("Markup", "25");
      await visitor.see("100.00 in all");
      await visitor.picture("costs");
      await visitor.press("Print a quote");
      expect(await visitor.printed()).toContain("Total 100.00");
    }));

  it("materials become jobs of their own, and a machine that comes late keeps the layout", () =>
    visit("late", DESK, async (visitor) => {
      const list = "File;Qty;Material;Thickness\nlid.dxf;2;Plywood;3\nfoot.dxf;4;S235;3";
      await visitor.open(
        dxf("lid.dxf", rectangle(0, 0, 100, 60)),
        dxf("foot.dxf", rectangle(0, 0, 40, 40)),
        file("parts.csv", list),
      );
      await visitor.press("Plywood, 3 mm: 2 pieces");
      await visitor.see("The other parts are under Projects now: “Untitled, S235, 3 mm” (4 pieces).");
      await visitor.press(/^Margin 5/);
      await visitor.type("Kerf", "0.2");
      await visitor.nest("2 parts");
      await visitor.see("The DXF is made and checked.");
      await visitor.choose("Which machine cuts this job?", "FluidNC or grblHAL, CO2 laser");
      await visitor.see("Starting values for plywood of 3 mm");
      await visitor.see("Program verified");
      await visitor.picture("late");
      const program = await visitor.take(() => visitor.press(/^G-code for FluidNC/));
      expect(program).toMatch(/^M5/m);
    }));

  it("a gap is a row to be mended, and the board is worked with keys alone", () =>
    visit("board", DESK, async (visitor) => {
      const open = [line(0, 0, 19.2, 0), line(20, 0, 20, 20), line(20, 20, 0, 20), line(0, 20, 0, 0)];
      await visitor.open(dxf("open.dxf", ...open));
      await visitor.see("1 gap");
      await visitor.picture("gap");
      await visitor.press(/1 gap/);
      await visitor.press("Close the gap of 0.8 mm in open.dxf");
      await visitor.see("20 × 20 mm");
      await visitor.press("Add a shape by size");
      await visitor.tabAndType("Add a shape by size", "400x300");
      await visitor.tabAndType("Quantity of Rectangle", "8");
      await visitor.keys("Control+Enter");
      await visitor.see("Sheet 2");
      await visitor.picture("board");
    }));

  it("mitred frames of two profiles are measured as their user says, and drawn", () =>
    visit("mitres", DESK, async (visitor) => {
      await visitor.press("Bars");
      const heads = "Name\tLength\tQuantity\tStart angle\tEnd angle\tProfile\n";
      await visitor.paste(`${heads}Casing\t900\t4\t45\t45\tOak 70\nRail\t700\t2\t-45\t45\tOak 40\n`);
      await visitor.press("Add stock");
      await visitor.see("There is no stock of Oak 40 yet, only of Oak 70.");
      await visitor.press("Add stock");
      await visitor.type("Width at the mitre of stock 1", "70");
      await visitor.choose("Lengths of mitred pieces", "between the short points");
      await visitor.press("Plan cuts");
      await visitor.see("Proven optimal");
      await visitor.picture("plan");
      expect(await visitor.texts(".bar .bar-piece")).toEqual([
        ...Array(4).fill("900\nCasing"),
        ...Array(2).fill("700\nRail"),
      ]);
    }));
});
