/** What drafting aids are made of: straight lines, circles, boxes and slender triangles among the outlines of a drawing. */
import type { Bounds, Point } from "../../contract/values/geometry.ts";
import { atan2 } from "../../geometry/trig/angles.ts";
import { hypot } from "../../geometry/trig/hypot.ts";
import { boundsAround, boundsAt, lies, roomAt, widened } from "../basis/bounds.ts";
import type { Finder } from "../basis/finder.ts";
import { PointGrid } from "../basis/grid.ts";
import { angleAt, between, distanceTo, type Ends, endsOf, halfway } from "../basis/plane.ts";
import { nearestOn } from "../contacts/pieces.ts";
import type { Contours } from "../curves/contours.ts";
import { type Arc, curveAt, curveLength } from "../curves/curves.ts";
import type { DrawnText } from "../roles/order.ts";
import type { Material } from "./material.ts";

/** Pairs that are looked at; in larger drawings dimensions lie on layers of their own. */
export const MOST_PAIRS = 4_000_000;
/** A text belongs to a line within so many heights of its letters. */
const NEAR = 2;
/** Contours of more sides are no leaders. */
const SIDES = 3;
/** Of arrow heads. */
const ARROW = {
  /** How long they are at most: in millimetres, or in letters of what is written. */
  length: 5,
  letters: 2.5,
  /** How many times as long as wide slender ones are at least, and fat ones, which must lie along their line. */
  ratio: 2.5,
  fat: 0.7,
  /** By which share of their length their sides differ, and how far off their tips a line ends. */
  same: 0.05,
  off: 0.02,
};
/**
 * Of open heads: degrees between each of their two lines and what they end, by how many those differ, and how much of its
 * length they are. Where more lines meet there is none.
 */
const OPEN = { least: 5, most: 50, skew: 8, share: 1.1, crowd: 8 };

export interface Straight extends Ends {
  number: number;
  /** The whole of its contour. */
  alone: boolean;
  length: number;
  /** One of two that stand for an arc. */
  chord?: boolean;
}

/** An end of a line or arc: where it is, and which way it would go on from there. */
export interface Tip {
  at: Point;
  out: Point;
}

/** A line or arc that may end in heads, and have a number beside it. */
export interface Stroke {
  number: number;
  /** The whole of its contour. */
  alone: boolean;
  line: Straight | null;
  arc: Arc | null;
  length: number;
  tips: readonly [Tip, Tip];
}

export interface Round {
  number: number;
  cx: number;
  cy: number;
  radius: number;
}

/** A closed contour of so many straight sides. */
export interface Straights {
  number: number;
  corners: Point[];
  box: Bounds;
}

/** What a drawing shows. */
export interface Shown {
  contours: Contours;
  texts: readonly DrawnText[];
  /** Contours that may meet another one. */
  met: ReadonlySet<number>;
  lines: readonly Straight[];
  circles: readonly Round[];
  polygons: readonly Straights[];
  /** Lines, circles, circles by their centres and polygons that come into a box, and some that only come near it. */
  linesIn: Finder<Straight>;
  circlesIn: Finder<Round>;
  centresIn: Finder<Round>;
  polygonsIn: Finder<Straights>;
  /** Closed contours. */
  closedIn: Finder<number>;
  /** Texts with their middles in a box, and those that may be near what is in it. */
  textsAmid: Finder<DrawnText>;
  textsBy: Finder<DrawnText>;
  endingAt: (at: Point, most?: number) => Straight[];
  /** How high letters are, at most. */
  letters: number;
  /** Corners of filled triangles. */
  heads: readonly (readonly Point[])[];
  /** Those, and closed ones. */
  arrows: readonly ArrowHead[];
  /** Lines that are bends by their layers. */
  bends: readonly Ends[];
  material: Material;
  /** Ends this close meet. */
  near: number;
}

/** A line that is all of its contour. */
export function straight(number: number, [x0, y0]: Point, [x1, y1]: Point): Straight {
  return { number, alone: true, x0, y0, x1, y1, length: hypot(x1 - x0, y1 - y0) };
}

/** Sides of open contours of few curves; of arcs two chords. */
export function linesOf(contours: Contours): Straight[] {
  return contours.numbers(false).flatMap((number) => {
    const { curves } = contours.get(number);
    if (curves.length > SIDES) return [];
    return curves.flatMap((id): Straight[] => {
      const curve = contours.table.get(id);
      const alone = curves.length === 1 && curve.kind === "line";
      const chord = curve.kind === "arc";
      const places = endsOf(curve);
      if (chord) places.splice(1, 0, curveAt(curve, 0.5));
      return places.slice(1).map((to, i) => ({ ...straight(number, places[i]!, to), alone, chord }));
    });
  });
}

