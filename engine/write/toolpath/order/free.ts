/** Which of the contours that are still to be cut lie nearest to a place? */
import type Flatbush from "flatbush";
import type { Bounds } from "../../../base/contract/values/geometry.ts";

/**
 * Boxes that are taken away one by one: a binary tree over neighbours that knows where nothing is left, so that a place
 * in the middle of what is cut costs no more than any other.
 */
export class FreeBoxes {
  /** By node, root first at 1, leaves from `leaves` on: four sides, and how many are left below. */
  private readonly sides: Float64Array;
  private readonly left: Int32Array;
  private readonly leaves: number;
  /** By box its leaf, and the other way round. */
  private readonly leafOf: Int32Array;
  private readonly boxAt: Int32Array;
  /** Result of the last search, nearest first. */
  private readonly found: number[] = [];
  private readonly away: number[] = [];

  /** `tree` has the same boxes, neighbours near each other; those that are not open come in later. */
  constructor(boxes: Bounds[], tree: Flatbush, isOpen: (box: number) => boolean = () => true) {
    this.boxAt = Int32Array.from(tree.search(-Infinity, -Infinity, Infinity, Infinity));
    this.leaves = 2 ** (32 - Math.clz32(Math.max(boxes.length, 2) - 1));
    this.leafOf = new Int32Array(boxes.length);
    this.left = new Int32Array(2 * this.leaves);
    this.sides = new Float64Array(8 * this.leaves);
    const { sides, left, leaves } = this;
    for (let k = 0; k < leaves; k++) {
      const box = k < boxes.length ? boxes[this.boxAt[k]!]! : null;
      if (box) this.leafOf[this.boxAt[k]!] = k;
      left[leaves + k] = box && isOpen(this.boxAt[k]!) ? 1 : 0;
      sides[4 * (leaves + k)] = box?.min_x ?? Infinity;
      sides[4 * (leaves + k) + 1] = box?.min_y ?? Infinity;
      sides[4 * (leaves + k) + 2] = box?.max_x ?? -Infinity;
      sides[4 * (leaves + k) + 3] = box?.max_y ?? -Infinity;
    }
    for (let node = leaves - 1; node >= 1; node--) {
      left[node] = left[2 * node]! + left[2 * node + 1]!;
      const [a, b] = [8 * node, 8 * node + 4];
      for (const k of [0, 1]) sides[4 * node + k] = Math.min(sides[a + k]!, sides[b + k]!);
      for (const k of [2, 3]) sides[4 * node + k] = Math.max(sides[a + k]!, sides[b + k]!);
    }
  }

  takeAway(box: number): void {
    this.count(box, -1);
  }

  /** A box that was not open from the start. */
  add(box: number): void {
    this.count(box, 1);
  }

  /** At most `count` of the boxes that are left, or of the wanted ones, nearest first; of equally near ones the first. */
  nearest(x: number, y: number, count: number, isWanted?: (box: number) => boolean): number[] {
    this.found.length = 0;
    this.away.length = 0;
    this.visit(1, x, y, count, isWanted);
    return [...this.found];
  }

  private count(box: number, change: number): void {
    for (let node = this.leaves + this.leafOf[box]!; node >= 1; node >>= 1) this.left[node]! += change;
  }

  private visit(
    node: number,
    x: number,
    y: number,
    count: number,
    isWanted?: (box: number) => boolean,
  ): void {
    if (node >= this.leaves) {
      const box = this.boxAt[node - this.leaves]!;
      if (isWanted?.(box) ?? true) this.put(box, this.distance(node, x, y), count);
      return;
    }
    const [a, b] = [2 * node, 2 * node + 1];
    const [toA, toB] = [this.distance(a, x, y), this.distance(b, x, y)];
    const [near, far] = toB < toA ? [b, a] : [a, b];
    if (this.isOpen(near, Math.min(toA, toB), count)) this.visit(near, x, y, count, isWanted);
    if (this.isOpen(far, Math.max(toA, toB), count)) this.visit(far, x, y, count, isWanted);
  }

  private isOpen(node: number, away: number, count: number): boolean {
    return this.left[node]! > 0 && (this.found.length < count || away <= this.away[count - 1]!);
  }

  private put(box: number, distance: number, count: number): void {
    const { found, away } = this;
    let at = found.length;
    while (at > 0 && (away[at - 1]! > distance || (away[at - 1] === distance && found[at - 1]! > box))) at--;
    if (at === count) return;
    for (let k = Math.min(found.length, count - 1); k > at; k--) {
      found[k] = found[k - 1]!;
      away[k] = away[k - 1]!;
    }
    found[at] = box;
    away[at] = distance;
  }

  /** Squared; 0 within. */
  private distance(node: number, x: number, y: number): number {
    const { sides } = this;
    const k = 4 * node;
    const dx = Math.max(sides[k]! - x, 0, x - sides[k + 2]!);
    const dy = Math.max(sides[k + 1]! - y, 0, y - sides[k + 3]!);
    return dx * dx + dy * dy;
  }
}
