/** Shapes of the core: collisions, inscribed circles and hulls against brute force on the same rings. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import { ODD_SHAPES, rectangle, seeded, star } from "../../helpers/nest/nest.ts";
import { compileProbe } from "../../helpers/probe.ts";

interface Probe {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  begin(index: number, runs: number): void;
  ring(index: number, at: number, points: number): void;
  collide(dx: number, dy: number, gap: number): number;
  inside(x: number, y: number): number;
  circles(area: number): number;
  circleAt(): number;
  hull(at: number, count: number): number;
  hullDiameter(): number;
}

const SOURCE = `
  import { CIRCLE_SCRATCH, findCircles, MAX_CIRCLES } from "./geometry/circles";
  import { shapesCollide } from "./geometry/collide";
  import { hull as measured, measureHull } from "./geometry/hull";
  import { addRing, insideShape, newShape, Shape } from "./geometry/shape";
  import { reserve } from "./memory";
  let a: Shape = changetype<Shape>(0);
  let b: Shape = changetype<Shape>(0);
  function shapeAt(index: i32): Shape { return index === 0 ? a : b; }
  const found = reserve(<usize>MAX_CIRCLES * 24);
  const scratch = reserve(CIRCLE_SCRATCH);
  export function room(bytes: usize): usize { return reserve(bytes); }
  export function begin(index: i32, runs: i32): void { if (index === 0) a = newShape(0, 0, runs); else b = newShape(0, 0, runs); }
  export function ring(index: i32, at: usize, points: i32): void {
    const shape = shapeAt(index);
    addRing(shape, at, points);
    for (let i = 0; i < points; i++) {
      shape.minX = min(shape.minX, load<f64>(at + (i << 4)));
      shape.minY = min(shape.minY, load<f64>(at + (i << 4), 8));
      shape.maxX = max(shape.maxX, load<f64>(at + (i << 4)));
      shape.maxY = max(shape.maxY, load<f64>(at + (i << 4), 8));
    }
  }
  export function collide(dx: f64, dy: f64, gap: f64): bool { return shapesCollide(a, b, dx, dy, gap); }
  export function inside(x: f64, y: f64): bool { return insideShape(a, x, y); }
  export function circles(area: f64): i32 { return findCircles(a, area, found, scratch); }
  export function circleAt(): usize { return found; }
  export function hull(at: usize, count: i32): f64 {
    measureHull(at, count, reserve(<usize>count << 4), reserve(<usize>(count + 2) << 5));
    return measured.area;
  }
  export function hullDiameter(): f64 { return measured.diameter; }
`;

let probe: Probe;
beforeAll(async () => {
  probe = await compileProbe<Probe>(SOURCE);
});

function write(points: Ring): number {
  const at = probe.room(points.length * 16);
  new Float64Array(probe.memory.buffer, at, points.length * 2).set(points.flat());
  return at;
}

function load(index: number, rings: Ring[]): void {
  probe.begin(
    index,
    rings.reduce((sum, ring) => sum + Math.ceil(ring.length / 8), 0),
  );
  for (const ring of rings) probe.ring(index, write([...ring, ring[0]!]), ring.length);
}

const edges = (rings: Ring[]) =>
  rings.flatMap((ring) => ring.map((p, i) => [p, ring[(i + 1) % ring.length]!] as const));

function pointToEdges([x, y]: Point, rings: Ring[]): number {
  return Math.min(
    ...edges(rings).map(([[ax, ay], [bx, by]]) => {
      const [ex, ey] = [bx - ax, by - ay];
      const t = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
      return Math.hypot(x - ax - t * ex, y - ay - t * ey);
    }),
  );
}

/** Winding by the sum of signed angles: nothing in common with a parity count. */
function contains([x, y]: Point, rings: Ring[]): boolean {
  const turns = rings.map((ring) => {
    const angle = edges([ring]).reduce((sum, [[ax, ay], [bx, by]]) => {
      const [ux, uy, vx, vy] = [ax - x, ay - y, bx - x, by - y];
      return sum + Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
    }, 0);
    return Math.abs(Math.round(angle / (2 * Math.PI)));
  });
  return turns[0] === 1 && turns.slice(1).every((turn) => turn === 0);
}

const area = (ring: Ring) =>
  Math.abs(edges([ring]).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0) / 2);

