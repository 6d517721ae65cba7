/** Judges answers of /v1 as the plans that they are views of. */
import { checkAnswer } from "../../base/contract/options.ts";
import {
  type CutData,
  type CutRequestInput,
  cutDataSchema,
  cutRequestSchema,
} from "../../base/contract/v1/cut.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import { type CutPlanViolationCode, judgeBars } from "../cut/cut-judge.ts";
import { planFromCutData } from "./v1-plans.ts";

export type CutViolationCode = CutPlanViolationCode | "stock-index" | "layouts-apart";

/** A fault of a plan of bars, and where it is. */
export interface CutAnswerViolation {
  /** For programs. */
  code: CutViolationCode;
  /** One sentence for people. */
  message: string;
  /** Position in `layouts`. */
  layout?: number;
}

/** Report of `verifyCutAnswer`. */
export interface CutAnswerReport {
  /** True when nothing is wrong. */
  ok: boolean;
  /** Everything that is wrong. */
  violations: CutAnswerViolation[];
  /** Copies that were placed. */
  placed_pieces: number;
  /** Copies that were not. */
  unplaced_pieces: number;
  /** Length of the bars used, mm. */
  total_stock_length: number;
  /** Length of the bars used that no piece takes, mm. */
  total_waste: number;
  /** Cost of the bars used. */
  total_cost: number;
}

/** Judges an answer of `cut` for a request as the solver takes it. @throws EngineError INVALID_INPUT for no such request */
export function verifyCutAnswer(request: CutRequestInput, data: CutData): CutAnswerReport {
  checkAnswer("data", data, "cut", ["layouts", "unplaced"]);
  const asked = validate(cutRequestSchema, request);
  return explained({ data: [cutDataSchema, data] }, () => {
    const { plan, bars } = planFromCutData(asked, data);
    const verdict = judgeBars(asked, plan, (pattern) => `Bar ${bars[pattern]}`);
    const numbers = data.layouts.flatMap(({ stock_index }, layout): CutAnswerViolation[] =>
      stock_index === layout
        ? []
        : [{ code: "stock-index", message: `Bar ${layout} has stock_index ${stock_index}`, layout }],
    );
    const faults = verdict.violations.map(
      ({ code, message, pattern }): CutAnswerViolation => ({
        code: code === "patterns-apart" ? "layouts-apart" : code,
        message,
        ...(pattern === undefined ? {} : { layout: bars[pattern]! }),
      }),
    );
    const violations = [...numbers, ...faults];
    return { ...verdict, ok: violations.length === 0, violations };
  });
}
