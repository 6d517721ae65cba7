/**
 * The tools as an agent is told of them: every word of this list costs each conversation, so each tool names its usual
 * options. The others, and the schemas of the requests, are resources that an agent reads when it needs them.
 */
import * as z from "zod/mini";
import { cutPlanRequestSchema } from "../../base/contract/cut-plan.ts";
import { MACHINE_PRESETS } from "../../base/contract/machine/presets.ts";
import { nestPlanRequestSchema } from "../../base/contract/nest-plan.ts";
import { panelPlanRequestSchema } from "../../base/contract/panel-plan.ts";
import { exportRequestSchema } from "../../base/contract/v1/export.ts";
import { commandHelp } from "../about/help.ts";
import type { Command, Option } from "../base/command.ts";

interface Offer {
  title: string;
  about: string;
  /** Usual options, each by the words that tell of it; without words where the name says enough. */
  options: Record<string, string>;
  request?: { schema: z.ZodMiniType; sketch: string };
  /** Fields of the answer by their types: o object, a array, s string, n number, b boolean. */
  answer: string;
  /** True where the tool reads and writes no file. */
  reads?: true;
}

const PRESETS_OR_FILE = `${Object.keys(MACHINE_PRESETS).join(", ")} or a file`;
const SEARCH = { seconds: "", units: "" };
/** Data of an answer whose text is a program or a drawing. */
const BESIDE_TEXT = "kept a, wrote a, warnings a";

const OFFERS: Record<string, Offer> = {
  parse: {
    title: "Read a drawing",
    about: "Parts, holes and findings of DXF or SVG files",
    options: {
      "join-gaps": "close gaps up to this, mm",
      annotation: "",
      role: "LAYER=cut|bend|engrave|mark|ignore",
    },
    answer: "area n, bounds o, geometry o, bend_lines, answers a",
    reads: true,
  },
  nest: {
    title: "Nest parts on sheets",
    about: "Places parts on sheets. files: drawings, as plate.dxf:12 for 12 copies",
    options: {
      sheet: "WxH",
      parts: "CSV: file, quantity, angles, material",
      spacing: "",
      margin: "",
      kerf: "",
      angles: "0/90, -5..5 or free",
      "max-sheets": "",
      remnant: "",
      strip: "shortest strip of the sheet's height",
      machine: "preset or file",
      gcode: "file",
      dxf: "file",
      ...SEARCH,
    },
    request: {
      schema: nestPlanRequestSchema,
      sketch: "{parts:[{id,exterior:[[x,y]],holes,quantity}],sheet:{width,height}}",
    },
    answer: "summary o, sheets a, unplaced a, status s, answers a",
  },
  cut: {
    title: "Cut bars",
    about: "Cuts pieces from bars. files: a CSV of id, length, quantity",
    options: {
      stock: "LENGTH[:COUNT][@COST]",
      offcut: "the same, used bars",
      kerf: "",
      optimize: "",
      "trim-start": "",
      "min-offcut": "",
      ...SEARCH,
    },
    request: {
      schema: cutPlanRequestSchema,
      sketch: "{stocks:[{id,length,quantity,cost}],pieces:[{id,length,quantity}],kerf}",
    },
    answer: "status s, gap_percent n, summary o, patterns a, unplaced a, answers a",
  },
  panels: {
    title: "Cut panels",
    about: "Cuts rectangles from panels on a saw. files: a CSV list",
    options: {
      sheet: "LxW[:COUNT][@COST]",
      kerf: "",
      trim: "",
      stages: "0 for any",
      "first-cut": "",
      grain: "",
      ...SEARCH,
    },
    request: {
      schema: panelPlanRequestSchema,
      sketch: "{stocks:[{id,length,width,quantity}],pieces:[{id,length,width,quantity}],kerf}",
    },
    answer: "status s, gap_percent n, summary o, patterns a, unplaced a, answers a",
  },
  verify: {
    title: "Judge an answer",
    about: "files: request.json then answer.json, or program.gcode with sheet",
    options: { sheet: "sheet.json", machine: "" },
    answer: "ok b, violations a, answers a",
    reads: true,
  },
  gcode: {
    title: "Write G-code",
    about: "files: sheet.json of nest",
    options: {
      machine: PRESETS_OR_FILE,
      entry: "",
      "lead-in": "",
      tabs: "",
      out: "file",
    },
    request: { schema: exportRequestSchema, sketch: "{sheet_width,sheet_height,placements}" },
    answer: BESIDE_TEXT,
  },
  dxf: {
    title: "Write the DXF of a sheet",
    about: "files: sheet.json of nest",
    options: { out: "file" },
    request: { schema: exportRequestSchema, sketch: "" },
    answer: BESIDE_TEXT,
  },
  svg: {
    title: "Draw a DXF as SVG",
    about: "files: one drawing",
    options: { width: "", height: "", out: "file" },
    answer: BESIDE_TEXT,
  },
};

