/**
 * Which curves of a drawing meet, and where? An index of boxes finds the pairs that may, closed forms the places.
 *
 * Most contours of most drawings are closed and meet nothing: these are rings as they stand, and only the others become
 * a graph.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { PointGrid } from "../basis/grid.ts";
import type { Contours } from "../curves/contours.ts";
import type { Curve } from "../curves/curves.ts";
import { areNear, type Laid, LIES } from "./apart.ts";
import { type BoxIndex, CurveBoxes, type Search } from "./boxes.ts";
import { isBeside, leaveApart, meetAtEnds } from "./corners.ts";
import { costOf, type Meeting, meet, shapeOf } from "./meet.ts";
import { isJoint, isMere, type Own, OwnCrossings, type OwnMeeting, Pinches } from "./own.ts";
import { goAround, nearestOn, type Shape } from "./pieces.ts";
import { type Ends, Sweep } from "./sweep.ts";

/** Work on pairs of curves, in looks at two lines; beyond it only those told apart so far are. */
const MOST_WORK = 40_000_000;
/** Places where curves meet: so many are no drawing. */
const MOST_CONTACTS = 1_000_000;
/** Looks for each curve, however many there are. */
const LOOKS = 20;
/** In weld tolerances: curves that are looked at in pairs however they lie, and how near is near. */
const [SHORT, NEAR] = [32, 4];
/** Ends of one curve and of another. */
const JOINTS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
/** Curves whose chords are kept at one time. */
const MOST_KEPT = 4096;

/** Two curves meet: their numbers, the fractions of both, the place. */
export type Contact = [p: number, q: number, t: number, u: number, x: number, y: number];
export type Touch = (...contact: Contact) => void;

/** A place on a curve, and how far it is. */
export interface Near {
  curve: number;
  t: number;
  distance: number;
}

export class CurveIndex {
  /** The curves of all contours but those that lie alone. */
  readonly ids: Int32Array;
  /** Number of the contour of each curve. */
  readonly owners: Int32Array;
  /** Where the curves of each contour begin, and where the last one's end. */
  readonly firsts: Int32Array;
  /** No place of a curve is beyond these: least x and y, greatest x and y of each in turn. */
  readonly bounds: Float64Array;
  /** The numbers of one contact after another, of those that are no ends at the very same place: that is a node in any case. */
  private readonly contacts: number[] = [];
  /** 1 for ends of open contours that meet something: start and end of each contour in turn. */
  private readonly met: Uint8Array;
  readonly lies: Uint8Array;
  private readonly around: Int32Array;
  /** 1 for contours that meet others, or run back on themselves. */
  readonly touched: Uint8Array;
  /** The nearest place for each open end that stops short of a curve: by twice the curve's number, one more for its far end. */
  readonly shorts = new Map<number, Near>();
  readonly pinches: Pinches;
  /** 1 for contours that cross themselves. */
  readonly selfCrossing: Uint8Array;
  /** Not all pairs were looked at. */
  crowded = false;
  private work = 0;
  /** 1 for curves that meet none of each other but where they have an end in common. */
  private readonly plain: Uint8Array;
  private readonly most: number;
  private readonly contours: Contours;
  private readonly boxes: CurveBoxes;
  private all: Search | null = null;
  /** The contour that was asked about last. */
  private own: Own | null = null;
  private readonly shapes = new Map<number, Shape>();
  /** Ends of straight curves, x and y in turn; NaN for others. */
  private readonly lines: Float64Array;

