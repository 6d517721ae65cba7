/** What hangs on a text or stands for something else than an edge is not cut; what merely lies beside a text is. */
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

/** A text around a place. */
const centred = (x: number, y: number, words: string, height = 3): Tag[] =>
  text(x, y, words, height, { 11: x, 21: y, 72: 4 });
const path = (...points: [number, number][]) => polyline(points, false);
const ring = (...points: [number, number][]) => polyline(points);
/** A regular polygon about a place. */
const regular = (sides: number, x: number, y: number, radius: number) =>
  ring(
    ...Array.from({ length: sides }, (_, i): [number, number] => [
      x + radius * Math.cos((2 * Math.PI * i) / sides),
      y + radius * Math.sin((2 * Math.PI * i) / sides),
    ]),
  );
/** A row of half circles around a room. */
const cloud = (x: number, y: number, columns: number, rows: number): Tag[] => {
  const size = 6;
  const corners = [
    ...Array.from({ length: columns }, (_, i) => [x + size * i, y]),
    ...Array.from({ length: rows }, (_, i) => [x + size * columns, y + size * i]),
    ...Array.from({ length: columns }, (_, i) => [x + size * (columns - i), y + size * rows]),
    ...Array.from({ length: rows }, (_, i) => [x, y + size * (rows - i)]),
  ];
  return [
    [0, "LWPOLYLINE"],
    [8, "0"],
    [90, corners.length],
    [70, 1],
    ...corners.flatMap(([x, y]): Tag[] => [
      [10, x!],
      [20, y!],
      [42, 0.6],
    ]),
  ];
};

/** So far from the middle of a hole along a leader aslant, and off it. */
const off = (along: number, across = 0): [number, number] => [
  100 + (along - across) * Math.SQRT1_2,
  40 + (along + across) * Math.SQRT1_2,
];
const leader = (from: number) => [...line(...off(from), 130, 70), ...line(130, 70, 135, 70)];
const barbs = (from: number) => [1, -1].flatMap((side) => line(...off(from), ...off(from + 3, 0.6 * side)));
const note = (words: string) => centred(136 + words.length, 70, words);

const body = [...rectangle(0, 0, 120, 60), ...circle(30, 30, 6)];
const net = 120 * 60 - 36 * Math.PI;

