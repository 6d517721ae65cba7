/** Which closed contours hold which faces of a block, and which of them two hold together? */

/** What two contours, the first before the second, hold together. */
interface Shared {
  p: number;
  q: number;
  count: number;
  size: number;
  /** They have a piece of their borders in common. */
  beside: boolean;
}

export class Holdings {
  /** Of each contour: how many faces it holds, and their area. */
  readonly counts = new Map<number, number>();
  readonly sizes = new Map<number, number>();
  private readonly pairs = new Map<number, Shared>();

  /** `areas` are those of faces. */
  constructor(
    own: readonly number[],
    holders: ReadonlyMap<number, ReadonlySet<number>>,
    areas: Float64Array,
  ) {
    const add = (map: Map<number, number>, key: number, more: number) =>
      map.set(key, (map.get(key) ?? 0) + more);
    for (const face of own) {
      const held = [...holders.get(face)!].sort((p, q) => p - q);
      held.forEach((p, i) => {
        add(this.sizes, p, areas[face]!);
        add(this.counts, p, 1);
        for (let j = i + 1; j < held.length; j++) {
          const q = held[j]!;
          const known = this.pairs.get(keyOf(p, q));
          if (known) {
            known.count++;
            known.size += areas[face]!;
          } else this.pairs.set(keyOf(p, q), { p, q, count: 1, size: areas[face]!, beside: false });
        }
      });
    }
  }

  /** Takes note of contours that run along one edge. */
  join(contours: readonly number[]): void {
    for (const [i, p] of contours.entries())
      for (const q of contours.slice(i + 1)) {
        const pair = this.pairs.get(keyOf(Math.min(p, q), Math.max(p, q)));
        if (pair) pair.beside = true;
      }
  }

  shared(): Iterable<Shared> {
    return this.pairs.values();
  }

  /** Whether any face is held by two. */
  overlap(): boolean {
    return this.pairs.size > 0;
  }

  /** How many faces two contours hold together. */
  countOf(p: number, q: number): number {
    return this.pairs.get(keyOf(Math.min(p, q), Math.max(p, q)))?.count ?? 0;
  }

  /** Whether one of two contours lies in the other. */
  isWithin({ p, q, count }: Shared): boolean {
    return count === Math.min(this.counts.get(p)!, this.counts.get(q)!);
  }

  /** Whether one lies in the other and has no piece of border with it. */
  isHole(pair: Shared): boolean {
    return !pair.beside && this.isWithin(pair);
  }

  /** Whether of any two contours that hold a face together one lies in the other. */
  isNested(): boolean {
    for (const pair of this.pairs.values()) if (!this.isWithin(pair)) return false;
    return true;
  }
}

/** Of two numbers of contours one: a drawing has fewer than two to the 26. */
function keyOf(p: number, q: number): number {
  return p * 2 ** 26 + q;
}
