/** The angle at which a part that fits no sheet at any of its candidate angles fits one, if there is such an angle. */
import type { PartAngles } from "../../base/contract/nest-plan.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { rotation, turnedBounds } from "../../base/geometry/ring.ts";
import { gridRanges, STEPS_PER_DEGREE } from "./angles.ts";

/** Free rectangle of a sheet. */
interface FreeSize {
  width: number;
  height: number;
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
