import fc from "fast-check";
import Flatbush from "flatbush";
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { FreeBoxes } from "../../../../engine/write/toolpath/order/free.ts";
import { orderContours } from "../../../../engine/write/toolpath/order/order.ts";
import type { PlacedContour } from "../../../../engine/write/toolpath/path/contour.ts";
import { nearestNeighbour, numbers, SHEETS, square, travel } from "../../../helpers/drawing/contours.ts";
import { winding } from "../../../helpers/program.ts";
import { Random } from "../../../helpers/random.ts";

const names = (contours: PlacedContour[]) =>
  contours.map(({ placement, hole }) => `${placement}/${hole ?? "outer"}`);

/** By brute force: does the first ring lie inside the second? */
const within = (a: PlacedContour, b: PlacedContour) =>
  a !== b && a.ring.every((point) => winding(point, b.ring) !== 0);

describe("the cutting order", () => {
  it("cuts holes before their exterior, parts in a hole before the ring around them, to any depth", () => {
    const contours = [
      square(0, 0, 0, 100),
      square(0, 10, 10, 80, 0),
      square(1, 40, 40, 6),
      square(1, 42, 42, 2, 0),
      square(2, 20, 20, 60),
      square(2, 30, 30, 40, 0),
    ];
    expect(names(orderContours(contours))).toEqual(["1/0", "1/outer", "2/0", "2/outer", "0/0", "0/outer"]);
  });

  it("holds for rings that share their edges", () => {
    const contours = [square(0, 0, 0, 30), square(0, 10, 10, 10, 0), square(1, 10, 10, 10)];
    expect(names(orderContours(contours))).toEqual(["1/outer", "0/0", "0/outer"]);
  });

  it("never stalls on layouts that make no sense", () => {
    const twins = [square(0, 0, 0, 10), square(1, 0, 0, 10), square(2, 0, 0, 10)];
    expect(names(orderContours(twins)).sort()).toEqual(["0/outer", "1/outer", "2/outer"]);
    const [a, b] = [square(0, 0, 0, 10), square(1, 100, 0, 10)];
    const crossed = [a, square(0, 90, -10, 40, 0), b, square(1, -10, -10, 40, 0)];
    expect(names(orderContours(crossed)).sort()).toEqual(["0/0", "0/outer", "1/0", "1/outer"]);
  });

  it("is nearly as short as the shortest of all orders from all starts 3 mm apart", () => {
    const spot = fc.record({ x: fc.integer({ min: 0, max: 90 }), y: fc.integer({ min: 0, max: 90 }) });
    const spots = fc.uniqueArray(spot, { minLength: 2, maxLength: 5, selector: ({ x, y }) => `${x},${y}` });
    let [total, best] = [0, 0];
    const check = (squares: { x: number; y: number }[], holed: boolean) => {
      const contours = squares.map(({ x, y }, i) => square(i, 20 * x, 20 * y, 15));
      if (holed) contours.push(square(0, 20 * squares[0]!.x + 4, 20 * squares[0]!.y + 4, 5, 0));
      const shortest = Math.min(...permutations(contours).filter(isSafe).map(shortestEntries));
      const found = travel(orderContours(contours));
      // Between two starts of the grid the way may be shorter, by 3 mm for each contour at most.
      expect(found).toBeGreaterThanOrEqual(shortest - 3 * contours.length);
      total += found;
      best += shortest;
    };
    fc.assert(fc.property(spots, fc.boolean(), check), { numRuns: 60, seed: 5 });
    expect(total / best).toBeLessThan(1.01);
  });

  it("goes over rows of equal parts by fours that meet at their corners", () => {
    const rows = Array.from({ length: 400 }, (_, i) => square(i, 22 * (i % 20), 22 * Math.floor(i / 20), 16));
    // From corner to corner it is 6 mm, and 3 of 4 steps are so short; row by row every step would take 22.
    expect(travel(orderContours(rows))).toBeLessThan(400 * 14);
  });

  it("travels a fifth less than the nearest neighbour alone on sheets of 500 contours", () => {
    for (const make of Object.values(SHEETS)) {
      const contours = make();
      const ordered = orderContours(contours);
      expect(isSafe(ordered)).toBe(true);
      expect(travel(ordered) / nearestNeighbour(contours)).toBeLessThan(0.8);
    }
  });

  it("cuts everything once, inside before outside, and the same way every time", () => {
    const part = fc.record({
      x: fc.integer({ min: 0, max: 9 }),
      y: fc.integer({ min: 0, max: 9 }),
      holes: fc.integer({ min: 0, max: 2 }),
      guest: fc.boolean(),
    });
    const check = (parts: { x: number; y: number; holes: number; guest: boolean }[]) => {
      const contours = parts.flatMap(({ x, y, holes, guest }, i) => {
        const [px, py] = [x * 40, y * 40];
        const all = [square(2 * i, px, py, 30)];
        for (let h = 0; h < holes; h++) all.push(square(2 * i, px + 2 + 14 * h, py + 2, 12, h));
        if (guest && holes > 0) all.push(square(2 * i + 1, px + 5, py + 5, 5));
        return all;
      });
      const shuffled = [...contours].sort((a, b) => areaKey(a) - areaKey(b));
      const ordered = orderContours(shuffled);
      expect(names(ordered).sort()).toEqual(names(contours).sort());
      expect(orderContours(shuffled)).toEqual(ordered);
      for (const [i, early] of ordered.entries())
        for (const late of ordered.slice(i + 1)) expect(within(late, early)).toBe(false);
      for (const { ring, placement, hole, start } of ordered) {
        expect(distanceTo(start, ring)).toBeLessThan(1e-9);
        const source = contours.find((c) => c.placement === placement && c.hole === hole)!;
        expect(ring.map(String).sort()).toEqual(source.ring.map(String).sort());
      }
    };
    const apart = fc.uniqueArray(part, {
      maxLength: 25,
      selector: ({ x, y }: { x: number; y: number }) => `${x},${y}`,
    });
    fc.assert(fc.property(apart, check), { numRuns: 60, seed: 11 });
  });

  it("comes to an end on coordinates that leave no digits to gain by", () => {
    const next = numbers(9);
    const far = () => Math.round(next() * 40) * 1e-6 + 1e9;
    const contours = Array.from({ length: 150 }, (_, i) => square(i, far() * (i % 2 ? 1 : -1), far(), 1e-6));
    expect(names(orderContours(contours)).sort()).toEqual(names(contours).sort());
  });

  it("accepts nothing to cut", () => {
    expect(orderContours([])).toEqual([]);
  });
});

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** Holes come before their exterior. */
function isSafe(contours: PlacedContour[]): boolean {
  const done = new Set<number>();
  return contours.every(({ placement, hole }) =>
    hole === null ? done.add(placement) : !done.has(placement),
  );
}

