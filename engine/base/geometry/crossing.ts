/** Tells whether a ring crosses itself or encloses next to nothing. */
import type { Ring } from "../contract/values/geometry.ts";
import { BoxIndex, type Corners } from "./box-index.ts";
import { signedArea } from "./ring.ts";
import { segmentDistance } from "./segment.ts";
import { hypot } from "./trig/hypot.ts";

/** Outlines thinner than this count as lines, mm. */
const THIN = 0.05;
/** Edges nearer to each other than this count as meeting, mm. */
const MEETING = 1e-6;

/** True for outlines whose inside is not defined: they cross themselves or are thinner than `THIN`. */
export function isDoubtful(ring: Ring): boolean {
  const round = ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring.at(i - 1)!;
    return sum + hypot(x - px, y - py);
  }, 0);
  return Math.abs(signedArea(ring)) < (THIN * round) / 2 || crossesItself(ring);
}

/** True when two edges of the ring that do not follow each other meet. */
function crossesItself(outline: Ring): boolean {
  const ring = withoutShortEdges(outline);
  const count = ring.length;
  if (count < 4) return false;
  const edges = ring.map((from, i): Corners => [...from, ...ring[(i + 1) % count]!]);
  const index = new BoxIndex(edges);
  return edges.some((edge, i) =>
    index.near(edge).some((k) => {
      if (k <= i + 1 || (i === 0 && k === count - 1)) return false;
      return segmentDistance(...edge, ...edges[k]!) < MEETING;
    }),
  );
}

/** Removes edges so short that their two neighbours would count as meeting. */
function withoutShortEdges(ring: Ring): Ring {
  return ring.filter(([x, y], i) => {
    const [px, py] = ring.at(i - 1)!;
    return hypot(x - px, y - py) >= MEETING;
  });
}
