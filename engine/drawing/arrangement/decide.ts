/**
 * Which faces are material? What falls apart when the machine follows the lines are parts, so every face of a block that
 * stands on the sheet is one; a block that stands in a part is a hole. Only closed contours that overlap each other tell
 * something else: a small one that lies mostly in a large one is a notch in it, any others are drawn over each other and
 * stay whole, each.
 */
import { halvesOf } from "./clean.ts";
import type { Faces } from "./faces.ts";
import type { Graph } from "./graph.ts";
import { Holdings } from "./holdings.ts";
import type { Nesting } from "./nesting.ts";

export interface Decisions {
  /** 1 for faces of material. */
  material: Uint8Array;
  /** 1 for blocks whose outside is the border of a hole. */
  isHole: Uint8Array;
  /** 1 for edges with the same material, or the same waste, on both sides: no borders. */
  inner: Uint8Array;
  /** 1 for inner edges that lie in waste. */
  wasted: Uint8Array;
  /** Pairs of closed contours that overlap, and contours that frame others and are no more than their copies. */
  overlaps: Overlap[];
  frames: Set<number>;
  /** Closed contours that touch or overlap others and are rings as they stand, each with its parity. */
  whole: WholeRing[];
}

/** How contours that overlap are read. */
export type Reading = "notch" | "hole" | "whole";

export interface Overlap {
  p: number;
  q: number;
  reading: Reading;
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

/** A notch is no larger than this share of its part, and this share of it lies in the part. */
const NOTCH = { size: 0.5, within: 0.5 };

export function decide(
  graph: Graph,
  faces: Faces,
  nesting: Nesting,
  sharedEdges: "parts" | "scores",
): Decisions {
  return new Judge(graph, faces, nesting, sharedEdges).run();
}

class Judge {
  private readonly graph: Graph;
  private readonly faces: Faces;
  private readonly nesting: Nesting;
  private readonly scored: boolean;
  private readonly decisions: Decisions;
  /** Bounded faces and edges of each block with several faces. */
  private readonly facesOf = new Map<number, number[]>();
  private readonly edgesOf = new Map<number, number[]>();

  constructor(graph: Graph, faces: Faces, nesting: Nesting, sharedEdges: "parts" | "scores") {
    this.graph = graph;
    this.faces = faces;
    this.nesting = nesting;
    this.scored = sharedEdges === "scores";
    this.decisions = {
      material: new Uint8Array(faces.areas.length),
      isHole: new Uint8Array(faces.blockCount),
      inner: new Uint8Array(graph.edgeCount),
      wasted: new Uint8Array(graph.edgeCount),
      overlaps: [],
      frames: new Set(),
      whole: [],
    };
    faces.counts.forEach((count, block) => {
      if (count === 2) return;
      this.facesOf.set(block, []);
      this.edgesOf.set(block, []);
    });
    faces.blockOf.forEach((block, face) => {
      if (face !== faces.outsides[block]) this.facesOf.get(block)?.push(face);
    });
    faces.blocks.forEach((block, edge) => {
      this.edgesOf.get(block)?.push(edge);
    });
  }

  run(): Decisions {
    const { parents } = this.nesting;
    const done = new Uint8Array(parents.length);
    for (let start = 0; start < parents.length; start++) {
      // From the outermost block that is not settled yet inwards.
      const path: number[] = [];
      for (let block = start; block >= 0 && done[block] === 0; ) {
        done[block] = 1;
        path.push(block);
        const parent = parents[block]!;
        block = parent < 0 ? -1 : this.faces.blockOf[parent]!;
      }
      for (let block = path.pop(); block !== undefined; block = path.pop()) this.settle(block);
    }
    return this.decisions;
  }

  private settle(block: number): void {
    const { material, isHole } = this.decisions;
    const parent = this.nesting.parents[block]!;
    const odd = parent >= 0 && material[parent] === 1;
    isHole[block] = Number(odd);
    const own = this.facesOf.get(block);
    if (!own) {
      material[this.faces.insides[block]!] = Number(!odd);
      return;
    }
    const holders = this.holders(block, own);
    if (this.onlyTouch(block)) {
      const holdings = new Holdings(own, holders, this.faces.areas);
      if (holdings.isNested()) {
        this.settleWhole(block, holders, holdings, odd);
        return;
      }
    }
    const frames = this.dropCopies(block, own, holders);
    const holdings = this.settled(block, own, holders);
    if (odd && frames === 0) {
      this.tellOverlaps(holdings, "hole");
      this.settleHole(block, holders, holdings);
    } else if (this.isDrawnOver(holdings)) {
      this.tellOverlaps(holdings, "whole");
      this.settleWhole(block, holders, holdings, odd);
    } else this.settleCells(block, holders, holdings);
  }

