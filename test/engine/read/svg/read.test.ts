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

describe("numbers beyond all others", () => {
  it("leave out the curve that they turn, and nothing else", () => {
    const turned = '<path d="M60 10h40a8 8 1e309 0 1 8 8v40h-48z"/>';
    const { parts, account, findings } = read(`<rect x="10" y="10" width="40" height="20"/>${turned}`);
    expect(parts.map(({ area }) => area)).toEqual([800]);
    expect(account.drawn).toBeCloseTo(120, 9);
    expect(findings.map(({ code }) => code)).toContain("entities-out-of-range");
  });
});

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

  it("stand as far as a tilted ellipse does", () => {
    const { bounds } = read('<path d="M100 50A20 10 30 0 1 60 50 20 10 30 0 1 100 50Z"/>').data;
    // Its chord through the centre is longer than its axis there, so it is scaled up until it fits.
    const tilt = Math.PI / 6;
    const scale = Math.hypot(Math.cos(tilt), 2 * Math.sin(tilt));
    const [a, b] = [20 * scale, 10 * scale];
    const [wide, high] = [
      Math.hypot(a * Math.cos(tilt), b * Math.sin(tilt)),
      Math.hypot(a * Math.sin(tilt), b * Math.cos(tilt)),
    ];
    expect(bounds.max_x - bounds.min_x).toBeCloseTo(2 * wide, 6);
    expect(bounds.max_y - bounds.min_y).toBeCloseTo(2 * high, 6);
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

  it("stand with y up, the page's lower left corner at the origin", () => {
    expect(read('<rect x="10" y="70" width="20" height="30"/>').data.bounds).toEqual({
      min_x: 10,
      min_y: 0,
      max_x: 30,
      max_y: 30,
    });
  });
});

