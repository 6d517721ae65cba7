/** One sheet of a plan as its writers take it: the parts where they lie, with their curves and marks. */
import type { NestPlanRequest, PlanSheet } from "../../base/contract/nest-plan.ts";
import type { SheetGround } from "../../base/contract/nest-sheets.ts";
import type { ExportRequest, GcodeConfig } from "../../base/contract/v1/export.ts";
import type { Mark, PartCurves } from "../../base/contract/values/curves.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { DEFAULTS } from "../../base/contract/values/limits.ts";
import { invalidInput } from "../../base/errors.ts";
import { mirroredCurves } from "../toolpath/path/shape.ts";
import { mirroredMark } from "../toolpath/plan/drawn.ts";

/** A sheet to be written: the body of an export, and by placement what the body does not have. */
export interface SheetJob {
  request: ExportRequest;
  /** Curves and marks by placement; absent where no part has any. */
  drawn: { curves?: (PartCurves | null)[]; marks?: (Mark[] | null)[] };
  /** Material of a sheet that is no whole rectangle. */
  ground?: SheetGround;
}

/** The sheet with this number of a plan. The kerf is the request's, unless `config` says another. */
export function sheetJob(
  request: NestPlanRequest,
  sheet: PlanSheet,
  index: number,
  config: Partial<GcodeConfig> = {},
): SheetJob {
  const { feed_rate, travel_rate, laser_power, use_z } = DEFAULTS.export;
  const { kerf } = request.config;
  const placed = sheet.placements.map((placement, p) => {
    const part = request.parts[placement.part];
    if (!part)
      throw invalidInput(["sheets", index, "placements", p], "shows a part that the request does not have");
    return { placement, part };
  });
  const curves = placed.map(({ placement: { mirrored }, part }) => {
    const own = part.curves ?? null;
    return own && mirrored ? mirroredCurves(own) : own;
  });
  const marks = placed.map(({ placement: { mirrored }, part }) => {
    const own = part.marks ?? null;
    return own && mirrored ? own.map(mirroredMark) : own;
  });
  const ground = groundUnder(request, sheet);
  return {
    request: {
      sheet_width: sheet.width,
      sheet_height: sheet.height,
      sheet_index: index,
      placements: placed.map(({ placement: { x, y, rotation, mirrored }, part }) => {
        const side = (ring: Ring): Ring => (mirrored ? ring.map(([px, py]) => [-px, py]) : ring);
        const [exterior, holes] = [side(part.exterior), part.holes.map(side)];
        return { part_id: part.id, exterior, holes, x, y, rotation };
      }),
      config: { feed_rate, travel_rate, laser_power, use_z, kerf, ...config },
    },
    drawn: {
      ...(curves.some((one) => one !== null) ? { curves } : {}),
      ...(marks.some((one) => one !== null && one.length > 0) ? { marks } : {}),
    },
    ...(ground ? { ground } : {}),
  };
}

/** Material of a sheet of a plan that is no whole rectangle; undefined for whole ones. */
export function groundUnder(
  { sheets = [] }: NestPlanRequest,
  { sheet_id }: PlanSheet,
): SheetGround | undefined {
  const type = sheets.find(({ id }) => id === sheet_id) ?? (sheets.length === 1 ? sheets[0] : undefined);
  if (!type?.outline && !type?.holes.length && !type?.defects.length) return undefined;
  const { outline, holes, defects } = type;
  return { ...(outline ? { outline } : {}), holes, defects };
}
