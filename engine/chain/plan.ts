/** Plans of all kinds: their data as own properties, beside them the request, and what can be done with both. */
import type { CutPlan as CutPlanData, CutPlanRequestInput } from "../base/contract/cut-plan.ts";
import type { NestPlan as NestPlanData, NestPlanRequestInput } from "../base/contract/nest-plan.ts";
import { checkedOptions, takenAs } from "../base/contract/options.ts";
import type { PanelPlan as PanelPlanData, PanelPlanRequestInput } from "../base/contract/panel-plan.ts";
import type { CallOptions } from "../base/contract/search-options.ts";
import { EngineError, invalidInput } from "../base/errors.ts";
import type { PlanWithRequest } from "../run/files/plans.ts";
import type { WantedText } from "../run/files/reports.ts";
import type { CutReport } from "../verify/cut/cut-judge.ts";
import type { NestReport, NestVerifyOptions } from "../verify/nest/judged-layout.ts";
import type { PanelReport } from "../verify/panel/panel-judge.ts";
import type { BarsPictureOptions } from "../write/picture/bars-svg.ts";
import type { PanelPictureOptions } from "../write/picture/panels-svg.ts";
import type { CutReportOptions } from "../write/report/bars-report.ts";
import type { PlanReportOptions } from "../write/report/plan-report.ts";
import { apart, attach, type RunTask } from "./calls.ts";
import { NestSheet } from "./sheet.ts";

/** A plan of parts on sheets, with its request. `{...plan}` is the answer alone, `JSON.stringify(plan)` both. */
export class NestPlan {
  /** The request that was solved. */
  declare readonly request: NestPlanRequestInput;
  /** The sheets: those of `fixed` first, then by priority, then the fullest first; equal ones stand once. */
  declare readonly sheets: NestSheet[];
  /** Sheets in all, counts included. */
  declare readonly sheets_used: number;
  /** No plan that places all parts that fit has fewer sheets. Absent for strips and with `fixed`. */
  declare readonly lower_bound?: NonNullable<NestPlanData["lower_bound"]>;
  /** Beside `lower_bound`: whether no plan takes fewer sheets. */
  declare readonly status?: NonNullable<NestPlanData["status"]>;
  /** Copies that were placed. */
  declare readonly placed_parts: number;
  /** Cost of all sheets, where the request has `sheets`. */
  declare readonly cost?: NonNullable<NestPlanData["cost"]>;
  /** Parts that could not be placed, with how many copies of each. */
  declare readonly unplaced: NestPlanData["unplaced"];
  /** Length of edges that two parts share, where the request's `objective` is `shared`, mm. */
  declare readonly shared_length?: NonNullable<NestPlanData["shared_length"]>;
  /** The largest remnant of all sheets, if the request asks for one and there is one. */
  declare readonly remnant?: NonNullable<NestPlanData["remnant"]>;
  /** Why the search is over. */
  declare readonly ended?: NonNullable<NestPlanData["ended"]>;
  /** Present only if something was not as it should be. */
  declare readonly findings?: NonNullable<NestPlanData["findings"]>;
  readonly #run: RunTask;

  /** @internal `engine.nest` and `engine.plan` make plans. */
  constructor(run: RunTask, request: NestPlanRequestInput, data: NestPlanData) {
    this.#run = run;
    const sheets = data.sheets.map((sheet, index) => new NestSheet(run, request, sheet, index));
    Object.assign(attach(this, { request }), data, { sheets });
  }

  /** Judges the plan anew, by rules that share nothing with the solver. */
  async verify(options: NestVerifyOptions & CallOptions = {}): Promise<NestReport> {
    const { call, settings } = apart(checkedOptions(options));
    const given = {
      kind: "nest",
      request: pointsOf(this.request),
      plan: { ...this } as NestPlanData,
    } as const;
    return this.#run("verifyPlan", { given, options: settings }, call) as Promise<NestReport>;
  }

