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
const axes = (value: () => z.ZodNumber) =>
  z.strictObject({
    x: value().describe("Along x."),
    y: value().describe("Along y."),
    z: value().optional().describe("Along z."),
  });
const text = (most = 200) => z.string().max(most);

/** What is done along a line of a part. */
export const ROLES = ["mark", "engrave", "bend", "cut-inner", "cut-outer", "cut-open", "skeleton"] as const;
/** One of `ROLES`. */
export type OperationRole = (typeof ROLES)[number];

/** The languages of controllers that programs are written in. */
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
/** One of `DIALECTS`. */
export type DialectName = (typeof DIALECTS)[number];

/** How the tool comes to a cut and leaves it. */
export const LEAD_SHAPES = ["line", "arc", "tangent"] as const;
/** One of `LEAD_SHAPES`. */
export type LeadShape = (typeof LEAD_SHAPES)[number];

/** How a cutter goes down into the material. */
export const ENTRIES = ["plunge", "ramp", "helix"] as const;
export type EntryShape = (typeof ENTRIES)[number];

/** Which side of the turning tool the part is on. */
export const DIRECTIONS = ["climb", "conventional"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const operationSchema = z
  .strictObject({
    feedRate: rate().optional().describe("Speed while cutting, mm/min."),
    travelRate: rate().optional().describe("Speed between cuts, mm/min."),
    power: z
      .number()
      .min(0)
      .max(1e6)
      .optional()
      .describe("Power: the value of S, as the controller scales it."),
    passes: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "Passes for each contour: a cutter goes deeper by the same amount each time, a beam cuts the same line again.",
      ),
    depth: length(1e-3).optional().describe("Depth of the cut below the surface, mm."),
    stepDown: length(1e-3)
      .optional()
      .describe("Greatest depth of one pass of a cutter, mm; there are as many equal passes as needed."),
    zStep: length()
      .optional()
      .describe("How far to lower a beam's focus with each pass after the first, mm; 0 by default."),
    entry: z
      .enum(ENTRIES)
      .optional()
      .describe(
        "How a cutter goes down: straight, along its path, or on a helix in the scrap; along its path where the profile names a ramp.",
      ),
    rampAngle: z
      .number()
      .gt(0)
      .max(45)
      .optional()
      .describe("Angle at which it goes down on a ramp or a helix, degrees; 3 by default."),
    direction: z
      .enum(DIRECTIONS)
      .optional()
      .describe(
        "Direction around a contour: `climb` cuts outlines clockwise and holes counter-clockwise, `conventional` the reverse.",
      ),
    plungeRate: rate().optional().describe("Feed of the plunge, mm/min."),
    leadIn: length()
      .optional()
      .describe(
        "Length of the lead from the pierce in the scrap to the contour, mm; shorter where there is little room.",
      ),
    leadOut: length().optional().describe("Length of the lead from the contour into the scrap, mm."),
    leadShape: z
      .enum(LEAD_SHAPES)
      .optional()
      .describe(
        "`line`: a straight line. `arc`: a quarter of a circle that touches the path. `tangent`: an edge continued past its corner.",
      ),
    leadAngle: z
      .number()
      .min(5)
      .max(175)
      .optional()
      .describe("Angle between a straight lead and the path behind it, degrees."),
    leadRadius: length().optional().describe("Radius of an arc lead, mm."),
    overcut: length().optional().describe("How far a cut continues past its starting point, mm."),
    pierceDelay: seconds().optional().describe("Wait after each start of the tool, s."),
    tabs: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe("Number of bridges that hold each part in the sheet."),
    tabWidth: length(1e-3).optional().describe("Width of a bridge, mm."),
    tabHeight: length()
      .optional()
      .describe("Height of a bridge above the bottom of the cut, mm; a beam leaves all of it."),
    tool: z.number().int().min(0).max(99).optional().describe("Number of the tool."),
    air: z.boolean().optional().describe("True for air assist."),
  })
  .describe("How a line is cut or marked: for the whole job, for a role, or where a rule applies.");
export type Operation = z.output<typeof operationSchema>;

const roleOperations = () =>
  z.strictObject(
    Object.fromEntries(
      ROLES.map((role) => [
        role,
        operationSchema
          .extend({
            on: z.boolean().optional().describe("False to leave such lines out."),
          })
          .optional()
          .describe("How such lines are cut; left out where `on` is false."),
      ]),
    ) as Record<
      OperationRole,
      z.ZodOptional<z.ZodObject<typeof operationSchema.shape & { on: z.ZodOptional<z.ZodBoolean> }>>
    >,
  );
export const operationsSchema = roleOperations().describe(
  "Settings for each role, such as `cut-inner` or `mark`.",
);
export type Operations = z.output<typeof operationsSchema>;

/** What lines of a layer or colour are for; of what is cut, the geometry tells inner from outer. */
export const LAYER_PURPOSES = ["cut", "mark", "engrave", "bend", "ignore"] as const;

export const layerOperationsSchema = z
  .record(
    z.string().max(255),
    operationSchema
      .pick({
        feedRate: true,
        power: true,
        passes: true,
        pierceDelay: true,
        plungeRate: true,
        tool: true,
        air: true,
      })
      .extend({
        role: z
          .enum(LAYER_PURPOSES)
          .optional()
          .describe("What the lines of the layer are for, where a drawing is read for this machine."),
      })
      .describe("How the lines of the layer are cut."),
  )
  .describe(
    "Settings for each layer of the drawing, colour (`#rrggbb`) or number in LightBurn's palette (`C00`); a layer's own name wins.",
  );
