/**
 * Which open ends are gaps, told with their places? Those that keep a path from closing: between its own ends, or those of
 * paths that hang together, and between ends that are each other's nearest; then those of each outline that is open at
 * several places, however wide.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Findings } from "../basis/drawing-findings.ts";
import { type NearestMate, nearestTo, PointGrid } from "../basis/grid.ts";
import { between } from "../basis/plane.ts";
import { UnitedGroups } from "../basis/united-groups.ts";
import type { Contours } from "../curves/contours.ts";
import type { OpenEnd } from "../model/drawing.ts";
import { endsNear, findRounds, MOST_OPEN, NEARLY, type OpenPiece, PieceEnds } from "./rounds.ts";

export interface OpenPath extends OpenPiece {
  layer: string;
  /** Ends that no ring passes, nor another path. */
  free: [boolean, boolean];
  /** Of all lines that it hangs together with; each that meets none is its own. */
  group: number;
  /** It lies in the material of a part. */
  isSlit: boolean;
  /** It goes around all there is, as the one open path: it may lack a side. */
  isOutline?: boolean;
}

/** An outline that lacks a side lacks no more than this share of its length; a gap between two paths, of the shorter one. */
const LACKS = { outline: 0.5, pair: 0.15 };
/** Ends of two paths this close (mm) are told as a gap. */
const NEIGHBOURS = 1;
/** A gap is plain when the next end is so many times as far. */
const CLEAR = 3;
/** Sine of the angle up to which lines are in line. */
const IN_LINE = 0.02;

/** Gaps between single ends, and then those of each outline that has several. */
export function findOpenEnds(paths: readonly OpenPath[], contours: Contours, weld: number): OpenEnd[][] {
  if (paths.length > MOST_OPEN) return [];
  const rounds = gapsAround(paths, contours, weld);
  return [new GapSearch(paths, contours, weld).run(rounds.flat()), ...rounds];
}

/** Gaps between paths that make one outline. */
function gapsAround(paths: readonly OpenPath[], contours: Contours, weld: number): OpenEnd[][] {
  const pieces = paths.filter(({ free, isSlit }) => free[0] && free[1] && !isSlit);
  if (pieces.length < 2) return [];
  const ends = new PieceEnds(pieces, contours, weld);
  return findRounds(ends)
    .filter(({ length }) => length > 1)
    .map((round) =>
      round.map((entry, i) => {
        const [exit, next] = [entry ^ 1, round[(i + 1) % round.length]!];
        const { layer } = pieces[exit >> 1]!;
        const [at, to] = [ends.place(exit), ends.place(next)];
        return { at, to, width: between(at, to), plain: layer === pieces[next >> 1]!.layer, layer };
      }),
    );
}

/** Ends are numbered 2i and 2i + 1. */
class GapSearch {
  private readonly grid: PointGrid;
  private readonly ends: PieceEnds;
  /** For each end others about it, where other lines meet some path. */
  private readonly near: readonly (readonly number[])[];
  /** Of ends at gaps between groups the one across. */
  private readonly across: ReadonlyMap<number, number>;
  private readonly nearest: readonly NearestMate[];

  constructor(
    private readonly paths: readonly OpenPath[],
    contours: Contours,
    private readonly weld: number,
  ) {
    this.ends = new PieceEnds(paths, contours, weld);
    this.grid = new PointGrid(NEIGHBOURS, 2 * paths.length);
    for (const { ends } of paths) for (const [x, y] of ends) this.grid.add(x, y);
    this.near = paths.some(({ free }) => !free[0] || !free[1]) ? endsNear(paths) : [];
    this.across = this.acrossGroups();
    this.nearest = Array.from({ length: 2 * paths.length }, (_, end) => this.nearestOf(end));
  }

  /** All gaps between two ends, but for those that are known. */
  run(known: readonly OpenEnd[]): OpenEnd[] {
    const { paths, nearest, ends } = this;
    const places = new Set(known.flatMap(({ at, to }) => [String(at), String(to)]));
    const gaps: OpenEnd[] = [];
    for (const [end, { mate, width }] of nearest.entries()) {
      if (mate <= end || !this.isGap(end)) continue;
      const [at, to] = [ends.place(end), ends.place(mate)];
      if (places.has(String(at)) || places.has(String(to))) continue;
      const { layer } = paths[end >> 1]!;
      const plain = this.secondOf(end) >= CLEAR * width && layer === paths[mate >> 1]!.layer;
      gaps.push({ at, to, width, plain, layer });
    }
    return gaps;
  }

