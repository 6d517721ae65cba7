/** The project's own benchmark jobs: seeded, made of shapes like those of sheet-metal shops, the same everywhere. */
import { nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import { type PartSpec, requestFrom, type ShapeKind } from "../../helpers/nest/jobs.ts";
import { cutPolygons } from "../../helpers/nest/puzzles.ts";
import { classJob, guillotined, partsOf } from "../../helpers/nest/rectangles.ts";
import { Random } from "../../helpers/random.ts";
import type { CutBenchJob } from "../cut/jobs.ts";
import type { BenchJob } from "../jobs.ts";

const KINDS: ShapeKind[] = [
  "rectangle",
  "triangle",
  "convex",
  "concave",
  "ell",
  "channel",
  "circle",
  "frame",
  "washer",
  "plate",
];

/** Parts of a few to some two thousand points on 3000 x 1500 sheets, {0, 90} or {0, 45, 90}, gap 3, margin 5. */
export function ownNestingJobs(): BenchJob[] {
  return Array.from({ length: 12 }, (_, i): BenchJob => {
    const random = new Random(1000 + i);
    const types = random.int(2, 4 + 2 * i);
    const parts = Array.from(
      { length: types },
      (): PartSpec => ({
        kind: i % 6 === 5 && random.chance(0.3) ? "fine" : random.pick(KINDS),
        size: random.float(60, 700),
        turn: 0,
        offset: 0,
        quantity: random.int(1, 3 + 2 * i),
        seed: random.int(0, 2 ** 31),
      }),
    );
    const config = { spacing: 3, edge_margin: 5, rotation_step: i % 2 === 0 ? 90 : 45, kerf: 0 };
    const request = nestRequestSchema.parse(requestFrom({ parts, width: 3000, height: 1500, ...config }));
    const angles = i % 2 === 0 ? [0, 90] : [0, 45, 90];
    return {
      name: `metal-${i}`,
      set: "own",
      parts: request.parts.map((part) => ({ ...part, angles })),
      sheet: request.sheet,
      spacing: 3,
      margin: 5,
    };
  });
}

/** Sheets of 1200 x 800 cut up without waste, 3 to 24 pieces each: the fewest sheets are known. */
export function ownPuzzles(): BenchJob[] {
  return Array.from({ length: 12 }, (_, i): BenchJob => {
    const random = new Random(3000 + i);
    const sheet = { width: 1200, height: 800 };
    const cut = { sheets: random.int(2, 10), pieces: 3 + Math.round(1.9 * i) };
    const parts = cutPolygons(random, { ...sheet, ...cut }).map((exterior, part) => {
      return { id: `${part}`, quantity: 1, exterior, holes: [], angles: [0] };
    });
    return { name: `cut-${i}`, set: "own jigsaw", parts, sheet, spacing: 0, margin: 0 };
  });
}

/**
 * The ten classes of rectangles, 20 to 100 of them, as they come and turned as they like; and sheets cut up from edge
 * to edge.
 */
export function ownRectangles(): BenchJob[] {
  const classes = Array.from({ length: 50 }, (_, i) => {
    const number = 1 + (i % 10);
    const count = 20 * (1 + Math.floor(i / 10));
    return { name: `class ${number}, ${count}`, ...classJob(new Random(5000 + i), number, count) };
  });
  return [false, true].flatMap((turns) => [
    ...classes.map(
      ({ name, sides, sheet }): BenchJob => ({
        name: turns ? `${name}, turned` : name,
        set: turns ? "own rectangles, turned" : "own rectangles",
        parts: partsOf(sides, turns),
        sheet: { width: sheet, height: sheet },
        spacing: 0,
        margin: 0,
      }),
    ),
    ...Array.from({ length: 10 }, (_, i): BenchJob => {
      const random = new Random(6000 + i);
      const sheet = { width: random.int(60, 200), height: random.int(60, 200) };
      return {
        name: turns ? `cut ${i}, turned` : `cut ${i}`,
        set: turns ? "own rectangle jigsaw, turned" : "own rectangle jigsaw",
        parts: partsOf(guillotined(random, sheet, random.int(15, 25), turns), turns),
        sheet,
        spacing: 0,
        margin: 0,
        best: 1,
      };
    }),
  ]);
}

/** Bars from stock and offcuts, tenths of millimetres, from a few pieces to ten million. */
export function ownCuttingJobs(): CutBenchJob[] {
  return [...barJobs(), ...hugeJobs()];
}

/** The most that a request may hold: 1000 lengths, 10 000 pieces of each. */
function hugeJobs(): CutBenchJob[] {
  return [
    [300, 3000, 6000],
    [1400, 4000, 6000],
    [1000, 3400, 7000],
  ].map(([shortest, longest, bar], i): CutBenchJob => {
    const random = new Random(4000 + i);
    const lengths = new Set<number>();
    while (lengths.size < 1000) lengths.add(random.int(10 * shortest!, 10 * longest!) / 10);
    return {
      name: `${shortest} to ${longest} from ${bar}`,
      set: "1000 x 10 000 pieces",
      request: {
        stocks: [{ id: "bar", length: bar!, quantity: Number.MAX_SAFE_INTEGER, cost: 0 }],
        pieces: [...lengths].map((length, at) => ({ id: `piece ${at}`, length, quantity: 10_000 })),
        kerf: 3,
        optimize: "waste",
      },
      measure: "length",
      lower: undefined,
      upper: undefined,
    };
  });
}

function barJobs(): CutBenchJob[] {
  return ["one length", "several lengths"].flatMap((set, several) =>
    Array.from({ length: 25 }, (_, i): CutBenchJob => {
      const random = new Random(2000 + 100 * several + i);
      const standard = random
        .shuffle([3000, 6000, 7000, 12_000])
        .slice(0, several === 0 ? 1 : random.int(2, 4));
      const longest = Math.max(...standard);
      const offcuts = Array.from(
        { length: several * random.int(0, 20) },
        () => random.int(5000, 25_000) / 10,
      );
      const length = () => random.int(2000, 10 * Math.min(longest, 5900)) / 10;
      const pieces = Array.from(
        { length: random.int(4, 50) },
        () => [length(), random.int(1, 2 + 4 * i)] as const,
      );
      return {
        name: `job ${i}`,
        set,
        request: {
          stocks: [
            ...standard.map((bar) => [bar, 10_000] as const),
            ...offcuts.map((bar) => [bar, 1] as const),
          ].map(([bar, quantity], at) => ({ id: `bar ${at}`, length: bar, quantity, cost: 0 })),
          pieces: pieces.map(([piece, quantity], at) => ({ id: `piece ${at}`, length: piece, quantity })),
          kerf: random.pick([0, 2, 3, 4.2]),
          optimize: "waste",
        },
        measure: "length",
        lower: undefined,
        upper: undefined,
      };
    }),
  );
}
