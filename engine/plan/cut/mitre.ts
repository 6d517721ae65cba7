/**
 * Where the pieces of a bar lie, square or mitred. An angle is that between an end and a square cut, in degrees:
 *
 *     kerf(a)     = kerf / cos a              what a cut at angle a takes of the bar's length
 *     set-back(a) = profile width × tan a     by how much the short point lies behind the long one
 *     gap         = kerf(a) - set-back(a)     between the long points of two ends that one cut at angle a makes
 *     gap         = kerf(the larger angle)    between any other two ends
 *
 * One cut makes two ends when a right end at angle a meets a left end at angle -a: the cut's slant is a. Positive angles
 * have their long point at the far edge, so a piece with equal angles is a trapezoid, one with opposite angles a
 * parallelogram. Half a turn in the plane of the mitre makes of a piece (a, b) the piece (-b, -a).
 *
 * Slants are therefore the nodes of a graph and pieces its edges: (a, b) joins the slants -a and b and may be passed in
 * both directions. A bar is a walk over its edges that jumps where two neighbours share no cut. With share(s) = kerf(s) -
 * set-back(s), pieces fit a bar when
 *
 *     sum of (2 length + share(-a) + share(b))  +  excess  <=  2 room
 *
 *     excess = least over all walks of  sum of jumps (2 kerf(the larger angle) - share(s) - share(t))
 *                                       - share(first slant) - share(last slant)
 *
 * Two more pieces of a class (pieces with the same two slants) change neither which classes are there nor which slants
 * are odd, so the excess stays as it is. It depends on nothing but the state of the bar: whether each class is absent, odd
 * or even. `Joints` tabulates it over all states, and everything that asks what fits a bar reads that table.
 *
 * Lengths go from long point to long point, in units; what a tangent or cosine makes of them is rounded so that no
 * gap comes out too small.
 */

/** Angles of the start and the end of a piece. */
export interface EndAngles {
  start: number;
  end: number;
}

/** Far below what a saw can do, far above what sines are off by. */
const BLUR = 1e-6;
/** States of a bar that are tabulated at most: nine classes of two slants each, in some 0.15 s. */
const MOST_STATES = 20_000;

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

  /** Gap between two ends that one cut makes. */
  share(slant: number): number {
    return this.kerfAt(slant) - this.setBack(slant);
  }

  /** From the long point of a right end to that of the left end behind it. */
  gap(right: number, left: number): number {
    return right === -left ? this.share(right) : Math.max(this.kerfAt(right), this.kerfAt(left));
  }
}

/** A piece laid the way that its class is named after: the two ways to lay a piece are one class. */
export function classEnds({ start, end }: EndAngles): EndAngles {
  return start > -end || (start === -end && end >= -start) ? { start, end } : turned({ start, end });
}

export function turned({ start, end }: EndAngles): EndAngles {
  return { start: negative(end), end: negative(start) };
}

/** Slant of the cuts at the ends of a class: its place in the list of slants. */
type SlantPair = readonly [from: number, to: number];

interface Slant {
  /** Undefined for the ends of pieces that share no cuts. */
  angle: number | undefined;
  kerf: number;
  share: number;
}

/** A piece as it lies on a bar: its class, and the slant behind it. */
interface LaidPiece {
  number: number;
  ends: EndAngles;
  slant: number;
}

/** Rest of a walk: the excess of its jumps and its last end, and the kerf behind it. */
interface Walk {
  excess: number;
  kerf: number;
}

/** Excess of the bars that hold pieces of the given classes. */
export class Joints {
  /** False where there are too many classes: then some of them count as pieces that share no cut, which takes more room.  */
  readonly exact: boolean;
  /** States of each class: absent or present; or absent, odd, even. */
  readonly states: number[];
  /** By how much the least excess of all bars is below 0. */
  readonly bonus: number;
  /** Per state the excess above that of the bar with the least, 0 for the empty bar, and the kerf behind the last piece. */
  readonly excess: Float64Array;
  private readonly lastKerf: Float64Array;
  private readonly slants: Slant[] = [];
  private readonly pairs: SlantPair[] = [];
  private readonly strides: number[] = [];
  /** Number of the class by its ends; those without one share no cuts and are the last class. */
  private readonly numbers = new Map<string, number>();
  /** Per state and slant the best walk over the state's pieces that goes on from a cut with that slant. */
  private readonly restExcess: Float64Array;
  private readonly restKerf: Float64Array;

