/**
 * How many sheets are needed at least? Three answers, all proofs, of which the greatest counts: the area of the parts
 * with the gap around them; the same seen through dual feasible functions (Fekete and Schepers 2001), which know that
 * halves of parts fill no rest; and a clique of parts no two of which can share a sheet.
 */
import type { Point, Ring } from "../contract/values/geometry.ts";
import { boundsOf, signedArea } from "../geometry/ring.ts";
import { type Circle, inscribedCircles } from "./circles.ts";

export interface BoundPart {
  quantity: number;
  /** Exterior and holes, about any point. */
  rings: Ring[];
  /** What an orientation makes of a point. */
  turns: ((point: Point) => Point)[];
  /** True when other angles are allowed as well: of such a part only the area counts. */
  ranging?: boolean;
}

/** Usable rectangle of a type of sheet. */
export interface BoundSheet {
  width: number;
  height: number;
}

/** Shares of a sheet count for so much less, and depths for so many millimetres: the tolerances of the solver. */
const SHARE_DOUBT = 1e-7;
const DEPTH_DOUBT = 2e-6;
/** Dual functions that round to multiples of 1/k are tried up to this k. */
const FINEST = 24;
/** Pieces of ranges of positions that are looked at before pairs of parts pass for compatible. */
const MOST_CELLS = 50_000;

/** Sheets without which not all parts that fit some sheet can be placed. */
export function leastSheets(parts: readonly BoundPart[], sheets: readonly BoundSheet[], gap: number): number {
  const fitting = parts
    .map((part) => new Candidate(part))
    .filter((part) => part.some((turned) => sheets.some((sheet) => fits(turned, sheet))));
  if (fitting.length === 0) return 0;
  const r = gap / 2;
  const rooms = sheets.map(({ width, height }) => (width + gap) * (height + gap) - (4 - Math.PI) * r * r);
  const room = Math.max(...rooms);
  const smallest = Math.min(...fitting.map(({ area }) => area));
  const shares = fitting.map(({ source: { quantity, rings } }) => ({
    quantity,
    share: (grownArea(rings, r, smallest) / room) * (1 - SHARE_DOUBT),
  }));
  const bounds = dualFunctions(shares.map(({ share }) => share)).map((worth) =>
    shares.reduce((sum, { quantity, share }) => sum + quantity * worth(share), 0),
  );
  const clique = new Clique(sheets, gap).sizeAmong(fitting);
  return Math.max(1, clique, ...bounds.map((sum) => Math.ceil(sum - 1e-9)));
}

/** A part in one allowed orientation: its extent, and circles in its material about the middle of that. */
interface Turned {
  width: number;
  height: number;
  circles(): Circle[];
}

/** A part whose orientations are worked out when they are asked for: most never are. */
class Candidate {
  readonly area: number;
  private readonly turned: (Turned | undefined)[] = [];

  constructor(readonly source: BoundPart) {
    this.area = signedArea(source.rings[0]!);
  }

  some(test: (turned: Turned) => boolean): boolean {
    return this.source.turns.some((_, i) => test(this.at(i)));
  }

  every(test: (turned: Turned) => boolean): boolean {
    return !this.some((turned) => !test(turned));
  }

  private at(index: number): Turned {
    this.turned[index] ??= turnedPart(this.source.rings, this.source.turns[index]!);
    return this.turned[index];
  }
}

/**
 * Area, at least, of the material with all that is within r of it: exact for a convex part, else that of a disc of the
 * same area grown alike (Brunn and Minkowski). Holes that are smaller than the smallest part are as good as filled.
 */
function grownArea([exterior, ...holes]: Ring[], r: number, smallest: number): number {
  const open = holes.filter((hole) => -signedArea(hole) >= smallest);
  const area = open.reduce((sum, hole) => sum + signedArea(hole), signedArea(exterior!));
  if (open.length === 0 && isConvex(exterior!)) return area + r * perimeter(exterior!) + Math.PI * r * r;
  return (Math.sqrt(area) + Math.sqrt(Math.PI) * r) ** 2;
}

function isConvex(ring: Ring): boolean {
  return ring.every(([x, y], i) => {
    const [ax, ay] = ring.at(i - 1)!;
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return (x - ax) * (by - y) - (y - ay) * (bx - x) >= 0;
  });
}

function perimeter(ring: Ring): number {
  return ring.reduce((sum, [x, y], i) => {
    const [ax, ay] = ring.at(i - 1)!;
    return sum + Math.hypot(x - ax, y - ay);
  }, 0);
}

