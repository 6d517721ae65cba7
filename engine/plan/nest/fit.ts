/**
 * Whether a part fits a sheet at all: the angle at which one that fits none at any of its candidate angles fits one, if there
 * is such an angle, and how large a part is that fits none.
 */
import type { PartAngles } from "../../base/contract/nest-plan.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { boxEdges } from "../../base/geometry/box.ts";
import { rotation, turnedBounds } from "../../base/geometry/ring.ts";
import { gridRanges, STEPS_PER_DEGREE } from "./angles.ts";

/** Free rectangle of a sheet. */
interface FreeSize {
  width: number;
  height: number;
}

/** Numbers of a request hold to so many millimetres. */
const HAIR = 1e-6;
/** Steps in which all of a range is looked at, degrees. */
const GLANCE = 0.5;

/** Angles of a part, ranges in steps so small that none between them makes a box visibly smaller. */
export function angleSteps(angles: PartAngles | undefined, step: number): number[] {
  const range = (from: number, to: number, by = GLANCE) =>
    Array.from({ length: Math.floor((to - from) / by + HAIR) + 1 }, (_, i) => from + i * by);
  if (angles === "free") return range(0, 180);
  if (!angles) return range(0, 90, step);
  return angles.flatMap((angle) => (typeof angle === "number" ? [angle] : range(angle[0], angle[1])));
}

/** The smallest box that a part needs at any of its angles; null where it fits one of these rooms. */
export function unfitBox(
  { exterior, angles }: { exterior: Ring; angles?: PartAngles | undefined },
  step: number,
  rooms: readonly FreeSize[],
): FreeSize | null {
  const area = ({ width, height }: FreeSize) => width * height;
  const room = rooms.reduce((best, one) => (area(one) > area(best) ? one : best));
  const boxes = angleSteps(angles, step).map((angle) => {
    const [width, height] = boxEdges(turnedBounds(exterior, { ...rotation(angle), mirrored: false }));
    const excess = Math.max(width / Math.max(room.width, HAIR), height / Math.max(room.height, HAIR));
    return { width, height, excess };
  });
  const fits = (box: FreeSize) =>
    rooms.some(({ width, height }) => box.width <= width + HAIR && box.height <= height + HAIR);
  if (boxes.some(fits)) return null;
  const { width, height } = boxes.reduce((least, box) => (box.excess < least.excess ? box : least));
  return { width, height };
}

/** Angles that are looked at first are so many steps of the grid apart. */
const STRIDE = STEPS_PER_DEGREE / 4;

/** In degrees; undefined where the part fits nowhere within its ranges. */
export function fittingAngle(
  exterior: Ring,
  angles: PartAngles,
  mirrored: boolean,
  rooms: readonly FreeSize[],
): number | undefined {
  const shareAt = (step: number) => {
    const turn = { ...rotation(step / STEPS_PER_DEGREE), mirrored };
    const { min_x, min_y, max_x, max_y } = turnedBounds(exterior, turn);
    return Math.min(
      ...rooms.map(({ width, height }) => Math.max((max_x - min_x) / width, (max_y - min_y) / height)),
    );
  };
  let [best, least] = [Number.NaN, Number.POSITIVE_INFINITY];
  const look = (step: number) => {
    const share = shareAt(step);
    if (share < least) [best, least] = [step, share];
  };
  for (const [from, to] of gridRanges(angles)) {
    for (let step = from; step < to; step += STRIDE) look(step);
    look(to);
    for (let stride = STRIDE >> 1; stride > 0; ) {
      const middle = best;
      for (const step of [middle - stride, middle + stride]) if (step >= from && step <= to) look(step);
      if (best === middle) stride >>= 1;
    }
  }
  const whole = 360 * STEPS_PER_DEGREE;
  return least <= 1 ? (((best % whole) + whole) % whole) / STEPS_PER_DEGREE : undefined;
}
