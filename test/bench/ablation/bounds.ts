/** What each proof of a least number of sheets is worth: sheets that are proven without it, on the jobs of brackets. */
import type { SheetBound } from "../../../engine/nest/bounds/bounds.ts";
import { prepare, sheetBound } from "../../../engine/nest/frame.ts";
import { ownBrackets } from "../nest/brackets.ts";
import { requestOf } from "../nest/nesting.ts";
import { fixed, lossOf, mean } from "../report.ts";

const PROOFS: Record<string, (bound: SheetBound) => Iterable<undefined>> = {
  measures: (bound) => bound.measure(),
  cliques: (bound) => bound.findCliques(),
  patterns: (bound) => bound.pack(),
};

/** Rows of a table: sheets proven by job, then how many fewer without each proof and without all, and the time. */
export function boundWorth(): string[][] {
  const names = Object.keys(PROOFS);
  const whole = provenWith(names);
  const rows = [...names.map((left) => [left]), names].map((left) => {
    const without = provenWith(names.filter((proof) => !left.includes(proof)));
    // Fewer proven sheets are the loss.
    const loss = lossOf(whole.sheets, without.sheets);
    return [left.join(" and "), loss, `× ${fixed(without.seconds / whole.seconds, 2)}`];
  });
  return [
    ["without", "own brackets: sheets proven", "time"],
    ["---", "---", "---"],
    ["(nothing)", `${fixed(mean(whole.sheets), 2)} (${whole.sheets.length})`, `${fixed(whole.seconds, 1)} s`],
    ...rows,
  ];
}

function provenWith(proofs: readonly string[]): { sheets: number[]; seconds: number } {
  const before = process.cpuUsage();
  const sheets = ownBrackets().map((job) => {
    const bound = sheetBound(prepare(requestOf(job)))!;
    for (const _ of bound.open());
    for (const proof of proofs) for (const _ of PROOFS[proof]!(bound));
    return bound.value;
  });
  const { user, system } = process.cpuUsage(before);
  return { sheets, seconds: (user + system) / 1e6 };
}
