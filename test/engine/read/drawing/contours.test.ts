/** Loose ends become contours, and rings nest by depth. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../engine/base/contract/read-options.ts";
import {
  arc,
  arch,
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], options: ReadOptions = {}) => readEntities(entities, {}, options);
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
    [
      0.2,
      false,
      [
        ["gaps-left-open", 2],
        ["open-outside", 2],
      ],
    ],
    [
      5,
      false,
      [
        ["gaps-left-open", 2],
        ["open-outside", 2],
      ],
    ],
    [20, false, [["open-outside", 2]]],
  ])("treats gaps of %f mm as they deserve", (gap, closes, findings) => {
    const { data } = read(gapped(gap));
    expect(data.geometry.exterior.length > 0).toBe(closes);
    if (closes) expect(data.area).toBeCloseTo(6000, -Math.log10(gap * 100));
    expect(codes(gapped(gap))).toEqual(findings);
  });

  it.each([
    ["around nothing", [], "open-outside"],
    ["around holes", circle(50, 30, 5), "open-outside"],
  ])("tells an outline that lacks a side as one gap: %s", (_, within, code) => {
    const open = [...line(0, 0, 100, 0), ...line(100, 0, 100, 60), ...line(0, 60, 100, 60)];
    expect(codes([...open, ...within])).toEqual([
      ["gaps-left-open", 1],
      [code, 1],
    ]);
    expect(read([...open, ...within]).openEnds).toMatchObject([{ width: 60 }]);
  });

  it.each<[what: string, sides: [number, number, number, number][], width: number, area: number]>([
    [
      "two sides",
      [
        [0, 0, 40, 0],
        [43, 0, 100, 0],
        [100, 0, 100, 60],
        [100, 60, 62, 60],
        [60, 60, 0, 60],
        [0, 60, 0, 0],
      ],
      3,
      6000,
    ],
    [
      "a side and two corners",
      [
        [0, 0, 97, 0],
        [100, 3, 100, 60],
        [100, 60, 3, 60],
        [0, 57, 0, 40],
        [0, 36, 0, 0],
      ],
      Math.sqrt(3 * 3 + 3 * 3),
      6000 - 9,
    ],
  ])("tells an outline that is open in %s, and joining closes it", (_, sides, width, area) => {
    const outline = sides.flatMap((side) => line(...side));
    const drawn = [...circle(200, 30, 5), ...outline];
    const { findings, openEnds } = read(drawn);
    const gaps = findings.filter(({ code }) => code === "gaps-left-open");
    expect(gaps).toMatchObject([{ severity: "stop", count: openEnds.length }]);
    expect(Math.max(...openEnds.map((end) => end.width))).toBe(width);
    const joined = read(drawn, { joinGaps: Number(/of ([\d.]+) mm closes/.exec(gaps[0]!.message)![1]) });
    expect(joined.parts).toHaveLength(2);
    expect(joined.openEnds).toEqual([]);
    expect(joined.data.area).toBeCloseTo(area, 6);
  });

  it.each([
    ["ends at a corner", [100, 0, 60, 30]],
    ["goes on from a corner", [100, 0, 140, 0]],
    ["goes from corner to corner", [100, 0, 0, 60]],
    ["goes from side to side", [50, 0, 50, 60]],
  ])("tells the gap of an outline, and the part that it keeps from being, where a line %s", (_, across) => {
    const outline = [...line(0, 0, 100, 0), ...line(100, 0, 100, 60), ...line(100, 60, 0, 60)];
    const drawn = (gap: number) => [
      ...outline,
      ...line(0, 60, 0, 30 + gap / 2),
      ...line(0, 30 - gap / 2, 0, 0),
      ...line(...(across as [number, number, number, number])),
    ];
    expect(read(drawn(4)).openEnds).toMatchObject([{ width: 4 }]);
    expect(read(drawn(4), { joinGaps: 4 }).openEnds).toEqual([]);
    expect(read(drawn(0)).openEnds).toEqual([]);
  });

  it.each([
    ["ends at a corner", [100, 0, 60, 30]],
    ["goes on from a corner", [100, 0, 140, 0]],
    ["goes from side to side", [50, 0, 50, 60]],
  ])("tells both gaps of an outline where a line %s", (_, across) => {
    const drawn = [
      ...line(0, 0, 100, 0),
      ...line(100, 0, 100, 28),
      ...line(100, 31, 100, 60),
      ...line(100, 60, 0, 60),
      ...line(0, 60, 0, 32),
      ...line(0, 28, 0, 0),
      ...line(...(across as [number, number, number, number])),
    ];
    expect(
      read(drawn)
        .openEnds.map(({ width }) => width)
        .sort(),
    ).toEqual([3, 4]);
    expect(read(drawn, { joinGaps: 4 }).openEnds).toEqual([]);
  });

  it.each([
    ["legs side by side", [...line(0, 0, 60, 0), ...line(20, 0, 20, 90), ...line(24, 0, 24, 90)]],
    [
      "lines in a row, beside some that meet",
      [
        ...line(0, 0, 60, 0),
        ...line(65, 0, 125, 0),
        ...line(0, 20, 60, 20),
        ...line(60, 10, 60, 30),
        ...line(60, 20, 90, 40),
      ],
    ],
    [
      "a funnel between two parts",
      [
        ...rectangle(-50, -10, 40, 50),
        ...line(-10, 0, 48, 8),
        ...rectangle(110, -10, 40, 50),
        ...line(110, 0, 52, 8),
      ],
    ],
    ["slits side by side", [...line(20, 20, 80, 20), ...line(20, 24, 80, 24)]],
    ["sides far apart", [...line(20, 20, 80, 20), ...line(20, 34, 80, 34), ...line(16, 24, 16, 30)]],
    [
      "a stencil in a part",
      [...rectangle(0, 0, 100, 60), ...arc(50, 30, 20, 5, 175), ...arc(50, 30, 20, 185, 355)],
    ],
  ])("takes %s for no outline", (_, entities) => {
    expect(read(entities).openEnds).toEqual([]);
  });

  it.each([
    ["two sides", [...line(0, 0, 100, 0), ...line(100, 0, 100, 60)], [["open-outside", 1]]],
    [
      "a hook within a part",
      [...rectangle(-20, -20, 150, 100), ...line(0, 0, 9, 0), ...line(9, 0, 9, 9), ...line(0, 9, 9, 9)],
      [["open-cuts", 1]],
    ],
  ])("takes %s for an open cut", (_, entities, findings) => {
    expect(codes(entities)).toEqual(findings);
  });

  it("counts gaps of one width as many times whichever of them rounding makes smaller", () => {
    for (const shift of [0, 1e-9, -1e-9]) {
      const ends = [0, 0.5 - shift, 1 + shift, 1.5];
      const fan = ends.map((x, i) => line(x, 0, 40 * i, 100));
      for (const drawn of [fan, [...fan].reverse()])
        expect(codes(drawn.flat())).toEqual([
          ["gaps-left-open", 1],
          ["open-outside", 4],
        ]);
    }
  });

  it.each([0.2, 0.8])("takes lines side by side, %d mm apart, for no gaps", (step) => {
    const slits = Array.from({ length: 40 }, (_, i) => line(20 + step * i, 10, 20 + step * i, 50)).flat();
    expect(codes([...rectangle(0, 0, 100, 60), ...slits])).toEqual([["open-cuts", 40]]);
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

  it("keeps a part apart from a line that ends on its corner, and divides it by one from corner to corner", () => {
    for (const [more, areas] of [
      [line(100, 60, 150, 90), [6000]],
      [line(0, 0, 100, 60), [3000, 3000]],
      [
        [...line(0, 0, 100, 60), ...line(-30, 0, 0, 0)],
        [3000, 3000],
      ],
    ] as const) {
      const { parts } = read([...sides(0, 0, 100, 60), ...more]);
      expect(parts.map(({ area }) => area)).toEqual(areas);
    }
  });

  it("divides an outline by lines across it, or keeps it whole with open cuts, as one asks", () => {
    const scored = [0, 10, 20, 30, 40].flatMap((x): Tag[] => [
      ...(x < 40 ? [...line(x, 0, x + 10, 0), ...line(x, 50, x + 10, 50)] : []),
      ...line(x, 0, x, 50),
    ]);
    const cells = read(scored);
    expect(cells.parts.map(({ area }) => area)).toEqual([500, 500, 500, 500]);
    expect(cells.findings[0]).toMatchObject({ code: "shared-edges", count: 4 });
    const { data, parts } = read(scored, { sharedEdges: "scores" });
    expect(parts).toHaveLength(1);
    expect(data.area).toBe(2000);
    expect(data.cut_paths).toHaveLength(4);
  });

  it("keeps the outline of an angle whole when a line of another layer runs from its inner corner to an outer one", () => {
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
      const between = (p: number, q: number, layer?: string) =>
        line(at[p]![0]!, at[p]![1]!, at[q]![0]!, at[q]![1]!, layer);
      const { data, paths } = read([
        ...angle.flatMap((_, i) => between(i, (i + 1) % 6)),
        ...between(4, 1, "X"),
      ]);
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

  it("keeps the pieces of a line apart whose corner lies on another line", () => {
    const corner = [...line(0, 0, 20, 20), ...line(20, 20, 40, 0)];
    const lengths = (entities: Tag[]) =>
      read(entities)
        .data.cut_paths.map((path) => path.length)
        .sort();
    expect(lengths(corner)).toEqual([3]);
    expect(lengths([...corner, ...line(-20, 20, 60, 20)])).toEqual([2, 2, 2]);
  });

  it("leaves a line or an arc that is shorter than a gap may be as the open cut that it is", () => {
    for (const short of [line(30, 30, 30.04, 30), arc(30, 30, 0.02, 0, 180)])
      expect(codes([...sides(0, 0, 100, 60), ...short])).toEqual([["open-cuts", 1]]);
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

describe("nesting", () => {
  it("takes two rings that nearly cover each other for one", () => {
    const { paths, findings } = read([...circle(0, 0, 50), ...circle(0.01, 0, 50)]);
    expect(paths).toHaveLength(1);
    expect(paths[0]!.length).toBeCloseTo(100 * Math.PI, 1);
    expect(findings[0]!.code).toBe("near-duplicates");
  });

  it("takes a ring drawn again a hair inside, from another corner on, for a copy: of a part and of a hole", () => {
    const corners: [number, number][] = [
      [99.98, 59.98],
      [0.02, 59.98],
      [0.02, 0.02],
      [99.98, 0.02],
    ];
    const inside = corners.map(([x, y]): [number, number] => [20 + 0.3 * x, 20 + 0.3 * y]);
    const { parts, findings } = read([
      ...rectangle(0, 0, 100, 60),
      ...polyline(corners),
      ...rectangle(20, 20, 30, 18),
      ...polyline(inside),
    ]);
    expect(parts.map(({ area, holes }) => [area, holes.length])).toEqual([[5460, 1]]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "near-duplicates", count: 8 }));
  });

  it.each([0.02, 0.03, 0.05, 0.1, 0.12])("takes contours drawn again %f mm outside for one", (apart) => {
    const { parts, findings } = read([
      ...sides(-apart, -apart, 80 + 2 * apart, 50 + 2 * apart),
      ...sides(0, 0, 80, 50),
      ...circle(20, 25, 5),
      ...circle(20, 25, 5 - apart),
    ]);
    const [plate] = parts;
    expect(parts).toHaveLength(1);
    expect(plate!.holes).toHaveLength(1);
    // One of two outlines and of two holes stays, whichever it is.
    const most = (80 + 2 * apart) * (50 + 2 * apart) - Math.PI * (5 - apart) ** 2;
    expect(plate!.area).toBeLessThan(most + 1e-6);
    expect(plate!.area).toBeGreaterThan(4000 - 25 * Math.PI - 1e-6);
    expect(findings).toContainEqual(expect.objectContaining({ code: "near-duplicates" }));
  });

  it("takes a contour drawn again a little to the side for one, where the two cross", () => {
    const { parts } = read([...rectangle(0, 0, 80, 50), ...rectangle(0.1, 0.1, 80, 50)]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.area).toBeGreaterThan(3986);
    expect(parts[0]!.area).toBeLessThan(4014);
  });

  it.each([
    ["a ring of 0.2 mm", [...circle(0, 0, 15), ...circle(0, 0, 14.8)], Math.PI * (225 - 14.8 ** 2), 1],
    ["a slot of 0.1 mm", [...rectangle(0, 0, 80, 50), ...rectangle(20, 20, 30, 0.1)], 3997, 1],
    ["a wall of 0.1 mm", [...rectangle(0, 0, 80, 50), ...rectangle(0.1, 10, 20, 30)], 3400, 1],
  ])("keeps %s", (_, entities, area, holes) => {
    const { parts } = read(entities);
    expect(parts.map((part) => [part.area, part.holes.length])).toEqual([[expect.closeTo(area, 6), holes]]);
  });

  it.each([0.004, 0.03])("leaves out line ends that go %f mm into the material past a corner", (slip) => {
    const { parts, paths, findings, account } = read([
      ...line(0, 0, 100, 0),
      ...line(100, 0, 100, 40),
      ...line(100, 40, 40 - slip, 40),
      ...line(40, 40 - slip, 40, 100),
      ...line(40, 100, 0, 100),
      ...line(0, 100, 0, 0),
    ]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6400, 6)]);
    expect(paths.filter(({ role }) => role === "open")).toEqual([]);
    expect(account.overshoot).toBeCloseTo(2 * slip, 9);
    expect(findings.map(({ code }) => code)).not.toContain("gaps-left-open");
  });

  it("keeps four plates apart that overlap each other by a hair", () => {
    const { parts } = read([
      ...rectangle(0, 0, 100, 60),
      ...rectangle(99.98, 0, 50, 60),
      ...rectangle(0, 59.98, 100, 60),
      ...rectangle(99.98, 59.98, 50, 60),
    ]);
    expect(parts.map(({ area }) => Math.round(area / 10) * 10)).toEqual([6000, 6000, 3000, 3000]);
  });

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
    expect(findings).toMatchObject([
      { code: "parts-in-holes", count: 1 },
      { code: "several-parts", count: 3 },
    ]);
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
      ["shared-edges", 3],
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

  it("does so where the crossing is a corner of the contour as well, and tells where corners merely touch", () => {
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
    const bent = polyline([
      [0, 0],
      [100, 60],
      [100, 0],
      [50, 30],
      [0, 45],
    ]);
    expect(read(bent).data.area).toBeCloseTo(2625, 2);
    expect(codes(bent)).toEqual([["self-intersecting", 1]]);
    const touching = polyline([
      [0, 0],
      [50, 30],
      [0, 60],
      [100, 60],
      [50, 30],
      [100, 0],
    ]);
    expect(read(touching).data.area).toBe(3000);
    expect(codes(touching)).toEqual([["contours-touch", 1]]);
  });

  const runsToHole = polyline([
    [0, 0],
    [100, 0],
    [100, 60],
    [0, 60],
    [0, 30],
    [40, 30],
    [40, 40],
    [60, 40],
    [60, 20],
    [40, 20],
    [40, 30],
    [0, 30],
  ]);

  it.each([
    ["alone", [], 1, 1, 40],
    ["with a hole beside the way", circle(80, 30, 5), 1, 2, 40],
    ["with an edge of another part", rectangle(100, 0, 20, 60), 2, 1, 100],
    [
      "in a window of another part",
      [...rectangle(-50, -50, 300, 200), ...rectangle(-10, -10, 120, 80)],
      2,
      1,
      40,
    ],
  ])(
    "cuts the way once on which a contour runs to a hole and back, and says so: %s",
    (_, others, count, holes, duplicate) => {
      const { parts, findings, account } = read([...runsToHole, ...others]);
      expect(parts).toHaveLength(count);
      const part = parts.find(({ area }) => Math.abs(area - 5600) < 100)!;
      expect(part.holes).toHaveLength(holes);
      expect(account).toMatchObject({ open: 40, duplicate });
      expect(findings).toContainEqual(expect.objectContaining({ code: "duplicates-removed", count: 1 }));
      expect(findings).toContainEqual(expect.objectContaining({ code: "open-cuts", count: 1 }));
    },
  );

  it("cuts the way to a hole that a side of the hole goes on from, straight ahead", () => {
    const { parts, findings, account } = read(
      polyline([
        [0, 0],
        [20, 0],
        [20, 18],
        [30, 18],
        [30, 30],
        [20, 30],
        [20, 18],
        [20, 0],
        [100, 0],
        [100, 60],
        [0, 60],
      ]),
    );
    expect(parts).toMatchObject([{ area: 6000 - 120, holes: [expect.anything()] }]);
    expect(account).toMatchObject({ open: 18, duplicate: 18 });
    expect(findings.map(({ code }) => code)).not.toContain("near-duplicates");
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

  it("reads a small contour that lies mostly in a large one and crosses its border as a notch", () => {
    const { parts, findings, account } = read([
      ...rectangle(0, 0, 120, 60),
      ...rectangle(50, 45, 20, 20),
      ...rectangle(115, 20, 10, 4),
    ]);
    expect(parts.map(({ area }) => Math.round(area))).toEqual([7200 - 300 - 20]);
    expect(findings[0]).toMatchObject({ code: "contours-cross", count: 2 });
    expect(account.overshoot).toBeCloseTo(2 * 20 + 2 * 5 + 2 * 4 + 2 * 5, 9);
  });

  it("keeps contours drawn over each other whole, each with its holes", () => {
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
    const { parts, findings } = read(entities);
    // The disc lies in both, and is a hole in the smaller one.
    expect(parts.map(({ area }) => Math.round(area))).toEqual([9800, 5943]);
    expect(findings[0]!.code).toBe("contours-cross");
  });

  it("does not take tangent circles for crossing ones, and tells where they touch", () => {
    expect(codes([...circle(0, 0, 50), ...circle(20, 0, 30), ...circle(-40, 0, 10)])).toEqual([
      ["contours-touch", 2],
    ]);
  });
});

describe("an open polyline", () => {
  it("whose first and last lines cross is a part with two ends beyond its corner", () => {
    const { parts, account } = readEntities(
      polyline(
        [
          [-2, 0],
          [100, 0],
          [100, 60],
          [0, 60],
          [0, -2],
        ],
        false,
      ),
    );
    expect(parts.map(({ area }) => area)).toEqual([6000]);
    expect(account.cut).toBeCloseTo(320, 9);
    expect(account.overshoot).toBeCloseTo(4, 9);
  });
});

describe("a line across a part", () => {
  const inColour = (colour: number, tags: Tag[]) =>
    tags.flatMap((tag): Tag[] => (tag[0] === 8 ? [tag, [62, colour]] : [tag]));
  /** A notch in its upper side, drawn in two colours. */
  const outline = [
    ...inColour(5, [...line(0, 0, 100, 0), ...line(100, 0, 100, 60), ...line(100, 60, 60, 60)]),
    ...inColour(4, [
      ...line(60, 60, 50, 40),
      ...line(50, 40, 40, 60),
      ...line(40, 60, 0, 60),
      ...line(0, 60, 0, 0),
    ]),
  ];

  it.each([
    ["divides nothing in a third colour", 3, 1],
    ["divides the part in a colour of the outline", 4, 4],
  ])("%s", (_, colour, count) => {
    // Through the notch, where it bounds a face outside of the part.
    const { parts, findings } = readEntities([...outline, ...inColour(colour, line(0, 20, 100, 70))]);
    expect(parts).toHaveLength(count);
    if (count === 1) expect(parts[0]!.area).toBeCloseTo(5800, 9);
    expect(findings.some(({ code }) => code === "dividers-kept-open")).toBe(count === 1);
  });
});
