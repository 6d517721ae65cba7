/**
 * Tables, leaders and other aids on the part's own layer: by geometry and texts alone, and never parts that look a
 * little like them.
 */
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

const plate = [...rectangle(0, 0, 200, 120), ...circle(40, 60, 5), ...circle(160, 60, 5)];
const AREA = 200 * 120 - 50 * Math.PI;
const BOM = [
  ["POS", "NAME", "QTY"],
  ["1", "PLATE", "2"],
  ["2", "RIB", "4"],
];
const HIGH = 6;

type Walls = (xs: number[], ys: number[]) => Tag[];
const whole: Walls = (xs, ys) => [
  ...xs.flatMap((x) => line(x, ys[0]!, x, ys.at(-1)!)),
  ...ys.flatMap((y) => line(xs[0]!, y, xs.at(-1)!, y)),
];
const pairs = (list: number[]) => list.slice(1).map((to, i) => [list[i]!, to] as const);
const pieces: Walls = (xs, ys) => [
  ...xs.flatMap((x) => pairs(ys).flatMap(([from, to]) => line(x, from, x, to))),
  ...ys.flatMap((y) => pairs(xs).flatMap(([from, to]) => line(from, y, to, y))),
];
const cells: Walls = (xs, ys) =>
  pairs(xs).flatMap(([x0, x1]) => pairs(ys).flatMap(([y0, y1]) => rectangle(x0, y0, x1 - x0, y1 - y0)));
const open: Walls = (xs, ys) => [
  ...xs.slice(1, -1).flatMap((x) => line(x, ys[0]!, x, ys.at(-1)!)),
  ...ys.flatMap((y) => line(xs[0]!, y, xs.at(-1)!, y)),
];
const headed: Walls = (xs, ys) => [
  ...rectangle(xs[0]!, ys[0]!, xs.at(-1)! - xs[0]!, ys.at(-1)! - ys[0]!),
  ...xs.slice(1, -1).flatMap((x) => line(x, ys[0]!, x, ys.at(-2)!)),
  ...ys.slice(1, -1).flatMap((y) => line(xs[0]!, y, xs.at(-1)!, y)),
];

/** Rows from the top, `widths` of columns, the lower left corner, and how the lines are drawn. */
function table(rows: string[][], widths: number[], at: [number, number], walls: Walls): Tag[] {
  const xs = [at[0]];
  for (const width of widths) xs.push(xs.at(-1)! + width);
  const ys = Array.from({ length: rows.length + 1 }, (_, i) => at[1] + HIGH * i);
  const texts = rows.flatMap((row, i) =>
    row.flatMap((value, j) => (value ? text(xs[j]! + 1, ys[rows.length - 1 - i]! + 1.5, value, 2.5) : [])),
  );
  return [...walls(xs, ys), ...texts];
}

/** Slender, with its tip at a place and its shaft to the left or right. */
const head = (x: number, y: number, way: 1 | -1) =>
  polyline([
    [x, y],
    [x + 4 * way, y + 0.6],
    [x + 4 * way, y - 0.6],
  ]);

