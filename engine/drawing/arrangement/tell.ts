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
  /** Blocks that are copies of the one around them. */
  dropped: ReadonlySet<number>;
  weld: number;
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

  private tellTouches(): void {
    const { graph, faces, findings, dropped } = this.from;
    for (let node = 0; node + 1 < faces.offsets.length; node++) {
      const [from, to] = [faces.offsets[node]!, faces.offsets[node + 1]!];
      const blocks = new Set<number>();
      for (let i = from; i < to; i++) {
        const block = faces.blocks[faces.around[i]! >> 1]!;
        if (!dropped.has(block)) blocks.add(block);
      }
      if (blocks.size > 1 || this.touches(node))
        findings.note("contours-touch", { at: [graph.nodes.xs[node]!, graph.nodes.ys[node]!] });
    }
  }

  /** Whether contours that are rings as they stand meet in a node. */
  private touches(node: number): boolean {
    const { whole } = this.decisions;
    if (whole.length === 0) return false;
    const { faces, graph } = this.from;
    const owners = new Set<number>();
    for (let i = faces.offsets[node]!; i < faces.offsets[node + 1]!; i++)
      owners.add(graph.owner(faces.around[i]! >> 1));
    return owners.size > 1 && whole.some(({ contour, over }) => !over && owners.has(contour));
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
    const { material, frames } = this.decisions;
    const { graph, faces, findings, contours, index, weld } = this.from;
    if (graph.copied === 0) return;
    const copied = new Map<number, number>();
    const framing = this.framingCurves();
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (graph.isCopy(edge) || graph.copies[edge]! < 0) continue;
      const [p, q] = [faces.left[2 * edge]!, faces.left[2 * edge + 1]!];
      const shared = p >= 0 && material[p] === 1 && material[q] === 1 && !this.over.has(faces.blocks[edge]!);
      const isFrame = (layer: number) =>
        Number(frames.has(graph.owner(layer)) || framing.has(graph.curves[layer]!));
      const layers = [...graph.layers(edge)].sort((m, n) => isFrame(m) - isFrame(n));
      for (const layer of layers.slice(shared ? 2 : 1)) {
        const curve = graph.curves[layer]!;
        copied.set(curve, (copied.get(curve) ?? 0) + graph.lengths[layer]!);
      }
    }
    for (const [curve, length] of copied) {
      if (curve < 0) continue;
      const shape = index.curve(curve);
      const whole = length >= curveLength(shape) * (1 - 1e-9) - 4 * weld;
      const { layer } = contours.get(index.owners[curve]!);
      findings.note(whole ? "duplicates-removed" : "overlaps-removed", { layer, at: curveAt(shape, 0.5) });
    }
  }

  /** Curves that several others cover without a rest, as the sides of a frame around neighbours. */
  private framingCurves(): Set<number> {
    const { graph } = this.from;
    const covers = new Map<number, Set<number> | null>();
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (graph.isCopy(edge)) continue;
      const layers = new Set([...graph.layers(edge)].map((layer) => graph.curves[layer]!));
      // Two others are enough to know: thousands of copies on one place would each list all of them.
      const few = [...layers].slice(0, 3);
      for (const curve of layers) {
        const known = covers.get(curve);
        if (layers.size < 2) covers.set(curve, null);
        else if (known === undefined) covers.set(curve, new Set([curve, ...few]));
        else for (const other of few) known?.add(other);
      }
    }
    return new Set(
      [...covers].flatMap(([curve, found]) => (found !== null && found.size > 2 ? [curve] : [])),
    );
  }

  private tellShared(): void {
    const { material } = this.decisions;
    const { graph, faces, fates, findings } = this.from;
    const parts = new Set<number>();
    let length = 0;
    const places: Point[] = [];
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      const [p, q] = [faces.left[2 * edge]!, faces.left[2 * edge + 1]!];
      if (fates[edge] !== FATE.cut || p < 0 || material[p] === 0 || material[q] === 0) continue;
      if (this.over.has(faces.blocks[edge]!)) continue;
      parts.add(p).add(q);
      length += graph.lengths[edge]!;
      places.push(curveAt(graph.shape(edge), 0.5));
    }
    if (parts.size > 0) findings.note("shared-edges", { count: parts.size, size: length, places });
  }
}
