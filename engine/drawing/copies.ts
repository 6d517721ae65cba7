/**
 * Which contours are drawn again just as they stand? All but the first of those are put aside before anything is sought
 * among them: a block that is inserted thousands of times at one place has millions of pairs of curves that meet.
 */
import type { Findings } from "./basis/findings.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { curveAt, curveLength } from "./curves/curves.ts";

/**
 * Numbers of contours without those that are copies, by layer, line type, colour and every number of their curves. Two of
 * an open one stay: they may be the border that two neighbours share, drawn once for each.
 */
export function withoutCopies(
  drawn: DrawnContours,
  numbers: readonly number[],
): { kept: number[]; copies: number[] } {
  const kept: number[] = [];
  const copies: number[] = [];
  const size = 2 ** Math.ceil(Math.log2(2 * numbers.length + 1));
  const slots = new Int32Array(size).fill(-1);
  for (const number of numbers) {
    let left = drawn.isClosed(number) ? 1 : 2;
    let slot = drawn.hash(number) & (size - 1);
    for (; slots[slot]! >= 0 && left > 0; slot = (slot + 1) & (size - 1))
      if (drawn.isSame(slots[slot]!, number)) left--;
    if (left === 0) copies.push(number);
    else {
      slots[slot] = number;
      kept.push(number);
    }
  }
  return { kept, copies };
}

/** Tells each curve of the copies; their length in millimetres. */
export function tellCopies(drawn: DrawnContours, copies: readonly number[], findings: Findings): number {
  let length = 0;
  for (const number of copies) {
    const { layer } = drawn.marks(number);
    for (const id of drawn.get(number).curves) {
      const curve = drawn.table.get(id);
      length += curveLength(curve);
      findings.note("duplicates-removed", { layer, at: curveAt(curve, 0.5) });
    }
  }
  return length;
}
