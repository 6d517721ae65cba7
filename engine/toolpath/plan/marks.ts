/** Lines that are drawn before anything is cut: each from the end that is nearer, always on to the nearest one. */
import type { ExportRequest } from "../../contract/v1/export.ts";
import type { Point } from "../../contract/values/geometry.ts";
import { placeRing } from "../../geometry/ring.ts";
import type { GcodeOptions } from "../machine/options.ts";
import type { Settings } from "../machine/settings.ts";
import type { Vertex } from "../path/arcs.ts";
import { unusable } from "../path/check.ts";
import { strokeAlong } from "../path/stroke.ts";
import { Walk } from "../path/walk.ts";
import type { Cut } from "./model.ts";

/** A line that is drawn once, from either end. */
export interface Line {
  points: Point[];
  cut: Omit<Cut, "stroke">;
}

/** Marks in the order in which the tool draws them; open cuts come last. Throws INVALID_INPUT for marks of no placement. */
export function markCuts(request: ExportRequest, { marks = [] }: GcodeOptions, settings: Settings): Cut[] {
  if (marks.length > request.placements.length)
    throw unusable([{ path: ["options", "marks"], message: "has more lists than there are placements" }]);
  const lines = marks.flatMap((list, placement) =>
    (list ?? []).flatMap(({ role, path, closed }): Line[] => {
      const own = settings.of({ role, diameter: 0, length: 0 });
      if (!own.on) return [];
      const { x, y, rotation } = request.placements[placement]!;
      const points = placeRing(closed ? [...path, path[0]!] : path, x, y, rotation);
      return [{ points, cut: { role, placement, hole: null, inner: true, settings: own } }];
    }),
  );
  const drawn = lines.filter(({ cut }) => cut.role !== "cut-open");
  const open = lines.filter(({ cut }) => cut.role === "cut-open");
  return [...drawLines(drawn), ...drawLines(open)];
}

/** Lines as cuts: each from the end that is nearer, always on to the nearest one. */
export function drawLines(lines: Line[]): Cut[] {
  return inOrder(lines).map(({ points, cut }) => {
    const walk = new Walk(
      points.map(([x, y]): Vertex => [x, y, 0]),
      false,
    );
    return {
      ...cut,
      stroke: strokeAlong(walk, { along: 0, gaps: [], overcut: 0, leadIn: null, leadOut: () => null }),
    };
  });
}

function inOrder(lines: Line[]): Line[] {
  const left = [...lines];
  const ordered: Line[] = [];
  let [x, y]: Point = [0, 0];
  while (left.length > 0) {
    const from = (point: Point) => Math.hypot(point[0] - x, point[1] - y);
    let best = 0;
    let turned = false;
    let least = Number.POSITIVE_INFINITY;
    for (const [i, { points }] of left.entries())
      for (const back of [false, true]) {
        const length = from(points.at(back ? -1 : 0)!);
        if (length < least - 1e-9) [best, turned, least] = [i, back, length];
      }
    const [next] = left.splice(best, 1) as [Line];
    ordered.push(turned ? { ...next, points: next.points.toReversed() } : next);
    [x, y] = ordered.at(-1)!.points.at(-1)!;
  }
  return ordered;
}
