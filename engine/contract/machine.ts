/**
 * A machine: what it is called, how it moves, what its controller takes, how its tool is used. One JSON for the package,
 * the command line and the web app; all of it is optional, so that a profile may be a single number over a preset.
 *
 * Lengths in mm, feeds in mm/min, accelerations in mm/s², times in s. A key that is not known is refused: a typo in a
 * profile must not cut.
 */
import { z } from "zod";

const LONG = 1e5;
const FAST = 1e7;
const length = (least = 0) => z.number().min(least).max(LONG);
const rate = () => z.number().gt(0).max(FAST);
const seconds = () => z.number().min(0).max(3600);
const axes = (value: () => z.ZodNumber) => z.strictObject({ x: value(), y: value(), z: value().optional() });
const text = (most = 200) => z.string().max(most);

/** What is done along a line of a part. */
export const ROLES = ["mark", "engrave", "bend", "cut-inner", "cut-outer", "cut-open"] as const;
export type OperationRole = (typeof ROLES)[number];

export const DIALECTS = [
  "grbl-laser",
  "grbl-router",
  "linuxcnc",
  "marlin",
  "plasma",
  "qtplasmac",
  "mach",
  "waterjet",
] as const;
export type DialectName = (typeof DIALECTS)[number];

export const LEAD_SHAPES = ["line", "arc", "tangent"] as const;
export type LeadShape = (typeof LEAD_SHAPES)[number];

/** How a line is run along: of the whole job, of a role, or of what a rule meets. */
export const operationSchema = z.strictObject({
  feedRate: rate().optional(),
  travelRate: rate().optional(),
  power: z.number().min(0).max(1e6).optional(),
  passes: z.number().int().min(1).max(100).optional(),
  depth: length(1e-3).optional(),
  plungeRate: rate().optional(),
  leadIn: length().optional(),
  leadOut: length().optional(),
  leadShape: z.enum(LEAD_SHAPES).optional(),
  leadAngle: z.number().min(5).max(175).optional(),
  leadRadius: length().optional(),
  overcut: length().optional(),
  pierceDelay: seconds().optional(),
  tabs: z.number().int().min(0).max(100).optional(),
  tabWidth: length(1e-3).optional(),
  tabHeight: length().optional(),
  tool: z.number().int().min(0).max(99).optional(),
  air: z.boolean().optional(),
});
export type Operation = z.output<typeof operationSchema>;

const roleOperations = () =>
  z.strictObject(
    Object.fromEntries(
      ROLES.map((role) => [role, operationSchema.extend({ on: z.boolean().optional() }).optional()]),
    ) as Record<
      OperationRole,
      z.ZodOptional<z.ZodObject<typeof operationSchema.shape & { on: z.ZodOptional<z.ZodBoolean> }>>
    >,
  );
export const operationsSchema = roleOperations();
export type Operations = z.output<typeof operationsSchema>;

/** Where a rule holds, all of it at once; the diameter is that of a disc with the hole's area. */
export const ruleSchema = z.strictObject({
  when: z.strictObject({
    role: z.enum(ROLES).optional(),
    holeDiameterBelow: length().optional(),
    lengthBelow: length().optional(),
  }),
  // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
  then: operationSchema.extend({
    /** Share of the feed rate in percent. */
    feedPercent: z.number().gt(0).max(1000).optional(),
    /** Torch height control; false holds the height. */
    thc: z.boolean().optional(),
    /** No way round: the tool only starts, in the middle of the hole. */
    pierceOnly: z.boolean().optional(),
  }),
});
export type Rule = z.output<typeof ruleSchema>;

/** How the machine speeds up, for the estimate of time. */
export const motionSchema = z.strictObject({
  maxRate: axes(rate).optional(),
  acceleration: axes(() => z.number().gt(0).max(1e6)).optional(),
  junctionDeviation: z.number().gt(0).max(10).optional(),
  arcTolerance: z.number().gt(0).max(10).optional(),
  /** Largest distance from corners that LinuxCNC may round off (G64 P). */
  pathTolerance: z.number().gt(0).max(10).optional(),
  planner: z.enum(["grbl", "linuxcnc"]).optional(),
});
export type Motion = z.output<typeof motionSchema>;

