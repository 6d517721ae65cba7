/** One part against the legs near it: is it touched, is its outline cut through, what still holds it, when is it free? */

import { pointSegmentDistance } from "../../base/geometry/segment.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { cos } from "../../base/geometry/trig/sines.ts";
import type { Leg, Legs } from "../controller/legs.ts";
import { legChords, legLength, legSegmentDistance, span, stretchNear } from "./distance.ts";
import { type JudgedPart, lengthOfAll, type PathPiece, type Stretch, without } from "./part.ts";
import { boxesMeet, type LegBox, RunIndex } from "./run-index.ts";

/** Limits that a program is judged by, in mm. */
export interface Limits {
  /** Half of the width of the widest tool. */
  radius: number;
  /** Half of the width of the tool that makes a leg. */
  radiusOf: (leg: Leg) => number;
  /** A leg may come nearer to a part than the radius by this. */
  touch: number;
  /** A leg cuts the wanted path when it lies this near to it. */
  cover: number;
  /** Whether a leg goes through the whole material. */
  isDeep: (leg: Leg) => boolean;
  /** Whether it matters which way round rings are cut. */
  hasSense: boolean;
}

export interface PartTouch {
  leg: number;
  depth: number;
}

/** A stretch of a ring's wanted path that was not cut. */
export interface Gap {
  ring: number;
  length: number;
  /** The straight way between its ends: less where it goes round a corner. */
  straight: number;
  /** How much of it no leg has swept: the width of a bridge. */
  standing: number;
  /** The straight way between the ends of that. */
  across: number;
  /** The middle of what no leg has swept, or of what was not cut. */
  at: [x: number, y: number];
  /** A point across the kerf. */
  beyond: [x: number, y: number];
}

/** A stretch of a piece of a ring's wanted path. */
interface PieceStretch {
  piece: number;
  stretch: Stretch;
}

export interface Inspection {
  touches: PartTouch[];
  /** By ring: the leg with which it was cut through, or infinity. */
  free: number[];
  gaps: Gap[];
  /** By ring, where that matters: length that is cut with the material on the left, less that with it on the right. */
  sense: number[];
  /** By leg of the list: the length that lies on the wanted path. */
  covered: number[];
  /** The same by leg and ring, where there is any. */
  covers: { leg: number; ring: number; length: number }[];
}

/** Gaps below this are joints of the path's pieces, in mm. */
const JOINT = 0.01;
const LEAST_GAP = 0.03;
/** Pieces that meet in a corner end this near to each other, in mm. */
const MEETING = 0.1;
const SAGITTA = 4e-3;

/** `legs` are those near the part in the order of the program, by number; the part is moved by (dx, dy). */
export class Inspector {
  private readonly left: Stretch[][];
  /** By piece: what no leg has run along in the direction of the piece, and against it. */
  private readonly along: Stretch[][];
  private readonly against: Stretch[][];
  private readonly boxes: LegBox[];
  readonly result: Inspection;

  constructor(
    private readonly part: JudgedPart,
    private readonly legs: Leg[],
    private readonly numbers: number[],
    private readonly limits: Limits,
    private readonly marks: Uint8Array,
  ) {
    this.boxes = legs.map(boxOfLeg);
    this.left = part.pieces.map(({ wanted }) => wanted);
    this.along = limits.hasSense ? part.pieces.map(({ path }) => path) : [];
    this.against = [...this.along];
    this.result = {
      touches: [],
      free: part.rings.map(() => -1),
      gaps: [],
      sense: part.rings.map(() => 0),
      covered: legs.map(() => 0),
      covers: [],
    };
  }

  run(): Inspection {
    let last = -2;
    for (let k = 0; k < this.legs.length; k++) {
      const [leg, number] = [this.legs[k]!, this.numbers[k]!];
      if (this.marks[number] === 1) continue;
      const box = this.boxes[k]!;
      this.touchBy(leg, number, box, number !== last + 1);
      this.coverBy(leg, k, box);
      last = number;
    }
    this.findGaps();
    return this.result;
  }