  /** @param classes ends of each class, in the order in which classes lie on a bar where that is all the same */
  constructor(
    private readonly saw: Saw,
    classes: readonly EndAngles[],
  ) {
    const statesOf = ({ start, end }: EndAngles) => (start === -end ? 2 : 3);
    const all = classes.reduce((product, ends) => product * statesOf(ends), 1);
    this.exact = all <= MOST_STATES;
    let count = this.exact ? 1 : 2;
    const alone: EndAngles[] = [];
    for (const ends of classes) {
      if (count * statesOf(ends) > MOST_STATES) {
        alone.push(ends);
        continue;
      }
      count *= statesOf(ends);
      this.numbers.set(keyOf(ends), this.pairs.length);
      this.pairs.push([this.slantOf(-ends.start), this.slantOf(ends.end)]);
    }
    if (!this.exact) {
      const kerf = Math.max(...alone.flatMap(({ start, end }) => [saw.kerfAt(start), saw.kerfAt(end)]));
      const slant = this.slants.push({ angle: undefined, kerf, share: kerf }) - 1;
      this.pairs.push([slant, slant]);
    }
    this.states = this.pairs.map(([from, to]) => (from === to ? 2 : 3));
    let stride = 1;
    for (const states of this.states) {
      this.strides.push(stride);
      stride *= states;
    }
    this.excess = new Float64Array(count);
    this.lastKerf = new Float64Array(count);
    this.restExcess = new Float64Array(count * this.slants.length);
    this.restKerf = new Float64Array(count * this.slants.length);
    for (let state = 0; state < count; state++) this.tabulate(state);
    this.bonus = -this.excess
      .subarray(1)
      .reduce((least, excess) => Math.min(least, excess), count > 1 ? Infinity : 0);
    for (let state = 1; state < count; state++) this.excess[state]! += this.bonus;
  }

  /** True where all bars have the same excess, so that weights alone tell what fits. */
  get plain(): boolean {
    return this.excess.every((excess) => excess === 0);
  }

  classOf(ends: EndAngles): number {
    return this.numbers.get(keyOf(ends)) ?? this.pairs.length - 1;
  }

  /** Twice the room that a piece takes on a bar, but for the excess. */
  weightOf(ends: EndAngles, length: number): number {
    const [from, to] = this.pairs[this.classOf(ends)]!;
    return Math.max(1, 2 * length + this.slants[from]!.share + this.slants[to]!.share);
  }

  /** The bar that holds so many pieces of each class. */
  stateOf(counts: readonly number[]): number {
    return counts.reduce((state, count, c) => state + this.strides[c]! * digitOf(count, this.states[c]!), 0);
  }

  /** Kerf behind the last piece of a bar. */
  kerfBehind(state: number): number {
    return this.lastKerf[state]!;
  }

  /**
   * The piece behind `last` in the best order, with so many pieces of each class to come. It is of the same class where
   * that is as good as any other, and else of the first such class. `first` has the ends of the next piece of each class.
   */
  next(
    counts: readonly number[],
    last: LaidPiece | undefined,
    first: readonly (EndAngles | undefined)[],
  ): LaidPiece {
    const state = this.stateOf(counts);
    let best: Walk = { excess: Infinity, kerf: 0 };
    let next = last;
    const inOrder = (a: number, b: number) =>
      Number(b === last?.number) - Number(a === last?.number) || a - b;
    for (const c of [...counts.keys()].sort(inOrder)) {
      if (counts[c] === 0) continue;
      const digit = digitOf(counts[c]! - 1, this.states[c]!);
      const after = state + this.strides[c]! * (digit - this.digitAt(state, c));
      for (const ends of [first[c]!, turned(first[c]!)]) {
        const [from, to] = this.passed(c, ends);
        const rest = this.restAt(after, to);
        const begin = last ? this.jump(last.slant, from) : -this.slants[from]!.share;
        const walk = { excess: begin + rest.excess, kerf: rest.kerf };
        if (!isShorter(walk, best)) continue;
        best = walk;
        next = { number: c, ends, slant: to };
      }
    }
    return next!;
  }

  /** Slants before and behind a piece of a class that is laid with these ends. */
  private passed(c: number, { start }: EndAngles): SlantPair {
    const [from, to] = this.pairs[c]!;
    return this.slants[from]!.angle === negative(start) || from === to ? [from, to] : [to, from];
  }

  private slantOf(angle: number): number {
    const known = this.slants.findIndex((slant) => slant.angle === angle);
    if (known >= 0) return known;
    return (
      this.slants.push({ angle: angle + 0, kerf: this.saw.kerfAt(angle), share: this.saw.share(angle) }) - 1
    );
  }

