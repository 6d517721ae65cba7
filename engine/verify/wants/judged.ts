/** Shared by the judges of a program: their input, and their findings. */
import type { ControllerFault, InterpretedProgram } from "../controller/interpret.ts";
import type { Legs } from "../controller/legs.ts";
import type { JudgedPart } from "../sweep/part.ts";
import type { Wants } from "./wants.ts";
import type { MarkPath } from "./wishes.ts";

/** A finding about a program, and where it is. */
export interface ProgramFinding extends ControllerFault {
  /** A fault makes the program unfit, a note does not. */
  severity: "fault" | "note";
  /** Position in `placements`. */
  placement?: number;
  /** Position in its `holes`; null for its exterior. */
  hole?: number | null;
}

/** A finding as its judge reports it: a fault, and of no single line, unless it says otherwise. */
export type ReportedFinding = Omit<ProgramFinding, "severity" | "line"> &
  Partial<Pick<ProgramFinding, "severity" | "line">>;

/** Report of `verifyGcode`. */
export interface ProgramReport {
  /** True when there are no faults. */
  ok: boolean;
  /** Findings that make the program unfit. */
  violations: ProgramFinding[];
  /** Findings that an operator should know, but are no fault of the program. */
  notes: ProgramFinding[];
  /** Sums over the program. Lengths in mm. */
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

/** A part where it lies. */
export interface PlacedPart {
  part: JudgedPart;
  x: number;
  y: number;
}

/** How much of a leg runs along the wanted path of a ring. Rings are numbered over all placements. */
export interface RingCover {
  leg: number;
  ring: number;
  length: number;
}

export interface JudgedProgram {
  course: InterpretedProgram;
  wants: Wants;
  /** Farthest that a leg may lie from where it is meant when its numbers are whole steps, as in ESSI, mm; else 0. */
  coarse: number;
  /** Whether somebody reads how narrow a strip is, which takes several times as long to find out as that it is. */
  measures: boolean;
  /** A cutter cuts below the surface, a beam wherever it is on. */
  isRouter: boolean;
  legs: Legs;
  /** The parts by placement, and the number of the first ring of each. */
  parts: PlacedPart[];
  firstRing: number[];
  /** By leg: 1 where it runs along a mark. */
  marks: Uint8Array;
  /** The marks that a leg runs along. */
  marksOf: Map<number, MarkPath[]>;
  covers: RingCover[];
  /** By leg: the greatest length that lies on one part's wanted path, and that part. */
  covered: Float64Array;
  /** By leg: the length that lies on the wanted paths of all parts, which may be several end to end. */
  along: Float64Array;
  coveredBy: Int32Array;
  /** By leg: another part that it frees over most of its length, or -1. */
  alsoBy: Int32Array;
  /** Length of each ring that was not cut, by number of the ring. */
  uncut: Map<number, number>;
  report(finding: ReportedFinding): void;
  /** Reports findings of a code unless the head of the program tells of them. */
  mustTell(code: string, isTold: HeadCheck, report: () => void): void;
}

/** Whether the comments of a program tell of something. */
export type HeadCheck = (comments: string[]) => boolean;

/**
 * Whether a hole is as wide as the tool but for what the program's numbers leave open: the tool makes it where it is
 * switched on, although its printed path may have no length.
 */
export function isCutStanding({ coarse, parts }: JudgedProgram, placement: number, ring: number): boolean {
  if (coarse === 0 || ring === 0) return false;
  return parts[placement]!.part.pathWidth(ring) <= 2 * coarse;
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** Least width of a bridge that must stand: it may be narrower by an amount that nobody measures. */
export function widestBridge(width: number): number {
  return width - Math.min(0.05, 0.25 * width);
}

/** The sum of the counts that notes in the header give. */
export function toldIn(comments: string[], word: RegExp): number {
  let sum = 0;
  for (const comment of comments) {
    const [, count] = /^note - (\d+) /.exec(comment) ?? [];
    if (count !== undefined && word.test(comment)) sum += Number(count);
  }
  return sum;
}
