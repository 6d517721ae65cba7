/**
 * A post: everything that a program for one controller needs, as data. Templates say how it is written, the grammar says how
 * its controller reads it, and the judge of programs goes by the grammar alone.
 *
 * A line of a template may hold values in braces: `{z}` is replaced, and the line is left out where the value is absent;
 * `{S:power}` leaves out only the word; `{work_offset|G54}` has a substitute; `{?probe}` prints nothing and asks for a value.
 * `{?no_tool}` asks for a cut that is made with whatever tool is in the machine.
 */
import { z } from "zod";
import { text } from "./quantities.ts";

/** Places of a program, each with its lines. */
export const TEMPLATES = {
  comment: "a comment, with {text}",
  begin: "after the head: units, modes, tool off or up",
  spindle: "a new speed of a spindle that turns throughout",
  tool_change: "another tool",
  tool_on: "the start of a cut, over its first point",
  tool_off: "the end of a cut",
  height_control_off: "before a cut at a fixed height",
  height_control_on: "after it",
  air_on: "air, gas or coolant on",
  air_off: "air, gas or coolant off",
  raise: "a height between cuts",
  lower: "a height at the feed of a plunge",
  rapid: "a travel",
  line: "a straight cut",
  arc_cw: "an arc clockwise",
  arc_ccw: "an arc counter-clockwise",
  stop: "after the last cut",
  end: "the end of the program",
} as const;

/** One of `TEMPLATES`. */
export type TemplateName = keyof typeof TEMPLATES;

/** Values that templates may print, by their kind; a value is absent where the job has none. */
export const POST_VALUES = {
  text: "text",
  unit: "text",
  work_offset: "text",
  beam: "text",
  probe: "text",
  air_on: "text",
  air_off: "text",
  x: "length",
  y: "length",
  dx: "length",
  dy: "length",
  i: "length",
  j: "length",
  z: "height",
  safe_z: "height",
  pierce_z: "height",
  cut_z: "height",
  probe_z: "height",
  path_tolerance: "length",
  feed_rate: "rate",
  travel_rate: "rate",
  plunge_rate: "rate",
  probe_rate: "rate",
  power: "plain",
  tool: "plain",
  tool_length: "plain",
  no_tool: "text",
  pierce_delay: "seconds",
  off_delay: "seconds",
  spin_up: "seconds",
  air_delay: "seconds",
} as const;

/** One of `POST_VALUES`. */
export type PostValue = keyof typeof POST_VALUES;

/** Splits a line of a template at its values. */
export const VALUE = /\{(\?)?(?:([^{}:|?]*):)?([a-z_]+)(?:\|([^{}]*))?\}/g;

const lineSchema = text(200)
  .regex(/^[\x20-\x7e\n]*$/, "must be plain ASCII")
  .refine(
    (line) => [...line.matchAll(VALUE)].every(([, , , name]) => Object.hasOwn(POST_VALUES, name!)),
    `may hold only {${Object.keys(POST_VALUES).join("}, {")}}`,
  )
  .refine((line) => !/[{}]/.test(line.replace(VALUE, "")), "has a brace that belongs to no value");
const lines = () => lineSchema.array().max(50);
const codes = () => text(1000).regex(/^[\d. ]*$/, "must be numbers with spaces between them");

const templatesSchema = z.strictObject({
  ...(Object.fromEntries(
    Object.entries(TEMPLATES).map(([name, meaning]) => [name, lines().describe(`Lines of ${meaning}.`)]),
  ) as Record<Exclude<TemplateName, "comment">, ReturnType<typeof lines>>),
  comment: lineSchema.describe("A comment, with {text}."),
});

const numbersSchema = z.strictObject({
  units: z
    .strictObject({
      mm: text(20).optional().describe("Word for millimetres."),
      inch: text(20).nullable().optional().describe("Word for inches; null where there is none."),
    })
    .describe("Words of {unit}; null where the controller has no such unit."),
  scale: z.number().gt(0).max(1e6).describe("Lengths are printed times this: 10 for tenths of a millimetre."),
  decimals: z.number().int().min(0).max(6).describe("Decimals of lengths; two more for inches."),
  signed: z.boolean().describe("Every length has its sign, and 0 is a sign alone, as in ESSI."),
});

