/**
 * Can some parts, each in one orientation, lie on one sheet together? Differences of their places are bounded along each
 * axis; rasters of shifts cut the bounds, bounds that follow from others are drawn, and what is still open is halved.
 * A search that ends with nothing open proves the case impossible; one that finds bounds without any shut cell gives up.
 */
import { type BoundSheet, DEPTH_DOUBT, type Turned } from "./candidate.ts";
import type { Meter } from "./meter.ts";
import type { Range, Shifts } from "./shifts.ts";

/** How two of the parts may lie against each other. */
export type ShiftsOf = (a: Turned, b: Turned) => { shifts: Shifts; reversed: boolean };

/** Rounds of cutting and drawing conclusions before a range is halved. */
const ROUNDS = 3;

/** Sums of bounds are good to so many millimetres. */
const ROUNDING = 1e-9;

/** Bounds of one node: by two parts, the greatest difference along x, and then along y; part 0 is the sheet's corner. */
type DifferenceBounds = Float64Array;

export class Crowd {
  private readonly size: number;
  private readonly pairs: { i: number; k: number; shifts: Shifts; reversed: boolean }[] = [];
  private readonly half: number;

  constructor(
    private readonly parts: readonly Turned[],
    private readonly sheet: BoundSheet,
    shiftsOf: ShiftsOf,
  ) {
    this.size = parts.length + 1;
    this.half = this.size * this.size;
    for (let k = 1; k < parts.length; k++)
      for (let i = 0; i < k; i++) this.pairs.push({ i: i + 1, k: k + 1, ...shiftsOf(parts[i]!, parts[k]!) });
  }

  /** True when they cannot share a sheet; false when they perhaps can, or the proof takes more nodes than this. */
  *isImpossible(meter: Meter, nodes: number): Generator<undefined, boolean> {
    const open = [this.widest()];
    for (let node = open.pop(); node; node = open.pop()) {
      if (--nodes < 0 || meter.empty) return false;
      yield* meter.spend(150 * this.pairs.length + 4 * this.half * this.size);
      if (!this.tighten(node)) continue;
      const halves = this.halve(node);
      if (!halves) return false;
      open.push(...halves);
    }
    return true;
  }

  /** All places on the sheet; alike parts from left to right. */
  private widest(): DifferenceBounds {
    const bounds = new Float64Array(2 * this.half).fill(Infinity);
    const { size, half } = this;
    for (let i = 0; i < size; i++) {
      bounds[i * size + i] = 0;
      bounds[half + i * size + i] = 0;
    }
    this.parts.forEach(({ width, height }, p) => {
      const i = p + 1;
      bounds[i] = this.sheet.width - width / 2 + DEPTH_DOUBT;
      bounds[i * size] = DEPTH_DOUBT - width / 2;
      bounds[half + i] = this.sheet.height - height / 2 + DEPTH_DOUBT;
      bounds[half + i * size] = DEPTH_DOUBT - height / 2;
    });
    for (const { i, k } of this.pairs) if (this.parts[i - 1] === this.parts[k - 1]) bounds[k * size + i] = 0;
    return bounds;
  }

  /** Cuts the bounds to what the shifts leave; false when that is nothing. */
  private tighten(bounds: DifferenceBounds): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.conclude(bounds)) return false;
      let changed = false;
      for (const pair of this.pairs) {
        const range = this.rangeOf(bounds, pair);
        const found = open(pair, range);
        if (!found) return false;
        if (this.cut(bounds, pair, found.range)) changed = true;
      }
      if (!changed) return true;
    }
    return this.conclude(bounds);
  }

  /** Bounds that follow from two others (R. Floyd, 1962); false when they contradict each other. */
  private conclude(bounds: DifferenceBounds): boolean {
    const { size, half } = this;
    for (let base = 0; base < 2 * half; base += half) {
      for (let via = 0; via < size; via++) {
        for (let i = 0; i < size; i++) {
          const to = bounds[base + i * size + via]!;
          for (let k = 0; k < size; k++) {
            const sum = to + bounds[base + via * size + k]!;
            if (sum < bounds[base + i * size + k]!) bounds[base + i * size + k] = sum;
          }
        }
      }
      for (let i = 0; i < size; i++) if (bounds[base + i * size + i]! < -ROUNDING) return false;
    }
    return true;
  }

  private rangeOf(bounds: DifferenceBounds, { i, k }: { i: number; k: number }): Range {
    const { size, half } = this;
    return {
      minX: -bounds[k * size + i]!,
      maxX: bounds[i * size + k]!,
      minY: -bounds[half + k * size + i]!,
      maxY: bounds[half + i * size + k]!,
    };
  }

  /** True when a bound has become narrower by more than rounding. */
  private cut(bounds: DifferenceBounds, { i, k }: { i: number; k: number }, range: Range): boolean {
    const { size, half } = this;
    const lower = (at: number, value: number) => {
      if (value >= bounds[at]! - DEPTH_DOUBT) return false;
      bounds[at] = value;
      return true;
    };
    const left = lower(k * size + i, -range.minX);
    const right = lower(i * size + k, range.maxX);
    const low = lower(half + k * size + i, -range.minY);
    const high = lower(half + i * size + k, range.maxY);
    return left || right || low || high;
  }

  /** Two halves of the range with the smallest open share; undefined when no range has shut cells. */
  private halve(bounds: DifferenceBounds): [DifferenceBounds, DifferenceBounds] | undefined {
    let [least, chosen] = [1, this.pairs[0]];
    for (const pair of this.pairs) {
      const found = open(pair, this.rangeOf(bounds, pair));
      if (!found || found.share >= least) continue;
      [least, chosen] = [found.share, pair];
    }
    if (least === 1 || !chosen) return undefined;
    const range = this.rangeOf(bounds, chosen);
    const x = (range.minX + range.maxX) / 2;
    const y = (range.minY + range.maxY) / 2;
    const cuts = [
      [
        { ...range, maxX: x },
        { ...range, minX: x },
      ],
      [
        { ...range, maxY: y },
        { ...range, minY: y },
      ],
    ] as const;
    const left = cuts.map((halves) =>
      halves.reduce((sum, part) => sum + sizeOf(open(chosen!, part)?.range), 0),
    );
    return cuts[left[0]! <= left[1]! ? 0 : 1]!.map((part) => {
      const next = bounds.slice();
      this.cut(next, chosen!, part);
      return next;
    }) as [DifferenceBounds, DifferenceBounds];
  }
}

function sizeOf(range: Range | undefined): number {
  return range ? (range.maxX - range.minX) * (range.maxY - range.minY) : 0;
}

/** Finds the open rest of a range, in the order of the pair. */
function open(
  { shifts, reversed }: { shifts: Shifts; reversed: boolean },
  range: Range,
): { range: Range; share: number } | undefined {
  if (!reversed) return shifts.within(range);
  const found = shifts.within(negated(range));
  return found && { range: negated(found.range), share: found.share };
}

function negated({ minX, maxX, minY, maxY }: Range): Range {
  return { minX: -maxX, maxX: -minX, minY: -maxY, maxY: -minY };
}
