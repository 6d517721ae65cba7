/** Limits of the machine itself: how far it reaches, and which powers it takes. */
import type { Machine } from "../../base/contract/machine/machine.ts";
import { atan2 } from "../../base/geometry/trig/angles.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos, sin } from "../../base/geometry/trig/sines.ts";
import type { ControllerFault, InterpretedProgram } from "./interpret.ts";
import type { Leg } from "./legs.ts";

/** Rounding of printed numbers, in mm. */
const SLACK = 0.01;
const AXES = ["x", "y", "z"] as const;

/** All moves from the program's zero on must fit into the work area, wherever on it that zero is set. */
export function areaFaults(
  { legs, rapids }: InterpretedProgram,
  { work_area: workArea }: Machine,
): ControllerFault[] {
  if (!workArea) return [];
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  const reach = (place: number[]) => {
    for (const [axis, value] of place.entries()) {
      if (!Number.isFinite(value)) continue;
      low[axis] = Math.min(low[axis]!, value);
      high[axis] = Math.max(high[axis]!, value);
    }
  };
  for (const { x1, y1, z1 } of rapids) reach([x1, y1, z1]);
  for (let i = 0; i < legs.length; i++) {
    const leg = legs.at(i);
    reach([leg.x1, leg.y1, leg.z1]);
    if (leg.turn !== 0) for (const point of outermost(leg)) reach(point);
  }
  return AXES.flatMap((axis, i): ControllerFault[] => {
    const [most, span] = [workArea[axis], high[i]! - low[i]!];
    if (most === undefined || span <= most + SLACK) return [];
    const message = `moves over ${span.toFixed(2)} mm along ${axis}, the machine reaches ${most} mm`;
    return [{ code: "outside-work-area", line: 0, amount: span - most, message }];
  });
}

/** Where an arc is furthest to the right, the top, the left and the bottom, as far as it gets there. */
export function outermost({ x0, y0, x1, y1, cx, cy, turn }: Leg): [number, number][] {
  const full = 2 * Math.PI;
  const radius = hypot(x0 - cx, y0 - cy);
  const start = atan2(y0 - cy, x0 - cx);
  const ahead = (angle: number) => ((((angle - start) * turn) % full) + full) % full;
  const sweep = ahead(atan2(y1 - cy, x1 - cx)) || full;
  return [0, 1, 2, 3]
    .map((quarter) => (quarter * Math.PI) / 2)
    .filter((angle) => ahead(angle) <= sweep)
    .map((angle) => [cx + radius * cos(angle), cy + radius * sin(angle)]);
}

/** A power that the machine does not take would be clipped by its controller, unseen. */
export function powerFaults({ legs }: InterpretedProgram, { tool }: Machine): ControllerFault[] {
  if (!tool?.power || tool.power.word === null) return [];
  const { min = 0, max = Number.POSITIVE_INFINITY } = tool.power;
  const wrong = legs.find(({ on, power }) => on && power > 0 && (power < min || power > max));
  if (!wrong) return [];
  const message = `cuts at S${wrong.power}, the machine takes ${min} to ${max}`;
  return [{ code: "power-out-of-range", line: wrong.line, message }];
}
