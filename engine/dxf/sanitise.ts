/**
 * What of a drawing may dxf-parser see?
 *
 * That library never returns from some broken files, loses vertices behind unknown groups and warns on the console
 * about every code it does not know. So it gets a document written anew: only the entities that have a contour, only
 * the groups that matter, points in the order x, y, z, every number checked, every structure closed, names and long
 * lists as numbers. What is left out is counted here, in the order of the file.
 */
import type { Point } from "../contract/geometry.ts";
import { decodeName } from "./encodings.ts";
import { invalidDxf } from "./errors.ts";
import type { Findings } from "./findings.ts";
import { DRAWING_LIMITS } from "./limits.ts";
import { Names } from "./names.ts";
import { type BendNote, bendByText } from "./notes.ts";
import type { Section } from "./sections.ts";
import { type NumberLists, shapeText } from "./shapes.ts";
import { keyword, type Tags, tagNumber, tagText } from "./tags.ts";

/** What stands in model space or in one block, whether it is cut or not. */
export interface Inventory {
  entityCount: number;
  /** Layers in order of first use. */
  layers: Set<number>;
  /** Entities without a contour, by type. */
  skipped: Map<string, Skipped>;
}

/** How many there are, and where the first one is. */
export interface Skipped {
  count: number;
  layer: number;
  handle: string | undefined;
}

export interface LayerRecord {
  /** Line type number, or null for the default. */
  lineType: number | null;
}

export interface Sanitised {
  /** Header, tables and blocks in one document, then the entities of model space in others: see `BATCH`. */
  texts: string[];
  layers: Names;
  blocks: Names;
  lineTypes: Names;
  lists: NumberLists;
  layerRecords: Map<number, LayerRecord>;
  model: Inventory;
  inventories: Map<number, Inventory>;
  /** Texts of model space that tell of bends, in units of the drawing. */
  notes: BendNote[];
}

/**
 * Groups per document: the parser splits each into lines and makes an object of every group, which costs twenty times
 * the bytes of the text. What belongs to a small document is garbage before it has been in memory for long.
 */
const BATCH = 4096;

/** Parts of other entities, not entities in their own right. */
const PARTS = new Set(["VERTEX", "SEQEND", "ATTRIB"]);

export function sanitise(tags: Tags, sections: Section[], findings: Findings): Sanitised {
  const writer = new Writer(tags, findings);
  const bodies = (name: string) => sections.filter((section) => section.name === name);
  const header = bodies("HEADER").map((section) => writer.header(section));
  const tables = bodies("TABLES").map((section) => writer.layerTable(section));
  const blocks = bodies("BLOCKS").map((section) => writer.blockDefinitions(section));
  const entities = bodies("ENTITIES").flatMap(({ from, to }) =>
    writer.entities(from, to, writer.model, true),
  );
  const texts = [
    documentOf(
      section("HEADER", header.join("")),
      section("TABLES", `0\nTABLE\n2\nLAYER\n${tables.join("")}0\nENDTAB\n`),
      section("BLOCKS", blocks.join("")),
    ),
    ...entities.map((batch) => documentOf(section("ENTITIES", batch))),
  ];
  const { layers, blocks: blockNames, lineTypes, lists, layerRecords, model, inventories, notes } = writer;
  return { texts, layers, blocks: blockNames, lineTypes, lists, layerRecords, model, inventories, notes };
}

function documentOf(...sections: string[]): string {
  return `${sections.join("")}0\nEOF\n`;
}

function section(name: string, body: string): string {
  return `0\nSECTION\n2\n${name}\n${body}0\nENDSEC\n`;
}

function emptyInventory(): Inventory {
  return { entityCount: 0, layers: new Set(), skipped: new Map() };
}

class Writer {
  readonly layers = new Names();
  readonly blocks = new Names();
  readonly lineTypes = new Names();
  readonly lists: NumberLists = { polylines: [], splines: [] };
  readonly layerRecords = new Map<number, LayerRecord>();
  readonly model = emptyInventory();
  readonly inventories = new Map<number, Inventory>();
  readonly notes: BendNote[] = [];
  private readonly tags: Tags;
  private readonly findings: Findings;

