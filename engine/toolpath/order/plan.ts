/** What is cut on one sheet, in which order, and how far the tool travels for it: the common ground of both exports. */
import type { ExportRequest } from "../../contract/v1/export.ts";
import { checkExport, unusable } from "../path/check.ts";
import { compensateKerf } from "../path/kerf.ts";
import type { PathOptions } from "../path/shape.ts";
import { type OrderedContour, orderContours } from "./order.ts";

/** Arcs that stray further than this, in mm, are not the part any more. */
const COARSEST = 1;

/** Checked, compensated and in cutting order. Throws INVALID_INPUT for what cannot be cut. */
export function planSheet(request: ExportRequest, options: PathOptions = {}): OrderedContour[] {
  checkExport(request);
  const { arcTolerance = 0 } = options;
  if (!(arcTolerance >= 0 && arcTolerance <= COARSEST))
    throw unusable([
      { path: ["options", "arcTolerance"], message: `must be a number from 0 to ${COARSEST}` },
    ]);
  return orderContours(compensateKerf(request, options));
}
