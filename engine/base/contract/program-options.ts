/**
 * Do the options of a program make sense by themselves? Ranges of numbers, shapes of lists, the form of a profile. Those
 * who write programs and the judge of programs take the same options, and refuse the same.
 */
import * as z from "zod/mini";
import type { ErrorDetail } from "../errors.ts";
import { chartSchema } from "./machine/charts.ts";
import { machineSchema, skeletonSchema } from "./machine/machine.ts";
import {
  DIRECTIONS,
  ENTRIES,
  LEAD_SHAPES,
  layerOperationsSchema,
  operationsSchema,
  ruleSchema,
} from "./machine/operations.ts";
import { DIALECTS, postSchema } from "./machine/post.ts";
import { MACHINE_PRESETS } from "./machine/presets.ts";
import { text } from "./machine/quantities.ts";
import { toolsSchema } from "./machine/tools.ts";
import { between, flag, listed, type OptionCheck, oneOf, wrongAmong } from "./options.ts";
import { wrongFields } from "./validate.ts";
import { nearest } from "./values/keys.ts";

/** Least and greatest number accepted: beyond them a number prints as zero or with an exponent. */
export const LEAST = 1e-3;
const MOST = 1e9;
/** Lengths that only make sense in proportion to a sheet, and counts that multiply the program. */
const LONG = 1e4;
export const MANY = 100;
export const LIMITS = {
  safe_height: [LEAST, LONG],
  depth: [LEAST, LONG],
  plunge_rate: [LEAST, MOST],
  passes: [1, MANY],
  step_down: [LEAST, LONG],
  z_step: [0, LONG],
  ramp_angle: [0.1, 45],
  lead_in: [0, LONG],
  lead_out: [0, LONG],
  lead_angle: [5, 175],
  lead_radius: [0, LONG],
  overcut: [0, LONG],
  pierce_delay: [0, LONG],
  tabs: [0, MANY],
  tab_width: [LEAST, LONG],
  tab_height: [0, LONG],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export const WORDS = { lead_shape: LEAD_SHAPES, entry: ENTRIES, direction: DIRECTIONS } as const;
const WHOLE = new Set<string>(["passes", "tabs"]);
/** Greatest distance of a chord from its curve, mm. */
const COARSEST = 1;
const MARK_ROLES = ["mark", "engrave", "bend", "pocket", "cut-open"];

function entriesOf<Key extends string, Value>(
  table: Record<Key, Value>,
  check: (value: Value, name: string) => OptionCheck,
): Record<Key, OptionCheck> {
  const entries = Object.entries<Value>(table).map(([name, value]) => [name, check(value, name)]);
  return Object.fromEntries(entries) as Record<Key, OptionCheck>;
}
/** Checks a value by a schema. */
export const by =
  (schema: z.ZodMiniType): OptionCheck =>
  (value) =>
    wrongFields(schema, value);

/** Options of everything that follows outlines: programs and DXF files. */
export const PATH_OPTIONS = { curves: listed, arc_tolerance: between(0, COARSEST) };
/** Options of a program, in their order for messages. */
export const PROGRAM_OPTIONS = {
  ...entriesOf<keyof typeof LIMITS, readonly [number, number]>(LIMITS, ([least, most], name) =>
    between(least, most, WHOLE.has(name)),
  ),
  ...entriesOf<keyof typeof WORDS, readonly string[]>(WORDS, (words) => oneOf(...words)),
  ...PATH_OPTIONS,
  dialect: oneOf(...DIALECTS),
  post: by(postSchema),
  thickness: between(LEAST, LONG),
  tools: by(toolsSchema),
  chart: by(chartSchema),
  material: by(text(80).check(z.minLength(1))),
  spread: between(0, 1),
  arcs: flag,
  common_lines: flag,
  tip_up: flag,
  machine: (value: unknown) =>
    typeof value === "string" ? presetFault(value) : wrongFields(machineSchema, value),
  operations: by(operationsSchema),
  layers: by(layerOperationsSchema),
  rules: by(z.array(ruleSchema)),
  skeleton: by(skeletonSchema),
  marks: (value: unknown) => listed(value) || wrongMarks(value as unknown[]),
} satisfies Record<string, OptionCheck>;

/** Names of layers: what each layer of a drawing of a sheet is called. */
export const layerNamesSchema = z.strictObject(
  Object.fromEntries(
    ["sheet", "stock", "defect", "outer", "inner", "mark", "engrave", "bend", "pocket", "cut-open"].map(
      (purpose) => [
        purpose,
        z.optional(
          z.string().check(z.regex(/^[^<>/\\":;?*|=\p{Cc}]{1,255}$/u, "must be a name that DXF takes")),
        ),
      ],
    ),
  ),
);

/** Everything that is wrong with the options: a misspelt one must not cut anything. */
export function wrongOptions(options: object): ErrorDetail[] {
  return wrongAmong(PROGRAM_OPTIONS, options, ["options"]);
}

function presetFault(name: string): string | false {
  const names = Object.keys(MACHINE_PRESETS);
  if (names.includes(name)) return false;
  const meant = nearest(name, names);
  return `must be a profile or one of ${names.join(", ")}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

/** Lists of marks, by placement. */
export function wrongMarks(lists: unknown[]): ErrorDetail[] {
  return lists.flatMap((list, i) => {
    if (list === null || list === undefined) return [];
    if (!Array.isArray(list)) return { path: [i], message: "must be a list of marks, or null" };
    return list.flatMap((mark, k) => wrongMark(mark, [i, k]));
  });
}

function wrongMark(mark: unknown, at: number[]): ErrorDetail[] {
  const { role, path } = (mark ?? {}) as { role?: string; path?: unknown };
  const isPoint = (point: unknown) =>
    Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
  return [
    ...(MARK_ROLES.includes(role as string)
      ? []
      : [{ path: [...at, "role"], message: "must be mark, engrave, bend, pocket or cut-open" }]),
    ...(Array.isArray(path) && path.length >= 2 && path.every(isPoint)
      ? []
      : [{ path: [...at, "path"], message: "must be at least 2 points of 2 finite numbers" }]),
  ];
}