describe("size", () => {
  const square = '<rect width="10" height="10"/>';
  const width = (attributes: string, options: ReadOptions = {}) =>
    readSvg(bytes(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${square}</svg>`), options).data
      .dimensions.width;

  it.each([
    ['width="100mm" height="100mm" viewBox="0 0 100 100"', 10],
    ['width="1in" height="1in" viewBox="0 0 10 10"', 25.4],
    ['width="5cm" viewBox="0 0 100 100"', 5],
    ['width="96" height="96"', (10 * 25.4) / 96],
    ['viewBox="0 0 100 100"', (10 * 25.4) / 96],
    ['width="100%" viewBox="0 0 100 100"', (10 * 25.4) / 96],
    ['style="width:200mm;height:100mm" viewBox="0 0 100 50"', 20],
    ['style="width:100%;height:auto" width="200mm" viewBox="0 0 100 50"', 20],
  ])("with %s is true", (attributes, expected) => {
    expect(width(attributes)).toBeCloseTo(expected, 8);
  });

  it("is the caller's where the caller says so", () => {
    expect(width('width="1in" viewBox="0 0 10 10"', { unit: "mm" })).toBe(10);
  });
});

describe("structure", () => {
  it("applies nested transforms from the inside out", () => {
    const { data } = read(
      '<g transform="translate(100 50) rotate(90)"><rect transform="scale(2,3)" width="10" height="5"/></g>',
    );
    expect(data.area).toBeCloseTo(300, 8);
    expect(data.bounds).toMatchObject({ min_x: 85, max_x: 100, min_y: 30, max_y: 50 });
  });

  it("makes ellipses of skewed circles, with the area that the matrix gives", () => {
    expect(read('<circle transform="matrix(2 .5 1 1 40 40) skewX(20)" r="5"/>').data.area).toBeCloseTo(
      37.5 * Math.PI,
      8,
    );
  });

  it("forgives two hyphens in a comment, and tells it", () => {
    const { parts, findings } = read('<!-- a -- b --- c --><rect width="10" height="10"/>');
    expect(parts).toHaveLength(1);
    expect(findings).toMatchObject([{ code: "structure-repaired", severity: "note" }]);
  });

  it("draws what use refers to, and leaves definitions and hidden elements out", () => {
    const { parts, findings } = read(
      '<defs><rect id="a" width="10" height="10"/></defs><use href="#a" x="20"/><use xlink:href="#a" y="30"/><rect style="display:none" width="90" height="90"/><text>hello</text>',
    );
    expect(parts).toHaveLength(2);
    expect(findings.map(({ code }) => code)).toEqual(["entities-hidden", "text-not-drawn", "several-parts"]);
  });

  it("takes names of groups for layers, with their roles", () => {
    const { data } = read(
      '<g inkscape:label="Cut"><rect width="50" height="50"/></g><g id="BEND"><line x1="25" y1="0" x2="25" y2="50"/></g>',
    );
    expect(data.layers).toEqual(["Cut", "BEND"]);
    expect(data.bend_lines).toEqual([
      [
        [25, 100],
        [25, 50],
      ],
    ]);
  });

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
const notes = (content: string) => read(content).findings.map(({ code, count }) => [code, count]);
const small = '<rect x="150" width="2" height="2"/>';

it.each([
  '<path d="M40 40"/>',
  '<path d="M40 40L40 40z"/>',
  '<circle cx="40" cy="40" r="0"/>',
  '<line x1="40" y1="40" x2="40" y2="40"/>',
])("what has no length is told: %s", (shape) => {
  expect(notes(`<rect width="20" height="20"/>${shape}`)).toEqual([["zero-length-removed", 1]]);
});

describe("styles", () => {
  const hidden = "{display:none}";
  it.each([
    ["a class", `.a${hidden}`],
    ["one class of several", `.c, .b${hidden}`],
    ["an id", `#i${hidden}`],
    ["a name", `rect${hidden}`],
    ["a class inside another", `.g .a${hidden}`],
    ["a class right inside a group", `g>.a${hidden}`],
    ["the right neighbour", `circle + g .a, text+.a${hidden}`],
    ["a neighbour somewhere before it", `circle~g>.a${hidden}`],
    ["the first place in its parent", `g .a:first-child${hidden}`],
    ["an attribute that begins as asked", `[data-x^="1"]${hidden}`],
    ["an attribute that ends as asked", `[data-x$=cm]${hidden}`],
    ["an attribute that contains what is asked", `[data-x*=" "]${hidden}`],
    ["an attribute that lists what is asked", `[data-x~=cm]${hidden}`],
    ["a name with class and attribute", `rect.a[data-x="1 cm"]${hidden}`],
    ["a style behind a comment, in capitals", `/* } */ .A{} .a{fill:red;DISPLAY:none}`],
    ["what the root holds", `:root .a${hidden}`],
    ["a rule for the screen", `@media screen{.a${hidden}}`],
    ["a rule in a layer", `@layer x{.a${hidden}}`],
    ["not what another has", `rect:not(.c, circle)${hidden}`],
    ["one name of several", `.g :is(.c, .a.b)${hidden}`],
    ["the last place", `.g :last-child${hidden}`],
    ["a comment before its colon", `.a{display /* x */: none}`],
  ])("hide what has %s", (_, sheet) => {
    const rect = '<rect id="i" class="a b" data-x="1 cm" width="50" height="50"/>';
    const shapes = `<circle cx="100" cy="50" r="9"/><g class="g">${rect}</g>`;
    expect(areas(`<style>${sheet}</style>${shapes}`)).toEqual([254.469005]);
    expect(areas(`<style><![CDATA[${sheet}]]></style>${shapes}`)).toHaveLength(1);
  });

  it.each([
    [".b{display:none}", 'class="a"'],
    ["p .a{display:none}", 'class="a"'],
    [".a + .a, .a ~ .a, rect + .a, .a:last-child{display:none}", 'class="a"'],
    ['[class^=""], [class*=""], [class$="b"], [class~=""], [class|="b"]{display:none}', 'class="a"'],
    ['[class$="x"], [class$="b"]{display:none}', 'class="xba"'],
    ["@media print{.a{display:none}}", 'class="a"'],
    ["@media not screen, screen and (prefers-color-scheme:dark){.a{display:none}}", 'class="a"'],
    [".a:not(rect), .a:not(:not(path)), :is(.b, circle):hover{display:none}", 'class="a"'],
    [".a{display:none} .a{display:inline}", 'class="a"'],
    ["#i{display:inline} .a{display:none}", 'class="a" id="i"'],
    [".a{display:none}", 'class="a" style="display:inline"'],
    [".a{display:inline}", 'class="a" display="none"'],
    [".a{display:inline!important}", 'class="a" style="display:none"'],
    [".a{display:none", 'class="b"'],
  ])("%s leave %s where it is", (sheet, attributes) => {
    expect(areas(`<style>${sheet}</style><rect ${attributes} width="10" height="10"/>${small}`)).toEqual([
      100, 4,
    ]);
  });

  it("may say that something is as it is around or as it would be without, in capitals too", () => {
    const square = (style: string) => `<rect style="${style}" width="10" height="10"/>`;
    const hidden = (style: string) => areas(`<g visibility="hidden">${square(style)}</g>${small}`);
    expect(hidden("visibility:initial")).toEqual([100, 4]);
    expect(hidden("visibility:Visible")).toEqual([100, 4]);
    expect(hidden("visibility:unset")).toEqual([4]);
    const drawn = (style: string) => areas(`<g fill="none" stroke="red">${square(style)}</g>${small}`);
    expect(drawn("stroke:unset")).toEqual([100, 4]);
    expect(drawn("stroke:initial")).toEqual([4]);
    expect(drawn("display:None")).toEqual([4]);
  });

  it("for the printer alone hide nothing", () => {
    const sheet = '<style media="print">.a{display:none}</style>';
    expect(areas(`${sheet}<rect class="a" width="10" height="10"/>`)).toEqual([100]);
  });

  it.each([
    ["@media (min-width:1px){.a{display:none}}", "@media"],
    [".a:nth-child(2){fill:none}", ":nth-child"],
    ["g{.a{display:none}}", "rules in rules"],
    ['@import "other.css";', "@import"],
  ])("%s left out is told", (sheet, subject) => {
    const { findings } = read(`<style>${sheet}</style><rect class="a" width="10" height="10"/>`);
    expect(findings.map(({ message }) => message)).toEqual([
      `Style rules of ${subject} left out; the file was read all the same`,
    ]);
  });

  it("of a group hide or show what is in it: display for good, visibility until told otherwise", () => {
    const inner = '<rect width="10" height="10"/><rect x="20" visibility="visible" width="5" height="5"/>';
    expect(areas(`<g visibility="hidden">${inner}</g>${small}`)).toEqual([25, 4]);
    expect(areas(`<g display="none">${inner}</g>${small}`)).toEqual([4]);
    expect(areas(`<g style="visibility:collapse"><g>${inner}</g></g>${small}`)).toEqual([25, 4]);
    expect(notes(`<g visibility="hidden">${inner}</g>${small}`)).toContainEqual(["entities-hidden", 1]);
  });

  it("move as the attribute does, with units", () => {
    const { data } = read(
      '<style>.m{transform:translate(10px, 5px) rotate(0.25turn)}</style><rect class="m" width="10" height="20"/>',
    );
    expect(data.bounds.min_x).toBeCloseTo(-10, 9);
    expect(data.bounds.max_x).toBeCloseTo(10, 9);
    expect(data.bounds.max_y).toBeCloseTo(95, 9);
  });

  it("move about the place that they name, in lengths, shares of the page or words", () => {
    const bounds = (style: string) =>
      read(`<rect style="transform:rotate(90deg);${style}" x="20" width="20" height="10"/>`).data.bounds;
    const centred = bounds("transform-origin:100px 50px");
    // (20 … 40, 0 … 10) about (100, 50): right becomes down.
    expect(centred.min_x).toBeCloseTo(140, 9);
    expect(centred.max_x).toBeCloseTo(150, 9);
    expect(centred.min_y).toBeCloseTo(110, 9);
    expect(centred.max_y).toBeCloseTo(130, 9);
    for (const same of ["50% 50%", "center", "center center", "50%"])
      expect(bounds(`transform-origin:${same}`)).toEqual(centred);
    expect(bounds("transform-origin:top right")).toEqual(bounds("transform-origin:200px 0"));
    expect(bounds("transform-origin:bottom")).toEqual(bounds("transform-origin:100px 100px"));
    expect(bounds("transform-origin:left")).toEqual(bounds("transform-origin:0 50px"));
    expect(bounds("transform-origin:0 0")).toEqual(bounds(""));
    expect(notes('<rect transform="scale(2)" style="transform-box:fill-box" width="5" height="5"/>')).toEqual(
      [["transform-box-ignored", 1]],
    );
  });

  it.each([
    ["transform:translate3d(5px,10px,0)", [5, 10, 20, 10]],
    ["transform:translate(50%,10%)", [100, 10, 20, 10]],
    ["transform:scale3d(2,3,1)", [0, 0, 40, 30]],
    ["transform:scale(200%)", [0, 0, 40, 20]],
    ["transform:matrix3d(2,0,0,0, 0,3,0,0, 0,0,1,0, 5,6,0,1)", [5, 6, 40, 30]],
    ["transform:translate(20px,0) rotateZ(.25turn)", [10, 0, 10, 20]],
    ["transform:skew(45deg,0)", [0, 0, 30, 10]],
    ["translate:5px 10px;scale:2;transform:translate(1px,0)", [7, 10, 40, 20]],
    ["translate:30px;rotate:90deg;scale:none", [20, 0, 10, 20]],
  ])("move by %s", (style, expected) => {
    const { data, findings } = read(`<rect style="${style}" width="20" height="10"/>`);
    const { min_x, min_y, max_x, max_y } = data.bounds;
    const found = [min_x, 100 - max_y, max_x - min_x, max_y - min_y];
    expect(found.map((value) => Number(value.toFixed(6)))).toEqual(expected);
    expect(findings).toEqual([]);
  });

  it("do not move what says so in words unknown, and that is told", () => {
    for (const how of ["scale(2) perspective(3)", "translate(calc(1px + 2px), 0)"]) {
      const rect = `<rect style="transform:${how}" width="5" height="5"/>`;
      expect(areas(rect)).toEqual([25]);
      expect(notes(rect)).toEqual([["structure-repaired", 1]]);
    }
  });

  it("are told where they clip or mask, since the shape is taken whole", () => {
    const clip = '<clipPath id="c"><rect width="5" height="5"/></clipPath>';
    expect(areas(`${clip}<rect clip-path="url(#c)" width="10" height="10"/>`)).toEqual([100]);
    expect(notes(`${clip}<g style="mask:url(#c)"><rect width="10" height="10"/></g>`)).toEqual([
      ["clipping-ignored", 1],
    ]);
  });

  it("of the whole page move nothing, which is told where they would", () => {
    const told = (transform: string) =>
      readSvg(
        new TextEncoder().encode(
          `<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9" transform="${transform}"><rect width="5" height="5"/></svg>`,
        ),
      ).findings.map(({ code }) => code);
    expect([told("rotate(360)"), told("scale(2)")]).toEqual([[], ["structure-repaired"]]);
  });

  it("are told where a drawing in the drawing or a symbol shows less than what stands in it", () => {
    const told = (start: number, how = "") => {
      const square = `<rect x="${start}" y="5" width="5" height="5"/>`;
      const symbol = `<symbol id="s" viewBox="0 0 20 20" ${how}>${square}</symbol>`;
      return [
        notes(`<svg x="3" y="3" width="20" height="20" ${how}>${square}</svg>`),
        notes(`${symbol}<g transform="rotate(30)"><use href="#s" width="40" height="40"/></g>`),
      ];
    };
    expect(told(10)).toEqual([[], []]);
    expect(told(45)).toEqual([[["clipping-ignored", 1]], [["clipping-ignored", 1]]]);
    expect(told(45, 'style="overflow:visible"')).toEqual([[], []]);
  });
});

