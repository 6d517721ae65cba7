/** Does the machine reach everything that a program asks of it? Wherever its zero is set, so only extents are compared. */
import type { Machine } from "../../../base/contract/machine/machine.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { invalidInput } from "../../../base/errors.ts";
import { formatNumber } from "../../../base/text.ts";
import { pointOn } from "../path/walk.ts";
import type { Motion } from "../time/motion.ts";

/** Rounding of printed numbers, in mm. */
const SLACK = 1e-3;
/** Points of an arc that tell how far it reaches. */
const STEPS = 32;

/** @throws EngineError INVALID_INPUT where the moves from `home` on span more than the machine's work area */
export function checkWorkArea(
  { work_area: workArea }: Machine,
  motions: readonly Motion[],
  home: Point,
): void {
  if (!workArea) return;
  const { low, high } = extentOf(motions, home);
  for (const [axis, name] of (["x", "y", "z"] as const).entries()) {
    const most = workArea[name];
    const span = high[axis]! - low[axis]!;
    if (most === undefined || span <= most + SLACK) continue;
    const message = `is ${formatNumber(most, 3)} mm, but the program needs ${formatNumber(span, 3)} mm`;
    throw invalidInput(["options", "machine", "work_area", name], message);
  }
}

/** How far all moves from `home` on reach along each axis. */
export function extentOf(motions: readonly Motion[], home: Point): { low: number[]; high: number[] } {
  const low = [home[0], home[1], 0];
  const high = [...low];
  const reach = (...place: number[]) => {
    for (const [axis, value] of place.entries()) {
      low[axis] = Math.min(low[axis]!, value);
      high[axis] = Math.max(high[axis]!, value);
    }
  };
  let at = home;
  for (const motion of motions) {
    if (motion.center) for (let k = 1; k < STEPS; k++) reach(...pointOn(at, motion, k / STEPS), motion.z);
    at = motion.to;
    reach(...at, motion.z);
  }
  return { low, high };
}
