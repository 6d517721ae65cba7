/** Has a layout or a plan been checked? Questions go to a worker one at a time; while it is busy only the newest waits. */
import type { CutPlanRequest, PanelPlanRequest } from "../../engine/entries/schemas.ts";
import type { CutPlanData, PanelPlanData, PartCurves } from "../../engine/index.ts";
import { packed } from "../io/packed.ts";
import { planCheck } from "../model/plans.ts";
import type { LaidData, LayoutCheck, LayoutRequest, SolvedLayout } from "../model/project.ts";

export type PlanQuestion =
  | { kind: "bars"; request: CutPlanRequest; plan: CutPlanData }
  | { kind: "panels"; request: PanelPlanRequest; plan: PanelPlanData };
export type CheckQuestion =
  | { kind: "nest"; request: LayoutRequest; data: LaidData; curves: (PartCurves | null)[] | null }
  | PlanQuestion;

export interface CheckAnswer {
  check: LayoutCheck;
}

export interface Checker {
  /** The check of a layout, or null when a newer layout was asked about before this one's turn came. */
  check(layout: Pick<SolvedLayout, "request" | "data">): Promise<LayoutCheck | null>;
  /** The same for a layout that must be answered for: it is never passed over, and measured on its true arcs. */
  checkLast(layout: Pick<SolvedLayout, "request" | "data" | "curves">): Promise<LayoutCheck>;
  checkPlan(question: PlanQuestion): Promise<LayoutCheck>;
  close(): void;
}

interface WaitingCheck {
  question: CheckQuestion;
  must: boolean;
  answer(check: LayoutCheck | null): void;
}

export function createChecker(): Checker {
  let worker: Worker | undefined;
  let busy: WaitingCheck | undefined;
  let waiting: WaitingCheck[] = [];

  function next(): void {
    busy = waiting.shift();
    if (!busy) return;
    worker ??= start();
    // Packed, the outlines of thousands of holes do not hold up the page; they are packed once for this and for the store.
    worker.postMessage(packed(busy.question));
  }

  function settle(check: LayoutCheck): void {
    const done = busy;
    busy = undefined;
    done?.answer(check);
    if (!busy) next();
  }

  function start(): Worker {
    const made = new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" });
    made.onmessage = ({ data }: MessageEvent<CheckAnswer>) => settle(data.check);
    made.onerror = () => {
      worker?.terminate();
      worker = undefined;
      settle(planCheck(["The check could not be run."]));
    };
    return made;
  }

  function ask(question: CheckQuestion, must: boolean): Promise<LayoutCheck | null> {
    return new Promise((answer) => {
      for (const passed of waiting.filter((one) => !one.must)) passed.answer(null);
      waiting = waiting.filter((one) => one.must);
      waiting.push({ question, must, answer });
      if (!busy) next();
    });
  }

  return {
    check: ({ request, data }) => ask({ kind: "nest", request, data, curves: null }, false),
    checkLast: async ({ request, data, curves = null }) =>
      (await ask({ kind: "nest", request, data, curves }, true))!,
    checkPlan: async (question) => (await ask(question, true))!,
    close: () => worker?.terminate(),
  };
}