  private touchBy(leg: Leg, number: number, box: LegBox, isFirst: boolean): void {
    const { part } = this;
    const { edges } = part;
    const { touch } = this.limits;
    const radius = this.limits.radiusOf(leg);
    let least = Number.POSITIVE_INFINITY;
    for (const i of part.edgesNear(box, radius)) {
      const k = 4 * i;
      least = Math.min(
        least,
        legSegmentDistance(leg, edges[k]!, edges[k + 1]!, edges[k + 2]!, edges[k + 3]!),
      );
    }
    let depth = radius - least;
    if (radius <= touch || isFirst || least === 0) depth = Math.max(depth, this.depthInside(leg));
    if (depth > touch) this.result.touches.push({ leg: number, depth });
  }

  /**
   * How deep the middle of the tool is in the part, by points of the leg; below zero outside, or where it is no deeper than
   * it may be. Along the outline it never is: what has no width would ask every edge for each point of its way.
   */
  private depthInside(leg: Leg): number {
    const { touch } = this.limits;
    const radius = this.limits.radiusOf(leg);
    const points = legChords(leg, SAGITTA);
    let deepest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i + 3 < points.length; i += 2)
      for (const share of [0.1, 0.5, 0.9]) {
        const x = points[i]! + share * (points[i + 2]! - points[i]!);
        const y = points[i + 1]! + share * (points[i + 3]! - points[i + 1]!);
        if (this.isNear(x, y, touch - radius) || !this.part.contains(x, y)) continue;
        deepest = Math.max(deepest, radius + this.distanceFrom(x, y));
      }
    return deepest;
  }

  /** Whether an edge is this near to a point, or nearer. */
  private isNear(x: number, y: number, reach: number): boolean {
    if (reach < 0) return false;
    const near = this.part.edgesNear([x, y, x, y], reach);
    return near.some((i) => pointSegmentDistance(x, y, ...this.part.edge(i)) <= reach);
  }

  private distanceFrom(x: number, y: number): number {
    let least = Number.POSITIVE_INFINITY;
    const point = { x0: x, y0: y, x1: x, y1: y, turn: 0 } as Leg;
    for (let i = 0; i < this.part.edges.length / 4; i++) {
      const [ax, ay, bx, by] = this.part.edge(i);
      least = Math.min(least, legSegmentDistance(point, ax, ay, bx, by));
    }
    return least;
  }

  private coverBy(leg: Leg, k: number, box: LegBox): void {
    const { part, limits, result } = this;
    const near = part.piecesNear(box, limits.cover + limits.radius);
    if (near.length === 0) return;
    const isDeep = limits.isDeep(leg);
    const points = legChords(leg, SAGITTA);
    const first = result.covers.length;
    for (const i of near) {
      const piece = part.pieces[i]!;
      for (let c = 0; c + 3 < points.length; c += 2) {
        if (!onPiece(piece, points, c, limits.cover + piece.slack)) continue;
        const { low, high } = along;
        if (piece.slack === 0 || onPiece(piece, points, c, limits.cover)) {
          const length = lengthWithin(piece.path, low, high);
          result.covered[k]! += length;
          if (length > 0) this.addCover(k, piece.ring, length, first);
          if (limits.hasSense) this.noteSense(i, low, high, runsAlong(piece, points, c));
        }
        if (!isDeep || this.left[i]!.length === 0) continue;
        const before = lengthOfAll(this.left[i]!);
        this.left[i] = without(this.left[i]!, low - JOINT, high + JOINT);
        if (before - lengthOfAll(this.left[i]!) > JOINT || this.left[i]!.length === 0)
          result.free[piece.ring] = this.numbers[k]!;
      }
    }
  }

  private addCover(leg: number, ring: number, length: number, first: number): void {
    const { covers } = this.result;
    for (let c = first; c < covers.length; c++)
      if (covers[c]!.ring === ring) {
        covers[c]!.length += length;
        return;
      }
    covers.push({ leg, ring, length });
  }

  /** A line that is cut twice, as under an overcut, counts once. */
  private noteSense(i: number, low: number, high: number, isAlong: boolean): void {
    const left = isAlong ? this.along : this.against;
    const length = lengthWithin(left[i]!, low, high);
    if (length === 0) return;
    left[i] = without(left[i]!, low, high);
    this.result.sense[this.part.pieces[i]!.ring]! += isAlong ? length : -length;
  }

  /** Runs of stretches that are left, from piece to piece round each ring. */
  private findGaps(): void {
    const { part, left, result } = this;
    for (const ring of part.rings.keys()) {
      const [from, to] = [part.firstPiece[ring]!, part.firstPiece[ring + 1]!];
      const runs: PieceStretch[][] = [];
      let open = false;
      let origin = -1;
      for (let i = from; i < to; i++) {
        const piece = part.pieces[i]!;
        if (origin < 0 && piece.wanted.length > 0) origin = i;
        for (const stretch of left[i]!) {
          const one = { piece: i, stretch };
          if (open && this.follows(runs.at(-1)!.at(-1)!, one)) runs.at(-1)!.push(one);
          else runs.push([one]);
          open = ends(piece, stretch);
        }
        if (left[i]!.length === 0 && piece.wanted.length > 0) open = false;
      }
      const [first, final] = [runs[0], runs.at(-1)];
      if (runs.length > 1 && open && first![0]!.piece === origin && this.follows(final!.at(-1)!, first![0]!))
        runs[0] = [...runs.pop()!, ...first!];
      if (final === undefined) continue;
      const gaps = runs.map((run) => this.gapOf(run, ring)).filter(({ length }) => length > LEAST_GAP);
      if (gaps.length > 0) result.free[ring] = Number.POSITIVE_INFINITY;
      result.gaps.push(...gaps);
    }
  }

  /** Whether a stretch begins where another has ended, as it does in a corner too. */
  private follows(before: PieceStretch, { piece: i, stretch }: PieceStretch): boolean {
    const piece = this.part.pieces[i]!;
    const [ax, ay] = pointOn(this.part.pieces[before.piece]!, before.stretch[1]);
    const [bx, by] = pointOn(piece, stretch[0]);
    return begins(piece, stretch) && hypot(bx - ax, by - ay) < MEETING;
  }

  private gapOf(run: PieceStretch[], ring: number): Gap {
    const length = lengthOfRun(run) + 2 * JOINT;
    const { length: standing, parts } = this.standingOf(run);
    const { piece: number, along } = middleOfAll(parts.length > 0 ? parts : run);
    const piece = this.part.pieces[number]!;
    const at = pointOn(piece, along);
    const out = this.part.radii[piece.ring]! + 0.03;
    return {
      ring,
      length,
      straight: this.acrossOf(run),
      standing,
      across: this.acrossOf(parts),
      at,
      beyond: [at[0] + out * piece.nx, at[1] + out * piece.ny],
    };
  }

  private acrossOf(run: PieceStretch[]): number {
    if (run.length === 0) return 0;
    const [first, last] = [run[0]!, run.at(-1)!];
    const [ax, ay] = pointOn(this.part.pieces[first.piece]!, first.stretch[0]);
    const [bx, by] = pointOn(this.part.pieces[last.piece]!, last.stretch[1]);
    return hypot(bx - ax, by - ay);
  }

  /** The longest stretch of a run that no deep leg sweeps. */
  private standingOf(run: PieceStretch[]): { length: number; parts: PieceStretch[] } {
    let longest: { length: number; parts: PieceStretch[] } = { length: 0, parts: [] };
    let running: PieceStretch[] = [];
    for (const { piece: i, stretch } of run) {
      const piece = this.part.pieces[i]!;
      let left: Stretch[] = [[Math.max(0, stretch[0] - JOINT), Math.min(piece.length, stretch[1] + JOINT)]];
      for (let k = 0; k < this.legs.length; k++) {
        const leg = this.legs[k]!;
        const reach = this.limits.radiusOf(leg) - 1e-3;
        if (reach <= 0 || !boxesMeet(this.boxes[k]!, piece.ends, reach) || !this.limits.isDeep(leg)) continue;
        const points = legChords(leg, SAGITTA);
        for (let c = 0; c + 3 < points.length; c += 2) {
          const chord = points.slice(c, c + 4) as PathPiece["ends"];
          if (stretchNear(piece.ends, chord, reach)) left = without(left, span.low, span.high);
        }
      }
      for (const stretch of left) {
        const one = { piece: i, stretch };
        const last = running.at(-1);
        running = last && this.follows(last, one) ? [...running, one] : [one];
        const length = lengthOfRun(running);
        if (length > longest.length) longest = { length, parts: running };
        if (!ends(piece, stretch)) running = [];
      }
      if (left.length === 0) running = [];
    }
    return longest;
  }
}

