/**
 * In which face does each block lie, and any other place?
 *
 * A block encloses less than the one around it, so blocks are settled from the largest to the smallest: each lies
 * in one face of those that are settled already. The edge straight below any place of the block tells which, as nothing
 * settled comes between them; the place is one that no corner is likely to lie below.
 */
import type Flatbush from "flatbush";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { indexBoxes } from "../basis/finder.ts";
import { orderOfSize } from "../basis/tidy.ts";
import { crossVertical } from "../contacts/pieces.ts";
import { sortedBy } from "../contacts/sorted.ts";
import { curveAt } from "../curves/curves.ts";
import { type Faces, findFaces } from "./faces.ts";
import type { EdgeGraph } from "./graph.ts";

export class Nesting {
  /** Face that each block lies in, or -1 for the sheet. */
  readonly parents: Int32Array;
  /** Blocks, each after those around it. */
  readonly order: Int32Array;
  readonly faces: Faces;
  private readonly settled: Uint8Array;
  /** Edges that bridge gaps: no curve stands for them. */
  private readonly bridges: number[] = [];
  private readonly bridgeIndex: Flatbush | null;
  private readonly bordersIn: EdgeGraph["index"]["near"];

  constructor(readonly graph: EdgeGraph) {
    graph.contours.table.work.spend(LOOKS * graph.edgeCount);
    const faces = findFaces(graph);
    this.faces = faces;
    this.parents = new Int32Array(faces.blockCount).fill(-1);
    this.settled = new Uint8Array(faces.blockCount);
    const boxes: number[] = [];
    const holders = new Uint8Array(graph.contours.count);
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (faces.blocks[edge]! >= 0) holders[graph.owner(edge)] = 1;
      if (graph.curves[edge]! >= 0 || faces.blocks[edge]! < 0) continue;
      this.bridges.push(edge);
      const { x0, y0, x1, y1 } = graph.shape(edge);
      boxes.push(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    }
    this.bridgeIndex = indexBoxes(Float64Array.from(boxes));
    this.bordersIn = graph.index.nearOf(holders);
    this.order = this.settle();
  }

  /** The face that a place lies in, or -1; it must not lie on an edge. */
  faceAt([x, y]: Point): number {
    return this.faceAbove(x + ASIDE * this.graph.options.weld, y);
  }

  private settle(): Int32Array {
    const { areas, outsides, blockCount } = this.faces;
    const { xs, ys } = this.places();
    // Blocks alike in size, which rounding tells apart, in rows: those below are settled, and looked for no further.
    const rows = sortedBy(blockCount, (block) => ys[block]!);
    const turns = sortedBy(blockCount, (i) => -orderOfSize(-areas[outsides[rows[i]!]!]!));
    const order = turns.map((i) => rows[i]!);
    for (const block of order) {
      this.parents[block] = this.faceAbove(xs[block]!, ys[block]!);
      this.settled[block] = 1;
    }
    return order;
  }

  /** Place of each block, on the widest of its curves. */
  private places(): { xs: Float64Array; ys: Float64Array } {
    const { graph, faces } = this;
    const { bounds, firsts } = graph.index;
    const widths = new Float64Array(faces.blockCount).fill(-1);
    const seats = new Int32Array(faces.blockCount);
    const [xs, ys] = [new Float64Array(faces.blockCount), new Float64Array(faces.blockCount)];
    const offer = (block: number, curve: number, from: number, to: number) => {
      const width = (to - from) * (bounds[4 * curve + 2]! - bounds[4 * curve]!);
      if (width <= widths[block]!) return;
      widths[block] = width;
      seats[block] = curve;
      xs[block] = from + UNLIKELY * (to - from);
    };
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      const [block, curve] = [faces.blocks[edge]!, graph.curves[edge]!];
      if (block < 0 || curve < 0) continue;
      const end = graph.isRing(edge) ? firsts[graph.owner(edge) + 1]! : curve + 1;
      for (let part = curve; part < end; part++) offer(block, part, graph.from[edge]!, graph.to[edge]!);
    }
    for (const [block, curve] of seats.entries())
      [xs[block], ys[block]] = curveAt(graph.index.curve(curve), xs[block]!);
    return { xs, ys };
  }

  /** The face on the upper side of the settled edge straight below a place, or -1. */
  private faceAbove(x: number, y: number): number {
    const { graph, faces, settled } = this;
    const { extent } = graph.options;
    for (let reach = extent / REACHES; ; reach *= 4) {
      let [half, level] = [-1, y - reach];
      const offer = (edge: number, height: number, rightwards: boolean) => {
        if (height > y || height <= level || settled[faces.blocks[edge]!] !== 1) return;
        [half, level] = [2 * edge + Number(!rightwards), height];
      };
      this.bordersIn(x, y - reach, x, y, (curve) => {
        const first = graph.firstEdges[curve]!;
        if (first < 0 || (graph.isRing(first) && settled[faces.blocks[first]!] === 0)) return;
        crossVertical(graph.index.outline(curve), x, (t, height, rightwards) =>
          offer(graph.edgeAt(curve, t), height, rightwards),
        );
      });
      this.bridgeIndex?.search(x, y - reach, x, y, (i) => {
        const edge = this.bridges[i]!;
        const shape = { curve: graph.shape(edge), chords: null };
        crossVertical(shape, x, (_, height, rightwards) => offer(edge, height, rightwards));
        return false;
      });
      if (half >= 0) {
        const [block, owner] = [faces.blocks[half >> 1]!, graph.owner(half >> 1)];
        // A ring that crosses itself encloses by even-odd, whichever way it runs there.
        const tangled = graph.isRing(half >> 1) && graph.contacts.selfCrossing[owner] === 1;
        const isIn = tangled ? graph.index.holds(owner, [x, y]) : faces.left[half] !== faces.outsides[block];
        return isIn ? (tangled ? faces.insides : faces.left)[tangled ? block : half]! : this.parents[block]!;
      }
      // Said so that it ends too where the extent is beyond all numbers.
      if (!(reach < 2 * extent)) return -1;
    }
  }
}

/** Looks at each edge, until it is known what is a face, a block, a sliver, a divider. */
const LOOKS = 40;

/** The golden section: where along a curve, and how many weld tolerances beside a place, hardly any corner is. */
const UNLIKELY = 0.6180339887;
const ASIDE = 2 + UNLIKELY;
/** The first look reaches this share of the drawing. */
const REACHES = 4096;
