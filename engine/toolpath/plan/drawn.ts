/**
 * What does a drawing say of a part beside its outline: which lines are marked, engraved, bent or cut open, and on which
 * layers everything stands? It travels with the part through nesting into programs and drawings.
 */
import { colourOfPalette } from "../../contract/lightburn.ts";
import { type LayerOperations, layerOperationsSchema } from "../../contract/machine.ts";
import { checkOptions, takenAs } from "../../contract/options.ts";
import { by } from "../../contract/program-options.ts";
import type { ReadOptions } from "../../contract/read-options.ts";
import type { Point, Ring } from "../../contract/values/geometry.ts";
import { TOLERANCE } from "../../drawing/basis/limits.ts";
import { mirrorCurve } from "../../drawing/curves/curves.ts";
import { ringOf } from "../../drawing/curves/flat-ring.ts";
import { pathPoints } from "../../drawing/curves/outline.ts";
import type { Drawing, DrawingPart, DrawingPath, PathRole } from "../../drawing/model/drawing.ts";
import type { Mark } from "../machine/options.ts";
import { insideRing } from "../path/interior.ts";

/** Points of curves lie this close to them, in mm. */
const CHORD = 5e-3;

const ROLES: Partial<Record<PathRole, Mark["role"]>> = {
  bend: "bend",
  engrave: "engrave",
  mark: "mark",
  open: "cut-open",
};

/** What is drawn on the parts of a drawing. */
export interface DrawnMarks {
  /** By part, its lines in the frame of its points. */
  marks: Mark[][];
  /** How many lines are on none of the parts, and so on no sheet. */
  off: number;
}

/** The lines of a drawing by the part that they are on: of parts within each other the smallest. */
export function marksOfParts(drawing: Drawing): DrawnMarks {
  return takenAs("drawing", "a drawing as readDrawing gives it", () => marksIn(drawing));
}

function marksIn({ parts, paths }: Drawing): DrawnMarks {
  const marks: Mark[][] = parts.map(() => []);
  let off = 0;
  for (const path of paths) {
    const role = ROLES[path.role];
    if (!role) continue;
    const { closed, layer, colour, curves } = path;
    const points = pointsOf(curves, closed);
    // Parts come largest first.
    const on = parts.findLastIndex((part) => liesOn(points, closed, part));
    if (on < 0) off++;
    else marks[on]!.push({ role, path: points, closed, layer, colour, curves });
  }
  return { marks, off };
}

/** What layers say their lines are for, as the readers of drawings take it. */
export function rolesOfLayers(
  layers: LayerOperations = {},
): Required<Pick<ReadOptions, "roles" | "colours">> {
  checkOptions({ layers: by(layerOperationsSchema) }, { layers });
  const said = Object.entries(layers).flatMap(([name, { role }]) => (role ? [[name, role] as const] : []));
  const colours = said.flatMap(([name, role]) => {
    const colour = colourOfPalette(name) ?? (/^#[0-9a-f]{6}$/i.test(name) ? name : undefined);
    return colour === undefined ? [] : [[colour, role] as const];
  });
  const names = said.filter(([name]) => !name.startsWith("#"));
  return { roles: Object.fromEntries(names), colours: Object.fromEntries(colours) };
}

/** A mark on a part that is turned over, as the part is: x becomes -x. */
export function mirroredMark(given: Mark): Mark {
  return takenAs("mark", "one of those that marksOfParts gives", () => {
    const { curves, path, ...mark } = given;
    const mirrored = { ...mark, path: path.map(([x, y]): Point => [-x, y]) };
    return curves ? { ...mirrored, curves: curves.map(mirrorCurve) } : mirrored;
  });
}

function pointsOf(curves: DrawingPath["curves"], closed: boolean): Ring {
  const flat = pathPoints(curves, closed, CHORD, TOLERANCE.weld);
  if (closed) return ringOf(flat);
  return Array.from({ length: flat.length / 2 }, (_, i): Point => [flat[2 * i]!, flat[2 * i + 1]!]);
}

/** Most of its middles lie in the material. */
function liesOn(points: Ring, closed: boolean, { exterior, holes, bounds }: DrawingPart): boolean {
  const count = closed ? points.length : points.length - 1;
  let inside = 0;
  for (let i = 0; i < count; i++) {
    const [[ax, ay], [bx, by]] = [points[i]!, points[(i + 1) % points.length]!];
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    if (x < bounds.min_x || x > bounds.max_x || y < bounds.min_y || y > bounds.max_y) continue;
    if (insideRing([x, y], exterior) && !holes.some((hole) => insideRing([x, y], hole))) inside++;
  }
  return 2 * inside > count;
}
