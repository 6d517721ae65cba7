/**
 * How many sheets are needed at least? Three answers, all proofs, of which the greatest counts: the area of the parts
 * with the gap around them; the same seen through dual feasible functions (Fekete and Schepers 2001), which know that
 * halves of parts fill no rest; and a clique of parts no two of which can share a sheet.
 */
import type { Ring } from "../contract/values/geometry.ts";
import { signedArea, type Turn, turnedBounds, turnPoint } from "../geometry/ring.ts";
import { CIRCLE_TRIES, type Circle, inscribedCircles } from "./circles.ts";

export interface BoundPart {
  quantity: number;
  /** Exterior and holes, about any point. */
  rings: Ring[];
  /** By orientation. */
  turns: Turn[];
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

/** Elementary operations of one step: some tens of microseconds. */
const STEP = 20_000;

/** Sheets without which not all parts that fit some sheet can be placed: more by area, and more as the cliques grow. */
export class SheetBound {
  private least = 0;
  private readonly fitting: Candidate[] = [];

  constructor(
    private readonly parts: readonly BoundPart[],
    private readonly sheets: readonly BoundSheet[],
    private readonly gap: number,
  ) {}

  /** What is proven so far. */
  get value(): number {
    return this.least;
  }

  /** Proves what areas say, a part at a time. */
  *open(): Generator<undefined, void> {
    for (const part of this.parts) {
      const candidate = new Candidate(part);
      if (candidate.some((turned) => this.sheets.some((sheet) => fits(turned, sheet)))) {
        this.fitting.push(candidate);
        // It takes a sheet, whatever the others take.
        this.least = 1;
      }
      yield;
    }
    if (this.fitting.length > 0) this.least = yield* leastByArea(this.fitting, this.sheets, this.gap);
  }

  /** Proves more, in small equal steps. */
  *improve(): Generator<undefined, void> {
    for (const size of new Clique(this.sheets, this.gap).sizesAmong(this.fitting)) {
      if (size !== undefined) this.least = Math.max(this.least, size);
      else yield;
    }
  }
}

function* leastByArea(
  fitting: readonly Candidate[],
  sheets: readonly BoundSheet[],
  gap: number,
): Generator<undefined, number> {
  const r = gap / 2;
  const rooms = sheets.map(({ width, height }) => (width + gap) * (height + gap) - (4 - Math.PI) * r * r);
  const room = Math.max(...rooms);
  const smallest = Math.min(...fitting.map(({ area }) => area));
  const shares: { quantity: number; share: number }[] = [];
  for (const { source } of fitting) {
    const share = (grownArea(source.rings, r, smallest) / room) * (1 - SHARE_DOUBT);
    shares.push({ quantity: source.quantity, share });
    yield;
  }
  const bounds = dualFunctions(shares.map(({ share }) => share)).map((worth) =>
    shares.reduce((sum, { quantity, share }) => sum + quantity * worth(share), 0),
  );
  return Math.max(1, ...bounds.map((sum) => Math.ceil(sum - 1e-9)));
}

/** A part in one allowed orientation: its extent, and circles in its material about the middle of that. */
interface Turned {
  width: number;
  height: number;
  /** It is a rectangle along the axes. */
  solid: boolean;
  circles(): Circle[];
}

/** A part whose orientations are worked out when they are asked for: most never are. */
class Candidate {
  readonly area: number;
  private readonly turned: (Turned | undefined)[] = [];
  /** In the part as it is. */
  private found: Circle[] | undefined;

  constructor(readonly source: BoundPart) {
    this.area = signedArea(source.rings[0]!);
  }

  some(test: (turned: Turned) => boolean): boolean {
    return this.source.turns.some((_, i) => test(this.at(i)));
  }

  get orientations(): number {
    return this.source.turns.length;
  }

  at(index: number): Turned {
    this.turned[index] ??= turnedPart(this.source.rings, this.source.turns[index]!, () => {
      this.found ??= inscribedCircles(this.source.rings);
      return this.found;
    });
    return this.turned[index];
  }