/** Lines, and the arcs of open contours of few curves. */
export function strokesOf(contours: Contours, lines: readonly Straight[]): Stroke[] {
  const arcs = new Set(lines.flatMap(({ number, chord }) => (chord ? [number] : [])));
  return [
    ...lines.flatMap((line) => (line.chord ? [] : [strokeOfLine(line)])),
    ...[...arcs].flatMap((number) => {
      const { curves } = contours.get(number);
      return curves.flatMap((id): Stroke[] => {
        const arc = contours.table.get(id);
        return arc.kind === "arc" && arc.sweep !== 0 ? [strokeOfArc(number, arc, curves.length === 1)] : [];
      });
    }),
  ];
}

export function strokeOfLine(line: Straight): Stroke {
  const { number, alone, length, x0, y0, x1, y1 } = line;
  const out: Point = length === 0 ? [1, 0] : [(x1 - x0) / length, (y1 - y0) / length];
  const back: Point = [-out[0], -out[1]];
  const tips: Stroke["tips"] = [
    { at: [x0, y0], out: back },
    { at: [x1, y1], out },
  ];
  return { number, alone, line, arc: null, length, tips };
}

export function strokeOfArc(number: number, arc: Arc, alone: boolean): Stroke {
  const { cx, cy, radius, x0, y0, x1, y1 } = arc;
  const turn = Math.sign(arc.sweep) / radius;
  const tips: [Tip, Tip] = [
    { at: [x0, y0], out: [turn * (y0 - cy), -turn * (x0 - cx)] },
    { at: [x1, y1], out: [-turn * (y1 - cy), turn * (x1 - cx)] },
  ];
  return { number, alone, line: null, arc, length: curveLength(arc), tips };
}

/** Adds the numbers of lines and closed contours that lie in a box. */
export function addWithin({ contours, linesIn, closedIn }: Shown, box: Bounds, aids: Set<number>): void {
  for (const number of closedIn(box)) if (lies(contours.boundsOf(number), box)) aids.add(number);
  for (const line of linesIn(box)) if (lies(boundsOfLine(line), box)) aids.add(line.number);
}

export function boundsOfLine(line: Straight): Bounds {
  return boundsAround(endsOf(line).map(boundsAt));
}

export function boundsOfCircle({ cx, cy, radius }: Omit<Round, "number">): Bounds {
  return roomAt([cx, cy], radius);
}

/** What no place of a line or arc is beyond. */
export function boundsOfStroke({ line, arc }: Stroke): Bounds {
  return line ? boundsOfLine(line) : boundsOfCircle(arc!);
}

/** How far a place lies from a line or arc. */
export function awayFrom({ line, arc }: Stroke, at: Point): number {
  return line ? distanceTo(line, ...at) : nearestOn(arc!, null, ...at).distance;
}

/** Those of some closed contours that are arcs about one centre. */
export function circlesOf(contours: Contours, near: number, closed = contours.numbers(true)): Round[] {
  const { table } = contours;
  return closed.flatMap((number): Round[] => {
    const id = contours.curveId(number, 0);
    if (table.isLine(id)) return [];
    const first = table.look(id);
    if (first.kind !== "arc") return [];
    const { cx, cy, radius } = first;
    for (let i = 1; i < contours.size(number); i++) {
      const curve = table.get(contours.curveId(number, i));
      if (curve.kind !== "arc" || Math.abs(curve.radius - radius) > near) return [];
      if (hypot(curve.cx - cx, curve.cy - cy) > near) return [];
    }
    return [{ number, cx, cy, radius }];
  });
}

/** Those of some closed contours that have from three to so many straight sides. */
export function polygonsOf(contours: Contours, most: number, closed: readonly number[]): Straights[] {
  return closed.flatMap((number) => {
    if (contours.size(number) < 3 || contours.size(number) > most) return [];
    if (!contours.get(number).curves.every((id) => contours.table.isLine(id))) return [];
    const corners = contours.cornersOf(number);
    const box = boundsAround(corners.map(boundsAt));
    return [{ number, corners, box }];
  });
}

/** A triangle that may end a line; a filled one is no contour, and has no number. */
export interface ArrowHead {
  number: number | null;
  /** Corners and the middles of sides; of a fat one its tip and the middle of its base. */
  tips: Point[];
  isFat: boolean;
  /** How far off its tips a line or arc may end: arcs leave the axis of a head. */
  off: number;
}

