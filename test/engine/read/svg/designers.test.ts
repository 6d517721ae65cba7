/** SVG as drawing programs write it, and what a person would cut of it: sizes of parts, holes, what is told and what is not. */
import { describe, expect, it } from "vitest";
import type { Drawing } from "../../../../engine/read/drawing/model/drawing.ts";
import { readSvg } from "../../../../engine/read/svg/read.ts";

const read = (attributes: string, content: string, before = ""): Drawing =>
  readSvg(
    new TextEncoder().encode(
      `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`,
    ),
  );
const MM = 'width="100mm" height="50mm" viewBox="0 0 100 50"';
const sizes = ({ parts }: Drawing) =>
  parts.map(({ bounds: { min_x, min_y, max_x, max_y }, holes }) => [
    Math.round(100 * (max_x - min_x)) / 100,
    Math.round(100 * (max_y - min_y)) / 100,
    holes.length,
  ]);
const codes = ({ findings }: Drawing) => findings.map(({ code }) => code);
const scaleOf = ({ findings }: Drawing) =>
  findings.find(({ code }) => code === "scale-assumed")?.message ?? "";

describe("shapes that nobody sees", () => {
  it.each([
    'fill="none"',
    'style="opacity:0"',
    'fill="none" stroke="red" stroke-opacity="0%"',
    'fill="none" stroke="red" stroke-width="0"',
    'fill="#ff000000"',
    'fill="#f000"',
    'fill="rgb(0 0 0 / 0)"',
    'fill="rgba(1, 2, 3, 0.0)"',
    'fill="hsla(0,100%,50%,0)"',
    'fill="transparent"',
  ])("such as %s are left out and told", (how) => {
    const drawing = read(
      MM,
      `<rect x="1" y="1" width="9" height="9" ${how}/><rect x="50" y="9" width="8" height="7"/>`,
    );
    expect(sizes(drawing)).toEqual([[8, 7, 0]]);
    expect(codes(drawing)).toEqual(["invisible-left-out"]);
  });

  it.each(['fill="#ff000080"', 'fill="rgb(10,20,0)"', 'fill="rgba(0,0,0,1.0)"', 'stroke="#0f0" fill="none"'])(
    "are none such as %s",
    (how) => {
      expect(sizes(read(MM, `<rect x="1" y="1" width="9" height="9" ${how}/>`))).toEqual([[9, 9, 0]]);
    },
  );

  it.each([
    '<rect class="BoundingBox" x="4" y="4" width="21" height="21" fill="none"/>',
    '<rect width="100" height="50" fill="none"/>',
  ])("are nothing to tell as boxes that programs draw: %s", (box) => {
    const drawing = read(MM, `<circle cx="14" cy="14" r="9"/>${box}`);
    expect(sizes(drawing)).toEqual([[18, 18, 0]]);
    expect(codes(drawing)).toEqual([]);
    const clear = read(MM, '<circle cx="14" cy="14" r="9"/><rect width="100" height="50" opacity="0"/>');
    expect(codes(clear)).toEqual(["invisible-left-out"]);
  });

  it("are said where there is nothing else", () => {
    const hidden = '<rect width="9" height="9" opacity="0"/>';
    expect(() => read(MM, hidden)).toThrow("it has 1 shape that nobody sees");
    const text = '<rect width="9" height="9" fill="none"/><text>a</text>';
    expect(() => read(MM, text)).toThrow("it has 1 text, 1 shape that nobody sees");
    expect(() => read(MM, '<rect width="100" height="50" fill="#fff"/><text>a</text><image/>')).toThrow(
      "it has 1 text, 1 image; convert text to paths; trace images into paths",
    );
  });
});

describe("a drawing of paths with neither fill nor stroke, as JSCAD writes them", () => {
  const plate = '<path d="M0 0H100V50H0V0"/>';
  const hole = '<path d="M20 20H30V30H20Z"/>';

  it("is cut as drawn, though the plate is as large as the page", () => {
    const drawing = read(`${MM} fill="none"`, `<g>${plate}</g><g>${hole}</g><path d="M50 9V40"/>`);
    expect(sizes(drawing)).toEqual([[100, 50, 1]]);
    expect(drawing.account).toMatchObject({ cut: 340, open: 31 });
    expect(codes(drawing)).toEqual(["role-overruled", "open-cuts"]);
  });

  it("has left out what is fully clear", () => {
    const drawing = read(`${MM} fill="none"`, `${plate}<g opacity="0">${hole}</g>`);
    expect(sizes(drawing)).toEqual([[100, 50, 0]]);
    expect(codes(drawing)).toEqual(["role-overruled", "invisible-left-out"]);
  });
});

it("is read at any number of dots to the inch that somebody says", () => {
  const svg = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="45" fill="red"/></svg>',
  );
  const drawing = readSvg(svg, { unit: 25.4 / 90 });
  expect(sizes(drawing)).toEqual([[25.4, 12.7, 0]]);
  expect(drawing.unit).toMatchObject({ millimetres: 25.4 / 90, source: "caller" });
  expect(codes(drawing)).not.toContain("scale-assumed");
  expect(() => readSvg(svg, { unit: 0 })).toThrow(/unit/);
});

