/** Does the head travel over what is cut out and may stand up? */

import type { Ring } from "../../base/contract/values/geometry.ts";
import { ringDistance } from "../../base/geometry/segment.ts";
import type { Rapid } from "../controller/interpret.ts";
import { insideRing } from "../inside.ts";
import { type Corners, indexOfCorners } from "../sweep/run-index.ts";
import type { JudgedProgram, PlacedPart } from "../wants/judged.ts";

/** A travel may run over the rim of what is loose by this, in mm. */
const RIM = 0.05;
/** Places of a travel within a ring that are looked at. */
const PLACES = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98];

/**
 * Reports travels over rings that are free by then; `free` has the legs that freed them. A cut in a hole
 * may end and, for its next pass, begin over its slug.
 */
export function checkTipUp(judged: JudgedProgram, parts: PlacedPart[], free: number[][]): void {
  const { rapids } = judged.course;
  if (rapids.length === 0 || !judged.wants.tipUp) return;
  const index = indexOfCorners(rapids.map(({ x0, y0, x1, y1 }): Corners => [x0, y0, x1, y1]));
  // Where the tool is parked is not the program's choice.
  const { x1: px, y1: py } = rapids.at(-1)!;
  const parksOver = parts.some(({ part, x, y }) => depthIn(part.rings[0]!, px - x, py - y) > 0);
  const count = rapids.length - (parksOver ? 1 : 0);
  for (const [placement, { part, x, y }] of parts.entries())
    for (const [ring, number] of free[placement]!.entries()) {
      if (number < 0 || number === Number.POSITIVE_INFINITY) continue;
      const since = judged.legs.at(number).line;
      // A slug is smaller than its hole by the kerf, and a printed place is off by half of what numbers leave open.
      const rim = RIM + judged.coarse / 2 + (ring === 0 ? 0 : judged.wants.kerf / 2);
      const outline = part.rings[ring]!;
      const [x0, y0, x1, y1] = part.box;
      const over = index
        .near([x0 + x, y0 + y, x1 + x, y1 + y])
        .find((i) => i < count && rapids[i]!.line > since && isOver(rapids[i]!, outline, x, y, rim));
      if (over === undefined) continue;
      const { line, x0: fx, y0: fy } = rapids[over]!;
      judged.report({
        code: "travel-over-cut",
        line,
        placement,
        hole: ring === 0 ? null : ring - 1,
        at: [fx, fy],
        message: `travels over ${ring === 0 ? "" : `hole ${ring} of `}part ${placement + 1}, which is cut out since line ${since}`,
      });
    }
}

function isOver({ x0, y0, x1, y1 }: Rapid, ring: Ring, x: number, y: number, rim: number): boolean {
  const [ax, ay, dx, dy] = [x0 - x, y0 - y, x1 - x0, y1 - y0];
  if (depthIn(ring, ax, ay) > rim || depthIn(ring, ax + dx, ay + dy) > rim) return false;
  const shares = [0, 1];
  for (const [i, [px, py]] of ring.entries()) {
    const [qx, qy] = ring[(i + 1) % ring.length]!;
    const cross = dx * (qy - py) - dy * (qx - px);
    if (cross === 0) continue;
    const share = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / cross;
    if (share > 0 && share < 1) shares.push(share);
  }
  shares.sort((a, b) => a - b);
  return shares.some((from, i) => {
    const to = shares[i + 1] ?? from;
    return PLACES.some((place) => {
      const share = from + place * (to - from);
      return to > from && depthIn(ring, ax + share * dx, ay + share * dy) > rim;
    });
  });
}

/** How far within a ring a point is, 0 outside. */
function depthIn(ring: Ring, x: number, y: number): number {
  return insideRing(ring, x, y) ? ringDistance(ring, x, y) : 0;
}
