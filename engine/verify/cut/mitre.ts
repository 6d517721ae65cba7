/**
 * Distance that two pieces of a bar, square or mitred, have to keep for the saw. In millimetres and degrees, or in
 * steps of a grid.
 */
import type { CutPlanRequest } from "../../base/contract/cut-plan.ts";
import type { DecimalGrid } from "../decimal.ts";

export type EndPair = readonly [start: number, end: number];

/** Fine enough for lengths that come from an angle, and what their rounding to it may hide. */
export const FINE_STEP = 0.000001;
const HIDDEN = 2 * FINE_STEP;
/** How much more than needed a gap may be, and how far off a length that comes from an angle: a few micrometres. */
const TOLERANCE = 0.004;

/** Lengths and gaps of one request in steps of its grid: exact where all pieces are square, else to a nanometre. */
export class JudgedSaw {
  /** More than any piece asks for beside what lies on a bar; 0 where all are square. */
  readonly widestGap: bigint;
  private readonly width: number;
  private readonly short: boolean;

  constructor(
    private readonly grid: DecimalGrid,
    private readonly request: CutPlanRequest,
    private readonly mitred: boolean,
  ) {
    const { pieces, kerf, options = {} } = request;
    this.width = options.profile_width ?? 0;
    this.short = options.measured === "short";
    const steepest = Math.max(...pieces.flatMap(endsOf).map(Math.abs));
    this.widestGap = this.mitred
      ? this.near(kerfAt(steepest, kerf) + 2 * this.width * tangent(steepest))
      : 0n;
  }

  /** From long point to long point. */
  length(length: number, ends: EndPair): bigint {
    if (!this.short || isSquare(ends)) return this.grid.steps(length);
    return this.near(longLength(length, ends, this.width));
  }

  gap(right: number, left: number): bigint {
    const { kerf } = this.request;
    return this.mitred ? this.near(gapBetween(right, left, kerf, this.width)) : this.grid.steps(kerf);
  }

  kerf(angle: number): bigint {
    const { kerf } = this.request;
    return this.mitred ? this.near(kerfAt(angle, kerf)) : this.grid.steps(kerf);
  }

  agrees(value: number, steps: bigint, terms: number): boolean {
    if (this.grid.agrees(value, steps, terms)) return true;
    return this.mitred && Math.abs(value - this.grid.number(steps)) <= TOLERANCE * terms;
  }

  /** As `agrees`, and not before: a piece that lies too near its neighbour loses material to the blade. */
  lies(value: number, steps: bigint): boolean {
    return this.agrees(value, steps, 1) && (!this.mitred || value >= this.grid.number(steps) - HIDDEN);
  }

  /** The plan's own number where it is right, so that what is rounded does not add up. */
  trusted(value: number, steps: bigint): bigint {
    return this.mitred && this.agrees(value, steps, 1) ? this.near(value) : steps;
  }

  private near(value: number): bigint {
    return this.grid.steps(Number(value.toFixed(6)));
  }
}

/** Angles of a piece's ends, in a request or as the piece lies in a plan. */
export function endsOf(piece: { angle_start?: number | undefined; angle_end?: number | undefined }): EndPair {
  return [piece.angle_start ?? 0, piece.angle_end ?? 0];
}

export function isSquare([start, end]: EndPair): boolean {
  return start === 0 && end === 0;
}

/** Key of equal lengths of a bar: angles belong to it. */
export function lengthKey(length: number, ends: EndPair): string {
  return `${length} ${shapeOf(ends)}`;
}

/** The same for a piece and for that piece after half a turn. */
export function shapeOf([start, end]: EndPair): string {
  const [here, turned] = [`${start + 0} ${end + 0}`, `${0 - end} ${0 - start}`];
  return here < turned ? here : turned;
}

/** From long point to long point, of a piece whose short edge is `length` long. */
function longLength(length: number, ends: EndPair, width: number): number {
  const [start, end] = ends.map((angle) => width * tangent(angle)) as [number, number];
  const parallelogram = Math.sign(ends[0]) * Math.sign(ends[1]) < 0;
  return length + (parallelogram ? Math.max(start, end) : start + end);
}

/** Between the ends of two neighbours, measured along the bar between their foremost points; negative when they nest. */
function gapBetween(right: number, left: number, kerf: number, width: number): number {
  const slanted = kerfAt(Math.max(Math.abs(right), Math.abs(left)), kerf);
  return right + left === 0 ? slanted - width * tangent(right) : slanted;
}

/** Length of the bar that a cut at an angle takes. */
function kerfAt(angle: number, kerf: number): number {
  return kerf / Math.cos((angle * Math.PI) / 180);
}

function tangent(angle: number): number {
  return Math.tan((Math.abs(angle) * Math.PI) / 180);
}
