/**
 * Notes of several lines and in codes of formatting suggest an order as plain ones do; so do layers that are not
 * plotted tell what they are.
 */
import { describe, expect, it } from "vitest";
import { plainParagraphs, plainText } from "../../../../../engine/read/drawing/roles/plain-text.ts";
import { circle, layer, line, readEntities, rectangle, type Tag } from "../../../../helpers/drawing/dxf.ts";

const note = (text: string): Tag[] => [
  [0, "MTEXT"],
  [8, "0"],
  [10, 20],
  [20, 40],
  [40, 3],
  [1, text],
];
const plate = rectangle(0, 0, 120, 60);

describe("a text", () => {
  it.each([
    ["{\\fArial|b1|i0|c0|p34;\\H1.5x;QTY: 4}\\PMaterial: \\C1;S235JR", "QTY: 4\nMaterial: S235JR"],
    ["\\A1;{\\H0.7x;\\S1/2;} t=2", " 1/2  t=2"],
    ["\\pxqc;\\W0.8;%%c12 %%p0.1\\~mm", "Ø12 ±0.1 mm"],
    ["a \\\\P b \\{c\\} \\Lunder\\l", "a \\P b {c} under"],
  ])("says without its codes: %s", (text, plain) => {
    expect(plainParagraphs(text)).toBe(plain);
  });

  it("of one line keeps its backslashes", () => {
    expect(plainText("C:\\Parts\\%%uA%%u 45%%d")).toBe("C:\\Parts\\A 45°");
  });

  it.each([
    ["{\\fArial|b1;QTY: 4}\\PMaterial: \\C1;S235JR\\P{\\LThickness: 5mm}", 4, "S235JR", 5],
    ["\\A1;{\\H0.7x;\\S1/2;} 1.4301 t=2\\P3 Stk", 3, "1.4301", 2],
    [
      `${"Remove all burrs and sharp edges before delivery, and mind the surface. ".repeat(2)}\\PQTY: 7`,
      7,
      null,
      null,
    ],
  ])("asks for an order: %s", (text, quantity, material, thickness) => {
    const { parts, hints } = readEntities([...plate, ...note(text)]);
    expect(hints).toMatchObject({ quantity, material, thickness });
    expect(parts[0]!.order).toMatchObject({ quantity, material, thickness });
  });
});

describe("a layer that is not plotted", () => {
  const tables = (name: string) => layer(name, [[290, 0]]);
  const read = (entities: Tag[], plotted = false) =>
    readEntities([...plate, ...circle(60, 30, 5), ...entities], plotted ? {} : { layers: tables("X") });

  it.each<[what: string, entities: Tag[]]>([
    ["a box around the part", rectangle(-10, -10, 140, 80, "X")],
    ["a circle and a line in it", [...circle(20, 20, 4, "X"), ...line(0, 30, 120, 30, "X")]],
  ])("is for help: %s", (_, entities) => {
    const { parts, findings } = read(entities);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(7200 - 25 * Math.PI, 6)]);
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("on layer X, which is not plotted, taken as construction"),
    );
    expect(read(entities, true).parts.map(({ area }) => area)).not.toEqual(parts.map(({ area }) => area));
  });

  it("is cut where it stands beside the others, or alone", () => {
    expect(read(rectangle(200, 0, 100, 60, "X")).parts).toHaveLength(2);
    expect(readEntities(rectangle(0, 0, 9, 9, "X"), { layers: tables("X") }).parts).toHaveLength(1);
  });
});
