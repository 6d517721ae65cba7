/** Motions of a machine, one by one, as far as time and pictures need them. */
import type { Point } from "../../../base/contract/values/geometry.ts";

export type MotionKind = "travel" | "lead" | "cut" | "mark" | "height" | "wait";

export interface Motion {
  kind: MotionKind;
  /** Where the move ends; at the beginning the tool stands over the program's zero. */
  to: Point;
  z: number;
  center: Point | null;
  ccw: boolean;
  /** mm/min; null for a rapid move. */
  rate: number | null;
  /** Seconds that the machine waits after the move. */
  wait: number;
  /** The machine comes to rest after the move. */
  stops: boolean;
  /** It cuts a line that two parts share. */
  common: boolean;
  /** Which cut of the plan it belongs to, or -1. */
  cut: number;
}
