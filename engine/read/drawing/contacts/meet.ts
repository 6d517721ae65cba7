/**
 * Where do two curves meet? At ends that lie on the other curve, and where they cross or touch in between.
 *
 * Lines and circular arcs in closed form, all others along their chords. Curves that lie on each other meet at the ends
 * of what they share and nowhere else. A line or circle that dips into a circle by less than the weld tolerance touches
 * it in one place: its two crossings lie far apart, and would cut off a sliver.
 */

import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { sincos } from "../../../base/geometry/trig/sines.ts";
import type { WorkMeter } from "../basis/limits.ts";
import { type Arc, type Curve, curveAt, type Line } from "../curves/curves.ts";
import { areNear } from "./apart.ts";
import { type CurveChords, curveChords, fractionAt, nearestOn } from "./pieces.ts";

/** Chords lie this close to their curves, in millimetres, or in weld tolerances where those are finer. */
const CHORD = 0.0005;
/** Chords of large curves need lie no closer than this share of their size. */
const COARSEST = 1e-6;
/** Cost of a pair of curves that are no lines on one side of each other, and of each of their chords, in looks at two lines. */
const WORK = { pair: 10, chord: 1 };

/** A curve with chords where it needs them. */
export function chordShape(curve: Curve, weld: number, work: WorkMeter): CurveChords {
  const size =
    hypot(curve.x1 - curve.x0, curve.y1 - curve.y0) + ("ux" in curve ? hypot(curve.ux, curve.uy) : 0);
  const chords = curveChords(curve, Math.max(Math.min(CHORD, weld / 2), COARSEST * size));
  const points = curve.kind === "bezier" ? curve.points.length : 4;
  work.spend(((chords?.length ?? 0) / 3) * points);
  return { curve, chords };
}

/** Work of finding where two curves meet. */
export function costOf(p: CurveChords, q: CurveChords): number {
  const chords = (p.chords?.length ?? 0) + (q.chords?.length ?? 0);
  return WORK.pair + (WORK.chord * chords) / 3;
}

/** Fractions on the first and the second curve, and the place. */
export type Meeting = (p: number, q: number, x: number, y: number, crosses: boolean) => void;

/** Calls back for every place where two different curves meet within the tolerance. */
export function meet(p: CurveChords, q: CurveChords, weld: number, found: Meeting): void {
  new Encounter(p, q, weld, found).run();
}

class Encounter {
  /** Places told already: what comes within the tolerance of them is the same. */
  private readonly told: number[] = [];
  /** Fractions of those on the first curve. */
  private readonly fractions: number[] = [];
  /** Between these fractions of the first curve they lie on each other. */
  private shared: [from: number, to: number] = [Infinity, -Infinity];

  constructor(
    private readonly p: CurveChords,
    private readonly q: CurveChords,
    private readonly weld: number,
    private readonly found: Meeting,
  ) {}

  run(): void {
    const { p, q } = this;
    this.ends();
    const arcs = p.curve.kind === "arc" && q.curve.kind === "arc";
    // Two circles that lie on each other for a stretch may still cross elsewhere.
    if (this.shareStretch() && !arcs) return;
    if (p.chords || q.chords) this.chords();
    else if (p.curve.kind === "line" && q.curve.kind === "line") this.lines(p.curve, q.curve);
    else if (p.curve.kind === "arc" && q.curve.kind === "arc") this.arcs(p.curve, q.curve);
    else if (p.curve.kind === "line") this.lineAndArc(p.curve, q.curve as Arc, false);
    else this.lineAndArc(q.curve as Line, p.curve as Arc, true);
  }

  /** Ends of each curve on the other. */
  private ends(): void {
    const { p, q, weld } = this;
    for (const end of [0, 1]) {
      const [x, y] = end === 0 ? [p.curve.x0, p.curve.y0] : [p.curve.x1, p.curve.y1];
      const { t, distance } = nearestOn(q.curve, q.chords, x, y);
      if (distance <= weld) this.tell(end, t, x, y, false);
    }
    for (const end of [0, 1]) {
      const [x, y] = end === 0 ? [q.curve.x0, q.curve.y0] : [q.curve.x1, q.curve.y1];
      const { t, distance } = nearestOn(p.curve, p.chords, x, y);
      if (distance <= weld) this.tell(t, end, x, y, false);
    }
  }

