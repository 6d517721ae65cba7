/** How a copy lies: turned over if it is mirrored, then turned about the origin, then moved. */
import type { Point } from "../../engine/index.ts";

export interface Pose {
  x: number;
  y: number;
  rotation: number;
  mirrored: boolean;
}

/** The pose of a copy in a layout; `mirrored` may be absent there. */
type LaidPose = Omit<Pose, "mirrored"> & { mirrored?: boolean };

/** Where a point of a part lies in this pose. */
export function posed([px, py]: Point, { x, y, rotation, mirrored }: Pose): Point {
  const { cos, sin } = turnByDegrees(rotation);
  const side = mirrored ? -px : px;
  return [x + side * cos - py * sin, y + side * sin + py * cos];
}

/** Quarter turns are exact. */
export function turnByDegrees(degrees: number): { cos: number; sin: number } {
  const quarters = (((degrees / 90) % 4) + 4) % 4;
  if (Number.isInteger(quarters)) return { cos: [1, 0, -1, 0][quarters]!, sin: [0, 1, 0, -1][quarters]! };
  const angle = (degrees * Math.PI) / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}

export function placementPose({ x, y, rotation, mirrored = false }: LaidPose): Pose {
  return { x, y, rotation, mirrored };
}
