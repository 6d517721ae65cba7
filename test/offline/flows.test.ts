/**
 * The built page in Chromium and Firefox, by what it shows: four people with their jobs, from the first page to the files
 * that they leave with. With SCREENS=folder it leaves a picture of each step there.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BROWSERS } from "../helpers/browsers.ts";
import { DESK, ENLARGED, PHONE, visits } from "./visitor.ts";

const EXAMPLES = fileURLToPath(new URL("../../web-demo/public/examples", import.meta.url));

describe.each(BROWSERS)("in %s", (name) => {
  const visit = visits(name);

  it("a hobbyist goes from the first page to a program with three presses", () =>
    visit("hobbyist", DESK, async (visitor) => {
      await visitor.picture("first");
      await visitor.choose("Which machine cuts this job?", "GRBL diode laser");
      await visitor.press(/^Laser-cut drive/);
      await visitor.see("Ready to cut");
      await visitor.picture("ready");
      const program = await visitor.take(() => visitor.press(/^G-code for GRBL diode laser/));
      expect(program).toMatch(/^G21/m);
      expect(program).toMatch(/^M5/m);
      await visitor.press("Toolpath");
      await visitor.see("travel ");
      await visitor.picture("toolpath");
    }));

  it("a metal shop enlarges the page twice, and everything is there", () =>
    visit("metal", ENLARGED, async (visitor) => {
      await visitor.choose("Which machine cuts this job?", "LinuxCNC QtPlasmaC, 45 A");
      await visitor.open(join(EXAMPLES, "plate.dxf"), join(EXAMPLES, "links.dxf"));
      await visitor.see("links 2");
      await visitor.type("Quantity of plate", "3");
      await visitor.press(/^Nest /);
      await visitor.see("Ready to cut");
      await visitor.picture("ready");
      expect(await visitor.scrollsSideways()).toBe(false);
      expect(await visitor.outOfReach("body", 0)).toEqual([]);
      await visitor.press("Other files");
      const drawing = await visitor.take(() => visitor.press("DXF without kerf"));
      expect(drawing.match(/CUT_OUTER/g)!.length).toBeGreaterThan(3);
    }));

  it("a joiner plans a bookcase and stands at the saw with a phone", () =>
    visit("joiner", PHONE, async (visitor) => {
      await visitor.press("Panels");
      await visitor.press("Try the bookcase");
      await visitor.press("Plan cuts");
      await visitor.see("Verified");
      await visitor.picture("plan");
      expect(await visitor.scrollsSideways()).toBe(false);
      await visitor.press("At the saw");
      await visitor.see("Cut done");
      await visitor.picture("saw");
      expect(await visitor.outOfReach("dialog", 44)).toEqual([]);
    }));

  it("a locksmith pastes his lists and takes a proven plan with him", () =>
    visit("locksmith", DESK, async (visitor) => {
      await visitor.press("Bars");
      await visitor.paste("name\tlength\tqty\tprice\nTube\t6000\t9\t20\n");
      await visitor.paste("Post\t1990\t4\n");
      await visitor.press("Plan cuts");
      await visitor.see("Proven optimal");
      await visitor.picture("plan");
      const table = await visitor.take(() => visitor.press("CSV"));
      // Three posts and their kerfs fit six metres; the fourth needs a bar of its own.
      const rows = table
        .trim()
        .split("\r\n")
        .slice(1)
        .map((row) => row.split(","));
      expect(rows.map((row) => row[5])).toEqual(["1990", "1990", "1990", "1990"]);
      expect(new Set(rows.map(([pattern]) => pattern)).size).toBe(2);
    }));
});
