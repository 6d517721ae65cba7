/** The sums of a layout after its sheets were changed by hand: how full each is, what lies nowhere, and all of it. */
import { signedArea } from "../../engine/base/geometry/ring.ts";
import type { Ring } from "../../engine/index.ts";
import { countsOf, known } from "../collect.ts";
import type { LayoutPart, SolvedLayout, SolvedSheet } from "../model/project.ts";
import { findSheetType } from "../model/sheet.ts";
import { sum } from "../model/units.ts";

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
  const placed = sum([...placedOf.values()], Number);
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

export function countPlacements(placements: SolvedSheet["placements"]): ReadonlyMap<string, number> {
  const counts = counted.get(placements) ?? countsOf(placements.map(({ part_id }) => part_id));
  counted.set(placements, counts);
  return counts;
}

/** The layout with its copies in other poses, each on its sheet: no sum is another one. */
export function reposed(layout: SolvedLayout, sheets: SolvedSheet[]): SolvedLayout {
  for (const [s, { placements }] of sheets.entries())
    counted.set(placements, countPlacements(layout.data.sheets[s]!.placements));
  return { ...layout, check: null, data: { ...layout.data, sheets, byHand: true } };
}

const areaIn = known((ring: Ring) => Math.abs(signedArea(ring)));

/** Net of holes. */
export function materialOf({ exterior, holes }: Pick<LayoutPart, "exterior" | "holes">): number {
  return areaIn(exterior) - sum(holes, areaIn);
}

/** Parts that lie on each other fill no more than there is. */
function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
}
