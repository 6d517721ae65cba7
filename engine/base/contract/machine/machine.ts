/**
 * A machine: what it is called, how it moves, what its controller takes, how its tool is used. One JSON for the package,
 * the command line and the web app; all of it is optional, so that a profile may be a single number over a preset.
 *
 * Lengths in mm, feeds in mm/min, accelerations in mm/s², times in s. A key that is not known is refused: a typo in a
 * profile must not cut.
 */

import { z } from "zod";
import { chartSchema } from "./charts.ts";
import { layerOperationsSchema, operationSchema, operationsSchema, ruleSchema } from "./operations.ts";
import { DIALECTS, PROCESSES, postSchema } from "./post.ts";
import { axes, LONG, length, rate, seconds, text } from "./quantities.ts";
import { toolsSchema } from "./tools.ts";

export const motionSchema = z
  .strictObject({
    max_rate: axes(rate).optional().describe("Highest speed of each axis, mm/min."),
    acceleration: axes(() => z.number().gt(0).max(1e6))
      .optional()
      .describe("Acceleration of each axis, mm/s²."),
    junction_deviation: z
      .number()
      .gt(0)
      .max(10)
      .optional()
      .describe("Junction deviation of the planner, mm: the larger, the faster it takes corners."),
    arc_tolerance: z
      .number()
      .gt(0)
      .max(10)
      .optional()
      .describe("How far the chords of an arc may be from it, mm."),
    path_tolerance: z
      .number()
      .gt(0)
      .max(10)
      .optional()
      .describe("How far LinuxCNC may stray from a corner (G64 P), mm."),
    planner: z
      .enum(["grbl", "linuxcnc"])
      .optional()
      .describe("Which controller's planner is assumed for the estimate."),
  })
  .describe("How fast the machine speeds up; used to estimate the time.");

/** Rates and accelerations, from which times are worked out. */
export type MachineMotion = z.output<typeof motionSchema>;

const outputSchema = z.strictObject({
  decimals: z.number().int().min(2).max(6).optional().describe("Decimals of coordinates."),
  max_line: z.number().int().min(40).max(1000).optional().describe("Longest line, characters."),
  comment: z.enum(["semicolon", "parens", "none"]).optional().describe("How comments are written."),
  line_end: z.enum(["lf", "crlf"]).optional().describe("How lines end."),
  arcs: z.boolean().optional().describe("Write G2 and G3; false makes chords of all arcs."),
  full_circles: z
    .boolean()
    .optional()
    .describe("Write a full circle as one arc, as QtPlasmaC's hole sensing needs it."),
  arc_mismatch: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      "How much the radius may differ between the ends of an arc, mm; beyond it, chords are written.",
    ),
  single: z.boolean().optional().describe("The controller calculates in single precision."),
  end: z.enum(["M2", "M30", "M5", "none"]).optional().describe("The word that ends a program."),
  file_extension: z
    .string()
    .regex(/^[a-z0-9]{1,8}$/i)
    .optional()
    .describe("Ending of the program's file name; gcode by default."),
  line_numbers: z.boolean().optional().describe("Number the lines."),
});

const toolSchema = z.strictObject({
  kerf: length().optional().describe("Width that the tool cuts away, mm."),
  diameter: length().optional().describe("Diameter of a cutter, mm."),
  power: z
    .strictObject({
      min: z
        .number()
        .min(0)
        .optional()
        .describe("Least value of the power word; lower values are raised to it, with a finding."),
      max: z
        .number()
        .gt(0)
        .optional()
        .describe("Greatest value of the power word; higher values are lowered to it, with a finding."),
      word: z.enum(["S"]).nullable().optional().describe("The word that carries the power; null for none."),
    })
    .optional()
    .describe("What the controller takes as power."),
  on_delay: seconds().optional().describe("Wait after switching on before the cut, s."),
  off_delay: seconds().optional().describe("Wait after switching off before the travel, s."),
  spin_up: seconds().optional().describe("Wait until a spindle has reached its speed, s."),
  mode: z
    .enum(["dynamic", "constant", "inline"])
    .optional()
    .describe("Of lasers: M4 (dynamic), M3 (constant) or Marlin's inline power."),
  air: z
    .strictObject({
      on: z.enum(["M7", "M8"]).describe("The word that turns it on."),
      off: z.enum(["M9"]).describe("The word that turns it off."),
      delay: seconds().optional().describe("Wait after it is switched on, s."),
    })
    .optional()
    .describe("Air assist."),
});

