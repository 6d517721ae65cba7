/**
 * Which curves does a drawing show once all of its blocks are put in place?
 *
 * INSERTs are expanded with scale, mirror, rotation and array; what stands on frozen or switched-off layers is left
 * out. How many curves come out is counted before any is made: two kilobytes can ask for a billion.
 */

import { rotation } from "../geometry/ring.ts";
import { type Contour, countCurves, type DrawnEntity, entityContour, isMesh } from "./entities.ts";
import { invalidDxf, quote } from "./errors.ts";
import type { Findings } from "./findings.ts";
import { compose, type Frame, mapPoint, objectFrame, translation, turn } from "./frame.ts";
import { DRAWING_LIMITS } from "./limits.ts";
import type { Document, Entity, InsertEntity } from "./parser.ts";
import type { Sanitised } from "./sanitise.ts";

/** One entity's curves with what decides about their role. */
export interface Drawn extends Contour {
  layer: string;
  lineType: string;
  handle: string | undefined;
}

export function expandDrawing(
  document: Document,
  sanitised: Sanitised,
  millimetres: number,
  findings: Findings,
): Drawn[] {
  const expander = new Expander(document, sanitised, findings);
  const total = expander.count(document.entities, 0);
  if (total > DRAWING_LIMITS.curves) throw tooMany(total);
  const scale = turn(1, 0, millimetres, millimetres, millimetres);
  expander.draw(document.entities, { frame: scale, layer: expander.layerZero, lineType: "", depth: 0 });
  return expander.drawn;
}

/** What the content of a block takes over from its INSERT. */
interface Placing {
  frame: Frame;
  layer: number;
  lineType: string;
  depth: number;
}

class Expander {
  readonly drawn: Drawn[] = [];
  readonly layerZero: number;
  private readonly document: Document;
  private readonly sanitised: Sanitised;
  private readonly findings: Findings;
  /** Curves of each block, all of its INSERTs included. */
  private readonly counts = new Map<number, number>();
  /** Blocks being counted or drawn, to notice one that holds itself. */
  private readonly open = new Set<number>();
  private readonly emptySeen = new Set<number>();
  private curves = 0;

  constructor(document: Document, sanitised: Sanitised, findings: Findings) {
    this.document = document;
    this.sanitised = sanitised;
    this.findings = findings;
    this.layerZero = sanitised.layers.number("0");
  }

  count(entities: Entity[], depth: number): number {
    let total = 0;
    for (const entity of entities) {
      total +=
        entity.type === "INSERT"
          ? this.countInsert(entity, depth)
          : countCurves(entity, this.sanitised.lists);
    }
    return total;
  }

  draw(entities: Entity[], placing: Placing): void {
    for (const entity of entities) {
      const ownLayer = Number(entity.layer);
      const layer = placing.depth > 0 && ownLayer === this.layerZero ? placing.layer : ownLayer;
      const hidden = this.hidden(entity, layer);
      if (hidden)
        this.findings.note("entities-hidden", {
          subject: hidden,
          layer: this.layerName(layer),
          ...place(entity),
        });
      else {
        const own = layer === placing.layer ? placing : { ...placing, layer };
        if (entity.type === "INSERT") this.insert(entity, own);
        else this.entity(entity, own);
      }
    }
  }

  private countInsert(entity: InsertEntity, depth: number): number {
    const number = Number(entity.name);
    const block = this.document.blocks.get(number);
    if (!block || this.open.has(number)) return 0;
    if (depth >= DRAWING_LIMITS.insertDepth) throw tooDeep();
    let count = this.counts.get(number);
    if (count === undefined) {
      this.open.add(number);
      count = this.count(block.entities, depth + 1);
      this.open.delete(number);
      this.counts.set(number, count);
    }
    return count * columnsOf(entity) * rowsOf(entity);
  }

  private insert(entity: InsertEntity, placing: Placing): void {
    const number = Number(entity.name);
    const block = this.document.blocks.get(number);
    const name = quote(this.sanitised.blocks.list[number] ?? "");
    if (!block) {
      this.findings.note("block-missing", { subject: name, ...place(entity) });
      return;
    }
    if (this.open.has(number)) {
      this.findings.note("block-recursive", { subject: name, ...place(entity) });
      return;
    }
    if (placing.depth >= DRAWING_LIMITS.insertDepth) throw tooDeep();
    const empty = this.counts.get(number) === 0;
    if (empty && this.emptySeen.has(number)) return;
    this.open.add(number);
    const lineType = this.lineType(entity, placing);
    for (const frame of insertFrames(entity, block.base)) {
      this.draw(block.entities, {
        frame: compose(placing.frame, frame),
        layer: placing.layer,
        lineType,
        depth: placing.depth + 1,
      });
      // What draws nothing is followed once, for what it has to tell; a million empty copies tell nothing more.
      if (empty) break;
    }
    if (empty) this.emptySeen.add(number);
    this.open.delete(number);
  }

