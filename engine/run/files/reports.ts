/** Tasks that write plans for people: pictures, lists and reports. */
import {
  type CutPlan,
  type CutPlanRequest,
  cutPlanRequestSchema,
  cutPlanSchema,
} from "../../base/contract/cut-plan.ts";
import {
  type NestPlan,
  type NestPlanRequest,
  nestPlanRequestSchema,
  nestPlanSchema,
  planSheetSchema,
} from "../../base/contract/nest-plan.ts";
import { checkAnswer, checkOptions } from "../../base/contract/options.ts";
import {
  type PanelPlan,
  type PanelPlanRequest,
  panelPlanRequestSchema,
  panelPlanSchema,
} from "../../base/contract/panel-plan.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import { barsToSvg } from "../../write/picture/bars-svg.ts";
import { panelsToSvg } from "../../write/picture/panels-svg.ts";
import { sheetToSvg } from "../../write/picture/sheet-svg.ts";
import { barsToHtml, panelsToHtml } from "../../write/report/bars-report.ts";
import { barsToCsv } from "../../write/report/csv.ts";
import { panelsToDxf } from "../../write/report/panels-dxf.ts";
import { panelsToPtx } from "../../write/report/panels-ptx.ts";
import { panelLabels, panelSawList, panelsToCsv } from "../../write/report/panels-report.ts";
import { planToCsv, planToHtml } from "../../write/report/plan-report.ts";
import type { PlanWithRequest, SheetOfPlan } from "./plans.ts";

type Writer<Request, Plan> = (request: Request, plan: Plan, options: object) => string;

/** A writer of a text that has no options. */
function plain<Request, Plan>(write: (plan: Plan, request: Request) => string): Writer<Request, Plan> {
  return (request, plan, options) => {
    checkOptions({}, options);
    return write(plan, request);
  };
}

const NEST_WRITERS = {
  csv: plain(planToCsv),
  html: planToHtml,
} satisfies Record<string, Writer<NestPlanRequest, NestPlan>>;
const CUT_WRITERS = {
  svg: barsToSvg,
  csv: plain(barsToCsv),
  html: barsToHtml,
} satisfies Record<string, Writer<CutPlanRequest, CutPlan>>;
const PANEL_WRITERS = {
  svg: (_request, plan, options) => panelsToSvg(plan, options),
  csv: plain(panelsToCsv),
  cuts: plain(panelSawList),
  labels: plain((plan, request) => panelLabels(request, plan)),
  dxf: plain(panelsToDxf),
  ptx: plain(panelsToPtx),
  html: (_request, plan, options) => panelsToHtml(plan, options),
} satisfies Record<string, Writer<PanelPlanRequest, PanelPlan>>;

/** A plan, and the kind of text that is wanted of it. */
export type WantedText =
  | { given: Extract<PlanWithRequest, { kind: "nest" }>; format: keyof typeof NEST_WRITERS }
  | { given: Extract<PlanWithRequest, { kind: "cut" }>; format: keyof typeof CUT_WRITERS }
  | { given: Extract<PlanWithRequest, { kind: "panels" }>; format: keyof typeof PANEL_WRITERS };

export const reportTasks = {
  async writePlan(_context: object, wanted: WantedText & { options: object }): Promise<string> {
    const { kind, request, plan } = wanted.given;
    const write = { nest: NEST_WRITERS, cut: CUT_WRITERS, panels: PANEL_WRITERS }[kind];
    const [asked, schema, list] = {
      nest: [nestPlanRequestSchema, nestPlanSchema, "sheets"] as const,
      cut: [cutPlanRequestSchema, cutPlanSchema, "patterns"] as const,
      panels: [panelPlanRequestSchema, panelPlanSchema, "patterns"] as const,
    }[kind];
    checkAnswer("plan", plan, kind, [list, "unplaced"]);
    const checked = validate(asked, request);
    const writer = (write as Record<string, Writer<unknown, unknown>>)[wanted.format]!;
    return explained({ plan: [schema, plan] }, () => writer(checked, plan, wanted.options));
  },

  async pictureSheet(
    _context: object,
    { of: { request, sheet, index, numbers }, options }: { of: SheetOfPlan; options: object },
  ): Promise<string> {
    const asked = validate(nestPlanRequestSchema, request);
    return explained({ sheet: [planSheetSchema, sheet] }, () =>
      sheetToSvg(asked, sheet, index, options, numbers),
    );
  },
};
