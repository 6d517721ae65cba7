/** Broken files are refused in one way or read with a finding; none hangs, throws anything else or fills the console. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Finding } from "../../../../engine/base/contract/finding.ts";
import { EngineError } from "../../../../engine/base/errors.ts";
import { DRAWING_LIMITS } from "../../../../engine/read/drawing/basis/limits.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import {
  arc,
  block,
  circle,
  drawing,
  dxfBytes,
  dxfText,
  insert,
  line,
  polyline,
  rectangle,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const PLATE = [...rectangle(0, 0, 100, 60), ...circle(20, 30, 5)];
const AREA = 6000 - 25 * Math.PI;
const bytes = (text: string) => new TextEncoder().encode(text);
const codes = (findings: Finding[]) => findings.map(({ code }) => code);

const voices = [vi.spyOn(console, "log"), vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
beforeEach(() => {
  for (const voice of voices) voice.mockClear();
});
afterEach(() => {
  for (const voice of voices) expect(voice).not.toHaveBeenCalled();
});

describe("what draws nothing", () => {
  it("is told as it is: polylines of one corner, points and dimensions", () => {
    const point: Tag[] = [
      [0, "POINT"],
      [8, "0"],
      [10, 5],
      [20, 5],
    ];
    const { data, findings } = readDrawing(
      dxfBytes(
        drawing([
          ...PLATE,
          ...polyline([[7, 7]]),
          ...polyline([[9, 9]], false),
          ...point,
          [0, "DIMENSION"],
          [8, "0"],
        ]),
      ),
    );
    expect(data.area).toBeCloseTo(AREA, 6);
    expect(findings).toMatchObject([
      { code: "zero-length-removed", severity: "note", count: 2 },
      { code: "aids-skipped", severity: "note", message: "1 POINT not cut: no lines or arcs" },
      { code: "aids-skipped", severity: "note", message: "1 DIMENSION not cut: no lines or arcs" },
    ]);
  });
});

describe("what is no DXF", () => {
  it.each([
    ["an empty file", ""],
    ["one line", "hello"],
    ["prose", "This is a text file.\nIt has lines.\nNot one of them is a tag.\n"],
    ["line feeds", "\n".repeat(5000)],
    ["a web page", "<!DOCTYPE html><html><body>404</body></html>"],
    ["a PDF", "%PDF-1.7\n1 0 obj"],
    ["a ZIP", "PK\x03\x04abc"],
    ["a DWG", "AC1032\0\0\0\0\0"],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["numbers", "0\n1\n2\n3\n"],
    ["a stray pair", "0\nSECTION\n"],
  ])("%s is INVALID_DXF with a sentence", (_, text) => {
    const error = caught(() => readDrawing(bytes(text)));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: "INVALID_DXF" });
    expect(error.message.length).toBeGreaterThan(10);
  });

  it.each([
    [" abc", 'reads "abc"'],
    ["a b", 'reads "a b"'],
    ["   ", "is empty"],
    ["", "is empty"],
  ])("names the line that is no group code: '%s'", (bad, found) => {
    const text = dxfText(drawing(line(0, 0, 9, 9)), "\n");
    const [before] = text.split("LINE\n");
    const broken = text.replace(/LINE\n *8\n/, `LINE\n${bad}\n`);
    const at = before!.split("\n").length + 1;
    expect(() => readDrawing(bytes(broken))).toThrow(`line ${at}, which ${found} where a group code belongs`);
  });

  it("too many bytes are FILE_TOO_LARGE before anything is read", () => {
    expect(() => readDrawing(new Uint8Array(10 * 1024 * 1024 + 1))).toThrow(
      expect.objectContaining({ code: "FILE_TOO_LARGE" }),
    );
    const file = bytes(dxfText(drawing(line(0, 0, 9, 9)), "\n"));
    const most = file.length;
    expect(() => readDrawing(file, { max_bytes: most - 1 })).toThrow(`the limit is ${most - 1}`);
    // A file of another size is then refused for what is in it, or read.
    const large = new Uint8Array(10 * 1024 * 1024 + 1).fill(32);
    large.set(file);
    expect(readDrawing(large, { max_bytes: large.length }).groups).toHaveLength(1);
  });

  it("is named behind a byte order mark too", () => {
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('<?xml version="1.0"?><svg/>')]);
    expect(() => readDrawing(marked)).toThrow("not a DXF but an XML or SVG file");
  });
});

describe("a drawing with nothing to cut", () => {
  const text = (layer = "0"): Tag[] => [
    [0, "TEXT"],
    [8, layer],
    [10, 0],
    [20, 0],
    [40, 2],
    [1, "hi"],
  ];

  it("tells where the first of what it leaves out stands", () => {
    const hidden = circle(5, 5, 1, "OFF");
    const { findings } = readDrawing(
      dxfBytes(
        drawing([...PLATE, ...text("NOTES"), [5, "2A"], ...text("NOTES"), ...hidden, [5, "2B"], [60, 1]], {}),
      ),
    );
    expect(findings).toMatchObject([
      { code: "entities-hidden", count: 1, layer: "OFF", handle: "2B" },
      { code: "text-not-drawn", count: 2, layer: "NOTES", handle: "2A" },
    ]);
    const crossed = readDrawing(
      dxfBytes(drawing([...rectangle(0, 0, 10, 10, "A"), ...rectangle(5, 5, 10, 10, "A")])),
    );
    expect(crossed.findings[0]).toMatchObject({ code: "contours-cross", layer: "A", at: [10, 5] });
  });

  it("tells where damaged entities stand, in each copy of their block, and nothing of blocks that are not shown", () => {
    const broken = (layer: string): Tag[] =>
      circle(5, 5, 1, layer).map(([code, value]) => [code, code === 40 ? "wide" : value]);
    const blocks = [
      ...block("B", [...broken("HOLES"), ...circle(5, 50, 1)]),
      ...block("UNUSED", broken("OLD")),
    ];
    const shown = [...insert("B", 10, 0), ...insert("B", 30, 0), ...broken("0")];
    const { findings } = readDrawing(dxfBytes(drawing([...PLATE, ...shown], { blocks })));
    expect(findings).toMatchObject([
      {
        code: "entities-damaged",
        count: 2,
        layer: "0",
        places: [
          [5, 5],
          [15, 5],
          [35, 5],
        ],
      },
    ]);
  });

  it("is refused and told what it holds", () => {
    expect(() => readDrawing(dxfBytes(drawing([...text(), ...text(), [0, "REGION"], [8, "0"]])))).toThrow(
      /2 TEXT, 1 REGION/,
    );
    const mesh = (flags: number): Tag[] => [
      [0, "POLYLINE"],
      [8, "0"],
      [70, flags],
      [0, "VERTEX"],
      [70, 128],
      [71, 1],
      [0, "SEQEND"],
    ];
    expect(() => readDrawing(dxfBytes(drawing([...mesh(64), ...mesh(16)])))).toThrow(
      /it has 2 POLYLINE mesh; explode what is to be cut into lines and arcs/,
    );
    const only = (type: string) => () => readDrawing(dxfBytes(drawing([[0, type]])));
    expect(only("ACAD_TABLE")).toThrow(/it has 1 ACAD_TABLE$/);
    expect(only("OLEFRAME")).toThrow(/it has 1 OLEFRAME$/);
    expect(() => readDrawing(dxfBytes(drawing([])))).toThrow(/empty/);
    expect(() => readDrawing(bytes("0\nEOF\n"))).toThrow(/nothing to cut/);
  });
});

describe("a drawing that lacks its end", () => {
  const tags = drawing(PLATE);

  it("is read when only ENDSEC and EOF are gone", () => {
    for (const cut of [1, 2]) {
      const { data, findings } = readDrawing(dxfBytes(tags.slice(0, -cut)));
      expect(data.area).toBeCloseTo(AREA, 8);
      expect(codes(findings)).toContain("structure-repaired");
    }
  });

  it("is refused when it is cut inside a line, a pair or an entity, or before its entities", () => {
    const whole = dxfText(tags.slice(0, -2));
    expect(() => readDrawing(bytes(whole.slice(0, -1).trimEnd()))).toThrow(/cut off|damaged/);
    expect(() => readDrawing(bytes(`${whole}  0\n`))).toThrow(/value of group 0 is missing/);
    expect(() => readDrawing(dxfBytes(tags.slice(0, -3)))).toThrow(/cut off/);
    expect(() => readDrawing(dxfBytes(tags.slice(0, 10)))).toThrow(/before its entities/);
  });

  it("is never half a part: every shorter file is refused or has whole entities", () => {
    const text = dxfText(tags);
    for (let size = 0; size < text.length; size++) {
      try {
        const { area } = readDrawing(bytes(text.slice(0, size))).data;
        expect([6000, AREA].map((whole) => Math.abs(whole - area) < 1e-6)).toContain(true);
      } catch (error) {
        expect(error).toMatchObject({ code: "INVALID_DXF" });
      }
    }
  });
});

describe("broken structure that does not concern the part", () => {
  it.each<[string, Tag[]]>([
    ["a layer table without its end", drawing(PLATE).filter(([, value]) => value !== "ENDTAB")],
    ["a section without its end", drawing(PLATE).filter(([, value], i) => value !== "ENDSEC" || i > 40)],
    [
      "an end of section too many",
      drawing(PLATE).flatMap((tag): Tag[] => (tag[1] === "ENDSEC" ? [tag, tag] : [tag])),
    ],
    ["a block without its end", drawing(PLATE, { blocks: block("A", circle(0, 0, 1)).slice(0, -1) })],
    ["a block without a name", drawing(PLATE, { blocks: block("", circle(0, 0, 1)) })],
    ["a boolean that is neither 0 nor 1", drawing([...PLATE, [290, 2]])],
    ["an entity called constructor", drawing([...PLATE, [0, "constructor"], [8, "0"]])],
    [
      "several ENTITIES sections",
      [
        ...drawing(rectangle(0, 0, 100, 60)).slice(0, -1),
        [0, "SECTION"],
        [2, "ENTITIES"],
        ...circle(20, 30, 5),
        [0, "ENDSEC"],
        [0, "EOF"],
      ],
    ],
    ["a POLYLINE without vertices", drawing([...PLATE, [0, "POLYLINE"], [8, "0"], [66, 1]])],
  ])("%s is read all the same", (_, tags) => {
    expect(readDrawing(dxfBytes(tags)).data.area).toBeCloseTo(AREA, 8);
  });

  it("of two blocks with one name the last one counts, base point included", () => {
    const blocks = [...block("A", circle(0, 0, 5), [7, 7]), ...block("a", circle(0, 0, 1))];
    const read = readDrawing(dxfBytes(drawing(insert("A", 10, 0), { blocks })));
    expect(read.data.bounds).toEqual({ min_x: 9, min_y: -1, max_x: 11, max_y: 1 });
  });

  it("of blocks with one name each of as many INSERTs shows its own", () => {
    const blocks = [
      ...block("A", circle(0, 0, 5), [7, 7]),
      ...block("B", []),
      ...block("a", circle(0, 0, 1)),
    ];
    const inserts = [...insert("a", 10, 0), ...insert("A", 10, 0)];
    const { parts, findings } = readDrawing(dxfBytes(drawing(inserts, { blocks })));
    expect(parts.map(({ bounds }) => [bounds.min_x, bounds.max_x])).toEqual([
      [-2, 8],
      [9, 11],
    ]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: "structure-repaired",
        message: expect.stringMatching(/^2 blocks are called .*each INSERT shows its own/),
      }),
    );
  });

  it("a POLYLINE without SEQEND ends where the next entity begins", () => {
    const corner = (x: number, y: number): Tag[] => [
      [0, "VERTEX"],
      [8, "0"],
      [10, x],
      [20, y],
    ];
    const tags: Tag[] = [
      [0, "POLYLINE"],
      [8, "0"],
      [70, 1],
      ...corner(0, 0),
      ...corner(10, 0),
      ...corner(10, 10),
      ...line(20, 0, 21, 0),
    ];
    const { data } = readDrawing(dxfBytes(drawing(tags)));
    expect(data.area).toBe(50);
    expect(data.cut_paths).toHaveLength(2);
  });
});

describe("damaged entities", () => {
  it.each([
    ["not a number", "abc"],
    ["empty", ""],
    ["hexadecimal", "0x10"],
    ["infinite", "1e999"],
  ])("whose coordinate is %s are left out whole, with a finding", (_, value) => {
    const damaged = line(0, 0, 5, 5).map((tag): Tag => (tag[0] === 11 ? [11, value] : tag));
    const { data, findings } = readDrawing(dxfBytes(drawing([...PLATE, ...damaged])));
    expect(data.cut_paths).toHaveLength(2);
    expect(findings).toMatchObject([{ code: "entities-damaged", count: 1 }]);
  });

  it("of one point only are removed with a finding", () => {
    const dot = rectangle(5, 5, 0, 0);
    expect(codes(readDrawing(dxfBytes(drawing([...PLATE, ...dot]))).findings)).toEqual([
      "zero-length-removed",
    ]);
  });

  it.each([
    ["circles", circle(50, 30, 0)],
    ["arcs", arc(50, 30, 0, 0, 90)],
  ])("that are %s without a radius are removed with a finding", (_, round) => {
    const { data, findings } = readDrawing(dxfBytes(drawing([...PLATE, ...round])));
    expect(data.cut_paths).toHaveLength(2);
    expect(findings).toMatchObject([{ code: "zero-length-removed", count: 1, at: [50, 30] }]);
  });

  it.each([
    ["beside the arc of a corner", arc(95, 55, 5, 90, 90), 1, 1],
    ["by itself", arc(50, 30, 5, 90, 90), 2, 0],
    ["by itself, on the line of another arc's circle", arc(95, 55, 2, 0, 0), 2, 0],
  ])(
    "that end where they begin are nothing where they are part of a drawn circle, else one: %s",
    (_, round, rings, left) => {
      const corner = [
        ...line(0, 0, 100, 0),
        ...line(100, 0, 100, 55),
        ...round,
        ...arc(95, 55, 5, 0, 90),
        ...line(95, 60, 0, 60),
        ...line(0, 60, 0, 0),
      ];
      const { data, findings, account } = readDrawing(dxfBytes(drawing(corner)));
      expect(data.cut_paths).toHaveLength(rings);
      const [radius] = round.flatMap(([code, value]) => (code === 40 ? [Number(value)] : []));
      const hole = rings === 1 ? 0 : Math.PI * radius! ** 2;
      expect(data.area).toBeCloseTo(6000 - 25 + (25 * Math.PI) / 4 - hole, 6);
      expect(account.open).toBe(0);
      expect(codes(findings)).toEqual(left ? ["zero-length-removed"] : []);
    },
  );

  it("that begin countless turns away still end", () => {
    const { data } = readDrawing(dxfBytes(drawing([...PLATE, ...arc(200, 0, 5, 1e308, 90)])));
    expect(data.bounds.max_x).toBeLessThanOrEqual(205);
    expect(data.cut_paths).toHaveLength(3);
  });

  it("further away than any sheet are left out with a finding", () => {
    const { data, findings } = readDrawing(dxfBytes(drawing([...PLATE, ...line(0, 0, 1e300, 5)])));
    expect(data.bounds.max_x).toBe(100);
    expect(codes(findings)).toEqual(["entities-out-of-range"]);
  });
});

describe("bombs", () => {
  const star = circle(0, 0, 1);
  const array: Tag[] = [
    [70, 32767],
    [71, 32767],
    [44, 3],
    [45, 3],
  ];
  const nested = Array.from({ length: 10 }, (_, i) =>
    block(`B${i}`, i === 0 ? star : Array.from({ length: 10 }, (_, j) => insert(`B${i - 1}`, j, 0)).flat()),
  ).flat();
  const empty = Array.from({ length: 20 }, (_, i) =>
    block(`B${i}`, i === 0 ? [] : Array.from({ length: 50 }, (_, j) => insert(`B${i - 1}`, j, 0)).flat()),
  ).flat();

  it.each<[string, Tag[], RegExp]>([
    [
      "an array of a billion circles",
      drawing(insert("A", 0, 0, array), { blocks: block("A", star) }),
      /1,073,676,288 copies of curves; the limit is 500,000/,
    ],
    ["ten levels of ten", drawing(insert("B9", 0, 0), { blocks: nested }), /copies of curves; the limit/],
    [
      "blocks nested beyond reason",
      drawing(insert("C99", 0, 0), {
        blocks: Array.from({ length: 100 }, (_, i) =>
          block(`C${i}`, i === 0 ? star : insert(`C${i - 1}`, 0, 0)),
        ).flat(),
      }),
      /32 deep/,
    ],
    [
      "twenty levels of fifty empty blocks",
      drawing(insert("B19", 0, 0), { blocks: empty }),
      /nothing to cut/,
    ],
    [
      "a spline of degree 25 with a hundred thousand spans",
      drawing([
        [0, "SPLINE"],
        [8, "0"],
        [71, 25],
        ...Array.from({ length: 100_000 }, (_, i): Tag[] => [
          [10, i],
          [20, i % 7],
        ]).flat(),
      ]),
      /degree 25 has 100000 control points; the limit is 3200/,
    ],
    [
      "a spline of degree 26",
      drawing([
        [0, "SPLINE"],
        [8, "0"],
        [71, 26],
        [10, 0],
        [20, 0],
        [10, 5],
        [20, 0],
      ]),
      /degree 26; the limit is 25/,
    ],
  ])("%s: refused with the limit", (_, tags, message) => {
    expect(() => readDrawing(dxfBytes(tags))).toThrow(message);
  });

  it.each([0, 0.5, -7e5, 1e9])("a drawing without size, %d mm from the origin, is not a drawing", (at) => {
    expect(() => readDrawing(dxfBytes(drawing(line(at, -0.5, at, -0.5))))).toThrow(/nothing to cut/);
  });

  it("many small entities are no bomb", () => {
    const dashes = Array.from(
      { length: 140_000 },
      (_, i) => `0\nLINE\n8\n0\n10\n${3 * i}\n20\n0\n11\n${3 * i + 2}\n21\n1\n`,
    );
    const { data } = readDrawing(bytes(`0\nSECTION\n2\nENTITIES\n${dashes.join("")}0\nENDSEC\n0\nEOF\n`));
    expect(data.cut_paths).toHaveLength(140_000);
  });

  it("a drawing may hold as many curves as its file, in model space and in a block", () => {
    const corners = (y: number) =>
      Array.from({ length: 2600 }, (_, i) => `10\n${i}\n20\n${y + (i % 2)}\n`).join("");
    const blocks = `0\nBLOCK\n2\nA\n10\n0\n20\n0\n0\nLWPOLYLINE\n8\n0\n${corners(5)}0\nENDBLK\n`;
    const model = `0\nINSERT\n2\nA\n10\n0\n20\n0\n0\nLWPOLYLINE\n8\n0\n${corners(0)}`;
    const file = bytes(
      `0\nSECTION\n2\nBLOCKS\n${blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${model}0\nENDSEC\n0\nEOF\n`,
    );
    const usual = DRAWING_LIMITS.copies;
    // The block is drawn once: only a second one is a copy.
    Object.assign(DRAWING_LIMITS, { copies: 5000 });
    try {
      expect(readDrawing(file).paths.map(({ curves }) => curves.length)).toEqual([2599, 2599]);
    } finally {
      Object.assign(DRAWING_LIMITS, { copies: usual });
    }
  });

  it("blocks that insert themselves or each other are drawn once", () => {
    const blocks = [...block("A", [...star, ...insert("B", 0, 0)]), ...block("B", insert("A", 0, 0))];
    const { data, findings } = readDrawing(
      dxfBytes(drawing([...rectangle(-5, -5, 10, 10), ...insert("A", 0, 0)], { blocks })),
    );
    expect(data.area).toBeCloseTo(100 - Math.PI, 8);
    expect(codes(findings)).toContain("block-recursive");
  });

  it("an INSERT of a block that is not there is told", () => {
    const { findings } = readDrawing(dxfBytes(drawing([...PLATE, ...insert("NOPE", 0, 0)])));
    expect(findings).toMatchObject([{ code: "block-missing", count: 1 }]);
  });
});

describe("numbers beyond sense", () => {
  it.each([1e-9, 1e-211, 1e-308])("make a circle of radius %d a point", (radius) => {
    const { parts, findings } = readDrawing(dxfBytes(drawing([...PLATE, ...circle(50, 50, radius)])));
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(AREA, 8)]);
    expect(codes(findings)).toContain("zero-length-removed");
  });

  it.each([1e14, 1e200, 1e308])("make a bulge of %d neither a line nor nothing", (bulge) => {
    const bent = polyline([
      [200, 0],
      [300, 0, bulge],
      [300, 50],
    ]);
    const { parts, findings, account } = readDrawing(dxfBytes(drawing([...PLATE, ...bent])));
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(AREA, 8)]);
    expect(account.drawn).toBeCloseTo(320 + 10 * Math.PI, 8);
    expect(codes(findings)).toContain("entities-out-of-range");
  });
});

describe("options", () => {
  it.each([
    ["a unit that does not exist", { unit: "cubit" }],
    ["a tolerance that is not a length", { join_tolerance: Number.NaN }],
    ["a role that does not exist", { roles: { X: "paint" } }],
  ])("%s is INVALID_INPUT", (_, options) => {
    expect(() => readDrawing(dxfBytes(drawing(PLATE)), options as never)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});

function caught(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