describe("the page itself", () => {
  const plate = '<path d="M20 10H80V40H20Z" fill="#d9d9d9"/>';

  it.each([
    ["as a box", MM, '<rect width="100" height="50" fill="white"/>'],
    ["as a path, as icons have it", MM, '<path d="M0 0h100v50H0z" fill="#fff"/>'],
    ["as a path that ends where it began", MM, '<path d="M0 0h100v50H0V0" fill="#fff"/>'],
    ["as a path without its last side", MM, '<path d="M0 0h100v50H0" fill="#fff"/>'],
    ["as a path without its last side, begun beside", MM, '<path d="M100 0v50H0V0" fill="#fff"/>'],
    [
      "larger than it, twice, as Canva has it",
      MM,
      '<rect x="-10" y="-5" width="120" height="60" fill="#fff"/>'.repeat(2),
    ],
    [
      "in a moved group",
      MM,
      '<g transform="translate(10)"><rect x="-10" width="100" height="50" fill="#fff"/></g>',
    ],
  ])("drawn %s is no part, which is told", (_, attributes, box) => {
    const drawing = read(attributes, box + plate);
    expect(sizes(drawing)).toEqual([[60, 30, 0]]);
    expect(codes(drawing)).toContain("page-box-left-out");
  });

  it.each([
    ["lower", '<rect y="20" width="100" height="30"/>'],
    ["upper", '<rect width="100" height="30"/>'],
    ["left", '<rect width="60" height="50"/>'],
    ["right", '<rect x="40" width="60" height="50"/>'],
  ])("is not found in a box that fills its %s side alone", (_, box) => {
    const drawing = read(MM, `${box}<circle cx="50" cy="25" r="5"/>`);
    expect(drawing.parts).toHaveLength(1);
    expect(drawing.parts[0]!.holes).toHaveLength(1);
    expect(codes(drawing)).not.toContain("page-box-left-out");
  });

  it("is a part where it has a stroke, or is alone", () => {
    const stroked = read(
      MM,
      `<rect width="100" height="50" fill="none" stroke="red" stroke-width=".1"/>${plate}`,
    );
    expect(sizes(stroked)).toEqual([[100, 50, 1]]);
    expect(sizes(read(MM, '<rect width="100" height="50"/>'))).toEqual([[100, 50, 0]]);
    const symbol =
      '<svg x="10" y="10" width="10" height="10" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';
    expect(sizes(read(MM, symbol + plate))).toEqual([
      [60, 30, 0],
      [10, 10, 0],
    ]);
  });
});

describe("white", () => {
  const page = (fill: string) => `<rect width="100" height="50" fill="${fill}"/>`;
  const hole = '<circle cx="50" cy="25" r="10" fill="white"/>';

  it("may be as large as the page beside it, as scripts draw it where the page begins elsewhere", () => {
    const page = 'width="110mm" height="60mm" viewBox="-5 -5 110 60"';
    const plate = '<rect width="100" height="50" fill="none" stroke="#000"/>';
    const drawing = read(page, `<rect width="100%" height="100%" fill="#fff"/>${plate}`);
    expect(sizes(drawing)).toEqual([[100, 50, 0]]);
    expect(codes(drawing)).toEqual(["page-box-left-out"]);
    const late = read(page, `${plate}<rect width="100%" height="20" fill="#fff"/>`);
    expect(codes(late)).not.toContain("page-box-left-out");
  });

  it("is not needed to see that a page is a part, where all that lies on it has its colour", () => {
    const hole = '<circle cx="50" cy="25" r="10"/>';
    expect(sizes(read(MM, page("black") + hole))).toEqual([[100, 50, 1]]);
    expect(sizes(read(MM, page("white") + hole.replace("/", ' fill="white"/')))).toEqual([[20, 20, 0]]);
  });

  it("on a page in colour is a hole in it, and nothing else is", () => {
    expect(sizes(read(MM, page("#C4C4C4") + hole))).toEqual([[100, 50, 1]]);
    expect(sizes(read(MM, page("#fff") + hole))).toEqual([[20, 20, 0]]);
    expect(sizes(read(MM, `${page("#C4C4C4")}${hole}<rect x="1" y="1" width="9" height="9"/>`))).toEqual([
      [20, 20, 0],
      [9, 9, 0],
    ]);
    expect(() => read(MM, `${page("#C4C4C4")}<text x="5" y="5">A</text>`)).toThrow();
  });
});

