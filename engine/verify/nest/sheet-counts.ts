/** The sheets of a plan's request as the judge sees them: what each type is like, and what parts keep clear of on it. */

import type { NestPlanRequest } from "../../base/contract/nest-plan.ts";
import { requestedSheets } from "../../base/contract/nest-sheets.ts";
import type { Point, Ring } from "../../base/contract/values/geometry.ts";
import type { Clearances, JudgedObstacle } from "./judged-sheet.ts";
import { JudgedShape, outlineOf, placeShape } from "./shape.ts";

export interface JudgedSheet {
  id: string | undefined;
  width: number;
  height: number;
  quantity: number;
  cost: number;
  obstacles: JudgedObstacle[];
}

/** In the order of the request. */
export function judgedSheets(request: NestPlanRequest, { margin }: Clearances): JudgedSheet[] {
  const { spacing, kerf } = request.config;
  return requestedSheets(request).map(
    ({ id, width, height, quantity = Infinity, cost, outline, holes, defects }) => {
      const around = outline
        ? [obstacle({ exterior: frame(width, height), holes: [outline] }, margin, "the edge of the sheet")]
        : [];
      const cut = holes.map((hole) => obstacle({ exterior: hole, holes: [] }, margin, "a hole of the sheet"));
      const bad = defects.map((defect) =>
        obstacle({ exterior: defect, holes: [] }, spacing + kerf / 2, "a defect of the sheet"),
      );
      const material = cut.reduce(
        (sum, hole) => sum - hole.placed.shape.area,
        outline ? outlineOf({ exterior: outline, holes: [] }).area : width * height,
      );
      return { id, width, height, quantity, cost: cost ?? material, obstacles: [...around, ...cut, ...bad] };
    },
  );
}

function obstacle(rings: { exterior: Ring; holes: Ring[] }, distance: number, what: string): JudgedObstacle {
  return { placed: placeShape(new JudgedShape(rings, 0), 0, 0), distance, what };
}

/** A ring well outside the sheet. */
function frame(width: number, height: number): Point[] {
  return [
    [-width, -height],
    [2 * width, -height],
    [2 * width, 2 * height],
    [-width, 2 * height],
  ];
}
