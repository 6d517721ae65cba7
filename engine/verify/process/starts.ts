/**
 * Is the tool switched on only where a cut begins or a hole is pierced, at the right height, and is it waited for as long as
 * was asked, and no longer anywhere?
 */
import type { BeamStart } from "../controller/interpret.ts";
import type { Leg, Legs } from "../controller/legs.ts";
import { legSegmentDistance } from "../sweep/distance.ts";
import type { RunIndex } from "../sweep/run-index.ts";
import { isCutStanding, type JudgedProgram, toldIn } from "../wants/judged.ts";
import type { WantedState } from "../wants/wanted-settings.ts";
import type { Wants } from "../wants/wants.ts";
import { HEIGHT, pierceWrong } from "./state.ts";
import { countUpTo, isVertical, type JudgedStroke } from "./strokes.ts";

/** Places are the same when they are printed alike, mm; times, s. */
const SAME = 1e-3;
const TIME = 1e-3;

/** A start this far inside the edge of a cut is in it, mm. */
const GROUND = 0.05;
const TOLD = /pierces? (lies in a cut|lie in cuts) that/;

/** A place where the tool pierces a hole and cuts nothing else. */
type Pierce = BeamStart;

export function checkStarts(judged: JudgedProgram, strokes: JudgedStroke[], index: RunIndex): void {
  const starts = judged.isRouter ? [] : startsOf(judged);
  const pierces = judged.isRouter
    ? plungesOf(judged)
    : starts.filter((start) => !beginsStroke(judged, strokes, start));
  checkPierces(judged, strokes, pierces);
  if (judged.isRouter) {
    checkSpindle(judged);
    checkPlunges(judged, strokes);
  } else for (const stroke of strokes) checkStart(judged, stroke, starts);
  checkWaits(judged, strokes);
  const { process } = judged.wants;
  if (process === "plasma" || process === "waterjet") checkGround(judged, strokes, index);
}

/** A torch strikes no arc where there is nothing left under it, nor does a jet: such starts are told. */
function checkGround(
  { legs, wants, report, mustTell }: JudgedProgram,
  strokes: JudgedStroke[],
  index: RunIndex,
): void {
  const reach = wants.kerf / 2 - GROUND;
  if (reach <= 0 || strokes.some(({ candidates }) => candidates.some(({ wanted }) => wanted.passes > 1)))
    return;
  const inCut = strokes.filter(({ first }) => {
    const { x0, y0 } = legs.look(first);
    return index
      .near([x0, y0, x0, y0], reach)
      .some((i) => i < first && legSegmentDistance(legs.at(i), x0, y0, x0, y0) < reach);
  });
  const [code, amount] = ["pierce-untold", inCut.length];
  const isTold = (comments: string[]) => amount <= toldIn(comments, TOLD);
  mustTell(code, isTold, () => {
    const { line, x0, y0 } = legs.at(inCut[0]!.first);
    const message = `pierces ${amount} times in a cut that is there already, more often than the program tells`;
    report({ code, line, at: [x0, y0], amount, message });
  });
}

/** Words that switch the tool on; one that is said again before the tool moves counts once. */
function startsOf({ course }: JudgedProgram): BeamStart[] {
  return course.starts.filter((start, k) => {
    const before = course.starts[k - 1];
    const isSame = before && Math.abs(before.x - start.x) < SAME && Math.abs(before.y - start.y) < SAME;
    return !isSame || course.rapids.some(({ line }) => line > before.line && line < start.line);
  });
}

/** How many strokes begin before a line or in it. */
function begunBy(strokes: JudgedStroke[], line: number): number {
  return countUpTo(strokes.length, (i) => strokes[i]!.firstLine, line);
}

function beginsStroke({ legs }: JudgedProgram, strokes: JudgedStroke[], { line, x, y }: BeamStart): boolean {
  const stroke = strokes[begunBy(strokes, line)];
  if (!stroke || stroke.before > line) return false;
  const { x0, y0 } = legs.look(stroke.first);
  return Math.abs(x0 - x) < SAME && Math.abs(y0 - y) < SAME;
}

/** Where a cutter goes down and up again without cutting along. */
function plungesOf({ course: { legs } }: JudgedProgram): Pierce[] {
  const pierces: Pierce[] = [];
  for (let i = 0; i < legs.length; i++) {
    const leg = legs.at(i);
    if (!isVertical(leg) || leg.z1 > -1e-9) continue;
    const isCut = (k: number) =>
      k >= 0 && k < legs.length && legs.strokeOf(k) === leg.stroke && !isVertical(legs.at(k));
    const { line, x1: x, y1: y, z1: z, power, modes } = leg;
    if (!isCut(i - 1) && !isCut(i + 1)) pierces.push({ line, x, y, z, power, modes });
  }
  return pierces;
}