describe("clips and masks", () => {
  const clip = (shape: string, what: string) =>
    read(
      MM,
      `<defs><clipPath id="c">${shape}</clipPath><mask id="m" fill="white">${shape}</mask></defs>` +
        `<g ${what}><path d="M20 10H80V40H20Z"/></g>`,
    );

  it.each(['clip-path="url(#c)"', "mask=\"url('#m')\""])("that hold all are no news: %s", (what) => {
    expect(codes(clip('<rect width="100" height="50"/>', what))).toEqual([]);
    expect(codes(clip('<path d="M20 10H80V40H20Z"/>', what))).toEqual([]);
  });

  it("may take away a hair of what lies far from the corner, and no more", () => {
    const cut = (by: number) =>
      codes(
        read(
          MM,
          `<clipPath id="c"><rect width="${95 - by}" height="50"/></clipPath><g clip-path="url(#c)"><rect x="91" y="20" width="4" height="4"/></g>`,
        ),
      );
    expect(cut(0.9 * 4e-3)).toEqual([]);
    expect(cut(1.1 * 4e-3)).toEqual(["clipping-ignored"]);
  });

  it("that take something away are told where that is", () => {
    for (const shape of ['<rect width="50" height="50"/>', '<circle cx="50" cy="25" r="35"/>', ""]) {
      const [finding] = clip(shape, 'clip-path="url(#c)"').findings;
      expect(finding).toMatchObject({ code: "clipping-ignored", at: [20, 40] });
    }
    expect(codes(clip('<rect width="100" height="50" fill="black"/>', 'mask="url(#m)"'))).toEqual([
      "clipping-ignored",
    ]);
  });
});

describe("a colour", () => {
  it.each([
    ["#1e90ff", "#1e90ff"],
    ["#fa0", "#ffaa00"],
    ["rgb(30, 144, 255)", "#1e90ff"],
    ["rgb( 30 144 255 )", "#1e90ff"],
    ["rgba(30,144,255,0.5)", "#1e90ff"],
    ["rgb(0%, 40%, 100%)", "#0066ff"],
    ["rgb(50%, 0%, 0%)", "#800000"],
    ["rgb(300, -5, 0)", "#ff0000"],
    ["rgb(1,2)", "#000102"],
    ["orange", "#ffa500"],
    ["papayawhip", "#ffefd5"],
    ["nosuchcolour", "#000000"],
  ])("written as %s is %s", (colour, hex) => {
    const { groups } = read(MM, `<rect width="60" height="40" stroke="${colour}" fill="none"/>`);
    expect(groups.map((group) => group.colour)).toEqual([hex]);
  });
});

describe("what is to be drawn again", () => {
  it("is told with its place where it is not there", () => {
    const { findings } = read(MM, '<rect width="20" height="10"/><use href="#gone" x="70" y="20"/>');
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: "entities-skipped",
        message: expect.stringContaining("use without its target"),
        count: 1,
      }),
    );
  });
});

