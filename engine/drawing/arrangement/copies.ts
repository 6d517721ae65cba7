/** Which edges are drawn more than once, whole? */
import { curveAt } from "../curves/curves.ts";
import type { CurveTable } from "../curves/table.ts";
import type { Edge } from "./graph.ts";

/** Edges with the same ends as another one, on which they lie, by number. */
export type Copies = ReadonlyMap<number, number>;

/** Edges that one is compared with; more between the same two nodes are no drawing. */
const MANY = 64;

/** Exact copies of any kind of curve, either way round, and what each is a copy of. */
export function findCopies(edges: Edge[], table: CurveTable, weld: number): Copies {
  return copiesAmong([...edges.keys()], edges, table, weld);
}

/** Copies within one layer, which its rings may need. */
export function findCopiesWithin(edges: Edge[], table: CurveTable, weld: number): Copies {
  return copiesAmong([...edges.keys()], edges, table, weld, (p, q) => p.layer === q.layer);
}

/** Copies from one layer to another, of those that are none within their layer; preferred ones are what others copy. */
export function findCopiesAcross(
  edges: Edge[],
  within: Copies,
  table: CurveTable,
  weld: number,
  preferred: () => ReadonlySet<number>,
): Copies {
  if (edges.every(({ layer }) => layer === edges[0]!.layer)) return new Map();
  const first = [...edges.keys()].filter((i) => !within.has(i));
  const across = copiesAmong(first, edges, table, weld);
  if (across.size === 0) return across;
  const early = preferred();
  const order = [...first.filter((i) => early.has(i)), ...first.filter((i) => !early.has(i))];
  return copiesAmong(order, edges, table, weld);
}

/** Each is compared with those before it. */
function copiesAmong(
  numbers: number[],
  edges: Edge[],
  table: CurveTable,
  weld: number,
  alike: (p: Edge, q: Edge) => boolean = () => true,
): Copies {
  const found = new Map<number, number>();
  // Chains of edges whose ends fall into the same slot, the last one first.
  const slots = 2 ** Math.ceil(Math.log2(numbers.length + 1));
  const heads = new Int32Array(slots).fill(-1);
  const next = new Int32Array(edges.length);
  for (const i of numbers) {
    const edge = edges[i]!;
    const slot = slotOf(edge) & (slots - 1);
    next[i] = heads[slot]!;
    heads[slot] = i;
    for (let other = next[i]!, looks = 0; other >= 0 && looks < MANY; other = next[other]!, looks++) {
      const same = alike(edge, edges[other]!) && sameEnds(edge, edges[other]!);
      if (!same || !sameMiddle(edge, edges[other]!, table, 2 * weld)) continue;
      found.set(i, other);
      break;
    }
  }
  return found;
}

function sameEnds(p: Edge, q: Edge): boolean {
  return (p.a === q.a && p.b === q.b) || (p.a === q.b && p.b === q.a);
}

function sameMiddle(p: Edge, q: Edge, table: CurveTable, apart: number): boolean {
  const [x, y] = middleOf(p, table);
  const [ox, oy] = middleOf(q, table);
  return Math.hypot(ox - x, oy - y) <= apart;
}

/** The same for both directions. */
function slotOf({ a, b }: Edge): number {
  const mixed = Math.imul(Math.min(a, b), 0x9e3779b1) ^ Math.imul(Math.max(a, b), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The same place whichever way round the edge is drawn. */
export function middleOf({ curves }: Edge, table: CurveTable): readonly [number, number] {
  const middle = table.get(curves[curves.length >> 1]!);
  return curves.length % 2 === 0 ? [middle.x0, middle.y0] : curveAt(middle, 0.5);
}
