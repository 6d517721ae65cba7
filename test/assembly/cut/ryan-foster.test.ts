/**
 * Branching on pairs of types: do its rules part all plans of a job in two, and does a search that lives on them find the
 * best plan? Small jobs close before they branch, so the rules are also asked directly, about every plan there is; the
 * search is left without the heuristics that spare it the branching, and meets jobs on which it branches with them too.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { type CutTable, decodeCut, encodeCut, tabulateCut } from "../../../engine/plan/cut/cut-blocks.ts";
import { readBlock, writeBlock } from "../../../engine/plan/wasm/heap.ts";
import { type CoreExports, instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { compileModule } from "../../helpers/probe.ts";
import { Random } from "../../helpers/random.ts";

interface Probe extends CoreExports {
  /** Reads a request into a program without patterns. */
  prepare(request: number): void;
  setAmount(type: number, amount: number): void;
  /** Adds the pattern of the amounts, which may be used `most` times, and returns its column. */
  addPattern(bar: number, most: number): number;
  mostUses(column: number): number;
  setUses(column: number, uses: number): void;
  forbidPatterns(level: number, single: number, other: number, apart: boolean): void;
  allowPatterns(level: number): void;
  forgetForbidden(): void;
  findPair(noise: number): number;
  pairSingle: { value: number };
  pairOther: { value: number };
  /** How often the search has put a pair together, and apart. */
  joined: { value: number };
  parted: { value: number };
  /** How often the pair put apart was not the one that had been together at that level. */
  strayed: { value: number };
}

const ENTRY = `
  export * from "./cut";
  export { allowPatterns, findPair, forbidPatterns, forgetForbidden, joined, pairOther, pairSingle, parted, strayed } from "./cut/branch/ryan-foster";
  import { openPairs } from "./cut/branch/ryan-foster";
  import { barCount, limit, readProblem, typeCount } from "./cut/model/cut-problem";
  import { addColumn, limitRow, lowerBound, openProgram, resetProgram, upperBound } from "./cut/lp/linear-program";
  import { POOL_COLUMNS } from "./cut/model/limits";
  import { Ints, reserveInts, reserveNumbers } from "./vector";

  let amounts: Ints = changetype<Ints>(0);
  export function prepare(request: usize): void {
    readProblem(request);
    openProgram(POOL_COLUMNS, 10 * POOL_COLUMNS);
    for (let j = 0; j < barCount; j++) limitRow[j] = limit[j] === 1 ? 0 : -1;
    resetProgram(reserveNumbers(typeCount), limit);
    openPairs();
    amounts = reserveInts(typeCount);
  }
  export function setAmount(type: i32, amount: i32): void { amounts[type] = amount; }
  export function addPattern(bar: i32, most: f64): i32 {
    const column = addColumn(bar, amounts, 1);
    upperBound[column] = most;
    return column;
  }
  export function mostUses(column: i32): f64 { return upperBound[column]; }
  // Outside the basis a column has the value of its bound.
  export function setUses(column: i32, uses: f64): void { lowerBound[column] = uses; }
`;
const COUNTED = [
  {
    file: "assembly/cut/branch/ryan-foster.ts",
    line: "export let pairOther: i32 = 0;\n",
    instead: `export let pairOther: i32 = 0;
export let joined: i32 = 0;
export let parted: i32 = 0;
export let strayed: i32 = 0;
const pairAt = new StaticArray<i32>(4000);
`,
  },
  {
    file: "assembly/cut/branch/ryan-foster.ts",
    line: "other: i32, apart: bool): void {\n",
    instead: `other: i32, apart: bool): void {
  const pair = single * 1000 + other;
  if (apart) parted++;
  else joined++;
  if (apart && pairAt[level] !== pair) strayed++;
  pairAt[level] = pair;
`,
  },
];
/**
 * One first plan, no dives, nothing packed but the whole solutions that branching arrives at, and no end before all branches
 * are closed.
 */
const BARE = [
  { file: "assembly/cut/incumbent/pause.ts", line: "  if (provenBest()) stop();\n", instead: "" },
  {
    file: "assembly/cut/model/cut-tuning.ts",
    line: "FILL_ROUNDS: i32 = 12;",
    instead: "FILL_ROUNDS: i32 = 0;",
  },
  { file: "assembly/cut/cut-search.ts", line: "    dive(dives++, false);\n", instead: "    dives++;\n" },
  {
    file: "assembly/cut/cut-search.ts",
    line: "      dive(dives++, true);\n",
    instead: "      dives++;\n",
  },
  {
    file: "assembly/cut/branch/branch-and-bound.ts",
    line: "++solved % SEARCH_PACKING === 1 || ",
    instead: "",
  },
];

