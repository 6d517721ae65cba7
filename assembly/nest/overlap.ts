/**
 * The price of an overlap: smooth, positive however the circles lie, and falling towards the way out. It only ranks;
 * whether two shapes overlap at all is decided by edges in double precision (geometry/collide.ts).
 *
 *     delta = r_p + r_q - |c_p - c_q|                     depth of two circles
 *     dec   = delta                      if delta >= eps
 *             eps^2 / (2 eps - delta)    otherwise        (smooth at eps, positive everywhere)
 *     price = sqrt(pi * sum dec * min(r_p, r_q) + eps^2) * (hull_a * hull_b)^(1/4)
 */
import { Shape } from "../geometry/shape";
import { spend } from "../geometry/work";

let deepest: f32 = 0;

/** Depth of the deepest pair of circles that `sumDepths` saw last; positive means that the shapes overlap for sure. */
export function deepestPair(): f64 {
  return <f64>deepest;
}

/** Sum of dec * min(r_p, r_q) over all circles of a, and of b shifted by (dx, dy) against a. */
export function sumDepths(a: Shape, b: Shape, dx: f32, dy: f32, eps: f32): f64 {
  spend(<f64>(a.circleCount * b.circleSlots) * 0.01 + 0.1);
  if (ASC_FEATURE_SIMD) return sumDepthsWide(a, b, dx, dy, eps);
  const square = eps * eps;
  const twice = eps + eps;
  const bx = b.circles;
  const slots = (<usize>b.circleSlots) << 2;
  // Four running sums, added in the order of the wide branch, so that both builds round alike.
  let s0: f32 = 0;
  let s1: f32 = 0;
  let s2: f32 = 0;
  let s3: f32 = 0;
  deepest = -Infinity;
  const aSlots = (<usize>a.circleSlots) << 2;
  for (let p = <usize>0; p < (<usize>a.circleCount) << 2; p += 4) {
    const px = load<f32>(a.circles + p) - dx;
    const py = load<f32>(a.circles + aSlots + p) - dy;
    const pr = load<f32>(a.circles + 2 * aSlots + p);
    for (let q = bx; q < bx + slots; q += 16) {
      s0 += depth(px, py, pr, q, slots, eps, square, twice);
      s1 += depth(px, py, pr, q + 4, slots, eps, square, twice);
      s2 += depth(px, py, pr, q + 8, slots, eps, square, twice);
      s3 += depth(px, py, pr, q + 12, slots, eps, square, twice);
    }
  }
  return <f64>(s0 + s1 + (s2 + s3));
}

function depth(px: f32, py: f32, pr: f32, q: usize, slots: usize, eps: f32, square: f32, twice: f32): f32 {
  const x = px - load<f32>(q);
  const y = py - load<f32>(q + slots);
  const r = load<f32>(q + 2 * slots);
  const delta = pr + r - Mathf.sqrt(x * x + y * y);
  if (delta > deepest) deepest = delta;
  return (delta >= eps ? delta : square / (twice - delta)) * min<f32>(pr, r);
}

function sumDepthsWide(a: Shape, b: Shape, dx: f32, dy: f32, eps: f32): f64 {
  const epsilon = f32x4.splat(eps);
  const square = f32x4.splat(eps * eps);
  const twice = f32x4.splat(eps + eps);
  const bx = b.circles;
  const slots = (<usize>b.circleSlots) << 2;
  let sum = f32x4.splat(0);
  let most = f32x4.splat(-Infinity);
  const aSlots = (<usize>a.circleSlots) << 2;
  for (let p = <usize>0; p < (<usize>a.circleCount) << 2; p += 4) {
    const px = f32x4.splat(load<f32>(a.circles + p) - dx);
    const py = f32x4.splat(load<f32>(a.circles + aSlots + p) - dy);
    const pr = v128.load32_splat(a.circles + 2 * aSlots + p);
    for (let q = bx; q < bx + slots; q += 16) {
      const x = f32x4.sub(px, v128.load(q));
      const y = f32x4.sub(py, v128.load(q + slots));
      const r = v128.load(q + 2 * slots);
      const distance = f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)));
      const delta = f32x4.sub(f32x4.add(pr, r), distance);
      most = f32x4.pmax(most, delta);
      const decay = f32x4.div(square, f32x4.sub(twice, delta));
      const price = v128.bitselect(delta, decay, f32x4.ge(delta, epsilon));
      sum = f32x4.add(sum, f32x4.mul(price, f32x4.min(pr, r)));
    }
  }
  deepest = max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
  const low = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1);
  const high = f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3);
  return <f64>(low + high);
}
