/** In which order do numbers stand by their keys? Comparing functions are several times slower than looking at digits. */

/** Digits of 11 bits, three of which make 32: as few as keep the places that are written to in a near cache. */
const DIGIT = 11;
const DIGITS = 3;

/** By rising key, equal ones as they come. */
export function sortedBy(items: Int32Array, keyOf: (item: number) => number): Int32Array {
  const keys = new Float64Array(items.length);
  for (let i = 0; i < keys.length; i++) keys[i] = keyOf(items[i]!);
  let steps = stepsOf(keys);
  let order = new Int32Array(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  let [nextSteps, nextOrder] = [new Uint32Array(keys.length), new Int32Array(keys.length)];
  for (let shift = 0; shift < DIGITS * DIGIT; shift += DIGIT) {
    sortByDigit(steps, order, shift, nextSteps, nextOrder);
    [steps, nextSteps] = [nextSteps, steps];
    [order, nextOrder] = [nextOrder, order];
  }
  sortWithinSteps(order, steps, keys);
  for (let i = 0; i < order.length; i++) nextOrder[i] = items[order[i]!]!;
  return nextOrder;
}

/** Keys in 2³² equal steps from the least to the greatest. */
function stepsOf(keys: Float64Array): Uint32Array<ArrayBuffer> {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < keys.length; i++) {
    low = Math.min(low, keys[i]!);
    high = Math.max(high, keys[i]!);
  }
  const scale = 0xffffffff / (high - low);
  const steps = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) steps[i] = (keys[i]! - low) * scale;
  return steps;
}

function sortByDigit(
  steps: Uint32Array,
  order: Int32Array,
  shift: number,
  sortedSteps: Uint32Array,
  sortedOrder: Int32Array,
): void {
  const mask = 2 ** DIGIT - 1;
  const places = new Uint32Array(mask + 2);
  for (let i = 0; i < steps.length; i++) {
    const above = ((steps[i]! >>> shift) & mask) + 1;
    places[above] = places[above]! + 1;
  }
  for (let digit = 0; digit < mask; digit++) places[digit + 1] = places[digit + 1]! + places[digit]!;
  for (let i = 0; i < steps.length; i++) {
    const digit = (steps[i]! >>> shift) & mask;
    const place = places[digit]!;
    places[digit] = place + 1;
    sortedSteps[place] = steps[i]!;
    sortedOrder[place] = order[i]!;
  }
}

/** Few keys share a step, unless one lies far from all others. */
function sortWithinSteps(order: Int32Array, steps: Uint32Array, keys: Float64Array): void {
  for (let from = 0; from < order.length; ) {
    let sorted = true;
    let to = from + 1;
    for (; to < order.length && steps[to] === steps[from]; to++)
      sorted &&= keys[order[to - 1]!]! <= keys[order[to]!]!;
    if (!sorted) order.subarray(from, to).sort((p, q) => keys[p]! - keys[q]! || p - q);
    from = to;
  }
}