export type LayerOperations = z.output<typeof layerOperationsSchema>;

export const ruleSchema = z
  .strictObject({
    when: z
      .strictObject({
        role: z.enum(ROLES).optional().describe("What the line is."),
        holeDiameterBelow: length()
          .optional()
          .describe("Holes smaller than this, mm: diameter of a disc with the hole's area."),
        holeRatioBelow: z
          .number()
          .gt(0)
          .max(100)
          .optional()
          .describe("Holes smaller than this many times the thickness of the sheet, which must be known."),
        lengthBelow: length().optional().describe("Contours shorter than this, mm."),
      })
      .describe("What the rule applies to: every condition must hold."),
    // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
    then: operationSchema
      .extend({
        feedPercent: z.number().gt(0).max(1000).optional().describe("Percentage of the feed rate."),
        thc: z.boolean().optional().describe("Torch height control; false keeps the height fixed."),
        pierceOnly: z
          .boolean()
          .optional()
          .describe("Do not cut the contour: only pierce the middle of the hole."),
      })
      .describe("What it changes."),
  })
  .describe("Which holes a rule applies to, by their diameter or length.");
export type Rule = z.output<typeof ruleSchema>;

export const motionSchema = z
  .strictObject({
    maxRate: axes(rate).optional().describe("Highest speed of each axis, mm/min."),
    acceleration: axes(() => z.number().gt(0).max(1e6))
      .optional()
      .describe("Acceleration of each axis, mm/s²."),
    junctionDeviation: z
      .number()
      .gt(0)
      .max(10)
      .optional()
      .describe("Junction deviation of the planner, mm: the larger, the faster it takes corners."),
    arcTolerance: z
      .number()
      .gt(0)
      .max(10)
      .optional()
      .describe("How far the chords of an arc may be from it, mm."),
    pathTolerance: z
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
export type Motion = z.output<typeof motionSchema>;

const outputSchema = z.strictObject({
  decimals: z.number().int().min(2).max(6).optional().describe("Decimals of coordinates."),
  maxLine: z.number().int().min(40).max(1000).optional().describe("Longest line, characters."),
  comment: z.enum(["semicolon", "parens", "none"]).optional().describe("How comments are written."),
  lineEnd: z.enum(["lf", "crlf"]).optional().describe("How lines end."),
  arcs: z.boolean().optional().describe("Write G2 and G3; false makes chords of all arcs."),
  fullCircles: z
    .boolean()
    .optional()
    .describe("Write a full circle as one arc, as QtPlasmaC's hole sensing needs it."),
  arcMismatch: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      "How much the radius may differ between the ends of an arc, mm; beyond it, chords are written.",
    ),
  single: z.boolean().optional().describe("The controller calculates in single precision."),
  end: z.enum(["M2", "M30", "M5", "none"]).optional().describe("The word that ends a program."),
  fileExtension: z
    .string()
    .regex(/^[a-z0-9]{1,8}$/i)
    .optional()
    .describe("Ending of the program's file name; gcode by default."),
  lineNumbers: z.boolean().optional().describe("Number the lines."),
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
  onDelay: seconds().optional().describe("Wait after switching on before the cut, s."),
  offDelay: seconds().optional().describe("Wait after switching off before the travel, s."),
  spinUp: seconds().optional().describe("Wait until a spindle has reached its speed, s."),
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
  stepDown: length(1e-3).optional().describe("Deepest step of one pass, mm."),
  plungeRate: rate().optional().describe("Feed of the plunge, mm/min."),
  touchOff: z
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
export type Skeleton = z.output<typeof skeletonSchema>;

export const machineSchema = z
  .strictObject({
    offcutMachine: z.literal(1).optional().describe("Version of this form of profile."),
    name: text(80).optional().describe("What the machine is called."),
    process: z.enum(["laser", "plasma", "router", "waterjet"]).optional().describe("How it cuts."),
    dialect: z.enum(DIALECTS).optional().describe("Its controller."),
    units: z.enum(["mm", "inch"]).optional().describe("Unit of the program."),
    workArea: axes(() => z.number().min(0).max(LONG))
      .optional()
      .describe("How far the machine reaches along each axis, mm; programs that need more room are refused."),
    origin: z
      .enum(["lower-left", "lower-right", "upper-left", "upper-right", "centre"])
      .optional()
      .describe("Which corner of the sheet is the program's zero."),
    workOffset: z
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
    motion: motionSchema.optional().describe("How it speeds up, for the estimate of time."),
    output: outputSchema.optional().describe("What its controller takes."),
    tool: toolSchema.optional().describe("What the tool is like."),
    z: zSchema.nullable().optional().describe("How heights are moved; null without a Z axis."),
    defaults: operationSchema
      .extend({
        commonLines: z.boolean().optional().describe("Cut a line that two parts share only once."),
        spread: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe(
            "Spreads the heat: the next contour is at least this many times its own size away from each of the last three; 0 by default.",
          ),
        tipUp: z
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
    hourlyRate: z.number().min(0).max(1e6).optional().describe("Cost of an hour, in any currency."),
    checked: text(400).optional().describe("On which machine this was tried."),
    basis: text(400).optional().describe("Where its numbers come from."),
  })
  .describe("A machine: its dialect, its kerf and how it cuts.");
export type Machine = z.output<typeof machineSchema>;
