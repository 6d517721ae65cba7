/**
 * A frame whose title block is one cell in a corner: told by the parts in it, by words of title blocks, or by more texts. Sheets
 * with zones, trimming marks and centring marks (ISO 5457).
 */
import { describe, expect, it } from "vitest";
import {
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

/** No size of paper. */
const frame = rectangle(-40, -60, 260, 180);
const cell = [...line(100, -60, 100, -48), ...line(100, -48, 220, -48)];
const angle = polyline([
  [0, 0],
  [120, 0],
  [120, 40],
  [60, 40],
  [60, 80],
  [0, 80],
]);
const AREA = 120 * 40 + 60 * 40;
const hole = circle(20, 20, 6);
const HOLE = 36 * Math.PI;
/** Bulge of a quarter of a turn. */
const QUARTER = Math.tan(Math.PI / 8);

/** A dimension of loose lines with ticks under a length. */
function measured(x0: number, x1: number, y: number): Tag[] {
  const ends = [x0, x1].flatMap((x) => [...line(x, y + 10, x, y - 1), ...line(x - 1, y - 1, x + 1, y + 1)]);
  return [...ends, ...line(x0, y, x1, y), ...text((x0 + x1) / 2 - 3, y + 1, String(x1 - x0), 3)];
}

describe("a frame with one cell in its corner", () => {
  it.each<[what: string, within: Tag[], net: number]>([
    ["around a part with a hole", [...angle, ...hole, ...text(105, -56, "Bracket", 3)], AREA - HOLE],
    [
      "around a part that is measured",
      [...angle, ...measured(0, 120, -14), ...text(105, -56, "Bracket", 3)],
      AREA,
    ],
    [
      "with two texts in it",
      [...angle, ...text(105, -56, "Bracket", 3), ...text(150, -56, "Z-4711", 3)],
      AREA,
    ],
  ])("is left out: %s", (_, within, net) => {
    const { parts, findings } = readEntities([...frame, ...cell, ...within]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
    expect(findings.map(({ code }) => code)).toContain("drawing-frame");
  });

  it.each<[what: string, entities: Tag[], count: number]>([
    ["two parts that share edges", [...frame, ...cell, ...text(105, -56, "B", 3), ...text(0, 0, "A", 3)], 2],
    [
      "two parts, one of which is measured",
      [...frame, ...cell, ...text(105, -56, "B", 3), ...measured(-40, 220, -74)],
      2,
    ],
    [
      "a sheet of paper's size with round holes",
      [
        ...rectangle(0, 0, 420, 297),
        ...line(300, 0, 300, 40),
        ...line(300, 40, 420, 40),
        ...text(310, 15, "P1", 5),
        ...circle(200, 150, 9),
      ],
      2,
    ],
  ])("stays: %s", (_, entities, count) => {
    const { parts, findings } = readEntities(entities);
    expect(parts).toHaveLength(count);
    expect(findings.map(({ code }) => code)).not.toContain("drawing-frame");
  });
});

/** A4 with a strip of zones within a margin of 5 mm, a centring mark on each side, and one cell in a corner. */
const zones = [
  ...rectangle(15, 5, 277, 200),
  ...rectangle(20, 10, 267, 190),
  ...[70, 120, 180, 240].flatMap((x) => [...line(x, 5, x, 10), ...line(x, 200, x, 205)]),
  ...[58, 150].flatMap((y) => [...line(15, y, 20, y), ...line(287, y, 292, y)]),
  ...[
    line(148.5, 0, 148.5, 15),
    line(148.5, 210, 148.5, 195),
    line(0, 105, 25, 105),
    line(297, 105, 282, 105),
  ].flat(),
  ...line(200, 10, 200, 30),
  ...line(200, 30, 287, 30),
  ...text(210, 15, "TITLE", 3),
];
const edges = rectangle(0, 0, 297, 210);
const trimming = [
  [0, 0, 1, 1],
  [297, 0, -1, 1],
  [0, 210, 1, -1],
  [297, 210, -1, -1],
].flatMap(([x, y, u, v]) =>
  polyline([
    [x!, y!],
    [x! + 10 * u!, y!],
    [x! + 10 * u!, y! + 5 * v!],
    [x! + 5 * u!, y! + 5 * v!],
    [x! + 5 * u!, y! + 10 * v!],
    [x!, y! + 10 * v!],
  ]),
);

describe("a sheet with zones", () => {
  it.each<[what: string, entities: Tag[]]>([
    ["with its edges", [...edges, ...zones]],
    ["with trimming marks", [...trimming, ...zones]],
    ["with both", [...edges, ...trimming, ...zones]],
  ])("is left out with all its marks: %s", (_, entities) => {
    const { parts, account } = readEntities([...entities, ...rectangle(60, 60, 100, 80)]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(8000, 6)]);
    expect(account).toMatchObject({ cut: 360, open: 0, overshoot: 0 });
  });

  it("is left out with its trimming marks beside a part, and small parts by its corners stay", () => {
    const beside = rectangle(500, 60, 100, 80);
    const title = [...line(200, 10, 200, 30), ...line(200, 30, 287, 30), ...text(210, 22, "SCALE", 3)];
    const page = [
      ...[
        ...rectangle(15, 5, 277, 200),
        ...rectangle(20, 10, 267, 190),
        ...title,
        ...text(210, 15, "TITLE", 3),
      ],
      ...[...rectangle(60, 60, 100, 80), ...beside],
    ];
    expect(readEntities([...page, ...trimming]).parts).toHaveLength(2);
    const discs = [-20, 317].flatMap((x) => [-20, 230].map((y) => circle(x, y, 5)));
    expect(readEntities([...page, ...discs.flat()]).parts).toHaveLength(6);
  });

  it("loses no part that lies over its border", () => {
    const { parts } = readEntities([...edges, ...zones, ...rectangle(250, 80, 40, 60)]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(2400, 6)]);
  });
});

