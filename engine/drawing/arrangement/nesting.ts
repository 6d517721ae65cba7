/**
 * In which face does each block lie, and any other place?
 *
 * From the lowest place of what hangs together one looks down: the nearest edge in the half-plane below hides nothing,
 * so that the place lies in the face on this side of it, and what was below is settled first. Blocks that touch in a node
 * tell by their order around it which of them lies in a face of the other.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { isLeft, lowestOf, nearestBelow } from "../contacts/below.ts";
import { type CurveIndex, indexOf } from "../contacts/contacts.ts";
import type { Shape } from "../contacts/meet.ts";
import { chordsOf, nearestOn } from "../contacts/pieces.ts";
import { type Curve, curveAt } from "../curves/curves.ts";
import { componentsOf, type Faces, sharedNodes } from "./faces.ts";
import type { Graph } from "./graph.ts";

/** A face, or what is outside of a block where it is -1. */
export interface Location {
  block: number;
  face: number;
}

/** The lowest place of what hangs together, the block it belongs to, and its node or -1. */
interface Lowest {
  x: number;
  y: number;
  block: number;
  node: number;
}

/** Blocks of the graph are followed by rings that meet nothing, their faces likewise. */
export class Nesting {
  /** Face that each block lies in, or -1 for the sheet. */
  readonly parents: Int32Array;
  private readonly graph: Graph;
  private readonly faces: Faces;
  private readonly index: CurveIndex;
  /** Contours that are rings as they stand, by number; 0 for all others, and one more than the number of the ring. */
  private readonly ringOf: Int32Array;
  private readonly rings: readonly number[];
  /** 1 where the ring runs counter-clockwise, and their areas. */
  private readonly ccw: Uint8Array;
  private readonly ringAreas: Float64Array;
  /** What hangs together by its nodes: of each block of the graph. */
  private readonly components: Int32Array;
  private readonly extent: number;
  /** The last search that each curve was seen in. */
  private readonly stamps: Int32Array;
  private stamp = 0;
  /** 1 for rings and components (by their first block) that are nested already: nothing of the others is lower. */
  private readonly settled: Uint8Array;

  /** `signedAreas` are those of the rings. */
  constructor(
    graph: Graph,
    faces: Faces,
    rings: readonly number[],
    signedAreas: readonly number[],
    extent: number,
  ) {
    this.graph = graph;
    this.faces = faces;
    this.index = graph.index;
    this.rings = rings;
    this.ccw = Uint8Array.from(signedAreas, (area) => Number(area > 0));
    this.ringAreas = Float64Array.from(signedAreas, Math.abs);
    this.extent = extent;
    this.ringOf = new Int32Array(graph.contours.count);
    rings.forEach((contour, ring) => {
      this.ringOf[contour] = ring + 1;
    });
    this.index.keep((curve) => this.bounds(curve));
    this.stamps = new Int32Array(this.index.ids.length);
    this.settled = new Uint8Array(faces.blockCount + rings.length);
    this.parents = new Int32Array(faces.blockCount + rings.length).fill(-1);
    this.components = componentsOf(faces);
    this.nestAll();
  }

  /** The face that a place lies in, or -1; it must not lie on an edge. */
  faceAt([x, y]: Point): number {
    const found = this.locate(x, y, false);
    return found ? this.faceOf(found) : -1;
  }

