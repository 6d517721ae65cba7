/** Is what is left of the sheet cut to strips, where that was asked for: on the right lines, all of them, after the parts? */

import type { Leg } from "../controller/legs.ts";
import { legLength } from "../sweep/distance.ts";
import type { JudgedProgram, PlacedPart } from "../wants/judged.ts";

/** A cut may be this much off its line, in mm, beside what its printed numbers leave open. */
const ON = 0.02;
/** Lines are looked at every so many mm; a free stretch of more than this must be cut. */
const STEP = 1;
const FREE = 7;

interface Levels {
  isWide: boolean;
  levels: number[];
  end: number;
  /** A cut may be this much off its line. */
  on: number;
}

/** Across the shorter side, evenly, in strips no wider than asked for; null where nothing is asked. */
function levelsOf({ wants, coarse }: JudgedProgram): Levels | null {
  const { wishes, machine, request } = wants;
  const pitch = (wishes.skeleton ?? machine.defaults?.skeleton)?.pitch;
  if (pitch === undefined || !wants.isOn("skeleton")) return null;
  const { sheet_width: width, sheet_height: height } = request;
  const long = Math.max(width, height);
  const strips = Math.ceil(long / pitch - 1e-9);
  return {
    isWide: width >= height,
    levels: Array.from({ length: strips - 1 }, (_, k) => (long * (k + 1)) / strips),
    end: Math.min(width, height),
    on: ON + coarse,
  };
}

/** Whether a leg runs along one of the lines that the skeleton is to be cut on. */
export function isSkeletonLeg(judged: JudgedProgram, leg: Leg): boolean {
  const lines = levelsOf(judged);
  if (!lines || leg.turn !== 0) return false;
  const [from, to] = lines.isWide ? [leg.x0, leg.x1] : [leg.y0, leg.y1];
  return lines.levels.some((level) => Math.abs(from - level) < lines.on && Math.abs(to - level) < lines.on);
}

export function checkSkeleton(judged: JudgedProgram, parts: PlacedPart[]): void {
  const lines = levelsOf(judged);
  if (!lines) return;
  const { legs, along, report } = judged;
  let last = legs.length - 1;
  while (last >= 0 && along[last]! <= 0.5 * legLength(legs.look(last))) last--;
  const cuts = legs.slice(last + 1).filter((leg) => isSkeletonLeg(judged, leg));
  for (const level of lines.levels) {
    const missing = firstMissing(parts, cuts, level, { ...lines, reach: judged.wants.kerf + 0.1 });
    if (missing === null) continue;
    const at: [number, number] = lines.isWide ? [level, missing] : [missing, level];
    const message = "does not cut the skeleton behind the last part";
    report({ code: "skeleton-missing", at, message });
  }
}

/** Where a free stretch of a line begins that is not cut all along, or null. */
function firstMissing(
  parts: PlacedPart[],
  cuts: Leg[],
  level: number,
  { isWide, end, on: most, reach }: Levels & { reach: number },
): number | null {
  const isCut = (at: number) =>
    cuts.some(({ x0, y0, x1, y1 }) => {
      const [from, to, on] = isWide ? [y0, y1, x0] : [x0, x1, y0];
      return Math.abs(on - level) < most && at > Math.min(from, to) - STEP && at < Math.max(from, to) + STEP;
    });
  const isFree = (at: number) => {
    const [x, y] = isWide ? [level, at] : [at, level];
    return parts.every((one) => !one.part.comesWithin(x - one.x, y - one.y, reach));
  };
  let free = 0;
  let uncut = false;
  for (let at = 0; at <= end + STEP; at += STEP) {
    if (at <= end && isFree(at)) {
      free += STEP;
      uncut ||= !isCut(at);
    } else {
      if (free > FREE && uncut) return at - free;
      [free, uncut] = [0, false];
    }
  }
  return null;
}