  private entity(entity: DrawnEntity, placing: Placing): void {
    if (isMesh(entity)) {
      this.findings.note("entities-skipped", { subject: "POLYLINE mesh" });
      return;
    }
    const contour = entityContour(entity, placing.frame, this.sanitised.lists);
    if (!contour) this.findings.note("entities-damaged", { subject: entity.type, ...place(entity) });
    else if (contour.curves.length === 0) this.findings.note("zero-length-removed", place(entity));
    else if (!inRange(contour)) this.findings.note("entities-out-of-range", place(entity));
    else {
      // Blocks that hold each other in circles draw more than was counted.
      this.curves += contour.curves.length;
      if (this.curves > DRAWING_LIMITS.curves) throw tooMany(this.curves);
      const layer = this.layerName(placing.layer);
      const { closed, curves, retraced } = contour;
      if (retraced) this.findings.note("duplicates-removed", { layer, ...place(entity) });
      const lineType = this.lineType(entity, placing);
      this.drawn.push({ closed, curves, layer, lineType, handle: place(entity).handle });
    }
  }

  /** Why an entity is not shown, or null. */
  private hidden(entity: Entity, layer: number): string | null {
    if (entity.visible === false) return "marked invisible";
    const record = this.document.layers.get(layer);
    if (record?.frozen) return "on a frozen layer";
    // Content of an INSERT on a layer that is merely off decides for itself.
    return record?.off && entity.type !== "INSERT" ? "on a layer that is off" : null;
  }

  private lineType(entity: Entity, placing: Placing): string {
    const { lineTypes, layerRecords } = this.sanitised;
    const own =
      entity.lineType === undefined ? "BYLAYER" : lineTypes.list[Number(entity.lineType)]!.toUpperCase();
    if (own === "BYBLOCK") return placing.lineType;
    if (own !== "BYLAYER") return own;
    const ofLayer = layerRecords.get(placing.layer)?.lineType ?? null;
    return ofLayer === null ? "" : lineTypes.list[ofLayer]!.toUpperCase();
  }

  private layerName(layer: number): string {
    return this.sanitised.layers.list[layer]!;
  }
}

function place(entity: Entity): { handle: string | undefined } {
  return { handle: typeof entity.handle === "string" ? entity.handle : undefined };
}

function tooMany(curves: number) {
  const [asked, limit] = [curves, DRAWING_LIMITS.curves].map((count) => count.toLocaleString("en-US"));
  return invalidDxf(`the drawing expands to ${asked} curves; the limit is ${limit}`);
}

function tooDeep() {
  return invalidDxf(`blocks are nested more than ${DRAWING_LIMITS.insertDepth} deep`);
}

/** Zero counts mean one. */
function columnsOf({ columnCount }: InsertEntity): number {
  return Math.max(1, columnCount ?? 1);
}

function rowsOf({ rowCount }: InsertEntity): number {
  return Math.max(1, rowCount ?? 1);
}

/** Where each copy of the block lies: OCS(position + R·(column, row spacing) + R·S·(point − base)). */
function* insertFrames(entity: InsertEntity, base: { x: number; y: number; z?: number }): Generator<Frame> {
  const { position, extrusionDirection, columnSpacing = 0, rowSpacing = 0 } = entity;
  const { cos, sin } = rotation(entity.rotation ?? 0);
  const object = objectFrame(extrusionDirection ?? null);
  const turned = turn(cos, sin, 1, 1, 1);
  const scaledTurn = turn(cos, sin, entity.xScale ?? 1, entity.yScale ?? 1, entity.zScale ?? 1);
  const local = compose(scaledTurn, translation(-base.x, -base.y, -(base.z ?? 0)));
  for (let row = 0; row < rowsOf(entity); row++) {
    for (let column = 0; column < columnsOf(entity); column++) {
      const shift = mapPoint(turned, column * columnSpacing, row * rowSpacing, 0);
      const at = translation(position.x + shift.x, position.y + shift.y, position.z ?? 0);
      yield compose(object, compose(at, local));
    }
  }
}

/** Also false for anything that is not a number. */
export function inRange({ curves }: Contour): boolean {
  const within = (...values: number[]) =>
    values.every((value) => Math.abs(value) <= DRAWING_LIMITS.coordinate);
  return curves.every((curve) => {
    if (!within(curve.x0, curve.y0, curve.x1, curve.y1)) return false;
    if (curve.kind === "arc") return within(curve.radius);
    if (curve.kind === "ellipse") return within(curve.ux, curve.uy, curve.vx, curve.vy);
    return curve.kind === "line" || curve.points.every((point) => within(...point));
  });
}