describe("the scale", () => {
  const plate = '<rect x="28.346" y="28.346" width="255.118" height="113.386" fill="none" stroke="red"/>';
  const serif = 'xmlns:serif="http://www.serif.com/" width="100%" height="100%" viewBox="0 0 1181 591"';

  it.each<[string, string, string, number, string]>([
    [
      "Illustrator's comment",
      'viewBox="0 0 300 200"',
      "<!-- Generator: Adobe Illustrator 26 -->",
      90,
      "Illustrator",
    ],
    [
      "Illustrator's background",
      'enable-background="new 0 0 300 200" width="300" height="200"',
      "",
      90,
      "Illustrator",
    ],
    ["Illustrator's layer", 'id="Layer_1" data-name="Layer 1" viewBox="0 0 300 200"', "", 90, "Illustrator"],
    ["an A4 view box", 'viewBox="0 0 595.28 841.89"', "", 90, "A4 at 72"],
    ["A4 in pixels", 'width="794" height="1123"', "", 67.5, "A4 at 96"],
    [
      "Inkscape 0.48",
      'xmlns:inkscape="i" inkscape:version="0.48.4" width="400" height="300"',
      "",
      72,
      "Inkscape 0.48",
    ],
    ["Affinity", serif, "", 21.6, "Affinity"],
    ["Affinity, rounded up", serif.replace("1181 591", "1182 591"), "", 21.6, "Affinity"],
    [
      "Inkscape 0.91, with a view box",
      'xmlns:inkscape="i" inkscape:version="0.91 r1" width="400" height="300" viewBox="0 0 400 300"',
      "",
      72,
      "Inkscape 0.91 draws 90",
    ],
    [
      "a newer Inkscape, on a page without a view box",
      'xmlns:inkscape="i" inkscape:version="1.2" width="400mm" height="300mm"',
      "",
      67.5,
      "Inkscape 1.2 draws 96",
    ],
    ["a page of whole millimetres", 'width="283.465" height="141.732"', "", 90, "100 × 50 mm at 72"],
    ["another page of whole millimetres", 'viewBox="0 0 354.33 177.17"', "", 72, "100 × 50 mm at 90"],
    ["nothing but a view box", 'viewBox="0 0 300 200"', "", 67.5, "CSS"],
  ])("by %s is told with its reason and the others", (_, attributes, before, width, because) => {
    const drawing = read(attributes, plate, before);
    expect(sizes(drawing)[0]![0]).toBeCloseTo(width, 1);
    expect(scaleOf(drawing)).toContain(because);
    expect(drawing.unit.source).toBe("assumed");
  });

  it.each([
    ["names of layers", '<g id="Layer_5" data-name="Layer 5">', "Illustrator"],
    ["numbered classes", "<defs><style>.cls-1{fill:none}.cls-2{stroke:red}</style></defs><g>", "Illustrator"],
    ["names that are no ids", '<g id="a" data-name="Layer 5">', "CSS"],
    ["other classes", "<defs><style>.my-cls-1{fill:none}</style></defs><g>", "CSS"],
  ])("is that of Illustrator by %s within the drawing", (_, before, because) => {
    expect(scaleOf(read('viewBox="0 0 300 200"', `${before}${plate}</g>`))).toContain(because);
  });

  it("is that of OpenSCAD, which once wrote its millimetres without a unit", () => {
    const text = "<title>OpenSCAD Model</title>";
    const rect = '<path d="M 90,-40 L 0,-40 L 0,-0 L 90,-0 z" stroke="black" fill="lightgray"/>';
    const drawing = read('width="90" height="40" viewBox="0 -40 90 40"', text + rect);
    expect(sizes(drawing)).toEqual([[90, 40, 0]]);
    expect(scaleOf(drawing)).toContain("OpenSCAD draws in millimetres: 90 mm wide, 23.8 mm at 96");
    const unit = read('width="90mm" height="40mm" viewBox="0 -40 90 40"', text + rect);
    expect(sizes(unit)).toEqual([[90, 40, 0]]);
    expect(codes(unit)).toEqual([]);
  });

  it("has the other widths right where a width stretches the view box", () => {
    const drawing = read('width="400" height="200" viewBox="0 0 300 150"', '<rect width="90" height="36"/>');
    expect(sizes(drawing)).toEqual([[31.75, 12.7, 0]]);
    expect(scaleOf(drawing)).toContain("31.7 mm wide, 33.9 mm at 90, 42.3 mm at 72");
  });

  it("is changed by a unit, points too", () => {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">${plate}</svg>`;
    const drawing = readSvg(new TextEncoder().encode(text), { unit: "pt" });
    expect(sizes(drawing)).toEqual([[90, 40, 0]]);
    expect(codes(drawing)).toEqual([]);
  });

  it.each([
    'width="4in" height="2in" viewBox="0 0 101.6 50.8"',
    'width="10cm" height="5cm" viewBox="0 0 100 50"',
  ])("is what the drawing says: %s", (attributes) => {
    const drawing = read(attributes, '<rect x="5" y="5" width="10" height="10"/>');
    expect(sizes(drawing)).toEqual([[10, 10, 0]]);
    expect(codes(drawing)).toEqual([]);
  });
});

describe("areas without a stroke", () => {
  const plate = '<rect x="5" y="5" width="60" height="40" fill="none" stroke="red"/>';
  const logo = '<path d="M20 10H30V15H25V20H20Z"/>';
  const engraved = ({ paths }: Drawing) => paths.filter(({ role }) => role === "engrave").length;

  it.each([
    ["on a plate of strokes", plate + logo],
    ["beside it", `${plate}<path d="M80 10H90V15H85V20H80Z"/>`],
    [
      "on a plate of loose lines",
      `<path d="M5 5H65V45" fill="none" stroke="red"/><path d="M65 45H5V5" fill="none" stroke="red"/>${logo}`,
    ],
    ["on one that is filled too", plate.replace("none", "white") + logo],
  ])("are engraved %s, which is told", (_, content) => {
    const drawing = read(MM, content);
    expect(sizes(drawing)).toEqual([[60, 40, 0]]);
    expect(engraved(drawing)).toBe(1);
    expect(drawing.account.engrave).toBeCloseTo(40, 9);
    const told = drawing.findings.find(({ code }) => code === "fills-engraved")!;
    expect(told.message).toBe("1 filled area without a stroke taken as engraving, 40 mm not cut");
    expect(told.at).toEqual(expect.any(Array));
  });

  it.each([
    ["nothing has a stroke", `${plate.replace('"none" stroke="red"', '"grey"')}${logo}`, 1],
    ["strokes make no part", `<path d="M5 5H65" stroke="red"/>${logo}`, 0],
    ["they hold strokes", `<rect x="1" y="1" width="90" height="48"/>${plate}`, 1],
    ["they are convex, as holes are", `${plate}<circle cx="20" cy="20" r="5"/>`, 1],
    ["the layer says so", `${plate}<g id="Cut">${logo}</g>`, 1],
  ])("are cut where %s", (_, content, holes) => {
    const drawing = read(MM, content);
    expect(engraved(drawing)).toBe(0);
    expect(drawing.parts.map((part) => part.holes.length)).toEqual([holes]);
    expect(codes(drawing)).not.toContain("fills-engraved");
  });

  it("are cut along the stroke that is drawn around them as another shape", () => {
    const again = logo.replace("/>", ' fill="none" stroke="blue"/>');
    for (const both of [logo + again, again + logo]) {
      const drawing = read(MM, plate + both);
      expect(sizes(drawing)).toEqual([[60, 40, 1]]);
      expect(drawing.account.engrave + drawing.account.duplicate).toBeCloseTo(40, 9);
    }
  });

  it("are what the caller says", () => {
    const svg = new TextEncoder().encode(
      `<svg xmlns="http://www.w3.org/2000/svg" ${MM}>${plate}${logo}</svg>`,
    );
    expect(sizes(readSvg(svg, { lineTypes: { FILL: "cut" } }))).toEqual([[60, 40, 1]]);
    expect(readSvg(svg).groups.map(({ lineType, role }) => [lineType, role])).toEqual([
      ["CONTINUOUS", "cut"],
      ["FILL", "engrave"],
    ]);
  });
});

