/**
 * Which curves does a drawing show once all of its blocks are put in place?
 *
 * INSERTs are expanded with scale, mirror, rotation and array; what stands on frozen or switched-off layers is left
 * out. How many curves an entity comes to is counted before any is made: two kilobytes can ask for a billion.
 */

import { invalidDxf } from "../../base/errors.ts";
import { rotation } from "../../base/geometry/ring.ts";
import { hypot } from "../../base/geometry/trig/hypot.ts";
import { quote } from "../../base/text.ts";
import type { Areas } from "../drawing/areas.ts";
import type { FindingCode, Findings } from "../drawing/basis/drawing-findings.ts";
import { DRAWING_LIMITS, TOLERANCE } from "../drawing/basis/limits.ts";
import { DrawnContours, inRange } from "../drawing/curves/contours.ts";
import { type Curve, isFullTurn } from "../drawing/curves/curves.ts";
import {
  compose,
  type EntityFrame,
  type FrameVector,
  mapPoint,
  mapVector,
  moved,
  objectFrame,
  turn,
} from "../drawing/curves/frame.ts";
import type { DrawnText } from "../drawing/model/text.ts";
import type { BendNote } from "../drawing/roles/notes.ts";
import { COLOUR, colourOfIndex } from "./colours.ts";
import { countCurves, entityContour, isLevel, placeOf } from "./entities.ts";
import type { Inventory, NameLists } from "./file/contents.ts";
import type {
  ArcEntity,
  DrawnEntity,
  DxfEntity,
  FillEntity,
  InsertEntity,
  NoteEntity,
  Traits,
} from "./file/entity.ts";
import { isSolid } from "./file/hatches.ts";
import type { LayerRecord } from "./file/head.ts";
import { letteringOf } from "./lettering.ts";

export interface DxfBlock {
  base: FrameVector;
  entities: DxfEntity[];
  inventory: Inventory;
}

/** What entities of model space refer to. */
export interface Definitions {
  blocks: Map<number, DxfBlock>;
  layers: Map<number, LayerRecord>;
  /** Files that blocks stand for, by number of the block. */
  references: Map<number, string>;
  names: NameLists;
}

/** What the content of a block takes over from its INSERT. */
interface Placing {
  frame: EntityFrame;
  layer: number;
  lineType: string;
  colour: number;
  depth: number;
}

/** Draws the entities of model space one after another; nothing is kept of them but their curves. */
export class Expander {
  private readonly drawn = new DrawnContours();
  /** Arcs that end at the angle at which they begin. */
  private readonly undecided: { arc: ArcEntity; placing: Placing }[] = [];
  /** Corners that are filled are areas only where no line is drawn. */
  private readonly solids: { entity: FillEntity; placing: Placing }[] = [];
  /** What is filled and has no line. */
  readonly areas: Areas = { drawn: new DrawnContours(), list: [] };
  /** Texts that tell of bends. */
  readonly notes: BendNote[] = [];
  /** Short texts and attributes. */
  readonly texts: DrawnText[] = [];
  /** Blocks that model space shows, in order of first use. */
  readonly used = new Set<number>();
  /** From the drawing's coordinates to millimetres. */
  readonly whole: EntityFrame;
  /** Where the first copies of each block lie. */
  readonly copies = new Map<number, EntityFrame[]>();
  private readonly definitions: Definitions;
  private readonly findings: Findings;
  private readonly millimetres: number;
  private readonly layerZero: number;
  private readonly model: Placing;
  /** Curves and notes of each block, all of its INSERTs included. */
  private readonly counts = new Map<number, number>();
  /** Blocks being counted or drawn, to notice one that holds itself. */
  private readonly open = new Set<number>();
  private readonly emptySeen = new Set<number>();
  /** Curves that the file itself holds, in its blocks and as far as model space has been read. */
  private written = 0;
  private counted = 0;
  private curves = 0;
  /** Curves around areas: beyond what may be copied none is kept. */
  private filled = 0;

