/**
 * How is a valid order of cuts made shorter without breaking a precedence?
 *
 * A move rearranges one window of the tour: it puts a contour elsewhere and enters it where that suits best, turns a
 * stretch round (2-opt) or carries a short stretch elsewhere (Or-opt), so that two contours that lie near each other
 * follow each other. Whatever the move asks for, a contour in the window waits until everything inside it is cut; so a
 * reversed stretch keeps holes before their exteriors, and a part moves as a whole. When no move helps, small random
 * swaps shake the tour, and are undone unless they lead to a shorter one. The same contours give the same tour.
 */
import type { PlacedContour } from "../path/contour.ts";
import type { Entries } from "./entries.ts";
import type { Stop, TourGround } from "./ground.ts";
import type { Heat } from "./heat.ts";
import { neighbours } from "./near.ts";

/** Longest stretch that one move may rearrange; keeps the largest sheets within seconds. */
const WINDOW = 1000;
/** Most contours that Or-opt carries in one stretch. */
const LONGEST_STRETCH = 3;
/** Longest run of contours of one part that is carried as one. */
const LONGEST = 60;
/**
 * How often the tour is shaken per contour, and at most among so many of them: the more there are the less of the way
 * one shake saves. And how long each of the two stretches that swap may be.
 */
const SHAKES_EACH = 2;
const SHAKES_AMONG = 2_000_000;
const SHAKEN = 12;
/** Smaller gains are not worth a move, in mm; and not worth another entry while the order still changes, and then. */
const LEAST_GAIN = 1e-7;
const COARSE_GAIN = 0.5;
const FINE_GAIN = 0.01;

/** The shortest tour from end to end that these lead to. */
export function shortenTour(starts: Stop[][], ground: TourGround): Stop[] {
  const [first] = starts as [Stop[]];
  if (first.length < 2) return first;
  const near = neighbours(ground.boxes, ground.tree, ground.heat);
  const tours = starts.map((stops) => {
    const tour = new Tour(stops, ground, near);
    tour.shorten(stops.map(({ index }) => index));
    return tour;
  });
  return tours.reduce((best, other) => (other.isShorterThan(best) ? other : best)).stops();
}

class Tour {
  /** How many contours there are; the ends are kept under this number and the next. */
  private readonly count: number;
  /** Contours by position, from 1 on, the ends before the first and after the last; and positions by contour. */
  private readonly order: Int32Array;
  private readonly at: Int32Array;
  /** By contour: its entry, and where that lies. */
  private readonly chosen: Float64Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  /** By contour, zero between moves: how many contours of the window it waits for, and whether its turn has come. */
  private readonly waits: Int32Array;
  private readonly held: Uint8Array;
  /** Order that a move wants, and the order that the precedences make of it. */
  private readonly wanted: Int32Array;
  private readonly made: Int32Array;
  /** Changes that a shake takes back, last change last: stretches of the order, and pairs of a contour and its entry. */
  private oldStretches: { from: number; contours: Int32Array }[] = [];
  private oldEntries: number[] = [];
  private isShaking = false;
  private readonly queue: number[] = [];
  private readonly queued: Uint8Array;
  /** With what the heat is charged. */
  private length: number;
  private leastEntryGain = COARSE_GAIN;
  /** Gains below this may be rounding, and moves that gain by rounding could go round in circles for ever. */
  private readonly epsilon: number;

  private readonly contours: PlacedContour[];
  private readonly entries: Entries;
  private readonly around: Int32Array;
  /** By contour: the contours near it that may follow it. */
  private readonly near: Int32Array[];
  private readonly heat: Heat | null;

