/**
 * The lines of parts that lie one kerf apart, as a plane graph: where two contours coincide they become one edge that
 * frees both parts. Edges end where a shared stretch begins or ends, so that staggered parts share parts of an edge.
 */
import Flatbush from "flatbush";
import type { Point } from "../../contract/values/geometry.ts";
import type { Vertex } from "../path/arcs.ts";

/** Lines within this of each other are one, in mm, and points within this are one node. */
const SAME = 6e-3;
const NODE = 0.012;

/** An edge from node to node along a contour whose part lies on its left. */
export interface Edge {
  from: number;
  to: number;
  /** Of the arc from the first node to the second, 0 for a line. */
  bulge: number;
  /** The contours that it serves. */
  owners: number[];
  length: number;
}

export interface Graph {
  nodes: Point[];
  edges: Edge[];
}

interface Segment {
  contour: number;
  a: Point;
  b: Point;
  length: number;
  bulge: number;
  /** Where it is divided, as lengths from a. */
  cuts: number[];
}

/** The graph of these closed paths. Stretches shorter than `least` are not shared. */
export function graphOf(paths: Vertex[][], least: number): Graph {
  const segments = paths.flatMap((path, contour) => segmentsOf(path, contour));
  divideShared(segments, least);
  const nodes = new Nodes();
  const edges = new Map<string, Edge>();
  for (const segment of segments) {
    const { a, b, length, bulge, contour } = segment;
    const marks = [
      0,
      ...segment.cuts.filter((cut) => cut > NODE && cut < length - NODE).sort((p, q) => p - q),
      length,
    ];
    let from = nodes.at(a);
    for (const mark of marks.slice(1)) {
      const share = mark / length;
      const to = nodes.at(mark === length ? b : [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
      if (to !== from) addEdge(edges, { from, to, bulge, owners: [contour], length: 0 });
      from = to;
    }
  }
  const list = [...edges.values()];
  for (const edge of list) edge.length = distance(nodes.points[edge.from]!, nodes.points[edge.to]!);
  return { nodes: nodes.points, edges: list };
}

function segmentsOf(path: Vertex[], contour: number): Segment[] {
  return path.map(([x, y, bulge], i) => {
    const [nx, ny] = path[(i + 1) % path.length]!;
    return { contour, a: [x, y], b: [nx, ny], length: Math.hypot(nx - x, ny - y), bulge, cuts: [] };
  });
}

/** Marks on each line where another contour's line begins or ends to run along it the other way. */
function divideShared(segments: Segment[], least: number): void {
  const lines = segments.filter(({ bulge, length }) => bulge === 0 && length >= least);
  if (lines.length === 0) return;
  const index = new Flatbush(lines.length);
  for (const { a, b } of lines)
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
  index.finish();
  for (const [i, line] of lines.entries()) {
    const { a, b } = line;
    const near = index.search(
      Math.min(a[0], b[0]) - SAME,
      Math.min(a[1], b[1]) - SAME,
      Math.max(a[0], b[0]) + SAME,
      Math.max(a[1], b[1]) + SAME,
    );
    for (const j of near)
      if (j > i && lines[j]!.contour !== line.contour) shareStretch(line, lines[j]!, least);
  }
}

function shareStretch(p: Segment, q: Segment, least: number): void {
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

/** A line that runs along another one the other way is the same edge with one owner more. */
function addEdge(edges: Map<string, Edge>, edge: Edge): void {
  const { from, to, bulge } = edge;
  const own = `${from} ${to} ${bulge}`;
  const other = bulge === 0 ? edges.get(`${to} ${from} 0`) : undefined;
  if (other && other.owners.length === 1) other.owners.push(...edge.owners);
  else edges.set(own, edge);
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

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}
