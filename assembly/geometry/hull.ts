/** Convex hull of the points of a ring: its area and its diameter tell how much room a part takes when it moves. */

let area: f64 = 0;
let diameter: f64 = 0;

/** Area of the hull that `measureHull` found last. */
export function hullArea(): f64 {
  return area;
}

/** Greatest distance of two of its points. */
export function hullDiameter(): f64 {
  return diameter;
}

/**
 * Measures the hull of `count` points at `points`. `scratch` holds `count` points and is overwritten: the points in
 * order of x, then, from its start, the chain of the lower or the upper half (Andrew's monotone chain).
 */
export function measureHull(points: usize, count: i32, scratch: usize, chain: usize): void {
  memory.copy(scratch, points, (<usize>count) << 4);
  sortPoints(scratch, count);
  let size = halfChain(scratch, count, 1, chain, 0);
  size = halfChain(scratch, count, -1, chain, size - 1) - 1;
  area = 0;
  diameter = 0;
  for (let i = 0; i < size; i++) {
    const a = chain + ((<usize>i) << 4);
    const x = load<f64>(a);
    const y = load<f64>(a, 8);
    const nx = load<f64>(a, 16);
    const ny = load<f64>(a, 24);
    area +=
      (x - load<f64>(chain)) * (ny - load<f64>(chain, 8)) -
      (nx - load<f64>(chain)) * (y - load<f64>(chain, 8));
    for (let j = i + 1; j < size; j++) {
      const dx = load<f64>(chain + ((<usize>j) << 4)) - x;
      const dy = load<f64>(chain + ((<usize>j) << 4), 8) - y;
      diameter = max(diameter, dx * dx + dy * dy);
    }
  }
  area = Math.abs(area) / 2;
  diameter = Math.sqrt(diameter);
}

/** Appends one half of the hull to the chain from slot `base` on; returns the length of the chain. */
function halfChain(sorted: usize, count: i32, direction: i32, chain: usize, base: i32): i32 {
  let size = base;
  for (let i = 0; i < count; i++) {
    const at = sorted + ((<usize>(direction > 0 ? i : count - 1 - i)) << 4);
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    while (size >= base + 2) {
      const a = chain + ((<usize>(size - 2)) << 4);
      const b = a + 16;
      const turn =
        (load<f64>(b) - load<f64>(a)) * (y - load<f64>(a, 8)) -
        (load<f64>(b, 8) - load<f64>(a, 8)) * (x - load<f64>(a));
      if (turn > 0) break;
      size--;
    }
    store<f64>(chain + ((<usize>size) << 4), x);
    store<f64>(chain + ((<usize>size) << 4), y, 8);
    size++;
  }
  return size;
}

/** Shell sort by x, then y. */
function sortPoints(points: usize, count: i32): void {
  let stride = 1;
  while (stride < count / 3) stride = 3 * stride + 1;
  for (; stride > 0; stride /= 3) {
    for (let i = stride; i < count; i++) {
      const x = load<f64>(points + ((<usize>i) << 4));
      const y = load<f64>(points + ((<usize>i) << 4), 8);
      let j = i;
      for (; j >= stride; j -= stride) {
        const from = points + ((<usize>(j - stride)) << 4);
        if (load<f64>(from) < x || (load<f64>(from) === x && load<f64>(from, 8) <= y)) break;
        memory.copy(points + ((<usize>j) << 4), from, 16);
      }
      store<f64>(points + ((<usize>j) << 4), x);
      store<f64>(points + ((<usize>j) << 4), y, 8);
    }
  }
}