/** Whether a stretch begins where the path comes to its piece. */
function begins({ wanted: [first] }: PathPiece, [low]: Stretch): boolean {
  return first !== undefined && low <= first[0] + JOINT;
}

/** Whether it ends where the path leaves its piece. */
function ends({ wanted }: PathPiece, [, high]: Stretch): boolean {
  const last = wanted.at(-1);
  return last !== undefined && high >= last[1] - JOINT;
}

function lengthOfRun(run: PieceStretch[]): number {
  return run.reduce((sum, { stretch: [low, high] }) => sum + high - low, 0);
}

/** Half-way along stretches that follow each other. */
function middleOfAll(run: PieceStretch[]): { piece: number; along: number } {
  let left = lengthOfRun(run) / 2;
  for (const { piece, stretch } of run) {
    const length = stretch[1] - stretch[0];
    if (left <= length) return { piece, along: stretch[0] + left };
    left -= length;
  }
  const { piece, stretch } = run.at(-1)!;
  return { piece, along: stretch[1] };
}

/** Where a chord lies along a piece, as `onPiece` found it; valid until it is called again. */
const along = { low: 0, high: 0 };

/** Finds where a chord lies along a piece, as far as it is no further from its line than `cover`; false for nowhere. */
function onPiece({ ends, length, ux, uy }: PathPiece, points: number[], c: number, cover: number): boolean {
  const ax = points[c]! - ends[0];
  const ay = points[c + 1]! - ends[1];
  const bx = points[c + 2]! - ends[0];
  const by = points[c + 3]! - ends[1];
  const sa = ax * uy - ay * ux;
  const sb = bx * uy - by * ux;
  if ((sa > cover && sb > cover) || (sa < -cover && sb < -cover)) return false;
  const ta = ax * ux + ay * uy;
  const tb = bx * ux + by * uy;
  let from = 0;
  let to = 1;
  if (sa > cover !== sb > cover) {
    const crossing = (cover - sa) / (sb - sa);
    if (cover > 0 === sb > sa) to = Math.min(to, crossing);
    else from = Math.max(from, crossing);
  }
  if (sa > -cover !== sb > -cover) {
    const crossing = (-cover - sa) / (sb - sa);
    if (-cover > 0 === sb > sa) to = Math.min(to, crossing);
    else from = Math.max(from, crossing);
  }
  const a = ta + from * (tb - ta);
  const b = ta + to * (tb - ta);
  along.low = Math.max(0, Math.min(a, b));
  along.high = Math.min(length, Math.max(a, b));
  return along.low <= along.high;
}

