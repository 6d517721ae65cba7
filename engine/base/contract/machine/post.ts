/**
 * A post: everything that a program for one controller needs, as data. Templates say how it is written, the grammar says how
 * its controller reads it, and the judge of programs goes by the grammar alone.
 *
 * A line of a template may hold values in braces: `{z}` is replaced, and the line is left out where the value is absent;
 * `{S:power}` leaves out only the word; `{work_offset|G54}` has a substitute; `{?probe}` prints nothing and asks for a value.
 * `{?no_tool}` asks for a cut that is made with whatever tool is in the machine.
 */
import * as z from "zod/mini";
import { described } from "../values/schema.ts";
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

const lineSchema = text(200).check(
  z.regex(/^[\x20-\x7e\n]*$/, "must be plain ASCII"),
  z.refine(
    (line) => [...line.matchAll(VALUE)].every(([, , , name]) => Object.hasOwn(POST_VALUES, name!)),
    `may hold only {${Object.keys(POST_VALUES).join("}, {")}}`,
  ),
  z.refine((line) => !/[{}]/.test(line.replace(VALUE, "")), "has a brace that belongs to no value"),
);
const lines = () => z.array(lineSchema).check(z.maxLength(50));
const codes = () => text(1000).check(z.regex(/^[\d. ]*$/, "must be numbers with spaces between them"));

const templatesSchema = z.strictObject({
  ...(Object.fromEntries(
    Object.entries(TEMPLATES).map(([name, meaning]) => [name, described(lines(), `Lines of ${meaning}.`)]),
  ) as Record<Exclude<TemplateName, "comment">, ReturnType<typeof lines>>),
  comment: described(lineSchema, "A comment, with {text}."),
});

const numbersSchema = z.strictObject({
  units: described(
    z.strictObject({
      mm: described(z.optional(text(20)), "Word for millimetres."),
      inch: described(z.optional(z.nullable(text(20))), "Word for inches; null where there is none."),
    }),
    "Words of {unit}; null where the controller has no such unit.",
  ),
  scale: described(
    z.number().check(z.gt(0), z.lte(1e6)),
    "Lengths are printed times this: 10 for tenths of a millimetre.",
  ),
  decimals: described(z.int().check(z.gte(0), z.lte(6)), "Decimals of lengths; two more for inches."),
  signed: described(z.boolean(), "Every length has its sign, and 0 is a sign alone, as in ESSI."),
});

const outputSchema = z.strictObject({
  max_line: described(z.optional(z.int().check(z.gte(20), z.lte(1000))), "Longest line, characters."),
  line_end: described(z.optional(z.enum(["lf", "crlf"])), "How lines end."),
  line_numbers: described(z.optional(z.boolean()), "Number the lines."),
  file_extension: described(
    z.optional(text(8).check(z.regex(/^[a-z0-9]+$/i))),
    "Ending of the program's file name.",
  ),
  full_circles: described(z.optional(z.boolean()), "Write a full circle as one arc."),
  power: described(z.optional(z.boolean()), "False where the program says no power."),
  power_max: described(z.optional(z.number().check(z.gt(0))), "Greatest value of the power word."),
});

const grammarSchema = z.strictObject({
  reader: described(z.enum(["rs274", "essi"]), "How lines are read."),
  line: described(z.int().check(z.gte(20), z.lte(1000)), "Most characters of a line."),
  letters: described(text(40), "Letters of words."),
  g: described(codes(), "G words that the controller knows."),
  m: described(codes(), "M words that the controller knows."),
  reads_as: described(
    z.record(text(200), text(200)),
    "Whole lines that mean the same as other words; * stands for a number on both sides.",
  ),
  beam: described(
    z.partial(
      z.strictObject({
        default: described(text(20), "Words where the machine names no mode."),
        dynamic: described(z.optional(text(20)), "Words of power that follows the speed."),
        constant: described(z.optional(text(20)), "Words of constant power."),
        inline: described(z.optional(text(20)), "Words of power within moves."),
      }),
    ),
    "Words of {beam} for each mode of a laser: M3 or M4, M3 I1 for inline power.",
  ),
  spindle_number: described(z.int().check(z.gte(-1), z.lte(9)), "Number of $ beside M3, -1 for none."),
  dwell: described(text(1), "Letter of a dwell."),
  dwell_per_second: described(z.number().check(z.gt(0), z.lte(1e6)), "Units of a dwell in a second."),
  waits: described(z.boolean(), "False where the controller waits by itself for its pierces."),
  travel_feed: described(z.boolean(), "G0 runs at the feed that is written."),
  blend: described(z.boolean(), "Corners are rounded by G64 P."),
  tools: described(z.boolean(), "Tools are changed, and their lengths are in a table (G43)."),
  parens: described(z.boolean(), "Comments may stand in parentheses."),
  prepared: described(
    z.array(text(20)).check(z.maxLength(20)),
    "Words of which one must stand before the first move.",
  ),
  ends: described(text(40), "Words that end a program; empty where it just stops."),
  arc_mismatch: described(
    z.number().check(z.gt(0), z.lte(1)),
    "Radii at both ends of an arc may differ by this, mm.",
  ),
  arc_share: described(z.number().check(z.gte(0), z.lte(1)), "Or by this share of the radius."),
  single: described(z.boolean(), "The controller calculates in single precision."),
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

export const postSchema = described(
  z.strictObject({
    offcut_post: described(z.literal(1), "Version of this form of post."),
    name: described(text(40), "What the post is called."),
    extends: described(
      z.optional(z.enum(["rs274", ...DIALECTS])),
      "The post whose parts hold where this one is silent; rs274 by default.",
    ),
    title: described(z.optional(text(120)), "The controller."),
    notes: described(z.optional(text(600)), "What a shop should know."),
    process: described(
      z.optional(z.enum(PROCESSES)),
      "How the machine cuts; that of the post below by default.",
    ),
    templates: described(z.optional(z.partial(templatesSchema)), "Lines of each place of a program."),
    numbers: described(z.optional(z.partial(numbersSchema)), "How numbers are printed."),
    output: described(z.optional(outputSchema), "Lines and files."),
    grammar: described(z.optional(z.partial(grammarSchema)), "How the controller reads the program."),
  }),
  "A post-processor as data.",
);

/** A post as it is written in a file. */
export interface Post extends z.output<typeof postSchema> {}

/** A post with everything that the posts below it say. */
export interface WholePost {
  name: string;
  process: Process;
  templates: z.output<typeof templatesSchema>;
  numbers: z.output<typeof numbersSchema>;
  output: z.output<typeof outputSchema>;
  grammar: z.output<typeof grammarSchema> & { beam: { default: string } };
}
