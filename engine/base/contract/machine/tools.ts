/** Tools of a machine: a library by number, so that an operation names its tool and has its diameter, length and feeds. */
import { z } from "zod";
import { length, rate, text } from "./quantities.ts";

/** Kinds of tools. */
export const TOOL_KINDS = ["end_mill", "ball", "v_bit", "drill", "laser", "torch", "jet"] as const;

const libraryToolSchema = z
  .strictObject({
    number: z.number().int().min(0).max(99).describe("Number by which operations and T words name it."),
    name: text(80).optional().describe("What the tool is called."),
    kind: z.enum(TOOL_KINDS).optional().describe("Kind of tool."),
    diameter: length(1e-3).describe("Width that it cuts, mm."),
    length_offset: z
      .number()
      .int()
      .min(0)
      .max(999)
      .optional()
      .describe("Number of its length in the controller's table (G43 H); the tool's number by default."),
    feed_rate: rate().optional().describe("Speed while cutting, mm/min."),
    plunge_rate: rate().optional().describe("Feed of the plunge, mm/min."),
    power: z.number().min(0).max(1e6).optional().describe("Value of S: speed of a spindle."),
    step_down: length(1e-3).optional().describe("Greatest depth of one pass, mm."),
    step_over: z
      .number()
      .min(0.05)
      .max(0.5)
      .optional()
      .describe("Distance of neighbouring passes in a pocket as a share of the diameter; 0.4 by default."),
  })
  .describe("A tool.");

/** A tool of a library. */
export type LibraryTool = z.output<typeof libraryToolSchema>;

export const toolsSchema = libraryToolSchema
  .array()
  .max(100)
  .superRefine((tools, context) => {
    for (const [i, { number }] of tools.entries()) {
      const first = tools.findIndex((tool) => tool.number === number);
      if (first < i)
        context.addIssue({ code: "custom", path: [i, "number"], message: `is that of ${first} too` });
    }
  })
  .describe("A library of tools.");
