/**
 * Which faces are material? What falls apart when the machine follows the lines are parts, so every face of a block that
 * stands on the sheet is one; a block that stands in a part is a hole. Only closed contours that overlap each other tell
 * something else: a small one that lies mostly in a large one is a notch in it, any others are drawn over each other and
 * stay whole, each.
 */

import { groupRows, rowAt } from "../basis/columns.ts";
import type { Findings } from "../basis/drawing-findings.ts";
import type { READINGS } from "../basis/sentences.ts";
import { halfEdges, isOutside } from "./faces.ts";
import type { EdgeGraph } from "./graph.ts";
import { Holdings } from "./holdings.ts";
import type { Nesting } from "./nesting.ts";

export interface Decisions {
  /** 1 for faces of material. */
  material: Uint8Array;
  /** Edges that are cut though they are no borders: the same material, or the same waste, lies on both sides. */
  inner: number[];
  /** Edges that score a part, and are no borders once that is known. */
  scores: number[];
  /** Pairs of closed contours that overlap. */
  overlaps: Overlap[];
  /** Closed contours that touch or overlap others and are rings as they stand, each with its parity. */
  whole: WholeRing[];
}

export interface Overlap {
  p: number;
  q: number;
  reading: keyof typeof READINGS;
}

export interface WholeRing {
  contour: number;
  block: number;
  material: boolean;
  /** Drawn over another one. */
  over: boolean;
  /** The ring around it in its block, or -1. */
  parent: number;
  /** Faces of which it is the innermost ring. */
  faces: number[];
}

/** Arrangement once it is decided which faces are material. */
export interface Settled {
  graph: EdgeGraph;
  nesting: Nesting;
  decisions: Decisions;
  findings: Findings;
}

export const decide = (nesting: Nesting): Decisions => new DividerJudge(nesting).run();

/** Instead of the block of a contour that has pieces in several. */
const APART = -1;
/** Instead of that of a contour of which nothing has been seen. */
const NONE = -2;

class DividerJudge {
  /** Block of each contour, once somebody has asked. */
  private known: Int32Array | null = null;
  private readonly decisions: Decisions;

  constructor(private readonly nesting: Nesting) {
    const material = new Uint8Array(nesting.faces.areas.length);
    this.decisions = { material, inner: [], scores: [], overlaps: [], whole: [] };
  }

  run(): Decisions {
    const { faces, graph, order, parents } = this.nesting;
    const { material } = this.decisions;
    const facesOf = groupRows(faces.blockOf, faces.blockCount);
    // Rings are alone in their blocks.
    const edgesOf = groupRows(faces.blocks.subarray(0, graph.firstRing), faces.blockCount);
    for (const block of order) {
      const parent = parents[block]!;
      const odd = parent >= 0 && material[parent] === 1;
      const isRing = facesOf.offsets[block + 1]! - facesOf.offsets[block]! === 2;
      if (isRing) material[faces.insides[block]!] = Number(!odd);
      else {
        const own = rowAt(facesOf, block).filter((face) => face !== faces.outsides[block]);
        this.settle(new Holdings(block, own, rowAt(edgesOf, block), this.nesting), odd);
      }
    }
    return this.decisions;
  }

  private get blockOf(): Int32Array {
    const { faces, graph } = this.nesting;
    if (this.known) return this.known;
    this.known = new Int32Array(graph.contours.count).fill(NONE);
    for (let edge = 0; edge < graph.firstRing; edge++)
      for (const owner of faces.blocks[edge]! < 0 ? [] : graph.oddOn(edge))
        if (this.known[owner] !== faces.blocks[edge])
          this.known[owner] = this.known[owner] === NONE ? faces.blocks[edge]! : APART;
    return this.known;
  }

  private settle(held: Holdings, odd: boolean): void {
    const isHole = odd && !held.framed;
    const isTrue = (owner: number) => this.blockOf[owner] === held.block && held.isTrue(owner);
    if ((held.onlyTouch() || (!isHole && held.areDrawnOver())) && held.bySize().every(isTrue)) {
      this.tellOverlaps(held, "whole");
      this.settleWhole(held, odd);
    } else if (isHole) {
      this.tellOverlaps(held, "hole");
      this.settleFaces(held, true);
    } else if (this.nesting.graph.options.shared_edges === "scores" && held.pairs.length === 0) {
      for (const edge of this.innerEdges(held)) this.decisions.scores.push(edge);
    } else {
      this.tellOverlaps(held, "notch");
      this.settleFaces(held, false);
    }
  }

