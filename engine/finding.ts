/** What a reader noticed and dealt with: skipped, joined, removed, assumed or repaired. Never an error. */
import type { Point } from "./contract/values/geometry.ts";

export interface Finding {
  /** Stable, for programs: `entities-skipped`, `gaps-joined`, `duplicates-removed` … */
  code: string;
  /** One sentence for people. */
  message: string;
  /** How many times it happened. */
  count: number;
  layer?: string;
  handle?: string;
  /** Where, in millimetres. */
  at?: Point;
}
