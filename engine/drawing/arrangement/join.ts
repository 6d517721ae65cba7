/**
 * Which closed contours and open paths do the curves of a drawing form?
 *
 * Closed entities are rings as they are. Loose ends within the weld tolerance are one node; edges between nodes are
 * traced into rings, first within each layer, then across layers. Ends that are left over are joined nearest first
 * up to the joining tolerance.
 */

import type { Findings } from "../basis/findings.ts";
import { TOLERANCE } from "../basis/limits.ts";
import { type Chain, Contours, type DrawnContours } from "../curves/contours.ts";
import { curveAt, curveLength } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import { enclosedParts } from "./covered.ts";
import { append, byLayer, concatenate, degreesOf, type Edge, forward, rank, roughly } from "./graph.ts";
import { PointGrid } from "./grid.ts";
import { NodeMarks } from "./nodemarks.ts";
import { removeOverlaps } from "./overlap.ts";
import { withoutSecondCuts } from "./second-cuts.ts";
import { traceRings } from "./trace.ts";

export interface JoinOptions {
  weld: number;
  join: number;
}

/** Joins some of what is drawn, given by number. */
export function joinContours(
  drawn: DrawnContours,
  numbers: number[],
  options: JoinOptions,
  findings: Findings,
): Contours {
  const { table } = drawn;
  const joined = new Contours(table);
  const loose: number[] = [];
  let ends = 0;
  for (const number of numbers) {
    const chain = drawn.get(number);
    if (chain.closed) joined.add(chain);
    else {
      loose.push(number);
      ends += chain.curves.length + 1;
    }
  }
  // Nodes stand apart by the tolerance, so that larger cells hold no more of them than a glance takes in.
  const nodes = new PointGrid(4 * options.weld, ends);
  const welded = weldEdges(drawn, loose, nodes, options.weld, findings);
  const { edges, copies, covered } = removeOverlaps(welded, joined, nodes, options.weld, findings);
  const marks = new NodeMarks(nodes.count);
  const ground = { nodes, marks, table, weld: options.weld };
  const chains: Chain[] = [];
  let open: Edge[] = [];
  for (const layer of byLayer(edges)) {
    const traced = traceRings(layer, ground);
    append(chains, chainsOf(traced.rings));
    append(open, traced.open);
  }
  if (open.some(({ layer }) => layer !== open[0]!.layer)) {
    // One by one again: what meets no other edge of its layer may meet some of another.
    const traced = traceRings(edgesOf(open, edges), ground);
    append(chains, chainsOf(traced.rings));
    open = traced.open;
  }
  const enclosed = enclosedParts(
    chainsOf(covered),
    [...joined.chains(), ...chains],
    table,
    options.weld,
    findings,
  );
  append(chains, enclosed);
  append(chains, joinGaps(open, table, marks, options, findings));
  for (const chain of withoutSecondCuts(chains, copies, table, options.weld, findings)) joined.add(chain);
  return joined;
}

/**
 * Edges between welded ends; a spline is one edge, since its spans are no more than its notation. Curves shorter than the
 * weld tolerance that go nowhere are dropped.
 */
function weldEdges(
  drawn: DrawnContours,
  loose: number[],
  nodes: PointGrid,
  weld: number,
  findings: Findings,
): Edge[] {
  const edges: Edge[] = [];
  const node = (x: number, y: number) => {
    const known = nodes.nearest(x, y, weld);
    return known >= 0 ? known : nodes.add(x, y);
  };
  const { table } = drawn;
  for (const number of loose) {
    const { curves, layer } = drawn.get(number);
    const whole = curves.length === 1 || table.get(curves[0]!).kind === "bezier";
    for (const piece of whole ? [curves] : curves.map((curve) => [curve])) {
      const { x0, y0 } = table.ends(piece[0]!);
      const { x1, y1 } = table.ends(piece.at(-1)!);
      const a = node(x0, y0);
      const b = node(x1, y1);
      if (a !== b || isLongerThan(table, piece, 2 * weld)) edges.push({ a, b, layer, curves: piece });
      else findings.note("zero-length-removed", { layer, at: [x0, y0] });
    }
  }
  return edges;
}

