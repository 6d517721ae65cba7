/**
 * Is a block of parts cut on after it has come loose? Backwards in time the question is easy: what is still to be cut
 * must hang together with the sheet. Each leg along one outline ties its part to the sheet, each along two ties two
 * parts, and what bridges hold is tied to the end; from the last stroke on, whatever a stroke ties must then belong to
 * the sheet's own group.
 */

import { legLength } from "../sweep/distance.ts";
import type { JoinedSets } from "../sweep/joined-sets.ts";
import type { JudgedProgram } from "../wants/judged.ts";

export function blocksCutLate(judged: JudgedProgram, count: number, groups: JoinedSets): void {
  const { legs, covered, coveredBy, alsoBy, marks } = judged;
  let end = legs.length;
  while (end > 0) {
    let start = end - 1;
    while (start > 0 && legs.strokeOf(start - 1) === legs.strokeOf(end - 1)) start--;
    const ties: number[] = [];
    for (let i = start; i < end; i++)
      if (marks[i] === 0 && covered[i]! > 0.5 * legLength(legs.look(i)) && legLength(legs.look(i)) > 0.5)
        ties.push(i);
    for (const i of ties) groups.join(coveredBy[i]!, alsoBy[i]! >= 0 ? alsoBy[i]! : count);
    const late = ties.find((i) => groups.of(coveredBy[i]!) !== groups.of(count));
    if (late !== undefined) {
      const { line, x0, y0 } = legs.at(late);
      judged.report({
        code: "late-cut",
        line,
        placement: coveredBy[late]!,
        at: [x0, y0],
        message: "cuts a block of parts that is free already",
      });
      return;
    }
    end = start;
  }
}
