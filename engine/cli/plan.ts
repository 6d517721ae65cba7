/** `offcut nest` for what only a plan can answer: which requests those are. */

import type { NestPlanRequestInput } from "../base/contract/nest-plan.ts";
import { readAngles } from "../read/lists/index.ts";
import { type Io, type OptionValues, readJson, UsageError } from "./base/command.ts";

const REQUEST_FIELDS = ["sheets", "strip", "max_sheets", "start", "fixed", "remnant", "objective"] as const;
const PART_FIELDS = ["angles", "mirror", "priority", "same_angle"] as const;

/** The options of the command line over what the request says of its sheets. */
export async function withPlanSettings(
  input: Partial<NestPlanRequestInput>,
  values: OptionValues,
  io: Io,
): Promise<Partial<NestPlanRequestInput>> {
  const most = values.number("max-sheets");
  const start = values.text("start");
  const given = values.text("angles");
  const angles = given === undefined ? undefined : readAngles(given);
  if (given !== undefined && !angles)
    throw new UsageError(`the angles "${given}" are neither degrees as in 0/90 or 0..45 nor "free"`);
  const choices = {
    ...(angles === undefined ? {} : { angles }),
    ...(values.flag("same-angle") ? { same_angle: true } : {}),
  };
  const { parts } = input;
  const remnant = values.text("remnant") as NestPlanRequestInput["remnant"];
  const objective = values.text("objective") as NestPlanRequestInput["objective"];
  return {
    ...input,
    ...(Array.isArray(parts) ? { parts: parts.map((part) => ({ ...part, ...choices })) } : {}),
    ...(most === undefined ? {} : { max_sheets: most }),
    ...(values.flag("strip") ? { strip: true } : {}),
    ...(remnant === undefined ? {} : { remnant }),
    ...(objective === undefined ? {} : { objective }),
    ...(start === undefined
      ? {}
      : { start: (await readJson(io, start)) as NonNullable<NestPlanRequestInput["start"]> }),
  };
}

/** True when the request has something that the interface's does not have. */
export function needsPlan(input: Partial<NestPlanRequestInput>): boolean {
  const parts = Array.isArray(input.parts) ? input.parts : [];
  return (
    REQUEST_FIELDS.some((field) => input[field] !== undefined) ||
    parts.some((part) => PART_FIELDS.some((field) => part?.[field] !== undefined))
  );
}