/** The shortest way in this order, over all choices of entries on the grid. */
function shortestEntries(contours: PlacedContour[]): number {
  let reach: [Point, number][] = [[[0, 0], 0]];
  for (const entries of [...contours.map(({ ring }) => gridOn(ring)), [[0, 0]] as Point[]])
    reach = entries.map((to) => [
      to,
      Math.min(...reach.map(([from, length]) => length + Math.hypot(to[0] - from[0], to[1] - from[1]))),
    ]);
  return reach[0]![1];
}

/** Points on a ring, 3 mm apart. */
function gridOn(ring: Point[]): Point[] {
  return ring.flatMap(([x, y], i): Point[] => {
    const [nx, ny] = ring[(i + 1) % ring.length]!;
    const count = Math.ceil(Math.hypot(nx - x, ny - y) / 3);
    return Array.from(
      { length: count },
      (_, k): Point => [x + ((nx - x) * k) / count, y + ((ny - y) * k) / count],
    );
  });
}

/** How far a point lies from a ring's outline. */
function distanceTo([x, y]: Point, ring: Point[]): number {
  const distances = ring.map(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(ax + share * dx - x, ay + share * dy - y);
  });
  return Math.min(...distances);
}

/** An order that has nothing to do with position: a hash of the first corner. */
function areaKey({ ring }: PlacedContour): number {
  const [x, y] = ring[0] as Point;
  return (
    Math.sin(x * 12.9898 + y * 78.233) * 43758.5453 -
    Math.floor(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453)
  );
}

describe("the nearest boxes that are left", () => {
  it("are those that a look at all of them finds", () => {
    const random = new Random(3);
    const number = (most: number) => Math.floor(most * random.next());
    const boxes = Array.from({ length: 90 }, () => {
      const [min_x, min_y] = [number(400), number(400)];
      return { min_x, min_y, max_x: min_x + number(40), max_y: min_y + number(40) };
    });
    const tree = new Flatbush(boxes.length);
    for (const { min_x, min_y, max_x, max_y } of boxes) tree.add(min_x, min_y, max_x, max_y);
    tree.finish();
    const late = [...boxes.keys()].filter((i) => i % 3 === 0);
    const free = new FreeBoxes(boxes, tree, (i) => !late.includes(i));
    const left = new Set([...boxes.keys()].filter((i) => !late.includes(i)));
    const away = (i: number, x: number, y: number) => {
      const { min_x, min_y, max_x, max_y } = boxes[i]!;
      return Math.hypot(Math.max(min_x - x, x - max_x, 0), Math.max(min_y - y, y - max_y, 0));
    };
    while (left.size > 3) {
      const [x, y] = [number(500) - 50, number(500) - 50];
      const distances = (found: number[]) => found.map((i) => away(i, x, y).toFixed(9));
      const wanted = [...left].filter((i) => i % 5 !== 0).sort((a, b) => away(a, x, y) - away(b, x, y));
      expect(distances(free.nearest(x, y, 4, (i) => i % 5 !== 0))).toEqual(distances(wanted.slice(0, 4)));
      const all = [...left].sort((a, b) => away(a, x, y) - away(b, x, y));
      expect(distances(free.nearest(x, y, 4))).toEqual(distances(all.slice(0, 4)));
      const [gone] = [...left].slice(number(left.size));
      free.takeAway(gone!);
      left.delete(gone!);
      const come = late.pop();
      if (come === undefined) continue;
      free.add(come);
      left.add(come);
    }
  });
});