let startCore: () => Promise<Probe>;
let startBare: () => Promise<Probe>;
beforeAll(async () => {
  const options = ["--noAssert"];
  const core = await compileModule(ENTRY, options, COUNTED);
  const bare = await compileModule(ENTRY, options, [...COUNTED, ...BARE]);
  startCore = async () => (await instantiateCore(core)) as Probe;
  startBare = async () => (await instantiateCore(bare)) as Probe;
});

type Entries = [length: number, quantity: number][];

function tabulate(bars: Entries, pieces: Entries): CutTable {
  return tabulateCut(
    cutRequestSchema.parse({
      stocks: bars.map(([length, quantity], j) => ({ id: `${j}`, length, quantity })),
      pieces: pieces.map(([length, quantity]) => ({ id: "p", length, quantity })),
    }),
  );
}

describe("a branch on a pair", () => {
  /** Amounts per type. */
  type Pattern = number[];

  /** Three to six pieces, two of them single ones, all patterns of two kinds of bars, and all plans without a piece too many. */
  async function open(random: Random) {
    const lengths = random.shuffle([9, 8, 7, 6, 5, 4]).slice(0, random.int(3, 4));
    const pieces = lengths.map((length, i): [number, number] => [length, i < 2 ? 1 : random.int(1, 2)]);
    const long = random.int(16, 24);
    const short = random.int(12, 15);
    const table = tabulate(
      [
        [long, 99],
        [short, 1],
      ],
      pieces,
    );
    const demand = table.types.map(({ quantity }) => quantity);
    const core = await startCore();
    core.prepare(writeBlock(core, encodeCut(table, 1)));
    const patterns: Pattern[] = [];
    table.bars.forEach(({ length }, bar) => {
      for (const pattern of amountsWithin(demand)) {
        const sum = pattern.reduce((total, amount, i) => total + amount * table.types[i]!.length, 0);
        if (sum === 0 || sum > length) continue;
        pattern.forEach((amount, i) => {
          core.setAmount(i, amount);
        });
        patterns[core.addPattern(bar, 1 + (patterns.length % 3))] = pattern;
      }
    });
    const columns = patterns.flatMap((_, column) => [column]);
    return { core, demand, patterns, columns, plans: plansOf(demand, patterns, columns) };
  }

  function amountsWithin(demand: number[]): Pattern[] {
    return demand.reduce<Pattern[]>(
      (found, most) =>
        found.flatMap((begun) => Array.from({ length: most + 1 }, (_, amount) => [...begun, amount])),
      [[]],
    );
  }

  /** The columns of each plan. */
  function plansOf(left: number[], patterns: Pattern[], columns: number[]): number[][] {
    const open = left.findIndex((count) => count > 0);
    if (open < 0) return [[]];
    return columns.flatMap((column) => {
      const pattern = patterns[column]!;
      if (pattern[open] === 0 || pattern.some((amount, i) => amount > left[i]!)) return [];
      const rest = left.map((count, i) => count - pattern[i]!);
      return plansOf(rest, patterns, columns).map((plan) => [column, ...plan]);
    });
  }

  it("leaves exactly the plans that have the pair together, or apart, however deep the tree", async () => {
    let branches = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const { core, demand, patterns, columns, plans } = await open(random);
      const singles = demand.flatMap((count, i) => (count === 1 ? [i] : []));
      const mostUses = () => columns.map((column) => core.mostUses(column));
      const hasBoth = (plan: number[], a: number, b: number) =>
        plan.some((column) => patterns[column]![a]! > 0 && patterns[column]![b]! > 0);

      const walk = (level: number, within: number[][]) => {
        const before = mostUses();
        const left = plans.filter((plan) => plan.every((column) => core.mostUses(column) > 0));
        expect(left, `seed ${seed}, level ${level}`).toEqual(within);
        if (level === 3 || within.length === 0) return;
        const single = random.pick(singles);
        const other = random.pick(demand.flatMap((_, i) => (i === single ? [] : [i])));
        for (const apart of [false, true]) {
          core.forbidPatterns(level, single, other, apart);
          const kept = within.filter((plan) => hasBoth(plan, single, other) !== apart);
          // Two single pieces leave no pattern that is of no use.
          if (level === 0 && demand[other] === 1 && kept.length > 0) {
            const useful = new Set(kept.flat());
            expect(columns.filter((column) => core.mostUses(column) > 0)).toEqual(
              columns.filter((column) => useful.has(column)),
            );
          }
          walk(level + 1, kept);
          core.allowPatterns(level);
          expect(mostUses()).toEqual(before);
          branches++;
        }
      };
      walk(0, plans);
    }
    expect(branches).toBeGreaterThan(200);
  });

  it("is forgotten with all others when a search begins anew", async () => {
    const { core, columns } = await open(new Random(1));
    core.forbidPatterns(0, 0, 1, true);
    core.forbidPatterns(1, 0, 2, false);
    const left = columns.map((column) => core.mostUses(column));
    expect(left).toContain(0);
    core.forgetForbidden();
    core.allowPatterns(1);
    core.allowPatterns(0);
    expect(columns.map((column) => core.mostUses(column))).toEqual(left);
  });

  it("is on the pair that is most nearly together, one of them a single piece, and on none when all are whole", async () => {
    const found = { pairs: 0, none: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const { core, demand, patterns, columns, plans } = await open(random);
      const uses = columns.map(() => 0);
      // A mixture of plans is what a program arrives at; of one plan alone nothing is open.
      for (const share of random.pick([[1], [0.7, 0.3], [0.5, 0.2, 0.3]])) {
        for (const column of random.pick(plans)) uses[columns.indexOf(column)]! += share;
      }
      columns.forEach((column, k) => {
        core.setUses(column, uses[k]!);
      });
      const shares = demand.flatMap((_, a) =>
        demand.flatMap((_, b) => {
          if (a === b || demand[a]! > 1) return [];
          const bars = uses.filter(
            (_, k) => patterns[columns[k]!]![a]! > 0 && patterns[columns[k]!]![b]! > 0,
          );
          return [{ a, b, share: bars.reduce((sum, use) => sum + use, 0) }];
        }),
      );
      const unsettled = shares.filter(({ share }) => share > 1e-6 && share < 1 - 1e-6);
      const most = Math.max(...unsettled.map(({ share }) => share));
      // Asked twice: what the first has counted does not stay.
      for (let time = 0; time < 2; time++) {
        expect(core.findPair(0), `seed ${seed}`).toBe(unsettled.length > 0 ? 1 : 0);
        if (unsettled.length === 0) continue;
        const [single, other] = [core.pairSingle.value, core.pairOther.value];
        expect(demand[single]).toBe(1);
        const pair = shares.find(({ a, b }) => a === single && b === other);
        expect(pair?.share, `seed ${seed}`).toBeCloseTo(most, 9);
      }
      found[unsettled.length > 0 ? "pairs" : "none"]++;
    }
    expect(found.pairs).toBeGreaterThan(20);
    expect(found.none).toBeGreaterThan(10);
  });
});

