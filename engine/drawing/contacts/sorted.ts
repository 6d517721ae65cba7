/** In which order do numbers stand by their keys? Comparing functions are several times slower than plain numbers are sorted. */

/** Items of a row that are sorted by looking at neighbours. */
const FEW = 16;
/** So many whole numbers are exact. */
const EXACT = 2 ** 53;

/** The numbers below a count by rising key, equal ones as they come. */
export function sortedBy(count: number, keyOf: (item: number) => number): Int32Array {
  const keys = new Float64Array(count);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const key = keyOf(i);
    keys[i] = key;
    if (key < low) low = key;
    if (key > high) high = key;
  }
  // Each key in equal steps, as many as leave room for its number behind it.
  const room = 2 ** (32 - Math.clz32(count));
  const scale = high > low ? (EXACT / room - 1) / (high - low) : 0;
  const packed = new Float64Array(count);
  for (let i = 0; i < count; i++) packed[i] = Math.floor((keys[i]! - low) * scale || 0) * room + i;
  packed.sort();
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = packed[i]! % room;
  sortWithinSteps(order, keys, (i) => Math.floor(packed[i]! / room));
  return order;
}

/** Few keys share a step, unless one lies far from all others. */
function sortWithinSteps(order: Int32Array, keys: Float64Array, stepOf: (i: number) => number): void {
  for (let i = 1; i < order.length; i++) {
    if (keys[order[i - 1]!]! <= keys[order[i]!]!) continue;
    const step = stepOf(i);
    let [from, to] = [i - 1, i + 1];
    while (from > 0 && stepOf(from - 1) === step) from--;
    while (to < order.length && stepOf(to) === step) to++;
    order.subarray(from, to).sort((p, q) => keys[p]! - keys[q]! || p - q);
    i = to;
  }
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
