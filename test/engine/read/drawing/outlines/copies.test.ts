/** What is drawn twice goes once, and what neighbours share stays with both. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../../engine/base/contract/read-options.ts";
import {
  arc,
  arch,
  block,
  circle,
  ellipse,
  insert,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
} from "../../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], options: ReadOptions = {}) => readEntities(entities, {}, options);
const codes = (entities: Tag[]) => read(entities).findings.map(({ code, count }) => [code, count]);

describe("copies", () => {
  it.each<[string, Tag[], number]>([
    ["the same line again, the other way round", line(100, 0, 0, 0), 1],
    ["a piece of a side", line(20, 60, 70, 60), 1],
    ["a line of no length", line(50, 60, 50, 60), 1],
    ["the whole outline as a polyline", rectangle(0, 0, 100, 60), 4],
    ["the hole as two half circles", [...arc(50, 30, 5, 0, 180), ...arc(50, 30, 5, 180, 360)], 1],
    ["a piece of the hole", arc(50, 30, 5, 300, 80), 1],
    ["the hole again", circle(50, 30, 5), 1],
  ])("%s goes and is told", (_, copy, count) => {
    const plain = [...sides(0, 0, 100, 60), ...circle(50, 30, 5)];
    const { data, findings } = read([...plain, ...copy]);
    expect(data).toEqual({ ...read(plain).data, entity_count: data.entity_count });
    expect(
      findings.filter(({ code }) => /removed/.test(code)).reduce((sum, finding) => sum + finding.count, 0),
    ).toBe(count);
  });

  it("of a line that reaches further keep only what is new", () => {
    const { data, findings } = read([...sides(0, 0, 100, 60), ...line(70, 0, 120, 0)]);
    expect(data.area).toBe(6000);
    expect(data.cut_paths[1]).toEqual([
      [100, 0],
      [120, 0],
    ]);
    expect(findings).toMatchObject([{ code: "open-outside" }, { code: "overlaps-removed", count: 1 }]);
  });

  it.each<[string, Tag[], Tag[], number]>([
    ["a line", line(200, 0, 300, 0), line(300, 0, 200, 0), 1],
    ["an arc", arc(200, 0, 10, 0, 90), arc(200, 0, 10, 0, 90), 1],
    ["a line on a corner", line(100, 60, 150, 60), line(150, 60, 100, 60), 1],
    ["a spline", arch(false), arch(true), 2],
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
    expect(findings.filter(({ code }) => /removed/.test(code))).toMatchObject([
      { code: "duplicates-removed", count },
    ]);
  });

  it("are no copies where two parts share an edge: both keep it", () => {
    const shared = [...sides(0, 0, 10, 10), ...sides(10, 0, 10, 10)];
    expect(read(shared).parts.map(({ area }) => area)).toEqual([100, 100]);
    const partly = [...sides(0, 0, 100, 10), ...sides(30, 10, 20, 10)];
    expect(read(partly).parts.map(({ area }) => area)).toEqual([1000, 200]);
    expect(codes(shared)).toEqual([
      ["shared-edges", 2],
      ["several-parts", 2],
    ]);
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
      expect(findings).toMatchObject([{ code: "open-outside" }, { code: "duplicates-removed", count: 1 }]);
    }
  });

  it("are never lines at an angle to each other, whatever their lengths", () => {
    for (const size of [20, 30, 60, 90, 100]) {
      const { data, findings } = read([...sides(0, 0, size, size), ...line(0, 0, size, size)], {
        sharedEdges: "scores",
      });
      expect(data.area).toBe(size * size);
      expect(findings.map(({ code }) => code)).toEqual(["open-cuts"]);
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
      [50, [[600, 0], ...Array(9).fill([100, 0])]],
    ] as const) {
      const frame = rectangle(0, 0, width, 30);
      for (const drawn of [
        [...frame, ...squares],
        [...squares, ...frame],
      ])
        expect(read(drawn).parts.map(({ area, holes }) => [area, holes.length])).toEqual(areas);
    }
  });

  it("are never steps of a fine curve, however closely they follow each other", () => {
    const steps = 100;
    const at = (step: number) => [
      50 + 0.15 * Math.cos((2 * Math.PI * step) / steps),
      0.3 + 0.15 * Math.sin((2 * Math.PI * step) / steps),
    ];
    const fine = Array.from({ length: steps }, (_, i) => i).flatMap((i) => {
      const [[x, y], [u, v]] = [at(i), at((i + 1) % steps)] as [[number, number], [number, number]];
      return line(x, y, u, v);
    });
    const { parts, findings } = read([...sides(0, 0, 100, 60), ...fine, ...sides(50.2, 0.2, 0.2, 0.2)]);
    expect(parts).toMatchObject([{ holes: [{ length: steps + 1 }, { length: 5 }] }]);
    expect(findings).toEqual([]);
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
      expect(read(drawn, { sharedEdges: "scores" }).parts.map(({ area }) => area)).toEqual([3600]);
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
    expect(findings.map(({ code }) => code)).toEqual(["shared-edges", "several-parts"]);
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
      const { data, parts } = read(drawn, { sharedEdges: "scores" });
      expect(parts).toHaveLength(1);
      expect(data.area).toBe(6000);
    }
  });

  it("are no copies where a corner of the part is cut out along both of its sides", () => {
    const { parts } = read([...sides(0, 0, 100, 50), ...sides(80, 40, 20, 10)]);
    expect(parts.map(({ area }) => area)).toEqual([4800, 200]);
  });
});

describe("a block that is inserted thousands of times at one place", () => {
  const array = (count: number): Tag[] => [
    [70, count],
    [71, count],
  ];
  const shapes: [string, Tag[], number, number][] = [
    ["a plate with a hole", [...rectangle(0, 0, 100, 60), ...circle(50, 30, 10)], 1, 5],
    ["ellipses that cross", [...ellipse(0, 0, 40, 3, 0.5), ...ellipse(10, 0, 40, 3, 0.5)], 2, 2],
  ];

  it.each(shapes)("as %s is read as if it were there once", (_, shape, parts, curves) => {
    const read = (copies: number) =>
      readEntities([...insert("B", 0, 0), ...array(copies)], { blocks: block("B", shape) });
    const [once, often] = [read(1), read(100)];
    expect(often.parts).toEqual(once.parts);
    expect(often.parts).toHaveLength(parts);
    const removed = often.findings.filter(({ code }) => code === "duplicates-removed");
    expect(removed.map(({ count }) => count)).toEqual([9999 * curves]);
    expect(often.findings.map(({ code }) => code)).not.toContain("too-many-crossings");
    expect(often.account.duplicate / (9999 * once.account.drawn)).toBeCloseTo(1, 9);
    expect(often.account.cut).toBeCloseTo(once.account.cut, 6);
  });

  it("as loose lines that neighbours share stays as many parts", () => {
    const shape = [...sides(0, 0, 50, 60), ...sides(50, 0, 50, 60)];
    const { parts, findings } = readEntities([...insert("B", 0, 0), ...array(100)], {
      blocks: block("B", shape),
    });
    expect(parts.map(({ area }) => area)).toEqual([3000, 3000]);
    expect(findings.map(({ code }) => code)).not.toContain("too-many-crossings");
  });

  it("or a hair beside it, as loose lines, is read as if it were there once", () => {
    const shape = [...sides(0, 0, 100, 60), ...line(50, 0, 50, 60)];
    const row: Tag[] = [
      [70, 900],
      [44, 1e-5],
    ];
    const { parts, findings, account } = readEntities([...insert("B", 0, 0), ...row], {
      blocks: block("B", shape),
    });
    expect(parts.map(({ area }) => area.toFixed(1))).toEqual(["3000.0", "3000.0"]);
    expect(findings.map(({ code }) => code)).toContain("near-duplicates");
    expect(findings.map(({ code }) => code)).not.toContain("too-many-crossings");
    expect(account.duplicate / (899 * 380)).toBeCloseTo(1, 4);
  });
});
