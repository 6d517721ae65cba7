/** What an open ring of points (x, y, x, y ...) measures. */

/** Twice halved shoelace sum about the first point: positive for counter-clockwise rings. */
export function ringArea(points: usize, count: i32): f64 {
  const ox = load<f64>(points);
  const oy = load<f64>(points, 8);
  let doubled = 0.0;
  for (let i = 1; i < count - 1; i++) {
    const at = points + ((<usize>i) << 4);
    doubled +=
      (load<f64>(at) - ox) * (load<f64>(at, 24) - oy) - (load<f64>(at, 16) - ox) * (load<f64>(at, 8) - oy);
  }
  return doubled / 2;
}

/** Widens the box (min x, min y, max x, max y) at `box` to hold the points. */
export function widenBox(box: usize, points: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const x = load<f64>(points + ((<usize>i) << 4));
    const y = load<f64>(points + ((<usize>i) << 4), 8);
    store<f64>(box, min(load<f64>(box), x));
    store<f64>(box, min(load<f64>(box, 8), y), 8);
    store<f64>(box, max(load<f64>(box, 16), x), 16);
    store<f64>(box, max(load<f64>(box, 24), y), 24);
  }
}
