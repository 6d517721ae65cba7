/** One bridge: where it lies on the sheet, and which stretches of a path would cut into it. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { PathRange } from "../path/lead.ts";
import { mergedStretches } from "../path/stroke.ts";
import { type PathWalk, pointOn } from "../path/walk.ts";
import type { BridgePlace } from "./places.ts";

/** Along the path from `from`, in the direction (ux, uy), `width` long. */
export interface MiddleLine {
  from: Point;
  ux: number;
  uy: number;
  width: number;
}

export interface Bridge extends MiddleLine {
  /** Where it lies on the contour that it was made for. */
  place: BridgePlace;
  /** That contour, and the part on the other side or -1 for the sheet. */
  owner: number;
  other: number;
  /** How far to the left and to the right of its middle line nothing cuts into it. */
  left: number;
  right: number;
}

/** The stretches of a path that would cut into a bridge: from half a kerf, `radius`, before it to half a kerf behind it. */
export function stretchUnder(walk: PathWalk, bridge: Bridge, radius: number): PathRange[] {
  const stretches: PathRange[] = [];
  // In the frame that copies share.
  const { start, moves, x, y } = walk.roundFrom(0);
  const [fx, fy] = bridge.from;
  const moved = { ...bridge, from: [fx - x, fy - y] as Point };
  for (const [i, move] of moves.entries()) {
    const begin = i === 0 ? 0 : walk.ends[i - 1]!;
    const from = i === 0 ? start : moves[i - 1]!.to;
    const length = walk.ends[i]! - begin;
    const steps = move.center ? Math.max(4, Math.ceil(length / (bridge.width / 4))) : 1;
    let a = from;
    for (let k = 1; k <= steps; k++) {
      const b = k === steps ? move.to : pointOn(from, move, k / steps);
      const shares = sharesIn([...a, ...b], moved, radius);
      if (shares) {
        const [low, high] = [(k - 1 + shares[0]) / steps, (k - 1 + shares[1]) / steps];
        stretches.push([begin + low * length, begin + high * length]);
      }
      a = b;
    }
  }
  return mergedStretches(stretches).filter(([low, high]) => high - low > 1e-6);
}

/** Shares of a segment between which it lies in the bridge's room. */
function sharesIn(
  [ax, ay, bx, by]: [number, number, number, number],
  { from, ux, uy, width, left, right }: Bridge,
  radius: number,
): [number, number] | null {
  const along = (x: number, y: number) => (x - from[0]) * ux + (y - from[1]) * uy;
  const aside = (x: number, y: number) => (x - from[0]) * uy - (y - from[1]) * ux;
  let [low, high] = [0, 1];
  for (const [a, b, least, most] of [
    [along(ax, ay), along(bx, by), -radius, width + radius],
    [aside(ax, ay), aside(bx, by), -left, right],
  ] as const) {
    if (a === b) {
      if (a < least || a > most) return null;
      continue;
    }
    const [s, t] = [(least - a) / (b - a), (most - a) / (b - a)];
    low = Math.max(low, Math.min(s, t));
    high = Math.min(high, Math.max(s, t));
  }
  return low < high ? [low, high] : null;
}
