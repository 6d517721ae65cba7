/** What do header, tables and block definitions say about the entities that follow? */
import type { Tags } from "../tags/tags.ts";
import type { NameLists } from "./contents.ts";
import type { Section } from "./sections.ts";

export interface DxfHead {
  /** $INSUNITS, or null. */
  unit: number | null;
  layers: Map<number, LayerRecord>;
  /** Names of line types with gaps, in capitals. */
  brokenTypes: Set<string>;
  /** How many times as large as it is drawn dimensions of a style say that something is, by its name in capitals. */
  dimensionScales: Map<string, number>;
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

export function readHead(tags: Tags, sections: readonly Section[], names: NameLists): DxfHead {
  const bodies = (name: string) => sections.filter((section) => section.name === name);
  const tables = bodies("TABLES");
  const units = bodies("HEADER").map((body) => unitIn(tags, body));
  return {
    unit: units.findLast((unit) => unit !== null) ?? null,
    layers: new Map(tables.flatMap((body) => layersIn(tags, body, names))),
    brokenTypes: new Set(tables.flatMap((body) => brokenTypes(tags, body))),
    dimensionScales: new Map(tables.flatMap((body) => dimensionScales(tags, body))),
  };
}

/** The one variable that counts: the unit of the coordinates. */
function unitIn(tags: Tags, { from, to }: Section): number | null {
  for (let at = from; at + 1 < to; at++) {
    if (tags.codes[at] !== 9 || tags.keyword(at) !== "$INSUNITS") continue;
    const unit = tags.number(at + 1);
    if (Number.isInteger(unit)) return unit;
  }
  return null;
}

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

function layersIn(tags: Tags, body: Section, names: NameLists): [number: number, layer: LayerRecord][] {
  return Array.from(recordsOf("LAYER", tags, body), ([name, from, end]): [number, LayerRecord] => {
    const lineType = tags.firstText(6, from, end);
    const colour = integer(tags, 62, from, end) ?? 7;
    const trueColour = integer(tags, 420, from, end);
    const layer = {
      // Bit 1 is frozen; bit 2 only concerns viewports yet to come.
      frozen: ((integer(tags, 70, from, end) ?? 0) & 1) === 1,
      off: colour < 0,
      unplotted: integer(tags, 290, from, end) === 0,
      lineType: lineType === null ? null : names.lineTypes.number(lineType),
      colour: trueColour === null ? Math.abs(colour) : 0x1000000 + (trueColour & 0xffffff),
    };
    return [names.layers.number(name), layer];
  });
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

function integer(tags: Tags, code: number, from: number, to: number): number | null {
  const value = Math.trunc(tags.firstNumber(code, from, to));
  return Number.isNaN(value) ? null : value;
}
