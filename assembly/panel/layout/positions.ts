/** Where sections, strips and pieces begin on panels with defects; on all others that follows from what is inside. */
import { Numbers, reserveNumbers } from "../../vector";
import { defectCount } from "../model/defects";

/** Along the panel, across it, and along it again. */
export let sectionAt: Numbers = changetype<Numbers>(0);
export let stripAt: Numbers = changetype<Numbers>(0);
export let pieceAt: Numbers = changetype<Numbers>(0);

/** Reserves for `most` of each, if there are defects at all. */
export function openPositions(most: i32): void {
  if (defectCount === 0) return;
  sectionAt = reserveNumbers(most);
  stripAt = reserveNumbers(most);
  pieceAt = reserveNumbers(most);
}
