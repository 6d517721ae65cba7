/** Questions about a cutting plan. */
import { csvTable, safeText } from "../../engine/entries/app.ts";
import type { CutPattern, CutPlanData } from "../../engine/index.ts";
import type { CutPlacement } from "../../engine/v1.ts";
import type { BarPlan } from "./project.ts";
import { type DisplayUnit, roundedText, trim } from "./units.ts";

/** Every cut of a pattern with its position: equal neighbours are one entry in the plan, and one each here. */
export function listPieces(pattern: CutPattern, kerf: number): BarPiece[] {
  // Mitred pieces come one by one, so a run's pieces are always a square kerf apart.
  return pattern.cuts.flatMap(({ count, position, ...cut }) =>
    Array.from({ length: count }, (_, i) => ({ ...cut, position: position + i * (cut.length + kerf) })),
  );
}

/** A piece as it lies on its bar; angles are degrees from a square cut. */
export interface BarPiece extends CutPlacement {
  angle_start?: number | undefined;
  angle_end?: number | undefined;
}

/** Lengths of less than this are what decimals leave over. */
const NOTHING_MM = 1e-6;

/** Tells the rest of one bar of a pattern: a remnant worth keeping, and scrap. */
export function restText({ offcut, waste }: CutPattern, unit: DisplayUnit): string {
  const scrap = waste - offcut > NOTHING_MM ? `${roundedText(waste - offcut, unit)} scrap` : "";
  const kept = offcut > NOTHING_MM ? `${roundedText(offcut, unit)} left` : "";
  return [kept, scrap].filter(Boolean).join(" · ") || "nothing left";
}

/** How good the plan is known to be, as a sentence. */
export function planQuality(
  { status, gap_percent }: Pick<CutPlanData, "status" | "gap_percent">,
  noun: "bar" | "panel" = "bar",
): string {
  if (status === "optimal") return "Proven optimal: no plan does better";
  if (status === "stock_exhausted") return noun === "bar" ? "The stock ran out" : "The panels ran out";
  return `At most ${trim(gap_percent, 2)} % above the best possible`;
}

/** The plans as CSV: one row per piece of every pattern. Profiles and angles are told where there are any. */
export function plansCsv(plans: readonly BarPlan[]): string {
  const mitred = plans.some(({ request }) =>
    request.pieces.some((piece) => piece.angle_start || piece.angle_end),
  );
  const several = plans.length > 1 || plans.some(({ profile }) => profile !== "");
  const head = [
    ...(several ? ["profile"] : []),
    ...["pattern", "bars", "stock", "stock_length", "piece", "length", "position"],
    ...(mitred ? ["angle_start", "angle_end"] : []),
    ...["waste", "offcut"],
  ];
  const rows = plans.flatMap(({ profile, plan }) =>
    plan.patterns.flatMap((pattern, i) =>
      listPieces(pattern, plan.kerf).map(({ piece_id, length, position, angle_start = 0, angle_end = 0 }) => [
        ...(several ? [safeText(profile)] : []),
        ...[i + 1, pattern.count, safeText(pattern.stock_id), pattern.length],
        ...[safeText(piece_id), length, position],
        ...(mitred ? [angle_start, angle_end] : []),
        ...[pattern.waste, pattern.offcut],
      ]),
    ),
  );
  return csvTable(head, rows);
}

export interface BarRow {
  profile: string;
  pattern: CutPattern;
  kerf: number;
  /** Its number among the bars of its profile, from 1. */
  number: number;
  /** Unique among all bars of the plans. */
  key: string;
}

/** Every bar one by one, as somebody at the saw takes them. */
export function listBars(plans: readonly BarPlan[]): BarRow[] {
  return plans.flatMap(({ profile, plan }) => {
    let number = 0;
    return plan.patterns.flatMap((pattern, p) =>
      Array.from({ length: pattern.count }, (_, i): BarRow => {
        number++;
        return { profile, pattern, kerf: plan.kerf, number, key: `${profile}/${p}/${i}` };
      }),
    );
  });
}
