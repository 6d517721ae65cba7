/** The report on a layout, the shapes of the parts at their angles, and the clearances that they keep. */

import { amount, flag, type OptionCheck } from "../../base/contract/options.ts";
import type { NestConfig, NestPart } from "../../base/contract/v1/nest.ts";
import type { Bounds } from "../../base/contract/values/geometry.ts";
import { saysPercent } from "../proof.ts";
import {
  type Clearances,
  type JudgedObstacle,
  measureObstacles,
  measureSheet,
  type SheetFault,
} from "./judged-sheet.ts";
import {
  type JudgedBox,
  type JudgedOutline,
  JudgedShape,
  outlineOf,
  type PlacedShape,
  placeShape,
} from "./shape.ts";

export type NestViolationCode =
  | "not-finite"
  | "unknown-part"
  | "instance"
  | "angle"
  | "bounds"
  | "outside-sheet"
  | "overlap"
  | "too-close"
  | "empty-sheet"
  | "sheet-index"
  | "sheet-size"
  | "utilization"
  | "summary"
  | "unplaced"
  | "unplaced-but-fits"
  | "sheet-type"
  | "fixed"
  | "cost"
  | "remnant"
  | "shared-length";

/** A fault of a layout, and where it is. */
export interface NestViolation {
  /** For programs. */
  code: NestViolationCode;
  /** One sentence for people. */
  message: string;
  /** Position in `sheets`. */
  sheet?: number;
  /** Positions in that sheet's `placements`. */
  placements?: number[];
}

/** Report of `verifyNest` and `verifyNestPlan`. */
export interface NestReport {
  /** True when nothing is wrong. */
  ok: boolean;
  /** Everything that is wrong. */
  violations: NestViolation[];
  /** Smallest distance between two parts on one sheet; null when no two parts share one. */
  smallest_gap: number | null;
  /** Smallest distance of a part from the edge of its sheet, negative when it sticks out; null without parts. */
  smallest_edge_gap: number | null;
  /** Copies that were placed. */
  placed_parts: number;
  /** Net area of the placed parts in percent of the sheets used. */
  total_utilization: number;
}

/** Options of `verifyNest` and `verifyNestPlan`. */
export interface NestVerifyOptions {
  /** How far a clearance may be missed, in millimetres; 1e-6 when absent. */
  tolerance?: number;
  /** False for the answer of a run that was cut short: then a part may be left out that would have fitted. */
  complete?: boolean;
}
export const VERIFY_OPTIONS = { tolerance: amount, complete: flag } satisfies Record<
  keyof NestVerifyOptions,
  OptionCheck
>;

/** Percentages may be rounded to four decimals. */
export const PERCENT_TOLERANCE = 0.5001e-4;
const ANGLE_TOLERANCE = 1e-9;
/** Relative rounding of a turned coordinate, with room. */
const TURN_DOUBT = 1e-14;
/** The judge stops reporting after this many faults. */
const MAX_VIOLATIONS = 1000;

/** Collects violations and gaps. */
export class LayoutVerdict {
  private readonly violations: NestViolation[] = [];
  private gap: number | null = null;
  private edgeGap: number | null = null;

  /** Adds a violation. Returns false once there are so many that the search for more should stop. */
  report(code: NestViolationCode, message: string, sheet?: number, placements?: number[]): boolean {
    if (this.violations.length >= MAX_VIOLATIONS) return false;
    this.violations.push({
      code,
      message,
      ...(sheet === undefined ? {} : { sheet }),
      ...(placements === undefined ? {} : { placements }),
    });
    return true;
  }

  checkPercent(code: NestViolationCode, what: string, value: number, expected: number, sheet?: number): void {
    if (saysPercent(value, expected, PERCENT_TOLERANCE)) return;
    this.report(code, `${what} is ${value}, but should be ${expected}`, sheet);
  }

  /** Checks that the parts of one sheet are inside and apart. */
  measure(
    parts: readonly (PlacedShape | undefined)[],
    sheet: { width: number; height: number },
    clearances: Clearances,
    s: number,
  ): void {
    const report = (fault: SheetFault) => this.report(fault.code, fault.message, s, fault.placements);
    const { gap, edgeGap } = measureSheet(parts, sheet, { ...clearances, known: this.gap }, report);
    this.gap = least(this.gap, gap);
    this.edgeGap = least(this.edgeGap, edgeGap);
  }

  /** Checks that the parts of one sheet keep clear of what is on it or around it. */
  measureObstacles(
    parts: readonly (PlacedShape | undefined)[],
    obstacles: readonly JudgedObstacle[],
    { tolerance }: Clearances,
    s: number,
  ): void {
    measureObstacles(parts, obstacles, tolerance, (fault) =>
      this.report(fault.code, fault.message, s, fault.placements),
    );
  }