  constructor(stops: Stop[], { contours, entries, around, ends, heat }: TourGround, near: Int32Array[]) {
    this.contours = contours;
    this.entries = entries;
    this.around = around;
    this.near = near;
    this.heat = heat;
    const count = stops.length;
    this.count = count;
    this.order = Int32Array.from([count, ...stops.map(({ index }) => index), count + 1]);
    this.at = new Int32Array(count);
    for (const [i, { index }] of stops.entries()) this.at[index] = i + 1;
    this.chosen = new Float64Array(count);
    this.x = new Float64Array(count + 2);
    this.y = new Float64Array(count + 2);
    for (const [i, [x, y]] of [ends.from, ends.to].entries()) {
      this.x[count + i] = x;
      this.y[count + i] = y;
    }
    for (const { index, entry } of stops) this.enter(index, entry);
    this.waits = new Int32Array(count);
    this.held = new Uint8Array(count);
    this.wanted = new Int32Array(count);
    this.made = new Int32Array(count);
    this.queued = new Uint8Array(count);
    this.length = this.stretch(1, count);
    this.epsilon = Math.max(LEAST_GAIN, 4 * Number.EPSILON * count * this.length);
  }

  /** As far as moves, shakes and better entries of the contours make it shorter. */
  shorten(contours: number[]): void {
    this.improve(contours);
    let random = 0x9e3779b9;
    const draw = (below: number) => {
      random ^= random << 13;
      random ^= random >>> 17;
      random ^= random << 5;
      return (random >>> 0) % below;
    };
    const shakes = Math.min(SHAKES_EACH * this.count, SHAKES_AMONG / this.count);
    for (let shake = 0; shake < shakes; shake++) this.shake(draw);
    // The order is found: smaller gains of better entries count too.
    this.leastEntryGain = FINE_GAIN;
    this.improve(contours);
  }

  isShorterThan({ length }: Tour): boolean {
    return this.length < length - this.epsilon;
  }

  stops(): Stop[] {
    return Array.from(this.order.subarray(1, -1), (index) => ({ index, entry: this.chosen[index]! }));
  }

  /** Moves around the given contours, and around whatever moved, until no move helps. */
  private improve(contours: number[]): void {
    for (const contour of contours) this.enqueue(contour);
    for (let contour = this.queue.pop(); contour !== undefined; contour = this.queue.pop()) {
      this.queued[contour] = 0;
      this.reenter(contour);
      if (this.reinsert(contour) || this.joinAny(contour)) this.enqueue(contour);
    }
  }

  /** Swaps two random stretches that follow each other, improves, and takes it back unless it was worth it. */
  private shake(draw: (below: number) => number): void {
    const { count, order, length } = this;
    this.oldStretches = [];
    this.oldEntries = [];
    this.isShaking = true;
    const from = 1 + draw(count - 1);
    const middle = Math.min(count, from + 1 + draw(SHAKEN));
    const to = Math.min(count, middle + draw(SHAKEN));
    let filled = 0;
    for (let k = middle; k <= to; k++) this.wanted[filled++] = order[k]!;
    for (let k = from; k < middle; k++) this.wanted[filled++] = order[k]!;
    this.arrange(from, to, Number.POSITIVE_INFINITY);
    this.improve([order[from]!, order[from + to - middle]!, order[from + to - middle + 1]!, order[to]!]);
    this.isShaking = false;
    if (this.length >= length - this.epsilon) this.goBack(length);
  }

  private goBack(length: number): void {
    const { order, at, oldEntries } = this;
    this.length = length;
    for (const { from, contours } of this.oldStretches.reverse())
      for (const [k, contour] of contours.entries()) {
        order[from + k] = contour;
        at[contour] = from + k;
      }
    for (let k = oldEntries.length - 2; k >= 0; k -= 2) this.enter(oldEntries[k]!, oldEntries[k + 1]!);
  }

  /** Puts the contour where it makes the tour shortest, between two others of which one is near. */
  private reinsert(contour: number): boolean {
    const { x, y, order, at, entries } = this;
    const i = at[contour]!;
    const out = this.leg(i - 1, i) + this.leg(i, i + 1) - this.gap(order[i - 1]!, order[i + 1]!);
    let most = Math.max(FINE_GAIN, this.epsilon);
    let best = -1;
    let entry = 0;
    for (const other of this.near[contour]!) {
      const j = at[other]!;
      if (Math.abs(i - j) > WINDOW) continue;
      for (let after = j - 1; after <= j; after++) {
        if (after === i || after === i - 1) continue;
        const a = order[after]!;
        const b = order[after + 1]!;
        const without = out + this.gap(a, b);
        const length = entries.past(contour, x[a]!, y[a]!, x[b]!, y[b]!, without - most);
        if (entries.found < 0) continue;
        most = without - length;
        best = after;
        entry = entries.found;
      }
    }
    return best >= 0 && this.moveTo(contour, best, entry);
  }