  private jump(from: number, to: number): number {
    if (from === to) return 0;
    const [a, b] = [this.slants[from]!, this.slants[to]!];
    return 2 * Math.max(a.kerf, b.kerf) - a.share - b.share;
  }

  private digitAt(state: number, c: number): number {
    return Math.floor(state / this.strides[c]!) % this.states[c]!;
  }

  private restAt(state: number, slant: number): Walk {
    const at = state * this.slants.length + slant;
    return { excess: this.restExcess[at]!, kerf: this.restKerf[at]! };
  }

  /** Finds the best walks of a state; those of lower states are known. */
  private tabulate(state: number): void {
    const { slants } = this;
    // Per slant the best walk that begins with a piece there.
    const begun = slants.map((): Walk => ({ excess: Infinity, kerf: Infinity }));
    this.pairs.forEach(([from, to], c) => {
      if (this.digitAt(state, c) === 0) return;
      const left = state - this.strides[c]!;
      for (const [first, last] of [[from, to] as const, [to, from] as const]) {
        const rest = this.restAt(left, last);
        if (isShorter(rest, begun[first]!)) begun[first] = rest;
      }
    });
    let whole: Walk = { excess: Infinity, kerf: 0 };
    begun.forEach(({ excess, kerf }, slant) => {
      const walk = { excess: excess - slants[slant]!.share, kerf };
      if (isShorter(walk, whole)) whole = walk;
    });
    [this.excess[state], this.lastKerf[state]] = state === 0 ? [0, 0] : [whole.excess, whole.kerf];
    slants.forEach(({ share, kerf }, here) => {
      let best: Walk = state === 0 ? { excess: -share, kerf } : { excess: Infinity, kerf: 0 };
      begun.forEach((rest, slant) => {
        const walk = { excess: this.jump(here, slant) + rest.excess, kerf: rest.kerf };
        if (isShorter(walk, best)) best = walk;
      });
      const at = state * slants.length + here;
      [this.restExcess[at], this.restKerf[at]] = [best.excess, best.kerf];
    });
  }
}

/** Equal pieces of a bar that follow each other. */
export interface PieceRun extends EndAngles {
  length: number;
  count: number;
}

/** A run of equal pieces that lie alike, one gap after the other; `run` is its place among those to be laid. */
export interface LaidRun extends EndAngles {
  run: number;
  at: number;
  count: number;
}

/**
 * Lays the pieces of a bar from `start` on, in the order that takes least room; pieces of a class in the order of `runs`.
 * `used` goes up to the end of the last kerf.
 */
export function layBar(
  saw: Saw,
  joints: Joints,
  runs: readonly PieceRun[],
  start: number,
): { laid: LaidRun[]; used: number } {
  const laid: LaidRun[] = [];
  const queues = joints.states.map((): number[] => []);
  const counts = joints.states.map(() => 0);
  const left = runs.map(({ count }) => count);
  runs.forEach((run, r) => {
    const c = joints.classOf(classEnds(run));
    queues[c]!.push(r);
    counts[c]! += run.count;
  });
  let reach = start;
  let last: LaidPiece | undefined;
  while (counts.some((count) => count > 0)) {
    const first = queues.map(([run]) => (run === undefined ? undefined : runs[run]!));
    const next = joints.next(counts, last, first);
    const { number, ends } = next;
    const run = queues[number]![0]!;
    // Square pieces follow each other as long as there are any.
    const count = ends.start === 0 && ends.end === 0 ? left[run]! : 1;
    const at = last ? reach + saw.gap(last.ends.end, ends.start) : start;
    laid.push({ run, at, count, start: ends.start, end: ends.end });
    reach = at + count * runs[run]!.length + (count - 1) * saw.gap(ends.end, ends.start);
    counts[number]! -= count;
    left[run]! -= count;
    if (left[run] === 0) queues[number]!.shift();
    last = next;
  }
  return { laid, used: last ? reach + saw.kerfAt(last.ends.end) - start : 0 };
}

function isShorter(a: Walk, b: Walk): boolean {
  return a.excess < b.excess || (a.excess === b.excess && a.kerf < b.kerf);
}

/** Absent, present; or absent, odd, even. */
function digitOf(count: number, states: number): number {
  if (count === 0) return 0;
  return states === 2 ? 1 : 2 - (count % 2);
}

function keyOf({ start, end }: EndAngles): string {
  return `${start + 0} ${end + 0}`;
}

/** Without the zero that has a sign. */
function negative(angle: number): number {
  return angle === 0 ? 0 : -angle;
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}
