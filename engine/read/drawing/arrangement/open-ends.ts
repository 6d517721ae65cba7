/**
 * Which open ends are gaps, told with their places? Those that keep a path from closing: between its own ends, or those of two
 * paths, that are each other's nearest.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Findings } from "../basis/drawing-findings.ts";
import { type NearestMate, nearestTo, PointGrid } from "../basis/grid.ts";
import type { OpenEnd } from "../model/drawing.ts";

/** An open cut. */
export interface OpenPath {
  layer: string;
  length: number;
  ends: [Point, Point];
  /** Ends that no ring passes, nor another path. */
  free: [boolean, boolean];
  /** It lies in the material of a part. */
  isSlit: boolean;
  /** It goes around all there is, as the one open path: it may lack a side. */
  isOutline?: boolean;
}

/**
 * A path that is nearly closed lacks no more than this share of its length, and an outline that lacks a side; a gap between
 * two paths is no larger than this share of the shorter one.
 */
const LACKS = { path: 0.1, outline: 0.5, pair: 0.15 };
/** Ends of two paths this close (mm) are told as a gap. */
const NEIGHBOURS = 3;
/** A gap is plain when the next end is so many times as far. */
const CLEAR = 3;
/** Sine of the angle up to which lines are in line. */
const IN_LINE = 0.02;

/** Gaps between two ends. */
export function findOpenEnds(paths: readonly OpenPath[], weld: number): OpenEnd[] {
  return new GapSearch(paths, weld).run();
}

/** Ends are numbered 2i and 2i + 1. */
class GapSearch {
  private readonly grid: PointGrid;
  private readonly nearest: readonly NearestMate[];

  constructor(
    private readonly paths: readonly OpenPath[],
    private readonly weld: number,
  ) {
    this.grid = new PointGrid(NEIGHBOURS, 2 * paths.length);
    for (const { ends } of paths) for (const [x, y] of ends) this.grid.add(x, y);
    this.nearest = Array.from({ length: 2 * paths.length }, (_, end) => this.nearestOf(end));
  }

  run(): OpenEnd[] {
    const { paths, nearest } = this;
    const gaps: OpenEnd[] = [];
    for (const [end, { mate, width }] of nearest.entries()) {
      if (mate <= end || !this.isGap(end)) continue;
      const { layer } = paths[end >> 1]!;
      const plain = this.secondOf(end) >= CLEAR * width && layer === paths[mate >> 1]!.layer;
      gaps.push({ at: this.place(end), to: this.place(mate), width, plain, layer });
    }
    return gaps;
  }

  private isGap(end: number): boolean {
    const { mate, width } = this.nearest[end]!;
    if (!this.isMutual(end) || this.isDash(end) || this.isDash(mate)) return false;
    const [path, other] = [this.paths[end >> 1]!, this.paths[mate >> 1]!];
    // A path that is short beside the gap closes none: the head of a slit like a T, or a line of a symbol.
    if (path !== other && width > LACKS.pair * Math.min(path.length, other.length)) return false;
    // Nor are lines side by side at equal distances a contour: a hinge again, or a hatching.
    return this.secondOf(end) > width + this.weld || this.turn(end, mate, mate) >= 0;
  }

  /** How far the next end is from the two at a gap. */
  private secondOf(end: number): number {
    const { mate, next } = this.nearest[end]!;
    return Math.min(next, this.nearest[mate]!.next);
  }

  private isMutual(end: number): boolean {
    const { mate } = this.nearest[end]!;
    return mate >= 0 && this.nearest[mate]!.mate === end;
  }

  /** In a row of dashes each goes on from the one before, and so do slits in a part: a perforation, a hinge, and no contour. */
  private isDash(end: number): boolean {
    const goesOn = (end: number) => this.isMutual(end) && this.turn(end, this.nearest[end]!.mate, end) > 0;
    return goesOn(end) && (this.paths[end >> 1]!.isSlit || goesOn(end ^ 1));
  }

  private nearestOf(end: number): NearestMate {
    const { grid, weld } = this;
    if (!this.isFree(end)) return { mate: -1, width: Infinity, next: Infinity };
    const isOther = (other: number, width: number) =>
      other !== (end ^ 1) && width > weld && this.isFree(other);
    const found = nearestTo(grid, end, NEIGHBOURS, isOther);
    const { length, isOutline } = this.paths[end >> 1]!;
    const own = grid.distance(end, end ^ 1);
    if (own <= weld || own > (isOutline ? LACKS.outline : LACKS.path) * length || !this.isFree(end ^ 1))
      return found;
    if (own < found.width) return { mate: end ^ 1, width: own, next: found.width };
    return { ...found, next: Math.min(found.next, own) };
  }

  private isFree(end: number): boolean {
    return this.paths[end >> 1]!.free[(end & 1) as 0 | 1];
  }

  private place(end: number): Point {
    return this.paths[end >> 1]!.ends[(end & 1) as 0 | 1];
  }

  /** Whether the second path, from where it is looked at, goes on straight (1) from where the first one ends, or back (-1). */
  private turn(end: number, mate: number, from: number): number {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [end ^ 1, end, from, mate ^ 1].map((number) =>
      this.place(number),
    ) as [Point, Point, Point, Point];
    const along = (x1 - x0) * (x3 - x2) + (y1 - y0) * (y3 - y2);
    const across = (x1 - x0) * (y3 - y2) - (y1 - y0) * (x3 - x2);
    return Math.abs(across) < IN_LINE * Math.abs(along) ? Math.sign(along) : 0;
  }
}

/** Tells gaps; what is no wider than the joining tolerance, `join`, was left for another reason. */
export function tellOpenEnds(gaps: readonly OpenEnd[], join: number, findings: Findings): void {
  for (const { at, width, layer } of gaps) {
    const subject =
      width > join ? "wider than the joining tolerance" : "what goes on there is drawn several times";
    findings.note("gaps-left-open", { at, size: width, layer, subject });
  }
}
