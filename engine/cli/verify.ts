/** `offcut verify`: is an answer right? By the package's own judge, which shares nothing with the solvers. */
import type * as z from "zod/mini";
import { checkNestRequest } from "../base/check/part.ts";
import { checkPlanRequest } from "../base/check/plan-request.ts";
import { cutPlanRequestSchema, cutPlanSchema } from "../base/contract/cut-plan.ts";
import { nestPlanRequestSchema, nestPlanSchema } from "../base/contract/nest-plan.ts";
import { panelPlanRequestSchema, panelPlanSchema } from "../base/contract/panel-plan.ts";
import { cutDataSchema, cutRequestSchema } from "../base/contract/v1/cut.ts";
import { nestDataSchema, nestRequestSchema } from "../base/contract/v1/nest.ts";
import { wrongFields } from "../base/contract/validate.ts";
import { EngineError, type ErrorDetail } from "../base/errors.ts";
import { verifyCut } from "../verify/cut/cut-judge.ts";
import { verifyNest } from "../verify/nest/nest-judge.ts";
import { verifyPanels } from "../verify/panel/panel-judge.ts";
import { verifyGcode } from "../verify/program/verify.ts";
import { verifyCutAnswer } from "../verify/v1/v1-cut.ts";
import { verifyNestAnswer } from "../verify/v1/v1-nest.ts";
import type { ProgramWishes } from "../verify/wants/wishes.ts";
import {
  type CommandAction,
  EXIT,
  fileName,
  type Io,
  jsonText,
  type OptionValues,
  readJson,
  UsageError,
  writtenFile,
} from "./base/command.ts";
import { answerIn, type FileKind, fileKind, notA } from "./base/kinds.ts";
import { MACHINE_OPTIONS, machineOptions, sheetFrom } from "./export-command.ts";

export const verify: CommandAction = {
  options: {
    partial: {
      type: "boolean",
      help: "the search was cut short: parts that would have fitted may be missing",
    },
    sheet: {
      type: "string",
      value: "FILE",
      help: "the sheet of a program, as in verify PROGRAM.gcode --sheet SHEET.json",
    },
    ...MACHINE_OPTIONS,
    out: writtenFile("write the report to a file instead of standard output"),
  },
  async run({ words, values, io }) {
    if (words.length === 1 && values.text("sheet") !== undefined)
      return programReport(words[0]!, values.text("sheet")!, values, io);
    const [requestFile, answerFile, ...more] = words;
    if (requestFile === undefined || answerFile === undefined || more.length > 0) {
      throw new UsageError("verify takes two files: the request and the answer");
    }
    const sheet = values.text("sheet");
    if (sheet !== undefined) throw new UsageError("with --sheet verify takes one file: the program");
    const request = await readKind(io, requestFile, "a request");
    const answer = await readKind(io, answerFile, "an answer");
    const report =
      "stocks" in request
        ? isPanels(request)
          ? panelReport(request, answer, requestFile, answerFile)
          : cutReport(request, answer, requestFile, answerFile)
        : "sheets_used" in answer
          ? planReport(request, answer, requestFile, answerFile, !values.flag("partial"))
          : nestReport(request, answer, requestFile, answerFile, !values.flag("partial"));
    const file = values.text("out") ?? "-";
    await io.write(file, jsonText(report, file));
    for (const { code, message } of report.violations.slice(0, 10)) io.warn(`${code}: ${message}`);
    return report.ok ? EXIT.DONE : EXIT.INCOMPLETE;
  },
};

/** Panels have a width. */
function isPanels({ stocks }: { stocks: unknown }): boolean {
  const [stock] = Array.isArray(stocks) ? stocks : [];
  return typeof stock === "object" && stock !== null && "width" in stock;
}

function panelReport(request: unknown, answer: unknown, requestFile: string, answerFile: string) {
  const plan = fit(panelPlanSchema, answer, answerFile);
  return verifyPanels(fit(panelPlanRequestSchema, request, requestFile), plan);
}

/** A program against the body of `/v1/export/gcode`, with the options that it was written with. */
async function programReport(program: string, sheet: string, values: OptionValues, io: Io): Promise<number> {
  const { request, options } = await sheetFrom(sheet, io);
  const text = new TextDecoder().decode(await io.read(program));
  const wishes = { ...options, ...(await machineOptions(values, io)) } as ProgramWishes;
  const report = verifyGcode(text, { request, options: wishes });
  const file = values.text("out") ?? "-";
  await io.write(file, jsonText(report, file));
  for (const { code, line, message } of report.violations.slice(0, 10))
    io.warn(`${code}: line ${line}: ${message}`);
  return report.ok ? EXIT.DONE : EXIT.INCOMPLETE;
}

/** A plan has patterns; an answer of the interface lists every bar. */
function cutReport(request: object, answer: object, requestFile: string, answerFile: string) {
  if ("patterns" in answer) {
    const plan = fit(cutPlanSchema, answer, answerFile);
    return verifyCut(fit(cutPlanRequestSchema, request, requestFile), plan);
  }
  if ("options" in request) {
    throw new UsageError("a request with options is judged by its plan, which `offcut cut --plan` writes");
  }
  return verifyCutAnswer(fit(cutRequestSchema, request, requestFile), fit(cutDataSchema, answer, answerFile));
}

function nestReport(
  given: unknown,
  answer: unknown,
  requestFile: string,
  answerFile: string,
  complete: boolean,
) {
  const request = fit(nestRequestSchema, given, requestFile);
  checkNestRequest(request);
  return verifyNestAnswer(request, fit(nestDataSchema, answer, answerFile), { complete });
}

function planReport(
  given: unknown,
  answer: unknown,
  requestFile: string,
  answerFile: string,
  complete: boolean,
) {
  const request = fit(nestPlanRequestSchema, given, requestFile);
  checkPlanRequest(request);
  return verifyNest(request, fit(nestPlanSchema, answer, answerFile), { complete });
}

/** @throws UsageError */
async function readKind(io: Io, file: string, wanted: FileKind): Promise<object> {
  const read = await readJson(io, file);
  if (fileKind(read) === wanted) return answerIn(read);
  throw new UsageError(
    `${notA(wanted, read, file)}; verify takes the request (with its parts or pieces), then the answer`,
  );
}

function fit<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [{ path, message }] = wrongFields(schema, value) as [ErrorDetail];
  throw new EngineError("INVALID_INPUT", `${fileName(file)}: ${path.join(".")}: ${message}`);
}
