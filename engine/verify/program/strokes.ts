/** Is every stroke a contour with a lead at either end and nothing else, on the sheet, and every missing lead told? */

import { hypot } from "../../base/geometry/trig/hypot.ts";
import { outermost } from "../controller/reach.ts";
import { legLength } from "../sweep/distance.ts";
import { type JudgedProgram, toldIn } from "../wants/judged.ts";
import { isSkeletonLeg } from "./skeleton.ts";

/** Rounding of printed numbers and the joints of squared corners, in mm. */
const SLACK = 0.05;
const EDGE = 2e-3;
/**
 * A quarter of a circle that touches the outline runs along it, within what counts as on it, for the root of this times
 * its length.
 */
const GRAZING = 0.026;

interface LegRange {
  first: number;
  last: number;
}

/** Notes in the head of a program about starts without a lead, and about leads that are too short. */
const BARE = /^note - \d+ (contours? .* on the outline|starts? behind|leads? (lie|lies) on)/;
const SHORT = /leads? (is|are) shorter/;

/** Gives how many starts have no lead, or one that is too short, where leads were asked for. */
export function checkStrokes(judged: JudgedProgram): number {
  const { wants } = judged;
  // Further passes begin where the first one did.
  const bare = new Set<string>();
  const short = new Set<string>();
  for (const run of strokesOf(judged)) {
    checkSheet(judged, run);
    const { x0, y0 } = judged.legs.at(run.first);
    const lead = checkLeads(judged, run);
    if (lead !== "whole") (lead === "none" ? bare : short).add(`${x0} ${y0}`);
  }
  if (!wants.asksForLeads) return 0;
  const untoldIn = (comments: string[]) => {
    const told = toldIn(comments, BARE);
    return Math.max(bare.size - told, bare.size + short.size - told - toldIn(comments, SHORT));
  };
  const code = "lead-untold";
  judged.mustTell(
    code,
    (comments) => untoldIn(comments) <= 0,
    () => {
      const amount = untoldIn(judged.course.comments);
      const message = `${bare.size} starts lack the lead that was asked for and ${short.size} have a shorter one, ${amount} more than the program tells of`;
      judged.report({ code, amount, message });
    },
  );
  return bare.size + short.size;
}

function strokesOf({ legs, marks }: JudgedProgram): LegRange[] {
  const runs: LegRange[] = [];
  for (let i = 0; i < legs.length; i++) {
    if (marks[i] === 1) continue;
    const run = runs.at(-1);
    if (run && legs.strokeOf(run.last) === legs.strokeOf(i)) run.last = i;
    else runs.push({ first: i, last: i });
  }
  return runs;
}

function isContour({ legs, along }: JudgedProgram, i: number): boolean {
  return along[i]! > 0.5 * legLength(legs.look(i));
}

/** Whether a stroke has the lead that was asked for. */
function checkLeads(judged: JudgedProgram, { first, last }: LegRange): "whole" | "short" | "none" {
  const { wants, legs, along } = judged;
  let [from, to] = [first, last];
  let leadIn = 0;
  let leadOut = 0;
  while (from <= last && !isContour(judged, from)) leadIn += legLength(legs.look(from++));
  const turns = helixLength(judged, first, from);
  while (to > from && !isContour(judged, to)) leadOut += legLength(legs.look(to--));
  const radius = wants.kerf / 2;
  const most = 1.05 * wants.longestLead() + 6 * radius + SLACK + judged.coarse;
  if (from > last) {
    if (leadIn > most && !legs.slice(first, last + 1).every((leg) => isSkeletonLeg(judged, leg)))
      stray(judged, first, leadIn);
    return "whole";
  }
  if (leadIn - turns > most) stray(judged, first, leadIn - turns);
  if (leadOut > most) stray(judged, last, leadOut);
  let run = 0;
  for (let i = from; i <= to; i++) {
    const leg = legs.look(i);
    if (along[i]! > 0.5 * legLength(leg)) run = 0;
    else if (leg.z1 >= leg.z0 - 1e-9) run += legLength(leg);
    // A cutter that stays down goes from one pass over its leads to the next.
    if (run > 2 * most) {
      stray(judged, i, run);
      run = Number.NEGATIVE_INFINITY;
    }
  }
  const wanted = Math.min(wants.of("cut-outer", "lead_in"), wants.of("cut-inner", "lead_in"));
  if (leadIn - turns >= 0.9 * wanted - Math.sqrt(GRAZING * wanted)) return "whole";
  return from === first ? "none" : "short";
}

/** Length of the legs that go down round and round within the tool's own width, as a cutter may in the scrap. */
function helixLength({ legs, wants }: JudgedProgram, from: number, to: number): number {
  let length = 0;
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const leg of legs.slice(from, to)) {
    if (leg.z1 >= leg.z0 - 1e-9) continue;
    length += legLength(leg);
    for (const [axis, value] of [leg.x0, leg.y0, leg.x1, leg.y1].entries()) {
      low[axis % 2] = Math.min(low[axis % 2]!, value);
      high[axis % 2] = Math.max(high[axis % 2]!, value);
    }
  }
  const size = hypot(high[0]! - low[0]!, high[1]! - low[1]!);
  return size <= 1.5 * wants.kerf && length > 2.5 * size ? length : 0;
}

function stray({ legs, report }: JudgedProgram, i: number, length: number): void {
  const { line, x0, y0 } = legs.at(i);
  report({
    code: "stray-cut",
    line,
    at: [x0, y0],
    amount: length,
    message: `cuts ${length.toFixed(2)} mm that belong to no outline`,
  });
}

/** A kerf may leave the sheet with its outline; a lead may not. */
function checkSheet(judged: JudgedProgram, { first, last }: LegRange): void {
  const { sheet_width: width, sheet_height: height } = judged.wants.request;
  const off = (x: number, y: number) => Math.max(-x, -y, x - width, y - height);
  const edge = EDGE + judged.coarse;
  for (let i = first; i <= last; i++) {
    const seen = judged.legs.look(i);
    // Nearly all are lines on the sheet.
    if (seen.turn === 0 && off(seen.x0, seen.y0) <= edge && off(seen.x1, seen.y1) <= edge) continue;
    const leg = judged.legs.at(i);
    const { line, x0, y0, x1, y1 } = leg;
    const own = isContour(judged, i);
    const bulge = leg.turn === 0 ? [] : outermost(leg).map(([x, y]) => off(x, y));
    const start = Math.max(off(x0, y0), ...bulge);
    const end = Math.max(off(x1, y1), ...bulge);
    // Where a lead meets an outline that leaves the sheet is the outline's affair.
    const isIn = !own && i < last && isContour(judged, i + 1);
    const isOut = !own && i > first && isContour(judged, i - 1);
    const out = isIn ? start : isOut ? end : Math.max(start, end);
    if (out <= edge) continue;
    judged.report({
      code: own ? "outside-sheet" : "off-sheet",
      severity: own ? "note" : "fault",
      line,
      at: [x0, y0],
      amount: out,
      message: `cuts ${out.toFixed(3)} mm outside the sheet`,
    });
  }
}
