/** Which rings bound each part? Outlines of material faces, with the blocks and rings that are holes in them. */
import type { Contours } from "../curves/contours.ts";
import { chainOf } from "./chains.ts";
import type { Settled, WholeRing } from "./decide.ts";
import { halfEdges } from "./faces.ts";
import { FATE } from "./graph.ts";

export interface ArrangedPart {
  /** Numbers of contours. */
  exterior: number;
  holes: number[];
  /** It lies in what another one leaves free. */
  isWithin: boolean;
}

export interface Made {
  parts: ArrangedPart[];
  /** Closed contours that cross themselves, by number of their ring. */
  selfCrossing: Set<number>;
  /** Length of all rings together, without the gaps that were closed; what two parts share counts twice. */
  inRings: number;
}

export const makeParts = (settled: Settled, out: Contours): Made => new PartMaker(settled, out).run();

class PartMaker {
  private readonly made: Made = { parts: [], selfCrossing: new Set(), inRings: 0 };
  /** Parts by what bounds them. */
  private readonly byFace: (ArrangedPart | undefined)[] = [];
  private readonly byContour = new Map<number, ArrangedPart>();
  /** Faces in contours that stay whole. */
  private readonly held = new Set<number>();
  /** Takes closed contours that lie alone, up to one: they bound parts, whatever faces there are, or are holes in each other. */
  private readonly addAlone: (end: number) => void;
  private readonly parts: Int32Array;
  private readonly holes: number[] = [];

  constructor(
    private readonly settled: Settled,
    private readonly out: Contours,
  ) {
    const { contacts, contours } = settled.graph;
    this.parts = new Int32Array(contours.count);
    this.addAlone = contacts.aloneInTurn(true, (contour) => {
      if (!contacts.isSolid(contour)) this.holes.push(contour);
      else this.parts[contour] = this.addPart(this.emitRing(contour), contacts.parentOf(contour));
    });
  }

  run(): Made {
    const { graph, nesting } = this.settled;
    const { parents, faces } = nesting;
    const { whole, material } = this.settled.decisions;
    for (const ring of whole) this.addWhole(ring);
    for (let face = 0; face < material.length; face++) {
      const edge = faces.firsts[face]! >> 1;
      if (graph.isRing(edge)) this.addAlone(graph.owner(edge));
      const isOutside = face === faces.outsides[faces.blockOf[face]!];
      if (material[face] === 0 || isOutside || this.held.has(face)) continue;
      const exterior = this.emitFace(face);
      const around = parents[faces.blockOf[face]!]!;
      if (exterior >= 0) this.byFace[face] = this.made.parts[this.addPart(exterior, around)];
    }
    this.addAlone(graph.contours.count);
    for (const hole of this.holes)
      this.made.parts[this.parts[graph.contacts.parentOf(hole)]!]!.holes.push(this.emitRing(hole));
    const wholeBlocks = new Set(whole.map(({ block }) => block));
    for (let block = 0; block < parents.length; block++) {
      const parent = parents[block]!;
      if (parent < 0 || material[parent] === 0 || wholeBlocks.has(block)) continue;
      const part = this.byFace[parent];
      const hole = part ? this.emitFace(faces.outsides[block]!) : -1;
      if (hole >= 0) part!.holes.push(hole);
    }
    for (const { contour, block, material: solid, parent } of whole) {
      if (solid) continue;
      const part = parent >= 0 ? this.byContour.get(parent) : this.byFace[parents[block]!];
      part?.holes.push(this.byContour.get(contour)!.exterior);
    }
    return this.made;
  }

  private addPart(exterior: number, around: number): number {
    return this.made.parts.push({ exterior, holes: [], isWithin: around >= 0 }) - 1;
  }

  private addWhole({ contour, block, parent, material, faces }: WholeRing): void {
    const { graph, nesting } = this.settled;
    const { firsts } = graph.index;
    for (let curve = firsts[contour]!; curve < firsts[contour + 1]!; curve++)
      for (let edge = graph.firstEdges[curve]!; edge >= 0 && graph.curves[edge] === curve; edge++)
        graph.fates[graph.kept[edge]!] = FATE.cut;
    const isWithin = Math.max(parent, nesting.parents[block]!) >= 0;
    const part: ArrangedPart = { exterior: this.emitRing(contour), holes: [], isWithin };
    if (material) this.made.parts.push(part);
    this.byContour.set(contour, part);
    for (const face of faces) {
      this.held.add(face);
      if (material) this.byFace[face] = part;
    }
  }

  private emitFace(face: number): number {
    const { graph, faces } = this.settled.nesting;
    const ring = faces.firsts[face]! >> 1;
    if (graph.isRing(ring)) {
      graph.fates[ring] = FATE.cut;
      return this.emitRing(graph.owner(ring));
    }
    const halves = halfEdges(faces, face);
    for (const half of halves) {
      graph.fates[half >> 1] = FATE.cut;
      if (graph.curves[half >> 1]! >= 0) this.made.inRings += graph.lengths[half >> 1]!;
    }
    const chain = chainOf(graph, halves, true);
    return chain ? this.out.add(chain) : -1;
  }

  /** A closed contour as it stands. */
  private emitRing(contour: number): number {
    const { contours, contacts } = this.settled.graph;
    const number = this.out.copy(contours, contour);
    this.made.inRings += contours.length(contour);
    if (contacts.selfCrossing[contour] === 1) this.made.selfCrossing.add(number);
    return number;
  }
}
