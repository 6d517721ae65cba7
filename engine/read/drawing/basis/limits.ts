import { invalidDxf } from "../../../base/errors.ts";

/** Limits on the cost of a drawing: a file of some kilobytes can ask for billions of curves. */
export const DRAWING_LIMITS = {
  /** Lines, arcs and spline spans that blocks add to those in the file. */
  copies: 500_000,
  /** Lines, arcs and curves of an SVG. */
  svgCurves: 500_000,
  /** INSERTs inside INSERTs. */
  insertDepth: 32,
  /** Degree of a SPLINE; CAD systems stop at 11. */
  splineDegree: 25,
  /** Spans × degree³ of one SPLINE, the work of splitting it. */
  splineWork: 50_000_000,
  /** Coordinates in millimetres; beyond it, doubles no longer resolve the joining tolerances. */
  coordinate: 1e10,
  /** Points that curves may become in one answer before the tolerance is relaxed. */
  points: 500_000,
  /**
   * Looks at curves and at pairs of them: for any drawing, for each byte of its file beside those, and in all. Of 700 real
   * drawings none needs 3 million, or 8 a byte; what two kilobytes of blocks lay over each other is no drawing.
   */
  work: 20_000_000,
  workPerByte: 10,
  mostWork: 100_000_000,
  /** Steps of one curve. */
  steps: 10_000,
  /** Elements of an SVG asked whether a rule of a style sheet holds for them. */
  styleSteps: 2_000_000,
  /** Parts of one selector in a style sheet; longer ones match nothing. */
  selectorParts: 500,
  /** Names of entity types and the like that findings list one by one. */
  listed: 50,
  /** Places that a finding lists. */
  places: 100,
  /** Texts that are looked at. */
  texts: 5000,
} as const;

/** Millimetres. */
export const TOLERANCE = {
  /** Ends this close are one point. */
  weld: 0.001,
  /** The least weld tolerance, by millimetre and by millimetre from the origin. */
  finest: 1e-12,
  /** Ends this close are joined, with a finding. */
  join: 0.05,
  /** Ends this close are reported as a gap that stays open. */
  gap: 1,
  /** Lines drawn broader, by more than rounding, are hardly meant to be cut along their middle. */
  stroke: 1.0001,
  /** Points lie this close to the true curve. */
  chord: 0.01,
} as const;

/**
 * Counts work and ends the reading at a limit. A unit is a look at one curve, or at a pair of them, and takes about a tenth of
 * a microsecond. No clock is asked, so a file ends in the same place on every machine.
 */
export class WorkMeter {
  private spent = 0;
  private most: number = DRAWING_LIMITS.work;

  /** Allows as much as a file of so many bytes may ask for. */
  allowFor(bytes: number): void {
    const { work, workPerByte, mostWork } = DRAWING_LIMITS;
    this.most = Math.min(mostWork, work + workPerByte * bytes);
  }

  spend(units: number): void {
    this.spent += units;
    if (this.spent > this.most) throw this.overrun();
  }

  private overrun(): Error {
    return invalidDxf(
      `reading the drawing takes more than ${Math.floor(this.most / 1e6)} million steps: too many curves cross or lie on each other; take out what is not for cutting, or split the file`,
    );
  }
}
