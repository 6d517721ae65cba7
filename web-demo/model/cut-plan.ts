/** Questions about a cutting plan. */
import type { CutPattern, CutPlacement, CutPlan } from "../../engine/index.ts";
import { lengthText, trim, type Unit } from "./units.ts";

/** Every cut of a pattern with its position: equal neighbours are one entry in the plan, and one each here. */
export function cutsOf(pattern: CutPattern, kerf: number): CutPlacement[] {
  return pattern.cuts.flatMap(({ piece_id, length, position, count }) =>
    Array.from({ length: count }, (_, i) => ({ piece_id, length, position: position + i * (length + kerf) })),
  );
}

/** Lengths of less than this are what decimals leave over. */
const NOTHING_MM = 1e-6;

/** What one bar of a pattern leaves behind: a remnant worth keeping, and scrap. */
export function restText({ offcut, waste }: CutPattern, unit: Unit): string {
  const scrap = waste - offcut > NOTHING_MM ? `${lengthText(waste - offcut, unit)} scrap` : "";
  const kept = offcut > NOTHING_MM ? `${lengthText(offcut, unit)} left` : "";
  return [kept, scrap].filter(Boolean).join(" · ") || "nothing left";
}

/** How good the plan is known to be, as a sentence. */
export function planQuality({ status, gap_percent }: CutPlan): string {
  if (status === "optimal") return "Proven optimal: no plan does better";
  if (status === "stock_exhausted") return "The stock ran out";
  return `At most ${trim(gap_percent, 2)} % above the best possible`;
}

/** The plan as a table for a spreadsheet: one row per piece of every pattern. */
export function planRows({ patterns, kerf }: CutPlan): (string | number)[][] {
  const rows: (string | number)[][] = [
    ["pattern", "bars", "stock", "stock_length", "piece", "length", "position", "waste", "offcut"],
  ];
  patterns.forEach((pattern, i) => {
    for (const { piece_id, length, position } of cutsOf(pattern, kerf)) {
      rows.push([
        i + 1,
        pattern.count,
        pattern.stock_id,
        pattern.length,
        piece_id,
        length,
        position,
        pattern.waste,
        pattern.offcut,
      ]);
    }
  });
  return rows;
}
