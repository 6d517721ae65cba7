/**
 * Which curves of a drawing meet, and where? An index of boxes finds the pairs that may, closed forms the places.
 *
 * Most contours of most drawings are closed and meet nothing: these are rings as they stand, and only the others become
 * a graph.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Contours } from "../curves/contours.ts";
import { LIES, type SeparateContours } from "./apart.ts";
import { isBeside, meetAtEnds } from "./corners.ts";
import type { BoxIndex } from "./curve-boxes.ts";
import { CurveIndex, type Near } from "./curve-index.ts";
import { costOf, type Meeting, meet } from "./meet.ts";
import { isJoint, isMere, OwnCrossings, type OwnMeeting, Pinches } from "./own.ts";
import { Sweep } from "./sweep.ts";

/** Work on pairs of curves, in looks at two lines; beyond it only those told apart so far are. */
const MOST_WORK = 40_000_000;
/** Places where curves meet: so many are no drawing. */
const MOST_CONTACTS = 1_000_000;
/** Looks for each curve, however many there are. */
const LOOKS = 20;

/** Two curves meet: their numbers, the fractions of both, the place. */
export type CurveContact = [p: number, q: number, t: number, u: number, x: number, y: number];
export type OnTouch = (...contact: CurveContact) => void;

export class CurveContacts {
  readonly index: CurveIndex;
  readonly contours: Contours;
  /** 1 for contours that meet others, or run back on themselves. */
  readonly touched: Uint8Array;
  /** 1 for contours that cross themselves. */
  readonly selfCrossing: Uint8Array;
  readonly pinches: Pinches;
  /** The nearest place for each open end that stops short of a curve: by twice the curve's number, one more for its far end. */
  readonly shorts = new Map<number, Near>();
  /** Not all pairs were looked at. */
  crowded = false;
  /** The numbers of one contact after another, of those that are no ends at the very same place: that is a node in any case. */
  private readonly list: number[] = [];
  /** 1 for ends of open contours that meet something: start and end of each contour in turn. */
  private readonly met: Uint8Array;
  /** 1 for curves that meet none of each other but where they have an end in common. */
  private readonly plain: Uint8Array;
  private readonly lies: Uint8Array;
  private readonly around: Int32Array;
  private readonly most: number;
  private work = 0;

  /** `share` is of the looks and the contacts of a large file. */
  constructor(
    laid: SeparateContours,
    private readonly weld: number,
    private readonly share = 1,
  ) {
    const { contours, around } = laid;
    this.contours = contours;
    this.around = around;
    this.touched = new Uint8Array(contours.count);
    this.selfCrossing = new Uint8Array(contours.count);
    this.pinches = new Pinches(contours, this.touched, weld);
    this.met = new Uint8Array(2 * contours.count);
    this.most = share * MOST_WORK;
    for (let contour = 0; contour < contours.count; contour++) this.most += LOOKS * contours.size(contour);
    this.lies = this.ownMeetings(laid.lies);
    this.index = new CurveIndex({ contours, around, lies: this.lies }, weld);
    this.plain = new Uint8Array(this.index.ids.length);
    this.findContacts();
  }

  get count(): number {
    return this.list.length / 6;
  }

  contact(number: number): CurveContact {
    return this.list.slice(6 * number, 6 * number + 6) as CurveContact;
  }

  /** Whether a contour is closed and meets no other. */
  isRing(contour: number): boolean {
    return this.touched[contour] === 0 && this.contours.isClosed(contour);
  }

  /** Whether a contour lies outside of all others, but for those that are known to go around it. */
  isAlone(contour: number): boolean {
    return this.lies[contour] === LIES.alone;
  }

  /** Visitor of contours that lie alone, up to one, from where it was left: each has its turn among the others. */
  aloneInTurn(closed: boolean, visit: (contour: number) => void): (end: number) => void {
    let next = 0;
    return (end) => {
      for (; next < end; next++)
        if (this.isAlone(next) && this.contours.isClosed(next) === closed) visit(next);
    };
  }

  /** Which one goes around one that lies alone as the next, or -1. */
  parentOf(contour: number): number {
    return this.around[contour]!;
  }

  /** Whether one that is closed and lies alone bounds a part: the next in that is its hole. */
  isSolid(contour: number): boolean {
    let solid = true;
    for (let at = this.around[contour]!; at >= 0; at = this.around[at]!) solid = !solid;
    return solid;
  }