  /**
   * No tree holds contours that are near no other, unless all are asked for; `share` is of the looks and the contacts of a
   * large file.
   */
  constructor(
    { contours, lies, around }: Laid,
    private readonly weld: number,
    private readonly share = 1,
  ) {
    this.contours = contours;
    this.around = around;
    this.touched = new Uint8Array(contours.count);
    this.pinches = new Pinches(contours, this.touched, weld);
    this.met = new Uint8Array(2 * contours.count);
    this.selfCrossing = new Uint8Array(contours.count);
    this.firsts = new Int32Array(contours.count + 1);
    this.most = share * MOST_WORK;
    for (let contour = 0; contour < contours.count; contour++) this.most += LOOKS * contours.size(contour);
    this.lies = this.ownMeetings(lies);
    for (let contour = 0; contour < contours.count; contour++)
      this.firsts[contour + 1] = this.firsts[contour]! + (this.isAlone(contour) ? 0 : contours.size(contour));
    const count = this.firsts[contours.count]!;
    this.ids = new Int32Array(count);
    this.owners = new Int32Array(count);
    this.plain = new Uint8Array(count);
    for (let contour = 0, curve = 0; contour < contours.count; contour++) {
      for (let i = 0; curve < this.firsts[contour + 1]!; i++, curve++) {
        this.ids[curve] = contours.curveId(contour, i);
        this.owners[curve] = contour;
      }
    }
    this.boxes = new CurveBoxes(this.ids, this.owners, contours.table, weld);
    this.bounds = this.boxes.bounds;
    this.lines = this.boxes.lines;
    this.findContacts();
  }

  get contactCount(): number {
    return this.contacts.length / 6;
  }

  contact(number: number): Contact {
    return this.contacts.slice(6 * number, 6 * number + 6) as Contact;
  }

  /** Finds curves that may come within a box. */
  get near(): Search {
    this.all ??= this.boxes.searchIn(this.boxes.index());
    return this.all;
  }

  /** The same for those of some contours, which have a 1: of them alone where they are few. */
  nearOf(contours: Uint8Array): Search {
    const isWanted = (curve: number) => contours[this.owners[curve]!] === 1;
    let count = 0;
    for (let curve = 0; curve < this.ids.length; curve++) count += Number(isWanted(curve));
    return 2 * count < this.ids.length ? this.boxes.searchIn(this.boxes.index(isWanted)) : this.near;
  }

  /** Whether a contour is closed and meets no other. */
  isRing(contour: number): boolean {
    return this.touched[contour] === 0 && this.contours.isClosed(contour);
  }

  /** Whether a contour lies outside of all others, but for those that are known to go around it. */
  isAlone(contour: number): boolean {
    return this.lies[contour] === LIES.alone;
  }

