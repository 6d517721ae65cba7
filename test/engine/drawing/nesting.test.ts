/** Rings nested deep, in each other's bays, touching and crossing: against what is plain from how they are made. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point, Ring } from "../../../engine/contract/values/geometry.ts";
import { findContainment } from "../../../engine/drawing/arrangement/containment.ts";
import { sortedBy } from "../../../engine/drawing/arrangement/sorted.ts";
import { Random } from "../../helpers/random.ts";

const TOUCH = 1e-3;

/** A ring and the place in the list of the one that directly holds it, or -1. */
interface Known {
  ring: Point[];
  parent: number;
}

describe("nesting of many rings", () => {
  it("finds the holders of ten thousand rings, nested a thousand deep", () => {
    expectNesting(strips(1000, 9));
  });

  it("finds that combs in each other's bays hold only what lies in their own material", () => {
    for (let seed = 0; seed < 8; seed++) expectNesting(combs(12, 25), new Random(seed));
  });

  it("finds that neither of two spirals holds the other, but what is around both", () => {
    for (let seed = 0; seed < 8; seed++) expectNesting(spirals(20), new Random(seed));
  });

  it("looks past two hundred rings that lie beside one to what holds it", () => {
    for (let seed = 0; seed < 8; seed++) expectNesting(stairs(200), new Random(seed));
  });

  it("finds what holds two rings of which each lies below the other somewhere", () => {
    const bar = cornersOf({ x0: 0, y0: 4, x1: 10, y1: 6 });
    const around: Point[] = [
      [-6, 8],
      [11, 8],
      [11, 2],
      [2, 2],
      [2, 0],
      [12, 0],
      [12, 10],
      [-6, 10],
    ];
    const known = [
      { ring: boxAt(-20, -20, 50), parent: -1 },
      { ring: bar, parent: 0 },
      { ring: around, parent: 0 },
    ];
    for (let seed = 0; seed < 200; seed++) expectNesting(known, new Random(seed));
  });

  it("takes rings that share corners and edges for neighbours, or for one in the other", () => {
    const side = fc.integer({ min: 1, max: 8 });
    const corner = fc.integer({ min: 0, max: 12 });
    const scene = fc.array(fc.tuple(corner, corner, side, side), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(scene, fc.nat(), (boxes, seed) => {
        const kept: Box[] = [];
        for (const [x, y, width, height] of boxes) {
          const box = { x0: x, y0: y, x1: x + width, y1: y + height };
          if (kept.every((other) => isNested(box, other))) kept.push(box);
        }
        expectNesting(
          kept.map((box) => ({ ring: cornersOf(box), parent: smallestHolder(box, kept) })),
          new Random(seed),
        );
      }),
      { seed: 20_26, numRuns: 400 },
    );
  });
});

describe("sorting by digits", () => {
  it("agrees with comparing, wherever the keys lie", () => {
    const key = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-9, max: 2e-9 }),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
        const items = [...keys.keys()];
        const sorted = sortedBy(Int32Array.from(items), (item) => keys[item]!);
        expect([...sorted]).toEqual(items.sort((p, q) => keys[p]! - keys[q]! || p - q));
      }),
      { seed: 20_26, numRuns: 300 },
    );
  });
});

describe("crossing", () => {
  it("is found wherever there is any, and only between rings that do cross", () => {
    const coordinate = fc.double({ min: 0, max: 100, noNaN: true });
    const point = fc.tuple(coordinate, coordinate);
    const star = fc.tuple(point, fc.double({ min: 1, max: 40, noNaN: true }), fc.integer({ min: 3, max: 9 }));
    fc.assert(
      fc.property(fc.array(star, { minLength: 2, maxLength: 12 }), (stars) => {
        const rings = stars.map(([[x, y], reach, corners]) =>
          Array.from({ length: corners }, (_, i): Point => {
            const angle = (2 * Math.PI * (i + 0.1)) / corners;
            const far = i % 2 === 0 ? reach : 0.4 * reach;
            return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
          }),
        );
        const { crossing, selfCrossing } = findContainment(
          rings.map((ring) => closed(ring).flat()),
          0,
        );
        const found = [...crossing].map((pair) => [Math.floor(pair / rings.length), pair % rings.length]);
        for (const [p, q] of found) expect(doCross(rings[p!]!, rings[q!]!)).toBe(true);
        const some = rings.some((p, i) => rings.some((q, k) => k < i && doCross(p, q)));
        expect(found.length > 0).toBe(some);
        expect(selfCrossing.size).toBe(0);
      }),
      { seed: 20_26, numRuns: 400 },
    );
  });
});