  /** How many curves are not of rings. */
  countLoose(): number {
    let count = 0;
    for (const owner of this.index.owners) count += Number(!this.isRing(owner));
    return count;
  }

  /** Finds the open ends that stop short of another curve, by no more than a reach; closed contours count as met then. */
  touchShort(reach: number): void {
    const { contours, met, index } = this;
    const { owners, firsts } = index;
    // Where not even crossings are known, no end is known to stop short.
    if (this.crowded) return;
    for (let contour = 0; contour < contours.count; contour++) {
      if (contours.isClosed(contour) || this.lies[contour] !== LIES.near) continue;
      const { x0, y0, x1, y1 } = contours.endsOf(contour);
      const others = (curve: number) => owners[curve] !== contour;
      const offer = (end: number, x: number, y: number) => {
        const found = index.nearest(x, y, reach, others);
        if (!found) return;
        this.shorts.set(end, found);
        this.touched[owners[found.curve]!] = 1;
      };
      if (met[2 * contour] === 0) offer(2 * firsts[contour]!, x0, y0);
      if (met[2 * contour + 1] === 0) offer(2 * firsts[contour + 1]! - 1, x1, y1);
    }
  }

  /** Calls back with the places where a contour meets later ones, along it. */
  meetLater(contour: number, found: (later: number, at: Point) => void): void {
    const { bounds, firsts, owners, near } = this.index;
    const tell: OnTouch = (_p, q, _t, _u, x, y) => found(owners[q]!, [x, y]);
    for (let curve = firsts[contour]!; curve < firsts[contour + 1]!; curve++) {
      const others = new Set<number>();
      const at = 4 * curve;
      near(bounds[at]!, bounds[at + 1]!, bounds[at + 2]!, bounds[at + 3]!, (other) => {
        if (owners[other]! > contour) others.add(other);
      });
      for (const other of Int32Array.from(others).sort()) this.meet(curve, other, tell, tell);
    }
  }

  /**
   * Asks contours that meet no other whether they meet themselves. What runs back on itself is taken apart like what lies near
   * another, and what it goes around is asked anew.
   */
  private ownMeetings(lies: Uint8Array): Uint8Array {
    const { contours, weld, touched } = this;
    const spend = (looks: number) => {
      this.spend(looks);
      return this.work <= this.most;
    };
    const crossings = new OwnCrossings(contours, weld, this.pinches, spend);
    for (let contour = 0; contour < lies.length; contour++) {
      // A contour that nothing else meets only has to be known to cross itself or not.
      if (lies[contour] === LIES.near || contours.size(contour) < 2) continue;
      if (crossings.isCrossed(contour)) this.selfCrossing[contour] = 1;
    }
    this.crowded = this.work > this.most;
    this.takeLoops();
    if (!touched.includes(1)) return lies;
    return lies.map((lie, contour) => (touched[contour] === 1 ? LIES.near : Math.min(lie, LIES.apart)));
  }

  private findContacts(): void {
    const { index, lies } = this;
    const isNear = (curve: number) => lies[index.owners[curve]!] === LIES.near;
    const crowd = index.boxesOf(isNear);
    const loose = crowd.isCrowded ? this.sweep(isNear) : null;
    this.findMeetings(crowd, loose);
    this.takeLoops();
  }

  /** Contours with loops are taken apart, but for those that cross themselves elsewhere too. */
  private takeLoops(): void {
    for (const contour of this.pinches.loops) if (this.selfCrossing[contour] === 0) this.touched[contour] = 1;
  }

  /** Finds the curves that come near each other nowhere but at ends that join them; the boxes of all others. */
  private sweep(isNear: (curve: number) => boolean): BoxIndex {
    const { index, plain } = this;
    const { owners } = index;
    const numbers = [...index.ids.keys()].filter(isNear);
    const sweep = new Sweep(index, this.contours.table, numbers, this.weld);
    const kept = sweep.run();
    this.spend(sweep.looks);
    // The contour that has a node alone, and -2 where several do.
    const holders = new Int32Array(sweep.nodes.count).fill(-1);
    const eachEnd = (look: (node: number, curve: number, end: 0 | 1) => void) => {
      for (const curve of kept)
        for (const end of [0, 1] as const) look(sweep.ends[2 * curve + end]!, curve, end);
    };
    eachEnd((node, curve) => {
      holders[node] = holders[node] === -1 || holders[node] === owners[curve] ? owners[curve]! : -2;
    });
    eachEnd((node, curve, end) => {
      if (holders[node] !== -2) return;
      this.touched[owners[curve]!] = 1;
      this.meetEnd(curve, end);
    });
    for (const curve of kept) plain[curve] = 1;
    return index.boxesOf((curve) => isNear(curve) && plain[curve] === 0);
  }

