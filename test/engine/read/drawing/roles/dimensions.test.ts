/** Exploded dimensions of angles, radii and ordinates, and leaders: none of them is cut, and the holes that they measure stay. */
import { describe, expect, it } from "vitest";
import {
  arc,
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

/** Around its place, as exploded dimensions have their texts, unless it is attached elsewhere. */
const number = (x: number, y: number, words: string, height = 3, attached = 5): Tag[] => [
  [0, "MTEXT"],
  [8, "0"],
  [10, x],
  [20, y],
  [40, height],
  [71, attached],
  [1, words],
];
/** A filled triangle: drawn, and no contour. */
const solid = (...corners: [number, number][]): Tag[] => [
  [0, "SOLID"],
  [8, "0"],
  ...[...corners, corners.at(-1)!].slice(0, 4).flatMap(([x, y], i): Tag[] => [
    [10 + i, x],
    [20 + i, y],
  ]),
];
/** From material to a shelf at (110, 70). */
const leader = [
  ...solid([90, 50], [91.3, 52.75], [92.15, 52.15]),
  ...polyline(
    [
      [90, 50],
      [104, 70],
      [110, 70],
    ],
    false,
  ),
];
const path = (...corners: [number, number][]) => polyline(corners, false);
const arms = (x: number, y: number) =>
  [1, -1].flatMap((way) => [
    ...line(x + 2 * way, y, x + 6 * way, y),
    ...line(x, y + 2 * way, x, y + 6 * way),
  ]);
const bulged = (corners: [number, number, number][]): Tag[] => [
  [0, "LWPOLYLINE"],
  [8, "0"],
  [90, corners.length],
  [70, 1],
  ...corners.flatMap(([x, y, bulge]): Tag[] => [
    [10, x],
    [20, y],
    [42, bulge],
  ]),
];
const body = [...rectangle(0, 0, 120, 60), ...circle(30, 30, 6)];
const net = 120 * 60 - 36 * Math.PI;
const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
/** A place so far from (30, 30), 30 degrees up, and so far to the left of that way. */
const out = (along: number, aside = 0): [number, number] => [
  30 + along * cos - aside * sin,
  30 + along * sin + aside * cos,
];
const way = (from: number, to: number) => line(...out(from), ...out(to));

describe("no cut is", () => {
  it.each<[what: string, entities: Tag[]]>([
    [
      "a radius no longer than the open head that it ends in",
      [
        ...way(6, 9.7),
        ...line(...out(6), ...out(9, 0.8)),
        ...line(...out(6), ...out(9, -0.8)),
        ...number(...out(18), "R6.00"),
      ],
    ],
    [
      "a radius with a filled head and its text far out",
      [...solid(out(6), out(9, 0.5), out(9, -0.5)), ...way(9, 11), ...number(...out(21), "R6.00")],
    ],
    [
      "an angle in two arcs, with filled heads and witness lines",
      [
        ...line(122, 0, 145, 0),
        ...arc(120, 0, 20, 10, 30),
        ...arc(120, 0, 20, 60, 80),
        ...solid([140, 0], [140.2, 3.5], [139.2, 3.4]),
        ...solid([120, 20], [123.4, 19.2], [123.5, 20.2]),
        ...number(134.5, 14, "90%%d"),
      ],
    ],
    [
      "an angle with open heads on stems, as wide as its arc is bent",
      [
        ...line(125, 0, 147, 0),
        ...line(120, 5, 120, 27),
        ...arc(120, 0, 24, 8, 82),
        ...line(144, 0, 143.77, 3.34),
        ...line(120, 24, 123.34, 23.77),
        ...polyline(
          [
            [146.5, 3.3],
            [144, 0],
            [141.2, 3],
          ],
          false,
        ),
        ...polyline(
          [
            [123.3, 26.5],
            [120, 24],
            [123, 21.2],
          ],
          false,
        ),
        ...number(137, 17, "90°"),
      ],
    ],
    [
      "a leader with a head of three lines, and the shelf of its text",
      [
        ...line(30, 36, 50, 80),
        ...line(50, 80, 60, 80),
        ...line(30, 36, 30.76, 38.94),
        ...line(30, 36, 31.72, 38.5),
        ...line(30.76, 38.94, 31.72, 38.5),
        ...number(62, 80, "M6", 3, 4),
      ],
    ],
    [
      "ordinates of a hole, on both axes",
      [
        ...line(30, 29, 30, -10),
        ...line(30, -10, 30, -14),
        ...number(30, -18, "30"),
        ...line(29, 30, -18, 30),
        ...number(-22, 30, "30"),
      ],
    ],
    [
      "what leads to a hole no larger than its letters, though the hole is",
      [...line(...out(6), ...out(20)), ...number(...out(30), "R6", 6)],
    ],
    [
      "a radius from the centre, with a head on the rim and the shelf of its text",
      [
        ...way(0, 20),
        ...polyline([out(6), out(9, 0.5), out(9, -0.5)]),
        ...line(...out(20), out(20)[0] + 10, out(20)[1]),
        ...number(out(20)[0] + 5, out(20)[1] + 2, "(R6)"),
      ],
    ],
    [
      "an arrow with the way of the grain beside it",
      [...line(60, 20, 90, 20), ...line(90, 20, 87, 21), ...line(90, 20, 87, 19), ...number(75, 23, "GRAIN")],
    ],
    [
      "what leads to a long text in one line, held by its middle",
      [...leader, ...text(131, 70, "DEBURR THIS EDGE", 3, { 72: 1, 73: 2, 11: 131, 21: 70 })],
    ],
    [
      "what leads to a long text that is held by its end",
      [...leader, ...text(151, 70, "DEBURR THIS EDGE", 3, { 72: 2, 73: 2, 11: 151, 21: 70 })],
    ],
    [
      "what leads to the middle of a text that runs upwards",
      [...leader, ...text(115, 50, "DEBURR THIS EDGE", 3, { 50: 90 })],
    ],
    [
      "a length with heads of which the first corner is there twice, and a number in brackets",
      [
        ...line(0, -12, 120, -12),
        ...solid([0, -12], [0, -12], [3, -11.5], [3, -12.5]),
        ...solid([120, -12], [120, -12], [117, -11.5], [117, -12.5]),
        ...number(60, -10, "(120)"),
      ],
    ],
  ])("%s", (_, entities) => {
    const { parts, account } = readEntities([...body, ...entities]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.area).toBeCloseTo(net, 6);
    expect(account.open).toBe(0);
    expect(account.construction).toBeGreaterThan(0);
  });

  it.each<[what: string, entities: Tag[]]>([
    ["a slit from a hole beside a name", [...line(36, 30, 80, 30), ...number(60, 33, "HINGE")]],
    [
      "slits that fork beside a number",
      [...line(60, 10, 60, 30), ...line(60, 30, 75, 45), ...line(60, 30, 45, 45), ...number(62, 20, "3")],
    ],
    ["an arc of its own beside a number", [...arc(80, 30, 10, 0, 120), ...number(80, 30, "R10")]],
  ])("but %s is", (_, entities) => {
    const { account } = readEntities([...body, ...entities]);
    expect(account.construction).toBe(0);
    expect(account.open).toBeGreaterThan(0);
  });
});

describe("a line between ticks and witness lines is a dimension", () => {
  const across = [0, 120].flatMap((x) => [...line(x, -3, x, -20), ...line(x - 1, -19, x + 1, -17)]);

  it.each([
    '3/4"',
    '1 1/2"',
    `1'-6 1/2"`,
    `5' 3 1/4"`,
    "120 \u00b10.1",
    "120 +0.2/-0.1",
    "(120) REF",
    "120 TYP",
    "120 BSC",
    "[4.72] 120",
    '4.72" [120]',
    "120 H7",
    "~120",
    "=120=",
    "L=120",
    "12 cm",
    "120*",
    "ca. 120",
    "120 MIN.",
  ])("with %s beside it, though it goes on beyond both", (words) => {
    const { parts, account } = readEntities([
      ...body,
      ...across,
      ...line(-2, -18, 122, -18),
      ...number(60, -15, words),
    ]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
    expect(account.open).toBe(0);
  });

  it("with a letter, where it ends at both, but no slit is beside a name", () => {
    const { account } = readEntities([
      ...body,
      ...across,
      ...line(0, -18, 120, -18),
      ...number(60, -15, "A"),
    ]);
    expect(account.open).toBe(0);
    const slit = [...line(80, 10, 80, 50), ...number(84, 30, "P1-A")];
    expect(readEntities([...body, ...slit]).account.open).toBe(40);
  });

  it("where nothing is written at all, with ticks and with heads of lines or filled ones, but slits are none", () => {
    const witnesses = [0, 120].flatMap((x) => line(x, -3, x, -20));
    const dimension = line(0, -18, 120, -18);
    const forks = [0, 120].flatMap((x) => {
      const back = x === 0 ? 4 : 116;
      return [...line(x, -18, back, -17), ...line(x, -18, back, -19)];
    });
    const filled = [
      ...solid([0, -18], [4, -17.3], [4, -18.7]),
      ...solid([120, -18], [116, -17.3], [116, -18.7]),
    ];
    const open = (entities: Tag[]) => readEntities([...body, ...entities]).account.open;
    expect(
      [across, [...witnesses, ...forks], [...witnesses, ...filled]].map((ends) =>
        open([...ends, ...dimension]),
      ),
    ).toEqual([0, 0, 0]);
    const relieved = [50, 100].flatMap((x) => line(x - 3, 27, x + 3, 33));
    expect(open([...relieved, ...line(50, 30, 100, 30)])).toBeCloseTo(50 + 12 * Math.SQRT2, 6);
    const ends = [50, 100].flatMap((x) => line(x, 20, x, 40));
    expect(open([...ends, ...line(50, 30, 100, 30)])).toBeCloseTo(90, 6);
  });

  it.each<[what: string, from: number, to: number]>([
    ["in", 0, 120],
    ["at the rims of", 1, 119],
  ])("where nothing is written at all, and ends %s dots", (_, from, to) => {
    const dots = [0, 120].flatMap((x) => [...line(x, -3, x, -20), ...circle(x, -18, 1)]);
    const { parts, account } = readEntities([...body, ...dots, ...line(from, -18, to, -18)]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
    expect(account.open).toBe(0);
  });

  it.each<[what: string, entities: Tag[], parts: number]>([
    ["discs that no witness lines pass", [0, 120].flatMap((x) => circle(x, -18, 1)), 3],
    [
      "discs of two sizes",
      [0, 120].flatMap((x) => [...line(x, -3, x, -20), ...circle(x, -18, 1 + x / 120)]),
      3,
    ],
    ["holes", [20, 100].flatMap((x) => [...line(x, 5, x, 12), ...circle(x, 10, 1)]), 1],
  ])("but %s are no dots", (_, entities, count) => {
    const between = count === 1 ? line(20, 10, 100, 10) : line(0, -18, 120, -18);
    const { parts } = readEntities([...rectangle(0, 0, 120, 60), ...entities, ...between]);
    expect(parts).toHaveLength(count);
    expect(parts.flatMap(({ holes }) => holes)).toHaveLength(count === 1 ? 2 : 0);
  });
});

describe("no hole is lost", () => {
  const plate = rectangle(0, 0, 120, 60);
  const holes = (radius: number) => [
    ...circle(31, 40, radius),
    ...circle(80, 40, radius),
    ...circle(44, 12, radius),
  ];
  const witness = (x: number, y: number) => line(x, y, x, -12);
  const arrows = (from: number, to: number) => [
    ...line(from, -10, to, -10),
    ...solid([from, -10], [from + 3, -9.5], [from + 3, -10.5]),
    ...solid([to, -10], [to - 3, -9.5], [to - 3, -10.5]),
  ];

  it.each<[what: string, radius: number, entities: Tag[]]>([
    [
      "from which the witness lines of a chain come",
      1.5,
      [
        ...[witness(0, 0), witness(31, 40), witness(44, 12), witness(80, 40)].flat(),
        ...[arrows(0, 31), arrows(31, 44), arrows(44, 80)].flat(),
        ...[number(15, -8, "31", 3.5), number(37, -8, "13", 3.5), number(62, -8, "36", 3.5)].flat(),
      ],
    ],
    [
      "from whose centres lines go to their ordinates",
      2,
      [
        ...[witness(31, 40), witness(44, 12), witness(80, 40), line(31, 40, -12, 40)].flat(),
        ...[
          number(31, -15, "31"),
          number(44, -15, "44"),
          number(80, -15, "80"),
          number(-15, 40, "40"),
        ].flat(),
      ],
    ],
    [
      "over which the shelf of a leader lies",
      1.5,
      [
        ...circle(20, 20, 3),
        ...solid([22.12, 22.12], [25, 22.9], [24.7, 23.7]),
        ...line(22.12, 22.12, 64, 40),
        ...line(64, 40, 94, 40),
        ...number(80, 43, "2x DRILL"),
      ],
    ],
  ])("%s", (_, radius, entities) => {
    const own = entities.some(([code, value]) => code === 0 && value === "CIRCLE") ? 9 * Math.PI : 0;
    const { parts, account } = readEntities([...plate, ...holes(radius), ...entities]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.area).toBeCloseTo(7200 - 3 * radius * radius * Math.PI - own, 6);
    expect(account.open).toBe(0);
  });

  const loose = (...corners: [number, number][]) =>
    corners.flatMap((corner, i) => line(...corner, ...corners[(i + 1) % corners.length]!));
  const jogged = (x: number, y: number, to: number, words: string) => [
    ...polyline(
      [
        [x, y],
        [x, -6],
        [to, -9],
        [to, -12],
      ],
      false,
    ),
    ...number(to, -15, words),
  ];

  it("of an outline of loose lines, at a corner of which an ordinate begins", () => {
    const outline = loose([0, 0], [114, 0], [120, 6], [120, 60], [0, 60]);
    const ordinates = [
      ...[...line(0, 0, 0, -12), ...number(0, -15, "0")],
      ...[...line(120, 6, 134, 6), ...number(138, 6, "6")],
      ...[...jogged(31, 40, 29, "31"), ...jogged(44, 12, 47, "44"), ...jogged(80, 40, 84, "80")],
    ];
    const { parts, account } = readEntities([...outline, ...holes(1.1), ...ordinates]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(7200 - 18 - 3 * 1.21 * Math.PI, 6)]);
    expect(account.open).toBe(0);
  });

  const ring = (...corners: [number, number][]) => polyline(corners, true);
  const triangle = (x: number, y: number) => ring([x - 5, y - 3], [x + 5, y - 3], [x, y + 6]);
  const open = (x: number, y: number) => [...line(x, y, x - 3, y + 0.8), ...line(x, y, x - 3, y - 0.8)];
  const tags = (at: [number, number][]) => at.flatMap(([x, y], i) => number(x, y, `A${i + 1}`, 4));
  const four: [number, number][] = [
    [20, 15],
    [100, 15],
    [100, 45],
    [20, 45],
  ];
  const cloud = [0, 1, 2, 3].flatMap((side) =>
    [0, 1, 2].map((i): [number, number, number] => {
      const [along, up] = [-8 + (16 / 3) * i, -8];
      return side % 2 === 0
        ? [31 + (side === 0 ? along : -along), 40 + (side === 0 ? up : -up), 0.5]
        : [31 - (side === 1 ? up : -up), 40 + (side === 1 ? along : -along), 0.5];
    }),
  );

  it.each<[what: string, entities: Tag[], net: number]>([
    [
      "of loose sides, as near to its dimension as its letters are high",
      [
        ...loose([0, 0], [120, 0], [120, 60], [0, 60]),
        ...[...line(0, 0, 0, -10.5), ...line(120, 0, 120, -10.5), ...line(0, -8, 120, -8)],
        ...[...solid([0, -8], [5, -7], [5, -9]), ...solid([120, -8], [115, -7], [115, -9])],
        ...number(60, -4, "120", 5),
      ],
      7200,
    ],
    [
      "of loose sides, on which the arc of an angle ends",
      [
        ...loose([10, 0], [120, 0], [120, 60], [0, 60], [0, 10]),
        ...[...arc(0, 10, 8.5, -45, 90), ...circle(0, 18.5, 0.6), ...circle(6.01, 3.99, 0.6)],
        ...number(8, 17, "135%%d", 3),
        ...[
          ...line(0, 10, 0, -12),
          ...line(120, 0, 120, -12),
          ...arrows(0, 120),
          ...number(60, -8, "120", 3),
        ],
      ],
      7150,
    ],
    [
      "of loose sides, with the arrows of its origin",
      [
        ...loose([0, 0], [120, 0], [120, 60], [60, 60], [60, 50], [50, 50], [50, 60], [0, 60]),
        ...[...line(0, 0, 12, 0), ...open(12, 0), ...line(0, 0, 0, 12), ...circle(0, 0, 1)],
        ...[...line(0, 12, -0.8, 9), ...line(0, 12, 0.8, 9), ...number(15, 0, "X"), ...number(0, 15, "Y")],
      ],
      7100,
    ],
    ["whose holes have the names of papers", [...plate, ...tags(four)], 7200],
    [
      "with many names in it at which a leader points",
      [
        ...rectangle(200, 0, 9, 1),
        ...circle(60, 30, 30),
        ...tags(four.map(([x, y]) => [x / 2 + 30, y])),
        ...path([88.191, 40.261], [104, 56], [120, 56]),
      ],
      900 * Math.PI + 9,
    ],
    [
      "at which an arrow with a shelf points",
      [
        ...[...plate, ...circle(160, 30, 3), ...path([160, 33], [160, 60])],
        ...[...line(160, 33, 159.2, 36), ...line(160, 33, 160.8, 36)],
        ...text(158, 46, "PIN 4 OFF", 4, { 50: 90 }),
      ],
      7200 + 9 * Math.PI,
    ],
  ])("of a part %s", (_, entities, net) => {
    const own = four.flatMap(([x, y]) => circle(x, y, 1.5));
    const isDisc = net < 3000;
    const { parts } = readEntities([...entities, ...(isDisc ? [] : own)]);
    const area = parts.reduce((sum, part) => sum + part.area, 0);
    expect(area).toBeCloseTo(net - (isDisc ? 0 : 9 * Math.PI), -1);
  });

  it.each<[what: string, radius: number, entities: Tag[]]>([
    ["crosses, with its letter beside both", 4.5, [...circle(38.5, 40, 8), ...number(31, 50, "B", 5)]],
    [
      "of a revision crosses, over a mark of its centre",
      2.5,
      [...triangle(34, 41.7), ...number(34, 41.5, "1", 5), ...number(150, 40, "1", 5), ...arms(31, 40)],
    ],
    [
      "of a revision crosses, with a letter",
      4.5,
      [...triangle(34, 43), ...number(34, 42.5, "B", 4), ...number(150, 40, "B", 4)],
    ],
    [
      "of a cloud goes around, with its ordinate",
      4.5,
      [
        ...[...bulged(cloud), ...triangle(45, 52), ...number(45, 51, "A")],
        ...[...witness(31, 40), ...number(31, -15, "31", 7)],
      ],
    ],
  ])("that a sign %s", (_, radius, entities) => {
    const { parts } = readEntities([...plate, ...holes(radius), ...entities]);
    expect(parts[0]!.holes).toHaveLength(3);
  });

  it("of a plate with its ordinates, which is no bar of a scale", () => {
    const lines = [line(0, -1.5, 0, -12), witness(31, 40), witness(80, 40), line(80, 40, -12, 40)];
    const numbers = [
      number(0, -14, "0"),
      number(31, -14, "31"),
      number(80, -14, "80"),
      number(-14, 40, "40"),
    ];
    const { parts } = readEntities([
      ...plate,
      ...rectangle(200, 0, 9, 1),
      ...holes(2.5),
      ...lines.flat(),
      ...numbers.flat(),
    ]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(7200 - 3 * 6.25 * Math.PI, 6), 9]);
  });

  it.each<[what: string, x: number, radius: number, entities: Tag[]]>([
    [
      "at whose rim the number of a dimension stands",
      30,
      10,
      [
        ...[...line(39, 8, 39, 33.8), ...line(39, 40.2, 39, 66), ...number(39, 37, "58", 3.5)],
        ...[...line(46, 8, 37.8, 8), ...line(46, 66, 37.8, 66)],
        ...[...solid([39, 8], [38.2, 11], [39.8, 11]), ...solid([39, 66], [38.2, 63], [39.8, 63])],
      ],
    ],
    [
      "at which the arrow of an arc points",
      40,
      1.5,
      [
        ...[...arc(41.5, 76, 40, 270, 330), ...solid([41.5, 36], [44.5, 37], [44.5, 35])],
        ...text(78, 55, "DEBURR", 5),
      ],
    ],
  ])("%s", (_, x, radius, entities) => {
    const { parts } = readEntities([...rectangle(0, 0, 120, 80), ...circle(x, 36, radius), ...entities]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(9600 - radius * radius * Math.PI, 6)]);
  });

  it("and a dimension that is drawn twice is none", () => {
    const size = [...witness(0, -1), ...witness(120, -1), ...arrows(0, 120), ...number(60, -8, "120", 3)];
    const { parts, account } = readEntities([...plate, ...size, ...size]);
    expect(parts.map(({ area }) => area)).toEqual([7200]);
    expect(account.open).toBe(0);
  });

  it("in the mouth of a countersink", () => {
    const mouths = [31, 80].flatMap((x) => [...circle(x, 40, 1.5), ...circle(x, 40, 2.9)]);
    const words = number(150, 70, "%%c3 CSK %%c5.8 x 90", 3);
    const ordinates = [...jogged(31, 40, 29, "31"), ...jogged(80, 40, 84, "80")];
    const { parts } = readEntities([...plate, ...mouths, ...words, ...ordinates]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(7200 - 2 * 2.25 * Math.PI, 6)]);
  });

  it("nor a disc no larger than the letters of its radius or diameter", () => {
    const radius = [...line(200, 0, 212, 0), ...solid([202, 0], [203.5, 0.25], [203.5, -0.25])];
    const diameter = [...line(190, 0, 202, 0), ...line(202, 0, 210, 0)];
    for (const dimension of [
      [...radius, ...number(208, 2.5, "R2", 3.5)],
      [...diameter, ...number(208, 2.5, "%%c4", 3.5)],
    ]) {
      const { parts } = readEntities([...plate, ...circle(200, 0, 2), ...dimension]);
      expect(parts.map(({ area }) => area)).toEqual([7200, expect.closeTo(4 * Math.PI, 6)]);
    }
  });

  it("within which its diameter and its number stand", () => {
    // As files round it, a hair beyond the rim.
    const [from, to] = [14.99999999, 25.00000001];
    const heads = [...solid([from, 20], [17, 20.4], [17, 19.6]), ...solid([to, 20], [23, 20.4], [23, 19.6])];
    const across = [...line(from, 20, to, 20), ...heads, ...number(20, 22, "%%c10", 2.5)];
    const { parts } = readEntities([...plate, ...circle(20, 20, 5), ...across]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(7200 - 25 * Math.PI, 6)]);
  });

  it.each<[what: string, entities: Tag[]]>([
    [
      "arrows that stand across from each other beside a number",
      [
        ...[...arc(0, 0, 40, 350, 358), ...arc(0, 0, 40, 6, 14)],
        ...[...line(0, 0, 44, 0), ...solid([39.98, -1.4], [39.4, -4.4], [40.2, -4.4])],
        ...solid([39.78, 4.18], [38.9, 7.1], [39.7, 7.2]),
        ...number(36, 12, "8°"),
      ],
    ],
    [
      "arcs between which a number stands",
      [...arc(200, 30, 15, 20, 150), ...arc(200, 30, 15, 210, 340), ...number(185, 30, "320°")],
    ],
  ])("and %s are dimensions", (_, entities) => {
    const { parts, account } = readEntities([...rectangle(0, -80, 30, 60), ...entities]);
    expect(parts).toHaveLength(1);
    expect(account.open).toBe(0);
  });

  it("but dots that witness lines pass in the material are heads", () => {
    const ends = [30, 90].flatMap((x) => [...line(x, 20, x, 33), ...circle(x, 31, 0.8)]);
    const { parts } = readEntities([...plate, ...ends, ...line(30, 31, 90, 31), ...number(60, 33, "60")]);
    expect(parts).toEqual([expect.objectContaining({ area: 7200, holes: [] })]);
  });
});

describe("a text beside it makes no aid of", () => {
  it("a slit from an edge to a hole at its end", () => {
    const plate = [...rectangle(0, 0, 100, 60), ...circle(50, 28, 3)];
    const { account } = readEntities([...plate, ...line(50, 0, 50, 25), ...number(56, 24, "R3")]);
    expect(account).toMatchObject({ open: 25, construction: 0 });
  });

  it("what divides slats aslant", () => {
    const outline = polyline([
      [0, 0],
      [200, 0],
      [240, 60],
      [40, 60],
    ]);
    const dividers = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((i) => line(20 * i, 0, 20 * i + 40, 60));
    const { parts } = readEntities([...outline, ...dividers, ...text(100, 70, "10 SLATS", 3)]);
    expect(parts.map(({ area }) => area)).toEqual(Array(10).fill(expect.closeTo(1200, 6)));
  });
});
