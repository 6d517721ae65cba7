/** From the core's sheets to a plan in the request's words. */
import {
  copiesAsked,
  type NestPlan,
  type NestPlanRequest,
  type PlanPlacement,
  type PlanRemnant,
  type PlanSheet,
} from "../contract/nest-plan.ts";
import type { Point, Ring } from "../contract/values/geometry.ts";
import { freeRectangle, stripBeyond } from "../geometry/empty-rectangle.ts";
import { orientedRing, placeRing } from "../geometry/ring.ts";
import { type SlidingField, sharedLength, slideToShare } from "../geometry/shared-edges.ts";
import type { CoreSheet } from "./blocks.ts";
import { fixedPlacement, type Prepared, placer } from "./frame.ts";
import { partsOnSheets } from "./kinds.ts";
import { type PreparedSheet, surroundingsOf } from "./sheets.ts";

/** `lowerBound`: what is known of the sheets that are needed, null where nothing is. `isLast`: no better one will come. */
export function planFrom(
  prepared: Prepared,
  found: readonly CoreSheet[],
  lowerBound: number | null,
  isLast = true,
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
  const filled = [...laid, ...untouched].map((sheet) => filledSheet(prepared, sheet));
  filled.sort((a, b) => compareSheets(request, a, b));
  const isShared = request.objective === "shared";
  const sheets = isShared && isLast ? slid(prepared, filled) : filled;
  const placed = parts.map(() => 0);
  for (const { sheet } of sheets) for (const { part } of sheet.placements) placed[part]! += sheet.count;
  const remnant = remnantOf(prepared, sheets);
  const used = sheets.reduce((sum, { sheet }) => sum + sheet.count, 0);
  const missing = parts.some(({ source }, i) => copiesAsked(source) > placed[i]!);
  return {
    sheets: sheets.map(({ sheet }) => sheet),
    ...(remnant ? { remnant } : {}),
    ...(isShared ? { shared_length: sharedOn(prepared, sheets) } : {}),
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
  prepared: Prepared,
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
  const utilization = (100 * areas.reduce((sum, area) => sum + area, 0)) / (width * height);
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
function remnantOf({ request, parts }: Prepared, sheets: readonly FilledSheet[]): PlanRemnant | undefined {
  const { remnant: kind, config } = request;
  if (kind === undefined) return undefined;
  let best: PlanRemnant | undefined;
  const area = () => (best ? best.width * best.height : 0);
  sheets.forEach(({ sheet, prepared: { source } }, s) => {
    const { width, height, placements } = sheet;
    // What is bare is more than the remnant, so most sheets need no closer look.
    if (((100 - sheet.utilization) / 100) * width * height < area()) return;
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
    if (found && found.width * found.height >= area()) best = { sheet: s, ...found };
  });
  return best;
}

/** The sheets with longer shared edges; as they were, if that cost any of the remnant. */
function slid(prepared: Prepared, sheets: readonly FilledSheet[]): readonly FilledSheet[] {
  const moved = sheets.map((filled): FilledSheet => {
    const { sheet } = filled;
    const places = slideToShare(fieldOf(prepared, filled));
    const placements = sheet.placements.map((placement, i) => movedTo(placement, places[i]!));
    return { ...filled, sheet: { ...sheet, placements } };
  });
  const area = ({ width, height }: Partial<PlanRemnant> = {}) => (width ?? 0) * (height ?? 0);
  return area(remnantOf(prepared, moved)) < area(remnantOf(prepared, sheets)) - 1e-6 ? sheets : moved;
}

function sharedOn(prepared: Prepared, sheets: readonly FilledSheet[]): number {
  return sheets.reduce((sum, one) => sum + one.sheet.count * sharedLength(fieldOf(prepared, one)), 0);
}

/** A sheet as parts slide on it; equal parts at equal angles have the same rings. */
function fieldOf({ request, parts, inset }: Prepared, { sheet, prepared }: FilledSheet): SlidingField {
  const { spacing, kerf } = request.config;
  const known = new Map<string, Ring[]>();
  const fixed = prepared.fixed?.placements.length ?? 0;
  const { obstacles } = prepared.core;
  return {
    gap: spacing + kerf,
    parts: sheet.placements.map(({ part, x, y, rotation, mirrored }, i) => {
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
    // What lies there for good is among the parts.
    obstacles: obstacles.slice(0, obstacles.length - fixed).map(({ clearance, rings }) => {
      return { clearance, rings: rings.map((ring) => ring.map(([x, y]): Point => [x + inset, y + inset])) };
    }),
  };
}

function movedTo(placement: PlanPlacement, [x, y]: Point): PlanPlacement {
  const [dx, dy] = [x - placement.x, y - placement.y];
  if (dx === 0 && dy === 0) return placement;
  const { min_x, min_y, max_x, max_y } = placement.bounds;
  return {
    ...placement,
    x,
    y,
    bounds: { min_x: min_x + dx, min_y: min_y + dy, max_x: max_x + dx, max_y: max_y + dy },
  };
}

/** Those of `fixed` in their order, then what has more material of the highest priority. */
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