  /** A report in HTML that needs nothing else: totals, parts, and every layout with its picture, lengths, time and cost. */
  toHtml(options: PlanReportOptions & CallOptions = {}): Promise<string> {
    return this.#write("html", this.request, options);
  }

  /** A list in CSV with a line for each placement of each layout. */
  toCsv(options: CallOptions = {}): Promise<string> {
    return this.#write("csv", pointsOf(this.request), options);
  }

  async #write(format: "html" | "csv", request: NestPlanRequestInput, given: CallOptions): Promise<string> {
    const { call, settings } = apart(checkedOptions(given));
    const plan = { ...this } as NestPlanData;
    return this.#run(
      "writePlan",
      { given: { kind: "nest", request, plan }, format, options: settings },
      call,
    );
  }

  /** The plan as plain data with its request, as `engine.plan` takes it. */
  toJSON(): NestPlanData & { request: NestPlanRequestInput } {
    return { request: this.request, ...(this as unknown as NestPlanData) };
  }
}

/** A plan of bars, with its request. `{...plan}` is the answer alone, `JSON.stringify(plan)` both. */
export interface CutPlan extends CutPlanData {
  /** The request that was solved. */
  readonly request: CutPlanRequestInput;
  /** Judges the plan anew, by rules that share nothing with the solver. */
  verify(options?: CallOptions): Promise<CutReport>;
  /** A picture of the bars: a row for each pattern, to scale. */
  toSvg(options?: BarsPictureOptions & CallOptions): Promise<string>;
  /** The cut list in CSV: a line for each run of equal pieces of each pattern. */
  toCsv(options?: CallOptions): Promise<string>;
  /** A report in HTML that needs nothing else: totals, picture and patterns. */
  toHtml(options?: CutReportOptions & CallOptions): Promise<string>;
  /** The plan as plain data with its request, as `engine.plan` takes it. */
  toJSON(): CutPlanData & { request: CutPlanRequestInput };
}

/** A plan of panels, with its request. `{...plan}` is the answer alone, `JSON.stringify(plan)` both. */
export interface PanelPlan extends PanelPlanData {
  /** The request that was solved. */
  readonly request: PanelPlanRequestInput;
  /** Judges the plan anew, by rules that share nothing with the solver. */
  verify(options?: CallOptions): Promise<PanelReport>;
  /** A picture of the panels: each pattern to scale with its cuts in the order of sawing. */
  toSvg(options?: PanelPictureOptions & CallOptions): Promise<string>;
  /** The patterns as a DXF drawing. */
  toDxf(options?: CallOptions): Promise<string>;
  /** The plan as a pattern exchange file (PTX) for beam saws. */
  toPtx(options?: CallOptions): Promise<string>;
  /** The pieces of each pattern in CSV, with where they lie. */
  toCsv(options?: CallOptions): Promise<string>;
  /** The cuts of each pattern in CSV, in the order of sawing. */
  toCutsCsv(options?: CallOptions): Promise<string>;
  /** A label for each piece in CSV, in the order in which they come off the saw. */
  toLabelsCsv(options?: CallOptions): Promise<string>;
  /** A report in HTML that needs nothing else: totals, picture, and every pattern with its cuts. */
  toHtml(options?: CutReportOptions & CallOptions): Promise<string>;
  /** The plan as plain data with its request, as `engine.plan` takes it. */
  toJSON(): PanelPlanData & { request: PanelPlanRequestInput };
}

/** @internal */
export function cutPlan(run: RunTask, request: CutPlanRequestInput, plan: CutPlanData): CutPlan {
  const given = () => ({ kind: "cut", request, plan: { ...plan } }) as const;
  const write = writers(run, given);
  const methods = { toSvg: write("svg"), toCsv: write("csv"), toHtml: write("html") };
  return attach(plan, { ...ownMethods(run, request, given), ...methods }) as CutPlan;
}

