/**
 * Worth of a bar at any values, spoilt ones included: pricing by the table, exact and coarse, and by branch and
 * bound, against every filling there is; and the bound on plans that is made of it.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { Bar, CutRequestHead, PieceType } from "../../../assembly/layout.ts";
import { cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { encodeCut, tabulateCut } from "../../../engine/plan/cut/cut-blocks.ts";
import { writeBlock } from "../../../engine/plan/wasm/heap.ts";
import { type CoreExports, freshMemory } from "../../../engine/plan/wasm/load.ts";
import { compileModule } from "../../helpers/probe.ts";
import { Random } from "../../helpers/random.ts";

interface Pricing extends CoreExports {
  mark(): number;
  release(to: number): void;
  prepare(request: number): void;
  setValue(type: number, value: number): void;
  setThreshold(bar: number, threshold: number): void;
  price(): void;
  grantWork(units: number): void;
  workSpent(): number;
  bestOf(bar: number): number;
  cellWidth(): number;
  found(): number;
  barFound(k: number): number;
  amountFound(k: number, type: number): number;
  bound(): number;
}

const ENTRY = `
  export { mark, release, reserve, memoryExhausted } from "./memory";
  import { dualBound } from "./cut/lp/lagrange-bound";
  import { openBounds } from "./cut/bounds/volume";
  import { openKnapsack } from "./cut/construct/knapsack";
  import { openIncumbent } from "./cut/incumbent/cut-incumbent";
  import { bestValue, foundBar, foundCount, foundPattern, openPricing, pricePatterns } from "./cut/lp/pricing";
  import { barCount, demand, key, limit, readProblem, typeCount } from "./cut/model/cut-problem";
  import { sizePlans } from "./cut/model/cut-plan";
  import { openRules } from "./cut/model/cut-rules";
  import { cell } from "./cut/lp/pricing-table";
  import { Numbers, reserveNumbers } from "./vector";
  import { grantWork, workSpent } from "./work";

  let value: Numbers = changetype<Numbers>(0);
  let threshold: Numbers = changetype<Numbers>(0);
  export function prepare(request: usize): void {
    readProblem(request);
    sizePlans();
    openBounds();
    openRules();
    openKnapsack();
    openIncumbent();
    openPricing();
    value = reserveNumbers(typeCount);
    threshold = reserveNumbers(barCount);
  }
  export function setValue(i: i32, v: f64): void { value[i] = v; }
  export function setThreshold(j: i32, t: f64): void { threshold[j] = t; }
  export function price(): void { pricePatterns(value, demand, threshold); }
  export { grantWork, workSpent };
  export function bestOf(j: i32): f64 { return bestValue[j]; }
  export function cellWidth(): f64 { return cell; }
  export function found(): i32 { return foundCount; }
  export function barFound(k: i32): i32 { return foundBar[k]; }
  export function amountFound(k: i32, i: i32): i32 { return foundPattern(k)[i]; }
  export function bound(): f64 { return dualBound(value, bestValue, key, 1, limit); }
`;
/** Large tables too are used from the first. */
const TABLED = {
  file: "assembly/cut/lp/pricing.ts",
  line: "  tablePays = tabled && exactCells <= PRICE_CELLS_SMALL;\n",
  instead: "  tablePays = tabled;\n",
};

let cores: Record<"wide" | "narrow", Pricing>;
/** The most work between two pauses of a pricing. */
let mostAtOnce = 0;
beforeAll(async () => {
  const options = ["--noAssert"];
  cores = {
    wide: await start([...options, "--enable", "simd"]),
    narrow: await start([...options, "--disable", "simd"]),
  };
});

/** A core that is granted nothing, so that each of its pauses is told: it gets what it has spent and goes on. */
async function start(options: string[]): Promise<Pricing> {
  let granted = 0;
  const suspend = () => {
    const spent = core.workSpent() - granted;
    mostAtOnce = Math.max(mostAtOnce, spent);
    granted += spent + 1;
    core.grantWork(spent + 1);
  };
  const module = await compileModule(ENTRY, options, [TABLED]);
  const instance = await WebAssembly.instantiate(module, {
    env: { memory: freshMemory() },
    pause: { suspend },
  });
  const core = instance.exports as unknown as Pricing;
  return core;
}

/** Bars that some pieces fill to the last unit; few fit, but for one tiny type. */
function jobOf(random: Random, length: number) {
  const lengths = Array.from({ length: random.int(4, 7) }, () => random.int(length / 10, length / 1.6));
  if (random.chance(0.5)) lengths.push(random.int(1, 3));
  const sum = () => random.pick(lengths) + random.pick(lengths) + random.pick(lengths);
  const request = cutRequestSchema.parse({
    stocks: [length, sum(), sum()].map((stock, j) => ({
      id: `${j}`,
      length: Math.min(stock, 1_000_000),
      quantity: random.int(1, 40),
    })),
    pieces: lengths.map((piece) => ({
      id: "p",
      length: piece,
      quantity: piece > 3 ? random.int(5, 9) : 9999,
    })),
  });
  const table = tabulateCut(request);
  const block = encodeCut(table, 1);
  const typeAt = (slot: PieceType) =>
    table.types.map((_, i) => block[CutRequestHead.SLOTS + PieceType.SLOTS * i + slot]!);
  const bars = CutRequestHead.SLOTS + PieceType.SLOTS * table.types.length;
  const barAt = (slot: Bar) => table.bars.map((_, j) => block[bars + Bar.SLOTS * j + slot]!);
  return {
    block,
    weights: typeAt(PieceType.WEIGHT),
    demand: typeAt(PieceType.DEMAND),
    rooms: barAt(Bar.CAPACITY),
    keys: barAt(Bar.KEY),
    limits: barAt(Bar.LIMIT),
  };
}