/** In any order, direction and place, with any corner first. */
function expectNesting(known: Known[], random = new Random(known.length)): void {
  const order = random.shuffle(known.map((_, i) => i));
  const angle = 2 * Math.PI * random.next();
  const [cos, sin] = random.chance(0.5) ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  const rings = order.map((i) => {
    const points = known[i]!.ring.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
    const first = random.int(0, points.length - 1);
    const ring = [...points.slice(first), ...points.slice(0, first)];
    return closed(random.chance(0.5) ? ring : ring.reverse());
  });
  const { parents, depths, crossing, selfCrossing } = findContainment(
    rings.map((ring) => ring.flat()),
    TOUCH,
  );
  const found = new Array<number>(known.length);
  order.forEach((i, place) => {
    found[i] = parents[place]! < 0 ? -1 : order[parents[place]!]!;
  });
  expect(found).toEqual(known.map(({ parent }) => parent));
  const depthOf = (i: number): number =>
    known[i]!.parent < 0 ? 0 : 1 + depths[order.indexOf(known[i]!.parent)]!;
  for (const place of [0, depths.length >> 1, depths.length - 1])
    expect(depths[place]).toBe(depthOf(order[place]!));
  expect([crossing.size, selfCrossing.size]).toEqual([0, 0]);
}

function closed(ring: Point[]): Ring {
  return [...ring, ring[0]!];
}

/** Boxes one in the other; beside each next one there is a strip, in which small rings stand in a row. */
function strips(deep: number, beside: number): Known[] {
  const known: Known[] = [];
  const box = { x0: 0, y0: 0, x1: 2000, y1: 2000 };
  let holder = -1;
  for (let level = 0; level < deep; level++) {
    const own = known.length;
    known.push({ ring: cornersOf(box), parent: holder });
    for (let i = 0; i < beside; i++) {
      const along = (i + 0.3) / beside;
      const [x, y] = [
        [box.x0 + 0.2, box.y0 + along * (box.y1 - box.y0)],
        [box.x1 - 1.2, box.y0 + along * (box.y1 - box.y0)],
        [box.x0 + along * (box.x1 - box.x0), box.y0 + 0.2],
        [box.x0 + along * (box.x1 - box.x0), box.y1 - 1.2],
      ][level % 4]! as Point;
      known.push({ ring: i % 2 === 0 ? boxAt(x, y, 0.9) : hookAt(x, y, 0.9), parent: own });
    }
    box.x0 += level % 4 === 0 ? 1.3 : 0.02;
    box.x1 -= level % 4 === 1 ? 1.3 : 0.02;
    box.y0 += level % 4 === 2 ? 1.3 : 0.02;
    box.y1 -= level % 4 === 3 ? 1.3 : 0.02;
    holder = own;
  }
  return known;
}