function chainsOf(rings: Edge[]): Chain[] {
  return rings.map(({ layer, curves }) => ({ closed: true, layer, curves }));
}

/** Those of some edges that chains were put together from. */
function edgesOf(chains: Edge[], edges: Edge[]): Edge[] {
  const left = new Set<CurveId>();
  for (const { curves } of chains) for (const id of curves) left.add(forward(id));
  return edges.filter(({ curves: [id] }) => left.has(forward(id!)));
}

/** Two ends of open paths, by number. */
interface Meeting {
  p: number;
  q: number;
  /** How many of the two paths meet nothing at their other end: no parts of contours, they must not take an end from one. */
  tails: number;
  distance: number;
  /** How far from straight on, in radians. */
  turn: number;
}

/** Nodes where more open ends meet are the centres of stars: which of their rays belong together nobody can say. */
const STAR = 8;
/** Where more ends than this are crowded together, nothing can be told apart. */
const CROWD = 16;

function joinGaps(
  edges: Edge[],
  table: CurveTable,
  marks: NodeMarks,
  { weld, join }: JoinOptions,
  findings: Findings,
): Chain[] {
  const ends = endsOf(edges, table, Math.max(join, weld));
  const mates = matchEnds(edges, table, marks, ends, { weld, join: Math.max(join, weld) });
  for (let end = 0; end < mates.length; end++) {
    const mate = mates[end]!;
    if (mate < end) continue;
    const size = Math.hypot(ends.xs[end]! - ends.xs[mate]!, ends.ys[end]! - ends.ys[mate]!);
    if (size > weld) findings.note("ends-joined", { size, at: [ends.xs[end]!, ends.ys[end]!] });
  }
  const chains = followMates(edges, mates);
  noteGaps(chains, table, weld, findings);
  return chains;
}

/** The other end that each end is joined to, or -1; nearest pairs first. */
function matchEnds(
  edges: Edge[],
  table: CurveTable,
  marks: NodeMarks,
  ends: PointGrid,
  { weld, join: reach }: JoinOptions,
): Int32Array {
  const crowds = degreesOf(edges, marks);
  const crowded = (end: number) => {
    const { a, b } = edges[end >> 1]!;
    return crowds.get(end % 2 === 0 ? a : b) > STAR;
  };
  const meetings: Meeting[] = [];
  for (let p = 0; p < 2 * edges.length; p++) {
    if (crowded(p)) continue;
    const before = meetings.length;
    let looks = 0;
    ends.near(ends.xs[p]!, ends.ys[p]!, reach, (q, distance) => {
      if (++looks > CROWD) return true;
      if (q <= p || crowded(q)) return false;
      // One short path must not be bent onto itself.
      if (q >> 1 === p >> 1 && !isLongerThan(table, edges[p >> 1]!.curves, 4 * reach)) return false;
      const turn = turnBetween(edges, table, p, q);
      const tails = Number(isLonely(ends, p ^ 1, reach)) + Number(isLonely(ends, q ^ 1, reach));
      meetings.push({ p, q, tails, distance: distance <= weld ? 0 : distance, turn });
      return false;
    });
    if (looks > CROWD) meetings.length = before;
  }
  const place = ({ p, q }: Meeting) => rank(ends.xs[p]! + ends.xs[q]!, ends.ys[p]! + ends.ys[q]!);
  meetings.sort(
    (m, n) =>
      m.tails - n.tails ||
      roughly(m.distance) - roughly(n.distance) ||
      roughly(m.turn) - roughly(n.turn) ||
      place(m) - place(n) ||
      m.p - n.p ||
      m.q - n.q,
  );
  const mates = new Int32Array(2 * edges.length).fill(-1);
  for (const { p, q } of meetings) {
    if (mates[p] !== -1 || mates[q] !== -1) continue;
    mates[p] = q;
    mates[q] = p;
  }
  return mates;
}

