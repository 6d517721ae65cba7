/** Runs the independent verifiers beside the page, so that checking ten thousand placements never stops a frame. */
import { verifyCutPlan, verifyNest, verifyNestPlan } from "../../engine/index.ts";
import { needsPlan, planFromData, planRequestOf } from "../model/nest-plan.ts";
import type { Check } from "../model/project.ts";
import type { CheckAnswer, CheckQuestion } from "./checker.ts";

const MOST_PROBLEMS = 20;

self.onmessage = ({ data: question }: MessageEvent<CheckQuestion>) => {
  let check: Check;
  try {
    check = question.kind === "nest" ? checkNest(question) : checkCut(question);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    check = { ok: false, gap: null, margin: null, problems: [`The check failed: ${text}`] };
  }
  self.postMessage({ check } satisfies CheckAnswer);
};

function checkNest({ request, data }: Extract<CheckQuestion, { kind: "nest" }>): Check {
  // A run that was stopped may leave out parts that would have fitted; that is no fault of the layout.
  const options = { complete: false };
  const report = needsPlan(request)
    ? verifyNestPlan(planRequestOf(request), planFromData(request, data), options)
    : verifyNest(request, data, options);
  return {
    ok: report.ok,
    gap: report.smallest_gap,
    margin: report.smallest_edge_gap,
    problems: report.violations.slice(0, MOST_PROBLEMS).map(({ message }) => message),
  };
}

function checkCut({ request, plan }: Extract<CheckQuestion, { kind: "cut" }>): Check {
  const report = verifyCutPlan(request, plan);
  const problems = report.violations.slice(0, MOST_PROBLEMS).map(({ message }) => message);
  return { ok: report.ok, gap: null, margin: null, problems };
}
