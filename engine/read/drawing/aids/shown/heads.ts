/** Which triangles are arrow heads, which lines are the barbs of open ones, and what ends in them? */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { atan2 } from "../../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../../base/geometry/trig/hypot.ts";
import { PointGrid } from "../../basis/grid.ts";
import { between, halfway } from "../../basis/plane.ts";
import { gridOf } from "./ends.ts";
import { sideLengths } from "./rounds.ts";
import type { ArrowHead, Shown, Stroke, Tip } from "./shown.ts";

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
