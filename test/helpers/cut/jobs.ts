/** Generated cutting jobs: from a seed, and as fast-check arbitraries. */
import fc from "fast-check";
import type { CutRequestInput } from "../../../engine/base/contract/v1/cut.ts";
import { Random } from "../random.ts";

export type CutKind = "tiny" | "shop" | "hostile" | "many" | "short";
export const CUT_KINDS: CutKind[] = ["tiny", "shop", "hostile", "many", "short"];

/**
 * tiny: small enough for brute force. shop: bars and pieces on a 0.1 mm grid, offcuts, costs. hostile: decimals that
 * doubles cannot say, 10^6 beside 10^-3, a kerf longer than pieces. many: large quantities. short: not enough stock.
 */
export function randomCutJob(seed: number, kind: CutKind): CutRequestInput {
  const random = new Random(seed);
  switch (kind) {
    case "tiny":
      return tinyJob(random);
    case "shop":
      return shopJob(random, 999);
    case "hostile":
      return hostileJob(random);
    case "many":
      return manyJob(random);
    case "short":
      return shopJob(random, random.int(1, 3));
  }
}

function tinyJob(random: Random): CutRequestInput {
  return {
    stocks: list(random.int(1, 3), (i) => ({
      id: `bar ${i}`,
      length: random.int(4, 20),
      quantity: random.pick([1, 2, 999]),
      cost: random.pick([0, 1, 2, 3.5]),
    })),
    pieces: list(random.int(1, 4), (i) => ({
      id: `piece ${i}`,
      length: random.int(1, 12),
      quantity: random.int(1, 3),
    })),
    kerf: random.pick([0, 0, 1, 2]),
    optimize: random.pick(["waste", "cost"]),
  };
}

function shopJob(random: Random, quantity: number): CutRequestInput {
  return {
    stocks: list(random.int(1, 4), (i) => ({
      id: random.chance(0.2) ? "bar" : `bar ${i}`,
      length: random.int(10_000, 80_000) / 10,
      quantity: random.chance(0.3) ? random.int(1, 4) : quantity,
      cost: random.int(0, 500) / 100,
    })),
    pieces: list(random.int(1, 15), (i) => ({
      id: random.chance(0.1) ? "piece" : `piece ${i}`,
      length: random.int(500, 60_000) / 10,
      quantity: random.int(1, 20),
    })),
    kerf: random.pick([0, 1.5, 3, 5]),
    optimize: random.pick(["waste", "cost"]),
  };
}

function hostileJob(random: Random): CutRequestInput {
  const awkward = () =>
    random.pick([
      0.1,
      0.2,
      0.3,
      0.7,
      1 / 3,
      33.333333333,
      1e-3,
      1e6,
      999_999.999,
      random.float(0.001, 10),
      random.int(1, 1000) / 1000,
    ]);
  return {
    stocks: list(random.int(1, 3), (i) => ({
      id: `bar ${i}`,
      length: random.pick([1, 100, 1e6, 0.7, random.float(1, 1000)]),
      quantity: random.int(1, 5),
      cost: random.pick([0, 0.1, 1e-9, 1e9]),
    })),
    pieces: list(random.int(1, 6), (i) => ({
      id: `piece ${i}`,
      length: awkward(),
      quantity: random.int(1, 12),
    })),
    kerf: random.pick([0, 0.1, 1e-3, 100, random.float(0, 3)]),
    optimize: random.pick(["waste", "cost"]),
  };
}

function manyJob(random: Random): CutRequestInput {
  return {
    stocks: [{ id: "bar", length: 6000, quantity: 10_000 }],
    pieces: list(random.int(1, 10), (i) => ({
      id: `piece ${i}`,
      length: random.int(100, 3000),
      quantity: random.int(100, 2000),
    })),
    kerf: 3,
  };
}

function list<Item>(count: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

const lengths = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 600 }).map((tenths) => tenths / 10),
);

/** Jobs of a few bars and pieces with whole and decimal lengths. */
export const cutJobs: fc.Arbitrary<CutRequestInput> = fc.record({
  stocks: fc.array(
    fc.record({
      id: fc.constantFrom("a", "b", "__proto__"),
      length: lengths,
      quantity: fc.integer({ min: 1, max: 6 }),
      cost: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  pieces: fc.array(
    fc.record({
      id: fc.constantFrom("x", "y", "z", "constructor"),
      length: lengths,
      quantity: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  kerf: fc.constantFrom(0, 0, 0.1, 1, 3),
  optimize: fc.constantFrom("waste" as const, "cost" as const),
});
