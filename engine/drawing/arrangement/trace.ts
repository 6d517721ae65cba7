/**
 * Which rings do loose edges form, and which stay open?
 *
 * Paths through nodes of degree two are one edge; an edge that comes back to its own node is a ring. Dead ends are cut
 * off as open paths. What then remains between junctions is a net: as long as odd junctions are left, chords inside its
 * outline are taken out as open paths (a score line across a plate), and an even net is walked into its innermost rings
 * (squares that touch at corners).
 */
import { append, contract, degreesOf, type Edge, type Ground } from "./graph.ts";
import { EdgeMeasures, Net } from "./net.ts";

export interface Traced {
  rings: Edge[];
  open: Edge[];
}

/** Nets that are still odd after so many rounds are no drawings of parts; their edges stay open. */
const ROUNDS = 200;

/** Coordinates of the nodes decide where the walk around a net begins. */
export function traceRings(edges: Edge[], ground: Ground): Traced {
  const { marks, table } = ground;
  const traced: Traced = { rings: [], open: [] };
  const measures = new EdgeMeasures(table);
  let rest = edges;
  for (let round = 0; rest.length > 0 && round < ROUNDS; round++) {
    const { rings, chains } = contract(rest, marks);
    append(traced.rings, rings);
    const degrees = degreesOf(chains, marks);
    const inner = chains.filter(({ a, b }) => degrees.get(a) > 1 && degrees.get(b) > 1);
    if (inner.length < chains.length) {
      append(
        traced.open,
        chains.filter(({ a, b }) => degrees.get(a) === 1 || degrees.get(b) === 1),
      );
      rest = inner;
      continue;
    }
    if (chains.length === 0) return traced;
    const net = new Net(chains, ground, measures);
    const odd = net.oddChords();
    if (odd.size === 0) {
      append(traced.rings, net.innerRings());
      return traced;
    }
    append(
      traced.open,
      chains.filter((_, i) => odd.has(i)),
    );
    rest = chains.filter((_, i) => !odd.has(i));
  }
  append(traced.open, rest);
  return traced;
}