describe("a border", () => {
  const block = [
    ...[...line(180, 10, 180, 40), ...line(180, 40, 287, 40), ...line(180, 25, 287, 25)],
    ...[...text(185, 30, "TITLE", 3), ...text(185, 15, "SCALE", 3)],
  ];
  /** Within the margins of A4, with round corners. */
  const round = polyline([
    [15, 10],
    [282, 10, QUARTER],
    [287, 15],
    [287, 195, QUARTER],
    [282, 200],
    [15, 200, QUARTER],
    [10, 195],
    [10, 15, QUARTER],
  ]);

  it.each<[what: string, border: Tag[]]>([
    ["of a double line", [...rectangle(9.3, 9.3, 278.4, 191.4), ...rectangle(10, 10, 277, 190)]],
    ["within another one", [...rectangle(5, 5, 287, 200), ...rectangle(10, 10, 277, 190)]],
    ["with round corners", round],
  ])("is left out with the title block in it: %s", (_, border) => {
    const { parts } = readEntities([...edges, ...border, ...block, ...rectangle(60, 60, 100, 80)]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(8000, 6)]);
  });

  /** Not filled in: a rectangle in the corner with a grid of four rows and three columns. */
  const grid = [
    ...rectangle(187, 10, 100, 40),
    ...[20, 30, 40].flatMap((y) => line(187, y, 287, y)),
    ...[220, 254].flatMap((x) => line(x, 10, x, 50)),
  ];

  const sheet = [...edges, ...rectangle(10, 10, 277, 190), ...block];
  const plateAt = (x: number) => [...rectangle(x + 60, 100, 100, 60), ...circle(x + 80, 130, 5)];
  const net = expect.closeTo(6000 - 25 * Math.PI, 6);

  it("is left out beside a sheet, with less to tell of it", () => {
    const small = [
      ...[...line(700, 10, 700, 28), ...line(700, 28, 760, 28), ...line(700, 19, 760, 19)],
      ...[...text(705, 21, "TITLE", 3), ...text(705, 12, "Plate", 3)],
    ];
    const other = [...rectangle(420, 10, 340, 230), ...small, ...plateAt(400)];
    const { parts } = readEntities([...sheet, ...plateAt(0), ...other]);
    expect(parts.map(({ area }) => area)).toEqual([net, net]);
  });

  it("is left out beside a sheet, where it has a title block and nothing else in it", () => {
    const blank = [
      ...[...rectangle(400, 0, 420, 297), ...rectangle(410, 10, 400, 277), ...line(750, 10, 750, 40)],
      ...[...line(750, 40, 810, 40), ...line(750, 25, 810, 25), ...text(755, 30, "TITLE", 3)],
      ...text(755, 15, "SCALE", 3),
    ];
    const { parts } = readEntities([...sheet, ...plateAt(0), ...blank]);
    expect(parts.map(({ area }) => area)).toEqual([net]);
  });

  it("is left out with round corners around a title block that might be a table", () => {
    const [xs, ys] = [
      [190, 223, 256],
      [12, 22, 32, 42],
    ];
    const filled = ys.flatMap((y) => xs.flatMap((x, i) => text(x, y, ["DATE", "Name", "REV"][i]!, 3)));
    const plate = [...rectangle(60, 100, 100, 60), ...circle(80, 130, 5)];
    const { parts } = readEntities([...edges, ...round, ...grid, ...filled, ...plate]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - 25 * Math.PI, 6)]);
  });

  it("is left out with a title block that nobody has filled in, though a part is measured", () => {
    const plate = [...rectangle(60, 100, 100, 60), ...circle(80, 130, 5), ...measured(60, 160, 86)];
    const { parts } = readEntities([...edges, ...rectangle(10, 10, 277, 190), ...grid, ...plate]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - 25 * Math.PI, 6)]);
  });

  it.each<[what: string, within: Tag[], areas: number[]]>([
    [
      "a plate in the window of another one",
      [...rectangle(11, 11, 275, 188), ...circle(30, 30, 3), ...line(100, 11, 100, 40)],
      [275 * 188 - 9 * Math.PI, 297 * 210 - 277 * 190],
    ],
    [
      "a gasket in another one",
      [...rectangle(12, 12, 273, 186), ...rectangle(20, 20, 257, 170)],
      [297 * 210 - 277 * 190, 273 * 186 - 257 * 170],
    ],
  ])("is none around %s", (_, within, areas) => {
    const { parts, findings } = readEntities([...edges, ...rectangle(10, 10, 277, 190), ...within]);
    expect(parts.map(({ area }) => area)).toEqual(areas.map((area) => expect.closeTo(area, 6)));
    expect(findings.map(({ code }) => code)).not.toContain("drawing-frame");
  });
});

