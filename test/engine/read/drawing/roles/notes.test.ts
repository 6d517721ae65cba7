/**
 * Notes of several lines and in codes of formatting suggest an order as plain ones do; so do layers that are not
 * plotted tell what they are.
 */
import { describe, expect, it } from "vitest";
import { plainParagraphs, plainText } from "../../../../../engine/read/drawing/roles/plain-text.ts";
import {
  circle,
  layer,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const note = (text: string): Tag[] => [
  [0, "MTEXT"],
  [8, "0"],
  [10, 20],
  [20, 40],
  [40, 3],
  [1, text],
];
const plate = rectangle(0, 0, 120, 60);

describe("a text", () => {
  it.each([
    ["{\\fArial|b1|i0|c0|p34;\\H1.5x;QTY: 4}\\PMaterial: \\C1;S235JR", "QTY: 4\nMaterial: S235JR"],
    ["\\A1;{\\H0.7x;\\S1/2;} t=2", " 1/2  t=2"],
    ["\\pxqc;\\W0.8;%%c12 %%p0.1\\~mm", "Ø12 ±0.1 mm"],
    ["a \\\\P b \\{c\\} \\Lunder\\l", "a \\P b {c} under"],
  ])("says without its codes: %s", (text, plain) => {
    expect(plainParagraphs(text)).toBe(plain);
  });

  it("of one line keeps its backslashes", () => {
    expect(plainText("C:\\Parts\\%%uA%%u 45%%d")).toBe("C:\\Parts\\A 45°");
  });

  it.each([
    ["{\\fArial|b1;QTY: 4}\\PMaterial: \\C1;S235JR\\P{\\LThickness: 5mm}", 4, "S235JR", 5],
    ["\\A1;{\\H0.7x;\\S1/2;} 1.4301 t=2\\P3 Stk", 3, "1.4301", 2],
    [
      `${"Remove all burrs and sharp edges before delivery, and mind the surface. ".repeat(2)}\\PQTY: 7`,
      7,
      null,
      null,
    ],
  ])("asks for an order: %s", (text, quantity, material, thickness) => {
    const { parts, hints } = readEntities([...plate, ...note(text)]);
    expect(hints).toMatchObject({ quantity, material, thickness });
    expect(parts[0]!.order).toMatchObject({ quantity, material, thickness });
  });
});

describe("a line drawn like the outline", () => {
  const bends = (entities: Tag[]) => {
    const { parts, paths } = readEntities(entities);
    const found = paths.filter(({ role }) => role === "bend");
    return {
      parts: parts.length,
      bends: found.map(({ bend }) => [bend?.direction, bend?.angle, bend?.radius]),
    };
  };
  const flat = (outline: Tag[], note: string) => [
    ...outline,
    ...line(40, 0, 40, 60),
    ...text(43, 20, note, 4, { 50: 90 }),
  ];

  it.each<[note: string, direction: string, angle: number, radius: number | null]>([
    ["UP 90%%d R 1", "up", 90, 1],
    ["DOWN  45.00%%d  R 0.50", "down", 45, 0.5],
    ["90%%d UP", "up", 90, null],
    ["BIEGEN 90%%d UNTEN", "down", 90, null],
  ])("is a bend where a note beside it says so: %s", (note, direction, angle, radius) => {
    for (const outline of [rectangle(0, 0, 120, 60), sides(0, 0, 120, 60)])
      expect(bends(flat(outline, note))).toEqual({ parts: 1, bends: [[direction, angle, radius]] });
  });

  it.each<[what: string, leader: Tag[]]>([
    ["in two pieces", [...line(40, 40, 60, 80), ...line(60, 80, 66, 80)]],
    [
      "in one, with a head",
      [
        ...polyline(
          [
            [40, 40],
            [60, 80],
            [66, 80],
          ],
          false,
        ),
        ...polyline([
          [40, 40],
          [41, 43],
          [42, 42.5],
        ]),
      ],
    ],
    ["on another layer", [...layer("NOTES", line(40, 40, 60, 80)), ...layer("NOTES", line(60, 80, 66, 80))]],
  ])("is a bend where a leader from a note ends on it, %s", (_, leader) => {
    const other = line(55, 0, 55, 60);
    const entities = [
      ...flat(rectangle(0, 0, 120, 60), ""),
      ...other,
      ...leader,
      ...text(68, 79, "UP 90%%d R1", 3),
    ];
    const { parts, paths } = readEntities(entities);
    expect(paths.filter(({ role }) => role === "bend").map(({ curves }) => curves[0]!.x0)).toEqual([40]);
    expect(parts).toHaveLength(2);
  });

  it("is one of several that the leaders of one note end on", () => {
    const lines = [40, 90].flatMap((x) => line(x, 0, x, 60));
    const leaders = [...line(40, 40, 51, 80), ...line(90, 40, 77, 80)];
    const note = text(53, 79, "DOWN 90%%d", 3);
    expect(bends([...rectangle(0, 0, 120, 60), ...lines, ...leaders, ...note])).toEqual({
      parts: 1,
      bends: [
        ["down", 90, null],
        ["down", 90, null],
      ],
    });
  });

  it("is one between two corners of an outline, in one piece or of loose lines", () => {
    const corners: [number, number][] = [
      [0, 0],
      [100, 0],
      [100, 50],
      [70, 50],
      [70, 90],
      [30, 90],
      [30, 50],
      [0, 50],
    ];
    const loose = corners.flatMap(([x, y], i) => line(x, y, ...corners.at(i - 1)!));
    for (const outline of [polyline(corners), loose]) {
      const flange = [...outline, ...line(30, 50, 70, 50), ...text(40, 52, "UP 90%%d R 1", 3)];
      expect(bends(flange)).toEqual({ parts: 1, bends: [["up", 90, 1]] });
    }
  });

  it("is one where it goes on from corners of the outline to other bends", () => {
    const corners = [
      [20, 0],
      [80, 0],
      [80, 20],
      [100, 20],
      [100, 80],
      [80, 80],
      [80, 100],
      [20, 100],
      [20, 80],
      [0, 80],
      [0, 20],
      [20, 20],
    ];
    const lines = [
      ...line(20, 20, 80, 20),
      ...line(80, 20, 80, 80),
      ...line(80, 80, 20, 80),
      ...line(20, 80, 20, 20),
    ];
    const notes = [
      [50, 23],
      [74, 50],
      [50, 75],
      [23, 50],
    ].flatMap(([x, y]) => text(x!, y!, "UP 90%%d R 1", 2, { 11: x!, 21: y!, 72: 4 }));
    const found = bends([...polyline(corners), ...lines, ...notes]);
    expect(found).toEqual({ parts: 1, bends: Array(4).fill(["up", 90, 1]) });
  });

  it("divides the part without a note, and is a slit or a side whatever a note says", () => {
    expect(bends(flat(rectangle(0, 0, 120, 60), "CUT HERE"))).toEqual({ parts: 2, bends: [] });
    const slit = [...rectangle(0, 0, 120, 60), ...line(40, 10, 40, 50), ...text(43, 20, "UP 90", 4)];
    expect(bends(slit)).toEqual({ parts: 1, bends: [] });
    const side = [...sides(0, 0, 120, 60), ...text(3, 20, "UP 90", 4)];
    expect(bends(side)).toEqual({ parts: 1, bends: [] });
  });
});

describe("a layer that is not plotted", () => {
  const tables = (name: string) => layer(name, [[290, 0]]);
  const read = (entities: Tag[], plotted = false) =>
    readEntities([...plate, ...circle(60, 30, 5), ...entities], plotted ? {} : { layers: tables("X") });

  it.each<[what: string, entities: Tag[]]>([
    ["a box around the part", rectangle(-10, -10, 140, 80, "X")],
    ["a circle and a line in it", [...circle(20, 20, 4, "X"), ...line(0, 30, 120, 30, "X")]],
  ])("is for help: %s", (_, entities) => {
    const { parts, findings } = read(entities);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(7200 - 25 * Math.PI, 6)]);
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("on layer X, which is not plotted, taken as construction"),
    );
    expect(read(entities, true).parts.map(({ area }) => area)).not.toEqual(parts.map(({ area }) => area));
  });

  it("is cut where it stands beside the others, or alone", () => {
    expect(read(rectangle(200, 0, 100, 60, "X")).parts).toHaveLength(2);
    expect(readEntities(rectangle(0, 0, 9, 9, "X"), { layers: tables("X") }).parts).toHaveLength(1);
  });
});