describe("view boxes", () => {
  const square = '<rect width="10" height="10"/>';
  const bounds = (content: string) => {
    const { min_x, min_y, max_x, max_y } = read(content).data.bounds;
    return [min_x, 100 - max_y, max_x - min_x, max_y - min_y].map((value) => Number(value.toFixed(6)));
  };

  it.each([
    ["", [20, 10, 20, 20]],
    ['preserveAspectRatio="xMinYMid"', [10, 10, 20, 20]],
    ['preserveAspectRatio="xMaxYMid meet"', [30, 10, 20, 20]],
    ['preserveAspectRatio="xMidYMin slice"', [10, 10, 40, 40]],
    ['preserveAspectRatio="none"', [10, 10, 40, 20]],
  ])("of a symbol and of a nested svg are fitted with %s", (ratio, expected) => {
    const symbol = `<symbol id="s" viewBox="0 0 10 10" ${ratio}>${square}</symbol>`;
    expect(bounds(`${symbol}<use href="#s" x="10" y="10" width="40" height="20"/>`)).toEqual(expected);
    const nested = `<svg x="10" y="10" width="40" height="20" viewBox="0 0 10 10" ${ratio}>${square}</svg>`;
    expect(bounds(nested)).toEqual(expected);
  });

  it("fill what is around them where no size is given, and percentages are of it", () => {
    expect(bounds(`<svg viewBox="0 0 20 10">${square}</svg>`)).toEqual([0, 0, 100, 100]);
    expect(bounds('<svg width="50%" height="50%"><rect x="50%" width="10%" height="100%"/></svg>')).toEqual([
      50, 0, 10, 50,
    ]);
  });

  it("of the page may be stretched", () => {
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 10 10" preserveAspectRatio="none">${square}</svg>`;
    expect(readSvg(bytes(page)).data.dimensions).toEqual({ width: 20, height: 10, unit: "mm" });
  });

  it("leave lengths in letters as long as those are", () => {
    const sized = (style: string) =>
      read(`<g style="${style}"><rect width="2em" height="4ex"/></g>`).data.dimensions;
    expect(sized("")).toMatchObject({ width: 32, height: 32 });
    expect(sized("font-size:10px")).toMatchObject({ width: 20, height: 20 });
  });

  it("take places and sizes from styles too, of uses as well", () => {
    const style = "x:10px;y:10px;width:40px;height:40px";
    const nested = `<svg style="${style}" viewBox="0 0 10 10">${square}</svg>`;
    const used = `<symbol id="s" viewBox="0 0 10 10">${square}</symbol><use href="#s" style="${style}"/>`;
    expect(bounds(nested)).toEqual([10, 10, 40, 40]);
    expect(bounds(used)).toEqual([10, 10, 40, 40]);
  });

  it("take lengths that cannot be read as none, which is told", () => {
    const notesOf = (attributes: string) =>
      read(`${square}<rect x="50" width="5" height="5" ${attributes}/>`)
        .findings.map(({ code }) => code)
        .filter((code) => code !== "several-parts");
    expect(notesOf('y="20 "')).toEqual([]);
    expect(notesOf('y="calc(10px + 10px)"')).toEqual(["structure-repaired"]);
    expect(notesOf('style="y:10vw"')).toEqual(["structure-repaired"]);
  });

  it("leave lengths in letters of letters around as long as those are", () => {
    const wide = (size: string) =>
      areas(`<g font-size="5"><g font-size="${size}"><rect width="1em" height="10"/></g></g>`);
    expect([wide("2em"), wide("300%"), wide("large")]).toEqual([[100], [150], [50]]);
  });

  it("leave lengths with units as long as they say", () => {
    const page =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm"><rect width="2cm" height="1in"/></svg>';
    const { width, height } = readSvg(bytes(page)).data.dimensions;
    expect([width, height]).toEqual([expect.closeTo(20, 9), expect.closeTo(25.4, 9)]);
  });
});