  /** The face in which a direction leaves a node of the graph, or undefined where no block is. */
  faceFrom(node: number, angle: number): Location | undefined {
    const { offsets, around, left, areas, outsides } = this.faces;
    const { blocks } = this.faces;
    let best: Location | undefined;
    const seen = new Map<number, { half: number; turn: number }>();
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      const half = around[i]!;
      const block = blocks[half >> 1]!;
      const raw = angle - this.angleOf(half);
      const turn = raw - 2 * Math.PI * Math.floor(raw / (2 * Math.PI));
      const known = seen.get(block);
      if (!known || turn < known.turn) seen.set(block, { half, turn });
    }
    for (const [block, { half }] of seen) {
      const face = left[half]!;
      if (face === outsides[block]) best ??= { block, face: -1 };
      else if (!best || best.face < 0 || areas[face]! < areas[best.face]!) best = { block, face };
    }
    return best;
  }

  /** Whether a curve bounds a face. */
  private bounds(curve: number): boolean {
    const { graph, faces } = this;
    if (this.ringOf[this.index.owners[curve]!]! > 0) return true;
    for (let edge = graph.firstEdges[curve]!; edge >= 0 && graph.curves[edge] === curve; edge++)
      if (faces.blocks[graph.kept(edge)]! >= 0) return true;
    return false;
  }

  private faceOf({ block, face }: Location): number {
    return face >= 0 ? face : this.parents[block]!;
  }

  private angleOf(half: number): number {
    const { graph } = this;
    const shape = graph.shape(half >> 1);
    const backwards = (half & 1) === 1;
    const share = shape.kind === "line" ? 1 : 0.02;
    const [x, y] = curveAt(shape, backwards ? 1 - share : share);
    return backwards ? Math.atan2(y - shape.y1, x - shape.x1) : Math.atan2(y - shape.y0, x - shape.x0);
  }

  private nestAll(): void {
    const { blockCount } = this.faces;
    // Components of the graph, then rings: from the lowest place upwards, so that what is below is settled.
    const { components, bounds: boxes } = this.findComponents();
    const count = components.length;
    const xs = new Float64Array(count + this.rings.length);
    const ys = new Float64Array(count + this.rings.length);
    components.forEach(({ x, y }, i) => {
      xs[i] = x;
      ys[i] = y;
    });
    this.rings.forEach((contour, ring) => {
      const [x, y] = this.lowestOfRing(contour);
      xs[count + ring] = x;
      ys[count + ring] = y;
    });
    const asking = Int32Array.from(xs, (_, i) => i).sort((p, q) => ys[p]! - ys[q]! || xs[p]! - xs[q]!);
    const touching = sharedNodes(this.faces);
    const around = indexOf(boxes);
    for (const i of asking) {
      let held = false;
      around!.search(xs[i]!, ys[i]!, xs[i]!, ys[i]!, (other) => {
        held ||= other !== i;
        return false;
      });
      // What no box holds lies on the sheet, and needs no looking down.
      const found = held ? this.locate(xs[i]!, ys[i]!, true) : null;
      const own =
        i < count ? this.outermost(components[i]!.block, components[i]!.node) : blockCount + i - count;
      const parent = this.roomFor(own, found ? this.faceOf(found) : -1);
      if (i < count) {
        this.nestTouching(own, parent, touching);
        this.settled[this.components[own]!] = 1;
      } else {
        this.parents[own] = parent;
        this.settled[own] = 1;
      }
    }
  }

  /** The lowest place of each component, and boxes around these and then the rings. */
  private findComponents(): { components: Lowest[]; bounds: Float64Array } {
    const { graph, index } = this;
    const numbers = new Map<number, number>();
    const components: Lowest[] = [];
    const boxes: number[] = [];
    const grow = (at: number, curve: number) => {
      for (let side = 0; side < 4; side++) {
        const bound = index.bounds[4 * curve + side]!;
        const known = boxes[4 * at + side] ?? bound;
        boxes[4 * at + side] = side < 2 ? Math.min(known, bound) : Math.max(known, bound);
      }
    };
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      const block = this.faces.blocks[edge]!;
      if (block < 0) continue;
      const component = this.components[block]!;
      const at = numbers.get(component) ?? components.length;
      numbers.set(component, at);
      if (graph.curves[edge]! >= 0) grow(at, graph.curves[edge]!);
      const known = components[at];
      const [x, y, t] = lowestOf(graph.shape(edge));
      if (known && (known.y < y || (known.y === y && known.x <= x))) continue;
      const node = t === 0 ? graph.origins[2 * edge]! : t === 1 ? graph.origins[2 * edge + 1]! : -1;
      components[at] = { x, y, block, node };
    }
    this.rings.forEach((contour, ring) => {
      for (let curve = index.firsts[contour]!; curve < index.firsts[contour + 1]!; curve++)
        grow(components.length + ring, curve);
    });
    return { components, bounds: Float64Array.from(boxes) };
  }

  /** The face, or one around it: nothing lies in what is smaller, whatever the last digits of a tangent place say. */
  private roomFor(block: number, face: number): number {
    const { areas, outsides, blockOf, blockCount } = this.faces;
    const size = block < blockCount ? -areas[outsides[block]!]! : this.ringAreas[block - blockCount]!;
    let at = face;
    for (let room = 0; at >= 0; at = this.parents[room]!) {
      const ring = at - areas.length;
      if ((ring < 0 ? areas[at]! : this.ringAreas[ring]!) >= size) break;
      room = ring < 0 ? blockOf[at]! : blockCount + ring;
    }
    return at;
  }

  private lowestOfRing(contour: number): Point {
    const { index } = this;
    let [left, low] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let curve = index.firsts[contour]!; curve < index.firsts[contour + 1]!; curve++) {
      if (index.bounds[4 * curve + 1]! > low) continue;
      const [x, y] = lowestOf(index.curve(curve));
      if (y < low || (y === low && x < left)) [left, low] = [x, y];
    }
    return [left, low];
  }

  /** Of the blocks at the lowest node the one that goes around the others. */
  private outermost(block: number, node: number): number {
    if (node < 0) return block;
    const { offsets, around, blocks, areas, outsides } = this.faces;
    let best = block;
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
      const other = blocks[around[i]! >> 1]!;
      if (areas[outsides[other]!]! < areas[outsides[best]!]!) best = other;
    }
    return best;
  }

  /** Settles a block that lies in a face, and from it all that hang together with it. */
  private nestTouching(start: number, parent: number, touching: Map<number, Set<number>>): void {
    const { offsets, around, blocks } = this.faces;
    this.parents[start] = parent;
    const settled = new Set([start]);
    // A set also visits what is added on the way.
    for (const block of settled) {
      for (const node of touching.get(block) ?? []) {
        for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
          const other = blocks[around[i]! >> 1]!;
          if (settled.has(other)) continue;
          settled.add(other);
          const found = this.sectorOf(node, block, around[i]!);
          this.parents[other] = this.roomFor(other, found >= 0 ? found : this.parents[block]!);
        }
      }
    }
  }

  /** The bounded face of a block in which a half-edge of another leaves their node, or -1. */
  private sectorOf(node: number, block: number, half: number): number {
    const { offsets, around, blocks, left, outsides } = this.faces;
    const [from, to] = [offsets[node]!, offsets[node + 1]!];
    let at = from;
    while (around[at] !== half) at++;
    // The nearest half-edge of the block clockwise has the sector to its left.
    for (let steps = 0; steps < to - from; steps++) {
      at = at === from ? to - 1 : at - 1;
      if (blocks[around[at]! >> 1] !== block) continue;
      const face = left[around[at]!]!;
      return face === outsides[block] ? -1 : face;
    }
    return -1;
  }

  /** The block whose edge is nearest to a place, and the face on this side of it; `below`: in the half-plane below. */
  private locate(x: number, y: number, below: boolean): Location | null {
    for (let reach = this.extent / REACHES; ; reach *= 4) {
      let best: Seen | null = null;
      let least = reach;
      const stamp = ++this.stamp;
      this.index.near(x - reach, y - reach, x + reach, below ? y : y + reach, (number, box) => {
        if (this.stamps[number] === stamp || this.index.distanceTo(box, x, y) > least) return;
        this.stamps[number] = stamp;
        const ring = this.ringOf[this.index.owners[number]!]! - 1;
        if (ring >= 0 ? this.settled[this.faces.blockCount + ring] === 0 : this.graph.firstEdges[number]! < 0)
          return;
        const offer = ({ curve, chords }: Shape, edge: number) => {
          const near = below ? nearestBelow(curve, chords, x, y) : nearestOn(curve, chords, x, y);
          if (!near || near.distance > least) return;
          const [from, to] = edge < 0 ? [0, 1] : [this.graph.from[edge]!, this.graph.to[edge]!];
          best = { number, ring, t: from + near.t * (to - from), edge };
          least = near.distance;
        };
        if (ring >= 0) offer(this.index.outline(number), -1);
        else
          for (const edge of this.blockEdges(number))
            if (!this.isFarther(edge, x, y, least)) offer(this.shapeOf(number, edge), edge);
      });
      if (best) return this.sideOf(best, x, y);
      // Said so that it ends too where the extent is beyond all numbers.
      if (!(reach < 2 * this.extent)) return null;
    }
  }

  /** Whether the box of a straight edge is farther from a place. */
  private isFarther(edge: number, x: number, y: number, distance: number): boolean {
    const { graph } = this;
    if (graph.bent[edge] === 1) return false;
    const { xs, ys } = graph.nodes;
    const [a, b] = [graph.origins[2 * edge]!, graph.origins[2 * edge + 1]!];
    const reach = distance + 2 * graph.options.weld;
    return (
      Math.min(xs[a]!, xs[b]!) > x + reach ||
      Math.max(xs[a]!, xs[b]!) < x - reach ||
      Math.min(ys[a]!, ys[b]!) > y + reach ||
      Math.max(ys[a]!, ys[b]!) < y - reach
    );
  }

  /** Edges of a curve that bound faces of what is nested already. */
  private *blockEdges(number: number): Generator<number> {
    const { graph, faces } = this;
    for (let edge = graph.firstEdges[number]!; edge >= 0 && graph.curves[edge] === number; edge++) {
      // What lies on another edge stands for it.
      const block = faces.blocks[graph.kept(edge)]!;
      if (block >= 0 && this.settled[this.components[block]!] === 1) yield edge;
    }
  }

  private shapeOf(number: number, edge: number): Shape {
    const { graph } = this;
    if (graph.from[edge] === 0 && graph.to[edge] === 1) return this.index.outline(number);
    const curve = graph.shape(edge);
    return { curve, chords: chordsOf(curve, graph.options.weld) };
  }

  private sideOf({ number, ring, t, edge: first }: Seen, x: number, y: number): Location {
    const { curve } = this.index.outline(number);
    const atEnd = t <= END || t >= 1 - END;
    const [qx, qy] = curveAt(curve, t);
    const angle = Math.atan2(y - qy, x - qx);
    const { faces, graph } = this;
    if (ring >= 0) {
      const inside = atEnd
        ? this.isInCorner(number, t, angle, ring)
        : isLeft(curve, t, x, y) === (this.ccw[ring] === 1);
      return { block: faces.blockCount + ring, face: inside ? faces.areas.length + ring : -1 };
    }
    const edge = graph.kept(first);
    const atNode = Math.min(t - graph.from[first]!, graph.to[first]! - t) <= END;
    if (atNode) {
      const node = graph.origins[2 * first + (t - graph.from[first]! <= END ? 0 : 1)]!;
      const found = this.faceFrom(node, angle);
      if (found) return found;
    }
    // A copy may run against the edge that it lies on.
    const same = first === edge || graph.runsAlong(first, edge);
    const half = isLeft(curve, t, x, y) === same ? 2 * edge : 2 * edge + 1;
    const [block, face] = [faces.blocks[edge]!, faces.left[half]!];
    return { block, face: face === faces.outsides[block] ? -1 : face };
  }

  /** Whether a direction leads into a ring from one of its corners. */
  private isInCorner(number: number, t: number, angle: number, ring: number): boolean {
    const { firsts } = this.index;
    const contour = this.rings[ring]!;
    const [first, end] = [firsts[contour]!, firsts[contour + 1]!];
    const leaving = t <= END ? number : number + 1 < end ? number + 1 : first;
    const arriving = t <= END ? (number > first ? number - 1 : end - 1) : number;
    const [out, back] = [this.index.curve(leaving), this.index.curve(arriving)];
    const shortly = (curve: Curve) => (curve.kind === "line" ? 1 : 0.02);
    const [ox, oy] = curveAt(out, shortly(out));
    const [bx, by] = curveAt(back, 1 - shortly(back));
    const start = Math.atan2(oy - out.y0, ox - out.x0);
    const sweep = (from: number, to: number) =>
      to - from - 2 * Math.PI * Math.floor((to - from) / (2 * Math.PI));
    // To the left of the way lies what is counter-clockwise of the way out, up to the way back.
    const left = sweep(start, angle) < sweep(start, Math.atan2(by - back.y1, bx - back.x1));
    return left === (this.ccw[ring] === 1);
  }
}

/** A place seen: on a curve, of a ring or of the graph. */
interface Seen {
  number: number;
  ring: number;
  t: number;
  /** Of the graph. */
  edge: number;
}

/** Fractions this close to an end are the end. */
const END = 1e-9;
/** The first look reaches this share of the drawing. */
const REACHES = 4096;
