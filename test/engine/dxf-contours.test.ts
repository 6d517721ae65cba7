/** Loose ends become contours, copies go, and rings nest by depth. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../engine/dxf/drawing.ts";
import {
  arc,
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  spline,
  type Tag,
} from "../helpers/dxf.ts";

const read = (entities: Tag[], options: ReadOptions = {}) => readEntities(entities, {}, options);
/** Two spans from (200, 0) to (230, 0), drawn from either end. */
const arch = (backwards: boolean): Tag[] => {
  const control = [
    [200, 0],
    [205, 20],
    [212, 25],
    [226, 15],
    [230, 0],
  ];
  const knots = [0, 0, 0, 0, 1, 2, 2, 2, 2];
  return spline({ degree: 3, knots, control: backwards ? control.reverse() : control });
};
const codes = (entities: Tag[]) => read(entities).findings.map(({ code, count }) => [code, count]);

describe("joining", () => {
  const gapped = (gap: number) => [
    ...line(gap, 0, 100, 0),
    ...line(100, 60, 100, gap),
    ...line(0, 60, 100, 60),
    ...line(0, 60, 0, 0),
  ];

  it.each([
    [1e-9, true, []],
    [0.0005, true, []],
    [0.02, true, [["ends-joined", 2]]],
    [0.04, true, [["ends-joined", 2]]],
    [0.2, false, [["gaps-left-open", 2]]],
    [5, false, []],
  ])("treats gaps of %f mm as they deserve", (gap, closes, findings) => {
    const { data } = read(gapped(gap));
    expect(data.geometry.exterior.length > 0).toBe(closes);
    if (closes) expect(data.area).toBeCloseTo(6000, -Math.log10(gap * 100));
    expect(codes(gapped(gap))).toEqual(findings);
  });

  it("counts gaps of one width as many times whichever of them rounding makes smaller", () => {
    for (const shift of [0, 1e-9, -1e-9]) {
      const ends = [0, 0.5 - shift, 1 + shift, 1.5];
      const fan = ends.map((x, i) => line(x, 0, 40 * i, 100));
      for (const drawn of [fan, [...fan].reverse()])
        expect(codes(drawn.flat())).toEqual([["gaps-left-open", 1]]);
    }
  });

  it("takes the caller's tolerance", () => {
    expect(read(gapped(0.2), { joinTolerance: 0.5 }).data.area).toBeCloseTo(6000, 1);
    expect(read(gapped(0.02), { joinTolerance: 0 }).data.area).toBe(0);
  });

  it("joins the nearest ends first", () => {
    // The stray line ends 0.04 beside the corner, the true neighbour 0.01.
    const { data } = read([
      ...polyline(
        [
          [0.01, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
        false,
      ),
      ...line(0.04, -0.04, 5, -5),
    ]);
    expect(data.area).toBeCloseTo(100, 1);
  });

  it("keeps a part apart from a line that ends on its corner or crosses it from corner to corner", () => {
    for (const more of [
      line(100, 60, 150, 90),
      line(0, 0, 100, 60),
      [...line(0, 0, 100, 60), ...line(-30, 0, 0, 0)],
    ]) {
      const { data, parts } = read([...sides(0, 0, 100, 60), ...more]);
      expect(parts).toHaveLength(1);
      expect(data.area).toBe(6000);
    }
  });

  it("keeps the outline whole when score lines run across it", () => {
    const scored = [0, 10, 20, 30, 40].flatMap((x): Tag[] => [
      ...(x < 40 ? [...line(x, 0, x + 10, 0), ...line(x, 50, x + 10, 50)] : []),
      ...line(x, 0, x, 50),
    ]);
    const { data, parts } = read(scored);
    expect(parts).toHaveLength(1);
    expect(data.area).toBe(2000);
    expect(data.cut_paths).toHaveLength(4);
  });

  it("keeps the outline of an angle whole when a line runs from its inner corner to an outer one", () => {
    const angle = [
      [0, 0],
      [100, 0],
      [100, 60],
      [30, 60],
      [30, 20],
      [0, 20],
    ];
    for (const turn of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const [cos, sin] = [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)];
      const at = angle.map(([x, y]) => [x! * cos - y! * sin, x! * sin + y! * cos]);
      const between = (p: number, q: number) => line(at[p]![0]!, at[p]![1]!, at[q]![0]!, at[q]![1]!);
      const { data, paths } = read([...angle.flatMap((_, i) => between(i, (i + 1) % 6)), ...between(4, 1)]);
      expect(data.area).toBeCloseTo(4800, 6);
      expect(paths.map(({ role, length }) => [role, Math.round(length)])).toEqual([
        ["exterior", 320],
        ["open", 73],
      ]);
    }
  });

  it("makes two parts of squares that touch at a corner, drawn with loose lines", () => {
    const { parts } = read([...sides(0, 0, 10, 10), ...sides(10, 10, 20, 20)]);
    expect(parts.map(({ area }) => area)).toEqual([400, 100]);
  });

  it("joins within a layer before it looks at others", () => {
    const { parts } = read([
      ...sides(0, 0, 10, 10, "A"),
      ...sides(10, 0, 10, 10, "B"),
      ...line(0, 0, 10, 10, "C"),
    ]);
    expect(parts.map(({ area }) => area)).toEqual([100, 100]);
    const mixed = [...line(0, 0, 9, 0, "A"), ...line(9, 0, 9, 9, "B"), ...line(9, 9, 0, 0, "C")];
    expect(read(mixed).data.area).toBe(40.5);
  });

  it("joins parts of half a millimetre by their own measure", () => {
    const { data } = read([...sides(0, 0, 0.5, 0.3), ...circle(0.25, 0.15, 0.05)]);
    expect(data.area / (0.15 - Math.PI * 0.0025)).toBeCloseTo(1, 7);
  });

  it("keeps its digits a million millimetres from the origin", () => {
    const { data } = read([...sides(1e6, 2e6, 100, 60), ...circle(1e6 + 50, 2e6 + 30, 5)]);
    expect(data.area).toBeCloseTo(6000 - 25 * Math.PI, 6);
  });
});

describe("copies", () => {
  it.each<[string, Tag[], number]>([
    ["the same line again, the other way round", line(100, 0, 0, 0), 1],
    ["a piece of a side", line(20, 60, 70, 60), 1],
    ["a line of no length", line(50, 60, 50, 60), 1],
    ["the whole outline as a polyline", rectangle(0, 0, 100, 60), 4],
    ["the hole as two half circles", [...arc(50, 30, 5, 0, 180), ...arc(50, 30, 5, 180, 360)], 2],
    ["a piece of the hole", arc(50, 30, 5, 300, 80), 1],
    ["the hole again", circle(50, 30, 5), 1],
  ])("%s goes and is told", (_, copy, count) => {
    const plain = [...sides(0, 0, 100, 60), ...circle(50, 30, 5)];
    const { data, findings } = read([...plain, ...copy]);
    expect(data).toEqual({ ...read(plain).data, entity_count: data.entity_count });
    expect(findings.reduce((sum, finding) => sum + finding.count, 0)).toBe(count);
  });

  it("of a line that reaches further keep only what is new", () => {
    const { data, findings } = read([...sides(0, 0, 100, 60), ...line(70, 0, 120, 0)]);
    expect(data.area).toBe(6000);
    expect(data.cut_paths[1]).toEqual([
      [100, 0],
      [120, 0],
    ]);
    expect(findings).toMatchObject([{ code: "overlaps-removed", count: 1 }]);
  });

  it.each<[string, Tag[], Tag[], number]>([
    ["a line", line(200, 0, 300, 0), line(300, 0, 200, 0), 1],
    ["an arc", arc(200, 0, 10, 0, 90), arc(200, 0, 10, 0, 90), 1],
    ["a line on a corner", line(100, 60, 150, 60), line(150, 60, 100, 60), 1],
    ["a spline", arch(false), arch(true), 1],
    [
      "a line that runs back to its start",
      line(200, 0, 300, 0),
      polyline(
        [
          [200, 0],
          [300, 0],
        ],
        true,
      ),
      2,
    ],
  ])("of %s that belongs to no ring go as well", (_, once, twice, count) => {
    const plain = [...sides(0, 0, 100, 60), ...once];
    const { data, findings } = read([...plain, ...twice]);
    expect(data).toEqual({ ...read(plain).data, entity_count: data.entity_count });
    expect(findings).toMatchObject([{ code: "duplicates-removed", count }]);
  });

  it("are no copies where two parts share an edge: both keep it", () => {
    const shared = [...sides(0, 0, 10, 10), ...sides(10, 0, 10, 10)];
    expect(read(shared).parts.map(({ area }) => area)).toEqual([100, 100]);
    const partly = [...sides(0, 0, 100, 10), ...sides(30, 10, 20, 10)];
    expect(read(partly).parts.map(({ area }) => area)).toEqual([1000, 200]);
    expect(codes(shared)).toEqual([["several-parts", 2]]);
  });

  it.each([
    ["upright", [0, 1]],
    ["level", [1, 0]],
    ["leaning", [0.6, 0.8]],
  ])("of a short line on a longer one go, %s ones as well", (_, [x, y]) => {
    const from = (start: number, length: number) =>
      line(7 + start * x!, 3 + start * y!, 7 + (start + length) * x!, 3 + (start + length) * y!);
    for (const start of [0, 20, 430]) {
      const { data, findings } = read([...from(0, 450), ...from(start, 20)]);
      expect(data.perimeter).toBeCloseTo(450, 9);
      expect(findings).toMatchObject([{ code: "duplicates-removed", count: 1 }]);
    }
  });

  it("are never lines at an angle to each other, whatever their lengths", () => {
    for (const size of [20, 30, 60, 90, 100]) {
      const { data, findings } = read([...sides(0, 0, size, size), ...line(0, 0, size, size)]);
      expect(data.area).toBe(size * size);
      expect(findings).toEqual([]);
    }
  });

  it("are no copies in a sheet of squares or bricks drawn one by one, even if all of it is drawn again", () => {
    const tiles = (w: number, shift: number) =>
      [0, 1, 2, 3].flatMap((row) =>
        [0, 1, 2].flatMap((column) => sides(w * column + shift * (row % 2), 10 * row, w, 10)),
      );
    for (const sheet of [tiles(10, 0), [...tiles(10, 0), ...tiles(10, 0)], tiles(20, 10)]) {
      const { data, parts } = read(sheet);
      expect(parts).toHaveLength(12);
      expect(data.cut_paths).toHaveLength(12);
      expect(new Set(parts.map(({ area }) => area)).size).toBe(1);
    }
  });

  it("are no copies in squares drawn one by one on the closed frame of a sheet", () => {
    const squares = [0, 10, 20].flatMap((y) => [0, 10, 20].flatMap((x) => sides(x, y, 10, 10)));
    for (const [width, areas] of [
      [30, Array(9).fill([100, 0])],
      [50, [[600, 9]]],
    ] as const) {
      const frame = rectangle(0, 0, width, 30);
      for (const drawn of [
        [...frame, ...squares],
        [...squares, ...frame],
      ])
        expect(read(drawn).parts.map(({ area, holes }) => [area, holes.length])).toEqual(areas);
    }
  });

  it("never take from a contour what a line that leads to a dead end has, however long that is", () => {
    const upright = [
      ...[0, 20, 40].flatMap((y) => [...line(0, y, 0, y + 20), ...line(60, y, 60, y + 20)]),
      ...line(0, 0, 60, 0),
      ...line(0, 60, 60, 60),
    ];
    const score = [...line(0, 20, 60, 20), ...line(60, 40, 0, 40)];
    const longer = [...line(0, -30, 0, 90), ...line(60, 90, 60, -30)];
    for (const drawn of [
      [...upright, ...score, ...longer],
      [...longer, ...score, ...upright],
    ])
      expect(read(drawn).parts.map(({ area }) => area)).toEqual([3600]);
  });

  it("are no copies where two parts share a border of several edges", () => {
    const border = [...line(40, 0, 50, 20), ...arc(50, 30, 10, 270, 90), ...line(50, 40, 45, 60)];
    const left = [...line(40, 0, 0, 0), ...line(0, 0, 0, 60), ...line(0, 60, 45, 60)];
    const right = [...line(40, 0, 100, 0), ...line(100, 0, 100, 60), ...line(100, 60, 45, 60)];
    const { data, parts, findings } = read([...left, ...border, ...border, ...right]);
    const round = 50 * Math.PI;
    expect(parts.map(({ area }) => Math.round(1e6 * area))).toEqual(
      [2850 + round, 3150 - round].map((area) => Math.round(1e6 * area)),
    );
    expect(data.cut_paths).toHaveLength(2);
    expect(findings.map(({ code }) => code)).toEqual(["several-parts"]);
  });

  it.each<[string, Tag[]]>([
    ["loose lines", sides(30, 10, 20, 10)],
    ["a polyline", rectangle(30, 10, 20, 10)],
  ])(
    "are no copies where a neighbour of %s lies on a side, even if lines end on its corners",
    (_, neighbour) => {
      const ending = [...line(30, 10, 30, 4), ...line(50, 10, 50, 4)];
      const { data, parts } = read([...sides(0, 0, 100, 10), ...neighbour, ...ending]);
      expect(parts.map(({ area }) => area)).toEqual([1000, 200]);
      expect(data.cut_paths.map((path) => path.length)).toEqual([5, 5, 2, 2]);
    },
  );

  it("are no copies where a longer line lies on a side that a score line ends on", () => {
    const plate = [
      ...[0, 20, 40].flatMap((x): Tag[] => [...line(x, 100, x + 20, 100), ...line(x, 0, x + 20, 0)]),
      ...line(0, 0, 0, 100),
      ...line(60, 0, 60, 100),
      ...line(20, 0, 20, 100),
    ];
    const longer = [...line(0, 100, 45, 100), ...line(45, 100, 50, 90)];
    for (const drawn of [plate, [...plate, ...longer], [...longer, ...plate]]) {
      const { data, parts } = read(drawn);
      expect(parts).toHaveLength(1);
      expect(data.area).toBe(6000);
    }
  });

  it("are no copies where a corner of the part is cut out along both of its sides", () => {
    const { parts } = read([...sides(0, 0, 100, 50), ...sides(80, 40, 20, 10)]);
    expect(parts.map(({ area, holes }) => [area, holes.length])).toEqual([[4800, 1]]);
  });
});

describe("nesting", () => {
  it("takes turns: part, hole, part in the hole, hole in that", () => {
    const rings = [200, 160, 100, 60].flatMap((size) => rectangle(-size / 2, -size / 2, size, size));
    const { data, parts, findings } = read([...rings, ...circle(150, 0, 10)]);
    expect(parts.map(({ area }) => area)).toEqual([
      40000 - 25600,
      10000 - 3600,
      expect.closeTo(100 * Math.PI, 8),
    ]);
    expect(data.area).toBe(14400);
    expect(data.cut_paths).toHaveLength(5);
    expect(findings).toMatchObject([{ code: "several-parts", count: 3 }]);
  });

  it("takes what its holes fill for the frame around parts, not for a part without material", () => {
    const tiles = [
      ...rectangle(0, 0, 10, 30),
      ...rectangle(10, 0, 20, 30),
      ...rectangle(15, 5, 5, 5),
      ...rectangle(0, 30, 30, 10),
    ];
    const areas = [
      [575, 1],
      [300, 0],
      [300, 0],
    ];
    const framed = read([...rectangle(0, 0, 30, 40), ...tiles]);
    expect(framed.parts.map(({ area, holes }) => [area, holes.length])).toEqual(areas);
    expect(framed.findings.map(({ code, count }) => [code, count])).toEqual([
      ["duplicates-removed", 4],
      ["several-parts", 3],
    ]);
    const inHole = read([...rectangle(-10, -10, 60, 60), ...rectangle(0, 0, 30, 40), ...tiles]);
    expect(inHole.parts.map(({ area, holes }) => [area, holes.length])).toEqual([[2400, 1], ...areas]);
  });

  it("takes a hole that touches the outline for a hole", () => {
    const { data } = read([...rectangle(0, 0, 10, 10), ...circle(5, 5, 5)]);
    expect(data.area).toBeCloseTo(100 - 25 * Math.PI, 8);
    const flush = read([...rectangle(0, 0, 10, 10), ...rectangle(2, 0, 3, 4)]);
    expect(flush.data.area).toBe(88);
  });

  it("takes stacked rectangles for neighbours, whichever comes first", () => {
    const boxes = [rectangle(0, 0, 10, 10), rectangle(0, 10, 10, 5), rectangle(10, 0, 4, 15)];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const { parts } = read(order.flatMap((i) => boxes[i]!));
      expect(parts.map(({ area }) => area)).toEqual([100, 60, 50]);
    }
  });

  it("measures a contour that crosses itself by even-odd, and says so", () => {
    const { data, findings } = read(
      polyline([
        [0, 0],
        [100, 60],
        [100, 0],
        [0, 60],
      ]),
    );
    expect(data.area).toBeCloseTo(3000, 2);
    expect(findings).toMatchObject([{ code: "self-intersecting", count: 1 }]);
  });

  it("does so where the crossing is a corner of the contour as well, and not where corners merely touch", () => {
    const crossing = polyline([
      [0, 0],
      [50, 30],
      [100, 60],
      [100, 0],
      [50, 30],
      [0, 60],
    ]);
    expect(read(crossing).data.area).toBeCloseTo(3000, 2);
    expect(codes(crossing)).toEqual([["self-intersecting", 1]]);
    const touching = polyline([
      [0, 0],
      [50, 30],
      [0, 60],
      [100, 60],
      [50, 30],
      [100, 0],
    ]);
    expect(read(touching).data.area).toBe(3000);
    expect(codes(touching)).toEqual([]);
  });

  it("keeps a closed spline whole where a line ends on one of its knots", () => {
    const [x, y] = read(arch(false)).paths[0]!.curves.map(({ x1, y1 }) => [x1, y1])[0]!;
    const closed = [...arch(false), ...line(200, 0, 230, 0)];
    const plain = read(closed);
    const { data, parts } = read([...closed, ...line(x!, y!, 150, 70)]);
    expect(parts).toHaveLength(1);
    expect(data.area).toBe(plain.data.area);
    expect(data.cut_paths).toHaveLength(2);
  });

  it("says when contours cross each other", () => {
    expect(codes([...rectangle(0, 0, 10, 10), ...rectangle(5, 5, 10, 10)])).toContainEqual([
      "contours-cross",
      1,
    ]);
  });

  it("does not take a contour for a hole of one that it crosses, nor of one beside that", () => {
    const entities = [
      ...rectangle(0, 0, 120, 60),
      ...circle(40, 30, 20),
      ...polyline([
        [-30, 30],
        [40, -40],
        [110, 30],
        [40, 100],
      ]),
    ];
    const { parts } = read(entities);
    expect(parts.reduce((sum, { holes }) => sum + holes.length, 0)).toBe(1);
    expect(parts).toHaveLength(2);
  });

  it("does not take tangent circles for crossing ones", () => {
    expect(codes([...circle(0, 0, 50), ...circle(20, 0, 30), ...circle(-40, 0, 10)])).toEqual([]);
  });
});
