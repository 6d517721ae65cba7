/** How long are the straight edges that parts of a sheet share: face to face, one gap apart? */

import { hypot } from "../../base/geometry/trig/hypot.ts";
import { type JudgedBox, type PlacedShape, visitEdgesNear } from "./shape.ts";

/** Shorter edges count for nothing, in mm and in gaps. */
const SHORTEST = 2;
const SHORTEST_GAPS = 3;
/** Both ends of what is shared are a gap apart to within this, in mm. */
const EXACT = 1e-3;

export function sharedBetween(placed: readonly (PlacedShape | undefined)[], gap: number): number {
  const parts = placed
    .filter((part): part is PlacedShape => part !== undefined)
    .sort((a, b) => a.box.minX - b.box.minX);
  let sum = 0;
  for (const [i, a] of parts.entries())
    for (let j = i + 1; j < parts.length && parts[j]!.box.minX <= a.box.maxX + gap + EXACT; j++) {
      const b = parts[j]!;
      if (b.box.minY <= a.box.maxY + gap + EXACT && b.box.maxY >= a.box.minY - gap - EXACT)
        sum += sharedByTwo(a, b, gap);
    }
  return sum;
}

function sharedByTwo(a: PlacedShape, b: PlacedShape, gap: number): number {
  const least = Math.max(SHORTEST, SHORTEST_GAPS * gap);
  let sum = 0;
  visitEdgesNear(a, b.box, gap + EXACT, (i) => {
    const [px, py] = [a.shape.ax[i]! + a.x, a.shape.ay[i]! + a.y];
    const [qx, qy] = [a.shape.bx[i]! + a.x, a.shape.by[i]! + a.y];
    const length = hypot(qx - px, qy - py);
    if (length < least) return;
    const [ux, uy] = [(qx - px) / length, (qy - py) / length];
    const around: JudgedBox = {
      minX: Math.min(px, qx),
      minY: Math.min(py, qy),
      maxX: Math.max(px, qx),
      maxY: Math.max(py, qy),
    };
    visitEdgesNear(b, around, gap + EXACT, (k) => {
      const start = seenFrom(b.shape.ax[k]! + b.x - px, b.shape.ay[k]! + b.y - py, ux, uy);
      const end = seenFrom(b.shape.bx[k]! + b.x - px, b.shape.by[k]! + b.y - py, ux, uy);
      // The other runs the other way, on the right of this one.
      if (hypot(end.along - start.along, end.aside - start.aside) < least || end.along >= start.along) return;
      if (Math.abs(start.aside - gap) > EXACT || Math.abs(end.aside - start.aside) > EXACT) return;
      sum += Math.max(0, Math.min(length, start.along) - Math.max(0, end.along));
    });
  });
  return sum;
}

/** How far along a direction, and how far to the right of it. */
function seenFrom(dx: number, dy: number, ux: number, uy: number): { along: number; aside: number } {
  return { along: dx * ux + dy * uy, aside: dx * uy - dy * ux };
}
