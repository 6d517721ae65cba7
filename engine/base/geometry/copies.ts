/** Finds parts with equal rings, by comparing their points; texts as keys took too long for tens of thousands of parts. */
import type { Ring } from "../contract/values/geometry.ts";

export class EqualRings {
  private readonly known = new Map<number, { rings: readonly Ring[]; number: number }[]>();
  private count = 0;

  /** Returns the same number for equal lists of rings and different numbers for different lists. */
  numberOf(rings: readonly Ring[]): number {
    const sum = sumOf(rings);
    const alike = this.known.get(sum) ?? [];
    const found = alike.find((one) => areEqual(one.rings, rings));
    if (found) return found.number;
    const number = this.count++;
    alike.push({ rings, number });
    this.known.set(sum, alike);
    return number;
  }
}

/** A hash: equal rings have equal sums, different rings hardly ever. */
function sumOf(rings: readonly Ring[]): number {
  let sum = 0;
  for (const ring of rings) for (const [x, y] of ring) sum = 0.7 * sum + x + 1.3 * y;
  return sum;
}

function areEqual(a: readonly Ring[], b: readonly Ring[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((ring, r) => {
    const other = b[r]!;
    return (
      ring.length === other.length && ring.every(([x, y], i) => x === other[i]![0] && y === other[i]![1])
    );
  });
}
