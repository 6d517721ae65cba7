/**
 * How far is one placed part from another? Asked many times a second while a part is dragged: a query turns the other
 * part's corners into the frame of an indexed outline. Two outlines that do not cross are nearest at a corner of either.
 */
import type { Point } from "../../engine/index.ts";
import { footOn, type NearestPoints, outlineOf, overlapOf, type SolidPart, unposed } from "./depth.ts";
import { type Pose, posed } from "./pose.ts";

/** The distance of two placed parts, negative where they overlap, or null when it is more than `limit`. */
export function nearest(
  a: SolidPart,
  poseA: Pose,
  b: SolidPart,
  poseB: Pose,
  limit: number,
): NearestPoints | null {
  const deep = overlapOf(a, poseA, b, poseB);
  if (deep) return deep;
  let best: NearestPoints | null = null;
  const look = (corners: readonly Point[], pose: Pose, other: SolidPart, otherPose: Pose, swap: boolean) => {
    const { edges, index } = outlineOf(other);
    for (const corner of corners) {
      const world = posed(corner, pose);
      const [px, py] = unposed(world, otherPose);
      const reach: number = best ? best.gap : limit;
      for (const e of index.search(px - reach, py - reach, px + reach, py + reach)) {
        const [qx, qy] = footOn(edges, e, px, py);
        const gap = Math.hypot(qx - px, qy - py);
        if (gap > (best ? best.gap : limit)) continue;
        const foot = posed([qx, qy], otherPose);
        best = { gap, from: swap ? foot : world, to: swap ? world : foot };
      }
    }
  };
  look(outlineOf(a).corners, poseA, b, poseB, false);
  look(outlineOf(b).corners, poseB, a, poseA, true);
  return best;
}
