/** Which parts are copies of each other? Compared point by point, since making texts of tens of thousands took too long. */
import type { Ring } from "../contract/values/geometry.ts";

export class Copies {
  private readonly known = new Map<number, { rings: readonly Ring[]; number: number }[]>();
  private count = 0;

  /** The same number for equal lists of rings, another one for others. */
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

/** Equal rings have equal sums, others hardly ever. */
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
