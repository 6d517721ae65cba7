/** The cuts that a program has made so far: where a torch can strike no arc, as there is nothing left under it. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { pointSegmentDistance } from "../../../base/geometry/segment.ts";
import type { ToolStroke } from "../path/stroke.ts";
import { arcSweep, pointOn } from "../path/walk.ts";

/** Side of a cell of the raster that finds what is near, mm. */
const CELL = 20;
/** Chords of arcs turn by this at most, radians. */
const TURN = 0.1;

type KerfSegment = [ax: number, ay: number, bx: number, by: number];

export class Kerfs {
  private readonly cells = new Map<string, KerfSegment[]>();

  /** @param radius half the kerf */
  constructor(private readonly radius: number) {}

  add({ start, pieces }: ToolStroke): void {
    let from = start;
    for (const piece of pieces) {
      if (piece.start) from = piece.start;
      for (const move of piece.moves) {
        const count = Math.max(1, Math.ceil(Math.abs(arcSweep(from, move)) / TURN));
        let at = from;
        for (let k = 1; k <= count; k++) {
          const to = k === count ? move.to : pointOn(from, move, k / count);
          if (!piece.tab) this.addSegment(at, to);
          at = to;
        }
        from = move.to;
      }
    }
  }

  /** Whether a point lies in a cut. */
  covers([x, y]: Point): boolean {
    const { radius } = this;
    const near = this.cells.get(`${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`) ?? [];
    return near.some((segment) => pointSegmentDistance(x, y, ...segment) < radius);
  }

  private addSegment([ax, ay]: Point, [bx, by]: Point): void {
    const { radius } = this;
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / CELL));
    const segment: KerfSegment = [ax, ay, bx, by];
    for (let k = 0; k < steps; k++) {
      const [px, py] = [ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps];
      const [qx, qy] = [ax + ((bx - ax) * (k + 1)) / steps, ay + ((by - ay) * (k + 1)) / steps];
      for (let i = cellOf(Math.min(px, qx) - radius); i <= cellOf(Math.max(px, qx) + radius); i++)
        for (let j = cellOf(Math.min(py, qy) - radius); j <= cellOf(Math.max(py, qy) + radius); j++)
          this.put(`${i} ${j}`, segment);
    }
  }

  private put(key: string, segment: KerfSegment): void {
    const cell = this.cells.get(key);
    if (!cell) this.cells.set(key, [segment]);
    else if (cell.at(-1) !== segment) cell.push(segment);
  }
}

function cellOf(value: number): number {
  return Math.floor(value / CELL);
}
