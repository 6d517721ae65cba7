/** Posts of the controllers that Offcut knows, and what a post says of a machine. */
import type { Machine } from "./machine.ts";
import type { DialectName, Post, WholePost } from "./post.ts";
import essi from "./posts/essi.json" with { type: "json" };
import grblLaser from "./posts/grbl-laser.json" with { type: "json" };
import grblRouter from "./posts/grbl-router.json" with { type: "json" };
import hypertherm from "./posts/hypertherm-eia.json" with { type: "json" };
import klipper from "./posts/klipper.json" with { type: "json" };
import linuxcnc from "./posts/linuxcnc.json" with { type: "json" };
import mach from "./posts/mach.json" with { type: "json" };
import marlin from "./posts/marlin.json" with { type: "json" };
import plasma from "./posts/plasma.json" with { type: "json" };
import qtplasmac from "./posts/qtplasmac.json" with { type: "json" };
import rs274 from "./posts/rs274.json" with { type: "json" };
import smoothieware from "./posts/smoothieware.json" with { type: "json" };
import uccnc from "./posts/uccnc.json" with { type: "json" };
import waterjet from "./posts/waterjet.json" with { type: "json" };

/** The posts as they stand in their files, by name. */
export const POSTS = {
  rs274,
  "grbl-laser": grblLaser,
  "grbl-router": grblRouter,
  linuxcnc,
  marlin,
  plasma,
  qtplasmac,
  mach,
  waterjet,
  uccnc,
  smoothieware,
  klipper,
  "hypertherm-eia": hypertherm,
  essi,
} as unknown as Record<DialectName | "rs274", Post>;

/** A post with everything that the posts below it say. */
export function wholePost(post: DialectName | "rs274" | Post): WholePost {
  const own = typeof post === "string" ? POSTS[post] : post;
  const below = own.name === "rs274" ? null : wholePost(own.extends ?? "rs274");
  const { templates, numbers, output, grammar } = own;
  return {
    name: own.name,
    process: own.process ?? below?.process ?? "laser",
    templates: { ...below?.templates, ...templates },
    numbers: { ...below?.numbers, ...numbers, units: { ...below?.numbers.units, ...numbers?.units } },
    output: { ...below?.output, ...output },
    grammar: { ...below?.grammar, ...grammar },
  } as WholePost;
}

/** Whether a post is `base`, by its name, or extends it. */
export function isBuiltOn(post: DialectName | "rs274" | Post, base: string): boolean {
  const own = typeof post === "string" ? POSTS[post] : post;
  return own.name === base || (own.name !== "rs274" && isBuiltOn(own.extends ?? "rs274", base));
}

/** A machine as its post leaves it: without heights, air and work offset where no word is for them, with its limits. */
export function machineFor(machine: Machine, { output, grammar, templates }: WholePost): Machine {
  const { max_line: maxLine, line_end: lineEnd, line_numbers: lineNumbers } = output;
  const { file_extension: fileExtension, full_circles: fullCircles, power, power_max: max } = output;
  const { work_offset: workOffset, tool, z, output: ownOutput, ...others } = machine;
  const { air, power: ownPower, ...ownTool } = tool ?? {};
  const limited = power === false ? { word: null } : max === undefined ? {} : { max };
  const takesOffset = templates.begin.some((line) => line.includes("work_offset"));
  const movesZ = grammar.letters.includes("Z");
  return defined({
    ...others,
    work_offset: takesOffset ? workOffset : undefined,
    output: defined({
      max_line: maxLine,
      line_end: lineEnd,
      line_numbers: lineNumbers,
      file_extension: fileExtension,
      full_circles: fullCircles,
      ...defined(ownOutput ?? {}),
    }),
    tool: defined({
      ...ownTool,
      air: templates.air_on.length > 0 ? air : undefined,
      power: ownPower || power === false || max !== undefined ? { ...ownPower, ...limited } : undefined,
    }),
    z: movesZ ? z : z?.thc === undefined ? null : { thc: z.thc },
  }) as Machine;
}

/** The fields that are said. */
function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
