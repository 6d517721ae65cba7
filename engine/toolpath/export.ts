/**
 * One sheet as a program that has been judged: planned, written, read again by an interpreter that shares nothing with
 * the writer, and only handed out when that finds no fault.
 */
import type { ExportRequest } from "../contract/v1/export.ts";
import { EngineError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { type ProgramReport, verifyGcode } from "../verify/program/verify.ts";
import type { GcodeOptions } from "./machine/options.ts";
import { Settings } from "./machine/settings.ts";
import { unusable } from "./path/check.ts";
import type { Toolpath } from "./plan/model.ts";
import { planToolpath } from "./plan/toolpath.ts";
import type { Motion } from "./time/motion.ts";
import { type ProgramPicture, pictureOf } from "./time/picture.ts";
import { writeProgram } from "./write/gcode.ts";
import { homeOf, measureMotions, type ToolpathTotals } from "./write/measure.ts";
import { checkWorkArea } from "./write/work-area.ts";

/** A program with everything that a shop wants to know of it. */
export interface PlannedExport {
  gcode: string;
  /** What the program's file is called, with the ending that its machine wants. */
  file_name: string;
  /** What the operator should look at; the same stands in the program's head. */
  findings: Finding[];
  totals: ToolpathTotals;
  /** What the judge of programs counted. */
  verified: ProgramReport["totals"];
  /** The program as it will run, move by move with its times. */
  picture: ProgramPicture;
}

/**
 * The program of one sheet, its findings, totals and picture.
 * @throws EngineError INVALID_INPUT for what cannot be cut; INTERNAL for a program that its judge refuses
 */
export function planExport(request: ExportRequest, options: GcodeOptions = {}): PlannedExport {
  const { plan, text, motions, verified } = withoutTrouble(request, options);
  const { job, width, height, findings } = plan;
  const home = homeOf(job.machine.origin, width, height);
  return {
    gcode: text,
    file_name: `nest_sheet_${request.sheet_index}.${job.machine.output?.fileExtension ?? "gcode"}`,
    findings,
    totals: measureMotions(plan, motions),
    verified,
    picture: pictureOf(plan, motions, home),
  };
}

/** The text of a `.gcode` file for one sheet. @throws as `planExport` */
export function exportGcode(request: ExportRequest, options: GcodeOptions = {}): string {
  return planExport(request, options).gcode;
}

/** It stands in every program, since one that is not so is never handed out. */
const VERDICT = "verified, no part touched and every outline cut through";

interface Written {
  plan: Toolpath;
  text: string;
  motions: Motion[];
  verified: ProgramReport["totals"];
}

/** With common lines as far as they leave every part whole; else each contour by itself, which is told. */
function withoutTrouble(request: ExportRequest, options: GcodeOptions): Written {
  const common = new Settings(request.config, options).job.commonLines;
  if (!common) return writtenAndJudged(request, options);
  try {
    return writtenAndJudged(request, options);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "INTERNAL") throw error;
    const told = {
      code: "common-lines-left-out",
      message: "sheets without common lines, which would harm a part",
      count: 1,
    };
    return writtenAndJudged(request, { ...options, commonLines: false }, [told]);
  }
}

/** Written, judged and, where the judge counts more to tell than the planner did, written again with that in its head. */
function writtenAndJudged(request: ExportRequest, options: GcodeOptions, told: Finding[] = []): Written {
  let plan = planToolpath(request, options);
  plan = { ...plan, findings: [...plan.findings, ...told] };
  const { machine } = plan.job;
  for (;;) {
    const { text, motions } = writeProgram(plan, request, [VERDICT]);
    checkWorkArea(machine, motions, homeOf(machine.origin, plan.width, plan.height));
    const { ok, violations, totals } = verifyGcode(text, { request, options: { ...options, machine } });
    if (ok) return { plan, text, motions, verified: totals };
    const more = untold(violations);
    if (more.length === 0 || plan.findings.some(({ code }) => more.some((one) => one.code === code)))
      throw refusal(violations, plan);
    plan = { ...plan, findings: [...plan.findings, ...more] };
  }
}

/** Faults of bridges; the parts are whole, but hold less well than asked for. */
const TABS = new Set(["tab-missing", "bridge-narrow", "part-loose"]);

/** What only has to be told: bridges that a neighbour's cut makes narrower, starts that lie on another outline. */
function untold(violations: ProgramReport["violations"]): Finding[] {
  const tabs = violations.filter(({ code }) => TABS.has(code));
  const leads = violations.filter(({ code }) => code === "lead-untold");
  if (tabs.length + leads.length < violations.length) return [];
  const [lead] = leads;
  return [
    ...(tabs.length > 0
      ? [{ code: "tabs-narrow", message: "tabs are narrower or fewer than asked for", count: tabs.length }]
      : []),
    ...(lead
      ? [
          {
            code: "leads-on-lines",
            message: "leads lie on other lines, for want of room",
            count: lead.amount ?? 1,
          },
        ]
      : []),
  ];
}

function refusal(violations: ProgramReport["violations"], { job }: Toolpath): EngineError {
  const [{ code, line, message }] = violations as [ProgramReport["violations"][number]];
  const where = line > 0 ? `line ${line} ` : "";
  // What a template says is the caller's own word.
  if (job.machine.templates && /^(bad|line|no-end|after|unsafe)/.test(code))
    return unusable([{ path: ["options", "machine", "templates"], message: `${where}${message}` }]);
  return new EngineError(
    "INTERNAL",
    `The program failed its verification and is not handed out: ${where}${message} (${code}, ${violations.length} in all)`,
  );
}