  /** Puts the contour behind position `after` with this entry, if precedences leave anything of the gain. */
  private moveTo(contour: number, after: number, entry: number): boolean {
    const { order, wanted } = this;
    const i = this.at[contour]!;
    const low = Math.min(i, after + 1);
    const high = Math.max(i, after);
    const before = this.stretch(low, high);
    const old = this.chosen[contour]!;
    this.enter(contour, entry);
    let filled = 0;
    if (after < i) wanted[filled++] = contour;
    for (let k = low; k <= high; k++) if (k !== i) wanted[filled++] = order[k]!;
    if (after > i) wanted[filled] = contour;
    if (this.arrange(low, high, 0, before)) return true;
    this.enter(contour, old);
    return false;
  }

  private joinAny(contour: number): boolean {
    for (const other of this.near[contour]!) if (this.join(contour, other)) return true;
    return false;
  }

  /** Makes two contours follow each other in the first way that shortens the tour; false if none does. */
  private join(contour: number, other: number): boolean {
    const i = this.at[contour]!;
    const j = this.at[other]!;
    const low = Math.min(i, j);
    const high = Math.max(i, j);
    if (high - low > WINDOW || this.leg(i, j) >= Math.max(this.leg(i - 1, i), this.leg(i, i + 1)))
      return false;
    if (this.reverse(low + 1, high) || this.reverse(low, high - 1)) return true;
    for (let more = 1; more < LONGEST_STRETCH; more++) {
      if (this.carry(j, j + more, i, false) || this.carry(j - more, j, i - 1, false)) return true;
      if (this.carry(j - more, j, i, true) || this.carry(j, j + more, i - 1, true)) return true;
    }
    return this.carryPart(other, i);
  }

  /** Turns the stretch round, if that shortens the tour. */
  private reverse(from: number, to: number): boolean {
    if (from >= to) return false;
    const gain =
      this.leg(from - 1, from) + this.leg(to, to + 1) - this.leg(from - 1, to) - this.leg(from, to + 1);
    if (gain <= this.epsilon) return false;
    for (let k = from; k <= to; k++) this.wanted[k - from] = this.order[from + to - k]!;
    return this.arrange(from, to, 0);
  }

  /** The run of neighbours in the tour that belong to the same placement goes as one, if it is not too long. */
  private carryPart(contour: number, after: number): boolean {
    const { contours, order } = this;
    const own = contours[contour]!.placement;
    let from = this.at[contour]!;
    let to = from;
    while (to - from < LONGEST && contours[order[from - 1]!]?.placement === own) from--;
    while (to - from < LONGEST && contours[order[to + 1]!]?.placement === own) to++;
    if (to - from < LONGEST_STRETCH || to - from === LONGEST) return false;
    return this.carry(from, to, after, false) || this.carry(from, to, after - 1, false);
  }

  /** Moves the stretch behind position `after`, turned round or not, if that shortens the tour. */
  private carry(from: number, to: number, after: number, turned: boolean): boolean {
    if (from < 1 || to > this.count || (after >= from - 1 && after <= to)) return false;
    const [first, end] = turned ? [to, from] : [from, to];
    const out = this.leg(from - 1, from) + this.leg(to, to + 1) - this.leg(from - 1, to + 1);
    if (out <= this.epsilon) return false;
    const gain = out + this.leg(after, after + 1) - this.leg(after, first) - this.leg(end, after + 1);
    if (gain <= this.epsilon) return false;
    const [low, high] = after < from ? [after + 1, to] : [from, after];
    let filled = 0;
    const put = (a: number, b: number) => {
      for (let k = a; k <= b; k++) this.wanted[filled++] = this.order[k]!;
    };
    if (after > to) put(to + 1, after);
    if (turned) for (let k = to; k >= from; k--) this.wanted[filled++] = this.order[k]!;
    else put(from, to);
    if (after < from) put(after + 1, from - 1);
    return this.arrange(low, high, 0);
  }

