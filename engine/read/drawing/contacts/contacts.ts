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
import { CurveIndex, type Near } from "./curve-index.ts";
import { costOf, type Meeting, meet } from "./meet.ts";
import { isJoint, isMere, OwnCrossings, type OwnMeeting, Pinches } from "./own.ts";

/** Work for each place where curves meet: it makes nodes and edges, which are looked at again and again. */
const PLACE = 20;

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
  /** The numbers of one contact after another, of those that are no ends at the very same place: that is a node in any case. */
  private readonly list: number[] = [];
  /** 1 for ends of open contours that meet something: start and end of each contour in turn. */
  private readonly met: Uint8Array;
  private readonly lies: Uint8Array;
  private readonly around: Int32Array;

  constructor(
    laid: SeparateContours,
    private readonly weld: number,
  ) {
    const { contours, around } = laid;
    this.contours = contours;
    this.around = around;
    this.touched = new Uint8Array(contours.count);
    this.selfCrossing = new Uint8Array(contours.count);
    this.pinches = new Pinches(contours, this.touched, weld);
    this.met = new Uint8Array(2 * contours.count);
    this.lies = this.ownMeetings(laid.lies);
    this.index = new CurveIndex({ contours, around, lies: this.lies }, weld);
    this.findMeetings();
    this.takeLoops();
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
    const crossings = new OwnCrossings(contours, weld, this.pinches);
    for (let contour = 0; contour < lies.length; contour++) {
      // A contour that nothing else meets only has to be known to cross itself or not.
      if (lies[contour] === LIES.near || contours.size(contour) < 2) continue;
      if (crossings.isCrossed(contour)) this.selfCrossing[contour] = 1;
    }
    this.takeLoops();
    if (!touched.includes(1)) return lies;
    return lies.map((lie, contour) => (touched[contour] === 1 ? LIES.near : Math.min(lie, LIES.apart)));
  }

  /** Contours with loops are taken apart, but for those that cross themselves elsewhere too. */
  private takeLoops(): void {
    for (const contour of this.pinches.loops) if (this.selfCrossing[contour] === 0) this.touched[contour] = 1;
  }

  private findMeetings(): void {
    const { index, lies } = this;
    const { boxes, boxed, index: found } = index.boxesOf((curve) => lies[index.owners[curve]!] === LIES.near);
    // Curves with several boxes may be found together more than once; the boxes of one follow each other.
    const seen = new Int32Array(index.ids.length).fill(-1);
    const others: number[] = [];
    let curve = 0;
    const { work } = this.contours.table;
    const add = (box: number) => {
      work.spend(1);
      const other = boxed[box]!;
      if (other > curve && seen[other] !== curve) {
        seen[other] = curve;
        others.push(other);
      }
      return false;
    };
    for (let box = 0; box < boxed.length; box++) {
      curve = boxed[box]!;
      const at = 4 * box;
      found?.search(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, add);
      // In the order in which they are drawn: that of the index tells nothing.
      work.spend(others.length);
      for (const other of others.sort((p, q) => p - q)) this.pair(curve, other);
      others.length = 0;
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

  private meetShapes(p: number, q: number, found: Meeting): void {
    const [first, second] = [this.index.shape(p), this.index.shape(q)];
    this.contours.table.work.spend(costOf(first, second));
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
    this.contours.table.work.spend(PLACE);
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
