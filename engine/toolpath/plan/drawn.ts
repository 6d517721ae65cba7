/**
 * What does a drawing say of a part beside its outline: which lines are marked, engraved, bent or cut open, and on which
 * layers everything stands? It travels with the part through nesting into programs and drawings.
 */
import { LIGHTBURN_COLOURS, LIGHTBURN_TOOLS } from "../../contract/lightburn.ts";
import type { LayerOperations } from "../../contract/machine.ts";
import type { Point, Ring } from "../../contract/values/geometry.ts";
import { TOLERANCE } from "../../drawing/basis/limits.ts";
import { ringOf } from "../../drawing/curves/flat-ring.ts";
import { pathPoints } from "../../drawing/curves/outline.ts";
import type {
  Drawing,
  DrawingPart,
  DrawingPath,
  PathRole,
  ReadOptions,
} from "../../drawing/model/drawing.ts";
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
export function marksOfParts({ parts, paths }: Drawing): DrawnMarks {
  const marks: Mark[][] = parts.map(() => []);
  let off = 0;
  for (const path of paths) {
    const role = ROLES[path.role];
    if (!role) continue;
    const { closed, layer, curves } = path;
    const points = pointsOf(curves, closed);
    // Parts come largest first.
    const on = parts.findLastIndex((part) => liesOn(points, closed, part));
    if (on < 0) off++;
    else marks[on]!.push({ role, path: points, closed, layer, curves });
  }
  return { marks, off };
}

/**
 * Settings by colour or by number of LightBurn's palette as settings by layer of this drawing. A layer that is named
 * itself keeps what is said of it; one with lines of several colours takes that of the most.
 */
export function layersOfDrawing({ groups }: Drawing, layers: LayerOperations = {}): LayerOperations {
  const byColour = new Map(
    Object.entries(layers).map(([name, operation]) => [colourOf(name) ?? name.toLowerCase(), operation]),
  );
  const made: LayerOperations = {};
  for (const { layer, colour } of groups.toSorted((a, b) => a.length - b.length)) {
    const operation = byColour.get(colour.toLowerCase());
    if (operation) made[layer] = operation;
  }
  return { ...made, ...layers };
}

/** What layers say their lines are for, as the readers of drawings take it. */
export function rolesOfLayers(
  layers: LayerOperations = {},
): Required<Pick<ReadOptions, "roles" | "colours">> {
  const said = Object.entries(layers).flatMap(([name, { role }]) => (role ? [[name, role] as const] : []));
  const colours = said.flatMap(([name, role]) => {
    const colour = colourOf(name) ?? (/^#[0-9a-f]{6}$/i.test(name) ? name : undefined);
    return colour === undefined ? [] : [[colour, role] as const];
  });
  const names = said.filter(([name]) => !name.startsWith("#"));
  return { roles: Object.fromEntries(names), colours: Object.fromEntries(colours) };
}

/** C02 is the third of the palette, T1 its first tool layer. */
function colourOf(name: string): string | undefined {
  const [, kind, number] = /^(C)(\d\d)$/i.exec(name) ?? /^(T)([12])$/i.exec(name) ?? [];
  if (kind === undefined) return undefined;
  return /c/i.test(kind) ? LIGHTBURN_COLOURS[Number(number)] : LIGHTBURN_TOOLS[Number(number) - 1];
}

/** A mark on a part that is turned over, as the part is: x becomes -x. */
export function mirroredMark({ curves: _none, path, ...mark }: Mark): Mark {
  return { ...mark, path: path.map(([x, y]): Point => [-x, y]) };
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
