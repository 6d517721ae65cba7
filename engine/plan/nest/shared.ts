/** Edges that parts share, one kerf apart: how long they are in a layout, and a layout slid so that they are longer. */
import type { PlanPlacement } from "../../base/contract/nest-plan.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import { orientedRing, placeRing } from "../../base/geometry/ring.ts";
import { type SlidingField, sharedLength, slideToShare } from "../../base/geometry/shared-edges.ts";
import { fixedPlacement, type PreparedNest, placer } from "./frame.ts";
import type { CoreSheet } from "./nest-blocks.ts";
import type { PreparedSheet } from "./open-sheets.ts";

/** A sheet with all that lies on it, what lies there for good first. */
interface LaidSheet {
  type: PreparedSheet;
  placements: readonly PlanPlacement[];
}

/** On all sheets, in mm. */
export function sharedOn(prepared: PreparedNest, sheets: readonly (LaidSheet & { count: number })[]): number {
  return sheets.reduce((sum, sheet) => sum + sheet.count * sharedLength(fieldOf(prepared, sheet)), 0);
}

/** The core's sheets with longer shared edges, for as long as `goesOn`; parts stay within the box that they take. */
export function slidSheets(
  prepared: PreparedNest,
  sheets: readonly CoreSheet[],
  goesOn: () => boolean,
): CoreSheet[] {
  const { kinds, usable } = prepared;
  const place = placer(prepared);
  return sheets.map((sheet) => {
    const type = usable[sheet.type]!;
    const fixed = (type.fixed?.placements ?? []).map((one) => fixedPlacement(prepared, one));
    // Parts of a kind have the same rings.
    const laid = sheet.placements.map((one) => place({ ...one, part: kinds[one.part]!.members[0]! }));
    const places = slideToShare(fieldOf(prepared, { type, placements: [...fixed, ...laid] }), goesOn);
    const placements = sheet.placements.map((one, i) => {
      const [x, y] = places[fixed.length + i]!;
      const [dx, dy] = [x - laid[i]!.x, y - laid[i]!.y];
      return dx === 0 && dy === 0 ? one : { ...one, x: one.x + dx, y: one.y + dy };
    });
    return { ...sheet, placements };
  });
}

/** A sheet as parts slide on it; equal parts at equal angles have the same rings. */
function fieldOf({ request, parts, inset }: PreparedNest, { type, placements }: LaidSheet): SlidingField {
  const { spacing, kerf } = request.config;
  const known = new Map<string, Ring[]>();
  const fixed = type.fixed?.placements.length ?? 0;
  const { obstacles } = type.core;
  return {
    gap: spacing + kerf,
    parts: placements.map(({ part, x, y, rotation, mirrored }, i) => {
      const key = `${part} ${rotation} ${mirrored}`;
      const { exterior, holes } = parts[part]!.source;
      const rings =
        known.get(key) ??
        [exterior, ...holes].map((ring, r) => {
          const side = mirrored ? ring.map(([px, py]): Point => [-px, py]) : ring;
          return orientedRing(placeRing(side, 0, 0, rotation), r === 0);
        });
      known.set(key, rings);
      return { rings, x, y, fixed: i < fixed };
    }),
    // The last obstacles are fixed parts, which are among the parts here.
    obstacles: obstacles.slice(0, obstacles.length - fixed).map(({ clearance, rings }) => {
      return { clearance, rings: rings.map((ring) => ring.map(([x, y]): Point => [x + inset, y + inset])) };
    }),
  };
}
