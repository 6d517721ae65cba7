/** Closed contours around texts: bubbles, boxes of numbers, and rows of them. */
import type { Bounds, Point } from "../../../../base/contract/values/geometry.ts";
import { boundsAround, boundsAt, holds, lengthsOf, widened } from "../../../../base/geometry/box.ts";
import { awayFromSides, between, endsOf } from "../../basis/plane.ts";
import type { DrawnText } from "../../model/text.ts";
import { withoutBranches } from "../shown/ends.ts";
import { offAxis } from "../shown/lines.ts";
import { saysRadius } from "../shown/numbers.ts";
import { boundsOfCircle, sideLengths } from "../shown/rounds.ts";
import type { Shown, Straight, Straights } from "../shown/shown.ts";
import { tallestOf } from "../shown/texts.ts";
import { rowOf } from "./rows.ts";

/** Lengths in heights of letters, but for shares and counts. */
export const BUBBLE = {
  /** Most height of round ones, and of the shorter side of boxes. */
  round: 8,
  side: 4.5,
  /** How far from the number in a box its dimension runs, at most. */
  on: 1.5,
  /** How far from its rim a leader may end, as a share of its width; and how many leaders there are, at most. */
  off: 0.01,
  leaders: 2,
  /** How long the text in it is at most, and rows that count one by one at least, as shares of its width. */
  full: 1.2,
  written: 0.25,
  /** How far within the rim of a round one its text has its middle, as a share of the radius. */
  middle: 0.4,
  /** One that may be drawn for its text alone: least share of its width that rows are long, most height of boxes and others. */
  tight: { row: 0.5, letters: [2.5, 4] },
} as const;

/** Lines that are looked at around a text; more are no loop around it. */
const MOST_LINES = 24;

/** A closed contour around a text. */
export interface Bubble {
  number: number;
  box: Bounds;
  text: DrawnText;
  isRound: boolean;
  /** Nothing but its text has room in it. */
  isTight: boolean;
  /** How far outside a place lies; less than 0 within. */
  off: (at: Point) => number;
}

/** Loose lines around a text that make a polygon, whatever begins at its corners. */
export function loopAround({ linesIn, endingAt }: Shown, { height, spots }: DrawnText): Straights[] {
  const room = widened(boundsAt(spots[1]!), BUBBLE.round * height);
  const isIn = (line: Straight) => endsOf(line).every((end) => holds(room, ...end));
  const within = new Set(linesIn(room).filter(isIn));
  if (within.size < 3 || within.size > MOST_LINES) return [];
  const endingWithin = (at: Point) => endingAt(at).filter((line) => within.has(line));
  const loop = withoutBranches(within, endingWithin);
  const corners: Point[] = [];
  const [first] = loop;
  let [line, far] = [first, first && endsOf(first)[1]!];
  while (line && far && corners.length < loop.size) {
    corners.push(far);
    const at = far;
    const others: Straight[] = endingWithin(at).filter((other) => other !== line && loop.has(other));
    line = others.length === 1 ? others[0] : undefined;
    far = line && endsOf(line).sort((p, q) => between(q, at) - between(p, at))[0]!;
  }
  if (!first || line !== first || corners.length !== loop.size) return [];
  return [{ number: first.number, corners, box: boundsAround(corners.map(boundsAt)) }];
}

/** Closed contours that hug a text, or rows of them; and cells beside them, as of the sign in a frame of tolerances. */
export function bubblesOf({ circles, polygons, polygonsIn, textsAmid, near }: Shown): Bubble[] {
  const hugged = (
    box: Bounds,
    least: number,
    isBox: boolean,
    off: Bubble["off"],
  ): Pick<Bubble, "text" | "isTight"> | null => {
    const within = textsAmid(box).filter(({ tag, spots }) => tag === null && off(spots[1]!) < 0);
    const levels = within.filter((text, i) => !within.slice(0, i).some((other) => areLevel(other, text)));
    const rows = levels.reduce((sum, text) => sum + text.height, 0);
    const share =
      levels.reduce((sum, text) => sum + rowOf(text).length, 0) / levels.length / lengthsOf(box)[1];
    // Several rows fill more; what stands here and there are names of holes.
    const letters = share >= BUBBLE.written ? rows : tallestOf(levels);
    if (least > (isBox ? BUBBLE.side : BUBBLE.round) * letters) return null;
    const text = within.find((text) => rowOf(text).length <= BUBBLE.full * lengthsOf(box)[1]);
    const most = BUBBLE.tight.letters[isBox ? 0 : 1] * letters;
    return text ? { text, isTight: least <= most && (!isBox || share >= BUBBLE.tight.row) } : null;
  };
  const rounds = circles.flatMap(({ number, cx, cy, radius }): Bubble[] => {
    const off = (at: Point) => between(at, [cx, cy]) - radius;
    const box = boundsOfCircle({ cx, cy, radius });
    const own = hugged(box, 2 * radius, false, off);
    // What stands at its rim is the number of something else.
    if (!own || off(own.text.spots[1]!) > -BUBBLE.middle * radius) return [];
    const isTight = own.isTight && !saysRadius(own.text.text, radius);
    return [{ number, box, isRound: true, off, ...own, isTight }];
  });
  const isBeside = (p: Straights, q: Straights) =>
    p.corners.length === 4 &&
    p.corners.filter((at) => q.corners.some((other) => between(at, other) <= near)).length === 2;
  const angular = polygons.flatMap((polygon): Bubble[] => {
    const { corners, box } = polygon;
    const isBox = corners.length === 4;
    // The sides of a box may lie aslant.
    const least = isBox ? Math.min(...sideLengths(corners)) : lengthsOf(box)[0];
    const own = hugged(box, least, isBox, (at) => awayFromSides(corners, at));
    if (!own) return [];
    const beside = isBox ? polygonsIn(widened(box, near)).filter((other) => isBeside(other, polygon)) : [];
    return [polygon, ...beside].map(({ number, corners, box }) => {
      return { number, box, isRound: false, off: (at) => awayFromSides(corners, at), ...own };
    });
  });
  return [...rounds, ...angular];
}

/** Whether two texts stand in one row. */
function areLevel(text: DrawnText, other: DrawnText): boolean {
  return offAxis(rowOf(text), other.spots[1]!) < text.height / 2;
}
