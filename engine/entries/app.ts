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
export { findingsWithout } from "../read/drawing/basis/fold.ts";
export { outwardRings } from "../read/drawing/outward.ts";
