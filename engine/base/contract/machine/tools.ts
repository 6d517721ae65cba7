/** Tools of a machine: a library by number, so that an operation names its tool and has its diameter, length and feeds. */
import * as z from "zod/mini";
import { described } from "../values/schema.ts";
import { length, rate, text } from "./quantities.ts";

/** Kinds of tools. */
export const TOOL_KINDS = ["end_mill", "ball", "v_bit", "drill", "laser", "torch", "jet"] as const;

const libraryToolSchema = described(
  z.strictObject({
    number: described(z.int().check(z.gte(0), z.lte(99)), "Number by which operations and T words name it."),
    name: described(z.optional(text(80)), "What the tool is called."),
    kind: described(z.optional(z.enum(TOOL_KINDS)), "Kind of tool."),
    diameter: described(length(1e-3), "Width that it cuts, mm."),
    length_offset: described(
      z.optional(z.int().check(z.gte(0), z.lte(999))),
      "Number of its length in the controller's table (G43 H); the tool's number by default.",
    ),
    feed_rate: described(z.optional(rate()), "Speed while cutting, mm/min."),
    plunge_rate: described(z.optional(rate()), "Feed of the plunge, mm/min."),
    power: described(z.optional(z.number().check(z.gte(0), z.lte(1e6))), "Value of S: speed of a spindle."),
    step_down: described(z.optional(length(1e-3)), "Greatest depth of one pass, mm."),
    step_over: described(
      z.optional(z.number().check(z.gte(0.05), z.lte(0.5))),
      "Distance of neighbouring passes in a pocket as a share of the diameter; 0.4 by default.",
    ),
  }),
  "A tool.",
);

/** A tool of a library. */
export interface LibraryTool extends z.output<typeof libraryToolSchema> {}

export const toolsSchema = described(
  z.array(libraryToolSchema).check(
    z.maxLength(100),
    z.superRefine((tools, context) => {
      for (const [i, { number }] of tools.entries()) {
        const first = tools.findIndex((tool) => tool.number === number);
        if (first < i)
          context.addIssue({ code: "custom", path: [i, "number"], message: `is that of ${first} too` });
      }
    }),
  ),
  "A library of tools.",
);
