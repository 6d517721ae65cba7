/** Pieces of outlines in any order and direction, joined to rings where their ends meet. */
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";

/** Ends this close are one, in the units of the source. */
const SAME = 1e-4;

/** Rings, and the chains that do not close. */
export function chainsFrom(pieces: readonly Ring[]): { rings: Ring[]; open: Ring[] } {
  const rest = pieces.filter((piece) => piece.length > 1);
  const rings: Ring[] = [];
  const open: Ring[] = [];
  while (rest.length > 0) {
    const chain = [...rest.shift()!];
    while (!meets(chain[0]!, chain.at(-1)!)) {
      const at = rest.findIndex(
        (piece) => meets(piece[0]!, chain.at(-1)!) || meets(piece.at(-1)!, chain.at(-1)!),
      );
      if (at < 0) break;
      const [next] = rest.splice(at, 1) as [Ring];
      const forward = meets(next[0]!, chain.at(-1)!);
      chain.push(...(forward ? next : [...next].reverse()).slice(1));
    }
    if (!meets(chain[0]!, chain.at(-1)!)) extendBackwards(chain, rest);
    (meets(chain[0]!, chain.at(-1)!) && chain.length > 2 ? rings : open).push(chain);
  }
  return { rings, open };
}

/** Extends an open chain at its start: a chain that was entered in the middle has its other half before it. */
function extendBackwards(chain: Ring, rest: Ring[]): void {
  for (;;) {
    const at = rest.findIndex((piece) => meets(piece[0]!, chain[0]!) || meets(piece.at(-1)!, chain[0]!));
    if (at < 0) return;
    const [next] = rest.splice(at, 1) as [Ring];
    const forward = meets(next.at(-1)!, chain[0]!);
    chain.unshift(...(forward ? next : [...next].reverse()).slice(0, -1));
  }
}

function meets([ax, ay]: Point, [bx, by]: Point): boolean {
  return hypot(ax - bx, ay - by) <= SAME;
}