/**
 * Every hole that is only pierced has a pierce in it, and there are no others. Where coarse numbers leave next to nothing of
 * the way round a hole, a stroke that begins in it does as well.
 */
function checkPierces(judged: JudgedProgram, strokes: JudgedStroke[], pierces: Pierce[]): void {
  const { wants, parts, report, legs } = judged;
  const left = new Set(pierces);
  for (const [placement, { part, x, y }] of parts.entries())
    for (let ring = 1; ring < part.rings.length; ring++) {
      const wanted = wants.ring(placement, ring);
      const { pierce_only: isOnlyPierced, on } = wanted;
      const isStanding = isCutStanding(judged, placement, ring);
      if (!on || !(isOnlyPierced || isStanding)) continue;
      const isIn = (px: number, py: number) => part.within(ring, px - x, py - y);
      const own = pierces.filter((pierce) => isIn(pierce.x, pierce.y));
      for (const pierce of own) left.delete(pierce);
      checkPierced(judged, { placement, hole: ring - 1 }, own, wanted);
      const begins = ({ first }: JudgedStroke) => isIn(legs.look(first).x0, legs.look(first).y0);
      const isMade = isStanding && !isOnlyPierced && strokes.some(begins);
      if (own.length === 0 && !isMade)
        report({
          code: "pierce-missing",
          placement,
          hole: ring - 1,
          message: `hole ${ring} of part ${placement + 1} is not pierced`,
        });
    }
  for (const { line, x, y } of left)
    report({
      code: "pierce-stray",
      line,
      at: [x, y],
      message: "pierces where nothing is cut",
    });
}

/** Checks the pierces of one hole: the controller's state and the wait of each, their number, and how deep a cutter goes. */
function checkPierced(
  { wants, course, isRouter, report }: JudgedProgram,
  where: { placement: number; hole: number },
  pierces: Pierce[],
  wanted: WantedState,
): void {
  if (pierces.length === 0) return;
  const add = ({ line, x, y }: Pierce, code: string, message: string) =>
    report({ code, line, at: [x, y], ...where, message });
  const wait = isRouter ? 0 : waitOf(wants, wanted) + waitAfter(wants);
  for (const pierce of pierces) {
    for (const wrong of pierceWrong(wants, pierce.power, pierce.modes, wanted)) add(pierce, ...wrong);
    const left = course.rapids[firstAfter(course.rapids, pierce.line)]?.line ?? Infinity;
    const waited = waitedBetween(course.waits, pierce.line, left);
    if (waited < wait - TIME) add(pierce, "wrong-delay", `is left ${waited} s after it pierces`);
  }
  const again = pierces[wanted.passes];
  if (again) add(again, "cut-again", `pierces a hole ${pierces.length} times in ${wanted.passes} passes`);
  const deepest = pierces.reduce((low, pierce) => (pierce.z < low.z ? pierce : low));
  if (isRouter && Math.abs(deepest.z + wanted.depth) > HEIGHT)
    add(deepest, "wrong-height", `pierces to Z${deepest.z}, not to Z${-wanted.depth}`);
}

/** A beam is waited for before its first move, and a torch strikes at the height of its pierce. */
function checkStart(
  { wants, course, report, legs }: JudgedProgram,
  stroke: JudgedStroke,
  starts: BeamStart[],
): void {
  const { machine } = wants;
  const number = firstAfter(starts, stroke.firstLine - 1) - 1;
  const start = starts[number];
  if (!start || start.line <= stroke.before) return;
  const { x0, y0 } = legs.look(stroke.first);
  const fault = (code: string, message: string) => report({ code, line: start.line, at: [x0, y0], message });
  const waited = waitedBetween(course.waits, start.line, stroke.firstLine);
  const isRight = stroke.candidates.some(({ wanted }) => Math.abs(waited - waitOf(wants, wanted)) <= TIME);
  if (!isRight) fault("wrong-delay", `starts with a wait of ${waited} s, which was not asked for`);
  const off = waitedBetween(course.waits, stroke.before, start.line);
  const before = stroke.before > 0 ? waitAfter(wants) : 0;
  const isFirstAir = start.modes.coolant !== "" && coolantBefore(course.starts, start) === "";
  if (off < before + (isFirstAir ? (machine.tool?.air?.delay ?? 0) : 0) - TIME)
    fault("wrong-delay", `starts ${off} s after the last cut or the air`);
  const height = machine.z?.pierce ?? machine.z?.cut;
  const isTorch = wants.process === "plasma" || wants.process === "waterjet";
  if (isTorch && machine.z?.cut !== undefined && Math.abs(start.z - height!) > HEIGHT)
    fault("wrong-pierce-height", `pierces at Z${start.z}, not at Z${height}`);
}

