/** The sums of a layout after its sheets were changed by hand: how full each is, what lies nowhere, and all of it. */

import type { Ring } from "../../engine/index.ts";
import type { LayoutPart, SolvedLayout, SolvedSheet } from "../model/project.ts";
import { findSheetType } from "../model/sheet.ts";

/** The layout with these sheets, of which empty ones are dropped; it is yet to be checked. */
export function summed(
  layout: Omit<SolvedLayout, "data"> & Partial<SolvedLayout>,
  laid: readonly SolvedSheet[],
): SolvedLayout {
  const { request } = layout;
  const areas = new Map(request.parts.map((part) => [part.id, materialOf(part)]));
  const placedOf = new Map<string, number>();
  let [used, whole] = [0, 0];
  const sheets = laid
    .filter(({ placements }) => placements.length > 0)
    .map((sheet, index): SolvedSheet => {
      const { width, height } = findSheetType({ request }, sheet);
      let area = 0;
      for (const [id, copies] of countPlacements(sheet.placements)) {
        area += copies * (areas.get(id) ?? 0);
        placedOf.set(id, (placedOf.get(id) ?? 0) + copies);
      }
      used += area;
      whole += width * height;
      return { ...sheet, index, utilization: percentOf(area, width * height) };
    });
  const unplaced = request.parts.flatMap(({ id, quantity }) =>
    Array<string>(Math.max(0, quantity - (placedOf.get(id) ?? 0))).fill(id),
  );
  const placed = [...placedOf.values()].reduce((sum, count) => sum + count, 0);
  const utilization = percentOf(used, whole);
  const summary = {
    sheets_used: sheets.length,
    total_parts: placed + unplaced.length,
    placed_parts: placed,
    unplaced_parts: unplaced.length,
    total_utilization: utilization,
    total_waste_percent: whole === 0 ? 0 : 100 - utilization,
  };
  const bound = layout.data?.lower_bound;
  return {
    ...layout,
    check: null,
    data: {
      summary,
      sheets,
      unplaced,
      byHand: true,
      ...(bound === undefined ? {} : { lower_bound: bound }),
    },
  };
}

/** Asked for after every change, of sheets that have not changed too; placements do not change in place. */
const counted = new WeakMap<SolvedSheet["placements"], ReadonlyMap<string, number>>();

/** How many copies of each part lie on a sheet. */
export function countPlacements(placements: SolvedSheet["placements"]): ReadonlyMap<string, number> {
  const found = counted.get(placements);
  if (found) return found;
  const counts = new Map<string, number>();
  for (const { part_id } of placements) counts.set(part_id, (counts.get(part_id) ?? 0) + 1);
  counted.set(placements, counts);
  return counts;
}

/** The layout with its copies in other poses, each on its sheet: no sum is another one. */
export function reposed(layout: SolvedLayout, sheets: SolvedSheet[]): SolvedLayout {
  for (const [s, { placements }] of sheets.entries())
    counted.set(placements, countPlacements(layout.data.sheets[s]!.placements));
  return { ...layout, check: null, data: { ...layout.data, sheets, byHand: true } };
}

const known = new WeakMap<Ring, number>();

/** Net of holes. */
export function materialOf({ exterior, holes }: Pick<LayoutPart, "exterior" | "holes">): number {
  const area = known.get(exterior) ?? holes.reduce((sum, hole) => sum - areaIn(hole), areaIn(exterior));
  known.set(exterior, area);
  return area;
}

function areaIn(ring: Ring): number {
  let sum = 0;
  const [ox, oy] = ring[0]!;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    sum += ((ax - ox) * (by - oy) - (bx - ox) * (ay - oy)) / 2;
  }
  return Math.abs(sum);
}

/** Parts that lie on each other fill no more than there is. */
function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
}
