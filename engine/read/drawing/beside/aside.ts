/** Things in a drawing beside the cuts, and curves that are found to be no cuts. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { FindingSubject } from "../basis/drawing-findings.ts";
import type { FindingCode } from "../basis/sentences.ts";
import type { DrawnText } from "../model/text.ts";

/** Texts, and filled triangles by their corners. */
export interface TextsBeside {
  texts: readonly DrawnText[];
  heads: readonly (readonly Point[])[];
}

/** Outlines that are not cut, by number, and a finding about those or, where nothing is left out, about others. */
export interface Aside {
  outlines: readonly number[];
  told: readonly number[];
  code: FindingCode;
  place: FindingSubject;
}