  constructor(definitions: Definitions, millimetres: number, findings: Findings) {
    this.definitions = definitions;
    this.findings = findings;
    this.millimetres = millimetres;
    this.layerZero = definitions.names.layers.number("0");
    this.whole = turn(1, 0, millimetres, millimetres, millimetres);
    this.model = { frame: this.whole, layer: this.layerZero, lineType: "", colour: COLOUR.ink, depth: 0 };
    for (const { entities } of definitions.blocks.values())
      for (const entity of entities) this.written += ownCount(entity);
  }

  /** Adds an entity of model space. */
  add(entity: DxfEntity): void {
    this.written += ownCount(entity);
    this.counted += this.count(entity, 0);
    this.checkCopies(this.counted);
    if (entity.type === "INSERT") this.used.add(entity.block);
    this.draw(entity, this.model);
  }

  /**
   * All that is drawn. An arc that ends where it begins is a whole circle, as drafting systems show it; where other arcs
   * are parts of that circle, it is what is left of one that was taken apart, and nothing.
   */
  finish(): DrawnContours {
    const { undecided, drawn } = this;
    const rims = undecided.length > 0 ? rimsOf(drawn) : new Set();
    for (const { arc, placing } of undecided.splice(0)) {
      const [round] = entityContour(arc, placing.frame)?.curves ?? [];
      if (round && rims.has(rimOf(round))) this.tell("zero-length-removed", arc, placing);
      else this.curve(arc, placing);
    }
    if (drawn.count === 0) for (const { entity, placing } of this.solids) this.fill(entity, placing);
    return drawn;
  }

  private count(entity: DxfEntity, depth: number): number {
    return entity.type === "INSERT" ? this.countInsert(entity, depth) : ownCount(entity);
  }

  private countInsert({ block: number, columns, rows }: InsertEntity, depth: number): number {
    const block = this.definitions.blocks.get(number);
    if (!block || this.open.has(number)) return 0;
    if (depth >= DRAWING_LIMITS.insertDepth) throw tooDeep();
    let count = this.counts.get(number);
    if (count === undefined) {
      this.open.add(number);
      count = block.entities.reduce((sum, entity) => sum + this.count(entity, depth + 1), 0);
      this.open.delete(number);
      this.counts.set(number, count);
    }
    return count * columns * rows;
  }

  private draw(entity: DxfEntity, placing: Placing): void {
    if (entity.type === "NOTE") {
      this.note(entity, placing.frame);
      return;
    }
    const isMerelyFilled = entity.type === "FILL" && isSolid(entity.subject);
    const { traits } = entity;
    const layer = placing.depth > 0 && traits.layer === this.layerZero ? placing.layer : traits.layer;
    const hidden = this.hidden(entity, layer);
    if (hidden) {
      if (isMerelyFilled) return;
      const place = {
        layer: this.layerName(layer),
        handle: traits.handle,
        at: placeOf(entity.type === "FILL" ? entity.bounds[0]! : entity, placing.frame),
      };
      this.findings.note("entities-hidden", { subject: hidden, ...place });
      return;
    }
    const own = layer === placing.layer ? placing : { ...placing, layer };
    if (entity.type === "INSERT") this.insert(entity, own);
    else if (isMerelyFilled) this.solids.push({ entity, placing: own });
    else if (entity.type === "FILL") this.fill(entity, own);
    else if (entity.type === "ARC" && entity.start === entity.end)
      this.undecided.push({ arc: entity, placing: own });
    else this.curve(entity, own);
  }

