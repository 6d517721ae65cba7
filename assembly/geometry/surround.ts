/**
 * A ring around another one that has fewer corners, as sparrow simplifies outlines: a corner that points inwards goes when
 * its neighbours are joined; an edge between two corners that point outwards goes when the edges beside it are made longer
 * until they meet. Either adds a triangle. The smallest go first, as long as nothing that is left crosses what is new.
 */
import { spend } from "../work";
import { copyPoint, POINT_BYTES, Point, pointAt } from "./records";
import { ringArea } from "./ring";

/** Where two lengthened edges meet. */
const met = changetype<Point>(memory.data(offsetof<Point>()));

/**
 * Makes the open, counter-clockwise ring of `count` points at `ring` a ring with fewer corners around it, which has at most
 * `share` more area, and returns how many there are. Each pass adds triangles up to twice as large as the one before.
 */
export function surround(ring: usize, count: i32, share: f64): i32 {
  const all = share * ringArea(ring, count);
  let room = all;
  for (let most = all / <f64>count; most < all; most *= 2) {
    for (let i = 0; i < count && count > 4; ) {
      const added = triangleAt(ring, count, i);
      if (added <= min(most, room) && isClear(ring, count, i)) {
        room -= added;
        count = cutAt(ring, count, i);
      } else i++;
    }
  }
  return count;
}

function corner(ring: usize, count: i32, index: i32): Point {
  return pointAt(ring, (index + count) % count);
}

/** Twice the area of the triangle a, b, c: positive where the way from a by b to c turns left. */
function bend(a: Point, b: Point, c: Point): f64 {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

function pointsInwards(ring: usize, count: i32, i: i32): bool {
  return bend(corner(ring, count, i - 1), corner(ring, count, i), corner(ring, count, i + 1)) <= 0;
}

/** Area of the triangle that is added when corner i goes or, where it points outwards, the edge that begins there. */
function triangleAt(ring: usize, count: i32, i: i32): f64 {
  const a = corner(ring, count, i - 1);
  const b = corner(ring, count, i);
  const c = corner(ring, count, i + 1);
  const twice = bend(a, b, c);
  // A hair that goes there and back along one line has no area: without its tip all of it would be lost.
  if (twice <= 0) return (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0 ? Infinity : -twice / 2;
  const d = corner(ring, count, i + 2);
  return bend(b, c, d) > 0 && meet(a, b, c, d) ? bend(b, met, c) / 2 : Infinity;
}

/** Finds where the way from a by b meets that from d by c; false when they do not. */
function meet(a: Point, b: Point, c: Point, d: Point): bool {
  const ux = b.x - a.x;
  const uy = b.y - a.y;
  const vx = c.x - d.x;
  const vy = c.y - d.y;
  const across = ux * vy - uy * vx;
  if (across >= 0) return false;
  const along = ((c.x - b.x) * vy - (c.y - b.y) * vx) / across;
  met.x = b.x + along * ux;
  met.y = b.y + along * uy;
  return true;
}

/** Does nothing else of the ring cross or touch the edges that come with the triangle found last? */
function isClear(ring: usize, count: i32, i: i32): bool {
  const inwards = pointsInwards(ring, count, i);
  const b = corner(ring, count, inwards ? i - 1 : i);
  const c = corner(ring, count, i + 1);
  // The edges that meet the new ones at their ends cannot cross them.
  const others = inwards ? count - 4 : count - 3;
  spend(<f64>others * 0.01);
  for (let k = 0; k < others; k++) {
    const from = corner(ring, count, i + 2 + k);
    const to = corner(ring, count, i + 3 + k);
    if (inwards ? cross(b, c, from, to) : cross(b, met, from, to) || cross(met, c, from, to)) return false;
  }
  return true;
}

/** Do two segments have a point in common? */
function cross(a: Point, b: Point, c: Point, d: Point): bool {
  if (max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x)) return false;
  if (max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y)) return false;
  return bend(a, b, c) * bend(a, b, d) <= 0 && bend(c, d, a) * bend(c, d, b) <= 0;
}

/** Adds the triangle found last, and returns how many corners are left. */
function cutAt(ring: usize, count: i32, i: i32): i32 {
  let gone = i;
  if (!pointsInwards(ring, count, i)) {
    copyPoint(pointAt(ring, i), met);
    gone = (i + 1) % count;
  }
  const behind = pointAt(ring, gone + 1);
  memory.copy(
    changetype<usize>(behind) - POINT_BYTES,
    changetype<usize>(behind),
    <usize>(count - gone - 1) * POINT_BYTES,
  );
  return count - 1;
}
