/**
 * How few sheets do, if a sheet may hold whatever no measure and no proof forbids? A linear program over all such
 * patterns says so; then what its patterns put on one sheet is held against the shapes, few parts at a time, and what is
 * impossible leaves the program. Small parts, of which a sheet holds many, count by their area.
 */
import { type BoundCandidate, type BoundSheet, fits, type Turned } from "./candidate.ts";
import type { Conflicts } from "./conflicts.ts";
import { leastPatterns, type SheetPattern } from "./covering-program.ts";
import { Crowd } from "./crowd.ts";
import type { PartMeasure } from "./measures.ts";
import type { Meter } from "./meter.ts";
import { Shifts } from "./shifts.ts";

/** Patterns of the program times kinds of parts in it, and rasters, at most. */
const MOST_ENTRIES = 15_000;
const MOST_SHIFTS = 64;
/** The most parts that are tried together, with the most nodes for one choice of their orientations. */
const MOST_CROWD = 7;
const MOST_NODES = 3000;
const MOST_CHOICES = 500;
/** Where sums of shares exceed a sheet by so little, they fit. */
const SHARE_SLACK = 1e-9;

export class Patterns {
  /** Kinds of which a sheet holds few, the largest first, and their places among all. */
  private kinds: number[] = [];
  private patterns: SheetPattern[] = [{ counts: [], rest: 1 }];
  /** Numbers of parts of which it is settled whether they can share a sheet, as text. */
  private readonly tried = new Set<string>();
  private readonly shifts = new Map<Turned, Map<Turned, Shifts>>();
  private shiftCount = 0;
  private readonly sheet: BoundSheet;
  private readonly gap: number;
  private readonly conflicts: Conflicts;

  /** `measures`: the first of them is that of the area. */
  constructor(
    private readonly parts: readonly BoundCandidate[],
    private readonly measures: readonly PartMeasure[],
    { sheets, gap, conflicts }: { sheets: readonly BoundSheet[]; gap: number; conflicts: Conflicts },
  ) {
    this.gap = gap;
    this.conflicts = conflicts;
    const sides = (side: keyof BoundSheet) => Math.max(...sheets.map((sheet) => sheet[side]));
    this.sheet = { width: sides("width"), height: sides("height") };
  }

  /** Sheets at least, as more is proven; `undefined` after every step. */
  *leasts(meter: Meter): Generator<number | undefined, void> {
    yield* this.chooseKinds(meter);
    if (this.kinds.length === 0) return;
    while (!meter.empty) {
      const demands = this.kinds.map((kind) => this.parts[kind]!.source.quantity);
      const { least, used } = yield* leastPatterns(this.patterns, [...demands, this.rest], meter);
      yield least;
      if (!(yield* this.forbidSome(used, meter))) return;
    }
  }

  /** The largest parts, as long as there are not too many patterns of them. */
  private *chooseKinds(meter: Meter): Generator<undefined, void> {
    const [area] = this.measures as [PartMeasure];
    const sorted = this.parts.map((_, i) => i).filter((i) => area[i]! > 0);
    sorted.sort((a, b) => area[b]! - area[a]! || a - b);
    for (const kind of sorted) {
      if (meter.empty) return;
      const excluded = yield* this.excludedBy(kind);
      const patterns = this.patternsWith(kind, excluded);
      yield* meter.spend(10 * this.measures.length * (patterns?.length ?? MOST_ENTRIES / 6));
      if (!patterns) return;
      this.kinds.push(kind);
      this.patterns = patterns;
    }
  }

  /** Whether each kind of the program, and then a second copy of this one, cannot share a sheet with it. */
  private *excludedBy(kind: number): Generator<undefined, boolean[]> {
    const part = this.parts[kind]!;
    const excluded: boolean[] = [];
    for (const other of this.kinds) excluded.push(yield* this.conflicts.between(this.parts[other]!, part));
    excluded.push(part.source.quantity > 1 && (yield* this.conflicts.between(part, part)));
    return excluded;
  }

  /** Area of all that is not in the program, in sheets. */
  private get rest(): number {
    const [area] = this.measures as [PartMeasure];
    return area.reduce(
      (sum, share, i) => sum + (this.kinds.includes(i) ? 0 : share * this.parts[i]!.source.quantity),
      0,
    );
  }

  /** Each pattern with as many of one more kind as every measure lets lie there too; undefined where these are too many. */
  private patternsWith(kind: number, excluded: readonly boolean[]): SheetPattern[] | undefined {
    const found: SheetPattern[] = [];
    const most = Math.min(this.parts[kind]!.source.quantity, excluded.at(-1) ? 1 : Infinity);
    for (const { counts } of this.patterns) {
      const barred = counts.some((n, i) => n > 0 && excluded[i]);
      const sums = this.measures.map((measure) =>
        counts.reduce((sum, n, i) => sum + n * measure[this.kinds[i]!]!, 0),
      );
      for (let n = 0; n <= (barred ? 0 : most); n++) {
        const taken = sums.map((sum, m) => sum + n * this.measures[m]![kind]!);
        if (taken.some((sum) => sum > 1 + SHARE_SLACK)) break;
        found.push({ counts: [...counts, n], rest: Math.max(0, 1 - taken[0]!) });
        if (found.length * excluded.length > MOST_ENTRIES) return undefined;
      }
    }
    return found;
  }

