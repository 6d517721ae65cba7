/** Counting, grouping and naming the items of collections. */

export function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Items by their key, in the order of the first of each. */
export function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** `wanted`, or `wanted 2`, `wanted 3` … whichever nothing is called yet. */
export function freeName(taken: readonly { id: string }[], wanted: string): string {
  const names = new Set(taken.map(({ id }) => id));
  let name = wanted;
  for (let count = 2; names.has(name); count++) name = `${wanted} ${count}`;
  return name;
}

/** Fields that say something: none of these is absent, empty, 0 or false. */
export function filled<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const said = Object.entries(fields).filter(([, value]) => Boolean(value));
  return Object.fromEntries(said) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}

/** A function that finds its answer about an object once: nothing here changes in place. */
export function known<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = found.get(key);
    if (before) return before.value;
    const value = find(key);
    found.set(key, { value });
    return value;
  };
}
