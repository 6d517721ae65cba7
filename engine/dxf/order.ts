/**
 * Which edge lies directly below another one? A balanced tree of edges by height, for a line that sweeps from left to
 * right. Removing goes by handle and never compares, so edges that cross, against the rules, cost order but no harm.
 */

/** A treap over the numbers 0 … capacity - 1; priorities are a fixed hash, so that runs repeat exactly. */
export class HeightOrder {
  private root = -1;
  private readonly parents: Int32Array;
  private readonly lefts: Int32Array;
  private readonly rights: Int32Array;
  private readonly below: (p: number, q: number) => boolean;

  /** `below(p, q)` says whether edge p, being added, lies below edge q. */
  constructor(capacity: number, below: (p: number, q: number) => boolean) {
    this.parents = new Int32Array(capacity).fill(-1);
    this.lefts = new Int32Array(capacity).fill(-1);
    this.rights = new Int32Array(capacity).fill(-1);
    this.below = below;
  }

  add(edge: number): void {
    let parent = -1;
    let left = false;
    for (let at = this.root; at >= 0; at = left ? this.lefts[at]! : this.rights[at]!) {
      parent = at;
      left = this.below(edge, at);
    }
    this.parents[edge] = parent;
    this.lefts[edge] = -1;
    this.rights[edge] = -1;
    if (parent < 0) this.root = edge;
    else if (left) this.lefts[parent] = edge;
    else this.rights[parent] = edge;
    while (this.parents[edge]! >= 0 && priority(edge) > priority(this.parents[edge]!)) this.rise(edge);
  }

  remove(edge: number): void {
    while (this.lefts[edge]! >= 0 || this.rights[edge]! >= 0) {
      const left = this.lefts[edge]!;
      const right = this.rights[edge]!;
      this.rise(right < 0 || (left >= 0 && priority(left) > priority(right)) ? left : right);
    }
    this.replace(edge, this.parents[edge]!, -1);
    this.parents[edge] = -1;
  }

  /** The highest of the edges that a place lies above, or -1. */
  under(isAbove: (edge: number) => boolean): number {
    let found = -1;
    let at = this.root;
    while (at >= 0) {
      const above = isAbove(at);
      if (above) found = at;
      at = above ? this.rights[at]! : this.lefts[at]!;
    }
    return found;
  }

  /** The next lower edge, or -1. */
  lower(edge: number): number {
    return this.neighbour(edge, this.lefts, this.rights);
  }

  /** The next higher edge, or -1. */
  higher(edge: number): number {
    return this.neighbour(edge, this.rights, this.lefts);
  }

  private neighbour(edge: number, towards: Int32Array, away: Int32Array): number {
    let at = towards[edge]!;
    if (at >= 0) {
      while (away[at]! >= 0) at = away[at]!;
      return at;
    }
    let child = edge;
    at = this.parents[edge]!;
    while (at >= 0 && towards[at] === child) {
      child = at;
      at = this.parents[at]!;
    }
    return at;
  }

  /** Rotates an edge into its parent's place. */
  private rise(edge: number): void {
    const parent = this.parents[edge]!;
    const fromLeft = this.lefts[parent] === edge;
    const inner = fromLeft ? this.rights : this.lefts;
    const outer = fromLeft ? this.lefts : this.rights;
    const moved = inner[edge]!;
    outer[parent] = moved;
    if (moved >= 0) this.parents[moved] = parent;
    this.replace(parent, this.parents[parent]!, edge);
    inner[edge] = parent;
    this.parents[parent] = edge;
  }

  private replace(child: number, parent: number, by: number): void {
    if (parent < 0) this.root = by;
    else if (this.lefts[parent] === child) this.lefts[parent] = by;
    else this.rights[parent] = by;
    if (by >= 0) this.parents[by] = parent;
  }
}

function priority(edge: number): number {
  let mixed = Math.imul(edge + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
