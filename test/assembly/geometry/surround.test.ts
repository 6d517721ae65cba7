/** Rings with fewer corners around others, against Clipper's areas. */
import { areaD, differenceD, FillRule, unionD } from "clipper2-ts";
import { beforeAll, expect, it } from "vitest";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import { ODD_SHAPES, seeded } from "../../helpers/nest/nest.ts";
import { compileProbe } from "../../helpers/probe.ts";
import { box } from "../../helpers/rings.ts";

interface Probe {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  surround(at: number, count: number, share: number): number;
}

let probe: Probe;
beforeAll(async () => {
  probe = await compileProbe<Probe>(`
    import { reserve } from "./memory";
    export { surround } from "./geometry/surround";
    export function room(bytes: usize): usize { return reserve(bytes); }
  `);
});

function surround(ring: Ring, share: number): Ring {
  const at = probe.room(ring.length * 16);
  new Float64Array(probe.memory.buffer, at, ring.length * 2).set(ring.flat());
  const count = probe.surround(at, ring.length, share);
  const numbers = new Float64Array(probe.memory.buffer, at, count * 2);
  return Array.from({ length: count }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}

const paths = (ring: Ring) => [ring.map(([x, y]) => ({ x, y }))];
const area = (ring: Ring) => areaD(paths(ring)[0]!);

/** A closed wave with many corners, whose radius nearly reaches the centre again and again. */
function wave(seed: number): Ring {
  const random = seeded(seed);
  const corners = 40 + Math.floor(random() * 300);
  const waves = 2 + Math.floor(random() * 9);
  return Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = 100 * (1.05 + Math.sin(waves * angle)) + random() * 3;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A band that is wound up, each turn so near to the next that a longer edge would reach across. */
function spiral(turns: number): Ring {
  const corners = 24 * turns;
  const wall = (shift: number) =>
    Array.from({ length: corners }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / 24;
      const radius = 40 + i + shift;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  return [...wall(0), ...wall(-23.8).toReversed()];
}

it("surrounds rings with others that are simple, hold all of them and little more", () => {
  const odd = Object.values(ODD_SHAPES).map((shape, seed) => shape(seeded(seed), 100).exterior);
  const waves = Array.from({ length: 60 }, (_, seed) => wave(seed));
  const rings = [...waves, ...odd, spiral(3), spiral(4)];
  let [before, after] = [0, 0];
  for (const drawn of rings) {
    const ring = area(drawn) < 0 ? drawn.toReversed() : drawn;
    const around = surround(ring, 0.05);
    const lost = differenceD(paths(ring), paths(around), FillRule.NonZero, 6);
    expect(lost.reduce((sum, path) => sum + Math.abs(areaD(path)), 0)).toBeLessThan(1e-3);
    expect(area(around)).toBeLessThanOrEqual(1.05 * area(ring) + 1e-9);
    // Where a ring crosses itself, what it encloses is not what its corners add up to.
    const whole = unionD(paths(around), [], FillRule.NonZero, 6);
    expect(whole.reduce((sum, path) => sum + areaD(path), 0)).toBeCloseTo(area(around), 2);
    before += ring.length;
    after += around.length;
  }
  expect(after).toBeLessThan(before / 3);
});

it("leaves a ring alone that has no corner to spare", () => {
  const square: Ring = box(0, 0, 9, 9);
  expect(surround(square, 0.05)).toEqual(square);
});

it("holds a hair that has no width", () => {
  const ring: Ring = [
    [0, 0],
    [10, 0],
    [10, 5],
    [20, 5],
    [10, 5],
    [10, 10],
    [0, 10],
  ];
  expect(Math.max(...surround(ring, 0.05).map(([x]) => x))).toBeGreaterThanOrEqual(20);
});
