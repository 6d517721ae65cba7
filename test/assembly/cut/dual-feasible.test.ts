/**
 * The bound on the number of bars by dual feasible functions, against the functions as the papers define them, in exact
 * fractions, and against the fewest bars found by trying everything.
 */
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { decodeCut, encodeCut, tabulateCut } from "../../../engine/plan/cut/cut-blocks.ts";
import { readBlock, writeBlock } from "../../../engine/plan/wasm/heap.ts";
import type { CoreExports } from "../../../engine/plan/wasm/load.ts";
import { bestCutValue } from "../../helpers/cut/brute.ts";
import { openCutCore } from "../../helpers/cut/cut.ts";

let core: CoreExports;
beforeAll(async () => {
  core = await openCutCore();
});

type Pieces = [length: number, quantity: number][];

function requestOf(bar: number, pieces: Pieces, kerf = 0) {
  return cutRequestSchema.parse({
    stocks: [{ id: "bar", length: bar, quantity: 10_000 }],
    pieces: pieces.map(([length, quantity], i) => ({ id: `${i}`, length, quantity })),
    kerf,
    optimize: "waste",
  });
}

/** The bound that the core begins with, before it searches for anything. */
function leastBars(bar: number, pieces: Pieces, kerf = 0): number {
  core.cutOpen(writeBlock(core, encodeCut(tabulateCut(requestOf(bar, pieces, kerf)), 1)));
  const bound = decodeCut(readBlock(core, core.cutBest())).lowerBound;
  core.cutClose();
  return bound;
}

/** The least whole number of bars by f, which maps a weight to a fraction of a bar. */
function boundBy(f: (weight: number) => [over: bigint, under: bigint], pieces: Pieces): number {
  let [over, under] = [0n, 1n];
  for (const [weight, quantity] of pieces) {
    const [a, b] = f(weight);
    [over, under] = [over * b + a * BigInt(quantity) * under, under * b];
  }
  return Number((over + under - 1n) / under);
}

/** Fekete and Schepers: u^(k) after U^(e), of weights in a bar of 1 = `bar`. */
function steps(bar: number, e: number, k: number) {
  return (weight: number): [bigint, bigint] => {
    if (weight > bar - e) return [1n, 1n];
    if (weight < e) return [0n, 1n];
    const x = BigInt((k + 1) * weight);
    if (k === 0 || x % BigInt(bar) === 0n) return [BigInt(weight), BigInt(bar)];
    return [x / BigInt(bar), BigInt(k)];
  };
}

/** Carlier, Clautiaux and Moukrim: f_2 with the parameter `grid`. */
function grids(bar: number, grid: number) {
  const whole = BigInt(Math.floor(bar / grid));
  return (weight: number): [bigint, bigint] => {
    if (2 * weight > bar) return [whole - BigInt(Math.floor((bar - weight) / grid)), whole];
    return 2 * weight === bar ? [1n, 2n] : [BigInt(Math.floor(weight / grid)), whole];
  };
}

/** The same: f_1, which counts the pieces from `e` to half a bar that fit a room. */
function counts(bar: number, e: number, pieces: Pieces) {
  const light = pieces
    .filter(([weight]) => weight >= e && 2 * weight <= bar)
    .flatMap(([weight, quantity]) => Array<number>(quantity).fill(weight))
    .sort((a, b) => a - b);
  const fitting = (room: number) => {
    let [count, used] = [0, 0];
    while (count < light.length && used + light[count]! <= room) used += light[count++]!;
    return BigInt(count);
  };
  const all = fitting(bar);
  return (weight: number): [bigint, bigint] => {
    if (2 * weight > bar) return [all - fitting(bar - weight), all];
    return [weight >= e ? 1n : 0n, all];
  };
}

const jobs = fc.record({
  bar: fc.integer({ min: 6, max: 40 }),
  pieces: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 8,
    selector: ([length]) => length,
  }),
});

describe("the least number of bars by weight", () => {
  it("is at least what every function of the three families proves, at any parameter", () => {
    fc.assert(
      fc.property(jobs, ({ bar, pieces }) => {
        const fitting = pieces.filter(([length]) => length <= bar);
        fc.pre(fitting.length > 0);
        const found = leastBars(bar, fitting);
        for (let e = 0; 2 * e <= bar; e++) {
          for (const k of [0, 1, 2, 3, 4, 7, 12])
            expect(found).toBeGreaterThanOrEqual(boundBy(steps(bar, e, k), fitting));
          if (e > 0 && fitting.some(([weight]) => weight >= e && 2 * weight <= bar))
            expect(found).toBeGreaterThanOrEqual(boundBy(counts(bar, e, fitting), fitting));
        }
        for (const [weight] of fitting) {
          const grid = 2 * weight > bar ? bar - weight : weight;
          if (grid > 0) expect(found).toBeGreaterThanOrEqual(boundBy(grids(bar, grid), fitting));
        }
      }),
      { numRuns: 300, seed: 41 },
    );
  });

  it("is never more than the bars of the best plan", () => {
    let tight = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 24 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 3 })), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom(0, 1, 2),
        (bar, all, kerf) => {
          const pieces = all.filter(([length]) => length <= bar);
          fc.pre(pieces.length > 0);
          const [, length] = bestCutValue(requestOf(bar, pieces, kerf));
          const found = leastBars(bar, pieces, kerf);
          expect(found * bar).toBeLessThanOrEqual(length!);
          if (found * bar === length) tight++;
        },
      ),
      { numRuns: 300, seed: 42 },
    );
    expect(tight).toBeGreaterThan(250);
  });

  it.each([
    ["half a bar and more: one each", 100, [[51, 7]], 7],
    ["a third of a bar and more: two each", 100, [[34, 9]], 5],
    ["a fifth of a bar and more: four each", 1000, [[201, 21]], 6],
    [
      "whole fractions fill bars",
      60,
      [
        [30, 2],
        [20, 3],
        [15, 4],
      ],
      3,
    ],
    [
      "long pieces leave room for none of the short ones",
      100,
      [
        [70, 5],
        [35, 4],
      ],
      7,
    ],
    [
      "lengths to the ninth decimal",
      1,
      [
        [0.500000001, 3],
        [0.250000001, 4],
      ],
      4,
    ],
  ] as [string, number, Pieces, number][])("knows closed forms: %s", (_, bar, pieces, bars) => {
    expect(leastBars(bar, pieces)).toBe(bars);
  });
});