  private isGap(end: number): boolean {
    const { mate, width } = this.nearest[end]!;
    if (!this.isMutual(end) || this.isDash(end) || this.isDash(mate)) return false;
    const [path, other] = [this.paths[end >> 1]!, this.paths[mate >> 1]!];
    // What is short beside the gap, as the head of a slit like a T or a line of a symbol, closes none.
    const isShort = width > LACKS.pair * Math.min(path.length, other.length);
    if (path !== other && isShort && !this.isFit(end, mate)) return false;
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
    let found = nearestTo(grid, end, NEIGHBOURS, isOther);
    const fits = found.mate < 0 ? (this.near[end] ?? []).filter((other) => this.isFit(end, other)) : [];
    const [mate, next = end ^ 1] = fits;
    if (mate !== undefined) found = { mate, width: grid.distance(end, mate), next: grid.distance(end, next) };
    const { length, isOutline } = this.paths[end >> 1]!;
    const own = grid.distance(end, end ^ 1);
    if (own <= weld || own > (isOutline ? LACKS.outline : NEARLY) * length || !this.isFree(end ^ 1))
      return found;
    if (own < found.width) return { mate: end ^ 1, width: own, next: found.width };
    return { ...found, next: Math.min(found.next, own) };
  }

  private isFree(end: number): boolean {
    return this.paths[end >> 1]!.free[(end & 1) as 0 | 1];
  }

  /** Whether two ends are a gap of an outline that is several paths, as other lines meet it. */
  private isFit(p: number, q: number): boolean {
    if (this.across.get(p) === q) return true;
    if (this.paths[p >> 1]!.group !== this.paths[q >> 1]!.group) return false;
    return this.isNearlyRound(p, q, this.grid.distance(p ^ 1, q ^ 1));
  }

  /** Around such an outline the way is no shorter than two of its paths and what is `beyond` them. */
  private isNearlyRound(p: number, q: number, beyond: number): boolean {
    const { paths, grid, weld } = this;
    if (p >> 1 === q >> 1 || !this.isFree(p) || !this.isFree(q)) return false;
    const [width, around] = [grid.distance(p, q), paths[p >> 1]!.length + paths[q >> 1]!.length + beyond];
    return width > weld && width <= NEARLY * around && this.ends.isAhead(p, q);
  }

  /** Ends at gaps between lines that hang together, each with the one across, where the gaps lead back to where they began. */
  private acrossGroups(): Map<number, number> {
    const { paths } = this;
    const groups = new UnitedGroups(paths.length);
    const firsts = new Map<number, number>();
    paths.forEach(({ group }, path) => {
      if (firsts.has(group)) groups.unite(path, firsts.get(group)!);
      else firsts.set(group, path);
    });
    const areApart = (p: number, q: number) => groups.rootOf(p >> 1) !== groups.rootOf(q >> 1);
    const isSlit = (end: number) => paths[end >> 1]!.isSlit;
    const isAcross = (p: number, q: number) =>
      areApart(p, q) && !isSlit(p) && !isSlit(q) && this.isNearlyRound(p, q, 0);
    const mates = this.near.map((others, end) => others.find((other) => isAcross(end, other)) ?? -1);
    const gaps = [...mates.entries()].filter(([end, mate]) => mate > end && mates[mate] === end);
    const back = gaps.filter(([p, q]) => !areApart(p, q) || groups.unite(p >> 1, q >> 1));
    const rounds = new Set(back.map(([p]) => groups.rootOf(p >> 1)));
    const told = gaps.filter(([p]) => rounds.has(groups.rootOf(p >> 1)));
    return new Map(
      told.flatMap(([p, q]): [number, number][] => [
        [p, q],
        [q, p],
      ]),
    );
  }

  /** Whether the second path, from where it is looked at, goes on straight (1) from where the first one ends, or back (-1). */
  private turn(end: number, mate: number, from: number): number {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [end ^ 1, end, from, mate ^ 1].map((number) =>
      this.ends.place(number),
    ) as [Point, Point, Point, Point];
    const along = (x1 - x0) * (x3 - x2) + (y1 - y0) * (y3 - y2);
    const across = (x1 - x0) * (y3 - y2) - (y1 - y0) * (x3 - x2);
    return Math.abs(across) < IN_LINE * Math.abs(along) ? Math.sign(along) : 0;
  }
}

/** All of them, told; what is no wider than the joining tolerance, `join`, was left for another reason. */
export function tellOpenEnds(groups: readonly OpenEnd[][], join: number, findings: Findings): OpenEnd[] {
  const [gaps = [], ...rounds] = groups;
  for (const { at, width, layer } of gaps) {
    const subject =
      width > join ? "wider than the joining tolerance" : "what goes on there is drawn several times";
    findings.note("gaps-left-open", { at, size: width, layer, subject });
  }
  for (const round of rounds) {
    const widest = Math.max(...round.map(({ width }) => width));
    const subject = `one outline, which joining gaps of ${Math.ceil(100 * widest) / 100} mm closes`;
    const [{ layer }, places] = [round[0]!, round.map(({ at }) => at)];
    findings.note("gaps-left-open", { count: round.length, size: widest, layer, subject, places });
  }
  return groups.flat();
}
