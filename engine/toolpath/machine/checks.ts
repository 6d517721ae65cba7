/** Do the options of a program make sense by themselves? Ranges of numbers, shapes of lists, the form of a profile. */
import {
  DIRECTIONS,
  ENTRIES,
  LEAD_SHAPES,
  layerOperationsSchema,
  type Machine,
  machineSchema,
  operationsSchema,
  ruleSchema,
  skeletonSchema,
} from "../../contract/machine.ts";
import { MACHINE_PRESETS } from "../../contract/machine-presets.ts";
import { unknownKeysAmong } from "../../contract/strict.ts";
import type { ErrorDetail } from "../../errors.ts";
import { unusable } from "../path/check.ts";
import type { GcodeOptions, MachineSettings } from "./options.ts";

/** The range of every number: what prints as zero or with an exponent is outside. */
export const LEAST = 1e-3;
const MOST = 1e9;
/** Lengths that only make sense in proportion to a sheet, and counts that multiply the program. */
const LONG = 1e4;
export const MANY = 100;
export const LIMITS: Record<
  Exclude<keyof MachineSettings, keyof typeof WORDS>,
  [least: number, most: number]
> = {
  safeHeight: [LEAST, LONG],
  depth: [LEAST, LONG],
  plungeRate: [LEAST, MOST],
  passes: [1, MANY],
  stepDown: [LEAST, LONG],
  zStep: [0, LONG],
  rampAngle: [0.1, 45],
  leadIn: [0, LONG],
  leadOut: [0, LONG],
  leadAngle: [5, 175],
  leadRadius: [0, LONG],
  overcut: [0, LONG],
  pierceDelay: [0, LONG],
  tabs: [0, MANY],
  tabWidth: [LEAST, LONG],
  tabHeight: [0, LONG],
};
export const WORDS = { leadShape: LEAD_SHAPES, entry: ENTRIES, direction: DIRECTIONS } as const;
const WHOLE = new Set<string>(["passes", "tabs"]);
/** The options that are neither numbers nor words. */
const OTHERS: Record<Exclude<keyof GcodeOptions, keyof MachineSettings>, true> = {
  arcs: true,
  arcTolerance: true,
  commonLines: true,
  curves: true,
  dialect: true,
  layers: true,
  machine: true,
  marks: true,
  operations: true,
  rules: true,
  skeleton: true,
  spread: true,
  tipUp: true,
};
const KNOWN = [LIMITS, WORDS, OTHERS].flatMap((table) => Object.keys(table));
/** The machine of the options. @throws EngineError INVALID_INPUT for one that is none */
export function machineOf({ machine = {}, arcs }: GcodeOptions): Machine {
  const profile = profileOf(machine);
  return arcs === undefined ? profile : { ...profile, output: { ...profile.output, arcs } };
}

function profileOf(machine: NonNullable<GcodeOptions["machine"]>): Machine {
  if (typeof machine === "string") {
    if (Object.hasOwn(MACHINE_PRESETS, machine)) return MACHINE_PRESETS[machine] as Machine;
    const names = Object.keys(MACHINE_PRESETS).join(", ");
    throw unusable([{ path: ["options", "machine"], message: `must be a profile or one of ${names}` }]);
  }
  return fit(machineSchema, machine, "machine");
}

function fit<Value>(
  schema: {
    safeParse(
      value: unknown,
    ): { success: true; data: Value } | { success: false; error: { issues: Issue[] } };
  },
  value: unknown,
  name: string,
): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unusable(
    result.error.issues.map(({ path, message }) => {
      return {
        path: ["options", name, ...path.map((key) => (typeof key === "number" ? key : String(key)))],
        message,
      };
    }),
  );
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** Everything that is wrong with the options: a misspelt one must not cut anything. */
export function wrongOptions(options: GcodeOptions): ErrorDetail[] {
  return [...unknownKeysAmong(options, KNOWN, ["options"]), ...wrongNumbers(options), ...wrongLists(options)];
}

function* wrongNumbers(options: GcodeOptions): Generator<ErrorDetail> {
  const { spread = 0 } = options;
  if (!(spread >= 0 && spread <= 1))
    yield { path: ["options", "spread"], message: "must be a number from 0 to 1" };
  for (const [option, [least, most]] of Object.entries(LIMITS) as [keyof typeof LIMITS, [number, number]][]) {
    const value = options[option];
    if (value === undefined) continue;
    const path = ["options", option];
    if (!(value >= least && value <= most))
      yield { path, message: `must be a number from ${least} to ${most}` };
    else if (WHOLE.has(option) && !Number.isInteger(value)) yield { path, message: "must be a whole number" };
  }
  for (const [option, words] of Object.entries(WORDS) as [keyof typeof WORDS, readonly string[]][]) {
    const word = options[option];
    if (word !== undefined && !words.includes(word))
      yield {
        path: ["options", option],
        message: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`,
      };
  }
}

function* wrongLists({ operations, layers, rules, marks, skeleton }: GcodeOptions): Generator<ErrorDetail> {
  if (operations !== undefined) fit(operationsSchema, operations, "operations");
  if (layers !== undefined) fit(layerOperationsSchema, layers, "layers");
  if (skeleton !== undefined) fit(skeletonSchema, skeleton, "skeleton");
  if (rules !== undefined) fit(ruleSchema.array(), rules, "rules");
  for (const [i, list] of (marks ?? []).entries())
    for (const [k, { role, path }] of (list ?? []).entries()) {
      const at = ["options", "marks", i, k];
      if (!["mark", "engrave", "bend", "cut-open"].includes(role))
        yield { path: [...at, "role"], message: "must be mark, engrave, bend or cut-open" };
      if (path.length < 2 || !path.every((point) => point.length === 2 && point.every(Number.isFinite)))
        yield { path: [...at, "path"], message: "must be at least 2 points of 2 finite numbers" };
    }
}
