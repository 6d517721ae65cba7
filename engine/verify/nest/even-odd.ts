/** The area that a ring which crosses itself encloses by the even-odd rule. */

interface Points {
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
}

/** An edge between two heights, at which it is at these places. */
interface Crosscut {
  low: number;
  high: number;
}

/**
 * Sums trapezoids between each two heights at which a point lies, and within them between those at which edges cross.
 * Taken about the first point, as far from the origin digits would be lost.
 */
export function evenOddArea({ xs, ys }: Points): number {
  const heights = [...new Set(Array.from(ys))].sort((a, b) => a - b);
  let area = 0;
  for (let h = 0; h + 1 < heights.length; h++) {
    const [from, to] = [heights[h]!, heights[h + 1]!];
    const cuts: Crosscut[] = [];
    for (let i = 0; i < xs.length; i++) {
      const j = i + 1 === xs.length ? 0 : i + 1;
      if (Math.min(ys[i]!, ys[j]!) > from || Math.max(ys[i]!, ys[j]!) < to) continue;
      const at = (y: number) => xs[i]! - xs[0]! + ((y - ys[i]!) / (ys[j]! - ys[i]!)) * (xs[j]! - xs[i]!);
      cuts.push({ low: at(from), high: at(to) });
    }
    area += (to - from) * shareBetween(cuts);
  }
  return area;
}

/** The mean length that lies within the ring between two heights. */
function shareBetween(cuts: Crosscut[]): number {
  const stops = new Set([0, 1]);
  cuts.forEach((a, i) => {
    for (const b of cuts.slice(i + 1)) {
      const [below, above] = [a.low - b.low, a.high - b.high];
      if (below * above < 0) stops.add(below / (below - above));
    }
  });
  const steps = [...stops].sort((a, b) => a - b);
  let length = 0;
  for (let s = 0; s + 1 < steps.length; s++) {
    const middle = (steps[s]! + steps[s + 1]!) / 2;
    const places = cuts.map(({ low, high }) => low + (high - low) * middle).sort((a, b) => a - b);
    for (let p = 0; p + 1 < places.length; p += 2) {
      length += (steps[s + 1]! - steps[s]!) * (places[p + 1]! - places[p]!);
    }
  }
  return length;
}
