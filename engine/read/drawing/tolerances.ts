/** How near is the same, in a drawing of this size at this place? */

import type { ReadOptions } from "../../base/contract/read-options.ts";
import { boundsAt, boxDiagonal } from "../../base/geometry/box.ts";
import { TOLERANCE } from "./basis/limits.ts";
import type { DrawnContours } from "./curves/contours.ts";
export interface Tolerances {
  weld: number;
  join: number;
  /** Distance, at most, of a line from another one that is drawn twice. */
  sliver: number;
  /** No wall between two contours is as thin as this. */
  kerf: number;
  /** Diagonal of everything drawn. */
  extent: number;
}

/** In weld tolerances, and as a share of the drawing. */
const SLIVER = { welds: 30, share: 1e-3 };
const KERF = { welds: 150, share: 3e-3 };

/**
 * Tolerances beyond a share of the drawing would eat the features of a part of half a millimetre; those that doubles do
 * not resolve where it lies would tell no two places apart.
 */
export function tolerancesOf(
  drawn: DrawnContours,
  { join_tolerance = TOLERANCE.join, join_gaps = 0 }: ReadOptions,
): Tolerances {
  const bounds = drawn.count === 0 ? boundsAt([0, 0]) : drawn.bounds();
  const extent = boxDiagonal(bounds);
  const reach = Math.max(...Object.values(bounds).map(Math.abs));
  const weld = Math.max(Math.min(TOLERANCE.weld, extent / 1000), TOLERANCE.finest * (1 + reach));
  const join = Math.max(weld, Math.min(join_tolerance, extent / 100), join_gaps);
  const sliver = Math.min(SLIVER.welds * weld, SLIVER.share * extent);
  const kerf = Math.min(KERF.welds * weld, KERF.share * extent);
  return { weld, join, sliver, kerf, extent };
}
