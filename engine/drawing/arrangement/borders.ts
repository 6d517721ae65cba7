/**
 * Which curves that are drawn twice do rings need twice?
 *
 * Rings are traced by layer first, and those of neighbouring parts have even nodes only when each has its own copy of
 * the border between them. So contours that were closed before, whatever lines end on them, keep what looks like a
 * border, and then borders come and go along the ways that lead from one odd node to another. Elsewhere an edge comes
 * back where that leaves two dead ends fewer.
 */
import type { Copies } from "./copies.ts";
import type { Edge } from "./graph.ts";

/** What is left of edges, by number. Those that keep their whole length after all are taken out of it. */
export type Pieces = Map<number, Edge[]>;

export function restoreBorders(edges: Edge[], pieces: Pieces, copies: Copies, contours: ClosedEdges): void {
  restoreOnContours(edges, pieces, copies, contours);
  restoreOne(edges, pieces, contours.placeOf);
}

/** What was closed before anything is taken from it. */
export interface ClosedEdges {
  placeOf: PlaceOf;
  /** Edges that lead to no dead end, without copies. */
  edges: ReadonlySet<number>;
  /** How many of them meet at each place. */
  degrees: ReadonlyMap<number, number>;
  /** Those of neighbours drawn one by one, and the copies of the borders between them. */
  oneByOne: ReadonlySet<number>;
}

/** A node as seen from an edge: nodes of different layers do not meet. */
type PlaceOf = (edge: Edge, node: number) => number;

/** Copies are those within a layer. */
export function findContours(edges: Edge[], copies: Copies): ClosedEdges {
  const layers = new Map<string, number>();
  for (const { layer } of edges) if (!layers.has(layer)) layers.set(layer, layers.size);
  const placeOf = ({ layer }: Edge, node: number) => node * layers.size + layers.get(layer)!;
  const whole = [...edges.keys()].filter((i) => !copies.has(i));
  const contours = withoutDeadEnds(edges, whole, placeOf);
  return { placeOf, ...contours, oneByOne: findOneByOne(edges, contours.edges, copies, placeOf) };
}

/** An edge that may come back, as a way from one place to another. */
interface Border {
  edge: number;
  left: Edge[];
  from: number;
  to: number;
}

function restoreOnContours(edges: Edge[], pieces: Pieces, copies: Copies, contours: ClosedEdges): void {
  const { placeOf } = contours;
  // No ring needs an edge a third time.
  const second = [...copies].filter(([, other]) => contours.edges.has(other)).map(([i]) => i);
  const borders = new Map<number, Border[]>();
  for (const i of [...contours.edges, ...second]) {
    const left = pieces.get(i);
    if (!left) continue;
    if (left.length > 0 || (copies.has(i) && contours.oneByOne.has(i))) pieces.delete(i);
    const [from, to, ...more] = turnedNodes(edges[i]!, left).map((node) => placeOf(edges[i]!, node));
    if (from === undefined || to === undefined || more.length > 0) continue;
    listAt(borders, from).push({ edge: i, left, from, to });
    listAt(borders, to).push({ edge: i, left, from: to, to: from });
  }
  const odd = oddPlaces([...contours.edges, ...second], (i) => pieces.get(i) ?? [edges[i]!], placeOf);
  // Where a score line meets a corner, a place is odd whatever comes back.
  const copied = oddPlaces(second, (i) => [edges[i]!], placeOf);
  for (const place of oddPlaces(contours.edges, (i) => [edges[i]!], placeOf))
    if (!copied.has(place)) odd.delete(place);
  const seen = new Set<number>();
  const degreeAt = (place: number) => contours.degrees.get(place) ?? 0;
  // Where one of them must stay odd, let it be a junction and no dead end.
  for (const root of [...odd].sort((p, q) => degreeAt(q) - degreeAt(p))) {
    if (seen.has(root)) continue;
    // From the far ends of the tree back to its root, each odd place hands its oddness on.
    for (const { edge, left, from, to } of treeFrom(root, borders, seen, (i) => pieces.has(i)).reverse()) {
      if (!odd.has(to)) continue;
      toggle(odd, to);
      toggle(odd, from);
      if (!pieces.delete(edge)) pieces.set(edge, left);
    }
  }
  const kept = [...edges.keys()].filter((i) => !copies.has(i) && pieces.get(i)?.length !== 0);
  const closed = withoutDeadEnds(edges, kept, placeOf).edges;
  for (const i of second) if (!closed.has(copies.get(i)!)) pieces.set(i, []);
}

