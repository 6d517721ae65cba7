/**
 * The two frames of nesting: parts as sent on a sheet with margins, and parts about their centres on the rectangle
 * inside the margins, which is how the core sees them. All ways between the two are here and nowhere else.
 */
import type { Bounds, Point, Ring } from "./contract/geometry.ts";
import type { NestPlanPart, NestPlanRequest, NestStart, PlanPlacement } from "./contract/nestplan.ts";
import { invalidInput } from "./errors.ts";
import { boundsOf, orientedRing, rotation, signedArea } from "./geometry/ring.ts";
import type { CorePlacement, CoreSheet } from "./wasm/nest.ts";

/** A part of the request as the core sees it, and what is needed to come back. */
export interface PreparedPart {
  source: NestPlanPart;
  /** Open, oriented, about `center`. */
  rings: Ring[];
  center: Point;
  /** Net of holes. */
  area: number;
  /** Positions in the list of orientations. */
  orientations: number[];
}

export interface Orientation {
  rotation: number;
  mirrored: boolean;
}

export interface Prepared {
  request: NestPlanRequest;
  orientations: Orientation[];
  parts: PreparedPart[];
  /** Distance of the usable rectangle from the sheet's edge. */
  inset: number;
}

export function prepare(request: NestPlanRequest): Prepared {
  const { rotation_step, edge_margin, kerf } = request.config;
  const orientations: Orientation[] = [];
  const indexOf = (wanted: Orientation) => {
    const known = orientations.findIndex(
      (other) => other.rotation === wanted.rotation && other.mirrored === wanted.mirrored,
    );
    return known >= 0 ? known : orientations.push(wanted) - 1;
  };
  const parts = request.parts.map((source): PreparedPart => {
    const angles = [...new Set(source.angles ?? anglesOfStep(rotation_step))];
    const sides = source.mirror ? [false, true] : [false];
    return {
      source,
      ...centered(source),
      orientations: sides.flatMap((mirrored) =>
        angles.map((angle) => indexOf({ rotation: angle, mirrored })),
      ),
    };
  });
  return { request, orientations, parts, inset: edge_margin + kerf / 2 };
}

function centered(part: NestPlanPart): Pick<PreparedPart, "rings" | "center" | "area"> {
  const given = [orientedRing(part.exterior, true), ...part.holes.map((hole) => orientedRing(hole, false))];
  const box = boundsOf(given[0]!);
  const center: Point = [(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2];
  const rings = given.map((ring) => ring.map(([x, y]): Point => [x - center[0], y - center[1]]));
  return { rings, center, area: rings.reduce((sum, ring) => sum + signedArea(ring), 0) };
}

function turn([x, y]: Point, { rotation: angle, mirrored }: Orientation): Point {
  const { cos, sin } = rotation(angle);
  const side = mirrored ? -x : x;
  return [side * cos - y * sin, side * sin + y * cos];
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
}: Prepared): (placement: CorePlacement) => PlanPlacement {
  const extents = new Map<number, Bounds>();
  return ({ part: index, orientation: turned, x, y }) => {
    const part = parts[index]!;
    const orientation = orientations[turned]!;
    const key = index * orientations.length + turned;
    const extent = extents.get(key) ?? boundsOf(part.rings[0]!.map((point) => turn(point, orientation)));
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

/** The way back from `placer`, for a whole layout. @throws EngineError INVALID_INPUT for what the request rules out */
export function sheetsFromStart(prepared: Prepared, { sheets }: NestStart): CoreSheet[] {
  if (prepared.request.strip && sheets.reduce((sum, { count }) => sum + count, 0) > 1) {
    throw invalidInput(["start", "sheets"], "a strip is one sheet");
  }
  const left = prepared.parts.map(({ source }) => source.quantity);
  return sheets.map(({ count, placements }, s) => ({
    copies: count,
    placements: placements.map((placement, p): CorePlacement => {
      const path = ["start", "sheets", s, "placements", p];
      const part = prepared.parts[placement.part];
      if (!part) throw invalidInput([...path, "part"], "the request has no such part");
      left[placement.part]! -= count;
      if (left[placement.part]! < 0) throw invalidInput(path, "one copy more than the request asks for");
      const orientation = part.orientations.find((index) =>
        sameOrientation(prepared.orientations[index]!, placement),
      );
      if (orientation === undefined) {
        throw invalidInput([...path, "rotation"], "the part may not be turned or mirrored like this");
      }
      const center = turn(part.center, prepared.orientations[orientation]!);
      const { inset } = prepared;
      return {
        part: placement.part,
        orientation,
        x: placement.x - inset + center[0],
        y: placement.y - inset + center[1],
      };
    }),
  }));
}

function sameOrientation(a: Orientation, b: Orientation): boolean {
  return a.mirrored === b.mirrored && Math.abs(a.rotation - b.rotation) <= 1e-9;
}

/** The multiples of a rotation step up to 90 degrees. */
export function anglesOfStep(step: number): number[] {
  const angles: number[] = [];
  // The slack keeps the last multiple of a step like 90/7, whose product may round to a hair above 90.
  for (let k = 0; k * step <= 90 + 1e-9; k++) angles.push(Math.min(90, k * step));
  return angles;
}
