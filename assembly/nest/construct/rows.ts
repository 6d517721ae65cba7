/**
 * Copies of one shape in a convex hole, row upon row: every row takes as many as the places at its height have room for,
 * wherever it begins. Rows about the middle of the hole suit round ones, rows from its lower end the others.
 */
import { findSpan, InnerFit } from "../../geometry/inner-fit";
import { pointAt } from "../../geometry/records";
import { Shape } from "../../geometry/shape";
import { stackPitch } from "../layout/laid-sheet";
import { SLACK } from "../model/limits";
import { placementAt, setPlacement } from "../model/placement";

/** Most copies in a hole. */
export const ROWS_MOST = 64;
/** Heights of the first row that are tried, beside those that lay the rows about the middle. */
const STARTS = 8;

let low: f64 = 0;
let high: f64 = 0;
/** Distances of copies in a row, and of rows. */
let pitch: f64 = 0;
let rise: f64 = 0;

/**
 * Lists the rows with most copies of the shape, if these are more than `least`, whose places in the hole `fit` has
 * found; returns how many, `least` when there are no more.
 */
export function findRows(fit: InnerFit, shape: Shape, least: i32, to: usize): i32 {
  measurePlaces(fit);
  pitch = stackPitch(shape, 0);
  rise = shape.maxY - shape.minY + shape.contact;
  const most = <i32>min(<f64>ROWS_MOST, Math.floor((high - low) / rise + 1e-9));
  let best = least;
  let start = Infinity;
  for (let i = 0; i < STARTS + 2; i++) {
    // About the middle, an even and an odd number of rows.
    const from =
      i < 2
        ? (low + high - <f64>max(0, most - i) * rise) / 2
        : low + (min(rise, high - low) * <f64>(i - 2)) / <f64>STARTS;
    const count = layRows(fit, shape, from, 0);
    if (count <= best) continue;
    best = count;
    start = from;
  }
  if (start < Infinity) layRows(fit, shape, start, to);
  return best;
}

function measurePlaces(fit: InnerFit): void {
  low = Infinity;
  high = -Infinity;
  for (let i = 0; i < fit.corners; i++) {
    low = min(low, pointAt(fit.places, i).y);
    high = max(high, pointAt(fit.places, i).y);
  }
}

/** Counts the copies in rows from a height on, and lists them unless `to` is 0. */
function layRows(fit: InnerFit, shape: Shape, from: f64, to: usize): i32 {
  let count = 0;
  for (let y = from; y <= high + SLACK && count < ROWS_MOST; y += rise) {
    if (!findSpan(fit, min(max(y, low), high))) continue;
    const fitting = Math.floor((fit.to - fit.from) / pitch + 1e-9);
    // Rounding on both sides is shared between them.
    const x = fit.from + min(SLACK / 2, (fit.to - fit.from - fitting * pitch) / 2);
    for (let i = 0; i <= <i32>fitting && count < ROWS_MOST; i++) {
      if (to !== 0) setPlacement(placementAt(to, count), shape, x + <f64>i * pitch, y);
      count++;
    }
  }
  return count;
}
