/**
 * Which points stand for the paths of a drawing?
 *
 * Within 0.01 mm of the curves; coarser only where an answer would otherwise grow out of proportion: a ring has at most
 * the points that nesting takes, and all curves together have a budget.
 */
import { LIMITS } from "../../../base/contract/values/limits.ts";
import type { Findings } from "../basis/drawing-findings.ts";
import { DRAWING_LIMITS, TOLERANCE } from "../basis/limits.ts";
import type { ContourChain, Contours } from "../curves/contours.ts";
import type { CurveTable } from "../curves/curve-table.ts";
import { curveSteps } from "../curves/curves.ts";
import type { FlatRing } from "../curves/flat-ring.ts";
import { pathPoints, pathSteps } from "../curves/outline.ts";
import { simplifyRing } from "./simplify.ts";

const RING_POINTS = LIMITS.nest.exterior_points;
const RING_NUMBERS = 2 * RING_POINTS;

/** The finest tolerance at which paths together stay within the budget of points. */
export function affordableTolerance(paths: Contours): number {
  let tolerance: number = TOLERANCE.chord;
  if (countPoints(paths, tolerance, DRAWING_LIMITS.points) <= DRAWING_LIMITS.points) return tolerance;
  const budget = Math.max(DRAWING_LIMITS.points, 1.1 * countPoints(paths, Number.MAX_VALUE, Infinity));
  while (countPoints(paths, tolerance, budget) > budget) tolerance *= 4;
  return tolerance;
}

/** Counts no further than to see that there are more than `most`. */
function countPoints(paths: Contours, tolerance: number, most: number): number {
  let count = 0;
  for (let path = 0; path < paths.count && count <= most; path++) {
    count++;
    const size = paths.size(path);
    for (let i = 0; i < size; i++) {
      const id = paths.curveId(path, i);
      count += paths.table.isLine(id) ? 1 : curveSteps(paths.table.look(id), tolerance);
    }
  }
  return count;
}

export class Flattener {
  constructor(
    private readonly table: CurveTable,
    private readonly tolerance: number,
    private readonly weld: number,
    private readonly findings: Findings,
  ) {}

  /** Whether points that are known, by their numbers, need no other look. */
  isFine(count: number): boolean {
    return count <= RING_NUMBERS && this.tolerance <= TOLERANCE.chord;
  }

  /** Points of a path; `known` are those within the tolerance of all paths, where they have been made already. */
  points(chain: ContourChain, known?: FlatRing): FlatRing {
    if (!known || known.length > RING_NUMBERS) return this.newPoints(chain, known);
    if (this.tolerance > TOLERANCE.chord) this.noteCoarse(chain, this.tolerance);
    return known;
  }

  private newPoints(chain: ContourChain, known?: FlatRing): FlatRing {
    const { curves: ids, closed } = chain;
    let { tolerance } = this;
    const curves = this.table.run(ids);
    // The tolerance grows by half at a time: the number of points then shrinks by a fifth.
    const fits = () => curves.length >= RING_POINTS || pathSteps(curves, tolerance) <= RING_POINTS;
    while (closed && !fits() && tolerance < DRAWING_LIMITS.coordinate) tolerance *= 1.5;
    const fine =
      known && tolerance === this.tolerance ? known : pathPoints(curves, closed, tolerance, this.weld);
    let points = fine;
    for (let allowed = tolerance; closed && points.length > RING_NUMBERS; allowed *= 1.5) {
      points = simplifyRing(fine, allowed) ?? everyNth(fine, RING_POINTS);
      tolerance = allowed;
    }
    if (tolerance > TOLERANCE.chord || points !== fine) this.noteCoarse(chain, tolerance);
    return points;
  }

  private noteCoarse({ layer, curves }: ContourChain, size: number): void {
    const { x0, y0 } = this.table.ends(curves[0]!);
    this.findings.note("points-coarsened", { size, layer, at: [x0, y0] });
  }
}

/** For rings that no tolerance thins out, as a scribble smaller than a dot. */
function everyNth(ring: FlatRing, most: number): FlatRing {
  const last = ring.length / 2 - 1;
  const step = Math.ceil((last + 1) / (most - 1));
  return Array.from(ring).filter((_, i) => (i >> 1) % step === 0 || i >> 1 === last);
}
