/**
 * What stands in model space and in each block? Entities with a contour one by one, as they are asked for; of all
 * others how many there are, and where the first ones are.
 */

import { invalidDxf } from "../../../base/errors.ts";
import type { Findings } from "../../drawing/basis/drawing-findings.ts";
import { DRAWING_LIMITS } from "../../drawing/basis/limits.ts";
import type { FrameVector } from "../../drawing/curves/frame.ts";
import type { DimensionMeasure } from "../../drawing/sizes.ts";
import type { Tags } from "../tags/tags.ts";
import type { DxfEntity, FillEntity, ShapeType, Traits } from "./entity.ts";
import { boundariesOf, hasBoundary, isSolid } from "./hatches.ts";
import { NameTable } from "./names.ts";
import { hasContour, ShapeReader } from "./shapes.ts";

/** What stands in model space or in one block, whether it is cut or not. */
export interface Inventory {
  entityCount: number;
  /** Layers in order of first use. */
  layers: Set<number>;
  /** Entities without a contour, by type. */
  skipped: Map<string, Skipped>;
  /** Entities of which a value is missing or no number, by type. */
  damaged: Map<string, Skipped>;
  /** Entities in paper space. */
  paper: number;
  /** Lengths that dimensions of model space say. */
  measures: DimensionMeasure[];
}

/** How many there are, which is the first one, and where the first of them begin that say so. */
export interface Skipped {
  count: number;
  layer: number;
  handle: string | undefined;
  places: FrameVector[];
}

/** Entities whose names tell nothing to whoever drew them. */
const KNOWN = new Map([["ACAD_PROXY_ENTITY", "ACAD_PROXY_ENTITY (objects of another program)"]]);

export function emptyInventory(): Inventory {
  return {
    entityCount: 0,
    layers: new Set(),
    skipped: new Map(),
    damaged: new Map(),
    paper: 0,
    measures: [],
  };
}

/** Names by number, see `names.ts`. */
export class NameLists {
  readonly layers = new NameTable();
  readonly blocks = new NameTable();
  readonly lineTypes = new NameTable();
}

/** Parts of other entities, not entities in their own right. */
const PARTS = new Set(["VERTEX", "SEQEND", "ATTRIB"]);

export class ContentReader {
  private readonly tags: Tags;
  private readonly names: NameLists;
  private readonly findings: Findings;
  private readonly dimensionScales: ReadonlyMap<string, number>;
  private readonly shapes: ShapeReader;

  constructor(
    tags: Tags,
    names: NameLists,
    findings: Findings,
    dimensionScales: ReadonlyMap<string, number> = new Map(),
  ) {
    this.tags = tags;
    this.names = names;
    this.findings = findings;
    this.dimensionScales = dimensionScales;
    this.shapes = new ShapeReader(tags, names.blocks);
  }

  /** Hands over the entities between two tags one by one and enters them in the inventory. */
  read(
    from: number,
    to: number,
    inventory: Inventory,
    model: boolean,
    take: (entity: DxfEntity) => void,
  ): void {
    const { tags, shapes } = this;
    let at = tags.entityEnd(from, to);
    while (at < to) {
      const type = tags.keyword(at);
      let end = shapes.open(at + 1, to);
      while (type === "POLYLINE" && end < to && tags.keyword(end) === "VERTEX")
        end = tags.entityEnd(end + 1, to);
      if (type === "ATTRIB") {
        const note = shapes.readNote(type, this.traits());
        if (note && !this.flag(67)) take(note);
      } else if (!PARTS.has(type)) {
        const entity = this.entity(type, [at + 1, end], inventory, model);
        if (entity) take(entity);
      }
      at = end;
    }
  }

  /** Hands over the entities of a kind that no other entity draws, with where their groups begin and end. */
  readUndrawn(
    from: number,
    to: number,
    wanted: (type: string) => boolean,
    take: (type: string, traits: Traits, from: number, to: number) => void,
  ): void {
    const { tags, shapes } = this;
    for (let at = tags.entityEnd(from, to); at < to; ) {
      const type = tags.keyword(at);
      const end = shapes.open(at + 1, to);
      if (wanted(type) && !this.flag(67)) take(type, this.traits(), at + 1, end);
      at = end;
    }
  }