/** Functions under which shares that fill no more than a sheet still add up to no more than 1. */
function dualFunctions(shares: readonly number[]): ((share: number) => number)[] {
  const limits = [...new Set(shares)].filter((share) => share <= 0.5);
  const cut = limits.map((limit) => (share: number) => (share > 1 - limit ? 1 : share < limit ? 0 : share));
  const rounded = Array.from(
    { length: FINEST },
    (_, i) => (share: number) => Math.floor((i + 2) * share) / (i + 1),
  );
  return [(share) => share, ...cut, ...rounded];
}

function turnedPart(rings: Ring[], turn: (point: Point) => Point): Turned {
  const turned = rings.map((ring) => ring.map(turn));
  const { min_x, min_y, max_x, max_y } = boundsOf(turned[0]!);
  const [cx, cy] = [(min_x + max_x) / 2, (min_y + max_y) / 2];
  let circles: Circle[] | undefined;
  return {
    width: max_x - min_x,
    height: max_y - min_y,
    circles() {
      circles ??= inscribedCircles(turned.map((ring) => ring.map(([x, y]): Point => [x - cx, y - cy])));
      return circles;
    },
  };
}

function fits({ width, height }: Turned, sheet: BoundSheet): boolean {
  return width <= sheet.width && height <= sheet.height;
}

/** Parts no two of which can share a sheet. */
class Clique {
  private cellsLeft = MOST_CELLS;

  constructor(
    private readonly sheets: readonly BoundSheet[],
    private readonly gap: number,
  ) {}

  /** Copies in such a set, taken greedily, the largest first. */
  sizeAmong(parts: readonly Candidate[]): number {
    const members: Candidate[] = [];
    let size = 0;
    for (const part of [...parts].sort((a, b) => b.area - a.area)) {
      if (!members.every((other) => this.exclude(part, other))) continue;
      members.push(part);
      const { quantity } = part.source;
      size += quantity > 1 && this.exclude(part, part) ? quantity : 1;
    }
    return size;
  }

  private exclude(a: Candidate, b: Candidate): boolean {
    if (a.source.ranging || b.source.ranging) return false;
    return this.sheets.every((sheet) =>
      a.every((first) => b.every((second) => this.alwaysMeet(first, second, sheet))),
    );
  }

  /**
   * True when the two come nearer than the gap wherever on the sheet they lie. The positions of one against the other
   * make a rectangle; it is halved until two circles meet all over each piece.
   */
  private alwaysMeet(a: Turned, b: Turned, sheet: BoundSheet): boolean {
    if (!fits(a, sheet) || !fits(b, sheet)) return true;
    // Most pairs are settled by their boxes, side by side or one above the other.
    if (a.width + b.width + this.gap <= sheet.width || a.height + b.height + this.gap <= sheet.height)
      return false;
    const reachX = sheet.width - (a.width + b.width) / 2;
    const reachY = sheet.height - (a.height + b.height) / 2;
    const meet = (x: number, y: number, reach: number) =>
      deepest(a, b, x, y) + this.gap > reach + DEPTH_DOUBT;
    // The corners settle most others: what goes beside or above the other is farthest away there.
    if (!meet(reachX, reachY, 0) || !meet(-reachX, reachY, 0)) return false;
    if (!meet(reachX, -reachY, 0) || !meet(-reachX, -reachY, 0)) return false;
    const open = [{ x: 0, y: 0, halfX: reachX, halfY: reachY }];
    for (let cell = open.pop(); cell; cell = open.pop()) {
      const { x, y, halfX, halfY } = cell;
      if (meet(x, y, Math.hypot(halfX, halfY))) continue;
      if (--this.cellsLeft < 0) return false;
      const wide = halfX >= halfY;
      const [nextX, nextY] = wide ? [halfX / 2, halfY] : [halfX, halfY / 2];
      for (const side of [-1, 1]) {
        const at = wide ? { x: x + side * nextX, y } : { x, y: y + side * nextY };
        open.push({ ...at, halfX: nextX, halfY: nextY });
      }
    }
    return true;
  }
}

/** How deep some circle of b, moved by (x, y), is in one of a. */
function deepest(a: Turned, b: Turned, x: number, y: number): number {
  let deep = -Infinity;
  for (const p of a.circles())
    for (const q of b.circles()) deep = Math.max(deep, p.r + q.r - Math.hypot(q.x + x - p.x, q.y + y - p.y));
  return deep;
}