/** Whether a chord runs in the direction of a piece. */
function runsAlong({ ends: [px, py, qx, qy] }: PathPiece, points: number[], c: number): boolean {
  return (points[c + 2]! - points[c]!) * (qx - px) + (points[c + 3]! - points[c + 1]!) * (qy - py) > 0;
}

function lengthWithin(wanted: Stretch[], low: number, high: number): number {
  let sum = 0;
  for (const [a, b] of wanted) sum += Math.max(0, Math.min(b, high) - Math.max(a, low));
  return sum;
}

function pointOn({ ends: [px, py, qx, qy], length }: PathPiece, along: number): [number, number] {
  return [px + ((qx - px) * along) / length, py + ((qy - py) * along) / length];
}

/** A box around the leg; of an arc around its whole circle where it turns far. */
export function boxOfLeg(leg: Leg): LegBox {
  const { x0, y0, x1, y1, cx, cy, turn } = leg;
  const box: LegBox = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
  if (turn === 0) return box;
  const radius = hypot(x0 - cx, y0 - cy);
  const half = legLength(leg) / radius / 2;
  const grow = half > Math.PI / 2 ? 2 * radius : radius * (1 - cos(half)) + 1e-6;
  return [box[0] - grow, box[1] - grow, box[2] + grow, box[3] + grow];
}

export function indexOfLegs(legs: Legs): RunIndex {
  const boxes = new Float64Array(4 * legs.length);
  for (let i = 0; i < legs.length; i++) boxes.set(boxOfLeg(legs.look(i)), 4 * i);
  return new RunIndex(boxes);
}