describe("beside a part on its layer", () => {
  it.each<[what: string, entities: Tag[]]>([
    ["a parts list of long lines", table(BOM, [12, 12, 50], [230, 0], whole)],
    ["a parts list of short lines", table(BOM, [12, 12, 50], [230, 0], pieces)],
    ["a parts list of a rectangle for each cell", table(BOM, [12, 12, 50], [230, 0], cells)],
    ["a parts list without sides", table(BOM, [12, 50, 12], [230, 0], open)],
    ["a parts list under a heading", table([["PARTS LIST", "", ""], ...BOM], [12, 12, 50], [230, 0], headed)],
    [
      "a form that is half filled in",
      table([["MATERIAL", "S235"], ["DATE"], ["SHEET"]], [30, 60], [230, 0], whole),
    ],
    [
      "a hole chart with symbols",
      [
        ...table(
          [
            ["HOLE", "DIA", "QTY"],
            ["", "10", "2"],
            ["", "8", "1"],
          ],
          [15, 15, 15],
          [230, 0],
          whole,
        ),
        ...circle(237, 3, 1.5),
        ...circle(237, 9, 1),
      ],
    ],
    [
      "a box of notes",
      [
        ...rectangle(230, 0, 90, 32),
        ...["3. PAINT RAL 7035", "2. DEBURR ALL EDGES", "1. MATERIAL S235JR", "NOTES:"].flatMap((words, i) =>
          text(233, 3 + 7 * i, words, 3.5),
        ),
      ],
    ],
    [
      "two tables",
      [...table(BOM, [12, 12, 50], [230, 0], whole), ...table(BOM, [12, 12, 50], [0, 150], cells)],
    ],
  ])("%s is left out", (_, entities) => {
    const { parts, findings, account } = readEntities([...plate, ...entities]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(AREA, 6)]);
    expect(account.cut).toBeCloseTo(640 + 20 * Math.PI, 6);
    expect(
      findings.some(({ code, message }) => code === "drawing-frame" && message.startsWith("table ")),
    ).toBe(true);
  });

  it.each<[what: string, walls: Walls]>([
    ["of boxes", cells],
    ["of a box and lines across it", whole],
  ])("the bar of a scale %s is left out", (_, walls) => {
    const bar = walls([0, 20, 40, 60, 80], [-20, -17]);
    const numbers = [0, 20, 40, 60, 80].flatMap((x) => text(x, -14, `${x}`, 2.5));
    const { parts, findings } = readEntities([...plate, ...bar, ...numbers]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(AREA, 6)]);
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^scale bar 80 mm × 3/),
    );
  });

  it.each<[what: string, entities: Tag[], parts: number]>([
    [
      "boxes with numbers that are as far apart as something else",
      [
        ...cells([0, 20, 40, 60, 80], [-20, -17]),
        ...[0, 1, 2, 3, 4].flatMap((i) => text(20 * i, -14, `${i ** 2}`, 2.5)),
      ],
      5,
    ],
    [
      "a plate with its order in three lines",
      [
        ...rectangle(230, 0, 60, 32),
        ...["MATERIAL S235JR", "QTY 4 PCS", "PLATE 4711"].flatMap((words, i) =>
          text(233, 5 + 8 * i, words, 3.5),
        ),
      ],
      2,
    ],
  ])("%s stay", (_, entities, count) => {
    const { parts, account } = readEntities([...plate, ...entities]);
    expect(parts).toHaveLength(count);
    expect(account.construction).toBe(0);
  });

  it.each<[what: string, entities: Tag[]]>([
    [
      "a leader",
      [
        ...line(44, 60, 80, 150),
        ...line(80, 150, 95, 150),
        ...head(95, 150, -1),
        ...text(97, 149, "DRILL", 2.5),
      ],
    ],
    ...([3, 2.4] as const).map((wide): [string, Tag[]] => [
      `a leader with a head of 3 by ${wide} mm and a sign on its shelf`,
      [
        ...polyline([
          [200, 90],
          [203, 90 + wide / 2],
          [203, 90 - wide / 2],
        ]),
        ...line(203, 90, 240, 90),
        ...line(240, 90, 260, 110),
        ...text(241, 92, "a3", 2.5),
        ...polyline([
          [240, 90],
          [244, 90],
          [242, 86],
        ]),
      ],
    ]),
    [
      "a leader that is a polyline",
      [
        ...polyline(
          [
            [95, 150],
            [80, 150],
            [44, 70],
          ],
          false,
        ),
        ...head(95, 150, -1),
        ...text(44, 72, "SEE NOTE 2", 2.5),
      ],
    ],
    [
      "a section mark",
      [
        ...line(100, -20, 100, -8),
        ...line(100, -20, 112, -20),
        ...head(112, -20, -1),
        ...text(114, -21, "A", 5),
      ],
    ],
    [
      "the dimension of an angle",
      [...arc(0, 0, 260, 0, 20), ...head(260, 0, 1), ...text(262, 45, "20°", 3.5)],
    ],
    ["a balloon", [...circle(60, 160, 7), ...text(59, 158, "3", 4), ...line(60, 153, 40, 100)]],
    [
      "a balloon whose line ends in a dot",
      [...circle(60, 160, 7), ...text(59, 158, "3", 4), ...line(60, 153, 40, 90), ...circle(40, 90, 1)],
    ],
    ["a circle round a hole", [...circle(160, 60, 15), ...text(176, 70, "B", 5)]],
    ["a circle round a detail", [...circle(200, 120, 15), ...text(217, 131, "DETAIL Z", 5)]],
    [
      "a circle round a detail, its name at a leader's end",
      [...circle(160, 60, 15), ...line(170.607, 70.607, 240, 150), ...text(241, 151, "B", 5)],
    ],
    [
      "a circle across an edge, its name over a leader's shelf",
      [
        ...circle(200, 60, 15),
        ...line(215, 60, 240, 90),
        ...line(240, 90, 252, 90),
        ...text(243, 91, "C", 5),
      ],
    ],
    [
      "a sign of a surface that is machined",
      [
        ...line(100, 120, 97.1, 125),
        ...line(97.1, 125, 102.9, 125),
        ...line(100, 120, 105.8, 130),
        ...text(98, 126, "Ra 3.2", 2.5),
      ],
    ],
    [
      "a sign of a surface that is not",
      [
        ...line(-40, 60, -42.9, 65),
        ...line(-40, 60, -34.2, 70),
        ...circle(-40, 63.2, 1.6),
        ...text(-42, 67, "Rz 25", 2.5),
      ],
    ],
    [
      "a datum",
      [
        ...rectangle(96, -26, 8, 8),
        ...text(98.5, -24, "A", 4),
        ...line(100, -18, 100, -3),
        ...polyline([
          [97, 0],
          [103, 0],
          [100, -4],
        ]),
      ],
    ],
    [
      "a tolerance in cells at a leader's end",
      [
        ...rectangle(220, 90, 30, 8),
        ...line(228, 90, 228, 98),
        ...line(242, 90, 242, 98),
        ...text(230, 92, "0.1", 3),
        ...text(244, 92, "A", 3),
        ...line(200, 60, 220, 94),
      ],
    ],
    [
      "a needle that points north",
      [
        ...circle(300, 60, 10),
        ...polyline([
          [300, 70],
          [297, 52],
          [300, 55],
          [303, 52],
        ]),
        ...text(298.5, 73, "N", 4),
      ],
    ],
    [
      "a triangle around a letter that is said elsewhere too",
      [
        ...polyline([
          [300, 0],
          [312, 0],
          [306, 10],
        ]),
        ...text(304.5, 2, "B", 3),
        ...text(400, 2, "B", 3),
      ],
    ],
    ["an axis through two holes", line(-10, 60, 210, 60)],
    [
      "a weld on a reference line",
      [
        ...line(200, 60, 230, 90),
        ...line(230, 90, 265, 90),
        ...polyline([
          [200, 60],
          [203, 62],
          [202, 63],
        ]),
        ...polyline([
          [240, 90],
          [240, 95],
          [246, 90],
        ]),
        ...circle(230, 90, 1.5),
        ...text(233, 91, "a3", 3),
      ],
    ],
    ...[1, -1].flatMap((side) =>
      [1, 8].map((size): [string, Tag[]] => [
        `the sign of the ${side > 0 ? "first" : "third"} angle, ${10 * size} mm high`,
        [
          ...polyline([
            [300, -3 * size],
            [300 + 8 * size, -5 * size],
            [300 + 8 * size, 5 * size],
            [300, 3 * size],
          ]),
          ...circle(300 + size * (4 + 12 * side), 0, 3 * size),
          ...circle(300 + size * (4 + 12 * side), 0, 5 * size),
          ...(size > 1 ? [] : [...line(298, 0, 310, 0), ...text(280, 20, "Plate", 5)]),
        ],
      ]),
    ),
  ])("%s is left out", (_, entities) => {
    const { parts, findings, account } = readEntities([...plate, ...entities]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(AREA, 6)]);
    expect(account.construction).toBeGreaterThan(20);
    expect(findings.map(({ code }) => code)).toContain("dimension-graphics");
  });

  const tiles = (walls: Walls, label: (number: number) => Tag[]) => [
    ...walls([300, 350, 400, 450], [0, 50, 100]),
    ...Array.from({ length: 6 }, (_, i) => label(i)).flat(),
  ];
  const middle = (i: number): [number, number] => [320 + 50 * (i % 3), 20 + 50 * Math.floor(i / 3)];

  it.each<[what: string, entities: Tag[], parts: number]>([
    ["tiles", tiles(whole, () => []), 7],
    ["tiles with a number each", tiles(pieces, (i) => text(...middle(i), `P${i}`, 8)), 7],
    [
      "tiles with a hole and a name each",
      tiles(cells, (i) => [
        ...circle(...middle(i), 4),
        ...text(middle(i)[0], middle(i)[1] + 8, `NAME ${i}`, 15),
      ]),
      7,
    ],
    ["tiles as high as their letters", tiles(whole, (i) => text(...middle(i), "ABCDEF"[i]!, 20)), 7],
    ["a small triangle", head(300, 0, 1), 2],
    ["a needle with a name", [...head(300, 0, 1), ...text(300, 2, "B2", 3)], 2],
    ["a tag with a name and no line to it", [...rectangle(300, 0, 40, 10), ...text(303, 3, "N", 6)], 2],
    [
      "a triangle of 60 degrees with a name",
      [
        ...polyline([
          [300, 0],
          [310, 0],
          [300, 17.32],
        ]),
        ...text(301, 2, "Ra 3.2", 3),
      ],
      2,
    ],
    ["a washer with a letter", [...circle(300, 0, 10), ...circle(300, 0, 4), ...text(312, 5, "A", 5)], 2],
    ["a disc with a number", [...circle(300, 0, 10), ...text(296, -3, "7", 8)], 2],
    [
      "a slit between two holes of a bracket",
      [...rectangle(300, 0, 90, 40), ...circle(320, 20, 4), ...circle(370, 20, 4), ...line(324, 20, 366, 20)],
      2,
    ],
  ])("%s stays", (_, entities, count) => {
    const { parts, account } = readEntities([...plate, ...entities]);
    expect(parts).toHaveLength(count);
    expect(account.construction).toBe(0);
  });

  it("numbers in circles by the parts that they count are left out, but holes and tokens with numbers stay", () => {
    const numbered = (x: number, y: number, number: number) => [
      ...circle(x, y, 8),
      ...text(x, y, String(number), 8, { 11: x, 21: y, 72: 4 }),
    ];
    const plates = [0, 1, 2].flatMap((i) => rectangle(300 * i, 0, 200, 100));
    const areas = (entities: Tag[]) => readEntities(entities).parts.map(({ area }) => Math.round(area));
    for (const y of [120, 50]) {
      const counted = [0, 1, 2].flatMap((i) => numbered(100 + 300 * i, y, i + 1));
      expect(areas([...plates, ...counted, ...circle(20, 20, 5)])).toEqual([20_000, 20_000, 19_921]);
      expect(areas([...plates, ...counted, ...numbered(150, y, 4)]).length).toBe(y > 100 ? 7 : 3);
      expect(areas([...plates, ...counted]).reduce((sum, area) => sum + area, 0)).toBe(60_000);
      const washers = [0, 1, 2].flatMap((i) => circle(100 + 300 * i, y, 4));
      expect(areas([...plates, ...counted, ...washers]).filter((area) => area === 151)).toHaveLength(
        y > 100 ? 3 : 0,
      );
    }
  });

  it("a table is cut where the caller says so, and where there is nothing else", () => {
    const drawn = table(BOM, [12, 12, 50], [230, 0], whole);
    expect(readEntities([...plate, ...drawn], {}, { roles: { 0: "cut" } }).parts).toHaveLength(10);
    expect(readEntities(drawn).parts).toHaveLength(9);
  });
});
