/**
 * What does a DXF file say: which parts, cuts and bends, in millimetres, and what was done to get there?
 *
 * bytes → tags (ASCII or binary, any encoding) → sections → entities one by one → curves, blocks expanded → contours
 * → parts. Throws EngineError and nothing else: INVALID_DXF, FILE_TOO_LARGE, or INVALID_INPUT for
 * options that make no sense.
 */

import { type ReadOptions, readOptionsSchema } from "../../base/contract/read-options.ts";
import { validate } from "../../base/contract/validate.ts";
import type { Point } from "../../base/contract/values/geometry.ts";
import { LIMITS } from "../../base/contract/values/limits.ts";
import { EngineError } from "../../base/errors.ts";
import { counted } from "../../base/text.ts";
import { assembleDrawing } from "../drawing/assemble.ts";
import { Findings } from "../drawing/basis/drawing-findings.ts";
import { drawingUnit } from "../drawing/basis/units.ts";
import { type EntityFrame, type FrameVector, mapPoint } from "../drawing/curves/frame.ts";
import type { Drawing } from "../drawing/model/drawing.ts";
import { openDrawing, type PackedDrawing } from "../drawing/model/packed.ts";
import type { ReadEntities } from "../drawing/reading.ts";
import { type DxfBlock, Expander } from "./dxf-blocks.ts";
import { ContentReader, emptyInventory, type Inventory, NameLists, type Skipped } from "./file/contents.ts";
import type { DxfEntity } from "./file/entity.ts";
import { isSolid } from "./file/hatches.ts";
import { readHead } from "./file/head.ts";
import { findBlocks, findSections } from "./file/sections.ts";
import { partNamesakes, showing } from "./namesakes.ts";
import { readTags } from "./tags/detect.ts";

const ORIGIN = { x: 0, y: 0, z: 0 };

export function readDrawing(bytes: Uint8Array, options: ReadOptions = {}): Drawing {
  return openDrawing(readPacked(bytes, options));
}

/** The same as it crosses threads. */
export function readPacked(bytes: Uint8Array, readOptions: ReadOptions): PackedDrawing {
  const options = validate(readOptionsSchema, readOptions);
  const { max_bytes = LIMITS.file_bytes } = options;
  if (bytes.length > max_bytes)
    throw new EngineError("FILE_TOO_LARGE", `the file has ${bytes.length} bytes; the limit is ${max_bytes}`);
  const findings = new Findings();
  return assembleDrawing(readSource(bytes, options, findings), options, findings);
}

/** What the file holds, without the file itself: tags and entities are garbage before the parts are made. */
function readSource(bytes: Uint8Array, options: ReadOptions, findings: Findings): ReadEntities {
  const tags = readTags(bytes);
  const sections = findSections(tags, findings);
  const spans = findBlocks(tags, sections, findings);
  const names = new NameLists();
  const namesakes = partNamesakes(spans, names);
  const head = readHead(tags, sections, spans, names);
  const unit = drawingUnit(head.unit, options.unit);
  const reader = new ContentReader(tags, names, findings, head.dimensionScales);
  const blocks = new Map<number, DxfBlock>();
  const references = new Map<number, string>();
  for (const { name, head: start, body, end } of spans) {
    const number = names.blocks.number(name);
    // Bits 4 and 8: the block stands for another file, or lies over it.
    if ((Math.trunc(tags.firstNumber(70, start, body) || 0) & 12) !== 0)
      references.set(number, (tags.firstText(1, start, body) ?? name).slice(0, 100));
    const inventory = emptyInventory();
    const entities: DxfEntity[] = [];
    reader.read(body, end, inventory, false, (entity) => entities.push(entity));
    blocks.set(number, { base: head.bases.get(number) ?? ORIGIN, entities, inventory });
  }
  const definitions = { blocks, layers: head.layers, references, names };
  const expander = new Expander(definitions, unit.millimetres, findings);
  const shown = showing(namesakes, tags, sections, reader, names, findings);
  const model = emptyInventory();
  for (const { name, from, to } of sections) {
    if (name === "ENTITIES") reader.read(from, to, model, true, (entity) => expander.add(shown(entity)));
  }
  const drawn = expander.finish();
  const { areas } = expander;
  const used = usedBlocks(expander.used, blocks);
  const inventories: Copied[] = [[model, [expander.whole]]];
  for (const [number, inventory] of used) inventories.push([inventory, expander.copies.get(number) ?? []]);
  // What became of areas is told when that is known.
  for (const { subject } of areas.list.filter(({ subject }) => isSolid(subject)))
    for (const [{ skipped }] of inventories) skipped.delete(subject);
  for (const [inventory, copies] of inventories) tellSkipped(inventory, copies, names, findings);
  return {
    drawn,
    areas,
    measures: model.measures,
    layers: usedLayers(model, used, names),
    unplotted: new Set(
      [...head.layers].flatMap(([number, { unplotted }]) => (unplotted ? [names.layers.list[number]!] : [])),
    ),
    brokenTypes: head.brokenTypes,
    entityCount: model.entityCount,
    size: bytes.length,
    unit,
    ...(unit.source === "assumed" ? { assumed: assumedBecause(head.unit) } : {}),
    notes: expander.notes,
    texts: expander.texts,
    contents: contentsOf(model, references),
  };
}

