/** The price of an overlap: both builds agree, and it does what a price has to. */
import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../helpers/nest.ts";
import { compileProbe } from "../helpers/probe.ts";

interface Probe {
  memory: WebAssembly.Memory;
  circles(shape: number): number;
  setCount(shape: number, count: number): void;
  sum(dx: number, dy: number, eps: number): number;
  deepestPair(): number;
}

const SOURCE = `
  import { newShape, Shape } from "./geometry/shape";
  import { reserve } from "./memory";
  import { sumDepths } from "./nest/overlap";
  export { deepestPair } from "./nest/overlap";
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
  export function sum(dx: f32, dy: f32, eps: f32): f64 {
    return sumDepths(a, b, dx, dy, eps);
  }
`;

let scalar: Probe;
let vector: Probe;
beforeAll(async () => {
  scalar = await compileProbe<Probe>(SOURCE, ["--disable", "simd"]);
  vector = await compileProbe<Probe>(SOURCE, ["--enable", "simd"]);
}, 60_000);

type Circle = [x: number, y: number, r: number];

function load(probe: Probe, index: number, list: Circle[]): void {
  probe.setCount(index, list.length);
  const slots = (list.length + 3) & ~3;
  // First the address: finding room may grow the memory, and a view dies with that.
  const at = probe.circles(index);
  const rows = new Float32Array(probe.memory.buffer, at, 3 * slots);
  for (let i = 0; i < slots; i++) {
    const circle = list[i] ?? [1e15, 1e15, 0];
    for (let k = 0; k < 3; k++) rows[k * slots + i] = circle[k]!;
  }
}

function price(probe: Probe, a: Circle[], b: Circle[], dx = 0, dy = 0, eps = 0.1): number {
  load(probe, 0, a);
  load(probe, 1, b);
  return probe.sum(dx, dy, eps);
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
      expect(price(vector, a, b, dx, dy)).toBe(price(scalar, a, b, dx, dy));
      expect(vector.deepestPair()).toBe(scalar.deepestPair());
    }
  });

  it("is depth times the smaller radius for two circles deep in each other", () => {
    expect(price(scalar, [[0, 0, 10]], [[5, 0, 4]])).toBeCloseTo((10 + 4 - 5) * 4, 4);
    expect(scalar.deepestPair()).toBeCloseTo(9, 5);
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