  /** Operations that looking for its circles takes; none once they are found. */
  get search(): number {
    return this.found ? 0 : CIRCLE_TRIES * this.source.rings.reduce((sum, ring) => sum + ring.length, 0);
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
  let [ax, ay] = ring.at(-1)!;
  for (let i = 0; i < ring.length; i++) {
    const [x, y] = ring[i]!;
    const [bx, by] = ring[i + 1 === ring.length ? 0 : i + 1]!;
    if (!((x - ax) * (by - y) - (y - ay) * (bx - x) >= 0)) return false;
    [ax, ay] = [x, y];
  }
  return true;
}

function perimeter(ring: Ring): number {
  let sum = 0;
  let [ax, ay] = ring.at(-1)!;
  for (let i = 0; i < ring.length; i++) {
    const [x, y] = ring[i]!;
    sum += Math.sqrt((x - ax) ** 2 + (y - ay) ** 2);
    [ax, ay] = [x, y];
  }
  return sum;
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

/** `found`: circles in the part as it is; they turn with it. */
function turnedPart([exterior, ...holes]: Ring[], turn: Turn, found: () => Circle[]): Turned {
  const { min_x, min_y, max_x, max_y } = turnedBounds(exterior!, turn);
  const [cx, cy] = [(min_x + max_x) / 2, (min_y + max_y) / 2];
  const box = (max_x - min_x) * (max_y - min_y);
  let circles: Circle[] | undefined;
  return {
    width: max_x - min_x,
    height: max_y - min_y,
    solid: holes.length === 0 && signedArea(exterior!) >= (1 - 1e-9) * box,
    circles() {
      circles ??= found().map(({ x, y, r }) => {
        const [tx, ty] = turnPoint([x, y], turn);
        return { x: tx - cx, y: ty - cy, r };
      });
      return circles;
    },
  };
}

function fits({ width, height }: Turned, sheet: BoundSheet): boolean {
  return width <= sheet.width && height <= sheet.height;
}

/** Parts no two of which can share a sheet. Its generators yield `undefined` after every step. */
class Clique {
  private cellsLeft = MOST_CELLS;
  private spent = 0;

  constructor(
    private readonly sheets: readonly BoundSheet[],
    private readonly gap: number,
  ) {}

  /** Copies in such a set as it grows: taken greedily, the largest first. */
  *sizesAmong(parts: readonly Candidate[]): Generator<number | undefined, void> {
    const members: Candidate[] = [];
    let size = 0;
    for (const part of [...parts].sort((a, b) => b.area - a.area)) {
      if (!(yield* this.excludeAll(part, members))) continue;
      members.push(part);
      const { quantity } = part.source;
      size += quantity > 1 && (yield* this.exclude(part, part)) ? quantity : 1;
      yield size;
    }
  }

  private *excludeAll(part: Candidate, members: readonly Candidate[]): Generator<undefined, boolean> {
    for (const other of members) if (!(yield* this.exclude(part, other))) return false;
    return true;
  }

  private *exclude(a: Candidate, b: Candidate): Generator<undefined, boolean> {
    if (a.source.ranging || b.source.ranging) return false;
    for (const sheet of this.sheets) {
      for (let i = 0; i < a.orientations; i++) {
        for (let k = 0; k < b.orientations; k++) {
          if (!(yield* this.alwaysMeet([a, b], [a.at(i), b.at(k)], sheet))) return false;
        }
      }
    }
    return true;
  }

  /**
   * True when the two come nearer than the gap wherever on the sheet they lie. The positions of one against the other
   * make a rectangle; it is halved until two circles meet all over each piece.
   */
  private *alwaysMeet(
    sources: [Candidate, Candidate],
    [a, b]: [Turned, Turned],
    sheet: BoundSheet,
  ): Generator<undefined, boolean> {
    yield* this.spend(100);
    if (!fits(a, sheet) || !fits(b, sheet)) return true;
    // Most pairs are settled by their boxes, side by side or one above the other.
    if (a.width + b.width + this.gap <= sheet.width || a.height + b.height + this.gap <= sheet.height)
      return false;
    // Rectangles that keep a distance keep more than 1 / √2 of it along one axis.
    const least = this.gap * Math.SQRT1_2 - DEPTH_DOUBT;
    if (a.solid && b.solid)
      return a.width + b.width + least > sheet.width && a.height + b.height + least > sheet.height;
    for (const { search } of sources) yield* this.spend(search);
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
      yield* this.spend(a.circles().length * b.circles().length);
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

  private *spend(operations: number): Generator<undefined, void> {
    this.spent += operations;
    for (; this.spent >= STEP; this.spent -= STEP) yield;
  }
}

/** How deep some circle of b, moved by (x, y), is in one of a. */
function deepest(a: Turned, b: Turned, x: number, y: number): number {
  let deep = -Infinity;
  for (const p of a.circles()) {
    for (const q of b.circles()) {
      const [dx, dy] = [q.x + x - p.x, q.y + y - p.y];
      deep = Math.max(deep, p.r + q.r - Math.sqrt(dx * dx + dy * dy));
    }
  }
  return deep;
}