describe("shapes of the core", () => {
  it("contain the points around which the outline turns", () => {
    const random = seeded(6);
    for (const name of ["star", "ring", "comb", "circle"]) {
      const { exterior, holes = [] } = ODD_SHAPES[name]!(random, 10);
      const rings = [exterior, ...holes];
      load(0, rings);
      for (let i = 0; i < 300; i++) {
        const point: Point = [random() * 14 - 7, random() * 14 - 7];
        expect(probe.inside(...point) === 1, `${name} at ${point}`).toBe(contains(point, rings));
      }
    }
  });

  it("collide when corners come closer than the gap or lie inside, and only then", () => {
    const random = seeded(7);
    for (let i = 0; i < 400; i++) {
      const a = [star(random, 12, 3, 6)];
      const b = [star(random, 9, 1, 4)];
      const [dx, dy, gap] = [random() * 16 - 8, random() * 16 - 8, 0.05 + random()];
      load(0, a);
      load(1, b);
      const moved = b.map((ring) => ring.map(([x, y]): Point => [x + dx, y + dy]));
      // Points every 1/40 of an edge: nearer than a fine sampling can miss.
      const samples = edges(moved).flatMap(([[ax, ay], [bx, by]]) =>
        Array.from({ length: 40 }, (_, k): Point => [ax + ((bx - ax) * k) / 40, ay + ((by - ay) * k) / 40]),
      );
      const distance = Math.min(...samples.map((point) => pointToEdges(point, a)));
      const inside = samples.some((point) => contains(point, a)) || contains(a[0]![0]!, moved);
      const collides = probe.collide(dx, dy, gap) === 1;
      if (inside || distance < gap) expect(collides).toBe(true);
      if (!inside && distance > gap + 0.2) expect(collides).toBe(false);
    }
  });

  it("do not collide with what lies in their hole with room to spare", () => {
    load(0, [rectangle(20, 20), rectangle(10, 10, 5, 5).reverse()]);
    load(1, [rectangle(8, 8)]);
    expect(probe.collide(6, 6, 0.99)).toBe(0);
    expect(probe.collide(6, 6, 1.01)).toBe(1);
    expect(probe.collide(0.5, 0.5, 0.1)).toBe(1);
  });

  it("hold circles that lie in their material, apart from each other", () => {
    const random = seeded(8);
    for (const name of ["rectangle", "star", "ring", "comb", "circle"]) {
      const { exterior, holes = [] } = ODD_SHAPES[name]!(random, 100);
      const rings = [exterior, ...holes];
      load(0, rings);
      const net = area(exterior) - holes.reduce((sum, hole) => sum + area(hole), 0);
      const count = probe.circles(net);
      expect(count).toBeGreaterThan(0);
      const found = [...new Float64Array(probe.memory.buffer, probe.circleAt(), 3 * count)];
      const circles = Array.from(
        { length: count },
        (_, i) => found.slice(3 * i, 3 * i + 3) as [number, number, number],
      );
      for (const [i, [x, y, r]] of circles.entries()) {
        expect(contains([x, y], rings), name).toBe(true);
        expect(pointToEdges([x, y], rings)).toBeGreaterThan(r - 1e-9);
        for (const [ox, oy, or] of circles.slice(0, i)) {
          expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(r + or - 1e-9);
        }
      }
    }
  });

  it("have the hull of their corners", () => {
    expect(probe.hull(write([...rectangle(4, 3), [2, 1], [1, 2], [4, 1.5]]), 7)).toBeCloseTo(12, 12);
    expect(probe.hullDiameter()).toBeCloseTo(5, 12);
    const circle = star(() => 1, 60, 0, 10);
    expect(probe.hull(write(circle), 60)).toBeCloseTo(area(circle), 9);
  });

  it("are as wide as their two corners that are farthest apart", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const grid = [1e-9, 1, 10][seed % 3]!;
      const points = Array.from({ length: 3 + (seed % 60) }, (): Point => {
        return [Math.round((100 * random()) / grid) * grid, Math.round((30 * random()) / grid) * grid];
      });
      probe.hull(write(points), points.length);
      const widths = points.flatMap(([x, y]) => points.map(([ox, oy]) => Math.hypot(x - ox, y - oy)));
      expect(probe.hullDiameter(), `seed ${seed}`).toBeCloseTo(Math.max(...widths), 10);
    }
  });
});
