/**
 * Where the pieces of a bar lie, square or mitred. An angle is that between an end and a square cut, in degrees:
 *
 *     kerf(a)     = kerf / cos a              what a cut at angle a takes of the bar's length
 *     set-back(a) = profile width × tan a     by how much the short point lies behind the long one
 *     gap         = kerf(a) - set-back(a)     between the long points of two ends that one cut at angle a makes
 *     gap         = kerf(the larger angle)    between any other two ends
 *
 * One cut makes two ends when a right end at angle a meets a left end at angle -a. Positive angles have their long point
 * at the far edge, so a piece with equal angles is a trapezoid, one with opposite angles a parallelogram. Every other
 * piece of a kind is given half a turn in the plane of the mitre, (a, b) to (-b, -a), and meets its neighbour in one cut.
 *
 * Which pieces fit has to be said piece by piece. With m the larger angle of a piece and its saving the average set-back
 * of its ends, pieces fit a bar when, with a further saving for each kind among them,
 *
 *     sum of (length + kerf(m) - saving) + sum of the kinds' savings  <=  room + least kerf(m) of all pieces asked for.
 *
 * That is exact for square pieces and for frames (one kind, equal angles); a bar of several kinds is never overfilled,
 * but may have a few millimetres left that the formula does not see.
 *
 * Lengths go from long point to long point, in units; what a tangent or cosine makes of them is rounded so that no
 * gap comes out too small.
 */

/** Angles of the start and the end of a piece. */
export interface EndAngles {
  start: number;
  end: number;
}

export const SQUARE: EndAngles = { start: 0, end: 0 };

/** Pieces that are cut alike: kinds stand together on a bar. */
export interface PieceKind extends EndAngles {
  /** Kerf of the larger angle. */
  kerf: number;
  /** Length that one cut for two ends saves, on average over both ends. */
  saving: number;
}

/** Far below what a saw can do, far above what sines are off by. */
const BLUR = 1e-6;

/** The saw and the profile, in units. */
export class Saw {
  constructor(
    /** Width of a square cut, in units. */
    private readonly kerf: number,
    private readonly width: number,
  ) {}

  kerfAt(angle: number): number {
    return Math.ceil(this.kerf / Math.cos(radians(angle)) - BLUR);
  }

  setBack(angle: number): number {
    return Math.floor(this.width * Math.tan(radians(Math.abs(angle))) + BLUR);
  }

  /** From the long point of a right end to that of the left end behind it. */
  gap(right: number, left: number): number {
    if (right === -left) return this.kerfAt(right) - this.setBack(right);
    return Math.max(this.kerfAt(right), this.kerfAt(left));
  }

  kindOf({ start, end }: EndAngles): PieceKind {
    // The two ways to lay a piece are one kind.
    const [first, last] = start > -end || (start === -end && end >= -start) ? [start, end] : [-end, -start];
    const kerf = Math.max(this.kerfAt(start), this.kerfAt(end));
    const saving = Math.floor((this.setBack(start) + this.setBack(end)) / 2);
    return { start: first, end: last, kerf, saving };
  }
}

/** A run of equal pieces that lie alike, one gap after the other. */
export interface LaidRun extends EndAngles {
  at: number;
  count: number;
}

/** One bar, from its start. */
export class BarLayer {
  private last: EndAngles | undefined;
  private reach: number;

  constructor(
    private readonly saw: Saw,
    private readonly start: number,
  ) {
    this.reach = start;
  }

  /** Up to the end of the last kerf. */
  get used(): number {
    return this.last ? this.reach + this.saw.kerfAt(this.last.end) - this.start : 0;
  }

  /** Lays `count` pieces of a kind behind the last one: square ones in one run, mitred ones turn by turn. */
  lay(ends: EndAngles, length: number, count: number): LaidRun[] {
    const laid: LaidRun[] = [];
    this.eachRun(
      ends,
      length,
      count,
      (at, way, run) => void laid.push({ start: way.start, end: way.end, at, count: run }),
    );
    return laid;
  }

  /** As `lay`, where nobody asks for the places. */
  advance(ends: EndAngles, length: number, count: number): void {
    this.eachRun(ends, length, count, () => {});
  }

  private eachRun(
    ends: EndAngles,
    length: number,
    count: number,
    see: (at: number, way: EndAngles, run: number) => void,
  ): void {
    if (ends.start === 0 && ends.end === 0) see(this.put(SQUARE, length, count), SQUARE, count);
    else {
      for (let piece = 0; piece < count; piece++) {
        const way = this.turnFor(ends);
        see(this.put(way, length, 1), way, 1);
      }
    }
  }

  /** The way that shares a cut with the end before it, or else leaves the larger angle for the next one. */
  private turnFor(ends: EndAngles): EndAngles {
    const before = this.last && -this.last.end;
    const [start, end] = [negative(ends.end), negative(ends.start)];
    const turns = before !== ends.start && (before === start || Math.abs(ends.start) > Math.abs(ends.end));
    return turns ? { start, end } : ends;
  }

  /** Where the first of the pieces begins. */
  private put(ends: EndAngles, length: number, count: number): number {
    const at = this.last ? this.reach + this.saw.gap(this.last.end, ends.start) : this.start;
    this.reach = at + count * length + (count - 1) * this.saw.gap(ends.end, ends.start);
    this.last = ends;
    return at;
  }
}

/** Without the zero that has a sign. */
function negative(angle: number): number {
  return angle === 0 ? 0 : -angle;
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}
