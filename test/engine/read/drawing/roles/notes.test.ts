/**
 * Notes of several lines and in codes of formatting suggest an order as plain ones do; so do layers that are not
 * plotted tell what they are.
 */
import { describe, expect, it } from "vitest";
import { plainParagraphs, plainText } from "../../../../../engine/read/drawing/roles/plain-text.ts";

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
});
