/**
 * One sheet as a program that has been judged: planned, written, read again by an interpreter that shares nothing with
 * the writer, and only handed out when that finds no fault.
 */

import type { Finding } from "../../base/contract/finding.ts";
import type { ExportRequest } from "../../base/contract/v1/export.ts";
import { EngineError, invalidInput } from "../../base/errors.ts";
import { type Judgement, judgeGcode, type ProgramReport } from "../../verify/program/verify.ts";
import { homePosition } from "./machine/home.ts";
import type { GcodeOptions } from "./machine/options.ts";
import { ProgramSettings } from "./machine/program-settings.ts";
import type { LeftOut, Toolpath } from "./plan/model.ts";
import { nameLeftOut } from "./plan/program-findings.ts";
import { type ProgramCode, programFinding } from "./plan/sentences.ts";
import { planToolpath } from "./plan/toolpath.ts";
import type { Avoided } from "./tabs/tabs.ts";
import type { Motion } from "./time/motion.ts";
import { type ProgramPicture, programPicture } from "./time/picture.ts";
import { programText, writeBody } from "./write/gcode.ts";
import { type ToolpathTotals, totalsOf } from "./write/measure.ts";
import { fileName } from "./write/template.ts";
import { checkWorkArea } from "./write/work-area.ts";

/** A program with everything that a shop wants to know of it. */
export interface Program {
  /** The program. */
  gcode: string;
  /** Name of the program's file, with the ending that its machine wants. */
  file_name: string;
  /** Findings for the operator; the same stand in the program's head. */
  findings: Finding[];
  /** Work that was asked for and is not in the program, with counts and reasons. */
  left_out: LeftOut[];
  /** Lengths, starts and times. */
  totals: ToolpathTotals;
  /** Sums of the judge of programs. */
  verified: ProgramReport["totals"];
  /** The program as it will run, move by move with its times. */
  picture: ProgramPicture;
}

/**
 * The program of one sheet, its findings, totals and picture.
 * @throws EngineError INVALID_INPUT for what cannot be cut; INTERNAL for a program that its judge refuses
 */
export function planExport(request: ExportRequest, options: GcodeOptions = {}): Program {
  const { plan, text, motions, verified } = withoutTrouble(request, options);
  const picture = programPicture(plan, motions);
  return {
    gcode: text,
    file_name: fileName(plan, request),
    findings: plan.findings,
    left_out: plan.leftOut,
    totals: totalsOf(plan, picture),
    verified,
    picture,
  };
}

/** The text of a `.gcode` file for one sheet. @throws as `write` */
export function exportGcode(request: ExportRequest, options: GcodeOptions = {}): string {
  return planExport(request, options).gcode;
}

/** It stands in every program, since one that is not so is never handed out: what was judged, and what nobody can. */
const VERDICT = [
  "verified - no part touched, outlines cut through, bridges standing",
  "verified - feeds, powers, heights, waits, passes, modes as asked",
  "not verified - the machine, lengths of tools, material, clamps",
];

interface WrittenProgram {
  plan: Toolpath;
  text: string;
  motions: Motion[];
  verified: ProgramReport["totals"];
}

/** With common lines as far as they leave every part whole; else each contour by itself, which is told. */
function withoutTrouble(request: ExportRequest, options: GcodeOptions): WrittenProgram {
  const common = new ProgramSettings(request.config, options).job.common_lines;
  if (!common) return writtenAndJudged(request, options);
  try {
    return writtenAndJudged(request, options);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "INTERNAL") throw error;
    const told = programFinding("common-lines-left-out", { count: 1, detail: "which would harm a part" });
    return writtenAndJudged(request, { ...options, common_lines: false }, [told]);
  }
}

/**
 * Written and judged; where the judge finds a bridge that does not hold, planned again without it, and where it counts
 * more to tell than the planner did, written again with that in its head.
 */
