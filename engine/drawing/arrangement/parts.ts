/** Which rings bound each part? Outlines of material faces, with the blocks and rings that are holes in them. */
import type { Chain, Contours } from "../curves/contours.ts";
import { drawnLength } from "../curves/outline.ts";
import { chainOf } from "./chains.ts";
import { FATE } from "./clean.ts";
import type { Decisions, WholeRing } from "./decide.ts";
import { type Faces, halvesOf } from "./faces.ts";
import type { Graph } from "./graph.ts";
import type { Nesting } from "./nesting.ts";

export interface Part {
  /** Numbers of contours. */
  exterior: number;
  holes: number[];
}

/** What was decided, and where parts go to. */
export interface PartSources {
  graph: Graph;
  faces: Faces;
  nesting: Nesting;
  decisions: Decisions;
  fates: Uint8Array;
  out: Contours;
}

export interface Made {
  parts: Part[];
  /** Rings that cross themselves. */
  selfCrossing: Set<number>;
  /** Length of all rings without closed gaps. */
  inRings: number;
}

export class PartMaker {
  private readonly from: PartSources;
  private readonly made: Made = { parts: [], selfCrossing: new Set(), inRings: 0 };
  /** Parts by what bounds them: faces, and blocks as a whole after those. */
  private readonly byFace = new Map<number, Part>();
  private readonly byContour = new Map<number, Part>();
  /** Faces in contours that stay whole. */
  private readonly held = new Set<number>();

  constructor(from: PartSources) {
    this.from = from;
  }

  run(): Made {
    const { nesting, decisions } = this.from;
    for (const ring of decisions.whole) this.addWhole(ring);
    this.addFaces();
    const wholeBlocks = new Set(decisions.whole.map(({ block }) => block));
    nesting.parents.forEach((parent, block) => {
      if (decisions.isHole[block] === 0 || parent < 0 || wholeBlocks.has(block)) return;
      const part = this.partAt(parent);
      const hole = part && this.emitFace(this.from.faces.outsides[block]!);
      if (part && hole !== undefined && hole >= 0) part.holes.push(hole);
    });
    for (const { contour, block, material, parent } of decisions.whole) {
      if (material) continue;
      const part = parent >= 0 ? this.byContour.get(parent) : this.partAt(nesting.parents[block]!);
      part?.holes.push(this.byContour.get(contour)!.exterior);
    }
    return this.made;
  }

  /** The part that a face lies in. */
  private partAt(face: number): Part | undefined {
    return this.byFace.get(face) ?? this.byFace.get(this.keyOf(this.from.faces.blockOf[face] ?? -1));
  }

  /** A block as a whole, after all faces. */
  private keyOf(block: number): number {
    return this.from.faces.areas.length + block;
  }

  private addPart(exterior: number): Part {
    const part = { exterior, holes: [] };
    this.made.parts.push(part);
    return part;
  }

  private addWhole({ contour, material, faces }: WholeRing): void {
    const { graph, fates } = this.from;
    const { firsts } = graph.index;
    for (let curve = firsts[contour]!; curve < firsts[contour + 1]!; curve++)
      for (let edge = graph.firstEdges[curve]!; edge >= 0 && graph.curves[edge] === curve; edge++)
        fates[graph.kept[edge]!] = FATE.cut;
    const chain = graph.contours.get(contour);
    const number = this.emit(chain);
    this.made.inRings += drawnLength(graph.contours.table.run(chain.curves));
    const part = material ? this.addPart(number) : { exterior: number, holes: [] };
    this.byContour.set(contour, part);
    for (const face of faces) {
      this.held.add(face);
      if (material) this.byFace.set(face, part);
    }
  }

  private addFaces(): void {
    const { faces, decisions } = this.from;
    const merged = new Set<number>();
    for (let face = 0; face < faces.areas.length; face++) {
      const block = faces.blockOf[face]!;
      if (decisions.material[face] === 0 || face === faces.outsides[block] || this.held.has(face)) continue;
      // All of a block that is scored, not cut, is one part within its outside.
      const one =
        faces.counts[block]! > 2 && halvesOf(faces, face).some((half) => decisions.inner[half >> 1] === 1);
      if (one && merged.has(block)) continue;
      if (one) merged.add(block);
      const exterior = this.emitFace(one ? faces.outsides[block]! : face);
      if (exterior >= 0) this.byFace.set(one ? this.keyOf(block) : face, this.addPart(exterior));
    }
  }

  private emit(chain: Chain): number {
    this.from.out.add(chain);
    return this.from.out.count - 1;
  }

  private emitFace(face: number): number {
    const { graph, faces, fates } = this.from;
    const halves = halvesOf(faces, face);
    for (const half of halves) {
      fates[half >> 1] = FATE.cut;
      if (graph.curves[half >> 1]! >= 0) this.made.inRings += graph.lengths[half >> 1]!;
    }
    const chain = chainOf(graph, halves, true);
    if (!chain) return -1;
    const number = this.emit(chain);
    const edge = halves[0]! >> 1;
    if (graph.isRing(edge) && graph.index.selfCrossing[graph.owner(edge)] === 1)
      this.made.selfCrossing.add(number);
    return number;
  }
}
