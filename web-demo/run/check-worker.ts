/** Runs the independent verifiers beside the page, so that checking ten thousand placements never stops a frame. */
import {
  type NestViolation,
  outwardRings,
  type PartCurves,
  verifyCutPlan,
  verifyNestPlan,
  verifyPanelPlan,
} from "../../engine/index.ts";
import { planFromData, planRequestOf } from "../model/nest-plan.ts";
import type { Check, LaidData, LayoutRequest } from "../model/project.ts";
import type { CheckAnswer, CheckQuestion } from "./checker.ts";

const MOST_PROBLEMS = 20;
const MOST_FAULTS = 500;
/** How close to the true outlines distances are measured, in mm. */
const FINE = 5e-4;

self.onmessage = ({ data: question }: MessageEvent<CheckQuestion>) => {
  let check: Check;
  try {
    check = question.kind === "nest" ? checkNest(question) : checkPlan(question);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    check = { ok: false, gap: null, margin: null, problems: [`The check failed: ${text}`], faults: [] };
  }
  self.postMessage({ check } satisfies CheckAnswer);
};

function checkNest({ request, data, curves }: Extract<CheckQuestion, { kind: "nest" }>): Check {
  // A run that was stopped may leave out parts that would have fitted; that is no fault of the layout.
  const options = { complete: false };
  const asked = withAnglesByHand(request, data);
  const plan = planFromData(asked, data);
  const report = verifyNestPlan(planRequestOf(asked), plan, options);
  // What is judged are the rings that were nested; what is told are the arcs that are exported.
  const fine = curves?.some(isCurved) ? withTrueOutlines(asked, curves) : null;
  const { smallest_gap, smallest_edge_gap } = fine
    ? verifyNestPlan(planRequestOf(fine), plan, { ...options, tolerance: 0.02 })
    : report;
  const { kerf } = request.config;
  return {
    ok: report.ok,
    gap: smallest_gap === null ? null : smallest_gap - kerf,
    margin: smallest_edge_gap === null ? null : smallest_edge_gap - kerf / 2,
    problems: told(report.violations, data),
    faults: report.violations
      .slice(0, MOST_FAULTS)
      .flatMap(({ sheet, placements }) =>
        sheet === undefined || !placements ? [] : [{ sheet, placements }],
      ),
  };
}

/** The violations as sentences, with the names of the parts they are about. */
function told(violations: readonly NestViolation[], data: LaidData): string[] {
  return violations.slice(0, MOST_PROBLEMS).map(({ message, sheet, placements }) => {
    const pair = placements?.map((at) => data.sheets[sheet ?? -1]?.placements[at]);
    if (pair?.length !== 2 || !pair[0] || !pair[1]) return message;
    const [a, b] = pair.map((one) => `${one!.part_id} #${one!.instance + 1}`);
    return `Sheet ${sheet! + 1}: ${message.replace(/^Two parts/, `${a} and ${b}`)}`;
  });
}

/** Somebody who turns a part by hand means it: the angles and mirrorings found are allowed. */
function withAnglesByHand(request: LayoutRequest, data: LaidData): LayoutRequest {
  const found = new Map<string, Set<number>>();
  const mirrored = new Set<string>();
  for (const place of data.sheets.flatMap(({ placements }) => placements)) {
    const angles = found.get(place.part_id) ?? new Set();
    found.set(place.part_id, angles.add(place.rotation));
    if (place.mirrored) mirrored.add(place.part_id);
  }
  if (!data.byHand) return request;
  return {
    ...request,
    parts: request.parts.map((part) => {
      const allowed = part.angles ?? [];
      const angles =
        allowed === "free" ? allowed : [...new Set([...allowed, ...(found.get(part.id) ?? [0])])];
      return { ...part, angles, ...(mirrored.has(part.id) ? { mirror: true } : {}) };
    }),
  };
}

function isCurved(curves: PartCurves | null): boolean {
  return curves !== null && [curves.exterior, ...curves.holes].flat().some(({ kind }) => kind !== "line");
}

function withTrueOutlines(request: LayoutRequest, curves: readonly (PartCurves | null)[]): LayoutRequest {
  const parts = request.parts.map((part, i) => {
    const known = curves[i];
    return known ? { ...part, ...outwardRings(known, FINE) } : part;
  });
  return { ...request, parts };
}

function checkPlan(question: Exclude<CheckQuestion, { kind: "nest" }>): Check {
  const report =
    question.kind === "cut"
      ? verifyCutPlan(question.request, question.plan)
      : verifyPanelPlan(question.request, question.plan);
  const problems = report.violations.slice(0, MOST_PROBLEMS).map(({ message }) => message);
  return { ok: report.ok, gap: null, margin: null, problems, faults: [] };
}
