/** Groups: numbers that are united pair by pair, and things that have something in common. */

/**
 * Numbers that belong together are united one pair after another (union-find, with paths that are halved: Tarjan and
 * van Leeuwen 1984).
 */
export class UnitedGroups {
  private readonly above: Int32Array;

  constructor(count: number) {
    this.above = new Int32Array(count).map((_, number) => number);
  }

  /** One number of a group that stands for all. */
  rootOf(number: number): number {
    const { above } = this;
    let root = number;
    while (above[root] !== root) {
      above[root] = above[above[root]!]!;
      root = above[root]!;
    }
    return root;
  }

  unite(one: number, other: number): void {
    this.above[this.rootOf(one)] = this.rootOf(other);
  }
}

/** Things by what they have in common, in their order. */
export function byKey<Key, Thing>(things: readonly Thing[], keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