  /** Who holds what, but for contours too large to be a notch in the one they lie in: those divide it. */
  private settled(block: number, own: number[], holders: Map<number, Set<number>>): Holdings {
    const holdings = new Holdings(own, holders, this.faces.areas);
    if (!holdings.overlap()) return holdings;
    for (const edge of this.edgesOf.get(block)!) holdings.join(this.closedOn(edge));
    const dividing = [...holdings.shared()].flatMap((pair) => {
      const [p, q] = [holdings.sizes.get(pair.p)!, holdings.sizes.get(pair.q)!];
      if (!pair.beside || !holdings.isWithin(pair)) return [];
      return Math.min(p, q) < NOTCH.size * Math.max(p, q) * (1 - 1e-9) ? [] : [p < q ? pair.p : pair.q];
    });
    if (dividing.length === 0) return holdings;
    for (const face of own) for (const owner of dividing) holders.get(face)!.delete(owner);
    return this.settled(block, own, holders);
  }

  /** Whether two contours overlap of which neither can be a notch in the other. */
  private isDrawnOver(holdings: Holdings): boolean {
    for (const pair of holdings.shared()) {
      if (holdings.isWithin(pair)) continue;
      const [p, q] = [holdings.sizes.get(pair.p)!, holdings.sizes.get(pair.q)!];
      const [small, large] = [Math.min(p, q), Math.max(p, q)];
      if (pair.size < NOTCH.within * small || small > NOTCH.size * large) return true;
    }
    return false;
  }

  private tellOverlaps(holdings: Holdings, reading: Reading): void {
    for (const pair of holdings.shared()) {
      if (holdings.isHole(pair) || (reading === "whole" && holdings.isWithin(pair))) continue;
      this.decisions.overlaps.push({ p: pair.p, q: pair.q, reading });
    }
  }

  /** Makes one face of a block: all of its inner edges are no borders. */
  private merge(block: number): void {
    const { inner, material } = this.decisions;
    for (const edge of this.innerEdges(block)) inner[edge] = 1;
    for (const face of this.facesOf.get(block)!) material[face] = 1;
  }

  private *innerEdges(block: number): Generator<number> {
    const { left, outsides } = this.faces;
    const outside = outsides[block];
    for (const edge of this.edgesOf.get(block)!)
      if (left[2 * edge] !== outside && left[2 * edge + 1] !== outside) yield edge;
  }

  /** Closed contours of which an odd number of pieces lies on an edge. */
  private closedOn(edge: number): number[] {
    const { graph } = this;
    const found: number[] = [];
    const layers = [...graph.layers(edge), ...(graph.beside.get(edge) ?? [])];
    for (const layer of layers) {
      const owner = graph.owner(layer);
      if (owner < 0 || !graph.contours.isClosed(owner)) continue;
      const at = found.indexOf(owner);
      if (at >= 0) found.splice(at, 1);
      else found.push(owner);
    }
    return found;
  }

  /** The closed contours that hold each face: they change at the edges that belong to them. */
  private holders(block: number, own: number[]): Map<number, Set<number>> {
    const { left, outsides } = this.faces;
    const beside = new Map<number, [edge: number, other: number][]>();
    for (const edge of this.edgesOf.get(block)!) {
      const [p, q] = [left[2 * edge]!, left[2 * edge + 1]!];
      if (p === q) continue;
      for (const [face, other] of [
        [p, q],
        [q, p],
      ] as const) {
        const list = beside.get(face);
        if (list) list.push([edge, other]);
        else beside.set(face, [[edge, other]]);
      }
    }
    const holders = new Map<number, Set<number>>([[outsides[block]!, new Set()]]);
    // A map also visits what is added on the way.
    for (const [face, held] of holders) {
      for (const [edge, other] of beside.get(face) ?? []) {
        if (holders.has(other)) continue;
        const changed = new Set(held);
        for (const owner of this.closedOn(edge)) if (!changed.delete(owner)) changed.add(owner);
        holders.set(other, changed);
      }
    }
    for (const face of own) if (!holders.has(face)) holders.set(face, new Set());
    return holders;
  }

  /**
   * Contours that are all copies hold nothing: one drawn again as a whole, and the frame around others that fill it. How
   * many frames there are.
   */
  private dropCopies(block: number, own: number[], holders: Map<number, Set<number>>): number {
    const { graph } = this;
    const doubled = new Map<number, { edges: number; all: boolean; shared: Set<number> | null }>();
    for (const edge of this.edgesOf.get(block)!) {
      const closed = this.closedOn(edge);
      for (const owner of closed) {
        const others = closed.filter((other) => other !== owner);
        const known = doubled.get(owner) ?? { edges: 0, all: true, shared: null };
        doubled.set(owner, known);
        known.edges++;
        known.all &&= graph.copies[edge]! >= 0;
        known.shared = new Set(known.shared ? others.filter((other) => known.shared!.has(other)) : others);
      }
    }
    let frames = 0;
    for (const [owner, { edges, all, shared }] of [...doubled].sort(([p], [q]) => q - p)) {
      if (!all) continue;
      const again = [...shared!].some((other) => doubled.get(other)!.edges === edges && doubled.has(owner));
      const held = own.filter((face) => holders.get(face)!.has(owner));
      const filled = held.length > 1 && held.every((face) => holders.get(face)!.size > 1);
      if (!again && !filled) continue;
      doubled.delete(owner);
      for (const other of doubled.values()) other.shared?.delete(owner);
      for (const face of held) holders.get(face)!.delete(owner);
      if (!again) {
        frames++;
        this.decisions.frames.add(owner);
      }
    }
    return frames;
  }