const zSchema = z.strictObject({
  safe: length(1e-3).optional().describe("Height of travel above the surface, mm."),
  pierce: length().optional().describe("Height of the pierce, mm."),
  cut: length().optional().describe("Height of the cut, mm."),
  step_down: length(1e-3).optional().describe("Deepest step of one pass, mm."),
  plunge_rate: rate().optional().describe("Feed of the plunge, mm/min."),
  touch_off: z
    .enum(["none", "controller", "G31", "G38.2"])
    .optional()
    .describe("Who finds the surface: the controller by itself, a probing move of the program, or nobody."),
  thc: z
    .boolean()
    .optional()
    .describe("Torch height control; false keeps the height fixed, in every cut or where a rule says so."),
  ramp: z
    .number()
    .min(0)
    .max(45)
    .optional()
    .describe("Angle at which a cutter goes down along its path instead of straight, degrees."),
});

export const skeletonSchema = z
  .strictObject({
    pitch: length(1).describe("Greatest width of a strip of the skeleton, mm."),
  })
  .describe("How the rest of the sheet is cut into pieces.");

/** How the rest of a sheet is cut into pieces. */
export type Skeleton = z.output<typeof skeletonSchema>;

export const machineSchema = z
  .strictObject({
    offcut_machine: z.literal(1).optional().describe("Version of this form of profile."),
    name: text(80).optional().describe("What the machine is called."),
    process: z.enum(PROCESSES).optional().describe("How it cuts."),
    dialect: z.enum(DIALECTS).optional().describe("Its controller."),
    post: postSchema.optional().describe("A post of one's own, which wins over `dialect`."),
    units: z.enum(["mm", "inch"]).optional().describe("Unit of the program."),
    work_area: axes(() => z.number().min(0).max(LONG))
      .optional()
      .describe("How far the machine reaches along each axis, mm; programs that need more room are refused."),
    origin: z
      .enum(["lower-left", "lower-right", "upper-left", "upper-right", "centre"])
      .optional()
      .describe("Which corner of the sheet is the program's zero."),
    work_offset: z
      .enum(["G54", "G55", "G56", "G57", "G58", "G59"])
      .optional()
      .describe("The coordinate system that is chosen."),
    park: z
      .strictObject({
        x: z.number().min(-LONG).max(LONG).describe("Along x."),
        y: z.number().min(-LONG).max(LONG).describe("Along y."),
      })
      .optional()
      .describe("Where the tool goes at the end, and so begins, mm."),
    material: text(80).optional().describe("What the sheet is made of, for templates."),
    thickness: length(1e-3).optional().describe("Thickness of the sheet, mm, for rules and templates."),
    gas: text(80).optional().describe("Gas and its pressure, for the operator."),
    chart: chartSchema.optional().describe("Settings by material and thickness."),
    motion: motionSchema.optional().describe("How it speeds up, for the estimate of time."),
    output: outputSchema.optional().describe("What its controller takes."),
    tools: toolsSchema.optional().describe("Tools that operations name by their numbers."),
    tool: toolSchema.optional().describe("What the tool is like."),
    z: zSchema.nullable().optional().describe("How heights are moved; null without a Z axis."),
    defaults: operationSchema
      .extend({
        common_lines: z.boolean().optional().describe("Cut a line that two parts share only once."),
        spread: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe(
            "Spreads the heat: the next contour is at least this many times its own size away from each of the last three; 0 by default.",
          ),
        tip_up: z
          .boolean()
          .optional()
          .describe("Travel goes around parts that are cut out, as they may tip up; false by default."),
        skeleton: skeletonSchema
          .optional()
          .describe("Cut what is left of a sheet into strips; off by default."),
      })
      .optional()
      .describe("How every line is cut."),
    operations: operationsSchema.optional().describe("Settings by what a line is."),
    layers: layerOperationsSchema
      .optional()
      .describe(
        "Settings by layer of the drawing, colour (#rrggbb) or LightBurn's number (C00); they win over those by role.",
      ),
    rules: z
      .array(ruleSchema)
      .max(100)
      .optional()
      .describe("Settings for small holes and short contours; they win over all others."),
    templates: z
      .strictObject({
        header: z.array(text()).max(100).optional().describe("Lines before the first travel."),
        footer: z.array(text()).max(100).optional().describe("Lines after the last."),
      })
      .optional()
      .describe("Lines before the first travel and after the last, with {placeholders}."),
    hourly_rate: z.number().min(0).max(1e6).optional().describe("Cost of an hour, in any currency."),
    checked: text(400).optional().describe("On which machine this was tried."),
    basis: text(400).optional().describe("Where its numbers come from."),
  })
  .describe("A machine: its dialect, its kerf and how it cuts.");

/** Profile of a machine. All of it is optional: a profile may be one number over a preset. */
export type Machine = z.output<typeof machineSchema>;
