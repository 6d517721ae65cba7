/**
 * What do header, layer table and block definitions say about the entities that follow? The only file that knows
 * dxf-parser.
 *
 * That library never returns from some broken files and warns on the console about every code it does not know. So it
 * gets a document written anew: only what matters here, every number checked, every structure closed, names as numbers.
 * Entities it does not get to see: it loses vertices, weights and extrusions, and makes objects of every group.
 */
import * as dxfParser from "dxf-parser";
import { EngineError } from "../../../base/errors.ts";
import type { FrameVector } from "../../drawing/curves/frame.ts";
import type { Tags } from "../tags/tags.ts";
import type { NameLists } from "./contents.ts";
import type { BlockSpan, Section } from "./sections.ts";

export interface DxfHead {
  /** $INSUNITS, or null. */
  unit: number | null;
  layers: Map<number, LayerRecord>;
  /** Names of line types with gaps, in capitals. */
  brokenTypes: Set<string>;
  /** How many times as large as it is drawn dimensions of a style say that something is, by its name in capitals. */
  dimensionScales: Map<string, number>;
  /** Base points of blocks, what of them lies on the place of an INSERT, where they are not the origin. */
  bases: Map<number, FrameVector>;
}

export interface LayerRecord {
  frozen: boolean;
  off: boolean;
  /** Not plotted. */
  unplotted: boolean;
  /** Null for the default. */
  lineType: number | null;
  /** Colour index, or 0x1000000 and more for a true colour. */
  colour: number;
}

/** What the library answers, as far as it is read here. */
interface ParsedDxf {
  header?: { $INSUNITS?: number };
  tables?: { layer?: { layers?: Record<string, { frozen?: boolean; visible?: boolean }> } };
  blocks?: Record<string, { position?: FrameVector }>;
}

export function readHead(tags: Tags, sections: Section[], blocks: BlockSpan[], names: NameLists): DxfHead {
  const bodies = (name: string) => sections.filter((section) => section.name === name);
  const looks = new Map<number, LayerLook>();
  const header = bodies("HEADER").map((body) => unitText(tags, body));
  const layers = bodies("TABLES").map((body) => layersText(tags, body, names, looks));
  const bases = new Map(
    blocks.map((block) => {
      const number = names.blocks.number(block.name);
      return [number, blockText(tags, block, number)];
    }),
  );
  const parsed = parse(
    [
      section("HEADER", header),
      section("TABLES", ["0\nTABLE\n2\nLAYER\n", ...layers, "0\nENDTAB\n"]),
      section("BLOCKS", [...bases.values()]),
      "0\nEOF\n",
    ].join(""),
  );
  return {
    unit: parsed.header?.$INSUNITS ?? null,
    layers: new Map(
      Object.entries(parsed.tables?.layer?.layers ?? {}).map(([number, { frozen, visible }]) => [
        Number(number),
        { frozen: frozen === true, off: visible === false, ...(looks.get(Number(number)) ?? PLAIN) },
      ]),
    ),
    brokenTypes: new Set(bodies("TABLES").flatMap((body) => brokenTypes(tags, body))),
    dimensionScales: new Map(bodies("TABLES").flatMap((body) => dimensionScales(tags, body))),
    bases: new Map(
      Object.entries(parsed.blocks ?? {}).map(([number, { position }]) => [
        Number(number),
        position ?? { x: 0, y: 0, z: 0 },
      ]),
    ),
  };
}

function section(name: string, body: string[]): string {
  return `0\nSECTION\n2\n${name}\n${body.join("")}0\nENDSEC\n`;
}

/** The one variable that counts: the unit of the coordinates. */
function unitText(tags: Tags, { from, to }: Section): string {
  for (let at = from; at + 1 < to; at++) {
    if (tags.codes[at] !== 9 || tags.keyword(at) !== "$INSUNITS") continue;
    const unit = tags.number(at + 1);
    if (Number.isInteger(unit)) return `9\n$INSUNITS\n70\n${unit}\n`;
  }
  return "";
}

