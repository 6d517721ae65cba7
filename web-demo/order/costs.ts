/** Costs of a job: of each sheet, and of each part by its share of its sheets. */
import { ringPerimeter } from "../../engine/base/geometry/ring.ts";
import { known } from "../collect.ts";
import { countPlacements, materialOf } from "../edit/totals.ts";
import type { LayoutPart, Project } from "../model/project.ts";
import { isJudged, type Ready } from "../model/ready.ts";
import { sum } from "../model/units.ts";
import { findRackSheet } from "../shop/rack.ts";

export interface SheetCost {
  /** Price of the sheet; null where nobody has said. */
  material: number | null;
  machine: number;
  seconds: number;
}

export interface Costs {
  sheets: SheetCost[];
  /** Of all copies of a part that are on a sheet, by the part's id; markup is in it. */
  parts: ReadonlyMap<string, { copies: number; cost: number }>;
  total: number;
  /** Some sheet has no price. */
  isOpen: boolean;
}

/**
 * Costs of a layout whose program is judged, or null. A sheet's price is shared by the area of its parts, the time of
 * the machine by the length of their outlines.
 */
export function costsOf(project: Project, ready: Ready | null): Costs | null {
  const { layout, rack, quote } = project;
  if (!layout || !ready || !isJudged(ready)) return null;
  const sheets = layout.data.sheets.map(({ sheet_id }, i): SheetCost => {
    const known = findRackSheet(rack, sheet_id);
    const { seconds, cost } = ready.sheets[i]!;
    return { material: known ? rack[known.at]!.price : quote.sheetPrice, machine: cost, seconds };
  });
  const byId = new Map(layout.request.parts.map((part) => [part.id, part]));
  const parts = new Map<string, { copies: number; cost: number }>();
  const factor = 1 + quote.markup / 100;
  layout.data.sheets.forEach(({ placements }, i) => {
    const { material, machine } = sheets[i]!;
    const counts = [...countPlacements(placements)].map(([id, copies]) => ({
      id,
      copies,
      part: byId.get(id)!,
    }));
    const area = sum(counts, ({ part, copies }) => copies * materialOf(part));
    const length = sum(counts, ({ part, copies }) => copies * lengthOf(part));
    for (const { id, copies, part } of counts) {
      const share = ((material ?? 0) * materialOf(part)) / area + (machine * lengthOf(part)) / length;
      const before = parts.get(id) ?? { copies: 0, cost: 0 };
      parts.set(id, { copies: before.copies + copies, cost: before.cost + copies * share * factor });
    }
  });
  const total = sum([...parts.values()], ({ cost }) => cost);
  return { sheets, parts, total, isOpen: sheets.some(({ material }) => material === null) };
}

const perimeter = known(ringPerimeter);

function lengthOf({ exterior, holes }: LayoutPart): number {
  return sum([exterior, ...holes], perimeter);
}
