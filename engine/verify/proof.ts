/** Checks that status, objective, bound and gap of a plan agree with each other. */
import type { CutPlan } from "../base/contract/cut-plan.ts";

type Proof = Pick<CutPlan, "status" | "objective" | "lower_bound" | "gap_percent">;

/** In percent. */
export const PERCENT_TOLERANCE = 1e-9;

/** Percentages of the interface are never beyond 0 and 100, not even by rounding. */
export function saysPercent(value: number, expected: number, tolerance: number): boolean {
  return value >= 0 && value <= 100 && Math.abs(value - expected) <= tolerance;
}

const STATUSES = ["optimal", "feasible", "stock_exhausted"];

/**
 * @param missing number of kinds of unplaced pieces that fit a stock
 * @param doubtful number of kinds of unplaced pieces that may or may not fit: their digits are too fine to say
 */
export function proofFaults(
  { status, objective, lower_bound, gap_percent }: Proof,
  missing: number,
  doubtful = 0,
): { code: "objective" | "status"; message: string }[] {
  const gap = objective > 0 ? 100 * (1 - lower_bound / objective) : 0;
  const left = `with ${missing} kinds of pieces left over that fit a stock`;
  const checks = [
    {
      code: "objective" as const,
      right: lower_bound >= 0 && lower_bound <= objective,
      message: `lower_bound is ${lower_bound}, the objective ${objective}`,
    },
    {
      code: "objective" as const,
      right: Math.abs(gap_percent - gap) <= PERCENT_TOLERANCE,
      message: `gap_percent is ${gap_percent}, but should be ${gap}`,
    },
    {
      code: "status" as const,
      right: status === "stock_exhausted" ? missing + doubtful > 0 : missing === 0,
      message: `The status is ${status}, ${left}`,
    },
    { code: "status" as const, right: STATUSES.includes(status), message: `There is no status ${status}` },
    {
      code: "status" as const,
      right: status !== "optimal" || lower_bound === objective,
      message: `The status is optimal, but the gap ${gap_percent} %`,
    },
  ];
  return checks.filter(({ right }) => !right).map(({ code, message }) => ({ code, message }));
}
