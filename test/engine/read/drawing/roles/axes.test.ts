/**
 * Lines that tell where middles are, drawn like cuts: axes of parts and pitch circles. What divides a part or belongs
 * to its outline stays.
 */
import { describe, expect, it } from "vitest";
import {
  arc,
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const slot = [
  ...line(30, 0, 130, 0),
  ...arc(130, 50, 50, -90, 90),
  ...line(130, 100, 30, 100),
  ...arc(30, 50, 50, 90, 270),
];
/** Holes of 5 mm about a place, evenly. */
const holes = (count: number, x: number, y: number, radius: number): Tag[] =>
  Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).flatMap((angle) =>
    circle(x + radius * Math.cos(angle), y + radius * Math.sin(angle), 5),
  );
const flange = [...circle(0, 0, 60), ...circle(0, 0, 30), ...holes(6, 0, 0, 45)];
const RING = Math.PI * (60 ** 2 - 30 ** 2 - 6 * 5 ** 2);

/** A wheel of teeth, each of which goes from 15 to 25 mm and back within a turn's share. */
const wheel = (teeth: number): Tag[] =>
  polyline(
    Array.from({ length: 2 * teeth }, (_, i): [number, number] => {
      const [angle, away] = [(Math.PI * i) / teeth, i % 2 === 0 ? 15 : 25];
      return [away * Math.cos(angle), away * Math.sin(angle)];
    }),
  );
/** Of a twelfth of a wheel of 12 teeth. */
const WEDGE = 15 * 25 * Math.sin(Math.PI / 12);

/** Corners of a hexagon about the origin. */
const hexagon = Array.from({ length: 6 }, (_, i): [number, number] => [
  50 * Math.cos((i * Math.PI) / 3),
  50 * Math.sin((i * Math.PI) / 3),
]);