/** Schemas of the requests that may stand in a call instead of files. */
export const REQUESTS: Record<string, z.ZodMiniType | undefined> = Object.fromEntries(
  Object.entries(OFFERS).map(([name, { request }]) => [name, request?.schema]),
);

/** Tools that write no files: their answer is all that they make. */
export const READERS: ReadonlySet<string> = new Set(
  Object.entries(OFFERS).flatMap(([name, { reads }]) => (reads ? [name] : [])),
);

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: "object"; properties: Record<string, object> };
  outputSchema: { type: "object"; properties: Record<string, object> };
  annotations: { readOnlyHint?: true; openWorldHint: false };
}

export function toolsOf(commands: ReadonlyMap<string, Command>): Tool[] {
  return Object.entries(OFFERS).map(([name, { title, about, options, request, answer, reads }]): Tool => {
    const known = commands.get(name)!.options;
    const listed = Object.entries(options).map(([option, words]) => [
      option,
      propertyOf(known[option]!, words),
    ]);
    const sketch = request?.sketch ? { description: request.sketch } : {};
    return {
      name,
      title,
      description: about,
      inputSchema: {
        type: "object",
        properties: {
          files: { type: "array", items: { type: "string" } },
          ...(request ? { request: { type: "object", ...sketch } } : {}),
          ...Object.fromEntries(listed),
        },
      },
      outputSchema: outputOf(answer),
      annotations: { ...(reads ? { readOnlyHint: reads } : {}), openWorldHint: false },
    };
  });
}

const ANSWER_TYPES: Record<string, object> = {
  o: { type: "object" },
  a: { type: "array" },
  s: { type: "string" },
  n: { type: "number" },
  b: { type: "boolean" },
};

function outputOf(answer: string): Tool["outputSchema"] {
  const fields = answer.split(", ").map((field) => {
    const [name, type = ""] = field.split(" ");
    return [name, ANSWER_TYPES[type] ?? {}];
  });
  return { type: "object", properties: Object.fromEntries(fields) };
}

/** Names of values on the command line that are plain numbers, or lengths in the unit of `units`. */
const NUMBERS = new Set(["N", "MM", "PX", "DEG", "SHARE"]);

function propertyOf({ type, value = "", words, multiple }: Option, about: string): object {
  const kind = type === "boolean" ? "boolean" : NUMBERS.has(value) ? "number" : "string";
  const one = { type: kind, ...(words && !value.includes("FILE") ? { enum: words } : {}) };
  const description = about === "" ? {} : { description: about };
  return multiple ? { type: "array", items: one, ...description } : { ...one, ...description };
}

const HELP = "offcut://help/";
const SCHEMA = "offcut://schema/";

/** Pages about the tools, each with an address of its own. */
export function pagesOf(commands: ReadonlyMap<string, Command>): Map<string, () => string> {
  const pages = new Map<string, () => string>();
  for (const [name, { request }] of Object.entries(OFFERS)) {
    pages.set(`${HELP}${name}.txt`, () => commandHelp(commands.get(name)!));
    if (request)
      pages.set(`${SCHEMA}${name}.json`, () =>
        JSON.stringify(z.toJSONSchema(request.schema, { io: "input", unrepresentable: "any" })),
      );
  }
  return pages;
}

export const INSTRUCTIONS =
  "Lengths are millimetres, angles degrees. Give files (names below the first allowed folder) or a request. Every option of offcut://help/TOOL.txt is taken, listed or not; offcut://schema/TOOL.json is the whole request. What a call makes is kept at offcut:// addresses that every tool takes in place of a file: gcode and dxf take sheet.json of nest; verify takes request.json and answer.json, or program.gcode with sheet.json as sheet.";
