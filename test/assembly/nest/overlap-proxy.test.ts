/** The price of an overlap: both builds agree, and it does what a price has to. */
import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../../helpers/nest/nest.ts";
import { compileProbe } from "../../helpers/probe.ts";

interface Probe {
  memory: WebAssembly.Memory;
  circles(shape: number): number;
  setCount(shape: number, count: number): void;
  setBox(shape: number, minX: number, minY: number, maxX: number, maxY: number): void;
  sum(dx: number, dy: number, eps: number, most: number): number;
  meet(dx: number, dy: number, least: number): number;
}

const SOURCE = `
  import { newShape, Shape } from "./geometry/shape";
  import { reserve } from "./memory";
  import { circlesMeet, sumDepths } from "./nest/separate/overlap-proxy";
  const a = newShape(0, 0, 0);
  const b = newShape(1, 0, 0);
  function shapeAt(index: i32): Shape { return index === 0 ? a : b; }
  export function circles(index: i32): usize {
    shapeAt(index).circles = reserve(64 * 12);
    return shapeAt(index).circles;
  }
  export function setCount(index: i32, count: i32): void {
    shapeAt(index).circleCount = count;
    shapeAt(index).circleSlots = (count + 3) & ~3;
  }
  export function setBox(index: i32, minX: f64, minY: f64, maxX: f64, maxY: f64): void {
    const shape = shapeAt(index);
    shape.minX = minX;
    shape.minY = minY;
    shape.maxX = maxX;
    shape.maxY = maxY;
  }
  export function sum(dx: f32, dy: f32, eps: f32, most: f32): f64 {
    return sumDepths(a, b, dx, dy, eps, most);
  }
  export function meet(dx: f32, dy: f32, least: f32): bool {
    return circlesMeet(a, b, dx, dy, least);
  }
`;

let scalar: Probe;
let vector: Probe;
beforeAll(async () => {
  scalar = await compileProbe<Probe>(SOURCE, ["--disable", "simd"]);
  vector = await compileProbe<Probe>(SOURCE, ["--enable", "simd"]);
});

type Circle = [x: number, y: number, r: number];

function load(probe: Probe, index: number, list: Circle[]): void {
  probe.setCount(index, list.length);
  const slots = (list.length + 3) & ~3;
  probe.setBox(
    index,
    Math.min(...list.map(([x, , r]) => x - r)),
    Math.min(...list.map(([, y, r]) => y - r)),
    Math.max(...list.map(([x, , r]) => x + r)),
    Math.max(...list.map(([, y, r]) => y + r)),
  );
  // First the address: finding room may grow the memory, and a view dies with that.
  const at = probe.circles(index);
  const rows = new Float32Array(probe.memory.buffer, at, 3 * slots);
  for (let i = 0; i < slots; i++) {
    const circle = list[i] ?? [1e15, 1e15, 0];
    for (let k = 0; k < 3; k++) rows[k * slots + i] = circle[k]!;
  }
}

function price(probe: Probe, a: Circle[], b: Circle[], dx = 0, dy = 0, most = Infinity): number {
  load(probe, 0, a);
  load(probe, 1, b);
  return probe.sum(dx, dy, 0.1, most);
}

/** Between a and b shifted. */
function deepest(a: Circle[], b: Circle[], dx: number, dy: number): number {
  const depths = a.flatMap(([ax, ay, ar]) =>
    b.map(([bx, by, br]) => ar + br - Math.hypot(ax - bx - dx, ay - by - dy)),
  );
  return Math.max(...depths);
}

describe("the price of an overlap", () => {
  it("is the same in the scalar and the vector build, to the last bit", () => {
    const random = seeded(4);
    const draw = (): Circle[] =>
      Array.from({ length: 1 + Math.floor(random() * 23) }, () => [
        random() * 100,
        random() * 100,
        random() * 20,
      ]);
    for (let i = 0; i < 500; i++) {
      const [a, b, dx, dy] = [draw(), draw(), random() * 200 - 100, random() * 200 - 100];
      const whole = price(scalar, a, b, dx, dy);
      expect(price(vector, a, b, dx, dy)).toBe(whole);
      const part = price(scalar, a, b, dx, dy, whole / 2);
      expect(price(vector, a, b, dx, dy, whole / 2)).toBe(part);
      expect(part).toBeGreaterThan(whole / 2);
      expect(part).toBeLessThanOrEqual(whole);
    }
  });

  it("is due where a circle lies deeper in another than asked for, in both builds", () => {
    const random = seeded(5);
    const draw = (): Circle[] =>
      Array.from({ length: 1 + Math.floor(random() * 9) }, () => [
        random() * 50,
        random() * 50,
        random() * 5,
      ]);
    for (let i = 0; i < 500; i++) {
      const [a, b, dx, dy] = [draw(), draw(), random() * 60 - 30, random() * 60 - 30];
      const depth = deepest(a, b, dx, dy);
      for (const probe of [scalar, vector]) {
        load(probe, 0, a);
        load(probe, 1, b);
        if (depth > 0.02) expect(probe.meet(dx, dy, 0.01)).toBe(1);
        if (depth > 0.01) expect(probe.meet(dx, dy, depth + 0.01)).toBe(0);
        if (depth < 0) expect(probe.meet(dx, dy, 0.01)).toBe(0);
      }
    }
  });

  it("is depth times the smaller radius for two circles deep in each other", () => {
    expect(price(scalar, [[0, 0, 10]], [[5, 0, 4]])).toBeCloseTo((10 + 4 - 5) * 4, 4);
  });

  it("falls towards the way out and stays positive beyond it", () => {
    const prices = [0, 5, 10, 13.9, 14, 15, 20, 100].map((dx) =>
      price(scalar, [[0, 0, 10]], [[0, 0, 4]], dx),
    );
    for (const [i, value] of prices.entries()) {
      expect(value).toBeGreaterThan(0);
      if (i > 0) expect(value).toBeLessThan(prices[i - 1]!);
    }
  });
});