describe("no cut is", () => {
  it.each<[what: string, body: Tag[], axes: Tag[], net: number]>([
    ["an axis through a plate", rectangle(0, 0, 160, 100), line(-5, 50, 165, 50), 16_000],
    [
      "a cross of axes through a plate and its hole",
      [...sides(0, 0, 160, 100), ...circle(80, 50, 20)],
      [...line(-15, 50, 175, 50), ...line(80, -15, 80, 115)],
      16_000 - 400 * Math.PI,
    ],
    ["an axis through a long slot", slot, line(-30, 50, 190, 50), 10_000 + 2500 * Math.PI],
    ["an axis aslant through a square", rectangle(0, 0, 100, 100), line(-5, -5, 105, 105), 10_000],
    [
      "an axis through a disc",
      [...circle(0, 0, 50), ...circle(0, 0, 15)],
      line(-55, 0, 55, 0),
      2275 * Math.PI,
    ],
    [
      "an axis with strokes across its ends",
      rectangle(0, 0, 160, 100),
      [...line(80, -8, 80, 108), ...[-6.5, -5.5, 105.5, 106.5].flatMap((y) => line(78, y, 82, y))],
      16_000,
    ],
    [
      "the axes of a hole, out of an angle beside its middle",
      [...sides(0, 0, 140, 35), ...circle(60, 17, 8)],
      [...line(60, -10, 60, 45), ...line(45, 17, 75, 17)],
      140 * 35 - 64 * Math.PI,
    ],
    [
      "the axes of a rectangular hole",
      [...rectangle(0, 0, 200, 120), ...rectangle(70, 40, 60, 40)],
      [...line(62, 60, 138, 60), ...line(100, 32, 100, 88)],
      21_600,
    ],
    [
      "lines across a disc beside its middle, far out of it at both ends",
      circle(0, 0, 50),
      [...line(3, -250, 3, 250), ...line(-200, -7, 210, -7)],
      2500 * Math.PI,
    ],
    [
      "a line across one plate at any angle, far out of it",
      sides(0, 0, 160, 100),
      line(-60, 10, 250, 90),
      16_000,
    ],
    [
      "a line between the centres of two holes",
      [...rectangle(0, 0, 160, 100), ...circle(40, 30, 5), ...circle(120, 70, 8)],
      line(40, 30, 120, 70),
      16_000 - 89 * Math.PI,
    ],
    [
      "a line between the centres of two holes that extension lines of a dimension start from",
      [...rectangle(0, 0, 160, 100), ...circle(40, 70, 5), ...circle(120, 70, 8)],
      [
        ...[...line(40, 70, 120, 70), ...line(40, 70, 40, 125), ...line(120, 70, 120, 125)],
        ...[...line(40, 120, 120, 120), ...text(75, 121, "80", 4)],
        ...[...line(38, 118, 42, 122), ...line(118, 118, 122, 122)],
      ],
      16_000 - 89 * Math.PI,
    ],
    [
      "three sides of a square through the centres of four holes, in one piece",
      [...rectangle(0, 0, 160, 100), ...[40, 120].flatMap((x) => [...circle(x, 30, 5), ...circle(x, 70, 8)])],
      polyline(
        [
          [40, 70],
          [40, 30],
          [120, 30],
          [120, 70],
        ],
        false,
      ),
      16_000 - 178 * Math.PI,
    ],
    [
      "the mouth of a countersink, where a note tells of it",
      [...rectangle(0, 0, 160, 100), ...circle(40, 50, 5), ...circle(120, 50, 5)],
      [...circle(40, 50, 9), ...circle(120, 50, 9), ...text(60, 110, "2x %%c10 CSK 90%%d", 4)],
      16_000 - 50 * Math.PI,
    ],
    [
      "a line and an arc across each hole of a flange",
      flange,
      Array.from({ length: 6 }, (_, i) => {
        const [x, y] = [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)];
        return [...line(37 * x, 37 * y, 53 * x, 53 * y), ...arc(0, 0, 45, 60 * i - 9, 60 * i + 9)];
      }).flat(),
      RING,
    ],
    [
      "the pitch circle of a flange in pieces",
      flange,
      [0, 60, 120, 180, 240, 300].flatMap((from) => arc(0, 0, 45, from - 20, from + 20)),
      RING,
    ],
    [
      "the pitch circle of a flange with two holes",
      [...circle(0, 0, 60), ...circle(0, 0, 30), ...holes(2, 0, 0, 45)],
      circle(0, 0, 45),
      RING + 100 * Math.PI,
    ],
    ["the pitch circle of a flange", flange, circle(0, 0, 45), RING],
    ["the pitch circle of a gear", wheel(12), circle(0, 0, 20), 12 * WEDGE],
    [
      "a pitch circle amid a plate",
      [...rectangle(-70, -70, 140, 140), ...holes(4, 0, 0, 45)],
      circle(0, 0, 45),
      19_600 - 100 * Math.PI,
    ],
    [
      "a line out of a plate and far beyond it",
      rectangle(0, 0, 160, 100),
      [...line(40, 30, 60, 240), ...line(110, 70, 290, 60)],
      16_000,
    ],
    [
      "a line through a plate and far beyond it at one end",
      rectangle(0, 0, 160, 100),
      [...line(60, -6, 60, 160), ...line(-50, 30, 166, 30)],
      16_000,
    ],
    [
      "lines from the centre of a hole to two sides",
      [...sides(0, 0, 160, 100), ...circle(40, 60, 10)],
      [...line(40, 60, 40, 0), ...line(0, 60, 40, 60)],
      16_000 - 100 * Math.PI,
    ],
    [
      "the diagonals through the hole in the middle of a plate",
      [...rectangle(0, 0, 160, 100), ...circle(80, 50, 10)],
      [...line(0, 0, 160, 100), ...line(160, 0, 0, 100)],
      16_000 - 100 * Math.PI,
    ],
    [
      "a line between the centres of the ends of a slot",
      [...rectangle(-40, -10, 240, 120), ...slot],
      line(30, 50, 130, 50),
      28_800 - 10_000 - 2500 * Math.PI,
    ],
    ["the circle around a hexagon", polyline(hexagon), circle(0, 0, 50), 3750 * Math.sqrt(3)],
    [
      "the circle within a hexagon",
      [...polyline(hexagon), ...circle(0, 0, 9)],
      circle(0, 0, 25 * Math.sqrt(3)),
      3750 * Math.sqrt(3) - 81 * Math.PI,
    ],
  ])("%s", (_, body, axes, net) => {
    const { parts, account, findings } = readEntities([...body, ...axes]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
    expect(account.open).toBe(0);
    expect(findings.map(({ code }) => code)).toContain("dimension-graphics");
  });

  const crossed = (x: number, y: number, arm = 4) => [
    ...circle(x, y, 4),
    ...line(x - arm, y, x + arm, y),
    ...line(x, y - arm, x, y + arm),
  ];
  it.each<[what: string, entities: Tag[], net: number]>([
    ["a crossed circle at the corner of a part, which marks the origin", crossed(0, 0), 16_000],
    [
      "a crossed circle beside a part, with its coordinates",
      [...crossed(-20, -20, 6), ...text(-15, -15, "0,0", 3)],
      16_000,
    ],
    ["the sign of a centre of gravity", [...crossed(60, 40), ...text(65, 45, "CG", 3)], 16_000],
    [
      "a crossed hole beside another word, but its cross",
      [...crossed(60, 40), ...text(65, 45, "CGX", 3)],
      16_000 - 16 * Math.PI,
    ],
  ])("%s", (_, entities, net) => {
    const { parts, findings } = readEntities([...rectangle(0, 0, 160, 100), ...entities]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(net, 6)]);
    expect(findings.map(({ code }) => code)).toContain("dimension-graphics");
  });

  it("an axis through two views of a part", () => {
    const views = [...rectangle(0, 0, 160, 100), ...rectangle(190, 0, 10, 100)];
    const { parts, account } = readEntities([...views, ...line(-8, 50, 208, 50)]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(16_000, 6), expect.closeTo(1000, 6)]);
    expect(account.open).toBe(0);
  });

  it.each<[what: string, entities: Tag[], parts: number, open: number]>([
    ["a line that divides a plate", [...rectangle(0, 0, 160, 100), ...line(0, 50, 160, 50)], 2, 0],
    [
      "lines drawn too long that divide a plate into three",
      [...rectangle(0, 0, 150, 100), ...line(50, -3, 50, 103), ...line(100, -3, 100, 103)],
      3,
      0,
    ],
    [
      "lines drawn too long of which one is in the middle",
      [...rectangle(0, 0, 160, 100), ...[40, 80, 120].flatMap((x) => line(x, -3, x, 103))],
      4,
      0,
    ],
    [
      "a line drawn too long beside the middle",
      [...rectangle(0, 0, 150, 100), ...line(50, -3, 50, 103)],
      2,
      0,
    ],
    [
      "lines through two plates, beside their middles",
      [...rectangle(0, 0, 100, 60), ...rectangle(120, 0, 100, 60), ...line(-10, 20, 230, 20)],
      4,
      20,
    ],
    [
      "a line far beyond the disc that it touches, on either side of it",
      [...circle(0, 0, 5), ...line(-100, -5, 100, -5), ...line(-100, 5, 100, 5)],
      1,
      400,
    ],
    [
      "a line far beyond half a disc that it runs along at either end",
      [...line(0, 1e-12, 10, -1e-12), ...arc(5, 0, 5, 0, 180), ...line(-90, 0, 110, 0)],
      1,
      190,
    ],
    [
      "a line out of the middle of a ring",
      [...circle(0, 0, 50), ...circle(0, 0, 20), ...line(0, 0, 50, 0)],
      1,
      50,
    ],
    ["a slit that begins outside", [...rectangle(0, 0, 160, 100), ...line(80, -20, 80, 60)], 1, 80],
    [
      "a slit to a hole that ends it",
      [...rectangle(0, 0, 160, 100), ...circle(80, 50, 4), ...line(80, 0, 80, 50)],
      1,
      46,
    ],
    [
      "lines that divide a ring into three",
      [
        ...circle(0, 0, 50),
        ...circle(0, 0, 20),
        ...[0, 120, 240].flatMap((turn) => {
          const [x, y] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
          return line(20 * x, 20 * y, 50 * x, 50 * y);
        }),
      ],
      3,
      0,
    ],
    [
      "lines between the middles of sides over a hole",
      [...rectangle(0, 0, 160, 100), ...circle(80, 50, 10), ...line(80, 0, 80, 100), ...line(0, 50, 160, 50)],
      4,
      0,
    ],
    ["a slit in the middle", [...rectangle(0, 0, 160, 100), ...line(10, 50, 150, 50)], 1, 140],
    [
      "a slit through a hole",
      [...rectangle(0, 0, 160, 100), ...circle(80, 50, 20), ...line(50, 50, 110, 50)],
      1,
      60,
    ],
    [
      "a slit that goes on between the centres of three holes, from the side of a plate",
      [
        ...rectangle(0, 0, 160, 100),
        ...[80, 120].flatMap((x) => circle(x, 40, 5)),
        ...circle(120, 70, 5),
        ...[...line(80, 0, 80, 40), ...line(80, 40, 120, 40), ...line(120, 40, 120, 70)],
      ],
      1,
      110 - 5,
    ],
    [
      "a circle through the centres of others that have nothing around them",
      [...circle(0, 0, 45), ...holes(6, 0, 0, 45)],
      7,
      0,
    ],
  ])("but %s is", (_, entities, parts, open) => {
    const drawing = readEntities(entities);
    expect(drawing.parts).toHaveLength(parts);
    expect(drawing.account.open).toBeCloseTo(open, 6);
    expect(drawing.account.construction).toBe(0);
  });
});
