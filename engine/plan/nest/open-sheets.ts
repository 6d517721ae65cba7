/**
 * The sheets of a plan as the core sees them: a usable rectangle, and obstacles for everything else that parts keep
 * away from. The surroundings of an irregular sheet are an obstacle with a hole; sheets with parts on them already are
 * types of their own, the first ones, of which there is one each.
 */

import type { NestPlanRequest } from "../../base/contract/nest-plan.ts";
import {
  type FixedSheet,
  type RequestedSheet,
  requestedSheets,
  type SheetPosition,
} from "../../base/contract/nest-sheets.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { cleanRing } from "../../base/geometry/clean.ts";
import { longestSide, orientedRing, placeRing, pointBounds, signedArea } from "../../base/geometry/ring.ts";
import type { CoreObstacle, CoreType } from "./nest-blocks.ts";

export interface PreparedSheet {
  source: RequestedSheet;
  fixed: FixedSheet | undefined;
  cost: number;
  /** As the core is told. */
  core: CoreType;
}

/** Sheets of `fixed` first, in their order, then the types of the request. */
export function prepareSheets(request: NestPlanRequest, inset: number): PreparedSheet[] {
  const types = requestedSheets(request);
  const fixed = request.fixed ?? [];
  const typeOf = (sheet_id?: string) =>
    types.findIndex(({ id }) => sheet_id === undefined || id === sheet_id);
  const used = types.map((_, t) => fixed.filter(({ sheet_id }) => typeOf(sheet_id) === t).length);
  const laid = fixed.map((sheet) => prepareSheet(request, types[typeOf(sheet.sheet_id)]!, inset, sheet));
  const others = types.map((type, t) => {
    const sheet = prepareSheet(request, type, inset);
    sheet.core.quantity = (type.quantity ?? Infinity) - used[t]!;
    return sheet;
  });
  // The one sheet of a strip is the one with parts on it, if there is one.
  return request.strip && laid.length > 0 ? laid : [...laid, ...others];
}

function prepareSheet(
  request: NestPlanRequest,
  source: PreparedSheet["source"],
  inset: number,
  fixed?: FixedSheet,
): PreparedSheet {
  const { spacing, kerf } = request.config;
  const inside = (ring: Ring) => {
    const moved = ring.map(([x, y]): Point => [x - inset, y - inset]);
    return cleanRing(moved, longestSide(moved));
  };
  const material = (ring: Ring) => inside(orientedRing(ring, true));
  const obstacles: CoreObstacle[] = [
    ...(source.outline ? [{ clearance: inset, rings: surroundingsOf(source).map(inside) }] : []),
    ...source.holes.map((hole) => ({ clearance: inset, rings: [material(hole)] })),
    ...source.defects.map((defect) => ({ clearance: spacing + kerf / 2, rings: [material(defect)] })),
  ];
  let [right, top] = [0, 0];
  for (const place of fixed?.placements ?? []) {
    const rings = ringsAt(request, place).map(inside);
    const bounds = pointBounds(rings[0]!);
    right = Math.max(right, bounds.max_x);
    top = Math.max(top, bounds.max_y);
    obstacles.push({ clearance: spacing + kerf, rings });
  }
  const cost = source.cost ?? materialOf(source);
  const core = {
    width: source.width - 2 * inset,
    height: source.height - 2 * inset,
    quantity: 1,
    cost,
    free: fixed !== undefined && !request.strip,
    right,
    top,
    obstacles,
  };
  return { source, fixed, cost, core };
}

/** A frame around an irregular sheet, the sheet its hole. */
export function surroundingsOf({ width, height, outline }: PreparedSheet["source"]): Ring[] {
  // As wide as gives the solver an idea of the way out of it.
  const frame = Math.max(width, height) / 10;
  const edge: Ring = [
    [-frame, -frame],
    [width + frame, -frame],
    [width + frame, height + frame],
    [-frame, height + frame],
  ];
  return [edge, orientedRing(outline!, false)];
}

/** The rings of a part where a placement puts it. */
function ringsAt({ parts }: NestPlanRequest, { part, x, y, rotation, mirrored }: SheetPosition): Ring[] {
  const { exterior, holes } = parts[part]!;
  return [exterior, ...holes].map((ring, r) => {
    const side = mirrored ? ring.map(([px, py]): Point => [-px, py]) : ring;
    return orientedRing(placeRing(side, x, y, rotation), r === 0);
  });
}

function materialOf({ width, height, outline, holes }: PreparedSheet["source"]): number {
  const area = (ring: Ring) => Math.abs(signedArea(ring));
  return holes.reduce((sum, hole) => sum - area(hole), outline ? area(outline) : width * height);
}