  private insert(entity: InsertEntity, placing: Placing): void {
    const { block: number, traits } = entity;
    const { blocks, names } = this.definitions;
    const block = blocks.get(number);
    const { handle } = traits;
    if (!block || this.open.has(number)) {
      const place = { handle, at: placeOf(entity, placing.frame) };
      const subject = quote(names.blocks.list[number]!);
      this.findings.note(block ? "block-recursive" : "block-missing", { subject, ...place });
      return;
    }
    const reference = this.definitions.references.get(number);
    if (reference !== undefined) {
      const at = placeOf(entity, placing.frame);
      this.findings.note("external-reference", { subject: reference, handle, at });
      return;
    }
    if (placing.depth >= DRAWING_LIMITS.insertDepth) throw tooDeep();
    const empty = this.counts.get(number) === 0;
    if (empty && this.emptySeen.has(number)) return;
    this.open.add(number);
    const lineType = this.lineType(traits, placing);
    const colour = this.colour(traits, placing);
    const copies = this.copies.get(number) ?? [];
    this.copies.set(number, copies);
    for (const frame of insertFrames(entity, block.base, placing.frame)) {
      if (copies.length < DRAWING_LIMITS.places) copies.push(frame);
      const inner = { frame, layer: placing.layer, lineType, colour, depth: placing.depth + 1 };
      for (const content of block.entities) this.draw(content, inner);
      // What draws nothing is followed once, for what it has to tell; a million empty copies tell nothing more.
      if (empty) break;
    }
    if (empty) this.emptySeen.add(number);
    this.open.delete(number);
  }

  private curve(entity: DrawnEntity, placing: Placing): void {
    const { traits } = entity;
    const contour = entityContour(entity, placing.frame);
    if (!contour) this.tell("entities-damaged", entity, placing, { subject: entity.type });
    else if (contour.curves.length === 0) this.tell("zero-length-removed", entity, placing);
    else if (!inRange(contour)) this.tell("entities-out-of-range", entity, placing);
    else {
      this.spend(contour.curves.length);
      const layer = this.layerName(placing.layer);
      if (contour.retraced) {
        this.tell("duplicates-removed", entity, placing, { layer });
        this.drawn.retraced += contour.retraced;
      }
      if (contour.overturned) this.tell("beyond-full-turn", entity, placing, { subject: entity.type, layer });
      if (!isLevel(entity, placing.frame)) this.tell("not-level", entity, placing, { layer });
      if ("width" in entity) {
        const across = mapVector(placing.frame, entity.width, 0, 0);
        const size = hypot(across.x, across.y);
        if (size > TOLERANCE.stroke) this.tell("wide-stroke", entity, placing, { layer, size });
      }
      const lineType = this.lineType(traits, placing);
      const broken = lineType === "CONTINUOUS" ? "" : lineType;
      this.drawn.draw(contour, { layer, lineType: broken, colour: this.colour(traits, placing) });
    }
  }

  /** Its bounds have no line type, nor anything to tell of themselves: as a rule they are not cut. */
  private fill({ subject, traits, bounds }: FillEntity, placing: Placing): void {
    const layer = this.layerName(placing.layer);
    const { drawn, list } = this.areas;
    const marks = { layer, lineType: "", colour: this.colour(traits, placing) };
    const contours: number[] = [];
    for (const entity of bounds) {
      const contour = entityContour(entity, placing.frame);
      if (!contour || contour.curves.length === 0 || !inRange(contour)) continue;
      this.filled += contour.curves.length;
      if (this.filled > DRAWING_LIMITS.copies) break;
      contours.push(drawn.count);
      drawn.draw(contour, marks);
    }
    const { handle } = traits;
    if (contours.length > 0) list.push({ subject, layer, handle, contours });
    else this.findings.note("entities-skipped", { subject, layer, handle });
  }

  private tell(
    code: FindingCode,
    entity: DrawnEntity,
    { frame }: Placing,
    more: { subject?: string; layer?: string; size?: number } = {},
  ): void {
    this.findings.note(code, { ...more, handle: entity.traits.handle, at: placeOf(entity, frame) });
  }

  private note(entity: NoteEntity, frame: EntityFrame): void {
    const { at, height, lines } = letteringOf(entity, frame);
    if (hypot(...at) > DRAWING_LIMITS.coordinate) return;
    this.spend(1);
    this.texts.push(...lines.slice(0, DRAWING_LIMITS.texts - this.texts.length));
    const { bend } = entity;
    if (!bend) return;
    const radius = bend.radius === null ? null : bend.radius * this.millimetres;
    this.notes.push({ ...bend, radius, at, height });
  }

  /** Blocks that hold each other in circles draw more than was counted. */
  private spend(curves: number): void {
    this.curves += curves;
    this.checkCopies(this.curves);
  }

