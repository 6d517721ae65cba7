/** Runs the independent verifiers beside the page, so that checking ten thousand placements never stops a frame. */
import { outwardRings } from "../../engine/entries/app.ts";
import { LIMITS } from "../../engine/entries/schemas.ts";
import { type NestViolation, verifyCut, verifyNest, verifyPanels } from "../../engine/entries/verify.ts";
import type { PartCurves } from "../../engine/index.ts";
import { nearest } from "../geometry/near.ts";
import { placementPose } from "../geometry/pose.ts";
import { unpacked } from "../io/packed.ts";
import { makePlanRequest, planFromData } from "../model/nest-plan.ts";
import { planCheck } from "../model/plans.ts";
import type { LaidData, LaidPart, LayoutCheck, LayoutRequest } from "../model/project.ts";
import { reasonOf, trim } from "../model/units.ts";
import type { CheckAnswer, CheckQuestion, PlanQuestion } from "./checker.ts";

const MOST_PROBLEMS = 20;
const MOST_FAULTS = 500;
/** How close to the true outlines distances are measured, in mm: as close as the points of a ring allow. */
const FINE = [5e-4, 2e-3, 5e-3];

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const question = unpacked(data) as CheckQuestion;
  let check: LayoutCheck;
  try {
    check = question.kind === "nest" ? checkNest(question) : checkPlan(question);
  } catch (error) {
    check = planCheck([`The check failed: ${reasonOf(error)}`]);
  }
  self.postMessage({ check } satisfies CheckAnswer);
};

function checkNest({ request, data, curves }: Extract<CheckQuestion, { kind: "nest" }>): LayoutCheck {
  // A run that was stopped may leave out parts that would have fitted; that is no fault of the layout.
  const options = { complete: false };
  const asked = withAnglesByHand(request, data);
  const plan = planFromData(asked, data);
  const report = verifyNest(makePlanRequest(asked), plan, options);
  // The rings that were nested are judged; the arcs that are exported are told.
  const fine = curves?.some(isCurved) ? withTrueOutlines(asked, curves) : null;
  const { smallest_gap, smallest_edge_gap } = fine
    ? verifyNest(makePlanRequest(fine), plan, { ...options, tolerance: 0.02 })
    : report;
  const { kerf } = request.config;
  return {
    ok: report.ok,
    gap: smallest_gap === null ? null : smallest_gap - kerf,
    margin: smallest_edge_gap === null ? null : smallest_edge_gap - kerf / 2,
    problems: told(report.violations, data, request),
    faults: report.violations
      .slice(0, MOST_FAULTS)
      .flatMap(({ sheet, placements }) =>
        sheet === undefined || !placements ? [] : [{ sheet, placements }],
      ),
  };
}

/** The violations as sentences, with their sheet, the names of the parts that they are about, and how deep these overlap. */
function told(violations: readonly NestViolation[], data: LaidData, { parts }: LayoutRequest): string[] {
  const bodies = new Map(parts.map((part) => [part.id, part]));
  return violations.slice(0, MOST_PROBLEMS).map(({ code, message, sheet, placements }) => {
    const [a, b] = placements?.map((at) => data.sheets[sheet ?? -1]?.placements[at]) ?? [];
    // Thousandths of a millimetre: what the judge found, as one can read it.
    const plain = message.replace(/\d+\.\d{4,}/g, (text) => trim(Number(text), 3));
    const nameOf = ({ part_id, instance }: LaidPart) => `${part_id} #${instance + 1}`;
    if (!a) return plain;
    if (!b) return `Sheet ${sheet! + 1}: ${plain.replace(/^A part/, nameOf(a))}`;
    const [one, other] = [bodies.get(a.part_id), bodies.get(b.part_id)];
    const deep =
      code === "overlap" && one && other
        ? nearest(one, placementPose(a), other, placementPose(b), 0)?.gap
        : undefined;
    const by = deep !== undefined && deep < 0 ? ` by ${trim(-deep, 2)} mm` : "";
    return `Sheet ${sheet! + 1}: ${plain.replace(/^Two parts/, `${nameOf(a)} and ${nameOf(b)}`)}${by}`;
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
    return known ? { ...part, ...trueOutline(known) } : part;
  });
  return { ...request, parts };
}

/** Nothing where even the coarsest rings have too many points. */
function trueOutline(curves: PartCurves): ReturnType<typeof outwardRings> {
  for (const tolerance of FINE) {
    const around = outwardRings(curves, tolerance);
    if (!around) continue;
    const rings = [around.exterior, ...around.holes];
    if (rings.every(({ length }) => length <= LIMITS.nest.exterior_points)) return around;
  }
  return null;
}

function checkPlan(question: PlanQuestion): LayoutCheck {
  const report =
    question.kind === "bars"
      ? verifyCut(question.request, question.plan)
      : verifyPanels(question.request, question.plan);
  return planCheck(report.violations.slice(0, MOST_PROBLEMS).map(({ message }) => message));
}
