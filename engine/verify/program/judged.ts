/** What the judges of a program share: what they look at, and what they report. */
import type { Course, Fault } from "../controller/interpret.ts";
import type { Legs } from "../controller/legs.ts";
import type { Wants } from "./wants.ts";

/** What is wrong with a program, and where. */
export interface ProgramFinding extends Fault {
  /** A fault makes the program unfit, a note does not. */
  severity: "fault" | "note";
  /** Position in `placements`. */
  placement?: number;
  /** Position in its `holes`; null for its exterior. */
  hole?: number | null;
}

/** What `verifyGcode` found. */
export interface ProgramReport {
  /** True when there are no faults. */
  ok: boolean;
  /** What makes the program unfit. */
  violations: ProgramFinding[];
  /** What an operator should know, but is no fault of the program. */
  notes: ProgramFinding[];
  /** What was counted. Lengths in mm. */
  totals: {
    lines: number;
    strokes: number;
    cut_length: number;
    travel_length: number;
    /** Starts without a lead where leads were asked for. */
    starts_on_outline: number;
    bridges: number;
    dwell_seconds: number;
  };
}

export interface Judged {
  course: Course;
  wants: Wants;
  /** Whether somebody reads how narrow a strip is, which takes several times as long to find out as that it is. */
  measures: boolean;
  legs: Legs;
  /** By leg: 1 where it runs along a mark. */
  marks: Uint8Array;
  /** By leg: the greatest length that lies on one part's wanted path, and that part. */
  covered: Float64Array;
  /** By leg: the length that lies on the wanted paths of all parts, which may be several end to end. */
  along: Float64Array;
  coveredBy: Int32Array;
  /** By leg: another part that it frees over most of its length, or -1. */
  alsoBy: Int32Array;
  report(finding: ProgramFinding): void;
}

export function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** What of a bridge's width must stand: it may be narrower by what nobody measures. */
export function bridgeOf(width: number): number {
  return width - Math.min(0.05, 0.25 * width);
}