type LayerLook = Pick<LayerRecord, "lineType" | "colour" | "unplotted">;

const PLAIN: LayerLook = { lineType: null, colour: 7, unplotted: false };

/** Records of a table by their name, with where their groups begin and end. */
function* recordsOf(
  type: string,
  tags: Tags,
  { from, to }: Section,
): Generator<[name: string, from: number, to: number]> {
  for (let at = tags.entityEnd(from, to); at < to; at = tags.entityEnd(at + 1, to)) {
    if (tags.keyword(at) !== type) continue;
    const end = tags.entityEnd(at + 1, to);
    const name = tags.firstText(2, at + 1, end);
    if (name !== null) yield [name, at + 1, end];
  }
}

/** The library leaves line types, true colours and what is plotted out, so they are taken down here. */
function layersText(tags: Tags, body: Section, names: NameLists, looks: Map<number, LayerLook>): string {
  const out: string[] = [];
  for (const [name, from, end] of recordsOf("LAYER", tags, body)) {
    const number = names.layers.number(name);
    const lineType = tags.firstText(6, from, end);
    // Bit 1 is frozen; bit 2 only concerns viewports yet to come, which the library would take for frozen too.
    const frozen = (integer(tags, 70, from, end) ?? 0) & 1;
    const colour = integer(tags, 62, from, end) ?? 7;
    const trueColour = integer(tags, 420, from, end);
    looks.set(number, {
      lineType: lineType === null ? null : names.lineTypes.number(lineType),
      colour: trueColour === null ? Math.abs(colour) : 0x1000000 + (trueColour & 0xffffff),
      unplotted: integer(tags, 290, from, end) === 0,
    });
    out.push(`0\nLAYER\n2\n${number}\n70\n${frozen}\n62\n${colour}\n`);
  }
  return out.join("");
}

/** Names of line types that lift the pen: one of their dashes has a length below 0. */
function brokenTypes(tags: Tags, body: Section): string[] {
  const found: string[] = [];
  for (const [name, from, end] of recordsOf("LTYPE", tags, body)) {
    for (let i = from; i < end; i++) {
      if (tags.codes[i] !== 49 || !(tags.number(i) < 0)) continue;
      found.push(name.toUpperCase());
      break;
    }
  }
  return found;
}

function dimensionScales(tags: Tags, body: Section): [name: string, scale: number][] {
  return Array.from(recordsOf("DIMSTYLE", tags, body), ([name, from, end]): [string, number] => [
    name.toUpperCase(),
    // Below 0 it is for paper space alone.
    Math.max(0, tags.firstNumber(144, from, end)) || 1,
  ]);
}

/** Nothing for a block whose base is the origin, as nearly all are: the library makes several objects of each block. */
function blockText(tags: Tags, { head, body }: BlockSpan, number: number): string {
  const base = [10, 20, 30].map((code) => tags.firstNumber(code, head, body) || 0);
  if (base.every((value) => value === 0)) return "";
  const groups = base.map((value, i) => `${10 * (i + 1)}\n${value}\n`);
  return `0\nBLOCK\n2\n${number}\n${groups.join("")}0\nENDBLK\n`;
}

function integer(tags: Tags, code: number, from: number, to: number): number | null {
  const value = Math.trunc(tags.firstNumber(code, from, to));
  return Number.isNaN(value) ? null : value;
}

type ParserClass = new () => { parseSync(text: string): unknown };

/** The library throws plain errors at what it does not expect; a reader has one answer to a bad file. */
function parse(text: string): ParsedDxf {
  try {
    return new (parserClass())().parseSync(text) as ParsedDxf;
  } catch (cause) {
    throw new EngineError("INVALID_DXF", `the drawing cannot be parsed: ${String(cause)}`, { cause });
  }
}

/** The class itself: in Node the package's export is the class, bundlers see a module with a default export. */
function parserClass(): ParserClass {
  const module = dxfParser as unknown as { default?: ParserClass & { default?: ParserClass } };
  return (module.default?.default ?? module.default ?? module) as ParserClass;
}