/** Combs in a frame, each with its teeth between those of the next one; a hole in each tooth, a ring in each bay. */
function combs(count: number, teeth: number): Known[] {
  const known: Known[] = [{ ring: boxAt(-10, -10, Math.max(8 * teeth, 20 * count) + 40), parent: -1 }];
  for (let comb = 0; comb < count; comb++) {
    const own = known.length;
    const y = 20 * comb;
    // Teeth upwards reach far into the bays of the next comb, whose teeth hang down between them.
    const ring: Point[] = [];
    for (let i = 0; i < teeth; i++)
      ring.push([8 * i + 4, y], [8 * i + 4, y - 9], [8 * i + 6, y - 9], [8 * i + 6, y]);
    ring.push([8 * teeth, y], [8 * teeth, y + 5]);
    for (let i = teeth - 1; i >= 0; i--)
      ring.push([8 * i + 2, y + 5], [8 * i + 2, y + 18], [8 * i, y + 18], [8 * i, y + 5]);
    known.push({ ring, parent: 0 });
    for (let i = 0; i < teeth; i++) {
      known.push({ ring: hookAt(8 * i + 0.5, y + 12, 1), parent: own });
      known.push({ ring: boxAt(8 * i + 4.5, y - 5, 1), parent: own });
      known.push({ ring: boxAt(8 * i + 2.5, y - 6, 1), parent: 0 });
    }
  }
  return known;
}

/** Two arms around each other, with holes all along them and rings between them. */
function spirals(turns: number): Known[] {
  const at = (angle: number, radius: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];
  const radius = (arm: number, angle: number) => 10 + (20 * angle) / (2 * Math.PI) + 10 * arm;
  const angles = Array.from({ length: 24 * turns }, (_, i) => (2 * Math.PI * (i + 0.37)) / 24);
  const arms = [0, 1].map((arm) => ({
    ring: [
      ...angles.map((angle) => at(angle, radius(arm, angle))),
      ...angles.toReversed().map((angle) => at(angle, radius(arm, angle) + 5)),
    ],
    parent: 0,
  }));
  const known: Known[] = [{ ring: boxAt(-25 * turns, -25 * turns, 50 * turns), parent: -1 }, ...arms];
  for (const arm of [0, 1])
    for (const angle of angles.slice(24, -24)) {
      known.push({ ring: boxAt(...at(angle, radius(arm, angle) + 2.5), 0.7), parent: 1 + arm });
      known.push({ ring: hookAt(...at(angle, radius(arm, angle) + 7.5), 0.7), parent: 0 });
    }
  return known;
}

/** Bars in a frame, each above all that start further right. */
function stairs(count: number): Known[] {
  const bars = Array.from({ length: count }, (_, i): Known => {
    const box = { x0: -3 * i, y0: i, x1: 10, y1: i + 0.5 };
    return { ring: cornersOf(box), parent: 0 };
  });
  return [{ ring: boxAt(-4 * count, -10, 5 * count), parent: -1 }, ...bars];
}

function boxAt(x: number, y: number, side: number): Point[] {
  return cornersOf({ x0: x, y0: y, x1: x + side, y1: y + side });
}

/** A box without one of its quarters: no convex ring. */
function hookAt(x: number, y: number, side: number): Point[] {
  const [half, far] = [side / 2, side];
  return [
    [x, y],
    [x + far, y],
    [x + far, y + half],
    [x + half, y + half],
    [x + half, y + far],
    [x, y + far],
  ];
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

function cornersOf({ x0, y0, x1, y1 }: Box): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

function holds(p: Box, q: Box): boolean {
  return p.x0 <= q.x0 && p.y0 <= q.y0 && p.x1 >= q.x1 && p.y1 >= q.y1;
}

/** Two boxes, not the same, one in the other or side by side. */
function isNested(p: Box, q: Box): boolean {
  if (holds(p, q) || holds(q, p)) return !(holds(p, q) && holds(q, p));
  return p.x1 <= q.x0 || q.x1 <= p.x0 || p.y1 <= q.y0 || q.y1 <= p.y0;
}

function smallestHolder(box: Box, boxes: Box[]): number {
  const size = (i: number) => (boxes[i]!.x1 - boxes[i]!.x0) * (boxes[i]!.y1 - boxes[i]!.y0);
  return boxes.reduce(
    (best, other, i) => (other !== box && holds(other, box) && (best < 0 || size(i) < size(best)) ? i : best),
    -1,
  );
}

function doCross(p: Point[], q: Point[]): boolean {
  return p.some((a, i) =>
    q.some((c, k) => segmentsCross(a, p[(i + 1) % p.length]!, c, q[(k + 1) % q.length]!)),
  );
}

function segmentsCross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