  constructor(tags: Tags, findings: Findings) {
    this.tags = tags;
    this.findings = findings;
  }

  /** The one variable that counts: the unit of the coordinates. */
  header({ from, to }: Section): string {
    const { tags } = this;
    for (let at = from; at + 1 < to; at++) {
      if (tags.codes[at] !== 9 || keyword(tags, at) !== "$INSUNITS") continue;
      const unit = tagNumber(tags, at + 1);
      if (Number.isInteger(unit)) return `9\n$INSUNITS\n70\n${unit}\n`;
    }
    return "";
  }

  layerTable({ from, to }: Section): string {
    const { tags } = this;
    const out: string[] = [];
    for (let at = from; at < to; at++) {
      if (tags.codes[at] !== 0 || keyword(tags, at) !== "LAYER") continue;
      const end = this.nextEntity(at + 1, to);
      const name = this.first(2, at + 1, end);
      if (name === null) continue;
      const number = this.layers.number(name);
      const lineType = this.first(6, at + 1, end);
      this.layerRecords.set(number, { lineType: lineType === null ? null : this.lineTypes.number(lineType) });
      // Bit 1 is frozen; bit 2 only concerns viewports yet to come, which the parser would take for frozen too.
      const frozen = (this.integer(70, at + 1, end) ?? 0) & 1;
      const colour = this.integer(62, at + 1, end) ?? 7;
      out.push(`0\nLAYER\n2\n${number}\n70\n${frozen}\n62\n${colour}\n`);
    }
    return out.join("");
  }

  blockDefinitions({ from, to }: Section): string {
    const { tags } = this;
    const out: string[] = [];
    let at = from;
    while (at < to) {
      if (tags.codes[at] !== 0 || keyword(tags, at) !== "BLOCK") {
        at++;
        continue;
      }
      const body = this.nextEntity(at + 1, to);
      const end = this.endOfBlock(body, to);
      const name = this.first(2, at + 1, body);
      if (name) {
        const number = this.blocks.number(name);
        const inventory = emptyInventory();
        this.inventories.set(number, inventory);
        const base = [10, 20, 30].map((code) => `${code}\n${this.number(code, at + 1, body)}\n`).join("");
        out.push(
          `0\nBLOCK\n2\n${number}\n${base}${this.entities(body, end, inventory, false).join("")}0\nENDBLK\n`,
        );
      }
      at = end;
    }
    return out.join("");
  }

  /** Entities between two tags, in batches; what has no contour is counted and left out. */
  entities(from: number, to: number, inventory: Inventory, model: boolean): string[] {
    const { tags } = this;
    const batches: string[] = [];
    let out: string[] = [];
    let at = this.nextEntity(from, to);
    let batchEnd = at + BATCH;
    while (at < to) {
      const type = keyword(tags, at);
      let end = this.nextEntity(at + 1, to);
      const ownEnd = end;
      while (type === "POLYLINE" && end < to && keyword(tags, end) === "VERTEX")
        end = this.nextEntity(end + 1, to);
      if (!PARTS.has(type)) {
        const common = this.common(at + 1, ownEnd);
        if (common.paper && model)
          this.findings.note("entities-hidden", { subject: "in paper space", handle: common.handle });
        else this.entity(type, at, end, common, inventory, out);
      }
      at = end;
      if (at >= batchEnd || at >= to) {
        batches.push(out.join(""));
        out = [];
        batchEnd = at + BATCH;
      }
    }
    return batches;
  }

