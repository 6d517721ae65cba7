/** Area that a tool shuts in, against a flood over a raster that shares nothing with it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Enclosure, Tangled } from "../../../engine/verify/sweep/enclosure.ts";

const SIDE = 12;
const STEP = 0.1;
/** Ways that are hardly open, or hardly shut, are nobody's to judge on a raster. */
const DOUBT = 0.16;

type Ends = [ax: number, ay: number, bx: number, by: number];

interface Wall {
  ends: Ends;
  radius: number;
}

function distance(x: number, y: number, [ax, ay, bx, by]: Ends): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Places of the raster from which a way leads to the edge, with walls that reach further by `more`. */
function flooded(walls: Wall[], more: number): (x: number, y: number) => boolean {
  const count = Math.round(SIDE / STEP) + 1;
  const free = Array.from({ length: count * count }, (_, k) =>
    walls.every(
      ({ ends, radius }) => distance((k % count) * STEP, Math.floor(k / count) * STEP, ends) > radius + more,
    ),
  );
  const out = new Set<number>();
  const open = free.flatMap((isFree, k) => {
    const [i, j] = [k % count, Math.floor(k / count)];
    return isFree && (i === 0 || j === 0 || i === count - 1 || j === count - 1) ? [k] : [];
  });
  for (let k = open.pop(); k !== undefined; k = open.pop()) {
    if (out.has(k) || !free[k]) continue;
    out.add(k);
    const i = k % count;
    if (i > 0) open.push(k - 1);
    if (i < count - 1) open.push(k + 1);
    open.push(k - count, k + count);
  }
  return (x, y) => out.has(Math.round(y / STEP) * count + Math.round(x / STEP));
}

/** Radii are chosen anew where three outlines meet in one point. */
function shutsIn(walls: Wall[], x: number, y: number): boolean {
  for (let seed = 0; ; seed++)
    try {
      return new Enclosure(
        { ends: Float64Array.from(walls.flatMap(({ ends }) => ends)), radiusOf: (i) => walls[i]!.radius },
        SIDE,
        SIDE,
        seed,
      ).shutsIn(x, y);
    } catch (error) {
      if (!(error instanceof Tangled) || seed === 8) throw error;
    }
}

const whole = fc.integer({ min: 1, max: SIDE - 1 });
const point = fc.tuple(whole, whole);
/** Lines end to end, some of them run over twice, as cuts are. */
const walls = fc
  .tuple(
    fc.array(fc.array(point, { minLength: 2, maxLength: 7 }), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(0.2, 0.45, 0.7),
    fc.boolean(),
  )
  .map(([chains, radius, isClosed]) =>
    chains.flatMap((chain) =>
      (isClosed ? [...chain, chain[0]!] : chain).flatMap(([x, y], i, all): Wall[] => {
        const before = all[i - 1];
        if (!before || (before[0] === x && before[1] === y)) return [];
        return [{ ends: [...before, x, y], radius }];
      }),
    ),
  );

describe("a place among cuts", () => {
  it("is shut in where a flood does not get out, and only there", () => {
    let judged = 0;
    fc.assert(
      fc.property(
        walls,
        fc.array(fc.tuple(whole, whole), { minLength: 12, maxLength: 12 }),
        (given, places) => {
          const [most, least] = [flooded(given, -DOUBT), flooded(given, DOUBT)];
          for (const [px, py] of places) {
            const [x, y] = [px - 0.5, py - 0.5];
            if (most(x, y) !== least(x, y)) continue;
            judged++;
            expect(shutsIn(given, x, y)).toBe(!least(x, y));
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(judged).toBeGreaterThan(200);
  });

  const box = (x: number, y: number, side: number): Ends[] => [
    [x, y, x + side, y],
    [x + side, y, x + side, y + side],
    [x + side, y + side, x, y + side],
    [x, y + side, x, y],
  ];
  const as = (ends: Ends[], radius = 0.1) => ends.map((one) => ({ ends: one, radius }));

  it.each<[string, Wall[], [number, number], boolean]>([
    ["on a bare sheet", [], [6, 6], false],
    ["in a box", as(box(3, 3, 6)), [6, 6], true],
    ["in a box that is cut twice", as([...box(3, 3, 6), ...box(3, 3, 6)]), [6, 6], true],
    ["beside a box", as(box(3, 3, 6)), [2, 2], false],
    ["round a box in a box", as([...box(2, 2, 8), ...box(4, 4, 4)]), [3, 3], true],
    ["left of a box in a box", as([...box(2, 2, 8), ...box(4, 4, 4)]), [3.8, 6], true],
    ["in a box with a way out", as(box(3, 3, 6).slice(1)), [6, 6], false],
    ["in a box that leaves the sheet", as(box(8, 8, 6)), [10, 10], false],
    ["on a cut", as(box(3, 3, 6)), [3.05, 5], true],
    [
      "before a way that is too narrow",
      as([...box(3, 3, 6).slice(1), [3, 3, 5.9, 3], [6.09, 3, 9, 3]]),
      [6, 6],
      true,
    ],
    [
      "before one that is just wide enough",
      as([...box(3, 3, 6).slice(1), [3, 3, 5.9, 3], [6.11, 3, 9, 3]]),
      [6, 6],
      false,
    ],
    ["behind a cross of cuts", as([...box(3, 3, 6), [3, 6, 9, 6], [6, 3, 6, 9]]), [4, 4], true],
  ])("%s", (_, given, [x, y], expected) => expect(shutsIn(given, x, y)).toBe(expected));
});
