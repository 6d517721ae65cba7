/** Where the reader's tolerances end: the same shape on this side and on that one. */
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
} from "../../../helpers/drawing/dxf.ts";

const codesOf = (entities: Tag[]) => readEntities(entities).findings.map(({ code }) => code);

describe("ends that do not quite meet", () => {
  /** A square whose last corner is open by this much. */
  const square = (x: number, y: number, gap: number) => [
    ...line(x, y, x + 100, y),
    ...line(x + 100, y, x + 100, y + 100),
    ...line(x + 100, y + 100, x, y + 100),
    ...line(x, y + 100, x, y + gap),
  ];

  it("are one point far from the origin, where numbers hardly tell them apart, and a gap near it", () => {
    expect(codesOf(square(0, 0, 0.004))).toEqual(["ends-joined"]);
    expect(codesOf(square(8e9, 8e9, 0.004))).toEqual([]);
    expect(codesOf(square(8e9, 8e9, 0.02))).toEqual(["ends-joined"]);
  });
});

describe("the border of a sheet of paper", () => {
  const paper = rectangle(0, 0, 297, 210);
  const part = rectangle(60, 70, 80, 40);
  /** Its lines, 20 mm from the paper's sides, end this far from the paper's corners. */
  const border = (short: number) => [
    ...line(short, 20, 297 - short, 20),
    ...line(short, 190, 297 - short, 190),
    ...line(20, short, 20, 210 - short),
    ...line(277, short, 277, 210 - short),
  ];

  it("is one if its lines come near each other, and else lines of a part", () => {
    const has = (short: number) => codesOf([...paper, ...border(short), ...part]).includes("drawing-frame");
    expect([20, 26, 30, 90].map(has)).toEqual([true, true, true, false]);
  });
});

describe("loose lines of two layers, one of each in turn", () => {
  it("are the same outlines as two polylines", () => {
    const [first, second] = [sides(0, 0, 60, 60, "A"), sides(30, 30, 70, 50, "B")];
    const one = first.length / 4;
    const mixed = Array.from({ length: 4 }, (_, i) => [
      ...first.slice(i * one, (i + 1) * one),
      ...second.slice(i * one, (i + 1) * one),
    ]).flat();
    const whole = [...rectangle(0, 0, 60, 60, "A"), ...rectangle(30, 30, 70, 50, "B")];
    const read = (entities: Tag[]) => {
      const { parts, findings } = readEntities(entities);
      return [parts.map(({ area }) => area).sort(), findings.map(({ code, count }) => [code, count])];
    };
    expect(read(mixed)).toEqual(read(whole));
  });
});

describe("an extrusion", () => {
  const along = (entity: Tag[], [x, y, z]: [number, number, number]): Tag[] => [
    ...entity,
    [210, x],
    [220, y],
    [230, z],
  ];

  it.each<[string, Tag[]]>([
    ["an arc", [...arc(10, 20, 30, 0, 180)]],
    ["a circle", circle(10, 20, 30)],
    [
      "a polyline",
      polyline([
        [0, 0],
        [30, 0, 0.5],
        [0, 40],
      ]),
    ],
  ])("means the same for %s however long its arrow is", (_, entity) => {
    const read = (direction: [number, number, number]) => {
      const { data, paths } = readEntities(along(entity, direction));
      return [data.bounds, data.perimeter, paths.length];
    };
    const near = (values: unknown) =>
      JSON.parse(JSON.stringify(values), (_key, value) =>
        typeof value === "number" ? expect.closeTo(value, 6) : value,
      );
    expect(read([0, 0, -7])).toEqual(near(read([0, 0, -1])));
    expect(read([3, 0, 4])).toEqual(near(read([0.6, 0, 0.8])));
    expect(read([0, 0.001, -0.5])).toEqual(near(read([0, 0.002, -1])));
  });
});

describe("a plate among many strokes that bound nothing", () => {
  it("has its holes, wherever it lies", () => {
    for (const at of [0, 700, -5000]) {
      const strokes = Array.from({ length: 40 }, (_, i) => line(at + 200, 5 * i, at + 260, 5 * i + 3)).flat();
      const plate = [
        ...rectangle(at, 0, 100, 60),
        ...circle(at + 30, 30, 10),
        ...rectangle(at + 60, 20, 20, 20),
      ];
      const { parts } = readEntities([...strokes, ...plate]);
      expect(parts.map(({ holes }) => holes.length)).toEqual([2]);
      expect(parts[0]!.area).toBeCloseTo(6000 - 400 - 100 * Math.PI, 6);
    }
  });
});

describe("a side drawn twice, the first time with a gap", () => {
  it("keeps what was drawn first, its gap closed", () => {
    const first = [
      ...line(0, 0, 44.9975, 0, "FIRST"),
      ...line(45.0025, 0, 100, 0, "FIRST"),
      ...line(100, 0, 100, 60, "FIRST"),
      ...line(100, 60, 0, 60, "FIRST"),
      ...line(0, 60, 0, 0, "FIRST"),
    ];
    const again = polyline(
      [
        [0, 0],
        [20, -0.02],
        [100, 0],
      ],
      false,
      "AGAIN",
    );
    const { parts, findings } = readEntities([...first, ...again]);
    expect(parts.map(({ area }) => area)).toEqual([6000]);
    expect(findings.map(({ code }) => code).sort()).toEqual(["ends-joined", "near-duplicates"]);
  });
});

describe("a spline through points, without tangents", () => {
  const through = (points: [number, number][]): Tag[] => [
    [0, "SPLINE"],
    [8, "0"],
    [70, 8],
    [71, 3],
    [72, 0],
    [73, 0],
    [74, points.length],
    ...points.flatMap(([x, y]): Tag[] => [
      [11, x],
      [21, y],
    ]),
  ];

  it("is the same curve from either end", () => {
    const points: [number, number][] = [
      [0, 0],
      [20, 35],
      [45, 30],
      [80, 50],
      [100, 0],
    ];
    const [there, back] = [points, points.toReversed()].map(
      (run) => readEntities([...through(run), ...line(0, 0, 100, 0)]).data,
    );
    expect(there!.area).toBeGreaterThan(2000);
    expect(back!.area).toBeCloseTo(there!.area, 4);
    expect(back!.perimeter).toBeCloseTo(there!.perimeter!, 4);
    expect(back!.bounds.max_y).toBeCloseTo(there!.bounds.max_y, 4);
  });
});
