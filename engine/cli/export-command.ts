/** `offcut gcode` and `offcut dxf`: one sheet, as the body of `/v1/export/…`, into the file that the machine wants. */
import { LIGHTBURN_LAYERS } from "../base/contract/lightburn.ts";
import { DIRECTIONS, ENTRIES, LEAD_SHAPES } from "../base/contract/machine/operations.ts";
import { DIALECTS } from "../base/contract/machine/post.ts";
import { MACHINE_PRESETS } from "../base/contract/machine/presets.ts";
import type { SheetGround } from "../base/contract/nest-sheets.ts";
import { joinWords } from "../base/contract/options.ts";
import { layerNamesSchema, wrongOptions } from "../base/contract/program-options.ts";
import type { ExportRequestInput } from "../base/contract/v1/export.ts";
import { wrongFields } from "../base/contract/validate.ts";
import type { Program } from "../write/toolpath/export.ts";
import type { GcodeOptions } from "../write/toolpath/machine/options.ts";
import type { DrawingOptions, SheetDrawingOptions } from "../write/toolpath/write/lines.ts";
import {
  type CommandAction,
  EXIT,
  type Io,
  type Option,
  type OptionValues,
  onlyWord,
  readJson,
  UsageError,
  writtenFile,
} from "./base/command.ts";
import { fileKind, notA } from "./base/kinds.ts";

const out: Option = writtenFile("write to a file instead of standard output");

/** Options that are numbers, with the name of each in the package. */
const NUMBERS = {
  "safe-height": ["safe_height", "height above the sheet for travel (5)"],
  depth: ["depth", "depth of the cut (1)"],
  "plunge-rate": ["plunge_rate", "feed of the plunge (half the feed)"],
  passes: ["passes", "passes for each contour (1)"],
  "step-down": ["step_down", "greatest depth of one pass; as many passes as needed"],
  "z-step": ["z_step", "how far to lower a laser's focus with each pass (0)"],
  "ramp-angle": ["ramp_angle", "angle of a ramp or helix, degrees (3)"],
  "lead-in": ["lead_in", "length of the lead from the pierce to the contour (0)"],
  "lead-out": ["lead_out", "length of the lead away from the contour (0)"],
  overcut: ["overcut", "length cut again past the start of the contour (0)"],
  "pierce-delay": ["pierce_delay", "seconds to wait after each start of the tool"],
  tabs: ["tabs", "number of bridges that hold each part (0)"],
  "tab-width": ["tab_width", "width of a bridge (2)"],
  "tab-height": ["tab_height", "height of a bridge (half the depth)"],
  thickness: ["thickness", "thickness of the sheet, for the chart and rules (that of the machine)"],
  "arc-tolerance": ["arc_tolerance", "turn points into arcs where they fit within this (0)"],
} as const satisfies Record<string, readonly [keyof GcodeOptions, string]>;

/** Options that are words. */
const WORDS = {
  "lead-shape": ["lead_shape", "line, arc or tangent (line)", LEAD_SHAPES],
  entry: ["entry", "how a cutter goes down: plunge, ramp or helix (plunge)", ENTRIES],
  direction: ["direction", "climb or conventional (climb)", DIRECTIONS],
} as const satisfies Record<string, readonly [keyof GcodeOptions, string, readonly string[]]>;