describe("a search on pairs", () => {
  interface Job {
    bar: number;
    lengths: number[];
    /** Known from how the job was made. */
    fewest: number;
  }

  /** Solves jobs to the end and expects the fewest bars, proven; returns how often the search has branched. */
  async function prove(start: () => Promise<Probe>, jobs: Job[]) {
    const taken = { jobs: 0, joined: 0, parted: 0 };
    for (const { bar, lengths, fewest } of jobs) {
      const core = await start();
      const pieces = lengths.map((length): [number, number] => [length, 1]);
      core.cutOpen(writeBlock(core, encodeCut(tabulate([[bar, 999]], pieces), 1)));
      for (let step = 0; step < 200 && core.cutStep(1_000_000) === 0; step++);
      const { patterns, optimal, lowerBound } = decodeCut(readBlock(core, core.cutBest()));
      const bars = patterns.reduce((sum, { count }) => sum + count, 0);
      expect({ bars, lowerBound, optimal }, `${lengths} from ${bar}`).toEqual({
        bars: fewest,
        lowerBound: fewest,
        optimal: true,
      });
      expect(core.strayed.value).toBe(0);
      taken.jobs += core.parted.value > 0 ? 1 : 0;
      taken.joined += core.joined.value;
      taken.parted += core.parted.value;
    }
    return taken;
  }

  /** Pieces that fill `count` bars to the end, three to a bar. */
  function triplets(random: Random, bar: number, count: number): number[] {
    return Array.from({ length: count }, () => {
      const long = random.int(Math.ceil(bar * 0.38), Math.floor(bar * 0.49));
      const middle = random.int(Math.ceil(bar * 0.25), Math.floor((bar - long) / 2));
      return [long, middle, bar - long - middle];
    }).flat();
  }

  it("finds and proves the fewest bars by branching alone", async () => {
    const jobs = Array.from({ length: 80 }, (_, seed) => {
      const random = new Random(seed);
      const bar = random.int(60, 300);
      const full = random.int(6, 12);
      // One piece beside those that fill the bars needs another bar, and leaves room for many ways to cut the rest.
      const lengths = [...triplets(random, bar, full), random.int(20, Math.floor(bar * 0.7))];
      return { bar, lengths, fewest: full + 1 };
    });
    const { jobs: branched, joined, parted } = await prove(startBare, jobs);
    expect(branched).toBeGreaterThan(60);
    expect(joined).toBeGreaterThan(500);
    expect(parted).toBeGreaterThan(300);
  });

  it("finds the only plans that waste nothing, three pieces to a bar", async () => {
    const jobs = Array.from({ length: 16 }, (_, seed) => {
      const random = new Random(seed);
      const bar = random.int(1500, 2500);
      return { bar, lengths: triplets(random, bar, 40), fewest: 40 };
    });
    const { jobs: branched, parted } = await prove(startCore, jobs);
    expect(branched).toBeGreaterThan(8);
    expect(parted).toBeGreaterThan(80);
  });
});