  /**
   * Puts what is `wanted` at the positions `from` to `to`, as far as precedences allow, unless that stretch would get
   * longer than it was `before` by `allowed` or more. A contour whose turn comes too early is held until the last one
   * inside it is cut.
   */
  private arrange(from: number, to: number, allowed: number, before = this.stretch(from, to)): boolean {
    const { around, at, order, waits, held, wanted, made } = this;
    const inWindow = (contour: number) => contour >= 0 && at[contour]! >= from && at[contour]! <= to;
    for (let k = from; k <= to; k++) {
      const outer = around[order[k]!]!;
      if (inWindow(outer)) waits[outer]!++;
    }
    let filled = 0;
    for (let k = 0; k <= to - from; k++) {
      let contour = wanted[k]!;
      held[contour] = 1;
      while (waits[contour] === 0 && held[contour] === 1) {
        held[contour] = 0;
        made[filled++] = contour;
        const outer = around[contour]!;
        if (!inWindow(outer)) break;
        waits[outer]!--;
        contour = outer;
      }
    }
    const after = this.stretchOf(made, from, to);
    if (after >= before + allowed - this.epsilon) return false;
    if (this.isShaking) this.oldStretches.push({ from, contours: order.slice(from, to + 1) });
    for (let k = from; k <= to; k++) {
      order[k] = made[k - from]!;
      at[order[k]!] = k;
    }
    this.length += after - before;
    for (const k of [from - 1, from, from + 1, to - 1, to, to + 1])
      if (k >= 1 && k <= this.count) this.enqueue(order[k]!);
    return true;
  }

  /** Length of the tour from the stop before `from` to the one after `to`, and what the heat there is charged. */
  private stretch(from: number, to: number): number {
    const { x, y, order } = this;
    let length = this.heat?.chargeOf(order, from, to, null) ?? 0;
    for (let k = from; k <= to + 1; k++) {
      const a = order[k - 1]!;
      const b = order[k]!;
      length += Math.sqrt((x[b]! - x[a]!) ** 2 + (y[b]! - y[a]!) ** 2);
    }
    return length;
  }

  /** The same, if these contours stood there. */
  private stretchOf(contours: Int32Array, from: number, to: number): number {
    const { x, y, order } = this;
    let length = this.heat?.chargeOf(order, from, to, contours) ?? 0;
    let a = order[from - 1]!;
    for (let k = 0; k <= to - from + 1; k++) {
      const b = k > to - from ? order[to + 1]! : contours[k]!;
      length += Math.sqrt((x[b]! - x[a]!) ** 2 + (y[b]! - y[a]!) ** 2);
      a = b;
    }
    return length;
  }

  /** Distance between the stops at two positions. */
  private leg(i: number, j: number): number {
    return this.gap(this.order[i]!, this.order[j]!);
  }

  /** Distance between two stops. */
  private gap(a: number, b: number): number {
    const { x, y } = this;
    return Math.sqrt((x[b]! - x[a]!) ** 2 + (y[b]! - y[a]!) ** 2);
  }

  /** Enters the contour where the way past it is shortest. */
  private reenter(contour: number): void {
    const { x, y, order, entries } = this;
    const position = this.at[contour]!;
    const a = order[position - 1]!;
    const b = order[position + 1]!;
    const before = this.gap(a, contour) + this.gap(contour, b);
    const wanted = before - Math.max(this.leastEntryGain, this.epsilon);
    if (wanted <= this.gap(a, b)) return;
    const length = entries.past(contour, x[a]!, y[a]!, x[b]!, y[b]!, wanted);
    if (entries.found < 0) return;
    this.enter(contour, entries.found);
    this.length += length - before;
    if (a < this.count) this.enqueue(a);
    if (b < this.count) this.enqueue(b);
  }

  private enter(contour: number, entry: number): void {
    if (this.isShaking) this.oldEntries.push(contour, this.chosen[contour]!);
    this.chosen[contour] = entry;
    [this.x[contour], this.y[contour]] = this.entries.place(contour, entry);
  }

  private enqueue(contour: number): void {
    if (this.queued[contour] === 1) return;
    this.queued[contour] = 1;
    this.queue.push(contour);
  }
}