describe("no cut is", () => {
  it.each<[what: string, entities: Tag[]]>([
    ["a line from a word to a face", [...line(100, 40, 130, 70), ...centred(140, 70, "BLACKEN")]],
    [
      "a bent line from a word to an edge",
      [...path([120, 30], [130, 40], [140, 40]), ...centred(150, 40, "BREAK")],
    ],
    [
      "a leader that ends in a dot, and the dot",
      [...path([100, 40], [130, 70], [135, 70]), ...circle(100, 40, 1), ...centred(146, 70, "DEBURR")],
    ],
    [
      "a leader that ends in a dot of two arcs",
      [
        ...path([100, 40], [130, 70], [135, 70]),
        ...arc(100, 40, 1, 0, 180),
        ...arc(100, 40, 1, 180, 360),
        ...centred(146, 70, "DEBURR"),
      ],
    ],
    [
      "a leader within the part that ends in a tick",
      [...line(60, 20, 80, 40), ...line(60, 19, 60, 21), ...centred(90, 42, "HERE")],
    ],
    [
      "a tag on the line of a bend",
      [...line(80, 0, 80, 60, "BEND"), ...circle(80, 30, 4), ...centred(80, 30, "1")],
    ],
    [
      "an arrow around a word",
      [
        ...ring([130, 20], [155, 20], [155, 17], [163, 24], [155, 31], [155, 28], [130, 28]),
        ...centred(142, 24, "GRAIN"),
      ],
    ],
    ["a jogged ordinate", [...path([122, 20], [126, 20], [132, 27], [138, 27]), ...centred(144, 27, "20")]],
    [
      "jogged ordinates of three lines each",
      [
        ...line(122, 20, 126, 20),
        ...line(126, 20, 132, 27),
        ...line(132, 27, 138, 27),
        ...centred(144, 27, "20"),
        ...path([30, -2], [30, -6], [36, -12], [36, -18]),
        ...centred(36, -22, "30"),
      ],
    ],
    [
      "a leader on a corner of an outline of loose lines",
      [...path([120, 60], [130, 70], [140, 70]), ...centred(150, 70, "2x45%%d")],
    ],
    ["a line under a title", [...centred(60, -20, "FLAT PATTERN"), ...line(45, -23, 75, -23)]],
    [
      "the box around a basic dimension",
      [
        ...line(0, -12, 120, -12),
        ...line(0, -2, 0, -14),
        ...line(120, -2, 120, -14),
        ...centred(60, -9, "120"),
        ...rectangle(55, -11.5, 10, 5),
      ],
    ],
    [
      "a hexagon with a number at a leader's end",
      [...line(110, 30, 132.5, 30), ...regular(6, 140, 30, 7.5), ...centred(140, 30, "7")],
    ],
    [
      "a square on its corner around a number at a leader's end",
      [...line(110, 30, 132, 30), ...regular(4, 140, 30, 8), ...centred(140, 30, "7")],
    ],
    ...[line, (...[x, y, u, v]: [number, number, number, number]) => path([x, y], [u, v])].map(
      (side, i): [string, Tag[]] => [
        `a square of loose lines that a leader begins at a corner of, ${i === 0 ? "with" : "without"} an open head`,
        [
          ...side(140, 20, 150, 20),
          ...side(150, 20, 150, 30),
          ...side(150, 30, 140, 30),
          ...side(140, 30, 140, 20),
          ...side(140, 20, 100, 20),
          ...(i > 0 ? [] : [...side(103, 21, 100, 20), ...side(103, 19, 100, 20)]),
          ...centred(145, 25, "7"),
        ],
      ],
    ),
    [
      "a split balloon, and another one that touches it",
      [
        ...line(110, 30, 133, 30),
        ...circle(140, 30, 7),
        ...line(133, 30, 147, 30),
        ...centred(140, 33, "12"),
        ...centred(140, 27, "2X"),
        ...circle(154, 30, 7),
        ...centred(154, 30, "8"),
      ],
    ],
    [
      "the target of a datum and its cross",
      [
        ...circle(140, 70, 8),
        ...line(132, 70, 148, 70),
        ...centred(140, 67, "A1"),
        ...line(140 - 8 * Math.SQRT1_2, 70 - 8 * Math.SQRT1_2, 110, 40),
        ...line(107, 37, 113, 43),
        ...line(107, 43, 113, 37),
      ],
    ],
    [
      "a weld all round, with its flag and its tail",
      [
        ...path([120, 30], [130, 45]),
        ...line(130, 45, 160, 45),
        ...circle(130, 45, 2),
        ...line(130, 45, 130, 54),
        ...ring([130, 54], [130, 50], [126, 52]),
        ...ring([142, 45], [142, 40], [147, 45]),
        ...path([164, 48], [160, 45], [164, 42]),
        ...centred(170, 45, "TIG"),
      ],
    ],
    [
      "a cloud with its triangle",
      [
        ...cloud(130, 0, 5, 3),
        ...centred(145, 10, "ADDED"),
        ...ring([165, 25], [173, 25], [169, 32]),
        ...centred(169, 27, "2"),
      ],
    ],
    ["a cloud across an edge", [...cloud(100, 40, 6, 6), ...centred(118, 66, "A")]],
    [
      "an ordinate from the centre of a hole no larger than its letters",
      [...line(30, 30, 140, 30), ...centred(146, 30, "30", 4)],
    ],
    ["the arc of a thread", arc(30, 30, 7, 0, 270)],
    [
      "the hatching of a section",
      Array.from({ length: 13 }, (_, i) => [6 + 4 * i, 6 + 4 * i] as const).flatMap(([x, y]) =>
        line(x, 0, 0, y),
      ),
    ],
    ["a small cross in the middle of a hole", [...line(28, 30, 32, 30), ...line(30, 28, 30, 32)]],
  ])("%s", (_, entities) => {
    const { parts, account } = readEntities([...body, ...entities]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.area).toBeCloseTo(net, 6);
    expect(account.open).toBe(0);
    expect(account.construction).toBeGreaterThan(0);
  });

  it.each<[what: string, entities: Tag[], parts: number, open: number]>([
    ["a slit that ends at a name", [...line(60, 30, 80, 30), ...centred(88, 30, "TAB 4")], 1, 20],
    ["a slit from the edge beside a number", [...line(120, 30, 90, 30), ...centred(105, 34, "40")], 1, 30],
    [
      "slits of a grille over a name",
      [1, 2, 3].flatMap((i) => [...line(60 + 5 * i, 30, 60 + 5 * i, 50), ...centred(75, 20, "PN 7")]),
      1,
      60,
    ],
    [
      "a row of discs with a number in each",
      [1, 2, 3].flatMap((i) => [...circle(20 * i, -20, 7), ...centred(20 * i, -20, `${i}`)]),
      4,
      0,
    ],
    [
      "a row of plates with a name on each",
      [1, 2, 3].flatMap((i) => [...rectangle(30 * i, -30, 25, 8), ...centred(30 * i + 12, -26, "ANNA", 5)]),
      4,
      0,
    ],
    ["a hole around a number", [...circle(80, 30, 4), ...centred(80, 30, "1")], 1, 0],
    [
      "a part like an arrow with a small label",
      [
        ...ring([130, 20], [160, 20], [160, 10], [180, 30], [160, 50], [160, 40], [130, 40]),
        ...centred(145, 30, "A1"),
      ],
      2,
      0,
    ],
    ["a coaster with a name", [...cloud(130, 0, 6, 6), ...centred(148, 18, "COASTER")], 2, 0],
    ["a part in seven strips aslant", [10, 20, 30, 40, 50].flatMap((x) => line(x, 0, 0, x)), 6, 0],
    [
      "the graduations of a protractor with their numbers",
      [
        ...arc(60, 100, 40, 0, 180),
        ...line(20, 100, 100, 100),
        ...[30, 60, 120, 150].flatMap((degrees) => {
          const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
          return [
            ...line(60 + 40 * x, 100 + 40 * y, 60 + 32 * x, 100 + 32 * y),
            ...centred(60 + 28 * x, 100 + 28 * y, `${degrees}`),
          ];
        }),
      ],
      2,
      32,
    ],
  ])("but %s is", (_, entities, count, open) => {
    const { parts, account } = readEntities([...body, ...entities]);
    expect(parts).toHaveLength(count);
    expect(account.open).toBeCloseTo(open, 6);
    expect(account.construction).toBe(0);
  });

  it("but arrows are that stand alike with a text and without", () => {
    const arrow = (x: number, y: number) => [
      ...line(x, y, x, y + 20),
      ...line(x, y + 20, x - 2, y + 16),
      ...line(x, y + 20, x + 2, y + 16),
    ];
    const alike = [50, 70, 90].flatMap((x) => arrow(x, 20));
    const { account } = readEntities([...body, ...alike, ...centred(50, 44, "scale = 1")]);
    expect(account.construction).toBe(0);
    const alone = readEntities([...body, ...arrow(50, 20), ...centred(50, 44, "scale = 1")]);
    expect(alone.account.open).toBe(0);
  });

  it("but a long row of arcs and lines over a text is", () => {
    const bumps = Array.from({ length: 8 }, (_, i) => [
      ...line(30 * i, 100, 30 * i + 20, 100),
      ...arc(30 * i + 25, 100, 5, 0, 180),
    ]).flat();
    const { account } = readEntities([...body, ...bumps, ...centred(100, 93, "lines and circular arcs")]);
    expect(account.open).toBeCloseTo(160 + 40 * Math.PI, 6);
  });

  it("but a hole over which a long number stands is", () => {
    const disc = [...circle(150, 30, 20), ...circle(145, 30, 4), ...line(165, 30, 149, 30)];
    const { parts } = readEntities([...body, ...disc, ...centred(145, 30, "R1088.1", 2.5)]);
    expect(parts.map(({ holes }) => holes.length)).toEqual([1, 1]);
  });

  it("but the rim of an eye round a hole is", () => {
    const eye = [...arc(200, 30, 10, 45, 315), ...circle(200, 30, 7)];
    const x = 200 + 10 * Math.SQRT1_2;
    const neck = 10 * Math.SQRT1_2;
    const rod = [
      ...line(x, 30 + neck, 240, 30 + neck),
      ...line(240, 30 + neck, 240, 30 - neck),
      ...line(240, 30 - neck, x, 30 - neck),
    ];
    const { parts, account } = readEntities([...body, ...eye, ...rod]);
    expect(parts.map(({ holes }) => holes.length)).toEqual([1, 1]);
    expect(account.construction).toBe(0);
  });

  it.each<[what: string, radius: number, entities: Tag[]]>([
    ["an open arrow head points, on its rim", 1.6, [...leader(1.6), ...barbs(1.6), ...note("DRILL")]],
    ["an open arrow head points, in its middle", 1.6, [...leader(0), ...barbs(0), ...note("DRILL")]],
    ["a leader with its diameter ends, in its middle", 1.6, [...leader(0), ...note("%%c3.2 THRU")]],
    ["a leader with its radius in inches ends, on its rim", 1.588, [...leader(1.588), ...note("R.0625")]],
    ["a leader with its thread ends, in its middle", 1.25, [...leader(0), ...note("M3")]],
    ["a leader ends that tells of a hole wider than a dot", 1.25, [...leader(0), ...note("DRILL")]],
    [
      "its radius is said along a line through it",
      2,
      [
        ...line(100, 40, ...off(2)),
        ...line(...off(2), ...off(12)),
        ...ring(off(2), off(5.5, 0.6), off(5.5, -0.6)),
        ...text(...off(8, 1), "R2", 3.5, { 50: 45 }),
      ],
    ],
  ])("but a hole is to which %s", (_, radius, entities) => {
    const { parts, account } = readEntities([...body, ...circle(100, 40, radius), ...entities]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.area).toBeCloseTo(net - radius * radius * Math.PI, 6);
    expect(account.construction).toBeGreaterThan(0);
  });

  it("but a hole as small as a dot that others are like is", () => {
    const others = [...circle(80, 20, 1), ...circle(90, 20, 1)];
    const leader = [...path([100, 40], [130, 70], [135, 70]), ...centred(150, 70, "TAP HERE")];
    const { parts } = readEntities([...body, ...circle(100, 40, 1), ...others, ...leader]);
    expect(parts[0]!.holes).toHaveLength(4);
  });
});

