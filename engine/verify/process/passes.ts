/** Is each contour cut as often, as deep and as far past its start as was asked, and no stretch of it again? */
import { tan } from "../../base/geometry/trig/sines.ts";
import { lengthOfAll } from "../sweep/part.ts";
import type { JudgedProgram } from "../wants/judged.ts";
import type { WantedState } from "../wants/wanted-settings.ts";
import { HEIGHT } from "./state.ts";
import { type JudgedStroke, placementOf } from "./strokes.ts";

/**
 * A contour may be cut longer or shorter than asked by this share and this much, mm: a move counts on the pieces of a round
 * path before and behind its own too.
 */
const SHARE = 0.1;
const LENGTH = 1;

/** A cutter ramps round and round shorter rings, and printed in tenths they are longer than they are, mm. */
const SHORT = 12;

/** Cuts along one ring. */
interface Done {
  wanted: WantedState;
  /** By all strokes, and by those that can belong to no other ring. */
  covered: number;
  own: number;
  strokes: JudgedStroke[];
  line: number;
}

export function checkPasses(judged: JudgedProgram, strokes: JudgedStroke[]): void {
  const done = new Map<number, Done>();
  for (const stroke of strokes) {
    const rings = new Set(stroke.candidates.map(({ ring }) => ring));
    for (const ring of rings) {
      if (ring < 0) continue;
      const { wanted } = stroke.candidates.find((one) => one.ring === ring)!;
      const one = done.get(ring) ?? { wanted, covered: 0, own: 0, strokes: [], line: stroke.firstLine };
      if (rings.size === 1) {
        one.own += stroke.candidates[0]!.covered;
        one.strokes.push(stroke);
      }
      done.set(ring, one);
    }
  }
  for (const { ring, length } of judged.covers) {
    const one = done.get(ring);
    if (one) one.covered += length;
  }
  for (const [ring, one] of done) {
    checkLength(judged, ring, one);
    if (judged.isRouter) checkSteps(judged, ring, one);
  }
}

function checkLength(
  judged: JudgedProgram,
  ring: number,
  { wanted, covered, own: sole, strokes, line }: Done,
): void {
  const { firstRing, parts, uncut, isRouter, coarse } = judged;
  const placement = placementOf(firstRing, ring);
  const { part, x, y } = parts[placement]!;
  const own = ring - firstRing[placement]!;
  let [length, needed] = [0, 0];
  for (const piece of part.pieces.slice(part.firstPiece[own], part.firstPiece[own + 1])) {
    length += Math.min(piece.most, lengthOfAll(piece.path));
    needed += Math.min(piece.most, lengthOfAll(piece.wanted));
  }
  const { passes, overcut, depth, entry, ramp_angle: rampAngle } = wanted;
  const past = Math.min(overcut, length);
  const ramp = isRouter && entry !== "plunge" ? depth / passes / tan((rampAngle * Math.PI) / 180) : 0;
  // A ring with closed slots is cut in several strokes, each of which goes down by itself.
  const starts = Math.max(passes, strokes.length);
  const most = (1 + SHARE) * (passes * length + starts * (past + ramp)) + LENGTH;
  const least = passes * ((1 - SHARE) * (needed - (uncut.get(ring) ?? 0)) - LENGTH);
  const report = (code: string, message: string) =>
    judged.report({
      code,
      line,
      placement,
      hole: own === 0 ? null : own - 1,
      at: [x, y],
      message,
    });
  const isUnsure = length <= SHORT && (isRouter || coarse > 0);
  if (sole > most && !isUnsure)
    report("cut-again", `cuts ${sole.toFixed(1)} mm along an outline of ${length.toFixed(1)} mm`);
  if (!isRouter && covered < least)
    report(
      "pass-missing",
      `cuts ${covered.toFixed(1)} mm along an outline of ${length.toFixed(1)} mm in ${passes} passes`,
    );
}

/** No pass goes deeper than the one before by more than its share of the depth. */
function checkSteps(
  { legs, report, firstRing }: JudgedProgram,
  ring: number,
  { wanted, strokes }: Done,
): void {
  const step = wanted.depth / wanted.passes + 2 * HEIGHT;
  let deepest = 0;
  for (const { first, last } of strokes)
    for (let i = first; i <= last; i++) {
      const { z0, z1, line, x0, y0 } = legs.look(i);
      const low = Math.min(z0, z1);
      if (deepest - low > step) {
        const message = `goes ${(deepest - low).toFixed(2)} mm deeper in one pass`;
        report({
          code: "pass-deep",
          line,
          placement: placementOf(firstRing, ring),
          at: [x0, y0],
          message,
        });
        return;
      }
      deepest = Math.min(deepest, low);
    }
}