function writtenAndJudged(
  request: ExportRequest,
  options: GcodeOptions,
  told: Finding[] = [],
): WrittenProgram {
  const avoided: Avoided[] = [];
  const more = new Map<ProgramCode, number>();
  let first = planToolpath(request, options, avoided);
  let body = writeBody(first, request);
  let before: Judgement | undefined;
  for (let round = 0; ; round++) {
    const plan = { ...first, findings: withMore([...first.findings, ...told], more) };
    const { machine } = plan.job;
    const text = programText(plan, request, body, [...notMade(plan.leftOut), ...VERDICT]);
    checkWorkArea(machine, body.motions, homePosition(machine.origin, plan.width, plan.height));
    const judged = { request, options: { ...options, machine } };
    const judgement: Judgement = judgeGcode(text, judged, false, before);
    before = judgement;
    const { ok, violations, totals } = judgement.report;
    if (ok) return { plan, text, motions: body.motions, verified: totals };
    if (violations.some(({ code }) => !TABS.has(code) && !UNTOLD.has(code)))
      throw refusal(violations, plan, options);
    if (round === ROUNDS) throw loseTabs(violations, plan, options);
    const places = violations.flatMap(({ code, at }) => (TABS.has(code) && at ? [at] : []));
    if (places.length > 0) {
      avoided.push(...places.map((at) => ({ at, within: 2 ** round })));
      first = planToolpath(request, options, avoided);
      body = writeBody(first, request);
    } else
      for (const [code, count] of untold(violations)) more.set(code, Math.max(more.get(code) ?? 0, count));
  }
}

function notMade(leftOut: readonly LeftOut[]): string[] {
  return leftOut.length === 0 ? [] : [`not made - ${nameLeftOut(leftOut)}`];
}

/** So often a program is mended before it is refused. */
const ROUNDS = 10;
/** Faults of bridges. */
const TABS = new Set(["tab-missing", "bridge-narrow", "part-loose"]);
/** Findings that only have to be told. */
const UNTOLD = new Set(["lead-untold", "strip-narrow", "pierce-untold"]);

/** How much of it there is, by the code of the finding that tells it. */
function untold(violations: ProgramReport["violations"]): [code: ProgramCode, count: number][] {
  const count = (code: string) => violations.filter((one) => one.code === code).length;
  const amount = (code: string) => violations.find((one) => one.code === code)?.amount ?? 0;
  return [
    ["tabs-left-out", count("tab-missing")],
    ["parts-loose", count("part-loose")],
    ["strips-narrow", count("strip-narrow")],
    ["leads-on-lines", amount("lead-untold")],
    ["pierces-in-kerfs", amount("pierce-untold")],
  ];
}

/** The findings with higher counts, and with those that only the judge has noticed. */
function withMore(findings: Finding[], more: Map<ProgramCode, number>): Finding[] {
  const judged = [...more].flatMap(([code, seen]): Finding[] => {
    const known = findings.find((finding) => finding.code === code);
    const count = Math.max(known?.count ?? 0, seen);
    return seen === 0 ? [] : [{ ...known, ...programFinding(code, { count }) }];
  });
  const isJudged = ({ code }: Finding) => judged.some((one) => one.code === code);
  return [...findings.filter((one) => !isJudged(one)), ...judged];
}

/** No program is handed out whose bridges do not stand as they were asked for. */
function loseTabs(
  violations: ProgramReport["violations"],
  plan: Toolpath,
  options: GcodeOptions,
): EngineError {
  const parts = [
    ...new Set(violations.flatMap(({ placement }) => (placement === undefined ? [] : [placement + 1]))),
  ];
  if (!violations.every(({ code }) => TABS.has(code))) return refusal(violations, plan, options);
  const named = `${parts.slice(0, 20).join(", ")}${parts.length > 20 ? " and others" : ""}`;
  return invalidInput(
    ["options", "tabs"],
    `would not stand on parts ${named}: ask for fewer or narrower ones`,
  );
}

function refusal(
  violations: ProgramReport["violations"],
  { job }: Toolpath,
  options: GcodeOptions,
): EngineError {
  const [{ code, line, message }] = violations as [ProgramReport["violations"][number]];
  const where = line > 0 ? `line ${line} ` : "";
  if (options.post ?? job.machine.post)
    return invalidInput(
      ["options", "post"],
      `${job.post.name} writes a program that the judge refuses: ${where}${message}`,
    );
  // The text of a template is the caller's own word.
  if (job.machine.templates && /^(bad|line|no-end|after|unsafe)/.test(code))
    return invalidInput(["options", "machine", "templates"], `${where}${message}`);
  return new EngineError(
    "INTERNAL",
    `The program failed its verification and is not handed out: ${where}${message} (${code}, ${violations.length} in all)`,
  );
}
