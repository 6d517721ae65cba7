/** The judge of the process: feeds, powers, modes, heights, waits and passes against what was asked for, line by line. */
import { tan } from "../../base/geometry/trig/sines.ts";
import { legLength } from "../sweep/distance.ts";
import type { RunIndex } from "../sweep/run-index.ts";
import type { JudgedProgram } from "../wants/judged.ts";
import { checkPasses } from "./passes.ts";
import { checkStarts } from "./starts.ts";
import { differencesOf, HEIGHT } from "./state.ts";
import { isVertical, type JudgedStroke, strokesOf } from "./strokes.ts";
import { checkTravels } from "./travels.ts";

export function checkProcess(judged: JudgedProgram, index: RunIndex): void {
  const strokes = strokesOf(judged);
  for (const stroke of strokes) checkState(judged, stroke);
  checkPasses(judged, strokes);
  checkStarts(judged, strokes, index);
  checkDescents(judged, strokes);
  checkTravels(judged, strokes);
}

/** A stroke is right when it is as one of the lines wants it that it may belong to. */
function checkState(judged: JudgedProgram, stroke: JudgedStroke): void {
  let best: ReturnType<typeof differencesOf> | null = null;
  for (const { wanted } of stroke.candidates) {
    const differences = differencesOf(judged, stroke, wanted);
    if (best === null || differences.length < best.length) best = differences;
    if (best.length === 0) return;
  }
  const { x0, y0 } = judged.legs.look(stroke.first);
  for (const difference of best ?? []) judged.report({ at: [x0, y0], ...difference });
}

/** A cutter goes straight down at the rate of its plunge, and along its path no steeper than it may. */
function checkDescents(judged: JudgedProgram, strokes: JudgedStroke[]): void {
  const { course, report, wants, isRouter, legs } = judged;
  const cut = wants.machine.z?.cut;
  if (!isRouter && cut === undefined) return;
  const rates = new Set(
    strokes.flatMap(({ candidates }) => candidates.map(({ wanted }) => wanted.plunge_rate)),
  );
  rates.add(wants.of("cut-inner", "plunge_rate"));
  const isRate = (feed: number) => [...rates].some((rate) => Math.abs(feed - rate) <= 0.01 + 1e-4 * rate);
  const raw = course.legs;
  for (let i = 0; i < raw.length; i++) {
    const leg = raw.look(i);
    if (!isVertical(leg) || leg.z0 === leg.z1 || isRate(leg.feed)) continue;
    report({ code: "wrong-plunge", line: leg.line, message: `goes down at F${leg.feed}` });
    break;
  }
  if (!isRouter) return;
  for (const { first, last, candidates } of strokes) {
    const steepest = Math.max(...candidates.map(({ wanted }) => wanted.ramp_angle));
    const slope = 1.05 * tan((steepest * Math.PI) / 180);
    for (let i = first; i <= last; i++) {
      const leg = legs.look(i);
      if (leg.z0 - leg.z1 <= slope * legLength(leg) + 2 * HEIGHT) continue;
      const { line, x0, y0 } = leg;
      report({
        code: "ramp-steep",
        line,
        at: [x0, y0],
        message: "goes down steeper than asked",
      });
      break;
    }
  }
}
