/**
 * How is one contour drawn with the tool: where does it start, where does it go, over which stretches does it not cut?
 *
 * A stroke is a start and pieces of moves. Pieces alternate between cuts and tabs, the short bridges that hold a part in
 * its sheet; a lead-in comes first, the overcut past the closing point and a lead-out last.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Helix } from "./entry.ts";
import type { Lead, PathRange } from "./lead.ts";
import { divide, type Move, type PathPoint, type PathWalk, placedMoves } from "./walk.ts";

export interface StrokePiece {
  tab: boolean;
  moves: Move[];
  /** Behind a tab: where the way in begins, and how many of the moves it takes. */
  start?: Point;
  leadIn?: number;
}

interface PlannedStroke {
  start: Point;
  pieces: StrokePiece[];
  /** How many moves at the beginning and at the end are leads. */
  leadIn: number;
  leadOut: number;
}

/** Where a stroke lies, and how a cutter goes down. */
export interface StrokePlace {
  x?: number;
  y?: number;
  /** Over this length from the start, or on a circle through it; straight by default. */
  ramp?: number;
  helix?: Helix;
}

/** A stroke drawn in a frame that copies of a part share, and moved to where it lies. */
export class ToolStroke {
  readonly leadIn: number;
  readonly leadOut: number;
  readonly ramp: number | undefined;
  readonly helix: Helix | undefined;

  constructor(
    private readonly drawn: PlannedStroke,
    private readonly place: StrokePlace = {},
  ) {
    this.leadIn = drawn.leadIn;
    this.leadOut = drawn.leadOut;
    this.ramp = place.ramp;
    this.helix = place.helix;
  }

  get start(): Point {
    return this.placed(this.drawn.start);
  }

  get end(): Point {
    const { start, pieces } = this.drawn;
    return this.placed(pieces.at(-1)?.moves.at(-1)?.to ?? start);
  }

  get pieces(): StrokePiece[] {
    const { x = 0, y = 0 } = this.place;
    return this.drawn.pieces.map(({ moves, start, ...piece }) => ({
      ...piece,
      moves: placedMoves(moves, x, y),
      ...(start ? { start: this.placed(start) } : {}),
    }));
  }

  /** How many pieces behind a bridge begin on the path itself. */
  get bare(): number {
    return this.drawn.pieces.filter(({ tab, leadIn }, i) => i > 0 && !tab && leadIn === undefined).length;
  }

  /** The same with another way down. */
  entered(way: Pick<StrokePlace, "ramp" | "helix">): ToolStroke {
    return new ToolStroke(this.drawn, { ...this.place, ...way });
  }

  private placed([px, py]: Point): Point {
    const { x = 0, y = 0 } = this.place;
    return [px + x, py + y];
  }
}

export interface StrokeShape {
  /** Where the path is entered, as a length along it. */
  along: number;
  /** Stretches of the path that stay uncut. */
  gaps: PathRange[];
  /** How far the cut runs on past its closing point, in mm; not over a bridge. */
  overcut: number;
  leadIn: Lead | null;
  /** The way off the path at its end. */
  leadOut: (end: PathPoint) => Lead | null;
  /** The way back to the path behind a bridge; none by default. */
  leadBehind?: (place: PathPoint) => Lead | null;
}

/** The stroke round a closed path, or along an open one. */
export function strokeAlong(walk: PathWalk, shape: StrokeShape): ToolStroke {
  const { along, gaps, overcut, leadIn, leadOut, leadBehind = () => null } = shape;
  const { start, moves, x, y } = walk.roundFrom(along);
  const stretches = walk.closed ? turned(gaps, along, walk.length) : gaps;
  const pieces = divide(start, moves, stretches.flat()).map(
    (part, i): StrokePiece => ({ tab: i % 2 === 1, moves: part }),
  );
  for (const [i, [, to]] of stretches.entries()) {
    const piece = pieces[2 * i + 2];
    const lead = piece && piece.moves.length > 0 ? leadBehind(walk.at(along + to)) : null;
    if (lead) enterBy(piece!, lead, x, y);
  }
  const begin = trimTabs(pieces, start);
  // The first piece has a way in of its own.
  const [{ leadIn: moved = 0 }] = pieces as [StrokePiece];
  pieces[0] = { tab: false, moves: pieces[0]!.moves.slice(moved) };
  const past = walk.closed ? Math.min(overcut, stretches[0]?.[0] ?? overcut) : 0;
  const last = pieces.at(-1)!.moves;
  for (let left = past; left > 0; left -= walk.length)
    last.push(...(left < walk.length ? divide(start, moves, [left])[0]! : moves));
  const off = leadOut(walk.at(walk.closed ? along + past : walk.length));
  if (leadIn) pieces[0].moves.unshift(...placedMoves(leadIn.moves, -x, -y));
  if (off) last.push(...placedMoves(off.moves, -x, -y));
  const drawn = {
    start: leadIn ? ([leadIn.start[0] - x, leadIn.start[1] - y] as Point) : begin,
    pieces,
    leadIn: leadIn?.moves.length ?? 0,
    leadOut: off?.moves.length ?? 0,
  };
  return new ToolStroke(drawn, { x, y });
}

function enterBy(piece: StrokePiece, { start: [sx, sy], moves }: Lead, x: number, y: number): void {
  piece.moves.unshift(...placedMoves(moves, -x, -y));
  piece.start = [sx - x, sy - y];
  piece.leadIn = moves.length;
}

/** Nothing is cut before the first cut and after the last: bridges there are left out. Gives where the first begins. */
function trimTabs(pieces: StrokePiece[], start: Point): Point {
  let begin = start;
  while (pieces.length > 1 && (pieces[0]!.tab || pieces[0]!.moves.length === 0))
    begin = pieces.shift()!.moves.at(-1)?.to ?? begin;
  while (pieces.length > 1 && (pieces.at(-1)!.tab || pieces.at(-1)!.moves.length === 0)) pieces.pop();
  return begin;
}

/** Stretches of a closed path as seen from `along`, in order, none over the start. */
export function turned(gaps: PathRange[], along: number, length: number): PathRange[] {
  const seen = gaps
    .map(([from, to]): PathRange => {
      const begin = (((from - along) % length) + length) % length;
      return [begin, begin + to - from];
    })
    .flatMap(([from, to]): PathRange[] =>
      to <= length + 1e-9
        ? [[from, Math.min(to, length)]]
        : [
            [from, length],
            [0, to - length],
          ],
    );
  return mergedStretches(seen);
}

/** Stretches in order, those that meet made one. */
export function mergedStretches(stretches: PathRange[]): PathRange[] {
  const merged: PathRange[] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1e-6) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