describe("names of groups", () => {
  const stroked = '<circle cx="20" cy="20" r="9" fill="none" stroke="red"/>';
  const layers = (content: string) => read(MM, content).layers.map(({ name }) => name);

  it.each([
    ["g1053", "0"],
    ["g7667-1-9", "0"],
    ["p-12", "0"],
    ["Group 12", "0"],
    ["XMLID_4_", "0"],
    ["id3", "0"],
    ["shape7-12", "0"],
    ["Frame 1", "0"],
    ["Frame", "Frame"],
    ["Layer_1", "Layer_1"],
    ["gear2", "gear2"],
  ])("such as %s are those of layers unless a program made them up", (id, layer) => {
    expect(layers(`<g id="${id}">${stroked}</g>`)).toEqual([layer]);
  });

  it("are those that LibreCAD gives, and its layers for construction are not cut", () => {
    const layer = (name: string, aid: boolean, content: string) =>
      `<g lc:layername="${name}" lc:is_construction="${aid}" fill="none" stroke="black">${content}</g>`;
    const drawing = read(
      MM,
      `<defs><g id="14">${layer("0", false, '<circle cx="9" cy="9" r="4"/>')}</g></defs>
      ${layer("0", false, '<rect width="100" height="50"/><use href="#14" x="20"/>')}
      ${layer("gravure", false, '<circle cx="70" cy="20" r="9"/>')}
      ${layer("hulp", true, '<path d="M0 25H100"/>')}`,
    );
    expect(sizes(drawing)).toEqual([[100, 50, 1]]);
    expect(drawing.groups.map(({ layer, role }) => [layer, role])).toEqual([
      ["0", "cut"],
      ["gravure", "engrave"],
      ["hulp", "construction"],
    ]);
  });

  it("are not figure and axes around what matplotlib draws, whose paper lies within both", () => {
    const paper = (number: number) => `<g id="patch_${number}"><path d="M0 0H100V50H0Z" fill="#234"/></g>`;
    const line = '<g id="line2d_3"><path d="M10 5H90V45H10Z" fill="none" stroke="red"/></g>';
    const tick = '<path d="M50 45V48" stroke="black"/>';
    const drawing = read(
      MM,
      `<g id="figure_1">${paper(1)}<g id="axes_1">${paper(2)}${line}<g id="matplotlib.axis_1">${tick}</g></g></g>`,
    );
    expect(sizes(drawing)).toEqual([[80, 40, 0]]);
    expect(codes(drawing)).toEqual(["page-box-left-out", "construction-ignored"]);
    expect(drawing.layers.map(({ name }) => name)).toEqual(["0", "matplotlib.axis_1"]);
  });

  it("that tell nothing do not hide one around them that does", () => {
    const plate = '<rect width="80" height="40" fill="none" stroke="red"/>';
    const within = (name: string) => `${plate}<g id="Engrave"><g id="${name}">${stroked}</g></g>`;
    expect(layers(within("logo"))).toEqual(["0", "Engrave"]);
    expect(layers(within("cut"))).toEqual(["0", "cut"]);
    expect(layers(`<g id="Layer_1"><g id="logo">${stroked}</g></g>`)).toEqual(["logo"]);
  });

  it("are joined by those of shapes that tell how to make them", () => {
    const shape = (id: string) => `<rect id="${id}" width="80" height="40" fill="none" stroke="red"/>`;
    expect(layers(`<g id="svgGroup">${shape("cut")}${shape("engrave")}</g>`)).toEqual(["cut", "engrave"]);
    expect(layers(`<g id="Engrave">${shape("cut")}</g>`)).toEqual(["Engrave"]);
    for (const shown of ["text", "frame", "rect12", "logo"]) expect(layers(shape(shown))).toEqual(["0"]);
  });
});