const outputSchema = z.strictObject({
  max_line: z.number().int().min(20).max(1000).optional().describe("Longest line, characters."),
  line_end: z.enum(["lf", "crlf"]).optional().describe("How lines end."),
  line_numbers: z.boolean().optional().describe("Number the lines."),
  file_extension: text(8)
    .regex(/^[a-z0-9]+$/i)
    .optional()
    .describe("Ending of the program's file name."),
  full_circles: z.boolean().optional().describe("Write a full circle as one arc."),
  power: z.boolean().optional().describe("False where the program says no power."),
  power_max: z.number().gt(0).optional().describe("Greatest value of the power word."),
});

const grammarSchema = z.strictObject({
  reader: z.enum(["rs274", "essi"]).describe("How lines are read."),
  line: z.number().int().min(20).max(1000).describe("Most characters of a line."),
  letters: text(40).describe("Letters of words."),
  g: codes().describe("G words that the controller knows."),
  m: codes().describe("M words that the controller knows."),
  reads_as: z
    .record(text(200), text(200))
    .describe("Whole lines that mean the same as other words; * stands for a number on both sides."),
  beam: z
    .strictObject({
      default: text(20).describe("Words where the machine names no mode."),
      dynamic: text(20).optional().describe("Words of power that follows the speed."),
      constant: text(20).optional().describe("Words of constant power."),
      inline: text(20).optional().describe("Words of power within moves."),
    })
    .partial()
    .describe("Words of {beam} for each mode of a laser: M3 or M4, M3 I1 for inline power."),
  spindle_number: z.number().int().min(-1).max(9).describe("Number of $ beside M3, -1 for none."),
  dwell: text(1).describe("Letter of a dwell."),
  dwell_per_second: z.number().gt(0).max(1e6).describe("Units of a dwell in a second."),
  waits: z.boolean().describe("False where the controller waits by itself for its pierces."),
  travel_feed: z.boolean().describe("G0 runs at the feed that is written."),
  blend: z.boolean().describe("Corners are rounded by G64 P."),
  tools: z.boolean().describe("Tools are changed, and their lengths are in a table (G43)."),
  parens: z.boolean().describe("Comments may stand in parentheses."),
  prepared: text(20).array().max(20).describe("Words of which one must stand before the first move."),
  ends: text(40).describe("Words that end a program; empty where it just stops."),
  arc_mismatch: z.number().gt(0).max(1).describe("Radii at both ends of an arc may differ by this, mm."),
  arc_share: z.number().min(0).max(1).describe("Or by this share of the radius."),
  single: z.boolean().describe("The controller calculates in single precision."),
});

export const PROCESSES = ["laser", "plasma", "router", "waterjet"] as const;

/** How a machine cuts. */
export type Process = (typeof PROCESSES)[number];

/** Controllers that programs are written for. */
export const DIALECTS = [
  "grbl-laser",
  "grbl-router",
  "linuxcnc",
  "marlin",
  "plasma",
  "qtplasmac",
  "mach",
  "waterjet",
  "uccnc",
  "smoothieware",
  "klipper",
  "hypertherm-eia",
  "essi",
] as const;

/** One of `DIALECTS`. */
export type DialectName = (typeof DIALECTS)[number];

export const postSchema = z
  .strictObject({
    offcut_post: z.literal(1).describe("Version of this form of post."),
    name: text(40).describe("What the post is called."),
    extends: z
      .enum(["rs274", ...DIALECTS])
      .optional()
      .describe("The post whose parts hold where this one is silent; rs274 by default."),
    title: text(120).optional().describe("The controller."),
    notes: text(600).optional().describe("What a shop should know."),
    process: z
      .enum(PROCESSES)
      .optional()
      .describe("How the machine cuts; that of the post below by default."),
    templates: templatesSchema.partial().optional().describe("Lines of each place of a program."),
    numbers: numbersSchema.partial().optional().describe("How numbers are printed."),
    output: outputSchema.optional().describe("Lines and files."),
    grammar: grammarSchema.partial().optional().describe("How the controller reads the program."),
  })
  .describe("A post-processor as data.");

/** A post as it is written in a file. */
export type Post = z.output<typeof postSchema>;

/** A post with everything that the posts below it say. */
export interface WholePost {
  name: string;
  process: Process;
  templates: z.output<typeof templatesSchema>;
  numbers: z.output<typeof numbersSchema>;
  output: z.output<typeof outputSchema>;
  grammar: z.output<typeof grammarSchema> & { beam: { default: string } };
}
