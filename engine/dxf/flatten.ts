/**
 * Which points stand for the paths of a drawing?
 *
 * Within 0.01 mm of the curves; coarser only where an answer would otherwise grow out of proportion: a ring has at most
 * the points that nesting takes, and all curves together have a budget.
 */
import type { Ring } from "../contract/geometry.ts";
import { LIMITS } from "../contract/limits.ts";
import type { Curve, DrawingPath } from "./drawing.ts";
import type { Findings } from "./findings.ts";
import { flatRing, ringOf } from "./flatring.ts";
import { DRAWING_LIMITS, TOLERANCE } from "./limits.ts";
import { pathPoints, pathSteps } from "./outline.ts";
import { simplifyRing } from "./simplify.ts";

const RING_POINTS = LIMITS.nest.exteriorPoints;

/** The finest tolerance at which paths together stay within the budget of points. */
export function affordableTolerance(paths: readonly { curves: Curve[] }[]): number {
  let tolerance: number = TOLERANCE.chord;
  if (countPoints(paths, tolerance, DRAWING_LIMITS.points) <= DRAWING_LIMITS.points) return tolerance;
  const budget = Math.max(DRAWING_LIMITS.points, 1.1 * countPoints(paths, Number.MAX_VALUE, Infinity));
  while (countPoints(paths, tolerance, budget) > budget) tolerance *= 4;
  return tolerance;
}

/** Counts no further than to see that there are more than `most`. */
function countPoints(paths: readonly { curves: Curve[] }[], tolerance: number, most: number): number {
  let count = 0;
  for (const { curves } of paths) {
    count += pathSteps(curves, tolerance);
    if (count > most) break;
  }
  return count;
}

export class Flattener {
  private readonly tolerance: number;
  private readonly weld: number;
  private readonly findings: Findings;

  constructor(tolerance: number, weld: number, findings: Findings) {
    this.tolerance = tolerance;
    this.weld = weld;
    this.findings = findings;
  }

  /** Points of each path; `fine` holds those of the first paths, which are known already at the tolerance. */
  flatten(paths: DrawingPath[], fine: readonly Ring[]): Ring[] {
    return paths.map((path, i) => this.points(path, fine[i]));
  }

  private points({ curves, closed, layer }: DrawingPath, known: Ring | undefined): Ring {
    let { tolerance } = this;
    // The tolerance grows by half at a time: the number of points then shrinks by a fifth.
    const few = known !== undefined && known.length <= RING_POINTS;
    const fits = () => few || curves.length >= RING_POINTS || pathSteps(curves, tolerance) <= RING_POINTS;
    while (closed && !fits() && tolerance < DRAWING_LIMITS.coordinate) tolerance *= 1.5;
    const fine =
      known && tolerance === this.tolerance ? known : pathPoints(curves, closed, tolerance, this.weld);
    let points = fine;
    for (let allowed = tolerance; closed && points.length > RING_POINTS; allowed *= 1.5) {
      const simple = simplifyRing(flatRing(fine), allowed);
      points = simple ? ringOf(simple) : everyNth(fine, RING_POINTS);
      tolerance = allowed;
    }
    if (tolerance > TOLERANCE.chord || points !== fine) {
      this.findings.note("points-coarsened", { size: tolerance, layer });
    }
    return points;
  }
}

/** For rings that no tolerance thins out, as a scribble smaller than a dot. */
function everyNth(ring: Ring, most: number): Ring {
  const step = Math.ceil(ring.length / (most - 1));
  return ring.filter((_, i) => i % step === 0 || i === ring.length - 1);
}