  /** Whether a block consists of closed contours that share no line, but single places. */
  private onlyTouch(block: number): boolean {
    const { graph } = this;
    return this.edgesOf.get(block)!.every((edge) => {
      const owner = graph.owner(edge);
      return owner >= 0 && graph.copies[edge]! < 0 && graph.contours.isClosed(owner);
    });
  }

  /**
   * Closed contours are rings as if they met no others: a disc in a square is its hole, though nothing but corners is
   * left. Open curves among them divide nothing.
   */
  private settleWhole(
    block: number,
    holders: Map<number, Set<number>>,
    holdings: Holdings,
    odd: boolean,
  ): void {
    const { material, inner, whole } = this.decisions;
    const { counts, sizes } = holdings;
    const bySize = [...sizes.keys()].sort((p, q) => sizes.get(p)! - sizes.get(q)! || q - p);
    const rank = new Map(bySize.map((contour, i) => [contour, i]));
    const rings = new Map<number, WholeRing>();
    const over = !holdings.isNested();
    // From the largest, so that the smallest around each is settled before.
    for (let i = bySize.length - 1; i >= 0; i--) {
      const contour = bySize[i]!;
      const share = (other: number) => holdings.countOf(contour, other);
      const around = bySize.find(
        (other, at) => at > i && rings.has(other) && share(other) === counts.get(contour),
      );
      const parent = around ?? -1;
      const solid = around === undefined ? !odd : !rings.get(around)!.material;
      // Of holes that overlap the largest is one, the others are cuts that end in it.
      const siblings = [...rings.values()].filter((ring) => !ring.material && ring.parent === parent);
      if (!solid && siblings.some((ring) => share(ring.contour) > 0)) continue;
      rings.set(contour, { contour, block, material: solid, over, parent, faces: [] });
    }
    for (const face of this.facesOf.get(block)!) {
      const held = [...holders.get(face)!]
        .flatMap((contour) => rings.get(contour) ?? [])
        .sort((p, q) => rank.get(p.contour)! - rank.get(q.contour)!);
      // The smallest ring of material that none of its own holes takes the face from.
      const part = held.find(
        ({ contour, material: solid }) =>
          solid && !held.some((hole) => hole.parent === contour && !hole.material),
      );
      (part ?? held[0])?.faces.push(face);
      material[face] = Number(held.length > 0 ? part !== undefined : odd || this.hasLooseSide(face));
    }
    for (const edge of this.innerEdges(block)) inner[edge] = 1;
    whole.push(...rings.values());
  }

  private settleCells(block: number, holders: Map<number, Set<number>>, holdings: Holdings): void {
    const { material } = this.decisions;
    const own = this.facesOf.get(block)!;
    if (holdings.overlap()) {
      this.tellOverlaps(holdings, "notch");
      this.settleNotches(own, holders, holdings, false);
      return;
    }
    if (this.scored) {
      this.merge(block);
      return;
    }
    for (const face of own) material[face] = Number(holders.get(face)!.size > 0 || this.hasLooseSide(face));
  }

  /** Whether a face has a border that is no closed contour's: what lies between closed parts is no part itself. */
  private hasLooseSide(face: number): boolean {
    const { graph } = this;
    return halvesOf(this.faces, face).some((half) =>
      [...graph.layers(half >> 1)].some((layer) => {
        const owner = graph.owner(layer);
        return owner >= 0 && !graph.contours.isClosed(owner);
      }),
    );
  }

  /** One hole, but for what lies in it as a part lies in a hole: lines lead there, and else all would be waste. */
  private settleHole(block: number, holders: Map<number, Set<number>>, holdings: Holdings): void {
    const { inner, wasted, material } = this.decisions;
    const { left } = this.faces;
    this.settleNotches(this.facesOf.get(block)!, holders, holdings, true);
    for (const edge of this.innerEdges(block)) {
      if (material[left[2 * edge]!] === 1 || material[left[2 * edge + 1]!] === 1) continue;
      inner[edge] = 1;
      wasted[edge] = 1;
    }
  }

  /** What a notch holds is waste, also beyond the border; what lies in another one without a border in common is its hole. */
  private settleNotches(
    own: number[],
    holders: Map<number, Set<number>>,
    holdings: Holdings,
    odd: boolean,
  ): void {
    const { material } = this.decisions;
    const { sizes } = holdings;
    const notches = new Set<number>();
    for (const pair of holdings.shared())
      if (!holdings.isHole(pair)) notches.add(sizes.get(pair.p)! < sizes.get(pair.q)! ? pair.p : pair.q);
    for (const face of own) {
      const held = [...holders.get(face)!];
      const solid = held.length === 0 ? !odd && this.hasLooseSide(face) : held.length % 2 === Number(!odd);
      material[face] = Number(solid && !held.some((owner) => notches.has(owner)));
    }
  }
}