function isLonely(ends: PointGrid, end: number, reach: number): boolean {
  let lonely = true;
  ends.near(ends.xs[end]!, ends.ys[end]!, reach, (other) => {
    lonely = other === end;
    return !lonely;
  });
  return lonely;
}

function followMates(edges: Edge[], mates: Int32Array): Chain[] {
  const used = new Uint8Array(edges.length);
  const chains: Chain[] = [];
  const follow = (first: number, closed: boolean) => {
    const steps: { edge: Edge; forward: boolean }[] = [];
    let end = first;
    while (end >= 0 && used[end >> 1] === 0) {
      used[end >> 1] = 1;
      steps.push({ edge: edges[end >> 1]!, forward: (end & 1) === 0 });
      end = mates[end ^ 1]!;
    }
    const { layer, curves } = concatenate(steps);
    chains.push({ closed, layer, curves });
  };
  for (let end = 0; end < mates.length; end++)
    if (mates[end] === -1 && used[end >> 1] === 0) follow(end, false);
  for (let i = 0; i < edges.length; i++) if (used[i] === 0) follow(2 * i, true);
  return chains;
}

/** More open ends than this are no gaps in contours; measuring between all of them would only take time. */
const MANY_ENDS = 20_000;

/** Tells how wide the gaps are that keep paths from closing: between ends that are each other's nearest, or rank first. */
function noteGaps(chains: Chain[], table: CurveTable, weld: number, findings: Findings): void {
  const open = chains.filter(({ closed }) => !closed);
  if (2 * open.length > MANY_ENDS) return;
  const ends = endsOf(open, table, TOLERANCE.gap);
  const place = (end: number) => roughly(rank(ends.xs[end]!, ends.ys[end]!));
  const nearest = Array.from({ length: ends.count }, (_, end) => {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    let looks = 0;
    ends.near(ends.xs[end]!, ends.ys[end]!, TOLERANCE.gap, (other, distance) => {
      if (++looks > CROWD) return true;
      if (other === end || distance <= weld) return false;
      const closer = roughly(distance) - roughly(least) || place(other) - place(best);
      if (best >= 0 && closer >= 0) return false;
      if (other === (end ^ 1) && !isLongerThan(table, open[end >> 1]!.curves, 10 * distance)) return false;
      best = other;
      least = distance;
      return false;
    });
    return best;
  });
  nearest.forEach((mate, end) => {
    if (mate <= end || nearest[mate] !== end) return;
    const at: [number, number] = [ends.xs[end]!, ends.ys[end]!];
    const size = Math.hypot(ends.xs[mate]! - at[0], ends.ys[mate]! - at[1]);
    findings.note("gaps-left-open", { size, layer: open[end >> 1]!.layer, at });
  });
}

/** Both ends of each path: 2i is the start of path i, 2i + 1 its end. */
function endsOf(paths: readonly { curves: CurveId[] }[], table: CurveTable, reach: number): PointGrid {
  const ends = new PointGrid(reach, 2 * paths.length);
  for (const { curves } of paths) {
    const [first, last] = [table.ends(curves[0]!), table.ends(curves.at(-1)!)];
    ends.add(first.x0, first.y0);
    ends.add(last.x1, last.y1);
  }
  return ends;
}

function isLongerThan(table: CurveTable, curves: CurveId[], length: number): boolean {
  let sum = 0;
  return curves.some((id) => {
    sum += curveLength(table.get(id));
    return sum > length;
  });
}

/** Angle between the way out of one end and the way into the other; 0 is straight on. */
function turnBetween(edges: Edge[], table: CurveTable, p: number, q: number): number {
  const difference = Math.abs(leaving(edges, table, p) - leaving(edges, table, q));
  return Math.abs(Math.PI - difference);
}

function leaving(edges: Edge[], table: CurveTable, end: number): number {
  const { curves } = edges[end >> 1]!;
  const atStart = end % 2 === 0;
  const curve = table.get(atStart ? curves[0]! : curves.at(-1)!);
  const [x, y] = curveAt(curve, atStart ? 0.02 : 0.98);
  return Math.atan2(y - (atStart ? curve.y0 : curve.y1), x - (atStart ? curve.x0 : curve.x1));
}
