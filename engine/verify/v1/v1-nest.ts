/** Judges answers of /v1 as the plans that they are views of, and checks the numbers that a plan does not have. */
import { checkAnswer, checkOptions } from "../../base/contract/options.ts";
import {
  type NestData,
  type NestRequest,
  type NestRequestInput,
  nestDataSchema,
  nestRequestSchema,
} from "../../base/contract/v1/nest.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import {
  clearancesOf,
  type NestReport,
  type NestVerifyOptions,
  type NestViolation,
  PERCENT_TOLERANCE,
  VERIFY_OPTIONS,
} from "../nest/judged-layout.ts";
import { judgeNestPlan } from "../nest/nest-judge.ts";
import { saysPercent } from "../proof.ts";
import { checkRings } from "../rings.ts";
import { planFromNestData } from "./v1-plans.ts";

/** Judges an answer of /v1 for a request as the solver takes it. @throws EngineError INVALID_INPUT for no such request */
export function verifyNestAnswer(
  request: NestRequestInput,
  data: NestData,
  options: NestVerifyOptions = {},
): NestReport {
  checkOptions(VERIFY_OPTIONS, options);
  checkAnswer("data", data, "nest", ["sheets", "unplaced"]);
  const asked = validate(nestRequestSchema, request);
  checkRings(asked.parts);
  return explained({ data: [nestDataSchema, data] }, () => judgeNestData(asked, data, options));
}

function judgeNestData(request: NestRequest, data: NestData, options: NestVerifyOptions): NestReport {
  const asked = {
    ...request,
    parts: request.parts.map((part) => ({ ...part, mirror: false })),
    strip: false,
  };
  const plan = planFromNestData(request, data, clearancesOf(request.config, options).tolerance);
  const report = judgeNestPlan(asked, plan, options);
  const placements = plan.sheets.flatMap((sheet) => sheet.placements);
  const faults = [...numberFaults(request, data, placements), ...sumFaults(request, data, report)];
  const violations = [...report.violations, ...faults];
  return { ...report, ok: violations.length === 0, violations };
}

/** Sheets are numbered 0, 1, … and so are the copies of each part. */
function numberFaults(
  { parts }: NestRequest,
  { sheets }: NestData,
  placements: { part: number; instance: number }[],
): NestViolation[] {
  const instances = parts.map((): number[] => []);
  for (const { part, instance } of placements) instances[part]?.push(instance);
  const ofSheets = sheets.flatMap(({ index }, sheet): NestViolation[] =>
    index === sheet ? [] : [{ code: "sheet-index", message: `Sheet ${sheet} has index ${index}`, sheet }],
  );
  const ofParts = parts.flatMap(({ id }, p): NestViolation[] => {
    const numbers = instances[p]!.sort((a, b) => a - b);
    const wrong = numbers.findIndex((instance, i) => instance !== i);
    const message = `Copies of ${id} must count 0, 1, …; in place of ${wrong} stands ${numbers[wrong]}`;
    return wrong < 0 ? [] : [{ code: "instance", message }];
  });
  return [...ofSheets, ...ofParts];
}

function sumFaults(
  { parts }: NestRequest,
  data: NestData,
  { total_utilization }: NestReport,
): NestViolation[] {
  const { summary, sheets, unplaced } = data;
  const near = (value: number, expected: number) => saysPercent(value, expected, PERCENT_TOLERANCE);
  const same = (value: number, expected: number) => value === expected;
  const sums = [
    ["total_parts", parts.reduce((sum, { quantity }) => sum + quantity, 0), same],
    ["unplaced_parts", unplaced.length, same],
    ["total_utilization", total_utilization, near],
    ["total_waste_percent", sheets.length > 0 ? 100 - total_utilization : 0, near],
  ] as const;
  return sums
    .filter(([name, expected, agrees]) => !agrees(summary[name], expected))
    .map(([name, expected]) => {
      return { code: "summary", message: `${name} is ${summary[name]}, but should be ${expected}` };
    });
}