describe("classes", () => {
  const plate = '<rect width="40" height="20"/>';
  const label = '<path d="M1 9 l 2 0 l 0 3 l -2 0 z"/><path d="M30 4 h 6"/>';
  const roles = (drawing: Drawing) =>
    Object.fromEntries(drawing.groups.map(({ layer, role }) => [layer, role]));

  it("name layers of groups and shapes where they say what for", () => {
    const drawing = read(
      MM,
      `<g class="piece" fill="none" stroke="blue"><g class="OUTER">${plate}</g><g class="thin LABEL">${label}</g>
       <path class="fold" d="M20 0 v 20"/></g>`,
    );
    expect(sizes(drawing)).toEqual([[40, 20, 0]]);
    expect(roles(drawing)).toEqual({ OUTER: "cut", LABEL: "construction", fold: "bend" });
  });

  it("set apart what Blender draws beneath the edges of paper models", () => {
    const edges = (kind: string, way: string) => `<path class="${kind}" d="${way}"/>`;
    const [outer, fold] = ["M10 10H90V40H10Z", "M50 10V40"];
    const drawing = read(
      MM,
      `<style>path {fill:none; stroke:#fff} .outer, .convex {stroke:#000} .convex {stroke-dasharray:2,1}</style>
      ${edges("inner_background", fold)}${edges("convex", fold)}
      ${edges("outer_background", outer)}${edges("outer", outer)}`,
    );
    expect(sizes(drawing)).toEqual([[80, 30, 0]]);
    expect(drawing.account).toMatchObject({ cut: 220, bend: 30, construction: 250 });
  });

  it("are for style else, and the name of a group goes before them", () => {
    const named = read(
      MM,
      `<g id="Cut" class="note" fill="none" stroke="blue">${plate}</g><g class="st0 piece" fill="none" stroke="red"><circle cx="70" cy="20" r="9"/></g>`,
    );
    expect(sizes(named)).toHaveLength(2);
    expect(named.layers.map(({ name }) => name)).toEqual(["Cut", "0"]);
  });
});

describe("what a shape is for", () => {
  const shaper = 'xmlns:shaper="http://www.shapertools.com/namespaces/shaper"';
  const hole = '<circle cx="30" cy="25" r="9" fill="#fff" stroke="#000" stroke-width="0.01"';
  const pocket = '<path d="M60 10 h 20 v 20 h -5 v -10 h -15 z" fill="#7f7f7f"';

  it.each(["exterior", "outside"])("is what Shaper Origin is told: %s", (outline) => {
    const drawing = read(
      `${MM} ${shaper}`,
      `<path d="M0 0 h 100 v 50 h -100 z" fill="#000" shaper:pathType="${outline}"/>${hole} shaper:pathType="hole"/>
       ${pocket} shaper:pathType="pocket"/><g shaper:cutType="guide"><path d="M0 25 h 100" stroke="blue"/></g>`,
    );
    expect(sizes(drawing)).toEqual([[100, 50, 1]]);
    expect(drawing.account).toMatchObject({ open: 0, construction: 100 });
    expect(drawing.account.engrave).toBeCloseTo(80, 6);
    expect(codes(drawing)).not.toContain("page-box-left-out");
  });

  it("is told of no box as large as the page that nothing is said of", () => {
    const drawing = read(MM, `<path d="M0 0 h 100 v 50 h -100 z" fill="#000"/>${hole}/>`);
    expect(sizes(drawing)).toEqual([[18, 18, 0]]);
    expect(codes(drawing)).toContain("page-box-left-out");
  });

  it("is a sheet where SVGnest says bin", () => {
    const parts =
      '<rect x="5" y="5" width="30" height="20"/><circle cx="70" cy="25" r="9"/><circle cx="70" cy="25" r="4"/>';
    const drawing = read(
      MM,
      `<g fill="none" stroke="#010101"><rect class="bin" width="100" height="50"/>${parts}</g>`,
    );
    expect(sizes(drawing).sort()).toEqual([
      [18, 18, 1],
      [30, 20, 0],
    ]);
    expect(codes(drawing)).toContain("drawing-frame");
  });
});

it("cuts text that Inkscape has turned into paths, whose number is no name of a layer", () => {
  const letter = 'd="M2 2 h 4 v 12 h -4 z"';
  const drawing = read(MM, `<g aria-label="I" id="text3950" stroke="red" fill="none"><path ${letter}/></g>`);
  expect(sizes(drawing)).toEqual([[4, 12, 0]]);
  expect(codes(drawing)).toEqual([]);
});

