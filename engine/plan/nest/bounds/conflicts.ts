/** Which parts cannot share a sheet? Of parts no two of which can, each takes one of its own. */
import {
  type BoundCandidate,
  type BoundSheet,
  DEPTH_DOUBT,
  depth,
  depthCost,
  facing,
  fits,
  knownExactly,
  type Turned,
} from "./candidate.ts";
import { Meter } from "./meter.ts";

/** Pieces of ranges of positions that are looked at before pairs of parts pass for compatible. */
const MOST_CELLS = 50_000;

/** Its generators yield `undefined` after every step. */
export class Conflicts {
  private cellsLeft = MOST_CELLS;
  private readonly meter = new Meter();
  private readonly known = new Map<BoundCandidate, Map<BoundCandidate, boolean>>();

  constructor(
    private readonly sheets: readonly BoundSheet[],
    private readonly gap: number,
  ) {}

  /** Copies in a set no two of which can share a sheet, as it grows: taken greedily, the largest first. */
  *cliqueSizes(parts: readonly BoundCandidate[]): Generator<number | undefined, void> {
    const members: BoundCandidate[] = [];
    let size = 0;
    for (const part of [...parts].sort((a, b) => b.area - a.area)) {
      if (!(yield* this.excludeAll(part, members))) continue;
      members.push(part);
      const { quantity } = part.source;
      size += quantity > 1 && (yield* this.between(part, part)) ? quantity : 1;
      yield size;
    }
  }

  private *excludeAll(
    part: BoundCandidate,
    members: readonly BoundCandidate[],
  ): Generator<undefined, boolean> {
    for (const other of members) if (!(yield* this.between(part, other))) return false;
    return true;
  }

  /** True when the two cannot share a sheet; false when they perhaps can. */
  *between(a: BoundCandidate, b: BoundCandidate): Generator<undefined, boolean> {
    const known = this.known.get(a)?.get(b) ?? this.known.get(b)?.get(a);
    if (known !== undefined) return known;
    const row = this.known.get(a) ?? new Map<BoundCandidate, boolean>();
    this.known.set(a, row);
    const found = yield* this.exclude(a, b);
    row.set(b, found);
    return found;
  }

  private *exclude(a: BoundCandidate, b: BoundCandidate): Generator<undefined, boolean> {
    if (a.source.ranging || b.source.ranging) return false;
    for (const sheet of this.sheets) {
      for (const p of a.orientations) {
        for (const q of b.orientations) {
          if (!(yield* this.alwaysMeet([a, b], [p, q], sheet))) return false;
        }
      }
    }
    return true;
  }

  /**
   * True when the two come nearer than the gap wherever on the sheet they lie. The positions of one against the other
   * make a rectangle; it is halved until the two meet all over each piece.
   */
  private *alwaysMeet(
    sources: [BoundCandidate, BoundCandidate],
    turned: [Turned, Turned],
    sheet: BoundSheet,
  ): Generator<undefined, boolean> {
    const [a, b] = facing(...turned);
    yield* this.meter.spend(100);
    if (!fits(a, sheet) || !fits(b, sheet)) return true;
    // Most pairs are settled by their boxes, side by side or one above the other.
    if (a.width + b.width + this.gap <= sheet.width || a.height + b.height + this.gap <= sheet.height)
      return false;
    // Rectangles that keep a distance keep more than 1 / √2 of it along one axis.
    const least = this.gap * Math.SQRT1_2 - DEPTH_DOUBT;
    if (a.upright && b.upright)
      return a.width + b.width + least > sheet.width && a.height + b.height + least > sheet.height;
    for (const part of sources) yield* this.meter.spend(part.findCircles());
    const reachX = sheet.width - (a.width + b.width) / 2;
    const reachY = sheet.height - (a.height + b.height) / 2;
    const meet = (x: number, y: number, reach: number) => {
      const enough = reach + DEPTH_DOUBT - this.gap;
      return depth(a, b, x, y, enough + DEPTH_DOUBT) > enough;
    };
    // The corners settle most others: what goes beside or above the other is farthest away there.
    if (!meet(reachX, reachY, 0) || !meet(-reachX, reachY, 0)) return false;
    if (!meet(reachX, -reachY, 0) || !meet(-reachX, -reachY, 0)) return false;
    // All shifts at which convex parts meet make a convex shape too.
    if (knownExactly(a, b)) return true;
    const open = [{ x: 0, y: 0, halfX: reachX, halfY: reachY }];
    for (let cell = open.pop(); cell; cell = open.pop()) {
      const { x, y, halfX, halfY } = cell;
      yield* this.meter.spend(depthCost(a, b));
      if (meet(x, y, Math.sqrt(halfX * halfX + halfY * halfY))) continue;
      if (--this.cellsLeft < 0) return false;
      const wide = halfX >= halfY;
      const [nextX, nextY] = wide ? [halfX / 2, halfY] : [halfX, halfY / 2];
      for (const side of [-1, 1]) {
        const at = wide ? { x: x + side * nextX, y } : { x, y: y + side * nextY };
        open.push({ ...at, halfX: nextX, halfY: nextY });
      }
    }
    return true;
  }
}
