/**
 * A machine: what it is called, how it moves, what its controller takes, how its tool is used. One JSON for the package,
 * the command line and the web app; all of it is optional, so that a profile may be a single number over a preset.
 *
 * Lengths in mm, feeds in mm/min, accelerations in mm/s², times in s. A key that is not known is refused: a typo in a
 * profile must not cut.
 */

import * as z from "zod/mini";
import { described } from "../values/schema.ts";
import { chartSchema } from "./charts.ts";
import { layerOperationsSchema, operationSchema, operationsSchema, ruleSchema } from "./operations.ts";
import { DIALECTS, PROCESSES, postSchema } from "./post.ts";
import { axes, LONG, length, rate, seconds, text } from "./quantities.ts";
import { toolsSchema } from "./tools.ts";

export const motionSchema = described(
  z.strictObject({
    max_rate: described(z.optional(axes(rate)), "Highest speed of each axis, mm/min."),
    acceleration: described(
      z.optional(axes(() => z.number().check(z.gt(0), z.lte(1e6)))),
      "Acceleration of each axis, mm/s².",
    ),
    junction_deviation: described(
      z.optional(z.number().check(z.gt(0), z.lte(10))),
      "Junction deviation of the planner, mm: the larger, the faster it takes corners.",
    ),
    arc_tolerance: described(
      z.optional(z.number().check(z.gt(0), z.lte(10))),
      "How far the chords of an arc may be from it, mm.",
    ),
    path_tolerance: described(
      z.optional(z.number().check(z.gt(0), z.lte(10))),
      "How far LinuxCNC may stray from a corner (G64 P), mm.",
    ),
    planner: described(
      z.optional(z.enum(["grbl", "linuxcnc"])),
      "Which controller's planner is assumed for the estimate.",
    ),
  }),
  "How fast the machine speeds up; used to estimate the time.",
);

/** Rates and accelerations, from which times are worked out. */
export interface MachineMotion extends z.output<typeof motionSchema> {}

const outputSchema = z.strictObject({
  decimals: described(z.optional(z.int().check(z.gte(2), z.lte(6))), "Decimals of coordinates."),
  max_line: described(z.optional(z.int().check(z.gte(40), z.lte(1000))), "Longest line, characters."),
  comment: described(z.optional(z.enum(["semicolon", "parens", "none"])), "How comments are written."),
  line_end: described(z.optional(z.enum(["lf", "crlf"])), "How lines end."),
  arcs: described(z.optional(z.boolean()), "Write G2 and G3; false makes chords of all arcs."),
  full_circles: described(
    z.optional(z.boolean()),
    "Write a full circle as one arc, as QtPlasmaC's hole sensing needs it.",
  ),
  arc_mismatch: described(
    z.optional(z.number().check(z.gt(0), z.lte(1))),
    "How much the radius may differ between the ends of an arc, mm; beyond it, chords are written.",
  ),
  single: described(z.optional(z.boolean()), "The controller calculates in single precision."),
  end: described(z.optional(z.enum(["M2", "M30", "M5", "none"])), "The word that ends a program."),
  file_extension: described(
    z.optional(z.string().check(z.regex(/^[a-z0-9]{1,8}$/i))),
    "Ending of the program's file name; gcode by default.",
  ),
  line_numbers: described(z.optional(z.boolean()), "Number the lines."),
});

const toolSchema = z.strictObject({
  kerf: described(z.optional(length()), "Width that the tool cuts away, mm."),
  diameter: described(z.optional(length()), "Diameter of a cutter, mm."),
  power: described(
    z.optional(
      z.strictObject({
        min: described(
          z.optional(z.number().check(z.gte(0))),
          "Least value of the power word; lower values are raised to it, with a finding.",
        ),
        max: described(
          z.optional(z.number().check(z.gt(0))),
          "Greatest value of the power word; higher values are lowered to it, with a finding.",
        ),
        word: described(
          z.optional(z.nullable(z.enum(["S"]))),
          "The word that carries the power; null for none.",
        ),
      }),
    ),
    "What the controller takes as power.",
  ),
  on_delay: described(z.optional(seconds()), "Wait after switching on before the cut, s."),
  off_delay: described(z.optional(seconds()), "Wait after switching off before the travel, s."),
  spin_up: described(z.optional(seconds()), "Wait until a spindle has reached its speed, s."),
  mode: described(
    z.optional(z.enum(["dynamic", "constant", "inline"])),
    "Of lasers: M4 (dynamic), M3 (constant) or Marlin's inline power.",
  ),
  air: described(
    z.optional(
      z.strictObject({
        on: described(z.enum(["M7", "M8"]), "The word that turns it on."),
        off: described(z.enum(["M9"]), "The word that turns it off."),
        delay: described(z.optional(seconds()), "Wait after it is switched on, s."),
      }),
    ),
    "Air assist.",
  ),
});