const outputSchema = z.strictObject({
  decimals: z.number().int().min(2).max(6).optional(),
  maxLine: z.number().int().min(40).max(1000).optional(),
  comment: z.enum(["semicolon", "parens", "none"]).optional(),
  lineEnd: z.enum(["lf", "crlf"]).optional(),
  /** Write G2 and G3; false makes chords of all arcs. */
  arcs: z.boolean().optional(),
  /** A full circle is one arc, as QtPlasmaC's hole sensing wants it. */
  fullCircles: z.boolean().optional(),
  /** Most that the ends of an arc may differ in radius; such arcs are written as chords. */
  arcMismatch: z.number().gt(0).max(1).optional(),
  /** The controller calculates in single precision. */
  single: z.boolean().optional(),
  end: z.enum(["M2", "M30", "M5", "none"]).optional(),
  fileExtension: z
    .string()
    .regex(/^[a-z0-9]{1,8}$/i)
    .optional(),
  lineNumbers: z.boolean().optional(),
});

const toolSchema = z.strictObject({
  kerf: length().optional(),
  diameter: length().optional(),
  power: z
    .strictObject({
      min: z.number().min(0).optional(),
      max: z.number().gt(0).optional(),
      word: z.enum(["S"]).nullable().optional(),
    })
    .optional(),
  /** Seconds after switching on before the cut, and after switching off before the travel. */
  onDelay: seconds().optional(),
  offDelay: seconds().optional(),
  /** Seconds until a spindle turns at its speed. */
  spinUp: seconds().optional(),
  /** Of lasers: M4 (dynamic), M3 (constant) or Marlin's inline power. */
  mode: z.enum(["dynamic", "constant", "inline"]).optional(),
  air: z
    .strictObject({ on: z.enum(["M7", "M8"]), off: z.enum(["M9"]), delay: seconds().optional() })
    .optional(),
});

const zSchema = z.strictObject({
  safe: length(1e-3).optional(),
  pierce: length().optional(),
  cut: length().optional(),
  stepDown: length(1e-3).optional(),
  plungeRate: rate().optional(),
  /** Who finds the surface: the controller by itself, a probing move of the program, or nobody. */
  touchOff: z.enum(["none", "controller", "G31", "G38.2"]).optional(),
  thc: z.boolean().optional(),
  /** Degrees at which a cutter goes down along its path, instead of straight. */
  ramp: z.number().min(0).max(45).optional(),
});

export const machineSchema = z.strictObject({
  offcutMachine: z.literal(1).optional(),
  name: text(80).optional(),
  process: z.enum(["laser", "plasma", "router", "waterjet"]).optional(),
  dialect: z.enum(DIALECTS).optional(),
  units: z.enum(["mm", "inch"]).optional(),
  workArea: axes(() => z.number().min(0).max(LONG)).optional(),
  /** Which corner of the sheet is the program's zero. */
  origin: z.enum(["lower-left", "lower-right", "upper-left", "upper-right", "centre"]).optional(),
  workOffset: z.enum(["G54", "G55", "G56", "G57", "G58", "G59"]).optional(),
  park: z.strictObject({ x: z.number().min(-LONG).max(LONG), y: z.number().min(-LONG).max(LONG) }).optional(),
  motion: motionSchema.optional(),
  output: outputSchema.optional(),
  tool: toolSchema.optional(),
  z: zSchema.nullable().optional(),
  defaults: operationSchema.extend({ commonLines: z.boolean().optional() }).optional(),
  operations: operationsSchema.optional(),
  rules: z.array(ruleSchema).max(100).optional(),
  /** Lines before the first travel and after the last, with {placeholders}. */
  templates: z
    .strictObject({
      header: z.array(text()).max(100).optional(),
      footer: z.array(text()).max(100).optional(),
    })
    .optional(),
  /** Cost of an hour, in any currency. */
  hourlyRate: z.number().min(0).max(1e6).optional(),
  /** On which machine this was tried, and where its numbers come from. */
  checked: text(400).optional(),
  basis: text(400).optional(),
});
export type Machine = z.output<typeof machineSchema>;
