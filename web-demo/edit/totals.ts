/** The sums of a layout after its sheets were changed by hand: how full each is, what lies nowhere, and all of it. */

import type { Ring } from "../../engine/index.ts";
import type { LaidSheet, Layout, LayoutPart } from "../model/project.ts";
import { sheetTypeOf } from "../model/sheet.ts";

/** The layout with these sheets, of which empty ones are dropped; it is yet to be checked. */
export function summed(layout: Omit<Layout, "data"> & Partial<Layout>, laid: readonly LaidSheet[]): Layout {
  const { request } = layout;
  const areas = new Map(request.parts.map((part) => [part.id, materialOf(part)]));
  const counts = new Map<string, number>();
  let [used, whole] = [0, 0];
  const sheets = laid
    .filter(({ placements }) => placements.length > 0)
    .map((sheet, index): LaidSheet => {
      const { width, height } = sheetTypeOf({ request }, sheet);
      let area = 0;
      for (const { part_id } of sheet.placements) {
        area += areas.get(part_id) ?? 0;
        counts.set(part_id, (counts.get(part_id) ?? 0) + 1);
      }
      used += area;
      whole += width * height;
      return { ...sheet, index, utilization: (100 * area) / (width * height) };
    });
  const unplaced = request.parts.flatMap(({ id, quantity }) =>
    Array<string>(Math.max(0, quantity - (counts.get(id) ?? 0))).fill(id),
  );
  const placed = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const utilization = whole === 0 ? 0 : (100 * used) / whole;
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

const known = new WeakMap<Ring, number>();

/** Net of holes. */
function materialOf({ exterior, holes }: LayoutPart): number {
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