describe("what programs write beside", () => {
  const hair = (how: string) =>
    codes(
      read(
        'width="4in" height="2in" viewBox="0 0 4 2"',
        `<rect x="1" y=".5" width="1" height="1" fill="none" stroke="red" ${how}/>`,
      ),
    );

  it("makes strokes that are as thin at any scale, and no others", () => {
    expect(hair('stroke-width="0.1" vector-effect="non-scaling-stroke"')).toEqual([]);
    expect(
      hair('style="stroke-width:1px;vector-effect:non-scaling-stroke;-inkscape-stroke:hairline"'),
    ).toEqual([]);
    expect(hair('stroke-width="8" vector-effect="non-scaling-stroke"')).toEqual(["wide-stroke"]);
    expect(hair('stroke-width="0.1"')).toEqual(["wide-stroke"]);
  });

  it("draws no text without a word, and texts of Inkscape's own", () => {
    const plate = '<circle cx="20" cy="20" r="9"/>';
    const text = (content: string) => read(MM, plate + content).findings.map(({ message }) => message);
    expect(text('<text x="1" y="1"><tspan> </tspan></text><flowRoot><flowPara/></flowRoot>')).toEqual([]);
    const flow =
      "<flowRoot><flowRegion><rect width='9' height='9'/></flowRegion><flowPara>A</flowPara></flowRoot>";
    expect(text(flow)).toEqual(["1 text not cut or engraved"]);
  });

  it("is marks of Gcodetools, which are left out and told", () => {
    const arrow = '<path d="m 0,40 3,-6 1,2 7,-7 z" gcodetools="Gcodetools orientation point arrow"/>';
    const plate = '<circle cx="50" cy="20" r="9" fill="none" stroke="red"/>';
    const drawing = read(MM, `<g gcodetools="Gcodetools orientation group">${arrow}</g>${arrow}${plate}`);
    expect(sizes(drawing)).toEqual([[18, 18, 0]]);
    expect(drawing.findings.map(({ message }) => message)).toEqual([
      "2 entities left out: drawn by Gcodetools",
    ]);
  });

  it("is no finding: views, metadata, effects", () => {
    const noise =
      '<sodipodi:namedview id="b"><inkscape:grid/></sodipodi:namedview><metadata><rdf:RDF/></metadata>' +
      "<defs><inkscape:path-effect/></defs><title>a</title>";
    const layers =
      '<g inkscape:groupmode="layer" inkscape:label="Cut"><rect width="20" height="10" fill="none" stroke="red" style="-inkscape-stroke:hairline"/></g>' +
      '<g inkscape:groupmode="layer" inkscape:label="Engrave"><path d="M2 2h9" stroke="blue" stroke-width=".1"/></g>';
    const names = 'xmlns:inkscape="i" xmlns:sodipodi="s" xmlns:rdf="r"';
    const drawing = read(`${MM} ${names}`, noise + layers);
    expect(sizes(drawing)).toEqual([[20, 10, 0]]);
    expect(drawing.layers).toEqual([
      { name: "Cut", role: "cut" },
      { name: "Engrave", role: "engrave" },
    ]);
    expect(codes(drawing)).toEqual(["engraving-kept-apart"]);
  });

  it("tells LightBurn's tool layers, which are not cut", () => {
    const part = '<path style="stroke:#000000;fill:none" d="M10 10H90V40H10Z"/>';
    const tool = '<path style="stroke:#F36926;fill:none" d="M0 0H100V50H0Z"/>';
    expect(sizes(read(MM, part + tool, "<!-- Created with LightBurn 1.6 -->"))).toEqual([[80, 30, 0]]);
    expect(sizes(read(MM, part + tool))).toEqual([[100, 50, 1]]);
  });

  it("is a filled shape also where it is not closed", () => {
    const drawing = read(
      MM,
      '<path d="M10 10H40V40H10"/><polyline points="50,10 80,10 80,40"/><path d="M1 1H9" stroke="red"/>',
    );
    expect(sizes(drawing)).toEqual([
      [30, 30, 0],
      [30, 30, 0],
    ]);
    expect(drawing.account.open).toBeCloseTo(8, 9);
  });

  it("is a path up to an error in its data, which is told", () => {
    const part = '<rect x="60" y="10" width="20" height="10" fill="none" stroke="red"/>';
    const path = (data: string) => `<path d="${data}" fill="none" stroke="red"/>`;
    const drawing = read(MM, part + path("M10 10H40V40H10Z M15 15h5v5h-5z M1 1L foo"));
    expect(sizes(drawing)).toEqual([
      [30, 30, 1],
      [20, 10, 0],
    ]);
    expect(codes(drawing)).toContain("path-cut-short");
    expect(read(MM, part + path("M1 45H50 9")).account.open).toBeCloseTo(49, 9);
    expect(codes(read(MM, part + path("M10 10H40V40H10Z")))).toEqual(["several-parts"]);
    expect(codes(read(MM, part + path("L10 10H40")))).toEqual(["path-cut-short"]);
  });

  it("has commas before its commands, as browsers have it", () => {
    const drawing = read(MM, '<path d="m 10,10,h 40, v30,H10 , z" fill="none" stroke="red"/>');
    expect(sizes(drawing)).toEqual([[40, 30, 0]]);
    expect(drawing.findings).toEqual([]);
  });

  it("is no arc that ends where it begins, and no stroke without an end", () => {
    const path =
      '<path d="M10 20a10 10 0 1 1 20 0 10 10 0 1 0 0 0" stroke-width="1e308" fill="none" stroke="red"/>';
    const { account, findings } = read(MM, path);
    expect(account.drawn).toBeCloseTo(10 * Math.PI, 9);
    expect(account.open).toBeCloseTo(10 * Math.PI, 9);
    expect(findings.map(({ code }) => code)).not.toContain("wide-stroke");
  });

  it("is loops at corners no wider than the beam, which go around nothing and make no outline cross itself", () => {
    for (const size of [0.1, 0.2, 0.3]) {
      const corner = `c${size} 0 0-${size} 0 0`;
      const box = `<path d="M10 10h80${corner}v40${corner}h-80${corner}z" fill="none" stroke="red"/>`;
      const drawing = read(MM, box);
      expect(sizes(drawing)).toEqual([[80, 40, 0]]);
      expect(drawing.parts[0]!.area).toBeCloseTo(3200, 9);
      expect(codes(drawing)).toEqual(["overshoots-left-out"]);
      const { drawn, cut, overshoot } = drawing.account;
      expect(cut).toBeCloseTo(240, 6);
      expect(overshoot).toBeCloseTo(drawn - 240, 6);
    }
    // What crosses itself elsewhere too is whole, with its loop or without.
    for (const corner of ["", "c.2 0 0-.2 0 0"]) {
      const bow = read(MM, `<path d="M10 10h80${corner}L10 50h80z" fill="none" stroke="red"/>`);
      expect(codes(bow)).toEqual(["self-intersecting"]);
      expect(bow.parts[0]!.area).toBeCloseTo(1600, 1);
    }
    const loop = read(MM, '<path d="M10 10c30 0 0 30 0 0" fill="none" stroke="red"/>');
    expect(loop.parts).toHaveLength(1);
  });

  it("is a polygon without the x that lacks its y", () => {
    expect(sizes(read(MM, '<polygon points="0,0 50,0 50,30 0,30 7"/>'))).toEqual([[50, 30, 0]]);
  });

  it("is of alternatives the one for any language", () => {
    const box = (size: number, more = "") => `<g ${more}><rect width="${size}" height="${size}"/></g>`;
    const chosen = (inner: string) => sizes(read(MM, `<switch>${inner}</switch>`))[0]![0];
    expect(chosen(box(30, 'systemLanguage="xx"') + box(20))).toBe(20);
    expect(chosen(box(30, 'systemLanguage="xx"'))).toBe(30);
  });
});