  /** Looks for parts of a pattern that cannot share a sheet; false when everything has been tried. */
  private *forbidSome(used: readonly SheetPattern[], meter: Meter): Generator<undefined, boolean> {
    const open = new Map<string, number[]>();
    for (const { counts } of used) for (const part of partsOf(counts)) open.set(part.join(), part);
    const untried = [...open].filter(([key]) => !this.tried.has(key)).map(([, counts]) => counts);
    untried.sort((a, b) => totalOf(a) - totalOf(b));
    for (const counts of untried) {
      if (meter.empty) return false;
      this.tried.add(counts.join());
      if (!(yield* this.isImpossible(counts, meter))) continue;
      this.patterns = this.patterns.filter((pattern) => pattern.counts.some((n, i) => n < counts[i]!));
      return true;
    }
    return false;
  }

  /** True when so many of each kind cannot share a sheet, however they are turned. */
  private *isImpossible(counts: readonly number[], meter: Meter): Generator<undefined, boolean> {
    const kinds = this.kinds.filter((_, i) => counts[i]! > 0);
    if (kinds.some((kind) => this.parts[kind]!.source.ranging)) return false;
    const choices = this.kinds.flatMap((kind, i) => {
      const values = () => this.parts[kind]!.orientations.filter((turned) => fits(turned, this.sheet));
      return counts[i]! > 0 ? [{ values: values(), count: counts[i]! }] : [];
    });
    const many = choices.reduce(
      (product, { values, count }) => product * selectionCount(values.length, count),
      1,
    );
    if (many > MOST_CHOICES) return false;
    for (const kind of kinds) yield* meter.spend(this.parts[kind]!.findCircles());
    const lists = choices.map(({ values, count }) => selections(values, count));
    for (const crowd of combinations(lists)) {
      if (!(yield* this.fillShifts(crowd, meter))) return false;
      const shiftsOf = (a: Turned, b: Turned) => this.shiftsOf(a, b)!;
      if (!(yield* new Crowd(crowd, this.sheet, shiftsOf).isImpossible(meter, MOST_NODES))) return false;
    }
    return true;
  }

  /** Works out what rasters are missing; false when there are too many. */
  private *fillShifts(crowd: readonly Turned[], meter: Meter): Generator<undefined, boolean> {
    for (const [k, b] of crowd.entries()) {
      for (const a of crowd.slice(0, k)) {
        if (this.shiftsOf(a, b)) continue;
        if (++this.shiftCount > MOST_SHIFTS) return false;
        const shifts = new Shifts(a, b, this.sheet, this.gap);
        yield* shifts.fill(meter);
        const row = this.shifts.get(a) ?? new Map<Turned, Shifts>();
        this.shifts.set(a, row.set(b, shifts));
      }
    }
    return true;
  }

  private shiftsOf(a: Turned, b: Turned): { shifts: Shifts; reversed: boolean } | undefined {
    const shifts = this.shifts.get(a)?.get(b);
    if (shifts) return { shifts, reversed: false };
    const other = this.shifts.get(b)?.get(a);
    return other && { shifts: other, reversed: true };
  }
}

/** Two parts or more out of so many of each kind, as far as they are tried together. */
function partsOf(counts: readonly number[]): number[][] {
  let found: number[][] = [[]];
  for (const count of counts) {
    found = found.flatMap((part) => {
      const most = Math.min(count, MOST_CROWD - totalOf(part));
      return Array.from({ length: most + 1 }, (_, n) => [...part, n]);
    });
  }
  return found.filter((part) => totalOf(part) >= 2);
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, n) => sum + n, 0);
}

/** How many `selections` there are. */
function selectionCount(values: number, count: number): number {
  let product = 1;
  for (let i = 1; i <= count; i++) product *= (values + i - 1) / i;
  return Math.round(product);
}

/** So many out of a list, repeats allowed, in its order. */
function selections<Value>(values: readonly Value[], count: number): Value[][] {
  if (count === 0) return [[]];
  return values.flatMap((value, i) => selections(values.slice(i), count - 1).map((rest) => [value, ...rest]));
}

/** One of each list, joined. */
function combinations<Value>(lists: readonly Value[][][]): Value[][] {
  return lists.reduce<Value[][]>(
    (joined, list) => joined.flatMap((before) => list.map((own) => [...before, ...own])),
    [[]],
  );
}
