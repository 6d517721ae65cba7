/**
 * Is every pocket cleared to its depth, step by step, and nothing beyond its outline? The tool's middle must run along the whole
 * line at its radius from the outline, and every point further in must lie within its radius of a pass at full depth: the
 * second is proved by squares, each of which is covered as a whole or divided.
 */
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { pointSegmentDistance } from "../../base/geometry/segment.ts";
import { insideRing } from "../inside.ts";
import { legLength, legMiddle, legSegmentDistance } from "../sweep/distance.ts";
import { Inspector } from "../sweep/inspect.ts";
import { oriented, placed, ringBox } from "../sweep/outline.ts";
import { JudgedPart } from "../sweep/part.ts";
import type { RunIndex } from "../sweep/run-index.ts";
import type { JudgedProgram } from "../wants/judged.ts";
import type { WantedState } from "../wants/wanted-settings.ts";
import type { MarkPath } from "../wants/wishes.ts";

/** A leg may leave its place by this, and a wall stay uncut over this length, mm. */
const EXACT = 0.02;
const LEFT = 0.05;
/** Heights are printed with two decimals or more, mm. */
const HEIGHT = 6e-3;
/** A pass lies above another one where they are this near, mm. */
const ABOVE = 0.1;

interface WantedPocket {
  mark: MarkPath;
  placement: number;
  wanted: WantedState;
  /** The outline first, then islands. */
  rings: Ring[];
  legs: number[];
}

export function checkPockets(judged: JudgedProgram, index: RunIndex): void {
  const pockets = wantedPockets(judged);
  if (pockets.length === 0) return;
  assignStrokes(judged, pockets);
  for (const pocket of pockets) {
    const fault = (code: string, message: string, at?: Point, number?: number) =>
      judged.report({
        code,
        line: number === undefined ? 0 : judged.legs.look(number).line,
        placement: pocket.placement,
        ...(at ? { at } : {}),
        message: `a pocket of part ${pocket.placement + 1} ${message}`,
      });
    const part = partOf(pocket);
    checkWall(judged, pocket, part, fault);
    const uncleared = firstUncleared(judged, pocket, part, index);
    if (uncleared) fault("pocket-uncleared", "is not cleared to its depth everywhere", uncleared);
    const steep = firstSteep(judged, pocket, index);
    if (steep !== null) fault("pass-deep", "is cut deeper in one pass than asked", undefined, steep);
  }
}

type PocketFault = (code: string, message: string, at?: Point, number?: number) => void;

function wantedPockets({ wants }: JudgedProgram): WantedPocket[] {
  return (wants.wishes.marks ?? []).flatMap((marks, placement) => {
    const { x, y, rotation } = wants.request.placements[placement]!;
    const own = (marks ?? [])
      .filter((mark) => wants.roleOf(mark) === "pocket" && wants.isDrawn(mark))
      .map((mark): WantedPocket => {
        const ring = oriented(placed(mark.path, x, y, rotation), false);
        return { mark, placement, wanted: wants.mark(mark), rings: [ring], legs: [] };
      });
    const isWithin = (one: WantedPocket, other: WantedPocket) =>
      one !== other &&
      one.wanted === other.wanted &&
      one.rings[0]!.every(([px, py]) => insideRing(other.rings[0]!, px, py));
    for (const pocket of own)
      for (const one of own) if (isWithin(one, pocket)) pocket.rings.push(oriented(one.rings[0]!, true));
    return own.filter((pocket) => !own.some((other) => isWithin(pocket, other)));
  });
}

/** Strokes before the first contour belong to the pocket that they lie in, at one of its heights. */
function assignStrokes({ legs, marks, marksOf }: JudgedProgram, pockets: WantedPocket[]): void {
  for (let from = 0, to = 0; from < legs.length; from = to) {
    let low = 0;
    for (; to < legs.length && legs.strokeOf(to) === legs.strokeOf(from); to++)
      low = Math.min(low, legs.look(to).z0, legs.look(to).z1);
    if (marks[from] === 1) continue;
    const numbers = Array.from({ length: to - from }, (_, k) => from + k);
    const own = pockets.find(({ rings, wanted: { depth, passes } }) => {
      const pass = Math.round((-low * passes) / depth);
      const isHeight = pass >= 1 && pass <= passes && Math.abs(low + (pass * depth) / passes) <= HEIGHT;
      return isHeight && numbers.every((i) => insideRing(rings[0]!, ...legMiddle(legs.at(i))));
    });
    if (own === undefined) return;
    for (const i of numbers) {
      own.legs.push(i);
      marks[i] = 1;
      marksOf.set(i, [own.mark]);
    }
  }
}

