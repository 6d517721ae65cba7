/**
 * Which curves lie on one infinite line or on one circle? Of all others nothing is kept but their numbers: most curves
 * of a drawing share their carrier with no other.
 */
import { type Arc, curveLength, type Line } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import { PointGrid } from "./grid.ts";

/** A curve as an interval on its line or circle. */
export interface Span {
  /** Edge number, or -1 for a curve of a closed contour. */
  edge: number;
  curve: Line | Arc;
  low: number;
  high: number;
  /** The curve runs from high to low. */
  back: boolean;
  /** Length of the whole circle, 0 for a line. */
  period: number;
}

/** Circles that one is compared with; more of nearly the same place and size are no drawing. */
const CROWD = 200;

/** Cells of a grid are no longer whole numbers apart where a drawing reaches this many times its weld tolerance. */
const FINEST = 2 ** 48;

export class Carriers {
  private readonly table: CurveTable;
  private readonly weld: number;
  private readonly lines: PointGrid;
  private readonly circles: PointGrid;
  /** The line that each of those places stands for. */
  private readonly lineAt: number[] = [];
  /** How far from the origin anything lies, rounded up to a power of two. */
  private readonly reach: number;
  /** The last curve of each line and each circle. */
  private readonly lastOnLine: number[] = [];
  private readonly lastOnCircle: number[] = [];
  /** Of each curve: its number in the table, its edge, and the one before it on the same carrier, or -1. */
  private readonly curves: CurveId[] = [];
  private readonly edges: number[] = [];
  private readonly before: number[] = [];

  /** No end lies further from the origin than `reach`. */
  constructor(table: CurveTable, weld: number, expected: number, reach: number) {
    this.table = table;
    this.weld = weld;
    this.reach = powerAbove(2 * reach);
    this.lines = new PointGrid(4 * weld, expected);
    this.circles = new PointGrid(4 * weld, 64);
  }

  /** A curve with its edge, or -1. */
  add(id: CurveId, edge: number): void {
    const curve = this.table.get(id);
    if (curve.kind === "line") this.addLine(id, curve, edge);
    else if (curve.kind === "arc") this.addArc(id, curve, edge);
  }

  /** The spans of every line and circle that holds more than one. */
  *shared(): Generator<Span[]> {
    for (const last of [...this.lastOnLine, ...this.lastOnCircle]) {
      if (this.before[last]! < 0) continue;
      const spans: Span[] = [];
      for (let at = last; at >= 0; at = this.before[at]!) {
        const curve = this.table.get(this.curves[at]!);
        const edge = this.edges[at]!;
        if (curve.kind === "line") spans.push(lineSpan(curve, edge));
        else if (curve.kind === "arc") spans.push(arcSpan(curve, edge));
      }
      yield spans.reverse();
    }
  }

  private addLine(id: CurveId, curve: Line, edge: number): void {
    const length = curveLength(curve);
    if (length <= 2 * this.weld || this.reach > FINEST * this.weld) return;
    const { x, y } = directionOf(curve, length);
    const start = curve.x0 * x + curve.y0 * y;
    const end = curve.x1 * x + curve.y1 * y;
    const angle = Math.atan2(y, x);
    const offset = curve.y0 * x - curve.x0 * y;
    const near = powerAbove(Math.max(Math.abs(start), Math.abs(end), length));
    let line = this.find(angle, offset, near);
    if (line < 0) {
      line = this.find(angle, offset, this.reach);
      if (line < 0) {
        line = this.lastOnLine.length;
        this.enterLine(angle, offset, this.reach, line);
      }
      this.enterLine(angle, offset, near, line);
    }
    this.enter(this.lastOnLine, line, id, edge);
  }

  /**
   * The line with an angle and an offset from the origin, or -1. The angle counts by how far two lines drift apart along
   * a reach from the origin: along their own, for lines that were rounded, and along that of the whole drawing, which
   * is the same for short lines and long ones. Angles at one reach keep clear of those at twice the reach.
   */
  private find(angle: number, offset: number, reach: number): number {
    const place = this.lines.nearest((angle + 4) * reach, offset, this.weld);
    return place < 0 ? -1 : this.lineAt[place]!;
  }

  private enterLine(angle: number, offset: number, reach: number, line: number): void {
    this.lineAt[this.lines.add((angle + 4) * reach, offset)] = line;
  }

  private addArc(id: CurveId, curve: Arc, edge: number): void {
    let circle = -1;
    const compare = (i: number) => {
      const other = this.table.get(this.curves[this.lastOnCircle[i]!]!) as Arc;
      const apart =
        Math.hypot(other.cx - curve.cx, other.cy - curve.cy) + Math.abs(other.radius - curve.radius);
      if (apart <= this.weld) circle = i;
      return circle >= 0;
    };
    this.circles.near(...mixed(curve), 4 * this.weld, compare, CROWD);
    if (circle < 0) circle = this.circles.add(...mixed(curve));
    this.enter(this.lastOnCircle, circle, id, edge);
  }

  private enter(last: number[], carrier: number, id: CurveId, edge: number): void {
    this.before.push(last[carrier] ?? -1);
    last[carrier] = this.curves.length;
    this.curves.push(id);
    this.edges.push(edge);
  }
}

function lineSpan(curve: Line, edge: number): Span {
  const length = curveLength(curve);
  const { x, y, back } = directionOf(curve, length);
  const start = curve.x0 * x + curve.y0 * y;
  const end = start + (back ? -length : length);
  return { edge, curve, low: Math.min(start, end), high: Math.max(start, end), back, period: 0 };
}

function powerAbove(length: number): number {
  return 2 ** Math.ceil(Math.log2(length));
}

/** One direction per line; level ones that lean by rounding must not flip. */
function directionOf({ x0, y0, x1, y1 }: Line, length: number): { x: number; y: number; back: boolean } {
  const x = (x1 - x0) / length;
  const y = (y1 - y0) / length;
  const back = y < -1e-9 || (y <= 1e-9 && x < 0);
  return back ? { x: -x, y: -y, back } : { x, y, back };
}

function arcSpan(curve: Arc, edge: number): Span {
  const { radius, start, sweep } = curve;
  const from = Math.min(start, start + sweep);
  const low = (from - 2 * Math.PI * Math.floor(from / (2 * Math.PI))) * radius;
  const [high, period] = [low + Math.abs(sweep) * radius, 2 * Math.PI * radius];
  return { edge, curve, low, high, back: sweep < 0, period };
}

/** Concentric circles do not share a cell. */
function mixed({ cx, cy, radius }: Arc): [number, number] {
  return [cx + Math.SQRT2 * radius, cy + 1.7 * radius];
}