  /** What a file holds itself is as much as its size allows; copies of it cost nothing to ask for. */
  private checkCopies(curves: number): void {
    const copies = curves - this.written;
    if (copies > DRAWING_LIMITS.copies) throw tooMany(copies);
  }

  /** Why an entity is not shown, or null. */
  private hidden({ type, traits }: DxfEntity, layer: number): string | null {
    if (traits.invisible) return "marked invisible";
    const record = this.definitions.layers.get(layer);
    if (record?.frozen) return "on a frozen layer";
    // Content of an INSERT on a layer that is merely off decides for itself.
    return record?.off && type !== "INSERT" ? "on a layer that is off" : null;
  }

  private lineType({ lineType }: Traits, placing: Placing): string {
    const { names, layers } = this.definitions;
    const own = lineType === null ? "BYLAYER" : names.lineTypes.list[lineType]!.toUpperCase();
    if (own === "BYBLOCK") return placing.lineType;
    if (own !== "BYLAYER") return own;
    const ofLayer = layers.get(placing.layer)?.lineType ?? null;
    return ofLayer === null ? "" : names.lineTypes.list[ofLayer]!.toUpperCase();
  }

  private colour({ colour }: Traits, placing: Placing): number {
    if (colour === COLOUR.byBlock) return placing.colour;
    const own =
      colour === COLOUR.byLayer ? (this.definitions.layers.get(placing.layer)?.colour ?? 7) : colour;
    return own >= 0x1000000 ? own - 0x1000000 : colourOfIndex(own);
  }

  private layerName(layer: number): string {
    return this.definitions.names.layers.list[layer]!;
  }
}

/** Of which circles arcs are drawn, and not all of them. */
function rimsOf(drawn: DrawnContours): Set<string> {
  const rims = new Set<string>();
  for (let i = 0; i < drawn.count; i++) {
    for (let j = 0; j < drawn.size(i); j++) {
      const curve = drawn.table.look(drawn.curveId(i, j));
      if (curve.kind === "arc" && !isFullTurn(curve.sweep)) rims.add(rimOf(curve));
    }
  }
  return rims;
}

/** The same for all arcs of one circle. */
function rimOf(curve: Curve): string {
  if (curve.kind !== "arc") return "";
  return [curve.cx, curve.cy, curve.radius].map((place) => Math.round(place / TOLERANCE.weld)).join();
}

/** Curves and notes that an entity is by itself. */
function ownCount(entity: DxfEntity): number {
  if (entity.type === "INSERT") return 0;
  return entity.type === "NOTE" || entity.type === "FILL" ? 1 : countCurves(entity);
}

function tooMany(copies: number) {
  const [asked, limit] = [copies, DRAWING_LIMITS.copies].map((count) => count.toLocaleString("en-US"));
  return invalidDxf(`the blocks of the drawing expand to ${asked} copies of curves; the limit is ${limit}`);
}

function tooDeep() {
  return invalidDxf(`blocks are nested more than ${DRAWING_LIMITS.insertDepth} deep`);
}

/**
 * Where each copy of the block lies: outer(OCS(position + R·(column, row spacing) + R·S·(point − base))). Copies differ in
 * nothing but their origin.
 */
function* insertFrames(entity: InsertEntity, base: FrameVector, outer: EntityFrame): Generator<EntityFrame> {
  const { position, scale, columns, rows, columnSpacing, rowSpacing } = entity;
  const { cos, sin } = rotation(entity.rotation);
  const object = compose(outer, objectFrame(entity.extrusion));
  const turned = turn(cos, sin, scale.x, scale.y, scale.z);
  const copy = compose(object, turned);
  const back = mapVector(turned, -base.x, -base.y, -base.z);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [dx, dy] = [column * columnSpacing, row * rowSpacing];
      const x = position.x + (cos * dx - sin * dy) + back.x;
      const y = position.y + (sin * dx + cos * dy) + back.y;
      yield moved(copy, mapPoint(object, x, y, position.z + back.z));
    }
  }
}
