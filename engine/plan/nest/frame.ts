/**
 * The two frames of nesting: parts as sent on a sheet with margins, and parts about their centres on the rectangle
 * inside the margins, which is how the core sees them. All ways between the two are here and nowhere else.
 */

import type {
  NestPlanPart,
  NestPlanRequest,
  PartAngles,
  PlanPlacement,
} from "../../base/contract/nest-plan.ts";
import { type NestStart, requestedSheets, type SheetPosition } from "../../base/contract/nest-sheets.ts";
import type { Bounds, Point, Ring } from "../../base/contract/values/geometry.ts";
import { invalidInput } from "../../base/errors.ts";
import { cleanRing } from "../../base/geometry/clean.ts";
import {
  orientedRing,
  pointBounds,
  type RigidTurn,
  rotation,
  signedArea,
  turnedBounds,
  turnPoint,
} from "../../base/geometry/ring.ts";
import { allowsAngle, candidateAngles, gridRanges, hasRanges, STEPS_PER_DEGREE } from "./angles.ts";
import { SheetBound } from "./bounds/bounds.ts";
import { fittingAngle } from "./fit.ts";
import { kindsOf, type PartKind } from "./kinds.ts";
import {
  type CorePlacement,
  type CoreSheet,
  type CoreType,
  gridIndex,
  gridOrientation,
} from "./nest-blocks.ts";
import { type PreparedSheet, prepareSheets } from "./open-sheets.ts";

/** A part of the request in the core's frame, and what is needed to come back. */
export interface PreparedPart {
  source: NestPlanPart;
  /** Open, oriented, about `center`. */
  rings: Ring[];
  center: Point;
  /** Net of holes. */
  area: number;
  /** 0 for the highest priority of the request, 1 for the next … */
  level: number;
  /** Copies that do not lie on a sheet yet. */
  quantity: number;
  /** Positions in the list of orientations. */
  orientations: number[];
  /** Any angle between two, in thousandths of a degree, whole ones. */
  ranges: (readonly [number, number])[];
}

export interface PartOrientation {
  rotation: number;
  mirrored: boolean;
}

export interface PreparedNest {
  request: NestPlanRequest;
  orientations: PartOrientation[];
  parts: PreparedPart[];
  /** The parts as the core is told. */
  kinds: PartKind[];
  sheets: PreparedSheet[];
  /** Types of the sheets that the core may use. A type in the core is a position in this list. */
  usable: PreparedSheet[];
  /** Distance of the usable rectangle from the sheet's edge. */
  inset: number;
}

/** Most copies of a part that fills sheets. */
const MOST_FILLING = 10_000;
/** Points of all copies that may each have an angle of their own, and what a copy counts beside its points. */
const MOST_TURNED = 1_500_000;
const POINTS_PER_SHAPE = 30;

export function prepare(request: NestPlanRequest): PreparedNest {
  const { fixed, config } = request;
  const { rotation_step, edge_margin, kerf } = config;
  const orientations: PartOrientation[] = [];
  const indexOf = (wanted: PartOrientation) => {
    const known = orientations.findIndex(
      (other) => other.rotation === wanted.rotation && other.mirrored === wanted.mirrored,
    );
    return known >= 0 ? known : orientations.push(wanted) - 1;
  };
  // Obstacles lie in the first orientation.
  indexOf({ rotation: 0, mirrored: false });
  const priorities = [...new Set(request.parts.map(({ priority = 0 }) => priority))].sort((a, b) => b - a);
  const laid = (fixed ?? []).flatMap(({ placements }) => placements);
  const inset = edge_margin + kerf / 2;
  const sheets = prepareSheets(request, inset);
  const usable = sheets.filter(({ core }) => core.height > 0 && (core.width > 0 || request.strip));
  const rooms = usable.map(({ core }) => ({ ...core, width: request.strip ? Infinity : core.width }));
  const turns = turnFreely(request);
  const parts = request.parts.map((source, p): PreparedPart => {
    const sides = source.mirror ? [false, true] : [false];
    const outline = centered(source);
    const ranges = turns && !source.same_angle ? gridRanges(source.angles ?? []) : [];
    const allowed = sides.flatMap((mirrored) => [
      ...anglesToTry(outline.rings[0]!, source.angles ?? anglesOfStep(rotation_step), mirrored, rooms).map(
        (rotation) => {
          return { rotation, mirrored };
        },
      ),
      ...givenOrientations(request, p).filter(
        (given) => given.mirrored === mirrored && !(ranges.length > 0 && isOnGrid(given)),
      ),
    ]);
    return {
      source,
      ...outline,
      // Parts that fill the rest come after all that is asked for.
      level: priorities.indexOf(source.priority ?? 0) + (source.quantity === "fill" ? priorities.length : 0),
      quantity: mostCopies(request, p, outline.area) - laid.filter(({ part }) => part === p).length,
      // Much is tried at right angles alone, which come first.
      orientations: [...new Set([...allowed.filter(isRight), ...allowed].map(indexOf))],
      ranges,
    };
  });
  const kinds = kindsOf(parts);
  return { request, orientations, parts, kinds, sheets, usable, inset };
}

