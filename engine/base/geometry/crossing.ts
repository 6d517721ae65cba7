/** Tells whether a ring crosses itself or encloses next to nothing. */
import Flatbush from "flatbush";
import type { Ring } from "../contract/values/geometry.ts";
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
  const index = new Flatbush(count);
  const end = (i: number) => ring[(i + 1) % count]!;
  for (const [i, [x, y]] of ring.entries()) {
    const [nx, ny] = end(i);
    index.add(Math.min(x, nx), Math.min(y, ny), Math.max(x, nx), Math.max(y, ny));
  }
  index.finish();
  return ring.some(([x, y], i) => {
    const [nx, ny] = end(i);
    const near = index.search(Math.min(x, nx), Math.min(y, ny), Math.max(x, nx), Math.max(y, ny));
    return near.some((k) => {
      if (k <= i + 1 || (i === 0 && k === count - 1)) return false;
      return segmentDistance(x, y, nx, ny, ...ring[k]!, ...end(k)) < MEETING;
    });
  });
}

/** Removes edges so short that their two neighbours would count as meeting. */
function withoutShortEdges(ring: Ring): Ring {
  return ring.filter(([x, y], i) => {
    const [px, py] = ring.at(i - 1)!;
    return hypot(x - px, y - py) >= MEETING;
  });
}
