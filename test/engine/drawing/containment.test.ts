/** Which ring lies in which, against circles whose nesting is plain from their centres and radii. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ring } from "../../../engine/contract/values/geometry.ts";
import { findContainment } from "../../../engine/drawing/arrangement/containment.ts";
import { findLeaves } from "../../../engine/drawing/arrangement/leaves.ts";

interface Circle {
  x: number;
  y: number;
  r: number;
}

const CORNERS = 24;
/** Polygons hold what lies within this share of their circles, wavy ones too. */
const INNER = 0.85;

/** Every other corner of a wavy one lies further in, which makes it no convex ring. */
function ringOf({ x, y, r }: Circle, wavy = false): Ring {
  const ring = Array.from({ length: CORNERS }, (_, i): [number, number] => {
    const reach = wavy && i % 2 === 1 ? 0.9 * r : r;
    const angle = (2 * Math.PI * i) / CORNERS;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

const distance = (p: Circle, q: Circle) => Math.hypot(p.x - q.x, p.y - q.y);
const holds = (p: Circle, q: Circle) => distance(p, q) + q.r < p.r * INNER;
const apart = (p: Circle, q: Circle) => distance(p, q) > p.r + q.r;

function distanceTo(ring: Ring, { x, y }: Circle): number {
  const away = ring.slice(1).map(([bx, by], i) => {
    const [ax, ay] = ring[i]!;
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(ax + share * dx - x, ay + share * dy - y);
  });
  return Math.min(...away);
}

/** Circles that neither cross nor touch, the first come first served. */
function without(circles: Circle[]): Circle[] {
  const kept: Circle[] = [];
  for (const circle of circles)
    if (kept.every((other) => holds(other, circle) || holds(circle, other) || apart(circle, other)))
      kept.push(circle);
  return kept;
}

const coordinate = fc.double({ min: 0, max: 200, noNaN: true });
const scene = fc
  .array(
    fc.record({
      x: coordinate,
      y: coordinate,
      // Mostly small ones, as in a perforated plate.
      r: fc.oneof(
        { weight: 4, arbitrary: fc.double({ min: 1, max: 4, noNaN: true }) },
        fc.double({ min: 4, max: 120, noNaN: true }),
      ),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map(without);

describe("nesting", () => {
  it("finds every ring's holders, whether rings are convex or not", () => {
    fc.assert(
      fc.property(scene, fc.nat(3), (circles, share) => {
        const rings = circles.map((circle, i) => ringOf(circle, i % 4 < share));
        const { depths, parents, crossing, selfCrossing } = findContainment(
          rings.map((ring) => ring.flat()),
          1e-3,
        );
        const holders = circles.map((circle) => circles.filter((other) => holds(other, circle)));
        expect([...depths]).toEqual(holders.map(({ length }) => length));
        expect([...parents].map((parent) => circles[parent]?.r ?? null)).toEqual(
          holders.map((list) => (list.length === 0 ? null : Math.min(...list.map(({ r }) => r)))),
        );
        expect(crossing.size + selfCrossing.size).toBe(0);
      }),
      { seed: 20_26, numRuns: 300 },
    );
  });

  it("leaves out of the sweep only rings that hold nothing and that nothing crosses", () => {
    const circle = fc.record({ x: coordinate, y: coordinate, r: fc.double({ min: 1, max: 9, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(circle, { minLength: 1, maxLength: 60 }), fc.nat(3), (circles, share) => {
        const rings = circles.map((circle, i) => ringOf(circle, i % 4 < share));
        const leaves = findLeaves(rings.map((ring) => ring.flat()));
        circles.forEach((leaf, i) => {
          if (leaves[i] === 0) return;
          expect(i % 4 >= share).toBe(true);
          const others = rings.filter((_, k) => k !== i);
          expect(Math.min(...others.map((ring) => distanceTo(ring, leaf)))).toBeGreaterThan(leaf.r);
        });
      }),
      { seed: 20_26, numRuns: 300 },
    );
  });

  it("sweeps over hardly any edge of a perforated plate", () => {
    const holes = Array.from({ length: 400 }, (_, i) => ({
      x: 10 * (i % 20),
      y: 10 * Math.floor(i / 20),
      r: 3,
    }));
    const rings = [ringOf({ x: 95, y: 95, r: 300 }), ...holes.map((hole) => ringOf(hole))];
    expect(findLeaves(rings.map((ring) => ring.flat())).indexOf(0)).toBe(0);
    expect(findLeaves(rings.map((ring) => ring.flat())).lastIndexOf(0)).toBe(0);
    expect([
      ...findContainment(
        rings.map((ring) => ring.flat()),
        1e-3,
      ).parents,
    ]).toEqual([-1, ...holes.map(() => 0)]);
  });

  it("sweeps over rings that turn twice around, and over those that cross themselves", () => {
    const twice: Ring = Array.from({ length: 11 }, (_, i) => {
      const angle = (4 * Math.PI * i) / 5;
      return [Math.cos(angle), Math.sin(angle)] as [number, number];
    }).slice(0, 6);
    const bow: Ring = [
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
      [0, 0],
    ];
    expect([...findLeaves([twice.flat()])]).toEqual([0]);
    expect([...findLeaves([bow.flat()])]).toEqual([0]);
  });
});
