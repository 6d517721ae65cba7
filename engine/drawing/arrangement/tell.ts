/** What was found on the way to the parts? Each with all of its places: gaps closed, overlaps, touches, copies, shared edges. */
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import type { CurveIndex } from "../contacts/contacts.ts";
import type { Contours } from "../curves/contours.ts";
import { curveAt, curveLength } from "../curves/curves.ts";
import { FATE } from "./clean.ts";
import type { Decisions, Reading } from "./decide.ts";
import type { Faces } from "./faces.ts";
import type { Graph } from "./graph.ts";

/** What contours that overlap are taken for. */
const READ: Record<Reading, string> = {
  notch: "read as a notch: the larger less the smaller",
  hole: "read as one hole",
  whole: "each kept whole, as drawn over each other",
};

/** What was arranged, and where it is told. */
export interface Told {
  graph: Graph;
  faces: Faces;
  fates: Uint8Array;
  contours: Contours;
  index: CurveIndex;
  findings: Findings;
}

export function tellArranged(arranged: Told, decisions: Decisions): void {
  new Teller(arranged, decisions).run();
}

class Teller {
  private readonly from: Told;
  private readonly decisions: Decisions;
  /** Blocks of contours that are drawn over each other: they cross, and share no edge. */
  private readonly over: ReadonlySet<number>;

  constructor(from: Told, decisions: Decisions) {
    this.from = from;
    this.decisions = decisions;
    this.over = new Set(decisions.whole.flatMap((ring) => (ring.over ? [ring.block] : [])));
  }

  run(): void {
    const { graph, findings, contours, index } = this.from;
    for (const curve of graph.points) {
      const { x0, y0 } = index.curve(curve);
      const { layer } = contours.get(index.owners[curve]!);
      findings.note("zero-length-removed", { layer, at: [x0, y0] });
    }
    for (const { x, y, width } of graph.joints) findings.note("ends-joined", { size: width, at: [x, y] });
    const meetings = this.meetings();
    for (const { p, q, reading } of this.decisions.overlaps) {
      const later = Math.max(p, q);
      const places = meetings.get(this.pairOf(p, q))!;
      findings.note("contours-cross", {
        subject: READ[reading],
        places: places.length > 0 ? places : [contours.startOf(later)],
        layer: contours.get(later).layer,
      });
    }
    this.tellCopies();
    this.tellShared();
    this.tellTouches();
  }

  /** Places where blocks meet, or contours that are rings as they stand. */
  private tellTouches(): void {
    const { graph, faces, findings } = this.from;
    const rings = new Set(this.decisions.whole.flatMap(({ contour, over }) => (over ? [] : [contour])));
    for (let node = 0; node + 1 < faces.offsets.length; node++) {
      const here = faces.around.subarray(faces.offsets[node], faces.offsets[node + 1]);
      if (here.length <= 2) continue;
      const blocks = new Set(Array.from(here, (half) => faces.blocks[half >> 1]!));
      const owners = new Set(Array.from(here, (half) => graph.owner(half >> 1)));
      const ringsMeet = owners.size > 1 && [...owners].some((owner) => rings.has(owner));
      if (blocks.size > 1 || ringsMeet)
        findings.note("contours-touch", { at: [graph.nodes.xs[node]!, graph.nodes.ys[node]!] });
    }
  }

  /** Where pairs of contours that overlap meet, by `pairOf`. */
  private meetings(): Map<number, Point[]> {
    const { contacts, owners } = this.from.index;
    const found = new Map<number, Point[]>(
      this.decisions.overlaps.map(({ p, q }) => [this.pairOf(p, q), []]),
    );
    if (found.size === 0) return found;
    for (let i = 0; i < contacts.count; i++) {
      const [p, q] = [owners[contacts.curves[2 * i]!]!, owners[contacts.curves[2 * i + 1]!]!];
      found.get(this.pairOf(p, q))?.push([contacts.places[2 * i]!, contacts.places[2 * i + 1]!]);
    }
    return found;
  }

  private pairOf(p: number, q: number): number {
    return Math.min(p, q) * this.from.contours.count + Math.max(p, q);
  }

  /** Curves that lie on others, whole or in part; a border between two parts may be there once for each of them. */
  private tellCopies(): void {
    const { graph, findings, contours, index } = this.from;
    const tell = (code: "duplicates-removed" | "overlaps-removed", curve: number) => {
      const { layer } = contours.get(index.owners[curve]!);
      findings.note(code, { layer, at: curveAt(index.curve(curve), 0.5) });
    };
    // Of each edge with copies how many curves more lie there than are needed, and edges by those curves.
    const spare = new Map<number, number>();
    const covered = new Map<number, number[]>();
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (graph.isCopy(edge) || graph.copies[edge]! < 0) continue;
      const curves = [...graph.layers(edge)].map((layer) => graph.curves[layer]!);
      spare.set(edge, curves.length - (this.isShared(edge) ? 2 : 1));
      for (const curve of curves) {
        covered.set(curve, covered.get(curve) ?? []);
        covered.get(curve)!.push(edge);
      }
    }
    for (let edge = 0; edge < graph.edgeCount; edge++)
      if (graph.copies[edge]! < 0 && !graph.isCopy(edge)) covered.delete(graph.curves[edge]!);
    covered.delete(-1);
    // A frame around others before those, and of equal ones the last.
    const length = (curve: number) => curveLength(index.curve(curve));
    const removed = new Set<number>();
    for (const curve of [...covered.keys()].sort((p, q) => length(q) - length(p) || q - p)) {
      const edges = covered.get(curve)!;
      if (edges.some((edge) => spare.get(edge)! <= 0)) continue;
      for (const edge of edges) spare.set(edge, spare.get(edge)! - 1);
      tell("duplicates-removed", curve);
      removed.add(curve);
    }
    const shortened = new Set<number>();
    for (const [edge, count] of spare) {
      const curves = [...graph.layers(edge)].map((layer) => graph.curves[layer]!);
      const left = curves.filter((curve) => curve >= 0 && !removed.has(curve));
      for (const curve of left.slice(left.length - Math.max(0, count))) shortened.add(curve);
    }
    for (const curve of shortened) tell("overlaps-removed", curve);
  }

  /** Whether parts lie on both sides of an edge, whose border it is. */
  private isShared(edge: number): boolean {
    const { material } = this.decisions;
    const { left, blocks } = this.from.faces;
    const [p, q] = [left[2 * edge]!, left[2 * edge + 1]!];
    return p >= 0 && material[p] === 1 && material[q] === 1 && !this.over.has(blocks[edge]!);
  }

  private tellShared(): void {
    const { graph, faces, fates, findings } = this.from;
    const parts = new Set<number>();
    let length = 0;
    const places: Point[] = [];
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (fates[edge] !== FATE.cut || !this.isShared(edge)) continue;
      parts.add(faces.left[2 * edge]!).add(faces.left[2 * edge + 1]!);
      length += graph.lengths[edge]!;
      places.push(curveAt(graph.shape(edge), 0.5));
    }
    if (parts.size > 0) findings.note("shared-edges", { count: parts.size, size: length, places });
  }
}
