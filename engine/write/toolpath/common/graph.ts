/**
 * The lines of parts that lie one kerf apart, as a plane graph: where two contours coincide they become one edge that
 * frees both parts; so do the arcs of a nose in a bay. Edges end where a shared stretch begins or ends, so that
 * staggered parts share parts of an edge.
 */

import type { Point } from "../../../base/contract/values/geometry.ts";
import { BoxIndex, type Corners } from "../../../base/geometry/box-index.ts";
import { distance } from "../../../base/geometry/segment.ts";
import { atan, atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { sin, sincos, tan } from "../../../base/geometry/trig/sines.ts";
import type { Vertex } from "../path/arcs.ts";

/** Lines within this of each other are one, in mm, and points within this are one node. */
const SAME = 6e-3;
const NODE = 0.012;

/** An edge from node to node along a contour whose part lies on its left. */
export interface ContourEdge {
  from: number;
  to: number;
  /** Bulge of the arc from the first node to the second, 0 for a line. */
  bulge: number;
  /** The contours that it serves. */
  owners: number[];
  length: number;
}

export interface ContourGraph {
  nodes: Point[];
  edges: ContourEdge[];
}

interface ContourSegment {
  contour: number;
  a: Point;
  b: Point;
  /** Along an arc. */
  length: number;
  bulge: number;
  /** Where it is divided, as lengths from a. */
  cuts: number[];
}

/** The graph of these closed paths. Stretches shorter than `least` are not shared. */
export function graphOf(paths: Vertex[][], least: number): ContourGraph {
  const segments = paths.flatMap((path, contour) => segmentsOf(path, contour));
  divideShared(segments, least);
  const nodes = new Nodes();
  const edges = new Map<string, ContourEdge[]>();
  for (const segment of segments) {
    const { a, b, length, bulge, contour } = segment;
    const marks = [
      0,
      ...segment.cuts.filter((cut) => cut > NODE && cut < length - NODE).sort((p, q) => p - q),
      length,
    ];
    let from = nodes.at(a);
    for (const [k, mark] of marks.slice(1).entries()) {
      const to = nodes.at(mark === length ? b : placeOn(segment, mark));
      const own = tan((atan(bulge) * (mark - marks[k]!)) / length);
      if (to !== from) addEdge(edges, nodes.points, { from, to, bulge: own, owners: [contour], length: 0 });
      from = to;
    }
  }
  const list = [...edges.values()].flat();
  for (const edge of list)
    edge.length = arcLength(distance(nodes.points[edge.from]!, nodes.points[edge.to]!), edge.bulge);
  return { nodes: nodes.points, edges: list };
}

/** Length of an arc over a chord. */
function arcLength(chord: number, bulge: number): number {
  const half = 2 * atan(Math.abs(bulge));
  return half < 1e-6 ? chord : (chord * half) / sin(half);
}

/** The point of a segment at this length from its beginning. */
function placeOn({ a, b, length, bulge }: ContourSegment, mark: number): Point {
  const share = mark / length;
  if (bulge === 0) return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const { center, sweep } = arcOf(a, b, bulge);
  const [dx, dy] = [a[0] - center[0], a[1] - center[1]];
  const { cos, sin } = sincos(sweep * share);
  return [center[0] + dx * cos - dy * sin, center[1] + dx * sin + dy * cos];
}

function arcOf([ax, ay]: Point, [bx, by]: Point, bulge: number) {
  const rise = (1 - bulge * bulge) / (4 * bulge);
  const center: Point = [(ax + bx) / 2 - (by - ay) * rise, (ay + by) / 2 + (bx - ax) * rise];
  return { center, radius: hypot(ax - center[0], ay - center[1]), sweep: 4 * atan(bulge) };
}

function segmentsOf(path: Vertex[], contour: number): ContourSegment[] {
  return path.map(([x, y, bulge], i) => {
    const [nx, ny] = path[(i + 1) % path.length]!;
    const length = arcLength(hypot(nx - x, ny - y), bulge);
    return { contour, a: [x, y], b: [nx, ny], length, bulge, cuts: [] };
  });
}

/** Marks on each line or arc where another contour's begins or ends to run along it the other way. */
function divideShared(segments: ContourSegment[], least: number): void {
  const long = segments.filter(({ length }) => length >= least);
  const index = new BoxIndex(long.map(boxOf));
  for (const [i, one] of long.entries()) {
    for (const j of index.near(boxOf(one), SAME)) {
      const other = long[j]!;
      if (j <= i || other.contour === one.contour) continue;
      if (one.bulge === 0 && other.bulge === 0) shareStretch(one, other, least);
      else if (one.bulge * other.bulge < 0) shareArc(one, other, least);
    }
  }
}

/** Around both ends, and as far beside them as an arc rises. */
function boxOf({ a, b, bulge }: ContourSegment): Corners {
  const rise = (Math.abs(bulge) * hypot(b[0] - a[0], b[1] - a[1])) / 2;
  return [
    Math.min(a[0], b[0]) - rise,
    Math.min(a[1], b[1]) - rise,
    Math.max(a[0], b[0]) + rise,
    Math.max(a[1], b[1]) + rise,
  ];
}

/** Two arcs of one circle that run against each other: the one's convex side in the other's hollow. */
function shareArc(p: ContourSegment, q: ContourSegment, least: number): void {
  const [one, other] = [arcOf(p.a, p.b, p.bulge), arcOf(q.a, q.b, q.bulge)];
  if (distance(one.center, other.center) > SAME || Math.abs(one.radius - other.radius) > SAME) return;
  // As angles from the beginning of p on, in its own sense.
  const sense = Math.sign(one.sweep);
  const angleOf = ([x, y]: Point) => atan2(y - one.center[1], x - one.center[0]);
  const whole = 2 * Math.PI;
  const [sweep, swept] = [Math.abs(one.sweep), Math.abs(other.sweep)];
  const ahead = sense * (angleOf(q.b) - angleOf(p.a));
  const begin = ((ahead % whole) + whole) % whole;
  for (const from of [begin, begin - whole]) {
    const [low, high] = [Math.max(0, from), Math.min(sweep, from + swept)];
    if ((high - low) * one.radius < least) continue;
    p.cuts.push((low / sweep) * p.length, (high / sweep) * p.length);
    const [near, far] = [from + swept - high, from + swept - low];
    q.cuts.push((near / swept) * q.length, (far / swept) * q.length);
  }
}

function shareStretch(p: ContourSegment, q: ContourSegment, least: number): void {
  const [ux, uy] = [(p.b[0] - p.a[0]) / p.length, (p.b[1] - p.a[1]) / p.length];
  const along = ([x, y]: Point) => (x - p.a[0]) * ux + (y - p.a[1]) * uy;
  const aside = ([x, y]: Point) => Math.abs((x - p.a[0]) * uy - (y - p.a[1]) * ux);
  const [from, to] = [along(q.b), along(q.a)];
  const [low, high] = [Math.max(0, from), Math.min(p.length, to)];
  if (high - low < least) return;
  const lean = (at: number) => {
    const share = (at - from) / (to - from);
    return aside([q.b[0] + (q.a[0] - q.b[0]) * share, q.b[1] + (q.a[1] - q.b[1]) * share]);
  };
  if (lean(low) > SAME || lean(high) > SAME) return;
  p.cuts.push(low, high);
  q.cuts.push(to - high, to - low);
}

/** A line or an arc that runs along another one the other way is the same edge with one owner more. */
function addEdge(edges: Map<string, ContourEdge[]>, nodes: Point[], edge: ContourEdge): void {
  const { from, to, bulge } = edge;
  const [own, back] = [`${from} ${to}`, `${to} ${from}`];
  const chord = distance(nodes[from]!, nodes[to]!);
  const isSame = (other: ContourEdge) =>
    other.owners.length === 1 && (Math.abs(other.bulge + bulge) * chord) / 2 <= (bulge === 0 ? 0 : SAME);
  const other = edges.get(back)?.find(isSame);
  if (other) other.owners.push(...edge.owners);
  else edges.set(own, [...(edges.get(own) ?? []), edge]);
}

/** Points that are one where they are next to each other. */
class Nodes {
  readonly points: Point[] = [];
  private readonly cells = new Map<string, number[]>();

  at([x, y]: Point): number {
    const [i, j] = [Math.floor(x / NODE), Math.floor(y / NODE)];
    for (const di of [0, -1, 1])
      for (const dj of [0, -1, 1])
        for (const node of this.cells.get(`${i + di} ${j + dj}`) ?? [])
          if (distance(this.points[node]!, [x, y]) <= NODE) return node;
    const node = this.points.push([x, y]) - 1;
    const key = `${i} ${j}`;
    this.cells.set(key, [...(this.cells.get(key) ?? []), node]);
    return node;
  }
}