/** How long a program waits where it switches a beam on, s. */
function waitOf({ machine, post }: Wants, { pierce_delay: delay }: WantedState): number {
  return post.grammar.waits ? delay + (machine.tool?.on_delay ?? 0) : 0;
}

/** How long a program waits where it switches a beam off, s. */
function waitAfter({ machine, post }: Wants): number {
  return post.grammar.waits ? (machine.tool?.off_delay ?? 0) : 0;
}

function coolantBefore(starts: BeamStart[], start: BeamStart): string {
  return starts[firstAfter(starts, start.line - 1) - 1]?.modes.coolant ?? "";
}

function waitedBetween(waits: JudgedProgram["course"]["waits"], from: number, to: number): number {
  let sum = 0;
  for (let k = firstAfter(waits, from); k < waits.length && waits[k]!.line < to; k++)
    sum += waits[k]!.seconds;
  return sum;
}

/** Index of the first that stands behind a line. */
function firstAfter(list: readonly { line: number }[], line: number): number {
  return countUpTo(list.length, (i) => list[i]!.line, line);
}

/** A cutter waits where it has gone straight down and goes on level. */
function checkPlunges({ course, report }: JudgedProgram, strokes: JudgedStroke[]): void {
  const { legs, waits } = course;
  for (let i = 0; i + 1 < legs.length; i++) {
    if (!isVertical(legs.look(i))) continue;
    const [down, next] = [legs.at(i), legs.at(i + 1)];
    if (down.z1 >= Math.min(down.z0, 0)) continue;
    if (isVertical(next) || next.z1 < next.z0 || next.stroke !== down.stroke) continue;
    const stroke = strokes[begunBy(strokes, next.line) - 1];
    const waited = waitedBetween(waits, down.line, next.line);
    if (!stroke || stroke.candidates.some(({ wanted }) => waited >= wanted.pierce_delay - TIME)) continue;
    const message = `waits ${waited} s before the cut`;
    report({ code: "wrong-delay", line: next.line, at: [next.x0, next.y0], message });
  }
}

/** A spindle starts with the tool that cuts, and has come to its speed before it does. */
function checkSpindle({ wants, course, report }: JudgedProgram): void {
  const spinUp = wants.machine.tool?.spin_up ?? 0;
  for (const { line, modes } of course.starts) {
    const leg = legAfter(course.legs, line);
    if (leg === null) continue;
    const fault = (code: string, message: string) => report({ code, line, message });
    if (modes.tool !== leg.modes.tool)
      fault("wrong-tool", `starts the spindle before tool ${leg.modes.tool} is in`);
    if (waitedBetween(course.waits, line, leg.line) < spinUp - TIME)
      fault("wrong-delay", `cuts before the spindle had ${spinUp} s`);
  }
}

function legAfter(legs: Legs, line: number): Leg | null {
  const at = countUpTo(legs.length, (i) => legs.look(i).line, line);
  return at < legs.length ? legs.look(at) : null;
}

/** No wait but those that somebody asked for. */
function checkWaits({ wants, course, report, isRouter }: JudgedProgram, strokes: JudgedStroke[]): void {
  const { tool, templates } = wants.machine;
  if (templates) return;
  const delays = strokes.flatMap(({ candidates }) => candidates.map(({ wanted }) => wanted.pierce_delay));
  const known = new Set([
    tool?.off_delay ?? 0,
    tool?.air?.delay ?? 0,
    ...(isRouter ? [tool?.spin_up ?? 0] : []),
  ]);
  for (const delay of new Set(delays)) known.add(delay + (isRouter ? 0 : (tool?.on_delay ?? 0)));
  known.add(wants.of("cut-inner", "pierce_delay") + (isRouter ? 0 : (tool?.on_delay ?? 0)));
  const isKnown = (seconds: number) => [...known].some((one) => Math.abs(one - seconds) <= TIME);
  const wrong = course.waits.find(({ seconds }) => !isKnown(seconds));
  if (wrong) report({ code: "wrong-delay", line: wrong.line, message: `waits ${wrong.seconds} s` });
  const inside = course.waits.find(({ line }) => {
    const stroke = strokes[begunBy(strokes, line) - 1];
    return !isRouter && stroke !== undefined && line > stroke.firstLine && line < stroke.lastLine;
  });
  if (inside)
    report({
      code: "wrong-delay",
      line: inside.line,
      message: "waits in the middle of a cut",
    });
}
