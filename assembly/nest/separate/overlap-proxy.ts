/**
 * The price of an overlap: smooth, positive however the circles lie, and falling towards the way out. It only ranks;
 * whether two shapes overlap at all is decided by edges in double precision (geometry/collide.ts).
 *
 *     delta = r_p + r_q - |c_p - c_q|                     depth of two circles
 *     dec   = delta                      if delta >= eps
 *             eps^2 / (2 eps - delta)    otherwise        (smooth at eps, positive everywhere)
 *     price = sqrt(pi * sum dec * min(r_p, r_q) + eps^2) * (hull_a * hull_b)^(1/4)
 */
import { Shape } from "../../geometry/shape";
import { spend } from "../../work";

/**
 * Sum of dec * min(r_p, r_q) over all circles of a, and of b shifted by (dx, dy) against a. Stops behind the circle of
 * a with which the sum passes `most`; what it returns then is only known to be greater.
 */
export function sumDepths(a: Shape, b: Shape, dx: f32, dy: f32, eps: f32, most: f32): f64 {
  if (ASC_FEATURE_SIMD) return sumDepthsWide(a, b, dx, dy, eps, most);
  const bx = b.circles;
  const slots = (<usize>b.circleSlots) << 2;
  // Four running sums, added in the order of the wide branch, so that both builds round alike.
  let s0: f32 = 0;
  let s1: f32 = 0;
  let s2: f32 = 0;
  let s3: f32 = 0;
  let sum: f32 = 0;
  const aSlots = (<usize>a.circleSlots) << 2;
  const end = (<usize>a.circleCount) << 2;
  let p: usize = 0;
  while (p < end && sum <= most) {
    const px = load<f32>(a.circles + p) - dx;
    const py = load<f32>(a.circles + aSlots + p) - dy;
    const pr = load<f32>(a.circles + 2 * aSlots + p);
    for (let q = bx; q < bx + slots; q += 16) {
      s0 += depth(px, py, pr, q, slots, eps);
      s1 += depth(px, py, pr, q + 4, slots, eps);
      s2 += depth(px, py, pr, q + 8, slots, eps);
      s3 += depth(px, py, pr, q + 12, slots, eps);
    }
    sum = s0 + s1 + (s2 + s3);
    p += 4;
  }
  spendOn(p, slots);
  return <f64>sum;
}

/** Pays for the circles of a up to byte `p` of its rows against all those of b. */
function spendOn(p: usize, slots: usize): void {
  spend(<f64>(p * slots) * (0.01 / 16) + 0.1);
}

function depth(px: f32, py: f32, pr: f32, q: usize, slots: usize, eps: f32): f32 {
  const x = px - load<f32>(q);
  const y = py - load<f32>(q + slots);
  const r = load<f32>(q + 2 * slots);
  const delta = pr + r - Mathf.sqrt(x * x + y * y);
  return (delta >= eps ? delta : (eps * eps) / (eps + eps - delta)) * min<f32>(pr, r);
}

function sumDepthsWide(a: Shape, b: Shape, dx: f32, dy: f32, eps: f32, most: f32): f64 {
  const epsilon = f32x4.splat(eps);
  const square = f32x4.splat(eps * eps);
  const twice = f32x4.splat(eps + eps);
  const bx = b.circles;
  const slots = (<usize>b.circleSlots) << 2;
  let sums = f32x4.splat(0);
  let sum: f32 = 0;
  const aSlots = (<usize>a.circleSlots) << 2;
  const end = (<usize>a.circleCount) << 2;
  let p: usize = 0;
  while (p < end && sum <= most) {
    const px = f32x4.splat(load<f32>(a.circles + p) - dx);
    const py = f32x4.splat(load<f32>(a.circles + aSlots + p) - dy);
    const pr = v128.load32_splat(a.circles + 2 * aSlots + p);
    for (let q = bx; q < bx + slots; q += 16) {
      const x = f32x4.sub(px, v128.load(q));
      const y = f32x4.sub(py, v128.load(q + slots));
      const r = v128.load(q + 2 * slots);
      const distance = f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)));
      const delta = f32x4.sub(f32x4.add(pr, r), distance);
      const decay = f32x4.div(square, f32x4.sub(twice, delta));
      const price = v128.bitselect(delta, decay, f32x4.ge(delta, epsilon));
      sums = f32x4.add(sums, f32x4.mul(price, f32x4.min(pr, r)));
    }
    const low = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1);
    sum = low + (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3));
    p += 4;
  }
  spendOn(p, slots);
  return <f64>sum;
}

/**
 * True when a circle of a lies deeper than `least` in one of b shifted by (dx, dy): what collides clearly is found
 * here for a fraction of what an exact test costs.
 */
export function circlesMeet(a: Shape, b: Shape, dx: f32, dy: f32, least: f32): bool {
  const slots = (<usize>b.circleSlots) << 2;
  const aSlots = (<usize>a.circleSlots) << 2;
  const end = (<usize>a.circleCount) << 2;
  const minX = <f32>b.minX;
  const minY = <f32>b.minY;
  const maxX = <f32>b.maxX;
  const maxY = <f32>b.maxY;
  let tried = 0;
  let met = false;
  for (let p: usize = 0; p < end && !met; p += 4) {
    const pr = load<f32>(a.circles + 2 * aSlots + p) - least;
    const px = load<f32>(a.circles + p) - dx;
    // A circle smaller than the depth asked for proves nothing.
    if (pr < 0 || px + pr < minX || px - pr > maxX) continue;
    const py = load<f32>(a.circles + aSlots + p) - dy;
    if (py + pr < minY || py - pr > maxY) continue;
    met = ASC_FEATURE_SIMD
      ? circleMeetsWide(px, py, pr, b.circles, slots)
      : circleMeets(px, py, pr, b.circles, slots);
    tried++;
  }
  spend(<f64>tried * <f64>slots * 0.001 + 0.1);
  return met;
}

function circleMeets(px: f32, py: f32, pr: f32, circles: usize, slots: usize): bool {
  for (let q = circles; q < circles + slots; q += 4) {
    const x = px - load<f32>(q);
    const y = py - load<f32>(q + slots);
    const r = pr + load<f32>(q + 2 * slots);
    if (x * x + y * y < r * r) return true;
  }
  return false;
}

function circleMeetsWide(px: f32, py: f32, pr: f32, circles: usize, slots: usize): bool {
  const wideX = f32x4.splat(px);
  const wideY = f32x4.splat(py);
  const wideR = f32x4.splat(pr);
  for (let q = circles; q < circles + slots; q += 16) {
    const x = f32x4.sub(wideX, v128.load(q));
    const y = f32x4.sub(wideY, v128.load(q + slots));
    const r = f32x4.add(wideR, v128.load(q + 2 * slots));
    const near = f32x4.lt(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(r, r));
    if (v128.any_true(near)) return true;
  }
  return false;
}
