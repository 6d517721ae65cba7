/** Which scrap holds a bridge: the sheet's edge, whole or thin, and what walls and parts cut off. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { Obstacles } from "../../../../../engine/write/toolpath/path/obstacles.ts";
import { type ScrapCut, ScrapMap } from "../../../../../engine/write/toolpath/tabs/scrap.ts";
import { box } from "../../../../helpers/rings.ts";

/** A sheet of 100 × 60, a kerf of 0.2, bridges of 2. */
function holds(
  at: Point,
  direction: Point,
  { parts = [box(0, 0, 0, 0)].slice(1), walls = [] as ScrapCut[] } = {},
) {
  const obstacles = new Obstacles(parts.map((ring) => ({ rings: [ring], x: 0, y: 0 })));
  return new ScrapMap({ obstacles, walls, width: 100, height: 60, radius: 0.1 }, 2).holds(at, direction);
}
const diagonal = Math.SQRT1_2;

describe("scrap beside the edge of a sheet", () => {
  it.each<[string, Point, Point, "whole" | "thin" | null]>([
    ["far from every edge", [50, 30], [1, 0], "whole"],
    ["just as far as a bridge needs", [98.5, 30], [1, 0], "whole"],
    ["nearer to the right edge", [98.7, 30], [1, 0], "thin"],
    ["nearer to the left edge", [1.3, 30], [-1, 0], "thin"],
    ["nearer to the top", [50, 58.7], [0, 1], "thin"],
    ["nearer to the bottom", [50, 1.3], [0, -1], "thin"],
    ["hardly any", [99.7, 30], [1, 0], null],
    ["hardly any at the top", [50, 59.7], [0, 1], null],
    ["near the edge, but away from it", [99.7, 30], [-1, 0], "whole"],
    ["aslant to a near edge", [50, 59.05], [diagonal, diagonal], "thin"],
    ["aslant to hardly any", [50, 59.8], [diagonal, diagonal], null],
  ])("%s", (_, at, direction, expected) => expect(holds(at, direction)).toBe(expected));
});

describe("scrap that a wall or parts cut off", () => {
  /** Four bars round a place: an island of 20 × 20, with a way out as wide as is left at one corner. */
  const around = (way: number) => [
    box(38, 18, 24, 2),
    box(38, 40, 24, 2),
    box(38, 20, 2, 20),
    box(60, 20, 2, 20 - way),
  ];

  it("holds nothing on an island", () => {
    expect(holds([50, 30], [1, 0], { parts: around(0) })).toBe(null);
  });

  it("holds where the way out is as wide as a bridge with both its kerfs, and not where it is narrower", () => {
    expect(holds([50, 30], [1, 0], { parts: around(4) })).toBe("whole");
    expect(holds([50, 30], [1, 0], { parts: around(1.5) })).toBe(null);
  });

  it("holds nothing behind a wall that runs through the bridge", () => {
    const walls: ScrapCut[] = [
      [
        [51.5, 0],
        [51.5, 60],
      ],
    ];
    expect(holds([50, 30], [1, 0], { walls })).toBe(null);
    expect(holds([50, 30], [-1, 0], { walls })).toBe("whole");
  });
});
