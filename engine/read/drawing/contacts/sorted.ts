/** In which order do numbers stand by their keys? Comparing functions are several times slower than plain numbers are sorted. */

/** Items of a row that are sorted by looking at neighbours. */
const FEW = 16;

/** The numbers below a count by rising key, equal ones as they come. */
export function sortedBy(count: number, keyOf: (item: number) => number): Int32Array {
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = keyOf(i);
  const sorted = keys.slice().sort();
  const order = new Int32Array(count);
  // How many of the items with a key stand there already, where the first of them stands.
  const taken = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < keys[i]!) low = middle + 1;
      else high = middle;
    }
    order[low + taken[low]!++] = i;
  }
  return order;
}

/** Puts the items of a row, of which most are short, in the order of their keys. */
export function sortFew(items: Int32Array, keys: Float64Array): void {
  if (items.length > FEW) items.sort((p, q) => keys[p]! - keys[q]!);
  for (let i = 1; i < items.length; i++) {
    const item = items[i]!;
    let at = i;
    for (; at > 0 && keys[items[at - 1]!]! > keys[item]!; at--) items[at] = items[at - 1]!;
    items[at] = item;
  }
}
