/** Findings of a reader: entities skipped, joined, removed, assumed or repaired. Findings are never errors. */
import type { ReadOptions } from "./read-options.ts";
import type { Point } from "./values/geometry.ts";

/** `stop`: look before cutting; `check`: have a look; `note`: good to know. */
export type Severity = "stop" | "check" | "note";

/** Something that a reader or planner noticed, for programs and for people. */
export interface Finding {
  /** Stable, for programs: `entities-skipped`, `ends-joined`, `duplicates-removed` … docs/findings.md has them all. */
  code: string;
  /** One sentence for people. */
  message: string;
  /** How many times it happened. */
  count: number;
  /** How urgent it is; absent where a planner says it. */
  severity?: Severity;
  /** Remedy: what a person can do about it. */
  advice?: string;
  /** Options of reading that turn the decision round, where one was taken: `{ frames: "cut" }`. */
  option?: ReadOptions;
  /** Layer that it is on. */
  layer?: string;
  /** Handle of the entity in the file. */
  handle?: string;
  /** Place in the drawing, mm. */
  at?: Point;
  /** All places where there are several; the first hundred where there are more. */
  places?: Point[];
  /** How many places there are, where not all of them are listed. */
  place_count?: number;
  /** The findings that one line stands for, where its code is `notes`. */
  folded?: Finding[];
}