it("a clip path that uses the page is no news", () => {
  const clip =
    '<defs><rect id="p" width="300" height="200"/><clipPath id="c"><use href="#p"/></clipPath></defs>';
  const small = clip.replace('width="300"', 'width="30"');
  const clipped = '<g clip-path="url(#c)"><rect width="90" height="45" fill="red"/></g>';
  expect(codes(read(MM, clip + clipped))).not.toContain("clipping-ignored");
  expect(codes(read(MM, small + clipped))).toContain("clipping-ignored");
});

describe("texts", () => {
  const PAGE = 'width="420mm" height="297mm" viewBox="0 0 420 297"';
  const part =
    '<g fill="none" stroke="black"><rect x="100" y="60" width="80" height="40"/><circle cx="140" cy="80" r="8"/></g>';

  it("and cells tell the frame of a page, and marks that go on to the edges of the paper go with it", () => {
    const cells =
      "M235 287V232H410M235 243H410M235 265H410M290 232V287M360 265V287M20 150H0M410 150H420M210 10V0M210 287V297";
    const words = [
      '<text x="237" y="241" font-size="3">Разраб.</text>',
      '<text style="font-size:5px"><tspan x="292" y="255">Bracket</tspan><tspan x="362" y="280">Лист 1</tspan></text>',
      '<text transform="translate(237 280)">Масштаб 1:1</text>',
    ].join("");
    const frame = '<path d="M20 10H410V287H20Z"/>';
    const drawing = read(
      PAGE,
      `<g fill="none" stroke="black">${frame}<path d="${cells}"/></g>${words}${part}`,
    );
    expect(sizes(drawing)).toEqual([[80, 40, 1]]);
    expect(codes(drawing)).toContain("drawing-frame");
    expect(drawing.account.open).toBe(0);
    // Without words it may as well be a tray.
    expect(sizes(read(PAGE, `<g fill="none" stroke="black">${frame}</g>${part}`))).toHaveLength(2);
  });

  it("nowhere on the page are none", () => {
    const lost = [
      'x="1e300"',
      'transform="matrix(1e308 0 0 1e308 1e308 0)" x="9"',
      'font-size="2em" y="-1e99"',
    ];
    const { parts, hints } = read(PAGE, `${part}${lost.map((at) => `<text ${at}>QTY 7</text>`).join("")}`);
    expect(parts).toHaveLength(1);
    expect(hints.quantity).toBeNull();
  });

  it("say how many are wanted, of what and how thick, line by line and where they stand", () => {
    const lines =
      '<tspan x="105" y="70">4 Stk</tspan><tspan x="105" dy="6" y="76">S235 <tspan>t=3</tspan></tspan>';
    const { parts } = read(PAGE, `${part}<text font-size="4">${lines}</text>`);
    expect(parts[0]!.order).toMatchObject({ quantity: 4, material: "S235", thickness: 3 });
  });
});
