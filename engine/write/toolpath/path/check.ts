/**
 * Can this export request be cut at all?
 *
 * The schema has seen types only; what geometry or several fields together can say is said here, for both exports.
 * All problems of a request are reported at once, each with its path.
 */
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { EngineError, type ErrorDetail } from "../../../base/errors.ts";
import { openRing, pointBounds, signedArea } from "../../../base/geometry/ring.ts";

/** Beyond this a double no longer holds a micrometre, and no machine is a thousand kilometres long. */
const LARGEST = 1e9;
/** Slower than this prints as F0, which controllers refuse. */
const SLOWEST = 1e-3;
/** More than this many problems help nobody. */
const MOST_DETAILS = 20;

/** Throws INVALID_INPUT with the path of every value that makes no sense. */
export function checkExport(request: ExportRequest): void {
  const details = [...problems(request)].slice(0, MOST_DETAILS);
  if (details.length > 0) throw unusable(details);
}

/** The error for these details; its message is the first of them. */
export function unusable(details: ErrorDetail[]): EngineError {
  const [{ path, message }] = details as [ErrorDetail];
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  return new EngineError("INVALID_INPUT", `${path.join(".")}: ${message}${more}`, { details });
}

function* problems(request: ExportRequest): Generator<ErrorDetail> {
  const { config } = request;
  yield* outside(["sheet_width"], request.sheet_width, 0, "greater than 0");
  yield* outside(["sheet_height"], request.sheet_height, 0, "greater than 0");
  if (!Number.isInteger(request.sheet_index) || request.sheet_index < 0)
    yield { path: ["sheet_index"], message: "must be a whole number of at least 0" };
  yield* outside(["config", "feed_rate"], config.feed_rate, SLOWEST, "greater than 0", true);
  yield* outside(["config", "travel_rate"], config.travel_rate, SLOWEST, "greater than 0", true);
  yield* outside(["config", "laser_power"], config.laser_power, 0, "at least 0", true);
  yield* outside(["config", "kerf"], config.kerf, 0, "at least 0", true);
  for (const [i, placement] of request.placements.entries()) {
    const path = ["placements", i];
    for (const key of ["x", "y", "rotation"] as const)
      yield* outside([...path, key], placement[key], -LARGEST, "a finite number", true);
    yield* ringProblems(placement.exterior, [...path, "exterior"]);
    for (const [j, hole] of placement.holes.entries()) yield* ringProblems(hole, [...path, "holes", j]);
  }
}

function* outside(
  path: ErrorDetail["path"],
  value: number,
  least: number,
  claim: string,
  inclusive = false,
): Generator<ErrorDetail> {
  if (!Number.isFinite(value) || value < least || (value === least && !inclusive))
    yield { path, message: `must be ${claim}` };
  else if (value > LARGEST) yield { path, message: `must be at most ${LARGEST}` };
}

function* ringProblems(ring: Ring, path: ErrorDetail["path"]): Generator<ErrorDetail> {
  const wrong = ring.findIndex((point) => !isPoint(point) || !isWithin(point));
  if (wrong >= 0) {
    const message = isPoint(ring[wrong]!)
      ? `must lie within ${LARGEST} mm of the origin`
      : "must be a point of exactly 2 finite numbers";
    yield { path: [...path, wrong], message };
    return;
  }
  const open = openRing(ring);
  if (countDistinct(open) < 3) yield { path, message: "must have at least 3 distinct points" };
  else if (isFlat(open)) yield { path, message: "must enclose an area" };
}

function isPoint(point: Point): boolean {
  return point.length === 2 && Number.isFinite(point[0]) && Number.isFinite(point[1]);
}

function isWithin([x, y]: Point): boolean {
  return Math.abs(x) <= LARGEST && Math.abs(y) <= LARGEST;
}

/** How many different points there are, up to 3. */
function countDistinct(open: readonly Point[]): number {
  const found: Point[] = [];
  for (const [x, y] of open) {
    if (!found.some(([fx, fy]) => fx === x && fy === y)) found.push([x, y]);
    if (found.length === 3) break;
  }
  return found.length;
}

/** True when the ring is a line to within the digits of its coordinates. */
function isFlat(open: readonly Point[]): boolean {
  const box = pointBounds(open);
  const size = Math.max(box.max_x - box.min_x, box.max_y - box.min_y);
  return Math.abs(signedArea(open)) <= 1e-12 * size * size;
}
