/**
 * One sheet as a program that has been judged: planned, written, read again by an interpreter that shares nothing with
 * the writer, and only handed out when that finds no fault.
 */
import type { ExportRequest } from "../contract/v1/export.ts";
import { EngineError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { type ProgramReport, verifyGcode } from "../verify/program/verify.ts";
import type { GcodeOptions } from "./machine/options.ts";
import { unusable } from "./path/check.ts";
import type { Toolpath } from "./plan/model.ts";
import { planToolpath } from "./plan/toolpath.ts";
import { type ProgramPicture, pictureOf } from "./time/picture.ts";
import { writeProgram } from "./write/gcode.ts";
import { homeOf, measureMotions, type ToolpathTotals } from "./write/measure.ts";

/** A program with everything that a shop wants to know of it. */
export interface PlannedExport {
  gcode: string;
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
  const plan = planToolpath(request, options);
  const { text, motions } = writeProgram(plan, request, [VERDICT]);
  const { job, width, height, findings } = plan;
  const verified = judged(text, request, options, plan);
  const home = homeOf(job.machine.origin, width, height);
  return {
    gcode: text,
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

function judged(
  text: string,
  request: ExportRequest,
  options: GcodeOptions,
  { job }: Toolpath,
): ProgramReport["totals"] {
  const { machine } = job;
  const { ok, violations, totals } = verifyGcode(text, { request, options: { ...options, machine } });
  if (ok) return totals;
  const [{ code, line, message }] = violations as [ProgramReport["violations"][number]];
  const where = line > 0 ? `line ${line} ` : "";
  // What a template says is the caller's own word.
  if (machine.templates && /^(bad|line|no-end|after|unsafe)/.test(code))
    throw unusable([{ path: ["options", "machine", "templates"], message: `${where}${message}` }]);
  throw new EngineError(
    "INTERNAL",
    `The program failed its verification and is not handed out: ${where}${message} (${code}, ${violations.length} in all)`,
  );
}