describe("what drawing programs write", () => {
  it("as alternatives is taken once", () => {
    const choice =
      '<foreignObject requiredExtensions="x"/><g><rect width="10" height="10"/></g><g><rect width="20" height="20"/></g>';
    expect(areas(`<switch>${choice}</switch>`)).toEqual([100]);
  });

  it("for programs that know more, also without an alternative, is left out and told", () => {
    const foreign = '<g requiredExtensions="urn:x"><rect width="10" height="10"/></g>';
    expect(areas(`${foreign}<rect x="50" width="2" height="2"/>`)).toEqual([4]);
    expect(notes(`${foreign}<rect x="50" width="2" height="2"/>`)).toEqual([["entities-hidden", 1]]);
  });

  it("as namespaces by entities is read", () => {
    const text = `<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" width="10mm" viewBox="0 0 10 10"><rect width="5" height="5"/></svg>`;
    expect(readSvg(bytes(text)).data.area).toBe(25);
  });

  it("as a line with a broad stroke is cut along its middle, which is told", () => {
    const circle = (more: string) => read(`<circle cx="50" cy="50" r="30" stroke="black" ${more}/>`);
    const wide = circle('fill="none" stroke-width="3" transform="scale(0.5)"');
    expect(wide.findings).toContainEqual(
      expect.objectContaining({ code: "wide-stroke", message: expect.stringContaining("1.5 mm wide") }),
    );
    expect(wide.parts[0]!.area).toBeCloseTo(225 * Math.PI, 6);
    for (const fine of ['fill="none" stroke-width="0.001pt"', 'fill="red" stroke-width="3"', 'fill="none"'])
      expect(circle(fine).findings.map(({ code }) => code)).not.toContain("wide-stroke");
  });

  it("as heads of arrows on lines is told, and none are on circles", () => {
    const marker = '<marker id="m"><path d="M0 0L2 1L0 2Z"/></marker>';
    const drawn = (shape: string) =>
      notes(`${marker}<g fill="none" stroke="red" marker-end="url(#m)">${shape}</g>`);
    expect(drawn('<path d="M0 0H9V9H0Z"/>')).toEqual([["entities-skipped", 1]]);
    expect(drawn('<path d="M0 0H9V9H0Z" style="marker:none"/>')).toEqual([]);
    expect(drawn('<circle r="5"/>')).toEqual([]);
  });

  it("as text, images and the like is counted", () => {
    const { findings } = read(`<text>a<tspan>b</tspan></text><text/><image href="x.png"/>${small}`);
    expect(findings.map(({ message }) => message)).toEqual(["1 text not cut or engraved", "1 image not cut"]);
  });
});

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

  it("are told as a web page where that was saved in place of the drawing", () => {
    const page = '<!doctype html><html><head><meta charset="utf-8"><title>404</title></head></html>';
    expect(() => readSvg(bytes(page))).toThrow("not an SVG but a web page");
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