/** Where an odd number of edges meet, counting what is left of each. */
function oddPlaces(numbers: Iterable<number>, leftOf: (i: number) => Edge[], placeOf: PlaceOf): Set<number> {
  const odd = new Set<number>();
  for (const i of numbers)
    for (const piece of leftOf(i)) for (const node of [piece.a, piece.b]) toggle(odd, placeOf(piece, node));
  return odd;
}

/**
 * Whoever draws neighbours one by one draws the border between them at least twice as often as the rest of what it is
 * connected with; who draws all of it over again draws everything twice. All edges of such nets are found, and the copies
 * of those borders.
 */
function findOneByOne(edges: Edge[], contours: Set<number>, copies: Copies, placeOf: PlaceOf): Set<number> {
  if (copies.size === 0) return new Set();
  const times = new Map<number, number>();
  const firsts = new Map<number, number>();
  for (const [i, other] of copies) {
    const first = firsts.get(other) ?? other;
    firsts.set(i, first);
    times.set(first, (times.get(first) ?? 1) + 1);
  }
  const parents = new Map<number, number>();
  const root = (place: number) => {
    let at = place;
    for (let up = parents.get(at) ?? at; up !== at; up = parents.get(at) ?? at) {
      // Every other step is left out the next time.
      parents.set(at, parents.get(up) ?? up);
      at = up;
    }
    return at;
  };
  for (const i of contours)
    parents.set(root(placeOf(edges[i]!, edges[i]!.a)), root(placeOf(edges[i]!, edges[i]!.b)));
  const netOf = (i: number) => root(placeOf(edges[i]!, edges[i]!.a));
  const least = new Map<number, number>();
  for (const i of contours) {
    const known = least.get(netOf(i)) ?? Number.POSITIVE_INFINITY;
    least.set(netOf(i), Math.min(known, times.get(i) ?? 1));
  }
  const isBorder = (i: number) => contours.has(i) && (times.get(i) ?? 1) >= 2 * least.get(netOf(i))!;
  const nets = new Set([...contours].filter(isBorder).map(netOf));
  const found = new Set([...contours].filter((i) => nets.has(netOf(i))));
  for (const [i, other] of copies) if (isBorder(other)) found.add(i);
  return found;
}

/**
 * Borders that lead away from a place; each place is reached once. Over those that are missing first: what is there stays
 * where something may come back instead.
 */
function treeFrom(
  root: number,
  borders: Map<number, Border[]>,
  seen: Set<number>,
  isMissing: (edge: number) => boolean,
): Border[] {
  const tree: Border[] = [];
  const later: Border[] = [];
  const reach = (border: Border) => {
    if (seen.has(border.to)) return;
    seen.add(border.to);
    tree.push(border);
  };
  seen.add(root);
  let [next, waiting] = [0, 0];
  for (let from = root; ; from = tree[next++]!.to) {
    for (const border of borders.get(from) ?? []) {
      if (isMissing(border.edge)) reach(border);
      else later.push(border);
    }
    while (next === tree.length && waiting < later.length) reach(later[waiting++]!);
    if (next === tree.length) return tree;
  }
}

/** What is left of some edges when those that lead to dead ends are taken away until there is none. */
function withoutDeadEnds(
  edges: Edge[],
  some: number[],
  placeOf: PlaceOf,
): { edges: Set<number>; degrees: Map<number, number> } {
  const left = new Set(some);
  const degrees = new Map<number, number>();
  /** The edges at each place, as one number: where only one is left, it is that. */
  const mixed = new Map<number, number>();
  const ends: number[] = [];
  const count = (i: number, sign: 1 | -1) => {
    for (const node of [edges[i]!.a, edges[i]!.b]) {
      const place = placeOf(edges[i]!, node);
      degrees.set(place, (degrees.get(place) ?? 0) + sign);
      mixed.set(place, (mixed.get(place) ?? 0) ^ i);
      if (sign < 0 && degrees.get(place) === 1) ends.push(place);
    }
  };
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
    const leadsOn = (node: number) => {
      const own = left.filter(({ a, b }) => a === node || b === node).length;
      return meetingAt(placeOf(edge, node)).degree > own;
    };
    if (gain < 2 || onlyCopy(edge.a, edge.b) || onlyCopy(edge.b, edge.a)) continue;
    if (!leadsOn(edge.a) || !leadsOn(edge.b)) continue;
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

function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function toggle(set: Set<number>, member: number): void {
  if (!set.delete(member)) set.add(member);
}
