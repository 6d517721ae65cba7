/**
 * What is read of an SVG does not hang on how it is written: encodings, prefixes, pieces of lines, frames that undo
 * each other.
 */
import { describe, expect, it } from "vitest";
import { readSvg } from "../../../../engine/read/svg/read.ts";

const SPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
const page = (content: string, more = "") =>
  `<svg ${SPACES} width="200mm" height="100mm" viewBox="0 0 200 100"${more}>${content}</svg>`;
const PAPER = '<rect width="200" height="100" fill="#eee"/>';
const HEAD = '<path d="M20 90L24 91L24 89Z" fill="#000"/><path d="M120 90L116 91L116 89Z" fill="#000"/>';
const LINES =
  '<path d="M20 90L120 90M20 82L20 92M120 82L120 92" fill="none" stroke="#000"/><text x="66" y="89" font-size="3">100</text>';
const PLATE = '<path d="M20 20L120 20L120 80L20 80Z" fill="none" stroke="#000"/>';
const LAYERS =
  '<g inkscape:groupmode="layer" inkscape:label="Schnitt é"><path id="o" d="M20 20L120 20L120 80L20 80Z" fill="none" stroke="#000"/></g>' +
  '<g inkscape:groupmode="layer" inkscape:label="Engrave" id="layer2"><path d="M30 30L50 30L50 40L30 40Z" fill="none" stroke="#000"/></g>' +
  '<defs><circle id="hole" r="5" fill="none" stroke="#000"/></defs><use xlink:href="#hole" x="90" y="50"/>';

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesBy = (text: string, codeOf: (letter: string) => number[]) =>
  Uint8Array.from([...text].flatMap(codeOf));
const little = (letter: string) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8];
const named = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${text}`;

const factsOf = (bytes: Uint8Array) => {
  const { parts, account, layers, findings } = readSvg(bytes);
  const { more: _, ...lengths } = account;
  return {
    parts: parts.map(({ area, holes }) => [area.toFixed(6), holes.length]),
    lengths: Object.entries(lengths).map(([fate, length]) => [fate, length.toFixed(6)]),
    layers,
    findings: findings.map(({ code, count }) => [code, count]),
  };
};

describe("a drawing with layers and copies is the same", () => {
  const text = page(LAYERS);
  const others = text
    .replaceAll("xlink:", "ns1:")
    .replaceAll("inkscape:", "ns2:")
    .replaceAll(":xlink", ":ns1");
  const numbered = others
    .replace(":inkscape", ":ns2")
    .replace("xmlns=", "xmlns:ns0=")
    .replace(/<(\/?)(?=\w)/g, "<$1ns0:");
  const declared = text
    .replace(/ xmlns:xlink="[^"]*"/, "")
    .replaceAll("xlink:href", 'xmlns:d2p1="http://www.w3.org/1999/xlink" d2p1:href');
  it.each([
    ["in UTF-16 with its mark", bytesBy(`\ufeff${named("UTF-16", text)}`, little)],
    ["in UTF-16, the high byte first", bytesBy(`\ufeff${text}`, (letter) => little(letter).reverse())],
    ["in UTF-16 without a mark", bytesBy(named("UTF-16LE", text), little)],
    [
      "in the letters that it names",
      bytesBy(named("ibm866", text.replace("é", "Ж")), (letter) => [
        letter === "Ж" ? 0x86 : letter.charCodeAt(0),
      ]),
      "Ж",
    ],
    ["in letters that nobody knows", bytesBy(named("x-none", text), (letter) => [letter.charCodeAt(0)])],
    ["with numbers for prefixes", utf8(numbered)],
    ["with prefixes that its elements declare", utf8(declared)],
  ])("%s", (_, bytes, letter = "é") => {
    expect(factsOf(bytes)).toEqual(factsOf(utf8(text.replace("é", letter))));
  });

  it("has its engraving and its hole", () => {
    const { parts, paths } = readSvg(utf8(numbered));
    expect(parts[0]!.area).toBeCloseTo(6000 - 25 * Math.PI, 6);
    expect(paths.filter(({ role }) => role === "engrave")).toHaveLength(1);
  });
});

describe("elements of other vocabularies draw nothing", () => {
  it.each(["ns3:path", "draw:path"])("%s", (name) => {
    const foreign = `<${name} xmlns:${name.split(":")[0]}="urn:other" d="M0 0L5 0L5 5Z"/>`;
    expect(factsOf(utf8(page(PLATE + foreign)))).toEqual(factsOf(utf8(page(PLATE))));
  });
});

describe("the paper under a plate is left out", () => {
  it.each([
    [
      "as a path in relative steps",
      '<path d="m0 0 66.7 0 66.7 0 66.6 0 0 33.3 0 66.7 -200 0z" fill="#eee"/>',
    ],
    ["as one that begins amid a side", '<path d="M80 0L200 0 200 100 0 100 0 0Z" fill="#eee"/>'],
    [
      "turned about and back",
      `<g transform="rotate(30 10 20)"><g transform="rotate(-30 10 20)">${PAPER}</g></g>`,
    ],
  ])("%s", (_, paper) => {
    expect(factsOf(utf8(page(paper + PLATE)))).toEqual(factsOf(utf8(page(PAPER + PLATE))));
  });
});

describe("sides in several pieces", () => {
  /** Each straight step in two, 0.4 of it and the rest. */
  const inPieces = (text: string) =>
    text.replace(/M([^"]*)"/g, (_, data: string) => {
      const pathOf = (subpath: string) => {
        const points = subpath
          .replace("Z", "")
          .split("L")
          .map((point) => point.split(" ").map(Number));
        const all = subpath.endsWith("Z") ? [...points, points[0]!] : points;
        const steps = all.slice(1).flatMap(([x, y], i) => {
          const [u, v] = all[i]!;
          return [
            [u! + 0.4 * (x! - u!), v! + 0.4 * (y! - v!)],
            [x, y],
          ];
        });
        return `M${points[0]!.join(" ")}${steps.map((step) => `L${step.join(" ")}`).join("")}${subpath.endsWith("Z") ? "Z" : ""}`;
      };
      return `${data.split("M").map(pathOf).join("")}"`;
    });

  it.each([
    ["a plate with a dimension", PLATE + LINES + HEAD],
    ["a plate on its paper", `<path d="M0 0L200 0L200 100L0 100Z" fill="#eee"/>${PLATE}`],
  ])("are those of %s", (_, content) => {
    const pieces = inPieces(page(content));
    expect(pieces.length).toBeGreaterThan(page(content).length + 40);
    expect(factsOf(utf8(pieces))).toEqual(factsOf(utf8(page(content))));
  });

  it("leave a side whole that a path begins amid", () => {
    const { paths } = readSvg(
      utf8(page('<path d="M50 20L120 20L120 80L20 80L20 20Z" fill="none" stroke="#000"/>')),
    );
    expect(paths[0]!.curves).toHaveLength(4);
  });
});

