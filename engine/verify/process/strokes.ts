/** The strokes of a program, each with the lines of the job that it may be: a contour, a mark, a cut through the skeleton. */
import { hypot } from "../../base/geometry/trig/hypot.ts";
import type { Leg } from "../controller/legs.ts";
import { legLength } from "../sweep/distance.ts";
import type { JudgedProgram } from "../wants/judged.ts";
import type { WantedState } from "../wants/wanted-settings.ts";
import type { Wants } from "../wants/wants.ts";

/** A line of the job that a stroke may belong to. */
export interface StrokeCandidate {
  wanted: WantedState;
  /** Number of the ring, -1 for marks and cuts through the skeleton. */
  ring: number;
  /** Length of the stroke that lies on the ring's wanted path, mm. */
  covered: number;
}

/** Legs that follow each other with the tool in the material. */
export interface JudgedStroke {
  first: number;
  last: number;
  firstLine: number;
  lastLine: number;
  /** Line of the leg before, 0 for none. */
  before: number;
  isMark: boolean;
  candidates: StrokeCandidate[];
}

/** A ring shares a stroke with another when the stroke covers at least this share of what it covers of the other. */
const SHARE = 0.8;
/** A closed stroke ends this near to its start, mm. */
const JOINT = 0.05;

export function strokesOf(judged: JudgedProgram): JudgedStroke[] {
  const { legs, marks } = judged;
  const strokes: JudgedStroke[] = [];
  let before = 0;
  for (let i = 0; i < legs.length; i++) {
    const { line } = legs.look(i);
    const stroke = strokes.at(-1);
    const isMark = marks[i] === 1;
    if (stroke && legs.strokeOf(stroke.last) === legs.strokeOf(i) && stroke.isMark === isMark) {
      stroke.last = i;
      stroke.lastLine = line;
    } else
      strokes.push({ first: i, last: i, firstLine: line, lastLine: line, before, isMark, candidates: [] });
    before = line;
  }
  addRings(judged, strokes);
  for (const stroke of strokes) if (stroke.candidates.length === 0) addOthers(judged, stroke);
  return strokes;
}

function addRings(judged: JudgedProgram, strokes: JudgedStroke[]): void {
  const { covers, firstRing, wants } = judged;
  const ordered = covers.toSorted((a, b) => a.leg - b.leg);
  let at = 0;
  for (const stroke of strokes) {
    const lengths = new Map<number, number>();
    for (; at < ordered.length && ordered[at]!.leg <= stroke.last; at++) {
      const { ring, length } = ordered[at]!;
      lengths.set(ring, (lengths.get(ring) ?? 0) + length);
    }
    if (stroke.isMark) continue;
    const most = Math.max(...lengths.values());
    for (const [ring, covered] of lengths) {
      if (covered < SHARE * most) continue;
      const placement = placementOf(firstRing, ring);
      const own = ring - firstRing[placement]!;
      stroke.candidates.push({ wanted: wants.ring(placement, own), ring, covered });
      const slot = own === 0 ? slotOf(judged, stroke, wants) : null;
      if (slot) stroke.candidates.push({ wanted: slot, ring, covered });
    }
  }
}

/** The placement that a ring belongs to. */
export function placementOf(firstRing: readonly number[], ring: number): number {
  return countUpTo(firstRing.length, (i) => firstRing[i]!, ring) - 1;
}

/** How many values of an ascending list are not above `most`. */
export function countUpTo(length: number, valueAt: (i: number) => number, most: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) > most) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A slot that the tool closes is cut as a hole of the size of its path; null for a stroke that is not closed. */
function slotOf(
  { legs, along }: JudgedProgram,
  { first, last }: JudgedStroke,
  wants: Wants,
): WantedState | null {
  let [doubled, length] = [0, 0];
  let [start, end]: [Leg | null, Leg | null] = [null, null];
  for (const [k, leg] of legs.slice(first, last + 1).entries()) {
    doubled += leg.x0 * leg.y1 - leg.x1 * leg.y0;
    length += legLength(leg);
    if (along[first + k]! <= 0.5 * legLength(leg)) continue;
    start ??= leg;
    end = leg;
  }
  const past = wants.of("cut-inner", "overcut") + JOINT;
  if (!start || !end || hypot(end.x1 - start.x0, end.y1 - start.y0) > past) return null;
  const diameter = 2 * Math.sqrt(Math.abs(doubled) / 2 / Math.PI);
  return wants.line({ role: "cut-inner", diameter, length });
}

function addOthers(judged: JudgedProgram, stroke: JudgedStroke): void {
  const { wants, marksOf } = judged;
  const add = (wanted: WantedState) => stroke.candidates.push({ wanted, ring: -1, covered: 0 });
  if (stroke.isMark) for (const mark of marksOf.get(stroke.first) ?? []) add(wants.mark(mark));
  else add(wants.line({ role: "skeleton", diameter: 0, length: 0 }));
}

/** Whether a leg goes straight down or up. */
export function isVertical({ x0, y0, x1, y1, turn }: Leg): boolean {
  return turn === 0 && x0 === x1 && y0 === y1;
}