/** For every command that writes programs. */
export const MACHINE_OPTIONS: Record<string, Option> = {
  machine: {
    type: "string",
    value: "NAME|FILE",
    words: Object.keys(MACHINE_PRESETS),
    help: "a machine preset, or a profile as JSON",
  },
  dialect: {
    type: "string",
    value: "NAME",
    words: DIALECTS,
    help: `${DIALECTS.slice(0, -1).join(", ")} or ${DIALECTS.at(-1)}`,
  },
  post: { type: "string", value: "FILE", help: "a post of your own as JSON (docs/extending.md)" },
  tools: { type: "string", value: "FILE", help: "a library of tools as JSON (that of the machine)" },
  chart: { type: "string", value: "FILE", help: "a cut chart as JSON (that of the machine)" },
  material: {
    type: "string",
    value: "NAME",
    help: "material of the sheet, for the chart (that of the machine)",
  },
  ...Object.fromEntries(
    Object.entries(WORDS).map(([name, [, help, words]]): [string, Option] => [
      name,
      { type: "string", value: "HOW", words, help },
    ]),
  ),
  layers: {
    type: "string",
    value: "FILE",
    words: ["lightburn"],
    help: 'what layers and colours are for and how they are cut, as JSON; or "lightburn"',
  },
  skeleton: {
    type: "string",
    value: "MM",
    help: "cut the rest of the sheet into strips of at most this width",
  },
  "common-lines": { type: "boolean", help: "cut a line that two parts one kerf apart share only once" },
  spread: {
    type: "string",
    value: "SHARE",
    help: "spread the heat: avoid cutting neighbours one after another (0 to 1, 0)",
  },
  "tip-up": { type: "boolean", help: "travel around parts that are cut out, as they may tip up" },
  "no-arcs": { type: "boolean", help: "write arcs as short lines" },
  ...Object.fromEntries(
    Object.entries(NUMBERS).map(([name, [, help]]): [string, Option] => [
      name,
      { type: "string", value: "N", help },
    ]),
  ),
};

export const gcode: CommandAction = {
  options: {
    ...MACHINE_OPTIONS,
    svg: writtenFile("write a picture of the program as it runs"),
    out,
  },
  async run(context) {
    const { values, io } = context;
    const { request, options } = await sheetFrom(onlyWord(context), io);
    const engine = await io.engine();
    const own = { ...options, ...(await machineOptions(values, io)) };
    const planned = await engine.write(request, { ...own, signal: io.signal });
    for (const { count, message } of planned.findings) io.warn(`${count} ${message}`);
    for (const { what, count, reason } of planned.left_out) io.warn(`not made: ${count} ${what}, ${reason}`);
    const svg = values.text("svg");
    if (svg !== undefined) await io.write(svg, [await planned.toSvg({ signal: io.signal })]);
    const path = values.text("out");
    if (path !== undefined || svg === undefined)
      await io.write(programPath(path ?? "-", planned), [planned.gcode]);
    return EXIT.DONE;
  },
};

export const lightburn: CommandAction = {
  options: { ...MACHINE_OPTIONS, out },
  async run(context) {
    const { values, io } = context;
    const { request, options } = await sheetFrom(onlyWord(context), io);
    const engine = await io.engine();
    const own = { ...options, ...(await machineOptions(values, io)) };
    const { text, findings } = await engine.lightburn(request, { ...own, signal: io.signal });
    for (const { count, message } of findings) io.warn(`${count} ${message}`);
    await io.write(values.text("out") ?? "-", [text]);
    return EXIT.DONE;
  },
};

const PURPOSES = Object.keys(layerNamesSchema.shape);

/** For every command that draws sheets. */
export const LAYER_NAME: Option = {
  type: "string",
  multiple: true,
  value: "PURPOSE=NAME",
  help: `name of a layer of the drawing, as in outer=CUT; for ${PURPOSES.join(", ")}`,
};

/** Options of the drawing of a sheet as the words say them. */
export function linesOptions(values: OptionValues): Pick<DrawingOptions, "common_lines" | "layer_names"> {
  const names = values.texts("layer-name").map((text) => {
    const [, purpose = "", name] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    const wrong = PURPOSES.includes(purpose) ? wrongFields(layerNamesSchema, { [purpose]: name }) : [];
    if (name === undefined || !PURPOSES.includes(purpose) || wrong.length > 0)
      throw new UsageError(
        `--layer-name must be PURPOSE=NAME with ${joinWords(PURPOSES)} and a name that DXF takes, not "${text}"`,
      );
    return [purpose, name] as const;
  });
  return {
    ...(values.flag("common-lines") ? { common_lines: true } : {}),
    ...(names.length > 0 ? { layer_names: Object.fromEntries(names) } : {}),
  };
}

