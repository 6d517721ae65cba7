/** Gain of each proof of a least number of sheets: sheets that are proven without it, on brackets and crosses. */
import type { SheetBound } from "../../../engine/plan/nest/bounds/bounds.ts";
import { prepare, sheetBound } from "../../../engine/plan/nest/frame.ts";
import type { BenchJob } from "../jobs.ts";
import { ownBrackets, ownCrosses } from "../nest/brackets.ts";
import { requestOf } from "../nest/nesting.ts";
import { fixed, lossOf, mean } from "../report.ts";

const PROOFS: Record<string, (bound: SheetBound) => Iterable<undefined>> = {
  measures: (bound) => bound.measure(),
  cliques: (bound) => bound.findCliques(),
  patterns: (bound) => bound.pack(),
};

/** Rows of a table: sheets proven by job, then how many fewer without each proof and without all, and the time. */
export function boundWorth(): string[][] {
  const sets = [ownBrackets(), ownCrosses()];
  const names = Object.keys(PROOFS);
  const whole = sets.map((jobs) => provenWith(names, jobs));
  const rows = [...names.map((left) => [left]), names].map((left) => {
    const kept = names.filter((proof) => !left.includes(proof));
    const cells = sets.flatMap((jobs, s) => {
      const without = provenWith(kept, jobs);
      // Fewer proven sheets are the loss.
      return [lossOf(whole[s]!.sheets, without.sheets), `× ${fixed(without.seconds / whole[s]!.seconds, 2)}`];
    });
    return [left.join(" and "), ...cells];
  });
  return [
    ["without", "own brackets: sheets proven", "time", "own crosses: sheets proven", "time"],
    ["---", "---", "---", "---", "---"],
    [
      "(nothing)",
      ...whole.flatMap(({ sheets, seconds }) => [
        `${fixed(mean(sheets), 2)} (${sheets.length})`,
        `${fixed(seconds, 1)} s`,
      ]),
    ],
    ...rows,
  ];
}

function provenWith(
  proofs: readonly string[],
  jobs: readonly BenchJob[],
): { sheets: number[]; seconds: number } {
  const before = process.cpuUsage();
  const sheets = jobs.map((job) => {
    const bound = sheetBound(prepare(requestOf(job)))!;
    for (const _ of bound.open());
    for (const proof of proofs) for (const _ of PROOFS[proof]!(bound));
    return bound.value;
  });
  const { user, system } = process.cpuUsage(before);
  return { sheets, seconds: (user + system) / 1e6 };
}
