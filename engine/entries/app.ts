/** What the web app edits drawings and writes programs with, beside the public entries. Not part of the package. */
export {
  isThicker,
  materialsIn,
  rowOfThickness,
  rowSettings,
  rowsFor,
  withRow,
} from "../base/contract/machine/chart-rows.ts";
export { type Blocker, largestRectangle } from "../base/geometry/free-rectangle.ts";
export { unfitBox } from "../plan/nest/fit.ts";
export { nestDataOf } from "../plan/nest/nest-answer.ts";
export { findingsWithout } from "../read/drawing/basis/fold.ts";
export { curveAt } from "../read/drawing/curves/curves.ts";
export { outwardRings } from "../read/drawing/outward.ts";
export { csvTable, safeText } from "../write/report/csv.ts";
