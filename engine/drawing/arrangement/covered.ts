/**
 * Which rings that have lost all of their edges to others are parts none the less? One that its neighbours enclose on all
 * sides has no edge of its own. One that is drawn once more, or is the frame around others, has rings right inside its
 * border.
 */

import type { Findings } from "../basis/findings.ts";
import type { Chain } from "../curves/contours.ts";
import { curveAt } from "../curves/curves.ts";
import type { FlatRing } from "../curves/flat-ring.ts";
import { pathArea, pathBounds, pathPoints } from "../curves/outline.ts";
import type { CurveTable } from "../curves/table.ts";

/** Rings that are looked at for all covered ones; more are no drawing. */
const MOST = 30_000_000;

/** Those of the covered rings that are parts; the others are told as duplicates. All chains are closed. */
export function enclosedParts(
  covered: Chain[],
  rings: Chain[],
  table: CurveTable,
  weld: number,
  findings: Findings,
): Chain[] {
  if (covered.length === 0) return [];
  const boxes = rings.map(({ curves }) => pathBounds(table.run(curves)));
  const pointsOf = ({ curves }: Chain) => pathPoints(table.run(curves), true, weld, weld);
  const shown = covered.slice(0, Math.ceil(MOST / (rings.length + 1)));
  const isEnclosed = (chain: Chain) => {
    const { min_x, min_y, max_x, max_y } = pathBounds(table.run(chain.curves));
    const isInside = (_: Chain, i: number) =>
      boxes[i]!.min_x >= min_x - weld &&
      boxes[i]!.min_y >= min_y - weld &&
      boxes[i]!.max_x <= max_x + weld &&
      boxes[i]!.max_y <= max_y + weld;
    const probes = insideBorder(chain, table, 4 * weld);
    return !rings.filter(isInside).some((ring) => {
      const points = pointsOf(ring);
      return probes.some(([x, y]) => holds(points, x, y));
    });
  };
  const parts = new Set(shown.filter(isEnclosed));
  for (const chain of covered) {
    if (parts.has(chain)) continue;
    const { x0, y0 } = table.ends(chain.curves[0]!);
    findings.note("duplicates-removed", { layer: chain.layer, count: chain.curves.length, at: [x0, y0] });
  }
  return [...parts];
}

/** Places beside the middle of each curve. */
function insideBorder({ curves }: Chain, table: CurveTable, aside: number): [x: number, y: number][] {
  const run = table.run(curves);
  const left = pathArea(run) > 0 ? aside : -aside;
  return curves.map((id) => {
    const curve = table.get(id);
    const [x, y] = curveAt(curve, 0.5);
    const [ax, ay] = curveAt(curve, 0.499);
    const [bx, by] = curveAt(curve, 0.501);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [x - (left * (by - ay)) / length, y + (left * (bx - ax)) / length];
  });
}

function holds(ring: FlatRing, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [ax, ay, bx, by] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