describe("a box or circle around a text", () => {
  const rowsOfNotes = ["DEBURR ALL EDGES", "MATERIAL S235", "QUANTITY 4"].flatMap((words, i) =>
    text(142, 55 - 5 * i, words, 2.5),
  );
  const head = (x: number, y: number): Tag[] => ring([x, y], [x + 3, y - 0.5], [x + 3, y + 0.5]);

  it.each<[what: string, entities: Tag[]]>([
    [
      "with several rows, from which an arrow comes",
      [...rectangle(140, 42, 40, 18), ...rowsOfNotes, ...line(140, 50, 100, 50), ...head(100, 50)],
    ],
    [
      "beside the cell of a sign",
      [
        ...rectangle(140, 50, 6, 6),
        ...rectangle(146, 50, 15, 6),
        ...circle(143, 53, 1.4),
        ...line(140.7, 53, 145.3, 53),
        ...line(143, 50.7, 143, 55.3),
        ...centred(153, 53, "%%c0.1"),
        ...line(140, 53, 100, 53),
        ...head(100, 53),
      ],
    ],
  ])("%s is left out", (_, entities) => {
    const { parts, account } = readEntities([...body, ...entities]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
    expect(account.open).toBe(0);
  });

  const label = [...centred(150, 25, "P1"), ...centred(190, 40, "DEBURR")];
  const arrow = [...line(160, 25, 175, 40), ...line(175, 40, 182, 40)];
  it.each<[what: string, entities: Tag[]]>([
    ["of lines", [...arrow, ...line(160, 25, 161.8, 27.5), ...line(160, 25, 162.5, 26.8)]],
    ["that is drawn", [...arrow, ...ring([160, 25], [161.8, 27.5], [162.5, 26.8])]],
  ])("is a part that an arrow with a head %s points at", (_, entities) => {
    const outlines = [rectangle(140, 20, 20, 10), circle(150, 25, 10)];
    expect(
      outlines.map((outline) => {
        const { parts, account } = readEntities([...body, ...outline, ...label, ...entities]);
        return [parts.length, account.open];
      }),
    ).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });
});