describe("what hangs on a border", () => {
  const disc = [...circle(90, 120, 39), ...circle(90, 120, 10), ...circle(65, 120, 3)];
  /** Of A4, with a title block in its corner. */
  const sheet = [
    ...[...edges, ...rectangle(10, 10, 277, 190), ...line(220, 10, 220, 28), ...line(220, 28, 287, 28)],
    ...[...line(220, 19, 287, 19), ...text(225, 21, "TITLE", 3), ...text(225, 12, "SCALE", 3)],
  ];
  /** Of the disc, under it and beside it: witness lines meet at a corner, and one ends on the border. */
  const dimensions = [
    ...[
      ...line(52, 82, 52, 10),
      ...line(128, 82, 128, 58),
      ...line(52, 60, 128, 60),
      ...text(85, 62, "76", 3),
    ],
    ...[...line(128, 82, 150, 82), ...line(90, 158, 150, 158), ...line(148, 82, 148, 158)],
    ...text(150, 118, "76", 3),
  ];
  const plate = polyline([
    [60, 60],
    [180, 60],
    [180, 90],
    [90, 90],
    [90, 150],
    [60, 150],
  ]);

  it.each<[what: string, hanging: Tag[], net: number]>([
    ["dimensions around a disc with holes", [...dimensions, ...disc], (39 * 39 - 109) * Math.PI],
    [
      "the axis of a plate",
      [...line(120, 55, 120, 200), ...plate, ...circle(75, 75, 4)],
      5400 - 16 * Math.PI,
    ],
  ])("takes nothing of a part with it: %s", (_, hanging, net) => {
    const { parts } = readEntities([...sheet, ...hanging]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
  });
});

describe("sheets with layers for border and title block", () => {
  const sheet = (x: number, layer: string): Tag[] => [
    ...rectangle(x, 0, 180, 277, "BORDER"),
    ...[15, 30].flatMap((y) => line(x, y, x + 180, y, layer)),
    ...[60, 120].flatMap((at) => line(x + at, 0, x + at, 30, layer)),
    ...circle(x + 150, 22, 4),
    ...rectangle(x + 40, 100, 100, 60),
  ];
  const beside = rectangle(-150, 100, 100, 50);

  it.each([
    [1, "TITLEBLOCK"],
    [2, "TITLEBLOCK"],
    [4, "TITLEBLOCK"],
    [1, "BORDER"],
    [4, "BORDER"],
  ])("lose the sign in the block and nothing else, with a part beside %i of them, on %s", (count, layer) => {
    const sheets = Array.from({ length: count }, (_, i) => sheet(500 * i, layer)).flat();
    const { parts } = readEntities([...sheets, ...beside]);
    expect(parts.map(({ area }) => area)).toEqual([...Array(count).fill(6000), 5000]);
  });
});

describe("sheets edge to edge", () => {
  const sheet = (x: number, y: number): Tag[] => [
    ...[...rectangle(x, y, 297, 210), ...rectangle(x + 10, y + 10, 277, 190)],
    ...[...line(x + 220, y + 10, x + 220, y + 28), ...line(x + 220, y + 28, x + 287, y + 28)],
    ...[...line(x + 220, y + 19, x + 287, y + 19), ...text(x + 225, y + 21, "TITLE", 3)],
    ...[...text(x + 225, y + 12, "SCALE", 3), ...rectangle(x + 60, y + 60, 100 + x / 297, 80)],
    ...circle(x + 80, y + 80, 6),
  ];

  it.each<[what: string, places: [number, number][]]>([
    [
      "in a row",
      [
        [0, 0],
        [297, 0],
        [594, 0],
        [891, 0],
      ],
    ],
    [
      "one above the other",
      [
        [0, 0],
        [0, 210],
        [0, 420],
      ],
    ],
    [
      "in two rows",
      [
        [0, 0],
        [297, 0],
        [0, 210],
        [297, 210],
      ],
    ],
  ])("are left out %s, and what lies on each stays", (_, places) => {
    const { parts, findings } = readEntities(places.flatMap(([x, y]) => sheet(x, y)));
    const areas = places.map(([x]) => 80 * (100 + x / 297) - HOLE).sort((p, q) => q - p);
    expect(parts.map(({ area }) => area)).toEqual(areas.map((area) => expect.closeTo(area, 6)));
    expect(findings.filter(({ code }) => code === "drawing-frame")).toHaveLength(1);
  });
});

describe("a sheet without anything on it", () => {
  const sheet = (x: number): Tag[] => [
    ...rectangle(x, 0, 420, 297),
    ...rectangle(x + 20, 10, 390, 277),
    ...[
      line(x + 230, 10, x + 230, 54),
      line(x + 230, 54, x + 410, 54),
      line(x + 230, 32, x + 410, 32),
    ].flat(),
    ...[...line(x + 320, 10, x + 320, 54), ...text(x + 235, 40, "SCALE", 3), ...text(x + 325, 40, "DATE", 3)],
  ];
  const plate = [...rectangle(100, 100, 120, 80), ...circle(130, 130, 6)];

  it("is left out beside another one of its size", () => {
    const { parts, account } = readEntities([...sheet(0), ...sheet(500), ...plate]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(9600 - HOLE, 6)]);
    expect(account.open).toBe(0);
  });

  it("is what the drawing holds where there is no other", () => {
    expect(readEntities(sheet(0)).parts.length).toBeGreaterThan(0);
  });
});