describe("a stroke of one millimetre", () => {
  it.each(["200mm", "20cm", `${200 / 25.4}in`, `${(200 * 72) / 25.4}pt`])(
    "is not broad on a page of %s",
    (width) => {
      const text = page(
        '<rect x="9" y="9" width="50" height="40" fill="none" stroke="#000" stroke-width="1"/>',
      );
      const { findings } = readSvg(utf8(text.replace("200mm", width).replace(' height="100mm"', "")));
      expect(findings).toEqual([]);
    },
  );
});

describe("shapes are the same", () => {
  const sheet = (rules: string) =>
    page(`<style>${rules}</style>${PLATE}<circle class="hole" fill="none" stroke="#000"/>`);
  it.each([
    ["by a style", page(`${PLATE}<circle style="cx:60px;cy:50px;r:5px" fill="none" stroke="#000"/>`)],
    ["by a style sheet", sheet(".hole { cx: 60px; cy: 50px; r: 5px }")],
    [
      "where the style goes before an attribute",
      page(`${PLATE}<circle cx="60" cy="50" r="9" style="r:5px" fill="none" stroke="#000"/>`),
    ],
    [
      "as path data",
      page(
        `${PLATE}<path style="d:path('M65,50A5,5 0 1 1 55,50A5,5 0 1 1 65,50Z')" fill="none" stroke="#000"/>`,
      ),
    ],
  ])("%s as by attributes", (_, text) => {
    const plain = page(`${PLATE}<circle cx="60" cy="50" r="5" fill="none" stroke="#000"/>`);
    expect(factsOf(utf8(text)).parts).toEqual([[(6000 - 25 * Math.PI).toFixed(6), 1]]);
    expect(factsOf(utf8(text)).parts).toEqual(factsOf(utf8(plain)).parts);
  });

  it("with a radius that is automatic as with none", () => {
    const boxed = (more: string) =>
      utf8(page(`<rect x="20" y="20" width="100" height="60" ${more} fill="none" stroke="#000"/>`));
    expect(factsOf(boxed('rx="10" style="rx:auto"'))).toEqual(factsOf(boxed("")));
    for (const none of ["auto", "-4"])
      expect(factsOf(boxed(`rx="10" ry="${none}"`))).toEqual(factsOf(boxed('rx="10" ry="10"')));
  });
});

describe("a colour is the same", () => {
  const colourOf = (paint: string) =>
    readSvg(
      utf8(page(`<g color="tomato"><path d="M20 20L120 20L120 80L20 80Z" fill="none" ${paint}/></g>`)),
    ).groups.map(({ colour }) => colour);
  it.each([
    ["#ff6347", 'stroke="tomato"'],
    ["#ff6347", 'stroke="#ff6347ff"'],
    ["#ff6347", 'stroke="currentColor"'],
    ["#ff6347", 'style="stroke:hsl(9.1304 100% 63.9216%)"'],
    ["#ff6347", 'stroke="rgb(100%, 38.8235%, 27.8431%)"'],
    ["#00ff7f", 'color="springgreen" stroke="currentColor"'],
    ["#000000", 'stroke="constructor"'],
  ])("%s as %s", (colour, paint) => {
    expect(colourOf(paint)).toEqual(colourOf(`stroke="${colour}"`));
  });
});