  /** The one whose groups are open. Paper space is no part of the model. */
  private entity(
    type: string,
    [from, end]: [from: number, end: number],
    inventory: Inventory,
    model: boolean,
  ): DxfEntity | null {
    const { shapes, tags } = this;
    const traits = this.traits();
    if (model && this.flag(67)) {
      // What shows model space on paper draws nothing itself.
      if (type !== "VIEWPORT")
        this.findings.note("entities-hidden", { subject: "in paper space", handle: traits.handle });
      inventory.paper++;
      return null;
    }
    inventory.entityCount++;
    inventory.layers.add(traits.layer);
    const mesh = type === "POLYLINE" && shapes.isMesh();
    if (hasContour(type) && !mesh) return this.shape(type, traits, end, inventory);
    if (type === "DIMENSION" && inventory.measures.length < DRAWING_LIMITS.texts) {
      const measure = shapes.readMeasure(this.dimensionScales);
      if (measure) inventory.measures.push(measure);
    }
    const bounds = hasBoundary(type) ? boundariesOf(type, tags, [from, end], traits) : [];
    const fill: FillEntity = { type: "FILL", traits, subject: type, bounds };
    if (bounds.length > 0 && !isSolid(type)) return fill;
    this.skip(mesh ? "POLYLINE mesh" : (KNOWN.get(type) ?? nameOf(type)), traits, inventory.skipped);
    if (bounds.length > 0) return fill;
    return type === "TEXT" || type === "MTEXT" ? shapes.readNote(type, traits) : null;
  }

  /** Null when the entity is damaged. */
  private shape(type: ShapeType, traits: Traits, end: number, { damaged }: Inventory): DxfEntity | null {
    const { shapes, tags, findings } = this;
    const entity = shapes.readShape(type, traits, end);
    if (end === tags.count && (entity === null || shapes.short))
      throw invalidDxf(`the drawing is cut off inside its last entity, a ${type}`);
    if (entity === null) this.skip(type, traits, damaged);
    else if (shapes.commas > 0)
      findings.note("decimal-commas", { count: shapes.commas, handle: traits.handle });
    return entity;
  }

  private skip(type: string, traits: Traits, list: Map<string, Skipped>): void {
    const listed = list.has(type) || list.size < DRAWING_LIMITS.listed;
    const kind = listed ? type : "entities of other types";
    const { layer, handle } = traits;
    const known = list.get(kind) ?? { count: 0, layer, handle, places: [] };
    list.set(kind, known);
    known.count++;
    const place = known.places.length < DRAWING_LIMITS.places ? this.shapes.readPlace() : null;
    if (place) known.places.push(place);
  }

  /** From groups that any entity may have. */
  private traits(): Traits {
    const { tags, names, shapes } = this;
    const layer = shapes.has(8) ? tags.word(shapes.place(8)) : "0";
    const lineType = shapes.has(6) ? tags.word(shapes.place(6)) : "";
    return new TagTraits(
      {
        layer: names.layers.number(layer),
        lineType: lineType === "" ? null : names.lineTypes.number(lineType),
        colour: this.colour(),
        invisible: this.flag(60),
      },
      tags,
      shapes.has(5) ? shapes.place(5) : null,
    );
  }

  /** 256 stands for the layer's, 0 for that of the INSERT. */
  private colour(): number {
    const { shapes, tags } = this;
    if (shapes.has(420)) return 0x1000000 + (tags.number(shapes.place(420)) & 0xffffff);
    return shapes.has(62) ? Math.min(256, Math.abs(Math.trunc(tags.number(shapes.place(62)))) || 0) : 256;
  }

  private flag(code: number): boolean {
    return this.shapes.has(code) && this.tags.number(this.shapes.place(code)) === 1;
  }
}

/** Handles are made when somebody asks for them: every entity has one, and few are ever told. */
class TagTraits implements Traits {
  readonly layer: number;
  readonly lineType: number | null;
  readonly colour: number;
  readonly invisible: boolean;
  private readonly tags: Tags;
  private readonly handleAt: number | null;

  constructor(
    { layer, lineType, colour, invisible }: Omit<Traits, "handle">,
    tags: Tags,
    handleAt: number | null,
  ) {
    this.layer = layer;
    this.lineType = lineType;
    this.colour = colour;
    this.invisible = invisible;
    this.tags = tags;
    this.handleAt = handleAt;
  }

  get handle(): string | undefined {
    return this.handleAt === null ? undefined : this.tags.text(this.handleAt);
  }
}

/** The type is the file's text: only what can be a type's name may reach a message. */
function nameOf(type: string): string {
  return type.slice(0, 40).replace(/[^A-Z0-9_$*-]/g, "?");
}
