/**
 * Which curves that are drawn twice do rings need twice?
 *
 * Rings are traced by layer first, and those of neighbouring parts have even nodes only when each has its own copy of
 * the border between them. Where the removal of copies has left odd nodes, the borders from one to another come back:
 * first on contours that were closed before, whatever lines end on them, then wherever it leaves fewer dead ends.
 */
import type { Edge } from "./graph.ts";

/** What is left of edges, by number. Those that keep their whole length after all are taken out of it. */
export type Pieces = Map<number, Edge[]>;

/** `copies` have the same ends as another edge, and lie on it. */
export function restoreBorders(
  edges: Edge[],
  pieces: Pieces,
  copies: ReadonlySet<number>,
  nodes: number,
): void {
  const layers = new Map<string, number>();
  for (const { layer } of edges) if (!layers.has(layer)) layers.set(layer, layers.size);
  /** Nodes of different layers do not meet. */
  const placeOf = ({ layer }: Edge, node: number) => layers.get(layer)! * nodes + node;
  restoreOnContours(edges, pieces, copies, placeOf);
  restoreOne(edges, pieces, placeOf);
}

type PlaceOf = (edge: Edge, node: number) => number;

/** A removed edge, as a way from one place to another. */
interface Border {
  edge: number;
  to: number;
}

function restoreOnContours(
  edges: Edge[],
  pieces: Pieces,
  copies: ReadonlySet<number>,
  placeOf: PlaceOf,
): void {
  const odd = new Set<number>();
  const contours = contourEdges(edges, copies, placeOf);
  for (const i of contours.edges) {
    for (const piece of pieces.get(i) ?? [edges[i]!])
      for (const node of [piece.a, piece.b]) toggle(odd, placeOf(piece, node));
  }
  if (odd.size === 0) return;
  const borders = new Map<number, Border[]>();
  const add = (from: number, border: Border) => {
    const list = borders.get(from);
    if (list) list.push(border);
    else borders.set(from, [border]);
  };
  for (const [i, left] of pieces) {
    const [p, q, ...more] = turnedNodes(edges[i]!, left).map((node) => placeOf(edges[i]!, node));
    if (p === undefined || q === undefined || more.length > 0) continue;
    add(p, { edge: i, to: q });
    add(q, { edge: i, to: p });
  }
  const seen = new Set<number>();
  const degreeAt = (place: number) => contours.degrees.get(place) ?? 0;
  // Where one of them must stay odd, let it be a junction and no dead end.
  for (const root of [...odd].sort((p, q) => degreeAt(q) - degreeAt(p))) {
    if (seen.has(root)) continue;
    // From the far ends of the tree back to its root, each odd place hands its oddness on.
    for (const { edge, to, from } of treeFrom(root, borders, seen).reverse()) {
      if (!odd.has(to)) continue;
      toggle(odd, to);
      toggle(odd, from);
      pieces.delete(edge);
    }
  }
}

/** Borders that lead away from a place, nearest first; each place is reached once. */
function treeFrom(
  root: number,
  borders: Map<number, Border[]>,
  seen: Set<number>,
): (Border & { from: number })[] {
  const tree: (Border & { from: number })[] = [];
  seen.add(root);
  for (let from = root, next = 0; ; from = tree[next++]!.to) {
    for (const { edge, to } of borders.get(from) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      tree.push({ edge, to, from });
    }
    if (next === tree.length) return tree;
  }
}

/** Edges that are no copies and lead to no dead end, which are taken away until there is none; how many meet at each place. */
function contourEdges(
  edges: Edge[],
  copies: ReadonlySet<number>,
  placeOf: PlaceOf,
): { edges: Set<number>; degrees: Map<number, number> } {
  const left = new Set(edges.keys());
  const degrees = new Map<number, number>();
  /** The edges at each place, as one number: where only one is left, it is that. */
  const mixed = new Map<number, number>();
  const count = (i: number, sign: 1 | -1) => {
    for (const node of [edges[i]!.a, edges[i]!.b]) {
      const place = placeOf(edges[i]!, node);
      degrees.set(place, (degrees.get(place) ?? 0) + sign);
      mixed.set(place, (mixed.get(place) ?? 0) ^ i);
      if (sign < 0 && degrees.get(place) === 1) ends.push(place);
    }
  };
  const ends: number[] = [];
  for (const i of copies) left.delete(i);
  for (const i of left) count(i, 1);
  for (const [place, degree] of degrees) if (degree === 1) ends.push(place);
  for (const end of ends) {
    if (degrees.get(end) !== 1) continue;
    left.delete(mixed.get(end)!);
    count(mixed.get(end)!, -1);
  }
  return { edges: left, degrees };
}

/** The edges that meet at a place. */
interface Meeting {
  degree: number;
  /** Sum of the nodes at their other ends: where only one edge is left, its other end. */
  others: number;
}

/**
 * Contours whose gaps are still to be joined have dead ends too, and may need their copy of a single edge. An edge that
 * ends where nothing but its copy does belongs to no ring, and is merely drawn twice.
 */
function restoreOne(edges: Edge[], pieces: Pieces, placeOf: PlaceOf): void {
  const meetings = new Map<number, Meeting>();
  const meetingAt = (place: number) => {
    const meeting = meetings.get(place) ?? { degree: 0, others: 0 };
    meetings.set(place, meeting);
    return meeting;
  };
  const count = (edge: Edge, ends: [number, number], sign: 1 | -1) => {
    ends.forEach((node, i) => {
      const meeting = meetingAt(placeOf(edge, node));
      meeting.degree += sign;
      meeting.others += sign * ends[1 - i]!;
    });
  };
  edges.forEach((edge, i) => {
    for (const { a, b } of pieces.get(i) ?? [edge]) count(edge, [a, b], 1);
  });
  for (const [i, left] of pieces) {
    const edge = edges[i]!;
    const odd = (node: number) => meetingAt(placeOf(edge, node)).degree % 2 === 1;
    const gain = turnedNodes(edge, left).reduce((sum, node) => sum + (odd(node) ? 1 : -1), 0);
    const onlyCopy = (node: number, other: number) => {
      const { degree, others } = meetingAt(placeOf(edge, node));
      return degree === 1 && others === other;
    };
    if (gain < 2 || onlyCopy(edge.a, edge.b) || onlyCopy(edge.b, edge.a)) continue;
    for (const piece of left) count(edge, [piece.a, piece.b], -1);
    count(edge, [edge.a, edge.b], 1);
    pieces.delete(i);
  }
}

/** Nodes that become odd or even when an edge comes back in place of what is left of it. */
function turnedNodes({ a, b }: Edge, left: Edge[]): number[] {
  const turned = new Set<number>();
  for (const node of [a, b, ...left.flatMap((piece) => [piece.a, piece.b])]) toggle(turned, node);
  return [...turned];
}

function toggle(set: Set<number>, member: number): void {
  if (!set.delete(member)) set.add(member);
}
