/**
 * Which runs of a ring's points are arcs of circles?
 *
 * A vertex carries the bulge of the segment to the next one, as in DXF: the tangent of a quarter of its angle, positive
 * counter-clockwise, 0 for a line. Circles that the part is known to consist of come first and are met exactly; where
 * a tolerance is given, other runs become arcs too if neither strays further than that from the other. No arc turns
 * by more than half a circle, so that every controller and every CAD reads it alike.
 */
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { atan, atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { cos, sin, tan } from "../../../base/geometry/trig/sines.ts";

export type Vertex = [x: number, y: number, bulge: number];

export interface FittedCircle {
  cx: number;
  cy: number;
  radius: number;
}

/** A run of points from index `from` to `to` that turns by `sweep` radians about a centre. */
interface PointRun extends FittedCircle {
  from: number;
  to: number;
  sweep: number;
}

/** How far a point may lie from a known circle, in mm: a few times what the offset leaves. */
const ON_CIRCLE = 2e-3;
/** Fewer points than this do not make an arc. */
const FEWEST = 4;
/** Flatter arcs are lines to any machine, and their centres lose digits. */
const LARGEST_RADIUS = 1e4;

/** Half circles and more get a vertex this often, in radians, so that the tool has a choice where to enter. */
const STEP = Math.PI / 4 + 1e-9;
/** How far apart, in mm, the centres of arcs of one circle may come out. */
const SAME = 1e-6;
/** Half a circle that was added up from its points measures a hair more or less. */
const HALF_TURN = Math.PI + 1e-9;

/**
 * The ring as lines and arcs, beginning where one ends. Without known circles and with tolerance 0 every segment is a
 * line and the ring begins where it did.
 */
export function fitArcs(ring: Ring, known: FittedCircle[], tolerance: number): Vertex[] {
  if (known.length === 0 && tolerance === 0) return ring.map(([x, y]) => [x, y, 0]);
  const begin = endOfAnArc(ring, known, tolerance);
  const points = [...ring.slice(begin), ...ring.slice(0, begin + 1)];
  return fitOpenArcs(points, known, tolerance).slice(0, -1);
}

/** Where the first arc ends that is found, which may go on past the ring's first point; 0 if there is none. */
function endOfAnArc(ring: Ring, known: FittedCircle[], tolerance: number): number {
  const twice = [...ring, ...ring];
  for (let at = 0; at < ring.length; at++) {
    const run = runFrom(twice, at, known, tolerance);
    if (run) return Math.min(run.to, at + ring.length) % ring.length;
  }
  return 0;
}

/** The same of a path that does not close, from its first point to its last. */
export function fitOpenArcs(points: Point[], known: FittedCircle[], tolerance: number): Vertex[] {
  const vertices: Vertex[] = [];
  for (let at = 0; at + 1 < points.length; ) {
    const run = known.length === 0 && tolerance === 0 ? null : runFrom(points, at, known, tolerance);
    if (run) vertices.push(...arcsOf(run, points[at]!));
    else vertices.push([...points[at]!, 0]);
    at = run?.to ?? at + 1;
  }
  return [...vertices, [...points.at(-1)!, 0]];
}

/** The same path with the arcs of one circle that follow each other joined, up to half a circle each. */
export function joinArcs(path: Vertex[]): Vertex[] {
  const joined: Vertex[] = [];
  for (const [i, [x, y, bulge]] of path.entries()) {
    const last = joined.at(-1);
    const angle = last && bulge !== 0 && last[2] !== 0 ? atan(last[2]) + atan(bulge) : 0;
    if (last && angle !== 0 && Math.abs(4 * angle) <= HALF_TURN && continues(path, i - 1))
      last[2] = tan(angle);
    else joined.push([x, y, bulge]);
  }
  return joined;
}

/** The same closed path the other way round, from the same first vertex. */
export function reversePath(path: Vertex[]): Vertex[] {
  return path.map((_, k) => {
    const [x, y] = path.at(-k)!;
    return [x, y, -path.at(-k - 1)![2]];
  });
}

function runFrom(points: Point[], at: number, known: FittedCircle[], tolerance: number): PointRun | null {
  return longest(known.map((circle) => runOnCircle(points, at, circle))) ?? freeRun(points, at, tolerance);
}

function longest(runs: (PointRun | null)[]): PointRun | null {
  return runs.reduce((best, run) => (run && (!best || run.to > best.to) ? run : best), null);
}

/** The points from `from` on that follow each other round the circle in one sense. */
function runOnCircle(points: Point[], from: number, circle: FittedCircle): PointRun | null {
  const { cx, cy, radius } = circle;
  const onCircle = ([x, y]: Point) => Math.abs(hypot(x - cx, y - cy) - radius) <= ON_CIRCLE;
  if (!onCircle(points[from]!)) return null;
  let to = from;
  let sweep = 0;
  while (to + 1 < points.length && onCircle(points[to + 1]!)) {
    const step = turn(points[to]!, points[to + 1]!, cx, cy);
    if (step * sweep < 0 || step === 0 || sagitta(radius, step) > ON_CIRCLE) break;
    sweep += step;
    to++;
  }
  return to - from + 1 >= FEWEST ? { ...circle, from, to, sweep } : null;
}

/** The longest run from `from` on that some circle fits, found by doubling steps and then halving them. */
function freeRun(points: Point[], from: number, tolerance: number): PointRun | null {
  if (tolerance <= 0) return null;
  let best = arcThrough(points, from, from + FEWEST - 1, tolerance);
  let grows = best !== null;
  for (let step = 1; best && step >= 1; step = grows ? step * 2 : step >> 1) {
    const longer = arcThrough(points, from, best.to + step, tolerance);
    grows &&= longer !== null;
    best = longer ?? best;
  }
  return best && sagitta(best.radius, best.sweep) > tolerance ? best : null;
}

/** The arc through both ends and the middle of a run, if every point and every chord lies within the tolerance. */
function arcThrough(points: Point[], from: number, to: number, tolerance: number): PointRun | null {
  if (to >= points.length) return null;
  const circle = circleThrough(points[from]!, points[(from + to) >> 1]!, points[to]!);
  if (!circle || circle.radius > LARGEST_RADIUS) return null;
  const { cx, cy, radius } = circle;
  // Squares of the distances from the centre that keep within the tolerance.
  const [inner, outer] = [Math.max(0, radius - tolerance) ** 2, (radius + tolerance) ** 2];
  let [ax, ay] = [points[from]![0] - cx, points[from]![1] - cy];
  let aa = ax * ax + ay * ay;
  let sweep = 0;
  for (let i = from + 1; i <= to; i++) {
    const [bx, by] = [points[i]![0] - cx, points[i]![1] - cy];
    const bb = bx * bx + by * by;
    const cross = ax * by - ay * bx;
    const dot = ax * bx + ay * by;
    // A chord is nearest to the centre at the foot of the perpendicular, if that lies on it.
    const nearest = dot < aa && dot < bb ? (cross * cross) / (aa + bb - 2 * dot) : Math.min(aa, bb);
    const step = atan2(cross, dot);
    if (nearest < inner || bb > outer || step * sweep < 0) return null;
    sweep += step;
    [ax, ay, aa] = [bx, by, bb];
  }
  if (Math.abs(sweep) > HALF_TURN) return null;
  return { ...circle, from, to, sweep };
}

/** One vertex, or many on half circles and more, beginning where the circle is nearest to the run's first point. */
function arcsOf({ cx, cy, radius, sweep }: PointRun, [x, y]: Point): Vertex[] {
  const count = Math.abs(sweep) < Math.PI - 1e-6 ? 1 : Math.ceil(Math.abs(sweep) / STEP);
  const start = atan2(y - cy, x - cx);
  const bulge = tan(sweep / count / 4);
  return Array.from({ length: count }, (_, i): Vertex => {
    const angle = start + (sweep * i) / count;
    return [cx + radius * cos(angle), cy + radius * sin(angle), bulge];
  });
}

/** Whether the arcs from this vertex and from the next are of one circle. */
function continues(path: Vertex[], first: number): boolean {
  const [a, b, c] = [0, 1, 2].map((step) => path[(first + step) % path.length]!) as [Vertex, Vertex, Vertex];
  if (a[2] === 0 || b[2] === 0 || a[2] * b[2] < 0) return false;
  const [p, q] = [circleOfArc(a, b), circleOfArc(b, c)];
  return hypot(p.cx - q.cx, p.cy - q.cy) < SAME && Math.abs(p.radius - q.radius) < SAME;
}

/** The circle of the arc from one vertex to the next. */
export function circleOfArc(
  [x, y, bulge]: Vertex,
  [tx, ty]: readonly [number, number, ...number[]],
): FittedCircle {
  const rise = (1 - bulge * bulge) / (4 * bulge);
  const [cx, cy] = [(x + tx) / 2 - (ty - y) * rise, (y + ty) / 2 + (tx - x) * rise];
  return { cx, cy, radius: hypot(x - cx, y - cy) };
}

/** Angle from one point to the next as seen from a centre, from -π to π. */
function turn([ax, ay]: Point, [bx, by]: Point, cx: number, cy: number): number {
  const [ux, uy, vx, vy] = [ax - cx, ay - cy, bx - cx, by - cy];
  return atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/** Height of an arc over its chord. */
function sagitta(radius: number, sweep: number): number {
  return radius * (1 - cos(Math.min(Math.abs(sweep), Math.PI) / 2));
}

function circleThrough([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): FittedCircle | null {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, px - ax, py - ay];
  const cross = 2 * (ux * vy - uy * vx);
  if (cross === 0) return null;
  const [uu, vv] = [ux * ux + uy * uy, vx * vx + vy * vy];
  const dx = (vy * uu - uy * vv) / cross;
  const dy = (ux * vv - vx * uu) / cross;
  return { cx: ax + dx, cy: ay + dy, radius: hypot(dx, dy) };
}
