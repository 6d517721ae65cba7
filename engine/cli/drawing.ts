/** `offcut parse` and `offcut svg`: what a drawing says, as data and as a picture. */
import type { SvgOptionsInput } from "../contract/v1/drawing.ts";
import type { Drawing } from "../drawing/model/drawing.ts";
import type { ReadCallOptions } from "../engine.ts";
import type { Finding } from "../finding.ts";
import {
  type Command,
  EXIT,
  type Io,
  jsonText,
  type Option,
  onlyWord,
  stemOf,
  UsageError,
  type Values,
} from "./command.ts";

/** For every command that reads drawings. */
export const ROLE_OPTION: Record<string, Option> = {
  role: {
    type: "string",
    multiple: true,
    value: "LAYER=ROLE",
    help: "what a layer is for: cut, bend, extent, engrave or construction; may be repeated",
  },
};

const READ_OPTIONS: Record<string, Option> = {
  unit: {
    type: "string",
    value: "UNIT",
    help: "unit of the coordinates, whatever the drawing says: mm, inch …",
  },
  join: { type: "string", value: "MM", help: "ends this close are joined (0.05)" },
  ...ROLE_OPTION,
  out: { type: "string", value: "FILE", help: "write to a file instead of standard output" },
};

export const parse: Command = {
  usage: "parse [DRAWING.dxf | DRAWING.svg]",
  summary: "read a drawing into JSON",
  options: READ_OPTIONS,
  async run(context) {
    const { values, io } = context;
    const path = onlyWord(context);
    const { data, findings } = await readDrawingFile(path, io, readOptions(path, values, io));
    noteFindings(path, findings, io);
    await io.write(values.text("out") ?? "-", jsonText(data));
    return EXIT.DONE;
  },
};

export const svg: Command = {
  usage: "svg [DRAWING.dxf]",
  summary: "draw a DXF drawing as SVG",
  options: {
    width: { type: "string", value: "PX", help: "width of the picture (800)" },
    height: { type: "string", value: "PX", help: "height of the picture (600)" },
    "stroke-color": { type: "string", value: "COLOUR", help: "colour of the lines (#000000)" },
    "stroke-width": { type: "string", value: "PX", help: "width of the lines (1)" },
    background: { type: "string", value: "COLOUR", help: "colour behind them (#ffffff)" },
    ...READ_OPTIONS,
  },
  async run(context) {
    const { values, io } = context;
    const path = onlyWord(context);
    const engine = await io.engine();
    const picture = await engine.dxfToSvg(
      await io.read(path),
      pictureOptions(values),
      readOptions(path, values, io),
    );
    await io.write(values.text("out") ?? "-", [picture.svg]);
    return EXIT.DONE;
  },
};

/** DXF or SVG, whatever the file is called. */
export async function readDrawingFile(path: string, io: Io, options: ReadCallOptions): Promise<Drawing> {
  const engine = await io.engine();
  const bytes = await io.read(path);
  const head = new TextDecoder().decode(bytes.subarray(0, 256)).trimStart();
  return /^<(\?xml|!--|!doctype svg|svg)/i.test(head)
    ? engine.readSvg(bytes, options)
    : engine.readDrawing(bytes, options);
}

/** Tells what the reader noticed, one line each, with the place of the first. */
export function noteFindings(path: string, findings: Finding[], io: Io): void {
  for (const { message, layer, handle, at } of findings) {
    const places = [
      layer !== undefined && `layer ${layer}`,
      handle !== undefined && `handle ${handle}`,
      at !== undefined && `at ${at.map((value) => Number(value.toFixed(3))).join(", ")}`,
    ].filter((place) => place !== false);
    io.warn(`${path}: ${message}${places.length > 0 ? ` (${places.join(", ")})` : ""}`);
  }
}

function readOptions(path: string, values: Values, io: Io): ReadCallOptions {
  const unit = values.text("unit");
  const join = values.number("join");
  return {
    signal: io.signal,
    name: path === "-" ? "drawing" : stemOf(path),
    ...(unit === undefined ? {} : { unit: unit as NonNullable<ReadCallOptions["unit"]> }),
    ...(join === undefined ? {} : { joinTolerance: join }),
    roles: rolesFrom(values),
  };
}

/** The engine knows which roles there are; names of layers may hold an equals sign. */
export function rolesFrom(values: Values): NonNullable<ReadCallOptions["roles"]> {
  const pairs = values.texts("role").map((text) => {
    const [, layer, role] = /^(.+)=([^=]*)$/s.exec(text) ?? [];
    if (layer === undefined) throw new UsageError(`--role must be LAYER=ROLE, not "${text}"`);
    return [layer, role!.toLowerCase()];
  });
  return Object.fromEntries(pairs);
}

function pictureOptions(values: Values): SvgOptionsInput {
  const given = {
    width: values.number("width"),
    height: values.number("height"),
    stroke_color: values.text("stroke-color"),
    stroke_width: values.number("stroke-width"),
    background: values.text("background"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
