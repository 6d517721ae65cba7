/** A HELIX is cut as what it is from above: a circle, an arc, or the spiral of its spline. */
import { describe, expect, it } from "vitest";
import { readEntities, rectangle, spline, type Tag } from "../../../helpers/drawing/dxf.ts";

interface Shape {
  turns: number;
  /** At the start and by its own word. */
  radii?: [start: number, said: number];
  axis?: [number, number, number];
  right?: boolean;
}

/** Around (50, 20); the spline that comes with it is a quarter of a spiral. */
function helix({ turns, radii = [10, 10], axis = [0, 0, 1], right = true }: Shape): Tag[] {
  const drawn = spline({
    degree: 2,
    knots: [0, 0, 0, 1, 1, 1],
    control: [
      [60, 20],
      [60, 40],
      [50, 40],
    ],
  });
  return [
    ...drawn.map(([code, value]): Tag => (code === 0 ? [0, "HELIX"] : [code, value])),
    [100, "AcDbHelix"],
    [10, 50],
    [20, 20],
    [30, 0],
    [11, 50 + radii[0]],
    [21, 20],
    [31, 0],
    [12, axis[0]],
    [22, axis[1]],
    [32, axis[2]],
    [40, radii[1]],
    [41, turns],
    [42, 1],
    [290, Number(right)],
  ];
}

const bounds = (shape: Shape) => readEntities(helix(shape)).data.bounds;

describe("a HELIX", () => {
  it("of whole turns is a circle, and what goes around again is told as a duplicate", () => {
    const { parts, account, findings } = readEntities([...rectangle(0, 0, 30, 30), ...helix({ turns: 2.5 })]);
    expect(parts.map(({ area }) => area)).toEqual([900, expect.closeTo(100 * Math.PI, 9)]);
    expect(account.duplicate).toBeCloseTo(1.5 * 20 * Math.PI, 9);
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["duplicates-removed", "not-level"]),
    );
    expect(findings.map(({ code }) => code)).not.toContain("entities-skipped");
  });

  it("of less than a turn is an arc that turns as it rises", () => {
    const up = { min_x: 50, min_y: 20, max_x: 60, max_y: 30 };
    const down = { min_x: 50, min_y: 10, max_x: 60, max_y: 20 };
    expect(bounds({ turns: 0.25 })).toEqual(up);
    expect(bounds({ turns: 0.25, right: false })).toEqual(down);
    expect(bounds({ turns: 0.25, axis: [0, 0, -1] })).toEqual(down);
  });

  it.each<[string, Shape]>([
    ["widens", { turns: 1, radii: [10, 20] }],
    ["lies on its side", { turns: 1, axis: [1, 0, 0] }],
  ])("that %s is its spline from above", (_, shape) => {
    expect(bounds(shape)).toEqual({ min_x: 50, min_y: 20, max_x: 60, max_y: 40 });
  });
});
