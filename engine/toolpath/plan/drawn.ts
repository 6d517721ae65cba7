/**
 * What does a drawing say of a part beside its outline: which lines are marked, engraved, bent or cut open, and on which
 * layers everything stands? It travels with the part through nesting into programs and drawings.
 */
import { LIGHTBURN_COLOURS } from "../../contract/lightburn.ts";
import type { LayerOperations } from "../../contract/machine.ts";
import type { Point, Ring } from "../../contract/values/geometry.ts";
import { TOLERANCE } from "../../drawing/basis/limits.ts";
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

/** The lines on the drawing's part with this number, in the frame of its points. */
export function marksOfPart({ parts, paths }: Drawing, part: number): Mark[] {
  const found = parts[part];
  return found
    ? paths.flatMap((path) => (ROLES[path.role] && liesOn(path, found) ? [markOf(path)] : []))
    : [];
}

/** How many lines of a drawing are on none of its parts, and so on no sheet. */
export function marksOffParts({ parts, paths }: Drawing): number {
  return paths.filter((path) => ROLES[path.role] && !parts.some((part) => liesOn(path, part))).length;
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

/** C02 is the third of the palette. */
function colourOf(name: string): string | undefined {
  const [, number] = /^C(\d\d)$/i.exec(name) ?? [];
  return number === undefined ? undefined : LIGHTBURN_COLOURS[Number(number)];
}

/** A mark on a part that is turned over, as the part is: x becomes -x. */
export function mirroredMark({ curves: _none, path, ...mark }: Mark): Mark {
  return { ...mark, path: path.map(([x, y]): Point => [-x, y]) };
}

function markOf({ role, layer, closed, curves }: DrawingPath): Mark {
  return { role: ROLES[role]!, path: pointsOf(curves, closed), closed, layer, curves };
}

function pointsOf(curves: DrawingPath["curves"], closed: boolean): Ring {
  const flat = pathPoints(curves, closed, CHORD, TOLERANCE.weld);
  if (closed) return ringOf(flat);
  return Array.from({ length: flat.length / 2 }, (_, i): Point => [flat[2 * i]!, flat[2 * i + 1]!]);
}

/** Most of its ends and middles lie in the material. */
function liesOn({ curves }: DrawingPath, { exterior, holes }: DrawingPart): boolean {
  const points = pointsOf(curves, false);
  const middles = points.slice(1).map(([x, y], i): Point => {
    const [px, py] = points[i]!;
    return [(x + px) / 2, (y + py) / 2];
  });
  const inside = middles.filter(
    (point) => insideRing(point, exterior) && !holes.some((hole) => insideRing(point, hole)),
  );
  return 2 * inside.length > middles.length;
}
