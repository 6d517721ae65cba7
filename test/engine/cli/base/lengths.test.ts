/** Lengths as people write them, and as tables show them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeFrom } from "../../../../engine/cli/base/command.ts";
import { lengthText } from "../../../../engine/cli/base/lengths.ts";
import { readLength, signIn } from "../../../../engine/read/lists/table/lengths.ts";

describe("a length", () => {
  it.each<[string, string, number]>([
    ["1830", "mm", 1830],
    ["1830.5 mm", "in", 1830.5],
    ["183,05 cm", "mm", 1830.5],
    ["1.830,50", "mm", 1830.5],
    ["1,830.50", "mm", 1830.5],
    ["1 830,50", "mm", 1830.5],
    ["1\u202f830,50", "mm", 1830.5],
    ["1.5 m", "mm", 1500],
    ["72.5", "in", 1841.5],
    ['72 1/2"', "mm", 1841.5],
    ["72-1/2in", "mm", 1841.5],
    ["72½″", "mm", 1841.5],
    ["1/64", "in", 0.396875],
    ["6 ft", "mm", 1828.8],
    ["6'", "mm", 1828.8],
    ["6' 2 1/2\"", "mm", 1892.3],
    ["6’ 2 ½”", "mm", 1892.3],
    ["6ft 2in", "mm", 1879.6],
    ["6' 2", "mm", 1879.6],
    ["40 inches", "mm", 1016],
    ["2.5", "ft", 762],
    [".5", "in", 12.7],
    ["1/8", "ft", 3.175],
    ["1 1/2", "ft", 457.2],
    ["-3,2", "mm", -3.2],
    ["0.125", "in", 3.175],
    ["1.234.567", "mm", 1234567],
  ])("%s in %s is %d mm", (text, unit, mm) => {
    expect(readLength(text, unit)).toEqual({ mm });
  });

  it.each([
    "",
    "long",
    "12 apples",
    "1/0",
    "1'830.50",
    "6 ft 2 ft",
    "3 4",
    "1.2.3",
    "1,23,45",
    "1.83,00.1",
    "1e3",
    "--4",
    "6' 14",
  ])("is not %j", (text) => {
    expect(readLength(text)).toEqual({ fault: "none" });
  });

  it("is not guessed where it can be two, unless the sign of the fraction is known", () => {
    expect(readLength("1,830")).toEqual({ fault: "ambiguous", either: [1.83, 1830] });
    expect(readLength("1.830")).toEqual({ fault: "ambiguous", either: [1.83, 1830] });
    expect(readLength("1,830", "mm", ",")).toEqual({ mm: 1.83 });
    expect(readLength("1,830", "mm", ".")).toEqual({ mm: 1830 });
    expect(["1,830", "1.830", "830"].map(signIn)).toEqual([undefined, undefined, undefined]);
    expect(["0,830", "1.83", "1.8300", "1.830.000", "1.830,5"].map(signIn)).toEqual([
      ",",
      ".",
      ".",
      ",",
      ",",
    ]);
  });

  it("reads back what a table shows, to the last place that it shows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000_000 }),
        fc.constantFrom("mm", "in", "ft"),
        (hundredths, unit) => {
          const mm = hundredths / 100;
          const text = lengthText(mm, unit);
          const read = readLength(text, unit, ".");
          expect("mm" in read && Math.abs(read.mm - mm)).toBeLessThanOrEqual(0.0128);
        },
      ),
      { seed: 23 },
    );
  });

  it.each<[number, "mm" | "in" | "ft", string]>([
    [1841.5, "mm", "1841.5"],
    [1841.5, "in", '72 1/2"'],
    [6.35, "in", '1/4"'],
    [1841.5, "ft", "6' 0 1/2\""],
    [1828.8, "ft", "6'"],
    [304.7999999, "ft", "1'"],
    [10, "in", '0.394"'],
    [25.4, "ft", '1"'],
  ])("of %d mm in %s shows as %s", (mm, unit, text) => {
    expect(lengthText(mm, unit)).toBe(text);
  });
});

describe("a size", () => {
  it.each<[string, "mm" | "in", [number, number]]>([
    ["3000x1500", "mm", [3000, 1500]],
    ["40x20", "in", [1016, 508]],
    ["40inx20in", "mm", [1016, 508]],
    ["40x20in", "mm", [1016, 508]],
    ["8ft × 4ft", "mm", [2438.4, 1219.2]],
    ['48 1/2" x 96"', "mm", [1231.9, 2438.4]],
    ["8ft x 48in", "mm", [2438.4, 1219.2]],
  ])("%s in %s has two sides", (text, unit, sides) => {
    expect(sizeFrom(text, "--sheet", unit)).toEqual(sides);
  });

  it.each([
    ["3000", /^--sheet is WIDTHxHEIGHT, not "3000"$/],
    ["3000x", /^--sheet is WIDTHxHEIGHT, not "3000x"$/],
    ["1x2x3", /^--sheet is WIDTHxHEIGHT, not "1x2x3"$/],
    ["axb", /^--sheet must be a length, .* not "a"$/],
    ["1e3x1e3", /^--sheet must be a length, .* not "1e3"$/],
  ])("is not %s", (text, told) => {
    expect(() => sizeFrom(text, "--sheet", "mm")).toThrow(told);
  });
});
