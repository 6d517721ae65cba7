/**
 * What does a bridge lead to? Across the kerf there is another part, or scrap. Scrap holds when it hangs together with
 * the edge of the sheet, which a flood from the end of the bridge finds out: it may not cross a kerf nor enter a part.
 */
import type { Legs } from "../controller/legs.ts";
import { legSegmentDistance } from "../sweep/distance.ts";
import type { LegIndex } from "../sweep/leg-index.ts";

/** Steps of the flood in mm; islands between touching parts are small, and found with small steps, as narrow ways are. */
const STEPS = [2, 0.4, 0.1, 0.04];
/** A flood over more places is given up: what wide steps found no end of is no island, narrow ones no way out. */
const MOST = 30_000;
/** A way over scrap may come this much nearer to a cut than its kerf, in mm. */
const HAIR = 1e-3;

export interface Cleared {
  legs: Legs;
  index: LegIndex | null;
  radius: number;
  width: number;
  height: number;
  /** Whether a leg divides the sheet. */
  divides: (leg: number) => boolean;
  /** The part at a place, or null. */
  partAt: (x: number, y: number) => number | null;
}

export class Flood {
  private readonly held = STEPS.map(() => new Map<string, boolean>());

  /** Ways over scrap are to be `strip` wide, in mm. */
  constructor(
    private readonly sheet: Cleared,
    private readonly strip = 0,
  ) {}

  /** Whether scrap at this place hangs together with the sheet's edge. */
  reachesEdge(x: number, y: number): boolean {
    const { width, height } = this.sheet;
    if (x < 0 || y < 0 || x > width || y > height) return false;
    return STEPS.some((step, level) => this.flood(x, y, step, this.held[level]!));
  }

  /** Whether no cut lies across the way between two places, or nearer to it than half of its width. */
  isOpen(ax: number, ay: number, bx: number, by: number): boolean {
    const { index, legs, radius, divides } = this.sheet;
    const reach = Math.max(radius + this.strip / 2 - HAIR, HAIR);
    const near = index?.search(
      Math.min(ax, bx) - reach,
      Math.min(ay, by) - reach,
      Math.max(ax, bx) + reach,
      Math.max(ay, by) + reach,
    );
    return !near?.some((i) => divides(i) && legSegmentDistance(legs.at(i), ax, ay, bx, by) < reach);
  }

  private flood(x: number, y: number, step: number, held: Map<string, boolean>): boolean {
    const { width, height, partAt } = this.sheet;
    const queue: [i: number, j: number, fromX: number, fromY: number][] = [];
    const [i0, j0] = [Math.floor(x / step), Math.floor(y / step)];
    for (let i = i0; i <= i0 + 1; i++) for (let j = j0; j <= j0 + 1; j++) queue.push([i, j, x, y]);
    const seen = new Set<string>();
    let answer = false;
    for (let next = queue.pop(); next && !answer; next = queue.pop()) {
      const [i, j, fromX, fromY] = next;
      const key = `${i} ${j}`;
      if (seen.has(key)) continue;
      const toX = Math.min(Math.max(i * step, 0), width);
      const toY = Math.min(Math.max(j * step, 0), height);
      if (!this.isOpen(fromX, fromY, toX, toY) || partAt(toX, toY) !== null) continue;
      seen.add(key);
      const isEdge = toX === 0 || toY === 0 || toX === width || toY === height;
      answer = held.get(key) ?? (isEdge || (seen.size > MOST && step === STEPS[0]));
      if (seen.size > MOST) break;
      const beside = [
        [i - 1, j],
        [i + 1, j],
        [i, j - 1],
        [i, j + 1],
      ] as [number, number][];
      const away = ([a, b]: [number, number]) =>
        Math.min(a * step, b * step, width - a * step, height - b * step);
      for (const [a, b] of beside.sort((p, q) => away(q) - away(p)))
        if (!seen.has(`${a} ${b}`)) queue.push([a, b, toX, toY]);
    }
    if (answer) for (const key of seen) held.set(key, true);
    return answer;
  }
}
