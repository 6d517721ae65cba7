/** Lines of touching parts as a graph, and the strokes over it, on figures that can be reckoned by hand. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { graphOf } from "../../../../../engine/write/toolpath/common/graph.ts";
import { blockOf } from "../../../../../engine/write/toolpath/common/trails.ts";
import type { Vertex } from "../../../../../engine/write/toolpath/path/arcs.ts";

const ring = (...points: Point[]) => points.map(([x, y]): Vertex => [x, y, 0]);

/** Every order of some things. */
function orders<Thing>(things: Thing[]): Thing[][] {
  if (things.length < 2) return [things];
  return things.flatMap((first, i) =>
    orders(things.filter((_, k) => k !== i)).map((others) => [first, ...others]),
  );
}

/** From which end to which each stroke runs, the border left out; the ends in one order, as either may be first. */
function strokes(paths: Vertex[][]): Point[][] {
  const trails = blockOf(graphOf(paths, 1)).trails.filter(({ closed }) => !closed);
  return trails
    .map(({ path }) => [path[0]!, path.at(-1)!].map(([x, y]): Point => [x, y]).sort(compare))
    .sort(([a], [b]) => compare(a!, b!));
}
const compare = ([ax, ay]: Point, [bx, by]: Point) => ax - bx || ay - by;

describe("a line that leans against another", () => {
  // The upper part's line begins on the lower one's, 50 before its end, and rises by so much over 100.
  const shared = (rise: number) => {
    const lower = ring([0, 0], [100, 0], [100, 40], [0, 40]);
    const upper = ring([50, 40], [150, 40 + rise], [150, 80], [50, 80]);
    return [
      [lower, upper],
      [upper, lower],
    ].map((paths) =>
      graphOf(paths, 1).edges.reduce((sum, { owners, length }) => sum + (owners.length > 1 ? length : 0), 0),
    );
  };

  it("is shared as far as both run, while it stays within 6 µm there", () => {
    for (const rise of [0, 0.004, 0.008, 0.0115])
      expect(shared(rise)).toEqual([expect.closeTo(50, 3), expect.closeTo(50, 3)]);
  });

  it("is not shared where it leaves that before the other ends", () => {
    for (const rise of [0.0125, 0.016, 0.02, 0.1]) expect(shared(rise)).toEqual([0, 0]);
  });
});

describe("strokes over shared lines", () => {
  it("run straight on where a line forks, whichever part comes first", () => {
    const high = 40 + 60 * Math.tan(Math.PI / 6);
    const parts = [
      ring([0, 0], [100, 0], [100, 40], [0, 40]),
      ring([40, 40], [100, 40], [100, high]),
      ring([0, 40], [40, 40], [100, high], [100, 100], [0, 100]),
    ];
    for (const paths of orders(parts))
      expect(strokes(paths)).toEqual([
        [
          [0, 40],
          [100, 40],
        ],
        [
          [40, 40],
          [100, high],
        ],
      ]);
  });

  it("end at a corner", () => {
    const parts = [
      ring([0, 0], [100, 0], [100, 40], [60, 40], [60, 80], [0, 80]),
      ring([60, 40], [100, 40], [100, 80], [60, 80]),
    ];
    for (const paths of orders(parts))
      expect(strokes(paths)).toEqual([
        [
          [60, 40],
          [60, 80],
        ],
        [
          [60, 40],
          [100, 40],
        ],
      ]);
  });

  it("cross each other", () => {
    const boxAt = (x: number, y: number) => ring([x, y], [x + 40, y], [x + 40, y + 30], [x, y + 30]);
    for (const paths of orders([boxAt(0, 0), boxAt(40, 0), boxAt(0, 30), boxAt(40, 30)]))
      expect(strokes(paths)).toEqual([
        [
          [0, 30],
          [80, 30],
        ],
        [
          [40, 0],
          [40, 60],
        ],
      ]);
  });
});

describe("the border of a block", () => {
  // Three by three boxes without the middle one: a pocket, whose corner another gap touches from outside.
  const boxes = (missing: [number, number][]) =>
    Array.from({ length: 9 }, (_, i): [number, number] => [i % 3, Math.floor(i / 3)])
      .filter(([i, j]) => !missing.some(([k, l]) => k === i && l === j))
      .map(([i, j]) =>
        ring([i * 40, j * 30], [i * 40 + 40, j * 30], [i * 40 + 40, j * 30 + 30], [i * 40, j * 30 + 30]),
      );

  it.each([
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ])("leaves out a pocket that touches a gap at %d %d in one corner", (i, j) => {
    const paths = boxes([
      [1, 1],
      [i, j],
    ]);
    for (const k of paths.keys()) {
      const turned = [...paths.slice(k), ...paths.slice(0, k)];
      const { border } = blockOf(graphOf(turned, 1));
      const corners = border.filter(([x, y]) => x > 0 && x < 120 && y > 0 && y < 90);
      // The pocket has only that corner, once.
      expect(corners).toEqual([[i === 0 ? 40 : 80, j === 0 ? 30 : 60]]);
    }
  });
});
