/** SVG drawings give the same parts as the DXF of the same shapes: true size, y up, transforms applied. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../engine/base/contract/read-options.ts";
import { svgOptionsSchema } from "../../../../engine/base/contract/v1/drawing.ts";
import { EngineError } from "../../../../engine/base/errors.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import { readSvg } from "../../../../engine/read/svg/read.ts";
import { drawingToSvg } from "../../../../engine/write/picture/drawing-svg.ts";
import { arc, circle, drawing, dxfBytes, line, polyline } from "../../../helpers/drawing/dxf.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
/** A page of 200 × 100 mm whose user unit is the millimetre. */
const page = (content: string) =>
  bytes(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="100mm" viewBox="0 0 200 100">${content}</svg>`,
  );
const read = (content: string, options: ReadOptions = {}) => readSvg(page(content), options);

describe("shapes", () => {
  it.each([
    ["a rectangle", '<rect x="10" y="10" width="40" height="20"/>', 800, 120],
    [
      "a rounded rectangle",
      '<rect width="40" height="20" rx="5"/>',
      800 - (4 - Math.PI) * 25,
      80 + 10 * Math.PI,
    ],
    [
      "a rectangle that is rounded all the way",
      '<rect width="40" height="20" rx="30"/>',
      200 * Math.PI,
      undefined,
    ],
    ["a circle", '<circle cx="50" cy="50" r="10"/>', 100 * Math.PI, 20 * Math.PI],
    ["an ellipse", '<ellipse cx="50" cy="50" rx="40" ry="20"/>', 800 * Math.PI, 193.76896441095354],
    ["an ellipse with one radius", '<ellipse cx="50" cy="50" ry="20"/>', 400 * Math.PI, 40 * Math.PI],
    ["a polygon", '<polygon points="0,0 30,0 0,40"/>', 600, 120],
    ["a closed polyline", '<polyline points="0 0 30 0 0 40 0 0"/>', 600, 120],
    ["a path of lines in every spelling", '<path d="m10 10h30v20H10zM60,10L70,10 70 20Z"/>', 600, 100],
    [
      "a path of two half circles",
      '<path d="M0 50A20 20 0 0 1 40 50 20 20 0 0 1 0 50Z"/>',
      400 * Math.PI,
      40 * Math.PI,
    ],
    [
      "a path of half circles with radii below zero, their flags packed",
      '<path d="M0 50A-20-20 0 0140 50-20-2e1-0 0 1 0 50Z"/>',
      400 * Math.PI,
      40 * Math.PI,
    ],
    ["a cubic with its mirror", '<path d="M0 0C0 10 20 10 20 0S0-10 0 0Z"/>', 240, undefined],
  ])("%s keeps its area and length", (_, content, area, length) => {
    const { data } = read(content);
    expect(data.area).toBeCloseTo(area, 6);
    if (length !== undefined) expect(data.perimeter).toBeCloseTo(length, 6);
  });

  it("are read from a file in the letters of Windows too", () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><!-- Stück --><rect width="9" height="9"/></svg>';
    expect(
      readSvg(
        Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
        {},
      ).parts,
    ).toHaveLength(1);
  });

  it("become true arcs and keep their holes", () => {
    const { parts, paths } = read('<rect width="50" height="50"/><circle cx="25" cy="25" r="5"/>');
    expect(parts[0]!.holes).toHaveLength(1);
    expect(paths[1]!.curves[0]).toMatchObject({ kind: "arc", radius: 5 });
  });
});

describe("structure", () => {
  it("reads back what is drawn of a DXF", () => {
    const source = readDrawing(
      dxfBytes(
        drawing([
          ...polyline([
            [0, 0],
            [50, 0, 1],
            [50, 20],
            [0, 20, 1],
          ]),
          ...circle(25, 10, 4),
          ...arc(80, 10, 8, 300, 80),
          ...line(0, 40, 30, 45),
        ]),
      ),
    );
    const { svg } = drawingToSvg(source, svgOptionsSchema.parse({ width: 4000, height: 3000 }));
    const back = readSvg(bytes(svg.replace(/<rect[^>]*>/, "")), { unit: "mm" });
    const scale = back.data.dimensions.width / source.data.dimensions.width;
    expect(back.data.area / scale ** 2).toBeCloseTo(source.data.area, 1);
    expect(back.paths.map(({ role }) => role)).toEqual(source.paths.map(({ role }) => role));
  });
});

/** Areas of the parts, largest first. */
const areas = (content: string) => read(content).parts.map(({ area }) => Number(area.toFixed(6)));
const small = '<rect x="150" width="2" height="2"/>';

describe("bad files", () => {
  it.each([
    ["text", "hello"],
    ["broken markup", "<svg><rect></svg>"],
    ["another document", "<html><body/></html>"],
    ["no shapes", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["deep nesting", `<svg>${"<g>".repeat(2000)}${"</g>".repeat(2000)}</svg>`],
    ["entities that expand", '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'],
    ["use in a circle", '<svg><g id="a"><use href="#a"/></g></svg>'],
    [
      "use upon use",
      `<svg><rect id="u0" width="1" height="1"/>${Array.from({ length: 12 }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(9)}</g>`).join("")}</svg>`,
    ],
  ])("%s are INVALID_INPUT", (_, text) => {
    expect(() => readSvg(bytes(text))).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });

  it.each([
    ["comments that never end", "/*".repeat(1e5)],
    ["blocks that never end", "a{".repeat(1e5)],
    ["quotes", '"'.repeat(1e5)],
    ["selectors in selectors", `${":not(".repeat(1e4)}{display:none}`],
  ])("with styles of %s are read as if without", (_, sheet) => {
    expect(areas(`<style>${sheet}</style>${small}`)).toEqual([4]);
  });

  it("with a selector of countless neighbours are read as if without", () => {
    const sheet = `<style>${"*~".repeat(2e4)}*{display:none}</style>`;
    expect(areas(`${sheet}${"<g/>".repeat(3e4)}${small}`)).toEqual([4]);
  });

  it("with styles that would take for ever are refused", () => {
    const rules = Array.from({ length: 3000 }, (_, i) => `.a .a .a .b${i} .a{display:inline}`).join("");
    const deep = `${'<g class="a">'.repeat(100)}${'<rect class="a"/>'.repeat(100)}${"</g>".repeat(100)}`;
    expect(() => read(`<style>${rules}</style>${deep}`)).toThrow(/style rules take too long/);
  });

  it("with characters changed are read or refused", () => {
    const text =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9cm" viewBox="0 0 90 90"><g transform="rotate(5)"><path d="M1 2L30 4A5 5 0 0 1 9 9C1 2 3 4 5 6Q7 8 9 1Z"/><rect x="1" width="5" height="9" rx="2"/></g></svg>';
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.nat({ max: text.length - 1 }),
            fc.constantFrom("<", '"', "e9", "-", "1e308", "Z", " ", "A", "0", ">"),
            fc.nat({ max: 3 }),
          ),
          { minLength: 1, maxLength: 5 },
        ),
        (changes) => {
          let mutated = text;
          for (const [at, by, length] of changes)
            mutated = mutated.slice(0, at) + by + mutated.slice(at + length);
          let found: ReturnType<typeof readSvg>;
          try {
            found = readSvg(bytes(mutated));
          } catch (error) {
            expect(error).toBeInstanceOf(EngineError);
            return;
          }
          expect(JSON.stringify([found.data.bounds, found.data.area, found.data.cut_paths])).not.toContain(
            "null",
          );
        },
      ),
      { seed: 20260711, numRuns: 300 },
    );
  });
});