/** @internal */
export function panelPlan(run: RunTask, request: PanelPlanRequestInput, plan: PanelPlanData): PanelPlan {
  const given = () => ({ kind: "panels", request, plan: { ...plan } }) as const;
  const write = writers(run, given);
  const methods = {
    toSvg: write("svg"),
    toDxf: write("dxf"),
    toPtx: write("ptx"),
    toCsv: write("csv"),
    toCutsCsv: write("cuts"),
    toLabelsCsv: write("labels"),
    toHtml: write("html"),
  };
  return attach(plan, { ...ownMethods(run, request, given), ...methods }) as PanelPlan;
}

type Sawn = Extract<PlanWithRequest, { kind: "cut" | "panels" }>;

/** The request of a plan of bars or panels, its judge and its JSON. */
function ownMethods(run: RunTask, request: Sawn["request"], given: () => Sawn) {
  const verify = (options: CallOptions = {}) => run("verifyPlan", { given: given(), options: {} }, options);
  return { request, verify, toJSON: () => ({ request, ...given().plan }) };
}

/** Makes methods that write a plan of bars or panels in a format. */
function writers<Given extends Sawn>(run: RunTask, given: () => Given) {
  type Format = Extract<WantedText, { given: Given }>["format"];
  return (format: Format) =>
    async (options: CallOptions = {}): Promise<string> => {
      const { call, settings } = apart(checkedOptions(options));
      return run(
        "writePlan",
        { given: given(), format, options: settings } as WantedText & { options: object },
        call,
      );
    };
}

/**
 * A request without what solvers and judges do not read: curves and marks are most of a drawing's bytes.
 * @throws EngineError INVALID_INPUT for a whole drawing among the parts
 */
export function pointsOf(request: NestPlanRequestInput): NestPlanRequestInput {
  const { parts } = request ?? {};
  if (!Array.isArray(parts)) return request;
  const drawing = parts.findIndex((part: { parts?: unknown } | null) => Array.isArray(part?.parts));
  if (drawing >= 0)
    throw invalidInput(["parts", drawing], "This is a whole drawing. Its `parts` are what goes in here");
  if (!parts.some((part) => part?.curves || part?.marks)) return request;
  return {
    ...request,
    parts: parts.map((part) => {
      const { curves: _curves, marks: _marks, ...points } = part;
      return points;
    }),
  };
}

/** The request as it was asked: what a caller changes in his own later does not change the plan. */
export function kept<Request extends object>(request: Request): Request {
  const lists = Object.entries(request).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(lists) as Request;
}

/** @internal */
export function planFromJson(run: RunTask, json: string | object): NestPlan | CutPlan | PanelPlan {
  const read = typeof json === "string" ? (parsed(json) as object) : json;
  const { request, ...plan } = { ...(read as { request?: unknown }) } as Record<string, unknown>;
  const asked = (typeof request === "object" && request !== null ? request : {}) as Record<string, unknown>;
  const own = takenAs("json", "plain data", () => structuredClone(plan) as unknown);
  if (isList(plan.sheets) && isList(asked.parts))
    return new NestPlan(run, asked as unknown as NestPlanRequestInput, own as NestPlanData);
  if (isList(plan.patterns) && isList(asked.pieces) && isList(asked.stocks)) {
    const isPanels = asked.stocks.some(
      (stock) => typeof stock === "object" && stock !== null && "width" in stock,
    );
    return isPanels
      ? panelPlan(run, asked as unknown as PanelPlanRequestInput, own as PanelPlanData)
      : cutPlan(run, asked as unknown as CutPlanRequestInput, own as CutPlanData);
  }
  throw notPlan("must be an object, as an answer of nest has it, beside its request");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw notPlan("must be JSON", error);
  }
}

function notPlan(message: string, cause?: unknown): EngineError {
  const details = [{ path: ["json"], message }];
  return new EngineError("INVALID_INPUT", `json: ${message}`, { details, ...(cause ? { cause } : {}) });
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
