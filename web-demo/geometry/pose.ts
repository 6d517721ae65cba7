/** How a copy lies: turned over if it is mirrored, then turned about the origin, then moved. */
import { rotation as turnByDegrees } from "../../engine/base/geometry/ring.ts";
import type { Point } from "../../engine/index.ts";

export { turnByDegrees };

export interface Pose {
  x: number;
  y: number;
  rotation: number;
  mirrored: boolean;
}

/** The pose of a copy in a layout; `mirrored` may be absent there. */
type LaidPose = Omit<Pose, "mirrored"> & { mirrored?: boolean };

export function posed([px, py]: Point, { x, y, rotation, mirrored }: Pose): Point {
  const { cos, sin } = turnByDegrees(rotation);
  const side = mirrored ? -px : px;
  return [x + side * cos - py * sin, y + side * sin + py * cos];
}

export function placementPose({ x, y, rotation, mirrored = false }: LaidPose): Pose {
  return { x, y, rotation, mirrored };
}