  /** What visits those that lie alone up to a contour, from where it was left: each has its turn among the others. */
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
    for (let curve = 0; curve < this.ids.length; curve++) count += Number(!this.isRing(this.owners[curve]!));
    return count;
  }

  curve(number: number): Curve {
    return this.contours.table.get(this.ids[number]!);
  }

  /** With chords where it needs them, which are kept. */
  shape(number: number): Shape {
    const known = this.shapes.get(number);
    if (known) return known;
    const curve = this.curve(number);
    const shape = shapeOf(curve, this.weld);
    if (!shape.chords) return shape;
    // They are asked for again by what lies nearby, and there are too many to keep them all.
    if (this.shapes.size >= MOST_KEPT) this.shapes.clear();
    this.shapes.set(number, shape);
    return shape;
  }

  /** The same until another one is looked at, without the chords of ellipses: there are many curves, and few of them meet. */
  outline(number: number): Shape {
    const look = this.contours.table.look(this.ids[number]!);
    return look.kind === "bezier" ? this.shape(number) : { curve: look, chords: null };
  }

  /** Finds the open ends that stop short of another curve, by no more than a reach; closed contours count as met then. */
  touchShort(reach: number): void {
    const { contours, met, owners, firsts } = this;
    for (let contour = 0; contour < contours.count; contour++) {
      if (contours.isClosed(contour) || this.lies[contour] !== LIES.near) continue;
      const { x0, y0, x1, y1 } = contours.endsOf(contour);
      const others = (curve: number) => owners[curve] !== contour;
      const offer = (end: number, x: number, y: number) => {
        const found = this.nearest(x, y, reach, others);
        if (!found) return;
        this.shorts.set(end, found);
        this.touched[owners[found.curve]!] = 1;
      };
      if (met[2 * contour] === 0) offer(2 * firsts[contour]!, x0, y0);
      if (met[2 * contour + 1] === 0) offer(2 * firsts[contour + 1]! - 1, x1, y1);
    }
  }

  /** The nearest place within reach, of those on each curve, that is asked for, or null. */
  nearest(x: number, y: number, reach: number, wanted: (curve: number, t: number) => boolean): Near | null {
    let best: Near | null = null;
    this.near(x - reach, y - reach, x + reach, y + reach, (curve) => {
      if (this.isFarther(curve, x, y, best?.distance ?? reach)) return;
      const { curve: own, chords } = this.shape(curve);
      const { t, distance } = nearestOn(own, chords, x, y);
      if (distance <= (best?.distance ?? reach) && wanted(curve, t)) best = { curve, t, distance };
    });
    return best;
  }

  /** Whether two curves are straight between the same ends. */
  isSameLine(p: number, q: number): boolean {
    const { lines } = this;
    const [a, b] = [4 * p, 4 * q];
    const meets = (from: number, to: number) =>
      lines[a + from] === lines[b + to] && lines[a + from + 1] === lines[b + to + 1];
    return (meets(0, 0) && meets(2, 2)) || (meets(0, 2) && meets(2, 0));
  }

  /** Calls back with the places where a contour meets later ones, along it. */
  meetLater(contour: number, found: (later: number, at: Point) => void): void {
    const { bounds, firsts, owners } = this;
    const tell: Touch = (_p, q, _t, _u, x, y) => found(owners[q]!, [x, y]);
    for (let curve = firsts[contour]!; curve < firsts[contour + 1]!; curve++) {
      const others = new Set<number>();
      const at = 4 * curve;
      this.near(bounds[at]!, bounds[at + 1]!, bounds[at + 2]!, bounds[at + 3]!, (other) => {
        if (owners[other]! > contour) others.add(other);
      });
      for (const other of Int32Array.from(others).sort()) this.meet(curve, other, tell, tell);
    }
  }

  /** Whether a closed contour goes around a place, by even-odd. */
  holds(contour: number, at: Point): boolean {
    const first = this.firsts[contour]!;
    return goAround(this.firsts[contour + 1]! - first, (curve) => this.outline(first + curve), at);
  }

  /** Whether a straight curve passes a place at more than a distance. */
  private isFarther(curve: number, x: number, y: number, distance: number): boolean {
    const { lines } = this;
    const dx = lines[4 * curve + 2]! - lines[4 * curve]!;
    const dy = lines[4 * curve + 3]! - lines[4 * curve + 1]!;
    const off = Math.abs(dx * (y - lines[4 * curve + 1]!) - dy * (x - lines[4 * curve]!));
    return off > (distance + this.weld) * Math.sqrt(dx * dx + dy * dy);
  }

  /**
   * Asks contours that meet no other whether they meet themselves. What runs back on itself is taken apart like what lies near
   * another, and what it goes around is asked anew.
   */
  private ownMeetings(lies: Uint8Array): Uint8Array {
    const { contours, weld, touched } = this;
    const spend = (looks: number) => {
      this.work += looks;
      return this.work <= this.most;
    };
    const crossings = new OwnCrossings(contours, weld, this.pinches, spend);
    for (let contour = 0; contour < lies.length; contour++) {
      // Of what nothing else meets no more need be known than whether it crosses itself.
      if (lies[contour] === LIES.near || contours.size(contour) < 2) continue;
      if (crossings.isCrossed(contour)) this.selfCrossing[contour] = 1;
    }
    this.crowded = this.work > this.most;
    this.takeLoops();
    if (!touched.includes(1)) return lies;
    return lies.map((lie, contour) => (touched[contour] === 1 ? LIES.near : Math.min(lie, LIES.apart)));
  }

  private findContacts(): void {
    const { owners, lies, boxes } = this;
    const isNear = (curve: number) => lies[owners[curve]!] === LIES.near;
    const crowd = boxes.index(isNear, true);
    if (!boxes.areArcsSplit && lies.every((lie) => lie !== LIES.apart)) this.all = boxes.searchIn(crowd);
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
    const { weld, owners, ids } = this;
    const { table } = this.contours;
    const numbers = [...ids.keys()].filter(isNear);
    const nodes = new PointGrid(4 * weld, numbers.length);
    const ends = new Int32Array(2 * ids.length).fill(-1);
    for (const curve of numbers) {
      const { x0, y0, x1, y1 } = table.ends(ids[curve]!);
      ends[2 * curve] = nodes.snap(x0, y0, weld);
      ends[2 * curve + 1] = nodes.snap(x1, y1, weld);
    }
    const outlineOf = (curve: number) => this.outline(curve);
    const isShort = (curve: number) => table.length(ids[curve]!) <= SHORT * weld;
    const areApart = (p: number, q: number) => this.areApart(p, q, { nodes, ends });
    const plain = new Sweep({ nodes, ends, weld, outlineOf, isShort, areApart }).run(numbers);
    // The contour that has a node alone, and -2 where several do.
    const holders = new Int32Array(nodes.count).fill(-1);
    const eachEnd = (look: (node: number, curve: number, end: 0 | 1) => void) => {
      for (const curve of plain) for (const end of [0, 1] as const) look(ends[2 * curve + end]!, curve, end);
    };
    eachEnd((node, curve) => {
      holders[node] = holders[node] === -1 || holders[node] === owners[curve] ? owners[curve]! : -2;
    });
    eachEnd((node, curve, end) => {
      if (holders[node] !== -2) return;
      this.touched[owners[curve]!] = 1;
      this.meetEnd(curve, end);
    });
    for (const curve of plain) this.plain[curve] = 1;
    return this.boxes.index((curve) => isNear(curve) && this.plain[curve] === 0, true);
  }

  /** Whether two curves, the first one before the second, come near each other nowhere but where a node joins them. */
  private areApart(p: number, q: number, { nodes, ends }: Ends): boolean {
    const { bounds, lines, owners, weld } = this;
    if (!areNear(bounds, p, bounds, q, NEAR * weld)) return true;
    if (isBeside(lines, p, q, NEAR * weld) || isBeside(lines, q, p, NEAR * weld)) return true;
    const isSame = owners[p] === owners[q];
    const joints = JOINTS.filter(
      ([t, u]) =>
        ends[2 * p + t] === ends[2 * q + u] && (!isSame || isJoint(this.ownOf(owners[p]!), p, q, t, u)),
    ).map(([t]) => ends[2 * p + t]!);
    const [node] = joints;
    if (
      joints.length === 1 &&
      !isSame &&
      leaveApart(lines, [p, q], [nodes.xs[node!]!, nodes.ys[node!]!], weld)
    )
      return true;
    let isApart = true;
    meet(this.shape(p), this.shape(q), NEAR * weld, (_t, _u, x, y) => {
      isApart &&= joints.some(
        (node) => Math.abs(nodes.xs[node]! - x) + Math.abs(nodes.ys[node]! - y) <= 2 * NEAR * weld,
      );
    });
    return isApart;
  }

  /** Of curves that keep apart from each other, only those are looked at that the others, `loose`, come near. */
  private findMeetings(crowd: BoxIndex, loose: BoxIndex | null): void {
    const { plain, bounds } = this;
    const { runs } = this.boxes;
    const { boxes, boxed } = crowd;
    // Curves with several boxes may be found together more than once; the boxes of one follow each other.
    const seen = new Int32Array(this.ids.length).fill(-1);
    const others: number[] = [];
    let [first, among] = [0, crowd];
    const add = (box: number) => {
      const other = among.boxed[box]!;
      if (other >= first) others.push(other);
      return false;
    };
    const look = (curve: number, second: number) => {
      if (second <= curve || seen[second] === curve || !areNear(bounds, curve, bounds, second, 0)) return;
      seen[second] = curve;
      this.work++;
      if (this.work <= this.most) this.pair(curve, second);
    };
    for (let box = 0; box < boxed.length && !this.crowded; box++) {
      first = boxed[box]!;
      if (loose) among = plain[first] === 1 ? loose : crowd;
      const at = 4 * box;
      among.index?.search(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, add);
      for (let curve = first; curve < first + runs[first]!; curve++)
        for (const other of others)
          for (let second = other; second < other + runs[other]!; second++) look(curve, second);
      others.length = 0;
      this.crowded = this.work > this.most || this.contactCount > this.share * MOST_CONTACTS;
    }
  }

  private pair(p: number, q: number): void {
    const { owners, lines, weld } = this;
    const own = owners[p]!;
    if (own !== owners[q]) {
      this.meet(p, q, this.join, this.touch);
      return;
    }
    if (isBeside(lines, p, q, weld) || isBeside(lines, q, p, weld)) return;
    const around = this.ownOf(own);
    if (isMere(around, p, q)) return;
    this.meetShapes(p, q, (t, u, x, y, crosses) => {
      if (isJoint(around, p, q, t, u)) return;
      const curves: OwnMeeting["curves"] = [p - around.first, q - around.first];
      if (this.pinches.look(own, { curves, fractions: [t, u] }, [x, y], crosses)) this.selfCrossing[own] = 1;
      this.addContact(p, q, t, u, x, y);
    });
  }

  /** Calls back with the places where curves of two contours meet: straight ones at the very ends of both, and others. */
  private meet(p: number, q: number, atEnds: Touch, elsewhere: Touch): void {
    const { lines, weld } = this;
    if (meetAtEnds(lines, p, q, weld, atEnds)) return;
    if (isBeside(lines, p, q, weld) || isBeside(lines, q, p, weld)) return;
    this.meetShapes(p, q, (t, u, x, y) => elsewhere(p, q, t, u, x, y));
  }

  private meetShapes(p: number, q: number, found: Meeting): void {
    const [first, second] = [this.shape(p), this.shape(q)];
    this.work += costOf(first, second);
    meet(first, second, this.weld, found);
  }

  /** Curves of two contours have an end in common. */
  private readonly join: Touch = (p, q, t, u) => {
    this.touched[this.owners[p]!] = 1;
    this.touched[this.owners[q]!] = 1;
    this.meetEnd(p, t);
    this.meetEnd(q, u);
  };

  /** Curves of two contours meet. */
  private readonly touch: Touch = (p, q, t, u, x, y) => {
    this.touched[this.owners[p]!] = 1;
    this.touched[this.owners[q]!] = 1;
    this.addContact(p, q, t, u, x, y);
  };

  private readonly addContact: Touch = (p, q, t, u, x, y) => {
    this.meetEnd(p, t);
    this.meetEnd(q, u);
    this.contacts.push(p, q, t, u, x, y);
  };

  private meetEnd(curve: number, t: number): void {
    const { firsts, met } = this;
    const own = this.owners[curve]!;
    if (t === 0 && curve === firsts[own]) met[2 * own] = 1;
    if (t === 1 && curve === firsts[own + 1]! - 1) met[2 * own + 1] = 1;
  }

  private ownOf(contour: number): Own {
    const { table } = this.contours;
    const [first, end] = [this.firsts[contour]!, this.firsts[contour + 1]!];
    if (this.own?.first === first) return this.own;
    const isBezier = (curve: number) => table.isBezier(this.ids[curve]!);
    this.own = { first, end, isClosed: this.contours.isClosed(contour), lines: this.lines, isBezier };
    return this.own;
  }
}
