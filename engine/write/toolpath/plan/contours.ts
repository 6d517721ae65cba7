/** Cuts of one sheet in their order: the common ground of all that is written for it. */
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import { checkExport, unusable } from "../path/check.ts";
import { type Compensated, type Cutting, compensateKerf } from "../path/kerf.ts";
import { compareOutlines, type NearPair } from "../path/overlap.ts";
import type { PathOptions } from "../path/shape.ts";

export interface SheetContours extends Compensated {
  /** Parts nearer to each other than the kerf. */
  near: NearPair[];
  /** How many parts have an outline that crosses itself or is thinner than a hair. */
  crossed: number;
}

/** Checked and compensated. Throws INVALID_INPUT for what cannot be cut; holes that are only pierced are not gone round. */
export function placeContours(
  request: ExportRequest,
  kerf: number,
  options: PathOptions,
  cutting: Partial<Cutting> = {},
): SheetContours {
  checkExport(request);
  const { wrong, near, crossed } = compareOutlines(request, kerf);
  if (wrong.length > 0) throw unusable(wrong.slice(0, 20));
  return { ...compensateKerf(request, kerf, options, cutting), near, crossed };
}
