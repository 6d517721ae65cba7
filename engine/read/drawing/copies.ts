/**
 * Which contours are drawn again where they stand? All but the first of those are put aside before anything is sought
 * among them: a block that is inserted thousands of times at one place has millions of pairs of curves that meet.
 */
import type { Findings } from "./basis/drawing-findings.ts";
import { between } from "./basis/plane.ts";
import { LIES } from "./contacts/apart.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { curveAt, curveLength } from "./curves/curves.ts";

/** Numbers of copies, and of each the contour that it is a copy of. */
export type CopiedContours = Map<number, number>;
/** Curves no longer than so many times the distance within which they are one are told apart by less. */
const SHORT = 8;

/**
 * Numbers of contours without those that are copies, by layer, line type, colour and every number of their curves, to within
 * a length, less for short ones: the steps of a fine curve are no farther apart. What lies (one of `LIES` for each) near no
 * other is none. Two of an open one stay: they may be the border that two neighbours share, drawn once for each.
 */
export function withoutCopies(
  drawn: DrawnContours,
  numbers: readonly number[],
  lies: Uint8Array,
  within: number,
): { kept: number[]; copies: CopiedContours } {
  const kept: number[] = [];
  const copies: CopiedContours = new Map();
  const size = 2 ** (32 - Math.clz32(2 * numbers.length));
  const slots = new Int32Array(size).fill(-1);
  const hashes = new Int32Array(size);
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (lies[i] !== LIES.near) {
      kept.push(number);
      continue;
    }
    let left = drawn.isClosed(number) ? 1 : 2;
    const hash = drawn.hash(number, within);
    const reach = Math.min(within, drawn.length(number) / SHORT);
    let slot = hash & (size - 1);
    let original = -1;
    for (; slots[slot]! >= 0 && left > 0; slot = (slot + 1) & (size - 1)) {
      if (hashes[slot] !== hash || !drawn.isSame(slots[slot]!, number, reach)) continue;
      original = slots[slot]!;
      left--;
    }
    if (left === 0) copies.set(number, original);
    else {
      slots[slot] = number;
      hashes[slot] = hash;
      kept.push(number);
    }
  }
  return { kept, copies };
}

/**
 * Tells each curve of the copies, those more than a weld tolerance beside their originals as near; their length in
 * millimetres.
 */
export function tellCopies(
  drawn: DrawnContours,
  copies: CopiedContours,
  weld: number,
  findings: Findings,
): number {
  let length = 0;
  for (const [copy, original] of copies) {
    const { layer } = drawn.marks(copy);
    const originals = drawn.get(original).curves;
    drawn.get(copy).curves.forEach((id, i) => {
      const curve = drawn.table.get(id);
      length += curveLength(curve);
      const at = curveAt(curve, 0.5);
      const apart = between(curveAt(drawn.table.get(originals[i]!), 0.5), at);
      if (apart > weld) findings.note("near-duplicates", { size: apart, at });
      else findings.note("duplicates-removed", { layer, at });
    });
  }
  return length;
}
