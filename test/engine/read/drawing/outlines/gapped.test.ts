/** Outlines that gaps or overshoots keep open are outlines to whatever is told of texts and lines beside them. */
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../../engine/base/contract/read-options.ts";
import { arc, circle, line, readEntities, type Tag, text } from "../../../../helpers/drawing/dxf.ts";

type Place = [x: number, y: number];

/** A polygon of loose lines that end so far before the next one; those at `welded` corners meet it. */
function gapped(corners: readonly Place[], gap: number, welded: readonly number[] = []): Tag[] {
  return corners.flatMap(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % corners.length]!;
    const share = welded.includes(i) ? 0 : gap / Math.hypot(x1 - x0, y1 - y0);
    return line(x0, y0, x1 - share * (x1 - x0), y1 - share * (y1 - y0));
  });
}

/** A polygon of loose lines; those at `beyond` begin and end so far beyond their corners. */
function overshot(corners: readonly Place[], beyond: readonly number[], length = 2): Tag[] {
  return corners.flatMap(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % corners.length]!;
    const share = beyond.includes(i) ? length / Math.hypot(x1 - x0, y1 - y0) : 0;
    const [x, y] = [share * (x1 - x0), share * (y1 - y0)];
    return line(x0 - x, y0 - y, x1 + x, y1 + y);
  });
}

const read = (entities: Tag[], options: ReadOptions = {}) => readEntities(entities, {}, options);
const box: Place[] = [
  [0, 0],
  [100, 0],
  [100, 60],
  [0, 60],
];
const wedge: Place[] = [
  [0, 0],
  [100, 0],
  [30, 60],
];
const below = text(20, -8, "4 Stk S235 t=3", 5);

describe("an outline with gaps or overshoots and a text beside it", () => {
  it.each<[what: string, entities: Tag[], gap: number, gaps: number, area: number]>([
    ["a hair", gapped(box, 0.06), 0.06, 4, 6000],
    ["0.8 mm", gapped(box, 0.8), 0.8, 4, 6000],
    ["3 mm", gapped(box, 3), 3, 4, 6000],
    ["0.8 mm at one corner", gapped(box, 0.8, [1, 2, 3]), 0.8, 1, 6000],
    ["0.8 mm at sharp corners", gapped(wedge, 0.8), 0.8, 3, 3000],
    [
      "0.5 mm before an arc",
      [...line(0, 0, 99.5, 0), ...arc(100, 30, 30, -90, 90), ...line(100, 60, 0, 60), ...line(0, 60, 0, 0)],
      0.5,
      1,
      6000 + Math.PI * 450,
    ],
  ])("is told, and made when the gaps are joined: %s", (_, outline, gap, gaps, area) => {
    const drawn = [...outline, ...circle(35, 20, 6), ...below];
    const open = read(drawn);
    expect(open.account.construction).toBe(0);
    expect(open.openEnds).toHaveLength(gaps);
    const joined = read(drawn, { joinGaps: 1.01 * gap });
    expect(joined.parts).toHaveLength(1);
    expect(joined.data.area / (area - Math.PI * 36)).toBeCloseTo(1, 2);
    expect(joined.openEnds).toEqual([]);
  });

  it.each<[what: string, outline: Tag[], area: number]>([
    ["at all corners", overshot(box, [0, 1, 2, 3]), 6000],
    ["at sharp corners", overshot(wedge, [0, 1, 2]), 3000],
    ["at both ends of a side", overshot(box, [0]), 6000],
    [
      "beyond an arc",
      [...line(103, 0, -2, 0), ...arc(100, 30, 30, -90, 90), ...line(100, 60, -2, 60), ...line(0, 62, 0, -2)],
      6000 + Math.PI * 450,
    ],
  ])("is made where lines run on beyond corners: %s", (_, outline, area) => {
    const { parts, account } = read([...outline, ...circle(45, 20, 6), ...text(105, -2, "PART 12", 4)]);
    expect(parts.map((part) => part.area)).toEqual([expect.closeTo(area - Math.PI * 36, 6)]);
    expect(account.construction).toBe(0);
    expect(account.overshoot).toBeGreaterThan(1);
  });

  it("is made where one corner has a gap and the others overshoots", () => {
    const gap = [
      ...line(0, 0, 99.2, 0),
      ...line(100, 0, 100, 62),
      ...line(102, 60, -2, 60),
      ...line(0, 62, 0, 0),
    ];
    const { parts } = read([...gap, ...text(103, 63, "PART 12", 4)], { joinGaps: 1 });
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000, 6)]);
  });

  it("is made where ends that will be joined lie aside of each other", () => {
    const aside = [
      ...line(0, 0, 90, 0),
      ...arc(90.03, 10.03, 10, -90, 0),
      ...line(100, 10, 100, 60),
      ...line(100, 60, 0, 60),
      ...line(0, 60, 0, 0),
    ];
    for (const label of [
      text(101, 1, "PART 12", 4),
      text(101, 11, "PART 12", 4),
      text(76, 1, "PART 12", 4),
    ]) {
      const { parts, account } = read([...aside, ...label]);
      expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(5978.5, 0)]);
      expect(account.construction).toBe(0);
    }
  });

  describe("where lines of a dimension begin at its corners", () => {
    const hole = circle(35, 20, 6);
    const measure = [
      ...line(0, -12, 100, -12),
      ...line(-1, -13, 1, -11),
      ...line(99, -13, 101, -11),
      ...text(45, -11, "100", 3),
    ];
    const dimension = [...line(0, 0, 0, -13), ...line(100, 0, 100, -13), ...measure];

    it("does not go along them", () => {
      const { parts, paths } = read([...gapped(box, 0), ...hole, ...dimension]);
      expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - Math.PI * 36, 6)]);
      expect(paths.filter(({ role }) => role === "open")).toEqual([]);
    });

    it("does not go along them where its own lines overshoot, beyond where those begin", () => {
      const witnesses = [...line(0, -1, 0, -13), ...line(100, -1, 100, -13)];
      const label = text(103, 61, "PART 12", 4);
      const drawn = [...overshot(box, [0, 1, 2, 3]), ...hole, ...witnesses, ...measure, ...label];
      const { parts, account } = read(drawn);
      expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - Math.PI * 36, 6)]);
      expect(account.construction).toBeCloseTo(100 + 2 * 12 + 2 * Math.hypot(2, 2), 6);
    });

    it("goes on beside them", () => {
      const above = text(20, 63, "4 Stk S235 t=3", 5);
      const drawn = [...gapped(box, 0.8, [0, 3]), ...hole, ...dimension, ...above];
      expect(read(drawn).openEnds).toHaveLength(2);
      expect(read(drawn, { joinGaps: 1 }).data.area).toBeCloseTo(6000 - Math.PI * 36, 0);
    });
  });
});