  private tellOverlaps(held: Holdings, reading: Overlap["reading"]): void {
    for (const pair of held.pairs) {
      if (held.isHole(pair) || (reading === "whole" && held.isWithin(pair))) continue;
      this.decisions.overlaps.push({ p: pair.p, q: pair.q, reading });
    }
  }

  private innerEdges({ edges }: Holdings): Int32Array {
    return edges.filter((edge) => !isOutside(this.nesting.faces, edge));
  }

  /**
   * Closed contours are rings as if they met no others: a disc in a square is its hole, though nothing but corners is
   * left. Open curves among them divide nothing.
   */
  private settleWhole(held: Holdings, odd: boolean): void {
    const { material, inner, whole } = this.decisions;
    const over = !held.onlyTouch();
    const rings: WholeRing[] = [];
    const numbers = new Map<number, number>();
    for (const contour of held.bySize()) {
      const near = held.mates.get(contour)!.flatMap((mate) => numbers.get(mate) ?? []);
      const beside = near.sort((p, q) => p - q).map((ring) => rings[ring]!);
      const size = held.held.get(contour)!.length;
      const around = beside.findLast((ring) => held.countOf(contour, ring.contour) === size);
      const parent = around ? around.contour : -1;
      const solid = around ? !around.material : !odd;
      // The largest of holes that overlap is a hole, the others are cuts that end in it.
      if (!solid && beside.some((ring) => !ring.material && ring.parent === parent)) continue;
      numbers.set(contour, rings.length);
      rings.push({ contour, block: held.block, material: solid, over, parent, faces: [] });
    }
    for (const face of held.faces) {
      const found = held.holders.get(face)!.flatMap((contour) => numbers.get(contour) ?? []);
      const around = found.sort((p, q) => q - p).map((ring) => rings[ring]!);
      // The smallest ring of material that none of its own holes takes the face from.
      const part = around.find(
        (ring) => ring.material && !around.some((hole) => hole.parent === ring.contour && !hole.material),
      );
      (part ?? around[0])?.faces.push(face);
      material[face] = Number(around.length > 0 ? part !== undefined : odd || this.hasLooseSide(face));
    }
    for (const edge of this.innerEdges(held)) inner.push(edge);
    for (const ring of rings) whole.push(ring);
  }

  /** Whether a face has a border that is no closed contour's: what lies between closed parts is no part itself. */
  private hasLooseSide(face: number): boolean {
    const { graph } = this.nesting;
    return halfEdges(this.nesting.faces, face).some((half) =>
      [...graph.layers(half >> 1)].some((layer) => graph.owner(layer) >= 0 && !graph.isOnClosed(layer)),
    );
  }

  /**
   * A face in a notch is waste, also beyond the border; a face in another one without a border in common is its hole. A
   * hole is one, but for what lies in it as a part lies in a hole: lines lead there, and else all would be waste.
   */
  private settleFaces(held: Holdings, odd: boolean): void {
    const { material, inner } = this.decisions;
    const notches = new Set<number>();
    for (const pair of held.pairs) if (!held.isHole(pair)) notches.add(held.smaller(pair));
    for (const face of held.faces) {
      const holders = held.holders.get(face)!;
      const solid =
        holders.length === 0 ? !odd && this.hasLooseSide(face) : holders.length % 2 === Number(!odd);
      material[face] = Number(solid && !holders.some((owner) => notches.has(owner)));
    }
    const { left } = this.nesting.faces;
    for (const edge of odd ? this.innerEdges(held) : []) {
      const isWaste = material[left[2 * edge]!] === 0 && material[left[2 * edge + 1]!] === 0;
      // Where holes lie on each other, what one of them has within another is not cut.
      if (isWaste && !this.nesting.graph.isOnClosed(edge)) inner.push(edge);
    }
  }
}