  /** Whether the curves lie on each other between two of the ends: where they cross there is rounding alone. */
  private shareStretch(): boolean {
    const { p, q, weld, fractions } = this;
    if (fractions.length < 2) return false;
    const [from, to] = [Math.min(...fractions), Math.max(...fractions)];
    const isShared = [0.25, 0.5, 0.75].every((share) => {
      const [x, y] = curveAt(p.curve, from + share * (to - from));
      return nearestOn(q.curve, q.chords, x, y).distance <= weld;
    });
    if (isShared) this.shared = [from, to];
    return isShared;
  }

  private lines(p: Line, q: Line): void {
    const [ax, ay] = [p.x1 - p.x0, p.y1 - p.y0];
    const [bx, by] = [q.x1 - q.x0, q.y1 - q.y0];
    const cross = ax * by - ay * bx;
    if (cross === 0) return;
    const [dx, dy] = [q.x0 - p.x0, q.y0 - p.y0];
    const t = (dx * by - dy * bx) / cross;
    const u = (dx * ay - dy * ax) / cross;
    if (!(t > 0 && t < 1 && u > 0 && u < 1)) return;
    // Rounding may tell a place on only one of two lines that hardly turn from each other.
    const [x, y] = [p.x0 + t * ax, p.y0 + t * ay];
    if (hypot(q.x0 + u * bx - x, q.y0 + u * by - y) <= this.weld) this.tell(t, u, x, y, true);
  }

  private lineAndArc(line: Line, arc: Arc, swapped: boolean): void {
    const { cx, cy, radius } = arc;
    const [dx, dy] = [line.x1 - line.x0, line.y1 - line.y0];
    const length = hypot(dx, dy);
    if (length === 0) return;
    const foot = ((cx - line.x0) * dx + (cy - line.y0) * dy) / (length * length);
    const [fx, fy] = [line.x0 + foot * dx, line.y0 + foot * dy];
    const depth = radius - hypot(fx - cx, fy - cy);
    if (depth < -this.weld) return;
    const half = Math.sqrt(Math.max(0, depth * (2 * radius - depth)));
    const at = (share: number, crosses: boolean) => {
      const [x, y] = [line.x0 + share * dx, line.y0 + share * dy];
      const u = fractionAt(arc, atan2(y - cy, x - cx));
      if (share <= 0 || share >= 1 || u <= 0 || u >= 1) return;
      if (swapped) this.tell(u, share, x, y, crosses);
      else this.tell(share, u, x, y, crosses);
    };
    if (Math.abs(depth) <= this.weld) {
      const stretch = Math.sqrt(2 * this.weld * radius);
      if (!this.isTold(fx, fy, stretch + this.weld)) at(foot, false);
    } else for (const side of [-half, half]) at(foot + side / length, true);
  }

  private arcs(p: Arc, q: Arc): void {
    const [dx, dy] = [q.cx - p.cx, q.cy - p.cy];
    const apart = hypot(dx, dy);
    const difference = Math.abs(p.radius - q.radius);
    if (apart + difference <= this.weld || apart === 0) return;
    const outer = p.radius + q.radius - apart;
    const inner = apart - difference;
    if (outer < -this.weld || inner < -this.weld) return;
    const along = (apart + ((p.radius - q.radius) * (p.radius + q.radius)) / apart) / 2;
    const [ux, uy] = [dx / apart, dy / apart];
    const at = (x: number, y: number, crosses: boolean) => {
      const t = fractionAt(p, atan2(y - p.cy, x - p.cx));
      const u = fractionAt(q, atan2(y - q.cy, x - q.cx));
      if (t > 0 && t < 1 && u > 0 && u < 1) this.tell(t, u, x, y, crosses);
    };
    if (Math.min(outer, inner) <= this.weld) {
      // The smaller of two circles that touch from inside tells where, on the far side of its centre.
      const least = Math.min(p.radius, q.radius);
      const sense = inner < outer && p.radius < q.radius ? -1 : 1;
      const [x, y] = [p.cx + sense * p.radius * ux, p.cy + sense * p.radius * uy];
      if (!this.isTold(x, y, 2 * Math.sqrt(this.weld * least) + this.weld)) at(x, y, false);
      return;
    }
    const half = Math.sqrt(Math.max(0, p.radius * p.radius - along * along));
    const [x, y] = [p.cx + along * ux, p.cy + along * uy];
    at(x - half * uy, y + half * ux, true);
    at(x + half * uy, y - half * ux, true);
  }