/** Slender triangles, and fat ones with two sides alike; `letters` is how high what is written is. */
export function arrowHeads(
  { polygons, heads }: Pick<Shown, "polygons" | "heads">,
  letters: number,
): ArrowHead[] {
  const filled = heads.map((corners) => ({ number: null, corners }));
  return [...polygons, ...filled].flatMap(({ number, corners }): ArrowHead[] => {
    if (corners.length !== 3) return [];
    const sides = sideLengths(corners);
    const lengths = [...sides].sort((p, q) => p - q);
    if (lengths[2]! > Math.max(ARROW.length, ARROW.letters * letters)) return [];
    const off = ARROW.off * lengths[2]!;
    const middles = corners.map((corner, i) => halfway(corner, corners[(i + 1) % 3]!));
    if (lengths[1]! >= ARROW.ratio * lengths[0]!)
      return [{ number, tips: [...corners, ...middles], isFat: false, off }];
    const alike = (i: number) => Math.abs(sides[i]! - sides[(i + 2) % 3]!) <= ARROW.same * sides[i]!;
    return [0, 1, 2].flatMap((i): ArrowHead[] => {
      const tips = [corners[i]!, middles[(i + 1) % 3]!];
      const isLong = between(tips[0]!, tips[1]!) >= ARROW.fat * sides[(i + 1) % 3]!;
      return alike(i) && isLong ? [{ number, tips, isFat: true, off }] : [];
    });
  });
}

/** What finds the arrow heads that a line or arc ends in. */
export function headsAt(arrows: readonly ArrowHead[], near: number): (stroke: Stroke) => ArrowHead[] {
  const reach = arrows.reduce((most, { off }) => Math.max(most, off), near);
  const tips = arrows.flatMap((arrow) => arrow.tips.map((tip) => ({ arrow, tip })));
  const grid = gridOf(
    tips.map(({ tip }) => tip),
    reach,
  );
  return (stroke) => {
    const found = new Set<ArrowHead>();
    for (const { at } of stroke.tips)
      grid.near(...at, reach, (i) => {
        const { arrow } = tips[i]!;
        if (endsInHead(stroke, arrow, near)) found.add(arrow);
        return false;
      });
    return [...found];
  };
}

/** Whether a line or arc ends in an arrow head: a fat one must lie along it. */
function endsInHead(stroke: Stroke, { tips, isFat, off }: ArrowHead, near: number): boolean {
  const reach = Math.max(near, off);
  const met = stroke.tips.find(({ at }) => tips.some((tip) => between(tip, at) <= reach));
  if (!met || !isFat) return met !== undefined;
  const [[x, y], [u, v]] = tips as [Point, Point];
  const long = hypot(u - x, v - y);
  const across = (u - x) * met.out[1] - (v - y) * met.out[0];
  return Math.abs(across) <= ARROW.same * long && stroke.length > long;
}

/** An arrow head of two lines. */
export interface OpenHead {
  tip: Point;
  barbs: Stroke[];
}

/** Of lines and arcs those that end in two lines of one length, alike on both sides of them. */
export function openHeads(
  strokes: readonly Stroke[],
  near: number,
  letters: number,
): Map<Stroke, OpenHead[]> {
  const nodes = new PointGrid(near, 2 * strokes.length);
  const meeting: { stroke: Stroke; tip: Tip }[][] = [];
  for (const stroke of strokes)
    for (const tip of stroke.tips) {
      const node = nodes.snap(...tip.at, near);
      meeting[node] ??= [];
      meeting[node].push({ stroke, tip });
    }
  const longest = Math.max(ARROW.length, ARROW.letters * letters);
  const found = new Map<Stroke, OpenHead[]>();
  for (const here of meeting) {
    if (here.length < 3 || here.length > OPEN.crowd) continue;
    const barbs = here.filter(({ stroke }) => stroke.line && stroke.length <= longest);
    for (const { stroke, tip } of barbs.length < 2 ? [] : here) {
      const head = barbsOf(stroke, tip, barbs);
      if (head) found.set(stroke, [...(found.get(stroke) ?? []), { tip: tip.at, barbs: head }]);
    }
  }
  return found;
}

function gridOf(points: readonly Point[], near: number): PointGrid {
  const grid = new PointGrid(near, points.length);
  for (const point of points) grid.add(...point);
  return grid;
}