const zSchema = z.strictObject({
  safe: described(z.optional(length(1e-3)), "Height of travel above the surface, mm."),
  pierce: described(z.optional(length()), "Height of the pierce, mm."),
  cut: described(z.optional(length()), "Height of the cut, mm."),
  step_down: described(z.optional(length(1e-3)), "Deepest step of one pass, mm."),
  plunge_rate: described(z.optional(rate()), "Feed of the plunge, mm/min."),
  touch_off: described(
    z.optional(z.enum(["none", "controller", "G31", "G38.2"])),
    "Who finds the surface: the controller by itself, a probing move of the program, or nobody.",
  ),
  thc: described(
    z.optional(z.boolean()),
    "Torch height control; false keeps the height fixed, in every cut or where a rule says so.",
  ),
  ramp: described(
    z.optional(z.number().check(z.gte(0), z.lte(45))),
    "Angle at which a cutter goes down along its path instead of straight, degrees.",
  ),
});

export const skeletonSchema = described(
  z.strictObject({
    pitch: described(length(1), "Greatest width of a strip of the skeleton, mm."),
  }),
  "How the rest of the sheet is cut into pieces.",
);

/** How the rest of a sheet is cut into pieces. */
export interface Skeleton extends z.output<typeof skeletonSchema> {}

export const machineSchema = described(
  z.strictObject({
    offcut_machine: described(z.optional(z.literal(1)), "Version of this form of profile."),
    name: described(z.optional(text(80)), "What the machine is called."),
    process: described(z.optional(z.enum(PROCESSES)), "How it cuts."),
    dialect: described(z.optional(z.enum(DIALECTS)), "Its controller."),
    post: described(z.optional(postSchema), "A post of one's own, which wins over `dialect`."),
    units: described(z.optional(z.enum(["mm", "inch"])), "Unit of the program."),
    work_area: described(
      z.optional(axes(() => z.number().check(z.gte(0), z.lte(LONG)))),
      "How far the machine reaches along each axis, mm; programs that need more room are refused.",
    ),
    origin: described(
      z.optional(z.enum(["lower-left", "lower-right", "upper-left", "upper-right", "centre"])),
      "Which corner of the sheet is the program's zero.",
    ),
    work_offset: described(
      z.optional(z.enum(["G54", "G55", "G56", "G57", "G58", "G59"])),
      "The coordinate system that is chosen.",
    ),
    park: described(
      z.optional(
        z.strictObject({
          x: described(z.number().check(z.gte(-LONG), z.lte(LONG)), "Along x."),
          y: described(z.number().check(z.gte(-LONG), z.lte(LONG)), "Along y."),
        }),
      ),
      "Where the tool goes at the end, and so begins, mm.",
    ),
    material: described(z.optional(text(80)), "What the sheet is made of, for templates."),
    thickness: described(z.optional(length(1e-3)), "Thickness of the sheet, mm, for rules and templates."),
    gas: described(z.optional(text(80)), "Gas and its pressure, for the operator."),
    chart: described(z.optional(chartSchema), "Settings by material and thickness."),
    motion: described(z.optional(motionSchema), "How it speeds up, for the estimate of time."),
    output: described(z.optional(outputSchema), "What its controller takes."),
    tools: described(z.optional(toolsSchema), "Tools that operations name by their numbers."),
    tool: described(z.optional(toolSchema), "What the tool is like."),
    z: described(z.optional(z.nullable(zSchema)), "How heights are moved; null without a Z axis."),
    defaults: described(
      z.optional(
        z.extend(operationSchema, {
          common_lines: described(z.optional(z.boolean()), "Cut a line that two parts share only once."),
          spread: described(
            z.optional(z.number().check(z.gte(0), z.lte(1))),
            "Spreads the heat: the next contour is at least this many times its own size away from each of the last three; 0 by default.",
          ),
          tip_up: described(
            z.optional(z.boolean()),
            "Travel goes around parts that are cut out, as they may tip up; false by default.",
          ),
          skeleton: described(
            z.optional(skeletonSchema),
            "Cut what is left of a sheet into strips; off by default.",
          ),
        }),
      ),
      "How every line is cut.",
    ),
    operations: described(z.optional(operationsSchema), "Settings by what a line is."),
    layers: described(
      z.optional(layerOperationsSchema),
      "Settings by layer of the drawing, colour (#rrggbb) or LightBurn's number (C00); they win over those by role.",
    ),
    rules: described(
      z.optional(z.array(ruleSchema).check(z.maxLength(100))),
      "Settings for small holes and short contours; they win over all others.",
    ),
    templates: described(
      z.optional(
        z.strictObject({
          header: described(
            z.optional(z.array(text()).check(z.maxLength(100))),
            "Lines before the first travel.",
          ),
          footer: described(z.optional(z.array(text()).check(z.maxLength(100))), "Lines after the last."),
        }),
      ),
      "Lines before the first travel and after the last, with {placeholders}.",
    ),
    hourly_rate: described(
      z.optional(z.number().check(z.gte(0), z.lte(1e6))),
      "Cost of an hour, in any currency.",
    ),
    checked: described(z.optional(text(400)), "On which machine this was tried."),
    basis: described(z.optional(text(400)), "Where its numbers come from."),
  }),
  "A machine: its dialect, its kerf and how it cuts.",
);

/** Profile of a machine. All of it is optional: a profile may be one number over a preset. */
export interface Machine extends z.output<typeof machineSchema> {}
