/**
 * Cut charts: feed, power, kerf, heights, pierce and gas by material, thickness and process, as a file that a shop edits.
 * The row of a job changes the machine's profile before anything else is read from it.
 */
import { z } from "zod";
import { nameOfMaterial } from "./materials.ts";
import { PROCESSES } from "./post.ts";
import { length, rate, seconds, text } from "./quantities.ts";

const chartRowSchema = z
  .strictObject({
    material: text(80).min(1).describe("What the sheet is made of; upper and lower case count as the same."),
    thickness: length(1e-3).describe("Thickness of the sheet, mm."),
    process: z.enum(PROCESSES).optional().describe("How it is cut; that of the chart by default."),
    feed_rate: rate().optional().describe("Speed while cutting, mm/min."),
    plunge_rate: rate().optional().describe("Feed of the plunge, mm/min."),
    power: z
      .number()
      .min(0)
      .max(1e6)
      .optional()
      .describe("Power: the value of S, as the controller scales it."),
    kerf: length().optional().describe("Width that the tool cuts away, mm."),
    passes: z.number().int().min(1).max(100).optional().describe("Passes for each contour."),
    depth: length(1e-3).optional().describe("Depth of the cut below the surface, mm."),
    step_down: length(1e-3).optional().describe("Greatest depth of one pass of a cutter, mm."),
    z_step: length().optional().describe("How far to lower a beam's focus with each pass, mm."),
    pierce_height: length().optional().describe("Height of the pierce, mm."),
    cut_height: length().optional().describe("Height of the cut, mm."),
    pierce_delay: seconds().optional().describe("Wait after each start of the tool, s."),
    lead_in: length().optional().describe("Length of the lead from the pierce to the contour, mm."),
    air: z.boolean().optional().describe("True for air assist."),
    gas: text(80)
      .optional()
      .describe("Gas and its pressure; the head of the program says it to the operator."),
    notes: text(400).optional().describe("What the shop should know."),
  })
  .describe("Settings for one material at one thickness.");

/** Settings of a cut chart for one material at one thickness. */
export type ChartRow = z.output<typeof chartRowSchema>;

export const chartSchema = z
  .strictObject({
    offcut_chart: z.literal(1).describe("Version of this form of chart."),
    name: text(80).optional().describe("What the chart is called."),
    process: z
      .enum(PROCESSES)
      .optional()
      .describe("How its rows are cut; those without one are for any process."),
    basis: text(600).optional().describe("Where its numbers come from."),
    checked: text(400).optional().describe("On which machine this was tried."),
    rows: chartRowSchema.array().min(1).max(2000).describe("Settings by material, thickness and process."),
  })
  .superRefine(({ process, rows }, context) => {
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
  })
  .describe("A cut chart.");

/** A cut chart as it is written in a file. */
export type Chart = z.output<typeof chartSchema>;