function assumedBecause(unit: Parameters<typeof drawingUnit>[0]): string {
  return unit ? `the drawing's unit ${unit} is unknown` : "the drawing names no unit";
}

/** Inventories of the blocks that model space shows and of those within, in order of first use. */
function usedBlocks(shown: Set<number>, blocks: Map<number, DxfBlock>): Map<number, Inventory> {
  const used = new Set(shown);
  // A set also visits what is added on the way.
  for (const number of used) {
    for (const entity of blocks.get(number)?.entities ?? [])
      if (entity.type === "INSERT") used.add(entity.block);
  }
  return new Map(
    [...used].flatMap((number) => {
      const block = blocks.get(number);
      return block ? [[number, block.inventory] as const] : [];
    }),
  );
}

/** Layer 0 inside a block stands for the layer of the INSERT, which is in use already. */
function usedLayers(model: Inventory, blocks: Map<number, Inventory>, { layers }: NameLists): string[] {
  const zero = layers.number("0");
  const used = new Set(model.layers);
  for (const block of blocks.values()) for (const layer of block.layers) if (layer !== zero) used.add(layer);
  return [...used].map((layer) => layers.list[layer]!);
}

const TEXTS = new Set(["TEXT", "MTEXT", "ATTDEF", "RTEXT", "ARCALIGNEDTEXT"]);
/** Types of entities that help to draw or to read a drawing and are never cut. A SOLID is the head of an arrow. */
const AIDS = /^(SOLID|POINT|XLINE|RAY|\w*DIMENSION|M?(ULTI)?LEADER|TOLERANCE|ACAD_TABLE|VIEWPORT|WIPEOUT)$/;
const IMAGES = /^(IMAGE|(PDF|DWF|DGN)UNDERLAY|OLE2?FRAME)$/;

/** Entities that are not drawn, at their places in each copy of the block that they stand in. */
function tellSkipped(
  { skipped, damaged }: Inventory,
  copies: readonly EntityFrame[],
  names: NameLists,
  findings: Findings,
): void {
  const placed = ({ count, layer: number, handle, places: own }: Skipped) => {
    const places = copies.flatMap((frame) => own.map((at) => seenFromAbove(frame, at)));
    return { count, layer: names.layers.list[number], handle, places };
  };
  for (const [subject, known] of damaged) findings.note("entities-damaged", { ...placed(known), subject });
  for (const [subject, known] of skipped) {
    const place = placed(known);
    if (TEXTS.has(subject)) findings.note("text-not-drawn", place);
    else if (IMAGES.test(subject)) findings.note("images-not-drawn", place);
    else {
      findings.note(AIDS.test(subject) ? "aids-skipped" : "entities-skipped", { ...place, subject });
    }
  }
}

/** What stands in a block, or beside all blocks, and where its copies lie. */
type Copied = [inventory: Inventory, copies: readonly EntityFrame[]];

function seenFromAbove(frame: EntityFrame, { x, y, z }: FrameVector): Point {
  const at = mapPoint(frame, x, y, z);
  return [at.x, at.y];
}

function contentsOf({ entityCount, skipped, paper }: Inventory, references: Map<number, string>): string {
  if (entityCount === 0 && paper > 0)
    return `its model space is empty, and ${counted(paper, "entity")} in paper space: draw in model space`;
  if (entityCount === 0) return "its model space is empty";
  if (references.size > 0) {
    const files = [...references.values()].join(", ");
    return `it only refers to another file (external reference to ${files}): bind the reference (XREF bind) and export again`;
  }
  const listed = [...skipped].map(([type, { count }]) => `${count} ${type}`);
  const curves = entityCount - [...skipped.values()].reduce((sum, { count }) => sum + count, 0);
  if (curves > 0) listed.push(`${curves} hidden, damaged or not meant for cutting`);
  const isMade = [...skipped.keys()].some((type) => !AIDS.test(type) && !IMAGES.test(type));
  const advice = isMade ? "; explode what is to be cut into lines and arcs, and export again" : "";
  return `it has ${listed.join(", ")}${advice}`;
}
