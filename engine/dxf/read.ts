/**
 * What does a DXF file say: which parts, cuts and bends, in millimetres, and what was done to get there?
 *
 * bytes → text (ASCII, binary, any encoding) → tags → sections → a sanitised document → dxf-parser → curves, blocks
 * expanded → contours → parts. Throws EngineError and nothing else: INVALID_DXF, FILE_TOO_LARGE, or INVALID_INPUT for
 * options that make no sense.
 */
import { LIMITS } from "../contract/limits.ts";
import { EngineError } from "../errors.ts";
import { assembleDrawing, type DrawingSource } from "./assemble.ts";
import { expandDrawing } from "./blocks.ts";
import { readText } from "./detect.ts";
import { checkReadOptions, type Drawing, type ReadOptions } from "./drawing.ts";
import { Findings } from "./findings.ts";
import type { BendNote } from "./notes.ts";
import { type Document, parseDocument } from "./parser.ts";
import { type Inventory, type Sanitised, sanitise } from "./sanitise.ts";
import { findSections } from "./sections.ts";
import { readTags } from "./tags.ts";
import { drawingUnit } from "./units.ts";

export function readDrawing(bytes: Uint8Array, readOptions: ReadOptions = {}): Drawing {
  const options = checkReadOptions(readOptions);
  if (bytes.length > LIMITS.fileBytes) {
    throw new EngineError(
      "FILE_TOO_LARGE",
      `the file has ${bytes.length} bytes; the limit is ${LIMITS.fileBytes}`,
    );
  }
  const findings = new Findings();
  return assembleDrawing(readSource(bytes, options, findings), options, findings);
}

/** What the file holds, without the file itself: text, groups and entities are garbage before the parts are made. */
function readSource(bytes: Uint8Array, options: ReadOptions, findings: Findings): DrawingSource {
  const sanitised = readSanitised(bytes, findings);
  const document = parseDocument(sanitised.texts);
  const unit = drawingUnit(document.unit, options.unit);
  if (unit.source === "assumed") {
    const subject = document.unit
      ? `The drawing's unit ${document.unit} is unknown`
      : "The drawing names no unit";
    findings.note("unit-assumed", { subject });
  }
  const used = usedInventories(document, sanitised);
  for (const { skipped } of used) {
    for (const [subject, { count, layer, handle }] of skipped)
      findings.note("entities-skipped", { subject, count, layer: sanitised.layers.list[layer], handle });
  }
  return {
    drawn: expandDrawing(document, sanitised, unit.millimetres, findings),
    layers: usedLayers(used, sanitised),
    entityCount: sanitised.model.entityCount,
    unit,
    notes: sanitised.notes.map((note) => inMillimetres(note, unit.millimetres)),
    contents: contentsOf(sanitised.model),
  };
}

function inMillimetres({ at: [x, y], height, radius, ...note }: BendNote, factor: number): BendNote {
  const scaled = radius === null ? null : radius * factor;
  return { ...note, radius: scaled, at: [x * factor, y * factor], height: height * factor };
}

function readSanitised(bytes: Uint8Array, findings: Findings): Sanitised {
  const tags = readTags(readText(bytes));
  return sanitise(tags, findSections(tags, findings), findings);
}

/** Model space first, then each block that it shows, in order of first use. */
function usedInventories(document: Document, sanitised: Sanitised): Inventory[] {
  const seen = new Set<number>();
  const pending = [document.entities];
  for (let entities = pending.shift(); entities; entities = pending.shift()) {
    for (const entity of entities) {
      if (entity.type !== "INSERT" || seen.has(Number(entity.name))) continue;
      seen.add(Number(entity.name));
      pending.push(document.blocks.get(Number(entity.name))?.entities ?? []);
    }
  }
  const blocks = [...seen]
    .map((number) => sanitised.inventories.get(number))
    .filter((found) => found !== undefined);
  return [sanitised.model, ...blocks];
}

/** Layer 0 inside a block stands for the layer of the INSERT, which is in use already. */
function usedLayers([model, ...blocks]: Inventory[], { layers }: Sanitised): string[] {
  const zero = layers.number("0");
  const used = new Set(model!.layers);
  for (const block of blocks) for (const layer of block.layers) if (layer !== zero) used.add(layer);
  return [...used].map((layer) => layers.list[layer]!);
}

function contentsOf({ entityCount, skipped }: Inventory): string {
  if (entityCount === 0) return "its model space is empty";
  const listed = [...skipped].map(([type, { count }]) => `${count} ${type}`);
  const curves = entityCount - [...skipped.values()].reduce((sum, { count }) => sum + count, 0);
  if (curves > 0) listed.push(`${curves} hidden, damaged or not meant for cutting`);
  return `it has ${listed.join(", ")}`;
}
