/** Settings of a machine for the lines of each role, layer and size: feed and power, passes, leads, entries, tabs. */

import { z } from "zod";
import { length, rate, seconds } from "./quantities.ts";

/** Operations along a line of a part. */
export const ROLES = [
  "mark",
  "engrave",
  "bend",
  "pocket",
  "cut-inner",
  "cut-outer",
  "cut-open",
  "skeleton",
] as const;

/** One of `ROLES`. */
export type OperationRole = (typeof ROLES)[number];

/** How the tool comes to a cut and leaves it. */
export const LEAD_SHAPES = ["line", "arc", "tangent"] as const;

/** One of `LEAD_SHAPES`. */
export type LeadShape = (typeof LEAD_SHAPES)[number];

/** How a cutter goes down into the material. */
export const ENTRIES = ["plunge", "ramp", "helix"] as const;

/** How a cutter goes down. */
export type EntryShape = (typeof ENTRIES)[number];

/** Which side of the turning tool the part is on. */
export const DIRECTIONS = ["climb", "conventional"] as const;

/** Sense in which contours are cut. */
export type Direction = (typeof DIRECTIONS)[number];

export const operationSchema = z
  .strictObject({
    feed_rate: rate().optional().describe("Speed while cutting, mm/min."),
    travel_rate: rate().optional().describe("Speed between cuts, mm/min."),
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
    step_down: length(1e-3)
      .optional()
      .describe("Greatest depth of one pass of a cutter, mm; there are as many equal passes as needed."),
    z_step: length()
      .optional()
      .describe("How far to lower a beam's focus with each pass after the first, mm; 0 by default."),
    entry: z
      .enum(ENTRIES)
      .optional()
      .describe(
        "How a cutter goes down: straight, along its path, or on a helix in the scrap; along its path where the profile names a ramp.",
      ),
    ramp_angle: z
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
    plunge_rate: rate().optional().describe("Feed of the plunge, mm/min."),
    lead_in: length()
      .optional()
      .describe(
        "Length of the lead from the pierce in the scrap to the contour, mm; shorter where there is little room.",
      ),
    lead_out: length().optional().describe("Length of the lead from the contour into the scrap, mm."),
    lead_shape: z
      .enum(LEAD_SHAPES)
      .optional()
      .describe(
        "`line`: a straight line. `arc`: a quarter of a circle that touches the path. `tangent`: an edge continued past its corner.",
      ),
    lead_angle: z
      .number()
      .min(5)
      .max(175)
      .optional()
      .describe("Angle between a straight lead and the path behind it, degrees."),
    lead_radius: length().optional().describe("Radius of an arc lead, mm."),
    overcut: length().optional().describe("How far a cut continues past its starting point, mm."),
    pierce_delay: seconds().optional().describe("Wait after each start of the tool, s."),
    tabs: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe("Number of bridges that hold each part in the sheet."),
    tab_width: length(1e-3).optional().describe("Width of a bridge, mm."),
    tab_height: length()
      .optional()
      .describe("Height of a bridge above the bottom of the cut, mm; a beam leaves all of it."),
    tool: z.number().int().min(0).max(99).optional().describe("Number of the tool."),
    air: z.boolean().optional().describe("True for air assist."),
  })
  .describe("How a line is cut or marked: for the whole job, for a role, or where a rule applies.");

/** How one kind of line is made. */
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

/** Settings by the role of lines. */
export type Operations = z.output<typeof operationsSchema>;

/** Purposes of a layer or colour; geometry tells inner cuts from outer ones. */
export const LAYER_PURPOSES = ["cut", "mark", "engrave", "bend", "pocket", "ignore"] as const;

export const layerOperationsSchema = z
  .record(
    z.string().max(255),
    operationSchema
      .pick({
        feed_rate: true,
        power: true,
        passes: true,
        depth: true,
        step_down: true,
        pierce_delay: true,
        plunge_rate: true,
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

/** Settings by the name of a layer. */
export type LayerOperations = z.output<typeof layerOperationsSchema>;

export const ruleSchema = z
  .strictObject({
    when: z
      .strictObject({
        role: z.enum(ROLES).optional().describe("What the line is."),
        hole_diameter_below: length()
          .optional()
          .describe("Holes smaller than this, mm: diameter of a disc with the hole's area."),
        hole_ratio_below: z
          .number()
          .gt(0)
          .max(100)
          .optional()
          .describe("Holes smaller than this many times the thickness of the sheet, which must be known."),
        length_below: length().optional().describe("Contours shorter than this, mm."),
      })
      .describe("What the rule applies to: every condition must hold."),
    // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
    then: operationSchema
      .extend({
        feed_percent: z.number().gt(0).max(1000).optional().describe("Percentage of the feed rate."),
        thc: z.boolean().optional().describe("Torch height control; false keeps the height fixed."),
        pierce_only: z
          .boolean()
          .optional()
          .describe("Do not cut the contour: only pierce the middle of the hole."),
      })
      .describe("What it changes."),
  })
  .describe("Which holes a rule applies to, by their diameter or length.");

/** Settings for what a rule matches. */
export type OperationRule = z.output<typeof ruleSchema>;
