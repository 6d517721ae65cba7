/**
 * Data of a drawing about a part beside its outline: lines that are marked, engraved, bent or cut open, and the
 * layers of everything. They travel with the part through nesting into programs and drawings.
 */

import type { Finding } from "../../../base/contract/finding.ts";
import { colourOfPalette } from "../../../base/contract/lightburn.ts";
import { type LayerOperations, layerOperationsSchema } from "../../../base/contract/machine/operations.ts";
import { checkOptions, takenAs } from "../../../base/contract/options.ts";
import { by } from "../../../base/contract/program-options.ts";
import type { ReadOptions } from "../../../base/contract/read-options.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { counted } from "../../../base/text.ts";
import { DRAWING_LIMITS, TOLERANCE } from "../../../read/drawing/basis/limits.ts";
import { ROWS } from "../../../read/drawing/basis/sentences.ts";
import { type Curve, curveAt, mirrorCurve } from "../../../read/drawing/curves/curves.ts";
import { toRing } from "../../../read/drawing/curves/flat-ring.ts";
import { drawnLength, pathPoints } from "../../../read/drawing/curves/outline.ts";
import type { Drawing, DrawingPath, PathRole } from "../../../read/drawing/model/drawing.ts";
import type { Mark } from "../machine/options.ts";
import { comeNear, divide, type Stroke, strokeOf } from "./on-part.ts";

/** Points of curves lie this close to them, in mm. */
const CHORD = 5e-3;

const ROLES: Partial<Record<PathRole, Mark["role"]>> = {
  bend: "bend",
  engrave: "engrave",
  mark: "mark",
  open: "cut-open",
};

/** Lines on the parts of a drawing. */
export interface DrawnMarks {
  /** By part, its lines in the frame of its points. */
  marks: Mark[][];
  /** How many lines are on none of the parts, and so on no sheet. */
  off: number;
  /** Those lines, and what of others lies beyond outlines and over holes. */
  offCurves: Curve[][];
  /** Findings about lines off the parts, with their length and places. */
  findings: Finding[];
}

/**
 * The lines of a drawing by the part on whose material they lie, cut where they leave it: of parts within each other
 * the smallest.
 */
export function marksOfParts(drawing: Drawing): DrawnMarks {
  return takenAs("drawing", "a drawing as read gives it", () => marksIn(drawing));
}

function marksIn({ parts, paths }: Drawing): DrawnMarks {
  const marks: Mark[][] = parts.map(() => []);
  const off: Stroke[] = [];
  const ends: Stroke[] = [];
  for (const path of paths) {
    const role = ROLES[path.role];
    if (!role) continue;
    const { layer, colour } = path;
    const whole = strokeOf(path.curves, path.closed);
    let rest = [whole];
    // Parts come largest first.
    for (let i = parts.length - 1; i >= 0 && rest.length > 0; i--) {
      if (!rest.some(({ bounds }) => comeNear(bounds, parts[i]!.bounds))) continue;
      const divided = rest.map((stroke) => divide(stroke, parts[i]!));
      for (const { curves, closed } of divided.flatMap(({ on }) => on))
        marks[i]!.push({ role, path: pointsOf(curves, closed), closed, layer, colour, curves });
      rest = divided.flatMap((one) => one.off);
    }
    (rest[0] === whole ? off : ends).push(...rest);
  }
  const told = [
    toldOf("lines-off-parts", off, `${counted(off.length, "line")} on no part`, ROWS["open-outside"][2]),
    toldOf("ends-off-parts", ends, "ends of lines beyond outlines and over holes"),
  ];
  const offCurves = [...off, ...ends].map(({ curves }) => curves);
  return { marks, off: off.length, offCurves, findings: told.flat() };
}

function toldOf(code: string, off: Stroke[], what: string, advice?: string): Finding[] {
  if (off.length === 0) return [];
  const length = off.reduce((sum, { curves }) => sum + drawnLength(curves), 0);
  const places = off.slice(0, DRAWING_LIMITS.places).map(({ curves: [first] }) => curveAt(first!, 0.5));
  return [
    {
      code,
      message: `${what} left out, ${Number(length.toPrecision(3))} mm`,
      count: off.length,
      severity: "check",
      ...(advice === undefined ? {} : { advice }),
      at: places[0]!,
      ...(places.length > 1 ? { places } : {}),
      ...(off.length > places.length ? { place_count: off.length } : {}),
    },
  ];
}
/** Roles of layers, as the readers of drawings take them. */
export function rolesOfLayers(
  layers: LayerOperations = {},
): Required<Pick<ReadOptions, "roles" | "colours">> {
  checkOptions({ layers: by(layerOperationsSchema) }, { layers });
  // A pocket's outline is read as a line on its part; the layer says later that it is cleared.
  const said = Object.entries(layers).flatMap(([name, { role }]) =>
    role ? [[name, role === "pocket" ? "engrave" : role] as const] : [],
  );
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
  if (closed) return toRing(flat);
  return Array.from({ length: flat.length / 2 }, (_, i): Point => [flat[2 * i]!, flat[2 * i + 1]!]);
}