  /** Looks only at curves, of those that keep apart, that the others, `loose`, come near. */
  private findMeetings(crowd: BoxIndex, loose: BoxIndex | null): void {
    const { plain, index } = this;
    const { boxes, boxed } = crowd;
    // Curves with several boxes may be found together more than once; the boxes of one follow each other.
    const seen = new Int32Array(index.ids.length).fill(-1);
    const others: number[] = [];
    let [curve, among] = [0, crowd];
    const { work } = this.contours.table;
    const add = (box: number) => {
      work.spend(1);
      const other = among.boxed[box]!;
      if (other > curve && seen[other] !== curve) {
        seen[other] = curve;
        others.push(other);
      }
      return false;
    };
    for (let box = 0; box < boxed.length && !this.crowded; box++) {
      curve = boxed[box]!;
      if (loose) among = plain[curve] === 1 ? loose : crowd;
      const at = 4 * box;
      among.index?.search(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, add);
      // In the order in which they are drawn: that of the index tells nothing.
      for (const other of others.sort((p, q) => p - q)) {
        this.work++;
        if (this.work <= this.most) this.pair(curve, other);
      }
      others.length = 0;
      this.crowded = this.work > this.most || this.count > this.share * MOST_CONTACTS;
    }
  }

  private pair(p: number, q: number): void {
    const { index, weld } = this;
    const { owners, lines } = index;
    const own = owners[p]!;
    if (own !== owners[q]) {
      this.meet(p, q, this.join, this.touch);
      return;
    }
    if (isBeside(lines, p, q, weld) || isBeside(lines, q, p, weld)) return;
    const around = index.ownOf(own);
    if (isMere(around, p, q)) return;
    this.meetShapes(p, q, (t, u, x, y, crosses) => {
      if (isJoint(around, p, q, t, u)) return;
      const curves: OwnMeeting["curves"] = [p - around.first, q - around.first];
      if (this.pinches.look(own, { curves, fractions: [t, u] }, [x, y], crosses)) this.selfCrossing[own] = 1;
      this.addContact(p, q, t, u, x, y);
    });
  }

  /** Calls back with the places where curves of two contours meet: straight ones at the very ends of both, and others. */
  private meet(p: number, q: number, atEnds: OnTouch, elsewhere: OnTouch): void {
    const { weld } = this;
    const { lines } = this.index;
    if (meetAtEnds(lines, p, q, weld, atEnds)) return;
    if (isBeside(lines, p, q, weld) || isBeside(lines, q, p, weld)) return;
    this.meetShapes(p, q, (t, u, x, y) => elsewhere(p, q, t, u, x, y));
  }

  private spend(looks: number): void {
    this.work += looks;
    this.contours.table.work.spend(looks);
  }

  private meetShapes(p: number, q: number, found: Meeting): void {
    const [first, second] = [this.index.shape(p), this.index.shape(q)];
    this.spend(costOf(first, second));
    meet(first, second, this.weld, found);
  }

  /** Curves of two contours have an end in common. */
  private readonly join: OnTouch = (p, q, t, u) => {
    this.takeApart(p);
    this.takeApart(q);
    this.meetEnd(p, t);
    this.meetEnd(q, u);
  };

  /** Curves of two contours meet. */
  private readonly touch: OnTouch = (p, q, t, u, x, y) => {
    this.takeApart(p);
    this.takeApart(q);
    this.addContact(p, q, t, u, x, y);
  };

  private readonly addContact: OnTouch = (p, q, t, u, x, y) => {
    this.meetEnd(p, t);
    this.meetEnd(q, u);
    this.list.push(p, q, t, u, x, y);
  };

  private takeApart(curve: number): void {
    this.touched[this.index.owners[curve]!] = 1;
  }

  private meetEnd(curve: number, t: number): void {
    const { met, index } = this;
    const { firsts } = index;
    const own = index.owners[curve]!;
    if (t === 0 && curve === firsts[own]) met[2 * own] = 1;
    if (t === 1 && curve === firsts[own + 1]! - 1) met[2 * own + 1] = 1;
  }
}
