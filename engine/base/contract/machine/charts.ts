/**
 * Cut charts: feed, power, kerf, heights, pierce and gas by material, thickness and process, as a file that a shop edits.
 * The row of a job changes the machine's profile before anything else is read from it.
 */
import * as z from "zod/mini";
import { described } from "../values/schema.ts";
import { nameOfMaterial } from "./materials.ts";
import { PROCESSES } from "./post.ts";
import { length, rate, seconds, text } from "./quantities.ts";

const chartRowSchema = described(
  z.strictObject({
    material: described(
      text(80).check(z.minLength(1)),
      "What the sheet is made of; upper and lower case count as the same.",
    ),
    thickness: described(length(1e-3), "Thickness of the sheet, mm."),
    process: described(z.optional(z.enum(PROCESSES)), "How it is cut; that of the chart by default."),
    feed_rate: described(z.optional(rate()), "Speed while cutting, mm/min."),
    plunge_rate: described(z.optional(rate()), "Feed of the plunge, mm/min."),
    power: described(
      z.optional(z.number().check(z.gte(0), z.lte(1e6))),
      "Power: the value of S, as the controller scales it.",
    ),
    kerf: described(z.optional(length()), "Width that the tool cuts away, mm."),
    passes: described(z.optional(z.int().check(z.gte(1), z.lte(100))), "Passes for each contour."),
    depth: described(z.optional(length(1e-3)), "Depth of the cut below the surface, mm."),
    step_down: described(z.optional(length(1e-3)), "Greatest depth of one pass of a cutter, mm."),
    z_step: described(z.optional(length()), "How far to lower a beam's focus with each pass, mm."),
    pierce_height: described(z.optional(length()), "Height of the pierce, mm."),
    cut_height: described(z.optional(length()), "Height of the cut, mm."),
    pierce_delay: described(z.optional(seconds()), "Wait after each start of the tool, s."),
    lead_in: described(z.optional(length()), "Length of the lead from the pierce to the contour, mm."),
    air: described(z.optional(z.boolean()), "True for air assist."),
    gas: described(
      z.optional(text(80)),
      "Gas and its pressure; the head of the program says it to the operator.",
    ),
    notes: described(z.optional(text(400)), "What the shop should know."),
  }),
  "Settings for one material at one thickness.",
);

/** Settings of a cut chart for one material at one thickness. */
export interface ChartRow extends z.output<typeof chartRowSchema> {}

export const chartSchema = described(
  z
    .strictObject({
      offcut_chart: described(z.literal(1), "Version of this form of chart."),
      name: described(z.optional(text(80)), "What the chart is called."),
      process: described(
        z.optional(z.enum(PROCESSES)),
        "How its rows are cut; those without one are for any process.",
      ),
      basis: described(z.optional(text(600)), "Where its numbers come from."),
      checked: described(z.optional(text(400)), "On which machine this was tried."),
      rows: described(
        z.array(chartRowSchema).check(z.minLength(1), z.maxLength(2000)),
        "Settings by material, thickness and process.",
      ),
    })
    .check(
      z.superRefine(({ process, rows }, context) => {
        const known = new Map<string, number>();
        for (const [i, row] of rows.entries()) {
          const key = `${nameOfMaterial(row.material)}\n${row.thickness}\n${row.process ?? process ?? ""}`;
          const first = known.get(key);
          if (first === undefined) known.set(key, i);
          else
            context.addIssue({
              code: "custom",
              path: ["rows", i],
              message: `is for the same material, thickness and process as rows.${first}`,
            });
        }
      }),
    ),
  "A cut chart.",
);

/** A cut chart as it is written in a file. */
export interface Chart extends z.output<typeof chartSchema> {}