/** The material round a pocket, and its islands, as a part with the pocket as its hole. */
function partOf({ rings, wanted: { diameter } }: WantedPocket): JudgedPart {
  const [x0, y0, x1, y1] = ringBox(rings[0]!);
  const more = 5 * diameter + 10;
  const [left, low, right, top] = [x0 - more, y0 - more, x1 + more, y1 + more];
  const around: Ring = [
    [left, low],
    [right, low],
    [right, top],
    [left, top],
  ];
  const outlines = [around, ...rings];
  return new JudgedPart(
    outlines,
    outlines.map(() => diameter / 2),
  );
}

function checkWall(judged: JudgedProgram, pocket: WantedPocket, part: JudgedPart, fault: PocketFault): void {
  const radius = pocket.wanted.diameter / 2;
  const legs = pocket.legs.map((i) => judged.legs.at(i));
  const limits = {
    radius,
    radiusOf: () => radius,
    touch: EXACT,
    cover: EXACT,
    isDeep: ({ z0, z1 }: { z0: number; z1: number }) => Math.max(z0, z1) <= HEIGHT - pocket.wanted.depth,
    hasSense: false,
  };
  const none = new Uint8Array(judged.legs.length);
  const { touches, gaps } = new Inspector(part, legs, pocket.legs, limits, none).run();
  const [touch] = touches.toSorted((a, b) => b.depth - a.depth);
  if (touch)
    fault("pocket-beyond", `is cut ${touch.depth.toFixed(3)} mm beyond its outline`, undefined, touch.leg);
  const uncut = gaps.filter(({ ring }) => ring > 0).reduce((sum, { length }) => sum + length, 0);
  if (uncut > LEFT) fault("pocket-uncleared", `is not cut along ${uncut.toFixed(2)} mm of its wall`);
}

/** A point further in than the tool's radius that no pass at full depth covers, or null. */
function firstUncleared(
  { legs }: JudgedProgram,
  { legs: own, rings, wanted: { diameter, depth } }: WantedPocket,
  part: JudgedPart,
  index: RunIndex,
): Point | null {
  const radius = diameter / 2;
  const owned = new Set(own);
  const awayFrom = (x: number, y: number) => {
    let least = Number.POSITIVE_INFINITY;
    const reach = radius + EXACT;
    for (const i of index.near([x, y, x, y], reach)) {
      const leg = legs.at(i);
      if (owned.has(i) && Math.max(leg.z0, leg.z1) <= HEIGHT - depth)
        least = Math.min(least, legSegmentDistance(leg, x, y, x, y));
    }
    return least;
  };
  const inside = (x: number, y: number, reach: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (const i of part.edgesNear([x, y, x, y], reach))
      least = Math.min(least, pointSegmentDistance(x, y, ...part.edge(i)));
    return insideRing(rings[0]!, x, y) && !part.contains(x, y) ? least : -least;
  };
  const search = (x: number, y: number, half: number): Point | null => {
    const reach = half * Math.SQRT2;
    const depthIn = inside(x, y, radius + reach);
    if (depthIn + reach < radius) return null;
    const away = awayFrom(x, y);
    if (away + reach <= radius + EXACT) return null;
    if (half < EXACT / 2) return depthIn >= radius && away > radius + EXACT ? [x, y] : null;
    const quarter = half / 2;
    for (const [sx, sy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      const found = search(x + sx * quarter, y + sy * quarter, quarter);
      if (found) return found;
    }
    return null;
  };
  const [x0, y0, x1, y1] = ringBox(rings[0]!);
  const half = radius / 4;
  for (let x = x0 + half; x - half < x1; x += 2 * half)
    for (let y = y0 + half; y - half < y1; y += 2 * half) {
      const found = search(x, y, half);
      if (found) return found;
    }
  return null;
}

/** A leg that goes deeper than one step below what was cut there before, or null. */
function firstSteep(
  { legs }: JudgedProgram,
  { legs: own, wanted: { depth, passes } }: WantedPocket,
  index: RunIndex,
): number | null {
  const step = depth / passes + 2 * HEIGHT;
  const owned = new Set(own);
  for (const i of own) {
    const leg = legs.at(i);
    const low = Math.min(leg.z0, leg.z1);
    if (-low <= step || legLength(leg) < ABOVE) continue;
    const [x, y] = legMiddle(leg);
    const isAbove = index.near([x, y, x, y], ABOVE).some((k) => {
      if (k >= i || !owned.has(k)) return false;
      const before = legs.at(k);
      return Math.min(before.z0, before.z1) <= low + step && legSegmentDistance(before, x, y, x, y) <= ABOVE;
    });
    if (!isAbove) return i;
  }
  return null;
}
