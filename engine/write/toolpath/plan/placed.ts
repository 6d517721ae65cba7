/**
 * Which part does each placement of a layout show, and what does a sheet of it look like as an export request?
 *
 * A placement names its part by id, and ids may repeat: then the entry is the one whose placed outline has the bounds
 * that the placement states, each copy of each entry being taken once.
 */

import { checkAnswer, checkArguments, checkOptions, listed, whole } from "../../../base/contract/options.ts";
import { by } from "../../../base/contract/program-options.ts";
import { type ExportRequest, type GcodeConfig, gcodeConfigSchema } from "../../../base/contract/v1/export.ts";
import {
  type NestData,
  type NestPart,
  type NestRequest,
  type NestRequestInput,
  nestDataSchema,
  nestRequestSchema,
  type Placement,
} from "../../../base/contract/v1/nest.ts";
import { completed, explained } from "../../../base/contract/validate.ts";
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { DEFAULTS } from "../../../base/contract/values/limits.ts";
import { invalidInput } from "../../../base/errors.ts";
import { placeRing, pointBounds } from "../../../base/geometry/ring.ts";
import { counted } from "../../../base/text.ts";
import type { Mark } from "../machine/options.ts";
import type { PartCurves } from "../path/shape.ts";

export interface PlacedPart {
  placement: Placement;
  part: NestPart;
  /** The part's place in `request.parts`. */
  entry: number;
}

/** The placements of all sheets with their parts, sheet by sheet. Throws INVALID_INPUT for an unknown part. */
export function placed_parts(request: NestRequest, data: NestData): PlacedPart[][] {
  const entries = new Map<string, number[]>();
  for (const [entry, { id }] of request.parts.entries()) entries.set(id, [...(entries.get(id) ?? []), entry]);
  const taken = new Set<string>();
  return data.sheets.map(({ placements }, s) =>
    placements.map((placement, i) => {
      const named = entries.get(placement.part_id) ?? [];
      const free = named.filter((entry) => !taken.has(`${entry} ${placement.instance}`));
      const entry =
        named.length > 1 ? (free.find((k) => fits(request.parts[k]!, placement)) ?? free[0]) : named[0];
      if (entry === undefined)
        throw invalidInput(["sheets", s, "placements", i], "shows a part that the request does not have");
      taken.add(`${entry} ${placement.instance}`);
      return { placement, part: request.parts[entry]!, entry };
    }),
  );
}

/** @throws EngineError INVALID_INPUT where the answer has no such sheet */
function partsOf(request: NestRequestInput, data: NestData, index: number): PlacedPart[] {
  checkAnswer("data", data, "nest", ["sheets"]);
  checkArguments({ index: whole() }, { index });
  const asked = completed(nestRequestSchema, request);
  const parts = explained(
    { request: [nestRequestSchema, request], data: [nestDataSchema, data] },
    () => placed_parts(asked, data)[index],
  );
  if (!parts) throw invalidInput(["sheets", index], `the answer has ${counted(data.sheets.length, "sheet")}`);
  return parts;
}

/** Request of `exportGcode` and `exportDxf`, from one sheet of an answer. The kerf is the request's unless given. */
export function exportOfSheet(
  request: NestRequestInput,
  data: NestData,
  index: number,
  config: Partial<GcodeConfig> = {},
): ExportRequest {
  checkOptions({ config: by(gcodeConfigSchema) }, { config });
  const asked = completed(nestRequestSchema, request);
  const { feed_rate, travel_rate, laser_power, use_z } = DEFAULTS.export;
  const parts = partsOf(asked, data, index);
  const { kerf } = asked.config;
  return {
    sheet_width: asked.sheet.width,
    sheet_height: asked.sheet.height,
    sheet_index: data.sheets[index]!.index,
    placements: parts.map(({ placement, part }) => ({
      part_id: part.id,
      exterior: part.exterior,
      holes: part.holes,
      x: placement.x,
      y: placement.y,
      rotation: placement.rotation,
    })),
    config: { feed_rate, travel_rate, laser_power, use_z, kerf, ...config },
  };
}

/** The `curves` option of the exports for one sheet, from the curves of each entry of `request.parts`, null if unknown. */
export function curvesOfSheet(
  request: NestRequestInput,
  data: NestData,
  index: number,
  curves: (PartCurves | null)[],
): (PartCurves | null)[] {
  checkArguments({ curves: listed }, { curves });
  return partsOf(request, data, index).map(({ entry }) => curves[entry] ?? null);
}

/** The `marks` option of the exports for one sheet, from the marks of each entry of `request.parts`. */
export function marksOfSheet(
  request: NestRequestInput,
  data: NestData,
  index: number,
  marks: (Mark[] | null)[],
): (Mark[] | null)[] {
  checkArguments({ marks: listed }, { marks });
  return partsOf(request, data, index).map(({ entry }) => marks[entry] ?? null);
}

function fits(part: NestPart, { x, y, rotation, bounds }: Placement): boolean {
  const placed = pointBounds(placeRing(part.exterior, x, y, rotation));
  return (Object.keys(bounds) as (keyof Bounds)[]).every(
    (side) => Math.abs(placed[side] - bounds[side]) < 1e-6,
  );
}