export const dxf: CommandAction = {
  options: {
    svg: { type: "boolean", help: "write SVG with true arcs instead" },
    "common-lines": MACHINE_OPTIONS["common-lines"]!,
    "layer-name": LAYER_NAME,
    out,
  },
  async run(context) {
    const { values, io } = context;
    const { request, options, ground } = await sheetFrom(onlyWord(context), io);
    const { curves, marks, arc_tolerance: arcTolerance, common_lines: common } = options;
    const drawing: SheetDrawingOptions = {
      ...(common ? { common_lines: true } : {}),
      ...linesOptions(values),
      ...(ground ? { ground } : {}),
      ...(curves ? { curves } : {}),
      ...(marks ? { marks } : {}),
      ...(arcTolerance === undefined ? {} : { arc_tolerance: arcTolerance }),
      format: values.flag("svg") ? "svg" : "dxf",
    };
    const engine = await io.engine();
    const { text, findings } = await engine.draw(request, { ...drawing, signal: io.signal });
    for (const { count, message } of findings) io.warn(`${count} ${message}`);
    await io.write(values.text("out") ?? "-", [text]);
    return EXIT.DONE;
  },
};

/** A sheet to be written, with what the package takes beside it. */
export interface SheetJob {
  request: ExportRequestInput;
  options: GcodeOptions;
  /** Material of a sheet that is no whole rectangle, for its drawing. */
  ground?: SheetGround;
}

/** The body of `/v1/export/gcode`, or a job of `offcut nest --job`, which has it as its request. */
export async function sheetFrom(path: string, io: Io): Promise<SheetJob> {
  const read = (await readJson(io, path)) as ExportRequestInput | SheetJob;
  const kind = fileKind(read);
  if (kind === "a request" || kind === "an answer")
    throw new UsageError(`${notA("a sheet", read, path)}; \`offcut nest --job FILE\` writes sheets`);
  return "request" in read ? { ...read, options: read.options ?? {} } : { request: read, options: {} };
}

/** A path without an ending gets that of the machine's programs. */
export function programPath(path: string, { file_name }: Pick<Program, "file_name">): string {
  if (path === "-" || /[^/\\]\.[^./\\]+$/.test(path)) return path;
  return path + file_name.slice(file_name.lastIndexOf("."));
}

/** The options of a program as the words say them; a machine with a dot in its name is a file. */
export async function machineOptions(values: OptionValues, io: Io): Promise<GcodeOptions> {
  const machine = values.text("machine");
  const layers = values.text("layers");
  const [skeleton, spread] = [values.number("skeleton"), values.number("spread")];
  const words = Object.entries(WORDS).flatMap(([name, [field]]) => {
    const value = values.text(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  const [dialect, material] = [values.text("dialect"), values.text("material")];
  const files: Partial<Record<"post" | "chart" | "tools", unknown>> = {};
  for (const name of ["post", "chart", "tools"] as const) {
    const file = values.text(name);
    if (file !== undefined) files[name] = await readJson(io, file);
  }
  const numbers = Object.entries(NUMBERS).flatMap(([name, [field]]) => {
    const value = values.number(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  return checked({
    ...Object.fromEntries(numbers),
    ...(values.flag("common-lines") ? { common_lines: true } : {}),
    ...(layers === undefined
      ? {}
      : {
          layers:
            layers === "lightburn"
              ? LIGHTBURN_LAYERS
              : ((await readJson(io, layers)) as NonNullable<GcodeOptions["layers"]>),
        }),
    ...(spread === undefined ? {} : { spread }),
    ...(values.flag("tip-up") ? { tip_up: true } : {}),
    ...(values.flag("no-arcs") ? { arcs: false } : {}),
    ...Object.fromEntries(words),
    ...(skeleton === undefined ? {} : { skeleton: { pitch: skeleton } }),
    ...(machine === undefined
      ? {}
      : {
          machine: (/[./\\]/.test(machine) ? await readJson(io, machine) : machine) as NonNullable<
            GcodeOptions["machine"]
          >,
        }),
    ...(files as Pick<GcodeOptions, "post" | "chart" | "tools">),
    ...(material === undefined ? {} : { material }),
    ...(dialect === undefined ? {} : { dialect: dialect as NonNullable<GcodeOptions["dialect"]> }),
  });
}

/** Wrong ones are told as they were said, before anything is solved. */
function checked(options: GcodeOptions): GcodeOptions {
  const [wrong] = wrongOptions(options);
  if (wrong === undefined) return options;
  const [, name, ...field] = wrong.path as string[];
  const option = name!.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const where = field.length > 0 ? `: ${field.join(".")}` : "";
  throw new UsageError(`--${option}${where} ${wrong.message}`);
}