  private entity(
    type: string,
    at: number,
    end: number,
    common: Common,
    inventory: Inventory,
    out: string[],
  ): void {
    inventory.entityCount++;
    inventory.layers.add(common.layer);
    const shape = shapeText(type, this.tags, at + 1, end, this.blocks, this.lists);
    if (shape === null) {
      if (inventory === this.model && (type === "TEXT" || type === "MTEXT")) this.bendNote(type, at + 1, end);
      const listed = inventory.skipped.has(type) || inventory.skipped.size < DRAWING_LIMITS.listed;
      // The type is the file's text: only what can be a type's name may reach a message.
      const kind = listed ? type.slice(0, 40).replace(/[^A-Z0-9_$*-]/g, "?") : "entities of other types";
      const { layer, handle } = common;
      const known = inventory.skipped.get(kind);
      if (known) known.count++;
      else inventory.skipped.set(kind, { count: 1, layer, handle });
    } else if (end === this.tags.count && (shape.damaged || shape.short)) {
      throw invalidDxf(`the drawing is cut off inside its last entity, a ${type}`);
    } else if (shape.damaged) {
      this.findings.note("entities-damaged", { subject: type, handle: common.handle });
    } else {
      if (shape.commas) this.findings.note("decimal-commas", { count: shape.commas, handle: common.handle });
      out.push(`0\n${type}\n${common.text}${shape.text}`);
    }
  }

  /** A text that reads like a bend note; long ones come in pieces of 250 characters in group 3. */
  private bendNote(type: string, from: number, to: number): void {
    let text = "";
    for (let at = from; at < to; at++) {
      if (this.tags.codes[at] === 3 || this.tags.codes[at] === 1) text += tagText(this.tags, at);
    }
    const bend = bendByText(decodeName(text));
    if (!bend) return;
    // TEXT stands in its object coordinate system, which a flat pattern seen from below turns over.
    const turned = type === "TEXT" && this.number(230, from, to) < 0 ? -1 : 1;
    const at: Point = [turned * this.number(10, from, to), this.number(20, from, to)];
    this.notes.push({ ...bend, at, height: this.number(40, from, to) });
  }

  /** Groups that any entity may have, behind no extended data. */
  private common(from: number, to: number): Common {
    const { tags } = this;
    let layer = "0";
    let handle: string | undefined;
    let lineType = "";
    let invisible = false;
    let paper = false;
    for (let at = from; at < to; at++) {
      switch (tags.codes[at]) {
        case 5:
          handle = tagText(tags, at);
          break;
        case 6:
          lineType = tagText(tags, at);
          break;
        case 8:
          layer = tagText(tags, at);
          break;
        case 60:
          invisible = tagNumber(tags, at) === 1;
          break;
        case 67:
          paper = tagNumber(tags, at) === 1;
          break;
        default:
      }
    }
    const number = this.layers.number(layer);
    let text = `8\n${number}\n`;
    if (handle) text += `5\n${handle}\n`;
    if (lineType) text += `6\n${this.lineTypes.number(lineType)}\n`;
    if (invisible) text += "60\n1\n";
    return { layer: number, handle, paper, text };
  }

  /** The end of a block's entities: its ENDBLK, or where the next block or the section's end shows that it is lost. */
  private endOfBlock(from: number, to: number): number {
    let at = from;
    while (at < to) {
      const word = keyword(this.tags, at);
      if (word === "ENDBLK") return at;
      if (word === "BLOCK") break;
      at = this.nextEntity(at + 1, to);
    }
    this.findings.note("structure-repaired", { subject: "A block lacks its end" });
    return at;
  }

  private nextEntity(from: number, to: number): number {
    let at = from;
    while (at < to && this.tags.codes[at] !== 0) at++;
    return at;
  }

  private first(code: number, from: number, to: number): string | null {
    for (let at = from; at < to; at++) if (this.tags.codes[at] === code) return tagText(this.tags, at);
    return null;
  }

  private number(code: number, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      if (this.tags.codes[at] === code) return tagNumber(this.tags, at) || 0;
    }
    return 0;
  }

  private integer(code: number, from: number, to: number): number | null {
    const text = this.first(code, from, to);
    const value = Number.parseInt(text ?? "", 10);
    return Number.isInteger(value) ? value : null;
  }
}

interface Common {
  layer: number;
  handle: string | undefined;
  paper: boolean;
  text: string;
}
