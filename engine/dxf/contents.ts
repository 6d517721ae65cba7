/**
 * What stands in model space and in each block? Entities with a contour one by one, as they are asked for; of all
 * others how many there are, and where the first one is.
 */
import { invalidDxf } from "./errors.ts";
import type { Findings } from "./findings.ts";
import { DRAWING_LIMITS } from "./limits.ts";
import { Names } from "./names.ts";
import { type Entity, hasContour, isMesh, ShapeReader, type ShapeType, type Traits } from "./shapes.ts";
import { entityEnd, keyword, type Tags, tagNumber, tagText } from "./tags.ts";

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

export function emptyInventory(): Inventory {
  return { entityCount: 0, layers: new Set(), skipped: new Map() };
}

/** Names by number, see `names.ts`. */
export class NameLists {
  readonly layers = new Names();
  readonly blocks = new Names();
  readonly lineTypes = new Names();
}

/** Parts of other entities, not entities in their own right. */
const PARTS = new Set(["VERTEX", "SEQEND", "ATTRIB"]);

export class ContentReader {
  private readonly tags: Tags;
  private readonly names: NameLists;
  private readonly findings: Findings;
  private readonly shapes: ShapeReader;

  constructor(tags: Tags, names: NameLists, findings: Findings) {
    this.tags = tags;
    this.names = names;
    this.findings = findings;
    this.shapes = new ShapeReader(tags, names.blocks);
  }

  /** Entities between two tags, entered in the inventory. Paper space is no part of the model. */
  *read(from: number, to: number, inventory: Inventory, model: boolean): Generator<Entity> {
    const { tags } = this;
    let at = entityEnd(tags, from, to);
    while (at < to) {
      const type = keyword(tags, at);
      const ownEnd = entityEnd(tags, at + 1, to);
      let end = ownEnd;
      while (type === "POLYLINE" && end < to && keyword(tags, end) === "VERTEX")
        end = entityEnd(tags, end + 1, to);
      if (!PARTS.has(type)) {
        const traits = this.traits(at + 1, ownEnd);
        const entity = this.entity(type, traits, at, end, inventory, model);
        if (entity) yield entity;
      }
      at = end;
    }
  }

  private entity(
    type: string,
    traits: Traits,
    at: number,
    end: number,
    inventory: Inventory,
    model: boolean,
  ): Entity | null {
    if (model && traits.paper) {
      this.findings.note("entities-hidden", { subject: "in paper space", handle: traits.handle });
      return null;
    }
    inventory.entityCount++;
    inventory.layers.add(traits.layer);
    const mesh = type === "POLYLINE" && isMesh(this.tags, at + 1, end);
    if (hasContour(type) && !mesh) return this.shape(type, traits, at, end);
    this.skip(mesh ? "POLYLINE mesh" : nameOf(type), traits, inventory);
    return type === "TEXT" || type === "MTEXT" ? this.shapes.readNote(type, traits, at + 1, end) : null;
  }

  /** Null when the entity is damaged. */
  private shape(type: ShapeType, traits: Traits, at: number, end: number): Entity | null {
    const { shapes, tags } = this;
    const entity = shapes.readShape(type, traits, at + 1, end);
    const { handle } = traits;
    if (end === tags.count && (entity === null || shapes.short))
      throw invalidDxf(`the drawing is cut off inside its last entity, a ${type}`);
    if (entity === null) this.findings.note("entities-damaged", { subject: type, handle });
    else if (shapes.commas > 0) this.findings.note("decimal-commas", { count: shapes.commas, handle });
    return entity;
  }

  private skip(type: string, { layer, handle }: Traits, { skipped }: Inventory): void {
    const listed = skipped.has(type) || skipped.size < DRAWING_LIMITS.listed;
    const kind = listed ? type : "entities of other types";
    const known = skipped.get(kind);
    if (known) known.count++;
    else skipped.set(kind, { count: 1, layer, handle });
  }

  /** Groups that any entity may have. */
  private traits(from: number, to: number): Traits {
    const { tags, names } = this;
    let layer = "0";
    let lineType = "";
    let handle: string | undefined;
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
    return {
      layer: names.layers.number(layer),
      lineType: lineType === "" ? null : names.lineTypes.number(lineType),
      handle,
      invisible,
      paper,
    };
  }
}

/** The type is the file's text: only what can be a type's name may reach a message. */
function nameOf(type: string): string {
  return type.slice(0, 40).replace(/[^A-Z0-9_$*-]/g, "?");
}