/** The candidate angles, and where the part fits no sheet at any of them one at which it does. */
function anglesToTry(
  ring: Ring,
  angles: PartAngles,
  mirrored: boolean,
  rooms: readonly CoreType[],
): number[] {
  const candidates = candidateAngles(ring, angles, mirrored);
  const fits = (rotation: number) => {
    const { width, height } = extentOf(ring, { rotation, mirrored });
    return rooms.some((room) => width <= room.width && height <= room.height);
  };
  if (!hasRanges(angles) || rooms.length === 0 || candidates.some(fits)) return candidates;
  const found = fittingAngle(ring, angles, mirrored, rooms);
  return found === undefined ? candidates : [...candidates, found];
}

/** Are there so few copies that each of those with ranges may have an angle of its own? */
function turnFreely({ parts }: NestPlanRequest): boolean {
  const points = parts.map(({ angles, quantity, exterior, holes }) => {
    if (!angles || !hasRanges(angles)) return 0;
    const own = holes.reduce((sum, { length }) => sum + length, exterior.length + POINTS_PER_SHAPE);
    return own * (quantity === "fill" ? MOST_FILLING : quantity);
  });
  return points.reduce((sum, own) => sum + own, 0) <= MOST_TURNED;
}

/** Can the core name it without its being on the list? */
function isOnGrid({ rotation: angle }: PartOrientation): boolean {
  const steps = angle * STEPS_PER_DEGREE;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * STEPS_PER_DEGREE;
}

function isRight({ rotation: angle }: PartOrientation): boolean {
  return angle % 90 === 0;
}

/** Copies of a part that may be placed: of one that fills sheets no more than their area holds. */
function mostCopies(request: NestPlanRequest, part: number, area: number): number {
  const { quantity } = request.parts[part]!;
  if (quantity !== "fill") return quantity;
  const sheets = requestedSheets(request).map(({ width, height, quantity: most = Infinity }) => {
    return { room: width * height, most: Math.min(most, request.max_sheets ?? Infinity) };
  });
  const whole = sheets.reduce((sum, { room, most }) => sum + room * most, 0);
  const largest = Math.max(...sheets.map(({ room }) => room)) * (request.max_sheets ?? Infinity);
  return Math.min(MOST_FILLING, Math.floor(Math.min(whole, largest) / area));
}

/** How copies of a part lie in the layout to begin with, where ranges allow more than is tried. */
function givenOrientations({ parts, start }: NestPlanRequest, part: number): PartOrientation[] {
  const { angles, mirror } = parts[part]!;
  if (!angles || !hasRanges(angles)) return [];
  return (start?.sheets ?? []).flatMap(({ placements }) =>
    placements
      .filter(
        (place) => place.part === part && (mirror || !place.mirrored) && allowsAngle(angles, place.rotation),
      )
      .map(({ rotation: angle, mirrored }) => ({ rotation: angle, mirrored })),
  );
}

