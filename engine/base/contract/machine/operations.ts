/** Settings of a machine for the lines of each role, layer and size: feed and power, passes, leads, entries, tabs. */

import * as z from "zod/mini";
import { described } from "../values/schema.ts";
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

export const operationSchema = described(
  z.strictObject({
    feed_rate: described(z.optional(rate()), "Speed while cutting, mm/min."),
    travel_rate: described(z.optional(rate()), "Speed between cuts, mm/min."),
    power: described(
      z.optional(z.number().check(z.gte(0), z.lte(1e6))),
      "Power: the value of S, as the controller scales it.",
    ),
    passes: described(
      z.optional(z.int().check(z.gte(1), z.lte(100))),
      "Passes for each contour: a cutter goes deeper by the same amount each time, a beam cuts the same line again; 1 by default.",
    ),
    depth: described(z.optional(length(1e-3)), "Depth of the cut below the surface, mm; 1 by default."),
    step_down: described(
      z.optional(length(1e-3)),
      "Greatest depth of one pass of a cutter, mm; there are as many equal passes as needed.",
    ),
    z_step: described(
      z.optional(length()),
      "How far to lower a beam's focus with each pass after the first, mm; 0 by default.",
    ),
    entry: described(
      z.optional(z.enum(ENTRIES)),
      "How a cutter goes down: straight, along its path, or on a helix in the scrap; along its path where the profile names a ramp.",
    ),
    ramp_angle: described(
      z.optional(z.number().check(z.gt(0), z.lte(45))),
      "Angle at which it goes down on a ramp or a helix, degrees; 3 by default.",
    ),
    direction: described(
      z.optional(z.enum(DIRECTIONS)),
      "Direction around a contour: `climb` cuts outlines clockwise and holes counter-clockwise, `conventional` the reverse; `climb` by default.",
    ),
    plunge_rate: described(z.optional(rate()), "Feed of the plunge, mm/min; half of `feed_rate` by default."),
    lead_in: described(
      z.optional(length()),
      "Length of the lead from the pierce in the scrap to the contour, mm; shorter where there is little room. By default two kerfs and at least 2 for plasma, else 0.",
    ),
    lead_out: described(
      z.optional(length()),
      "Length of the lead from the contour into the scrap, mm; 0 by default.",
    ),
    lead_shape: described(
      z.optional(z.enum(LEAD_SHAPES)),
      "`line`: a straight line. `arc`: a quarter of a circle that touches the path. `tangent`: an edge continued past its corner. A line by default.",
    ),
    lead_angle: described(
      z.optional(z.number().check(z.gte(5), z.lte(175))),
      "Angle between a straight lead and the path behind it, degrees; 45 on straight edges by default.",
    ),
    lead_radius: described(
      z.optional(length()),
      "Radius of an arc lead, mm; such that it is `lead_in` long by default.",
    ),
    overcut: described(
      z.optional(length()),
      "How far a cut continues past its starting point, mm; 0 by default.",
    ),
    pierce_delay: described(
      z.optional(seconds()),
      "Wait after each start of the tool, s; 0.5 by default for plasma, else 0.",
    ),
    tabs: described(
      z.optional(z.int().check(z.gte(0), z.lte(100))),
      "Number of bridges that hold each part in the sheet; 0 by default.",
    ),
    tab_width: described(z.optional(length(1e-3)), "Width of a bridge, mm; 2 by default."),
    tab_height: described(
      z.optional(length()),
      "Height of a bridge above the bottom of the cut, mm; half of the depth by default. A beam leaves all of it.",
    ),
    tool: described(z.optional(z.int().check(z.gte(0), z.lte(99))), "Number of the tool."),
    air: described(z.optional(z.boolean()), "True for air assist."),
  }),
  "How a line is cut or marked: for the whole job, for a role, or where a rule applies.",
);

/** How one kind of line is made. */
export interface Operation extends z.output<typeof operationSchema> {}

/** Has a name so that the declarations of other schemas do not repeat it for each role. */
export interface RoleOperationSchema
  extends z.ZodMiniObject<
    typeof operationSchema.shape & { on: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>> }
  > {}

const roleOperations = () =>
  z.strictObject(
    Object.fromEntries(
      ROLES.map((role) => [
        role,
        described(
          z.optional(
            z.extend(operationSchema, {
              on: described(z.optional(z.boolean()), "False to leave such lines out."),
            }),
          ),
          "How such lines are cut; left out where `on` is false.",
        ),
      ]),
    ) as Record<OperationRole, z.ZodMiniOptional<RoleOperationSchema>>,
  );

export const operationsSchema = described(
  roleOperations(),
  "Settings for each role, such as `cut-inner` or `mark`.",
);

/** Settings by the role of lines. */
export interface Operations extends z.output<typeof operationsSchema> {}

/** Purposes of a layer or colour; geometry tells inner cuts from outer ones. */
export const LAYER_PURPOSES = ["cut", "mark", "engrave", "bend", "pocket", "ignore"] as const;

export const layerOperationsSchema = described(
  z.record(
    z.string().check(z.maxLength(255)),
    described(
      z.extend(
        z.pick(operationSchema, {
          feed_rate: true,
          power: true,
          passes: true,
          depth: true,
          step_down: true,
          pierce_delay: true,
          plunge_rate: true,
          tool: true,
          air: true,
        }),
        {
          role: described(
            z.optional(z.enum(LAYER_PURPOSES)),
            "What the lines of the layer are for, where a drawing is read for this machine.",
          ),
        },
      ),
      "How the lines of the layer are cut.",
    ),
  ),
  "Settings for each layer of the drawing, colour (`#rrggbb`) or number in LightBurn's palette (`C00`); a layer's own name wins.",
);

/** Settings by the name of a layer. */
export interface LayerOperations extends z.output<typeof layerOperationsSchema> {}

export const ruleSchema = described(
  z.strictObject({
    when: described(
      z.strictObject({
        role: described(z.optional(z.enum(ROLES)), "What the line is."),
        hole_diameter_below: described(
          z.optional(length()),
          "Holes smaller than this, mm: diameter of a disc with the hole's area.",
        ),
        hole_ratio_below: described(
          z.optional(z.number().check(z.gt(0), z.lte(100))),
          "Holes smaller than this many times the thickness of the sheet, which must be known.",
        ),
        length_below: described(z.optional(length()), "Contours shorter than this, mm."),
      }),
      "What the rule applies to: every condition must hold.",
    ),
    // biome-ignore lint/suspicious/noThenProperty: the word of the field for what a rule does
    then: described(
      z.extend(operationSchema, {
        feed_percent: described(
          z.optional(z.number().check(z.gt(0), z.lte(1000))),
          "Percentage of the feed rate.",
        ),
        thc: described(z.optional(z.boolean()), "Torch height control; false keeps the height fixed."),
        pierce_only: described(
          z.optional(z.boolean()),
          "Do not cut the contour: only pierce the middle of the hole.",
        ),
      }),
      "What it changes.",
    ),
  }),
  "Which holes a rule applies to, by their diameter or length.",
);

/** Settings for what a rule matches. */
export interface OperationRule extends z.output<typeof ruleSchema> {}