  /** Every chord of one with every chord of the other, where their boxes meet. */
  private chords(): void {
    const first = stretchOf(this.p);
    const second = stretchOf(this.q);
    const [boxes, others] = [boxesOf(first), boxesOf(second)];
    for (let i = 0; i < boxes.length; i += 4)
      for (let j = 0; j < others.length; j += 4)
        if (areNear(boxes, i / 4, others, j / 4, 0))
          this.chordRuns(first, (RUN * i * 3) / 4, second, (RUN * j * 3) / 4, others.subarray(j, j + 4));
  }

  /** A run of chords with a run of others. */
  private chordRuns(
    first: ArrayLike<number>,
    from: number,
    second: ArrayLike<number>,
    start: number,
    box: Float64Array,
  ): void {
    const [left, low, right, high] = [box[0]!, box[1]!, box[2]!, box[3]!];
    for (let i = from; i + 3 < first.length && i < from + 3 * RUN; i += 3) {
      const [x0, y0, x1, y1] = [first[i + 1]!, first[i + 2]!, first[i + 4]!, first[i + 5]!];
      if (isBeyond(x0, x1, left, right) || isBeyond(y0, y1, low, high)) continue;
      const [least, lowest] = [Math.min(x0, x1), Math.min(y0, y1)];
      const [greatest, highest] = [Math.max(x0, x1), Math.max(y0, y1)];
      for (let j = start; j + 3 < second.length && j < start + 3 * RUN; j += 3) {
        if (isBeyond(second[j + 1]!, second[j + 4]!, least, greatest)) continue;
        if (isBeyond(second[j + 2]!, second[j + 5]!, lowest, highest)) continue;
        const [u0, v0, u1, v1] = [second[j + 1]!, second[j + 2]!, second[j + 4]!, second[j + 5]!];
        const [ax, ay, bx, by] = [x1 - x0, y1 - y0, u1 - u0, v1 - v0];
        const cross = ax * by - ay * bx;
        if (cross === 0) continue;
        const t = ((u0 - x0) * by - (v0 - y0) * bx) / cross;
        const u = ((u0 - x0) * ay - (v0 - y0) * ax) / cross;
        if (t < 0 || t > 1 || u < 0 || u > 1) continue;
        const [s, r] = [
          first[i]! + t * (first[i + 3]! - first[i]!),
          second[j]! + u * (second[j + 3]! - second[j]!),
        ];
        this.tell(s, r, x0 + t * ax, y0 + t * ay, true);
      }
    }
  }

  private tell(p: number, q: number, x: number, y: number, crosses: boolean): void {
    if (this.isTold(x, y, this.weld) || (p > this.shared[0] && p < this.shared[1])) return;
    this.told.push(x, y);
    this.fractions.push(p);
    this.found(p, q, x, y, crosses);
  }

  private isTold(x: number, y: number, within: number): boolean {
    for (let i = 0; i < this.told.length; i += 2)
      if (hypot(this.told[i]! - x, this.told[i + 1]! - y) <= within) return true;
    return false;
  }
}

/** How far the chords of an arc may lie off it (mm), and how many there may be. */
const FINE = { sagitta: 0.0005, most: 4000 };

/** Chords that share a box. */
const RUN = 16;

/** Least x and y, greatest x and y of every run of chords. */
function boxesOf(list: ArrayLike<number>): Float64Array {
  const count = Math.ceil((list.length / 3 - 1) / RUN);
  const boxes = new Float64Array(4 * count);
  for (let run = 0; run < count; run++) {
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 3 * RUN * run; at <= 3 * RUN * (run + 1) && at < list.length; at += 3) {
      left = Math.min(left, list[at + 1]!);
      right = Math.max(right, list[at + 1]!);
      low = Math.min(low, list[at + 2]!);
      high = Math.max(high, list[at + 2]!);
    }
    boxes.set([left, low, right, high], 4 * run);
  }
  return boxes;
}

/** Whether two numbers are both less than some others, or both more. */
function isBeyond(p: number, q: number, least: number, most: number): boolean {
  return (p < least && q < least) || (p > most && q > most);
}

function stretchOf({ curve, chords }: CurveChords): ArrayLike<number> {
  if (chords) return chords;
  const { x0, y0, x1, y1 } = curve;
  if (curve.kind !== "arc") return [0, x0, y0, 1, x1, y1];
  const list: number[] = [];
  const { cx, cy, radius, start, sweep } = curve;
  const step = Math.sqrt((8 * FINE.sagitta) / radius);
  const count = Math.min(FINE.most, Math.max(4, Math.ceil(Math.abs(sweep) / step)));
  for (let i = 0; i <= count; i++) {
    const { cos, sin } = sincos(start + (sweep * i) / count);
    list.push(i / count, cx + radius * cos, cy + radius * sin);
  }
  return list;
}