/** The most that a filling of `room` is worth, by trying all. */
function mostWorth(room: number, weights: number[], most: number[], values: number[], from = 0): number {
  const fitting = Math.min(most[from]!, Math.floor(room / weights[from]!));
  if (from === weights.length - 1) return fitting * values[from]!;
  let best = 0;
  for (let amount = 0; amount <= fitting; amount++) {
    const rest = mostWorth(room - amount * weights[from]!, weights, most, values, from + 1);
    best = Math.max(best, amount * values[from]! + rest);
  }
  return best;
}

/** The best bound by Lagrange over all factors of the values, when bar j can be worth `most[j]`. */
function mostProven(
  { demand, keys, limits }: ReturnType<typeof jobOf>,
  values: number[],
  most: number[],
): number {
  const all = demand.reduce((total, count, i) => total + count * values[i]!, 0);
  const pieces = demand.reduce((total, count) => total + count, 0);
  const factors = [1, ...keys.map((key, j) => key / most[j]!)].filter(Number.isFinite);
  const bounds = factors.map((factor) =>
    most.reduce(
      (bound, worth, j) => bound - Math.min(limits[j]!, pieces) * Math.max(0, factor * worth - keys[j]!),
      factor * all,
    ),
  );
  return Math.max(...bounds);
}

describe.each([
  ["an exact table", 4_000, "wide"],
  ["an exact table without wide arithmetic", 4_000, "narrow"],
  ["a coarse table", 900_000, "wide"],
  ["a coarse table without wide arithmetic", 900_000, "narrow"],
  ["branch and bound", 900_000, "none"],
] as const)("pricing by %s", (_, length, table) => {
  it("never says that a bar is worth less than its best filling, and lists fillings above the threshold", () => {
    const core = cores[table === "none" ? "wide" : table];
    const empty = core.mark();
    let found = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      core.release(empty);
      const job = jobOf(random, length);
      const { weights, demand, rooms } = job;
      // With any rule beside the capacity there is no table.
      if (table === "none") job.block[CutRequestHead.MAX_PIECES]!--;
      core.prepare(writeBlock(core, job.block));
      expect(core.cellWidth() > 1, `seed ${seed}`).toBe(length > 10_000);

      // As a program would value them, but for noise of up to `spoilt` times the value.
      const spoilt = random.pick([0, 0.01, 0.3, 3]);
      const values = weights.map((weight) =>
        Math.floor((1e9 * weight * (1 + spoilt * random.next())) / rooms[0]!),
      );
      const best = rooms.map((room) => mostWorth(room, weights, demand, values));
      const threshold = best.map((most) => Math.floor(most * random.pick([0, 0.5, 0.98, 1, 1.1])));
      values.forEach((value, i) => {
        core.setValue(i, value);
      });
      threshold.forEach((least, j) => {
        core.setThreshold(j, least);
      });
      core.price();
      best.forEach((most, j) => {
        expect(core.bestOf(j), `seed ${seed}, bar ${j}`).toBeGreaterThanOrEqual(most);
        expect(core.bestOf(j), `seed ${seed}, bar ${j}`).toBeLessThanOrEqual(
          Math.max(most, threshold[j]!) * 1.1,
        );
      });
      const within = rooms.map((_, j) => core.bestOf(j));
      expect(core.bound(), `seed ${seed}`).toBeLessThanOrEqual(mostProven(job, values, best));
      const lost = demand.reduce((total, count) => total + count, 1e-6);
      expect(core.bound()).toBeGreaterThan(mostProven(job, values, within) * (1 - 1e-9) - lost);
      if (best.some((most, j) => most > threshold[j]!)) expect(core.found()).toBeGreaterThan(0);
      for (let k = 0; k < core.found(); k++) {
        const bar = core.barFound(k);
        const amounts = weights.map((_, i) => core.amountFound(k, i));
        const sum = (of: number[]) => amounts.reduce((total, amount, i) => total + amount * of[i]!, 0);
        expect(sum(weights)).toBeLessThanOrEqual(rooms[bar]!);
        expect(sum(values)).toBeGreaterThan(threshold[bar]!);
        expect(amounts.every((amount, i) => amount <= demand[i]!)).toBe(true);
        found++;
      }
    }
    expect(found).toBeGreaterThan(60);
  });
});

describe("pricing", () => {
  it("works in small parts, however many fillings come near the best", () => {
    const random = new Random(7);
    const pieces = Array.from({ length: 70 }, () => ({
      id: "p",
      length: random.int(60_000, 400_000),
      quantity: 9,
    }));
    const table = tabulateCut(cutRequestSchema.parse({ stocks: [{ id: "bar", length: 900_000 }], pieces }));
    const core = cores.wide;
    core.prepare(writeBlock(core, encodeCut(table, 1)));
    // Nearly as much as each weighs, so that next to nothing can be ruled out.
    table.types.forEach(({ length }, i) => {
      core.setValue(i, 1000 * length + random.int(0, 9));
    });
    core.setThreshold(0, 900_000_040);
    const before = core.workSpent();
    mostAtOnce = 0;
    core.price();
    expect(mostAtOnce).toBeLessThan(500_000);
    expect(core.workSpent() - before).toBeGreaterThan(1_000_000);
  });
});
