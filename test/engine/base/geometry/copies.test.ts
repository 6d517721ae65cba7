import { expect, it } from "vitest";
import type { Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { EqualRings } from "../../../../engine/base/geometry/copies.ts";

const box = (w: number, h: number): Ring => [
  [0, 0],
  [w, 0],
  [w, h],
  [0, h],
];

it("numbers equal lists of rings alike, and others not, also of the same sum", () => {
  const copies = new EqualRings();
  const lists: Ring[][] = [
    [box(2, 1)],
    [box(1, 2)],
    [box(2, 1), box(1, 1)],
    [[...box(2, 1), ...box(1, 1)]],
    [[...box(2, 1)].reverse()],
    // Each point weighs x + 1.3 y.
    [[...box(2, 1).slice(0, 3), [1.3, 0]]],
    [],
  ];
  expect(lists.map((rings) => copies.numberOf(rings))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const again = lists.map((rings) => rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y])));
  expect(again.map((rings) => copies.numberOf(rings))).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