/** How few sheets hold all parts that fit one; undefined where nothing is said. */
export function sheetBound({ request, orientations, kinds, usable }: PreparedNest): SheetBound | undefined {
  const { strip, fixed, config } = request;
  const filling = request.parts.some(({ quantity }) => quantity === "fill");
  if (strip || fixed?.length || filling) return undefined;
  const bounded = kinds.map(({ quantity, rings, orientations: allowed, members }) => ({
    quantity,
    rings,
    ranging: hasRanges(request.parts[members[0]!]!.angles ?? []),
    turns: allowed.map((index) => turnOf(orientations[index]!)),
  }));
  const rooms = usable.map(({ core }) => core);
  return new SheetBound(bounded, rooms, config.spacing + config.kerf);
}

/** Only the first orientation in which it fits a sheet. */
export function withFirstAngle({ request, orientations, usable }: PreparedNest, kind: PartKind): PartKind {
  const found = kind.orientations.find((index) => {
    const { width, height } = extentOf(kind.rings[0]!, orientations[index]!);
    return usable.some(({ core }) => (request.strip || width <= core.width) && height <= core.height);
  });
  return { ...kind, orientations: [found ?? kind.orientations[0]!] };
}

function extentOf(ring: Ring, orientation: PartOrientation): { width: number; height: number } {
  const { min_x, min_y, max_x, max_y } = turnedBounds(ring, turnOf(orientation));
  return { width: max_x - min_x, height: max_y - min_y };
}

/**
 * Only the orientation that copies have in the layout to begin with; undefined where none lies there.
 * @throws EngineError INVALID_INPUT where they lie differently
 */
export function orientationInStart(
  { request, orientations }: PreparedNest,
  kind: PartKind,
): PartKind | undefined {
  const lying = (request.start?.sheets ?? []).flatMap(({ placements }) =>
    placements.filter(({ part }) => kind.members.includes(part)),
  );
  const [first] = lying;
  if (first === undefined) return undefined;
  if (!lying.every((place) => sameOrientation(place, first)))
    throw invalidInput(["start"], `copies of ${request.parts[first.part]!.id} lie at different angles`);
  const orientation = kind.orientations.find((index) => sameOrientation(orientations[index]!, first));
  return orientation === undefined ? undefined : { ...kind, orientations: [orientation] };
}

