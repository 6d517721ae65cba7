/** Curves that are found to be no cuts. */
import type { FindingSubject } from "../basis/drawing-findings.ts";
import type { FindingCode } from "../basis/sentences.ts";

/** Outlines that are not cut, by number, and a finding about those or, where nothing is left out, about others. */
export interface Aside {
  outlines: readonly number[];
  told: readonly number[];
  code: FindingCode;
  place: FindingSubject;
}
