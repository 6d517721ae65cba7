/** Lines that are drawn before anything is cut: each from the end that is nearer, always on to the nearest one. */
import Flatbush from "flatbush";
import type { ExportPlacement, ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { invalidInput } from "../../../base/errors.ts";
import { placeRing } from "../../../base/geometry/ring.ts";
import { TOLERANCE } from "../../../read/drawing/basis/limits.ts";
import type { Curve } from "../../../read/drawing/curves/curves.ts";
import { pathPoints } from "../../../read/drawing/curves/outline.ts";
import type { GcodeOptions, Mark } from "../machine/options.ts";
import type { ProgramSettings } from "../machine/program-settings.ts";
import { FreeBoxes } from "../order/free.ts";
import { type FittedCircle, fitOpenArcs, type Vertex } from "../path/arcs.ts";
import { FINE } from "../path/shape.ts";
import { strokeAlong } from "../path/stroke.ts";
import { PathWalk } from "../path/walk.ts";
import type { PlannedCut } from "./model.ts";

/** How far arcs may stray from a mark's points, or its curves that are no circles, unless another tolerance is said, mm. */
const FIT = 5e-3;

/** A line that is drawn once, from either end. */
export interface MarkLine {
  path: Vertex[];
  cut: Omit<PlannedCut, "stroke">;
}

/**
 * Marks in the order in which the tool draws them, beginning where it stands; open cuts come last.
 * @throws as `checkMarks`
 */
export function markCuts(
  request: ExportRequest,
  { marks = [], arc_tolerance: arcTolerance }: GcodeOptions,
  settings: ProgramSettings,
  from: Point,
): PlannedCut[] {
  checkMarks(request, marks);
  const lines = marks.flatMap((list, placement) =>
    (list ?? []).flatMap((mark): MarkLine[] => {
      const role = settings.roleOf(mark);
      if (role === "pocket" || settings.leavesOut(mark) !== null) return [];
      const own = settings.ofMark(mark);
      const path = placedMark(mark, request.placements[placement]!, arcTolerance);
      return [{ path, cut: { role, placement, hole: null, inner: true, settings: own } }];
    }),
  );
  const drawn = drawLines(
    lines.filter(({ cut }) => cut.role !== "cut-open"),
    from,
  );
  const open = lines.filter(({ cut }) => cut.role === "cut-open");
  return [...drawn, ...drawLines(open, endOf(drawn, from))];
}

/** @throws EngineError INVALID_INPUT for marks of no placement */
export function checkMarks({ placements }: ExportRequest, marks: (Mark[] | null)[]): void {
  if (marks.length > placements.length)
    throw invalidInput(["options", "marks"], "has more lists than there are placements");
}

/** Where the tool stands after some cuts. */
export function endOf(cuts: PlannedCut[], from: Point): Point {
  return cuts.at(-1)?.stroke.end ?? from;
}

/** Lines as cuts: each from the end that is nearer, always on to the nearest one. */
export function drawLines(lines: MarkLine[], from: Point): PlannedCut[] {
  return inOrder(lines, from).map(({ path, cut }) => {
    const walk = new PathWalk(path, false);
    return {
      ...cut,
      stroke: strokeAlong(walk, { along: 0, gaps: [], overcut: 0, leadIn: null, leadOut: () => null }),
    };
  });
}

/** A mark as it lies on the sheet, its arcs as arcs where its curves are known or other points may become some. */
export function placedMark(
  { path, closed, curves }: Mark,
  { x, y, rotation }: ExportPlacement,
  arcTolerance = FIT,
): Vertex[] {
  const points = curves ? pointsOfCurves(curves) : closed ? [...path, path[0]!] : path;
  const placed = placeRing(points, x, y, rotation);
  const circles = (curves ?? []).flatMap((curve): FittedCircle[] => {
    if (curve.kind !== "arc") return [];
    const [[cx, cy]] = placeRing([[curve.cx, curve.cy]], x, y, rotation) as [Point];
    return [{ cx, cy, radius: curve.radius }];
  });
  return fitOpenArcs(placed, circles, curves ? arcTolerance || FIT : arcTolerance);
}

function pointsOfCurves(curves: Curve[]): Point[] {
  const flat = pathPoints(curves, false, FINE, TOLERANCE.weld);
  return Array.from({ length: flat.length / 2 }, (_, i): Point => [flat[2 * i]!, flat[2 * i + 1]!]);
}

/** The same path from its other end. */
function backwards(path: Vertex[]): Vertex[] {
  return path.map((_, k): Vertex => {
    const [x, y] = path.at(-1 - k)!;
    return [x, y, k + 1 < path.length ? -path.at(-2 - k)![2] : 0];
  });
}

/** Always on to the nearest end of what is left, each line turned so that it begins there. */
export function inOrder(lines: MarkLine[], from: Point): MarkLine[] {
  if (lines.length === 0) return [];
  const ends = lines.flatMap(({ path }) => [path[0]!, path.at(-1)!]);
  const tree = new Flatbush(ends.length);
  for (const [x, y] of ends) tree.add(x, y, x, y);
  tree.finish();
  const free = new FreeBoxes(
    ends.map(([x, y]) => ({ min_x: x, min_y: y, max_x: x, max_y: y })),
    tree,
  );
  const drawn = new Uint8Array(lines.length);
  const isLeft = (end: number) => drawn[end >> 1] === 0;
  let [x, y] = from;
  return lines.map(() => {
    const [end] = free.nearest(x, y, 1, isLeft) as [number];
    const line = end >> 1;
    drawn[line] = 1;
    for (const taken of [2 * line, 2 * line + 1]) free.takeAway(taken);
    const [px, py] = ends[end ^ 1]!;
    [x, y] = [px, py];
    const { path, cut } = lines[line]!;
    return { path: end % 2 === 1 ? backwards(path) : path, cut };
  });
}
