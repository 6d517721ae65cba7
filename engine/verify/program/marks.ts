/** Are the marks of the parts drawn, in their places, with their settings, before anything is cut? */
import type { Point } from "../../base/contract/values/geometry.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { legChords, legLength, span, stretchNear } from "../sweep/distance.ts";
import { placed } from "../sweep/outline.ts";
import type { Stretch } from "../sweep/part.ts";
import { lengthOfAll, without } from "../sweep/part.ts";
import type { RunIndex } from "../sweep/run-index.ts";
import type { JudgedProgram } from "../wants/judged.ts";
import type { MarkPath } from "../wants/wishes.ts";
import { checkPockets } from "./pockets.ts";

/** A mark is drawn when it is met this exactly, in mm, but for this much of its length. */
const ON = 0.02;
const LEFT = 0.05;

export function checkMarks(judged: JudgedProgram, index: RunIndex): void {
  const { wants } = judged;
  const wished = wants.wishes.marks ?? [];
  const undrawn = wished.flat().filter((mark) => mark && !wants.isDrawn(mark)).length;
  const code = "left-out-untold";
  judged.mustTell(
    code,
    (comments) => undrawn <= notMadeIn(comments),
    () => {
      const told = notMadeIn(judged.course.comments);
      const message = `leaves out ${undrawn} marks and tells of ${told}`;
      judged.report({ code, amount: undrawn - told, message });
    },
  );
  for (const [placement, marks] of wished.entries())
    for (const mark of marks ?? []) {
      if (wants.roleOf(mark) === "pocket" || !wants.isDrawn(mark)) continue;
      checkMark(judged, index, placement, mark);
    }
  keepStrokes(judged);
  checkPockets(judged, index);
  const first = judged.marks.indexOf(0);
  const late = first < 0 ? -1 : judged.marks.indexOf(1, first);
  if (late >= 0)
    judged.report({
      code: "mark-late",
      line: judged.legs.at(late).line,
      message: "marks after the first cut",
    });
}

/** A stroke marks or cuts as a whole: the short legs of a cut that crosses a mark lie on it by chance. */
function keepStrokes({ legs, marks, marksOf }: JudgedProgram): void {
  for (let from = 0, to = 0; from < legs.length; from = to) {
    let [length, along] = [0, 0];
    for (; to < legs.length && legs.strokeOf(to) === legs.strokeOf(from); to++) {
      const own = legLength(legs.look(to));
      length += own;
      along += marks[to]! * own;
    }
    if (along === 0 || along > length / 2) continue;
    marks.fill(0, from, to);
    for (let i = from; i < to; i++) marksOf.delete(i);
  }
}

/** How many marks the head of the program says it does not make. */
function notMadeIn(comments: string[]): number {
  const line = comments.find((comment) => comment.startsWith("not made - ")) ?? "";
  const counts = [...line.matchAll(/(\d+) (marks?|engravings?|bends?|pockets?|open cuts?)\b/g)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function checkMark(judged: JudgedProgram, index: RunIndex, placement: number, mark: MarkPath): void {
  const { x, y, rotation } = judged.wants.request.placements[placement]!;
  const path = placed(mark.path, x, y, rotation);
  if (mark.closed) path.push(path[0]!);
  let missing = 0;
  const drawn = new Map<number, number>();
  for (let i = 0; i + 1 < path.length; i++) missing += notDrawn(judged, index, path[i]!, path[i + 1]!, drawn);
  for (const [i, length] of drawn) {
    if (length < 0.9 * legLength(judged.legs.look(i))) continue;
    judged.marks[i] = 1;
    judged.marksOf.set(i, [...(judged.marksOf.get(i) ?? []), mark]);
  }
  if (missing > LEFT + judged.coarse * path.length)
    judged.report({
      code: "mark-missing",
      placement,
      at: path[0]!,
      amount: missing,
      message: `a ${mark.role} line of part ${placement + 1} is not drawn over ${missing.toFixed(2)} mm`,
    });
}

/** Length of a straight piece of a mark that no leg draws; how much of each leg runs along it is added to `drawn`. */
function notDrawn(
  judged: JudgedProgram,
  index: RunIndex,
  [ax, ay]: Point,
  [bx, by]: Point,
  drawn: Map<number, number>,
): number {
  const length = hypot(bx - ax, by - ay);
  const on = ON + judged.coarse;
  let left: Stretch[] = [[0, length]];
  for (const i of index.near([ax, ay, bx, by], on)) {
    const leg = judged.legs.at(i);
    const points = legChords(leg, on / 10);
    let along = 0;
    for (let c = 0; c + 3 < points.length; c += 2) {
      const chord = points.slice(c, c + 4) as [number, number, number, number];
      if (!stretchNear(chord, [ax, ay, bx, by], on)) continue;
      along += span.high - span.low;
      if (stretchNear([ax, ay, bx, by], chord, on)) left = without(left, span.low, span.high);
    }
    if (along > 0) drawn.set(i, (drawn.get(i) ?? 0) + along);
  }
  return lengthOfAll(left);
}