  summary(placed: number, utilization: number): NestReport {
    return {
      ok: this.violations.length === 0,
      violations: this.violations,
      smallest_gap: this.gap,
      smallest_edge_gap: this.edgeGap,
      placed_parts: placed,
      total_utilization: utilization,
    };
  }
}

/** Single angles and ranges of them, or any. */
export type AllowedAngles = "free" | readonly (number | readonly [from: number, to: number])[];

/** Whether a range holds an angle, or the angle plus whole turns. */
function inRange(degrees: number, [from, to]: readonly [number, number]): boolean {
  for (let turn = degrees - 360 * Math.floor((degrees - from) / 360) - 360; turn <= to + 360; turn += 360) {
    if (turn >= from - ANGLE_TOLERANCE && turn <= to + ANGLE_TOLERANCE) return true;
  }
  return false;
}

function endsOf(angle: number | readonly [number, number]): number[] {
  return typeof angle === "number" ? [angle] : [angle[0], (angle[0] + angle[1]) / 2, angle[1]];
}

/** One part in every position that it may be turned to. */
export class PartShapes {
  private readonly shapes = new Map<string, JudgedShape>();
  /** As given and mirrored. */
  private readonly outlines = new Map<boolean, JudgedOutline>();

  constructor(
    private readonly part: Pick<NestPart, "exterior" | "holes">,
    private readonly angles: AllowedAngles,
    private readonly mirror = false,
    private readonly isEvenOdd = false,
  ) {}

  allows(degrees: number, mirrored: boolean): boolean {
    if (mirrored && !this.mirror) return false;
    if (this.angles === "free") return true;
    return this.angles.some((angle) =>
      typeof angle === "number" ? Math.abs(angle - degrees) <= ANGLE_TOLERANCE : inRange(degrees, angle),
    );
  }

  at(degrees: number, mirrored = false): JudgedShape {
    const key = `${degrees} ${mirrored}`;
    const known = this.shapes.get(key);
    if (known) return known;
    const outline = this.outlines.get(mirrored) ?? outlineOf(this.part, mirrored, this.isEvenOdd);
    this.outlines.set(mirrored, outline);
    const shape = new JudgedShape(this.part, degrees, mirrored, outline);
    this.shapes.set(key, shape);
    return shape;
  }

  /** The part where a placement says, or undefined, and a report, when that is no place for it. */
  place(
    placement: { x: number; y: number; rotation: number; mirrored?: boolean; bounds: Bounds },
    tolerance: number,
    complain: (code: NestViolationCode, message: string) => void,
    anyAngle = false,
  ): PlacedShape | undefined {
    const { x, y, rotation, mirrored = false, bounds } = placement;
    const numbers = [x, y, rotation, bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y];
    if (!numbers.every(Number.isFinite)) {
      complain("not-finite", "has a number that is not finite");
      return undefined;
    }
    if (!anyAngle && !this.allows(rotation, mirrored)) {
      complain("angle", `is turned by ${rotation}${mirrored ? ", mirrored," : ""} which is not allowed`);
    }
    const placed = placeShape(this.at(rotation, mirrored), x, y);
    const difference = boundsDifference(bounds, placed.box);
    if (!(difference <= tolerance)) complain("bounds", `has bounds that are wrong by ${difference}`);
    return placed;
  }

  /** True when some allowed position surely fits a rectangle of this size: there, what counts is the box. */
  fits(width: number, height: number): boolean {
    // The solver has to try the ends and the middle of a range of angles.
    const single = this.angles === "free" ? [0, 90] : this.angles.flatMap(endsOf);
    return single.some((angle) => {
      const { box } = this.at(angle);
      const coordinate = Math.max(...Object.values(box).map(Math.abs));
      // A box that was turned by other than right angles is only known up to rounding.
      const doubt = angle % 90 === 0 ? 0 : TURN_DOUBT * Math.max(1, coordinate);
      return box.maxX - box.minX + doubt <= width && box.maxY - box.minY + doubt <= height;
    });
  }
}

export function clearancesOf(config: NestConfig, { tolerance = 1e-6 }: NestVerifyOptions): Clearances {
  const { spacing, edge_margin, kerf } = config;
  return { gap: spacing + kerf, margin: edge_margin + kerf / 2, tolerance };
}

/** The multiples of a rotation step up to 90 degrees. */
export function anglesOf(step: number): number[] {
  const angles: number[] = [];
  for (let k = 0; k * step <= 90 + ANGLE_TOLERANCE; k++) angles.push(k * step);
  return angles;
}

export function boundsDifference(bounds: Bounds, box: JudgedBox): number {
  return Math.max(
    Math.abs(bounds.min_x - box.minX),
    Math.abs(bounds.min_y - box.minY),
    Math.abs(bounds.max_x - box.maxX),
    Math.abs(bounds.max_y - box.maxY),
  );
}

function least(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
