/** From the core's sheets to a plan in the request's words. */
import {
  copiesAsked,
  type NestPlan,
  type NestPlanRequest,
  type PlanPlacement,
  type PlanRemnant,
  type PlanSheet,
} from "../../base/contract/nest-plan.ts";
import type { Point } from "../../base/contract/values/geometry.ts";
import { toPercent } from "../../base/contract/values/percent.ts";
import { freeRectangle, stripBeyond } from "../../base/geometry/free-rectangle.ts";
import { placeRing } from "../../base/geometry/ring.ts";
import { fixedPlacement, type PreparedNest, placer } from "./frame.ts";
import { partsOnSheets } from "./kinds.ts";
import type { CoreSheet } from "./nest-blocks.ts";
import { type PreparedSheet, surroundingsOf } from "./open-sheets.ts";
import { sharedOn } from "./shared.ts";

/** `lowerBound`: what is known of the sheets that are needed, null where nothing is. */
export function planFrom(
  prepared: PreparedNest,
  found: readonly CoreSheet[],
  lowerBound: number | null,
): NestPlan {
  const { request, parts, kinds, usable } = prepared;
  const place = placer(prepared);
  const laid = partsOnSheets(kinds, parts, found).map(({ type, copies, placements }) => ({
    prepared: usable[type]!,
    count: copies,
    placements: placements.map(place),
  }));
  // Sheets with parts on them are used whether the core has put more there or not.
  const untouched = prepared.sheets
    .filter((sheet) => sheet.fixed && !laid.some((other) => other.prepared === sheet))
    .map((sheet) => ({ prepared: sheet, count: 1, placements: [] as PlanPlacement[] }));
  const sheets = [...laid, ...untouched].map((sheet) => filledSheet(prepared, sheet));
  sheets.sort((a, b) => compareSheets(request, a, b));
  const placed = parts.map(() => 0);
  for (const { sheet } of sheets) for (const { part } of sheet.placements) placed[part]! += sheet.count;
  const remnant = remnantOf(prepared, sheets);
  const used = sheets.reduce((sum, { sheet }) => sum + sheet.count, 0);
  const missing = parts.some(({ source }, i) => copiesAsked(source) > placed[i]!);
  return {
    sheets: sheets.map(({ sheet }) => sheet),
    ...(remnant ? { remnant } : {}),
    ...(request.objective === "shared"
      ? {
          shared_length: sharedOn(
            prepared,
            sheets.map(({ prepared: type, sheet }) => ({ type, ...sheet })),
          ),
        }
      : {}),
    sheets_used: used,
    ...(lowerBound === null ? {} : proofOf(request, used, lowerBound, missing)),
    placed_parts: placed.reduce((sum, count) => sum + count, 0),
    ...(request.sheets
      ? { cost: sheets.reduce((sum, { sheet, prepared: { cost } }) => sum + sheet.count * cost, 0) }
      : {}),
    unplaced: parts.flatMap(({ source }, i) => {
      const count = copiesAsked(source) - placed[i]!;
      return count > 0 ? [{ part_id: source.id, count }] : [];
    }),
  };
}

/** The bound counts sheets, whatever they cost; where some parts have no place it is not known that they must have none. */
function proofOf(
  { sheets = [] }: NestPlanRequest,
  used: number,
  lowerBound: number,
  missing: boolean,
): Pick<NestPlan, "lower_bound" | "status"> {
  const isOptimal = !missing && sheets.length <= 1 && used <= lowerBound;
  return { lower_bound: lowerBound, status: isOptimal ? "optimal" : "feasible" };
}

/** A sheet of the answer, and what its place among the others depends on. */
interface FilledSheet {
  sheet: PlanSheet;
  prepared: PreparedSheet;
  /** Net area of the parts, from the highest priority to the lowest. */
  areas: number[];
}

function filledSheet(
  prepared: PreparedNest,
  {
    prepared: type,
    count,
    placements,
  }: { prepared: PreparedSheet; count: number; placements: PlanPlacement[] },
): FilledSheet {
  const { request, parts, inset } = prepared;
  const all = [
    ...(type.fixed?.placements ?? []).map((place) => fixedPlacement(prepared, place)),
    ...placements,
  ];
  const areas = Array<number>(Math.max(...parts.map(({ level }) => level)) + 1).fill(0);
  for (const { part } of all) areas[parts[part]!.level]! += parts[part]!.area;
  const { id, height } = type.source;
  const width = request.strip ? lengthOf(all, inset) : type.source.width;
  const utilization = toPercent(
    areas.reduce((sum, area) => sum + area, 0),
    width * height,
  );
  const sheet = {
    ...(id === undefined ? {} : { sheet_id: id }),
    count,
    width,
    height,
    utilization,
    placements: all,
  };
  return { sheet, prepared: type, areas };
}

/** The largest remnant of all sheets, of equal ones the last. */
function remnantOf(
  { request, parts }: PreparedNest,
  sheets: readonly FilledSheet[],
): PlanRemnant | undefined {
  const { remnant: kind, config } = request;
  if (kind === undefined) return undefined;
  let best: PlanRemnant | undefined;
  const area = () => (best ? best.width * best.height : 0);
  // The emptiest come last: what is bare on a sheet is more than its remnant, so most of the others need no closer look.
  for (const [s, { sheet, prepared }] of [...sheets.entries()].reverse()) {
    const { source } = prepared;
    const { width, height, placements } = sheet;
    if (((100 - sheet.utilization) / 100) * width * height <= area()) continue;
    const blockers = placements.map(({ part, x, y, rotation, mirrored }) => {
      const { exterior } = parts[part]!.source;
      const side = mirrored ? exterior.map(([px, py]): Point => [-px, py]) : exterior;
      return { rings: [placeRing(side, x, y, rotation)], gap: config.spacing + config.kerf };
    });
    const missing = [
      ...(source.outline ? [surroundingsOf(source)] : []),
      ...[...source.holes, ...source.defects].map((ring) => [ring]),
    ].map((rings) => ({ rings, gap: 0 }));
    const found =
      kind === "largest-rectangle"
        ? freeRectangle(width, height, [...missing, ...blockers])
        : stripBeyond(kind, width, height, [...missing, ...blockers]);
    if (found && found.width * found.height > area()) best = { sheet: s, ...found };
  }
  return best;
}

/** Sheets of `fixed` in their order, then sheets with more material of the highest priority. */
function compareSheets({ fixed = [] }: NestPlanRequest, a: FilledSheet, b: FilledSheet): number {
  const rank = ({ prepared }: FilledSheet) => (prepared.fixed ? fixed.indexOf(prepared.fixed) : fixed.length);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const level = a.areas.findIndex((area, i) => area !== b.areas[i]);
  return level < 0 ? 0 : b.areas[level]! - a.areas[level]!;
}

/** Width that a strip needs for what lies on it. */
function lengthOf(placements: PlanPlacement[], inset: number): number {
  return placements.reduce((right, { bounds }) => Math.max(right, bounds.max_x), 0) + inset;
}