/** What finds the lines that end at a place; not many more than so many. */
export function linesEndingAt(lines: readonly Straight[], near: number): Shown["endingAt"] {
  let grid: PointGrid | null = null;
  return (at, most = Infinity) => {
    const found = new Set<Straight>();
    grid ??= gridOf(lines.flatMap(endsOf), near);
    grid.near(...at, near, (end) => {
      found.add(lines[end >> 1]!);
      return found.size > most;
    });
    return [...found];
  };
}

/** What is left of lines when those are taken away, again and again, that have an end at which no other one of them ends. */
export function withoutBranches(
  lines: ReadonlySet<Straight>,
  endingAt: Shown["endingAt"],
): ReadonlySet<Straight> {
  const left = new Set(lines);
  const isLoose = (line: Straight) =>
    endsOf(line).some(
      (end) => !endingAt(end).some((other) => other !== line && (left.has(other) || !lines.has(other))),
    );
  const asked = [...lines];
  for (const line of asked) {
    if (!left.has(line) || !isLoose(line)) continue;
    left.delete(line);
    for (const end of endsOf(line)) for (const other of endingAt(end)) if (left.has(other)) asked.push(other);
  }
  return left;
}

/** Lines that make loops without branches, when those are taken away that end elsewhere. */
export function loopsOf(lines: readonly Straight[], endingAt: Shown["endingAt"]): Straight[] {
  const whole = withoutBranches(new Set(lines), endingAt);
  const isForked = (line: Straight) =>
    endsOf(line).some((end) => endingAt(end).filter((other) => whole.has(other)).length > 2);
  const plain = new Set([...whole].filter((line) => !isForked(line)));
  const endingPlain = (at: Point) => endingAt(at).filter((line) => plain.has(line));
  return [...withoutBranches(plain, endingPlain)];
}

/** Two lines that go back from the tip of another, alike on both sides of it. */
function barbsOf(stroke: Stroke, { out }: Tip, barbs: { stroke: Stroke; tip: Tip }[]): Stroke[] | null {
  const turns = barbs.flatMap((barb) => {
    const [x, y] = barb.tip.out;
    const turn = (180 / Math.PI) * atan2(x * out[1] - y * out[0], x * out[0] + y * out[1]);
    const isSharp = Math.abs(turn) >= OPEN.least && Math.abs(turn) <= OPEN.most;
    return isSharp && barb.stroke.length <= OPEN.share * stroke.length ? [{ turn, stroke: barb.stroke }] : [];
  });
  for (const p of turns)
    for (const q of turns)
      if (
        p.turn > 0 &&
        Math.abs(p.turn + q.turn) <= OPEN.skew &&
        Math.abs(p.stroke.length - q.stroke.length) <= ARROW.same * p.stroke.length
      )
        return [p.stroke, q.stroke];
  return null;
}

/** Their lengths. */
export function sideLengths(corners: readonly Point[]): number[] {
  return corners.map((corner, i) => between(corner, corners[(i + 1) % corners.length]!));
}

/** The sharpest corner, in degrees. */
export function sharpest(corners: readonly Point[]): number {
  const count = corners.length;
  const angles = corners.map((corner, i) =>
    angleAt(corner, corners[(i + count - 1) % count]!, corners[(i + 1) % count]!),
  );
  return Math.min(...angles);
}

/** Whether any text is within reach. */
export function isBeside(texts: readonly DrawnText[], distance: (at: Point) => number): boolean {
  return texts.some((text) => isTextNear(text, distance));
}

/** How high the letters of the tallest text are. */
export function tallestOf(texts: readonly DrawnText[]): number {
  return texts.reduce((most, { height }) => Math.max(most, height), 0);
}

/** What a text is near to comes into this room. */
export function roomAround({ height, spots }: DrawnText): Bounds {
  return widened(boundsAround(spots.map(boundsAt)), NEAR * height);
}

/** Whether a text belongs to what lies so far from its places. */
export function isTextNear({ height, spots }: DrawnText, distance: (at: Point) => number): boolean {
  return spots.some((spot) => distance(spot) <= NEAR * height);
}

/** How far a place is off a line, or what is in line with it. */
export function offAxis({ x0, y0, x1, y1, length }: Straight, [x, y]: Point): number {
  return Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / (length || 1);
}

export function cosine(p: Straight, q: Straight): number {
  const dot = (p.x1 - p.x0) * (q.x1 - q.x0) + (p.y1 - p.y0) * (q.y1 - q.y0);
  return dot / (p.length * q.length || 1);
}
