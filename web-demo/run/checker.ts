/** Has a layout or a plan been checked? Questions go to a worker one at a time; while it is busy only the newest waits. */
import type {
  CutPlanData,
  CutPlanRequest,
  PanelPlanData,
  PanelPlanRequest,
  PartCurves,
} from "../../engine/index.ts";
import { packed } from "../io/packed.ts";
import type { Check, Layout, LayoutRequest } from "../model/project.ts";
import { type PackedData, packedData } from "./packed.ts";

export type CheckQuestion =
  | { kind: "nest"; request: LayoutRequest; data: PackedData; curves: (PartCurves | null)[] | null }
  | { kind: "cut"; request: CutPlanRequest; plan: CutPlanData }
  | { kind: "panels"; request: PanelPlanRequest; plan: PanelPlanData };

export interface CheckAnswer {
  check: Check;
}

export interface Checker {
  /** The check of a layout, or null when a newer layout was asked about before this one's turn came. */
  check(layout: Pick<Layout, "request" | "data">): Promise<Check | null>;
  /** The same for a layout that must be answered for: it is never passed over, and measured on its true arcs. */
  checkLast(layout: Pick<Layout, "request" | "data" | "curves">): Promise<Check>;
  checkPlan(request: CutPlanRequest, plan: CutPlanData): Promise<Check>;
  checkPanels(request: PanelPlanRequest, plan: PanelPlanData): Promise<Check>;
  close(): void;
}

interface Waiting {
  question: CheckQuestion;
  must: boolean;
  answer(check: Check | null): void;
}

export function createChecker(): Checker {
  let worker: Worker | undefined;
  let busy: Waiting | undefined;
  let waiting: Waiting[] = [];

  function next(): void {
    busy = waiting.shift();
    if (!busy) return;
    worker ??= start();
    // Packed, the outlines of thousands of holes do not hold up the page; they are packed once for this and for the store.
    worker.postMessage(packed(busy.question));
  }

  function settle(check: Check): void {
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
      settle({ ok: false, gap: null, margin: null, problems: ["The check could not be run."], faults: [] });
    };
    return made;
  }

  function ask(question: CheckQuestion, must: boolean): Promise<Check | null> {
    return new Promise((answer) => {
      for (const passed of waiting.filter((one) => !one.must)) passed.answer(null);
      waiting = waiting.filter((one) => one.must);
      waiting.push({ question, must, answer });
      if (!busy) next();
    });
  }

  return {
    check: ({ request, data }) => ask({ kind: "nest", request, data: packedData(data), curves: null }, false),
    checkLast: async ({ request, data, curves }) =>
      (await ask({ kind: "nest", request, data: packedData(data), curves: curves ?? null }, true))!,
    checkPlan: async (request, plan) => (await ask({ kind: "cut", request, plan }, true))!,
    checkPanels: async (request, plan) => (await ask({ kind: "panels", request, plan }, true))!,
    close: () => worker?.terminate(),
  };
}