function centered(part: NestPlanPart): Pick<PreparedPart, "rings" | "center" | "area"> {
  const given = [orientedRing(part.exterior, true), ...part.holes.map((hole) => orientedRing(hole, false))];
  const whole = pointBounds(given[0]!);
  const size = Math.max(whole.max_x - whole.min_x, whole.max_y - whole.min_y);
  // Before, so that spikes do not count; and after, because moving rounds points onto each other.
  const bare = cleanRing(given[0]!, size);
  const box = bare === given[0] ? whole : pointBounds(bare);
  const center: Point = [(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2];
  const rings = given.map((ring) =>
    cleanRing(
      ring.map(([x, y]): Point => [x - center[0], y - center[1]]),
      size,
    ),
  );
  return { rings, center, area: rings.reduce((sum, ring) => sum + signedArea(ring), 0) };
}

/** Turn that an orientation gives to the points of a part. */
export function turnOf({ rotation: angle, mirrored }: PartOrientation): RigidTurn {
  return { ...rotation(angle), mirrored };
}

/** A point of a part as an orientation has it. */
function turn(point: Point, orientation: PartOrientation): Point {
  return turnPoint(point, turnOf(orientation));
}

/**
 * From the core's frame (part about its centre, usable rectangle) to the sheet's (part as sent). Extents are kept
 * per part and orientation: many copies share them.
 */
export function placer({
  request,
  parts,
  orientations,
  inset,
}: PreparedNest): (placement: CorePlacement) => PlanPlacement {
  const extents = new Map<number, Bounds>();
  return ({ part: index, orientation: turned, x, y }) => {
    const part = parts[index]!;
    const orientation = orientations[turned] ?? gridOrientation(turned);
    const key = turned * parts.length + index;
    const extent = extents.get(key) ?? turnedBounds(part.rings[0]!, turnOf(orientation));
    extents.set(key, extent);
    const center = turn(part.center, orientation);
    return {
      part: index,
      part_id: request.parts[index]!.id,
      x: x + inset - center[0],
      y: y + inset - center[1],
      ...orientation,
      bounds: {
        min_x: extent.min_x + x + inset,
        min_y: extent.min_y + y + inset,
        max_x: extent.max_x + x + inset,
        max_y: extent.max_y + y + inset,
      },
    };
  };
}

/**
 * The way back from `placer`, for a whole layout, and the path of each placement. Its first sheets are those of `fixed`,
 * as in an answer; what lies there for good is not repeated. @throws EngineError INVALID_INPUT for what the request
 * rules out
 */
export function sheetsFromStart(
  prepared: PreparedNest,
  start: NestStart,
): { sheets: CoreSheet[]; places: (string | number)[][] } {
  const left = prepared.parts.map(({ quantity }) => quantity);
  const sheets: CoreSheet[] = [];
  const places: (string | number)[][] = [];
  start.sheets.forEach(({ sheet_id, count, placements }, s) => {
    const fixed = prepared.request.fixed?.[s];
    const type = prepared.usable.findIndex((sheet) =>
      fixed
        ? sheet.fixed === fixed
        : !sheet.fixed && (sheet_id === undefined || sheet.source.id === sheet_id),
    );
    if (type < 0) throw invalidInput(["start", "sheets", s], "no part fits on this sheet");
    const found: CorePlacement[] = [];
    placements.forEach((placement, p) => {
      if (fixed?.placements.some((other) => samePlace(other, placement))) return;
      const path = ["start", "sheets", s, "placements", p];
      found.push(corePlacement(prepared, placement, path));
      places.push(path);
      left[placement.part]! -= count;
      if (left[placement.part]! < 0) throw invalidInput(path, "one copy more than the request asks for");
    });
    if (found.length > 0) sheets.push({ type, copies: count, placements: found });
  });
  return { sheets, places };
}

function corePlacement(
  { parts, kinds, orientations, inset }: PreparedNest,
  place: SheetPosition,
  path: (string | number)[],
): CorePlacement {
  const part = parts[place.part];
  if (!part) throw invalidInput([...path, "part"], "the request has no such part");
  const listed = part.orientations.find((index) => sameOrientation(orientations[index]!, place));
  const orientation = listed ?? onGrid(part, place);
  if (orientation === undefined) {
    throw invalidInput([...path, "rotation"], "the part may not be turned or mirrored like this");
  }
  const center = turn(part.center, orientations[orientation] ?? gridOrientation(orientation));
  const kind = kinds.findIndex(({ members }) => members.includes(place.part));
  return { part: kind, orientation, x: place.x - inset + center[0], y: place.y - inset + center[1] };
}

/** The core's name of an orientation that is within the part's ranges, but on no list. */
function onGrid({ source, ranges }: PreparedPart, place: PartOrientation): number | undefined {
  const isAllowed = source.mirror || !place.mirrored;
  if (ranges.length === 0 || !isAllowed || !isOnGrid(place)) return undefined;
  return allowsAngle(source.angles!, place.rotation) ? gridIndex(place) : undefined;
}

function samePlace(a: SheetPosition, b: SheetPosition): boolean {
  return a.part === b.part && a.x === b.x && a.y === b.y && sameOrientation(a, b);
}

/** A place of `fixed` as the answer has it. */
export function fixedPlacement({ request, parts }: PreparedNest, place: SheetPosition): PlanPlacement {
  const { part, x, y, rotation: angle, mirrored } = place;
  const { rings, center } = parts[part]!;
  const bounds = pointBounds(
    rings[0]!.map(([px, py]) => {
      const [tx, ty] = turn([px + center[0], py + center[1]], { rotation: angle, mirrored });
      return [tx + x, ty + y];
    }),
  );
  return { part, part_id: request.parts[part]!.id, x, y, rotation: angle, mirrored, bounds };
}

function sameOrientation(a: PartOrientation, b: PartOrientation): boolean {
  return a.mirrored === b.mirrored && Math.abs(a.rotation - b.rotation) <= 1e-9;
}

/** The multiples of a rotation step up to 90 degrees. */
export function anglesOfStep(step: number): number[] {
  const angles: number[] = [];
  // The slack keeps the last multiple of a step like 90/7, whose product may round to a hair above 90.
  for (let k = 0; k * step <= 90 + 1e-9; k++) angles.push(Math.min(90, k * step));
  return angles;
}
