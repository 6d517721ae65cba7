/** Tells of finds on the way to the parts, each with all places: gaps closed, overlaps, touches, copies, shared edges. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { rowAt } from "../basis/columns.ts";
import { READINGS } from "../basis/sentences.ts";
import { curveAt, curveLength } from "../curves/curves.ts";
import type { Settled } from "./decide.ts";
import { type Faces, halfEdges } from "./faces.ts";
import { FATE } from "./graph.ts";

const STRIP = { thick: 6, slender: 12 };

/** Tells of them, and returns the places where contours touch. */
export function tellArranged(settled: Settled): Point[] {
  const { graph, nesting, decisions, findings } = settled;
  const { contours, index } = graph;
  for (const curve of graph.points) {
    const { x0, y0 } = index.curve(curve);
    findings.note("zero-length-removed", { layer: contours.get(index.owners[curve]!).layer, at: [x0, y0] });
  }
  for (let edge = 0; edge < graph.firstRing; edge++) {
    if (graph.curves[edge]! >= 0) continue;
    const { x0, y0 } = graph.shape(edge);
    findings.note("ends-joined", { size: graph.lengths[edge]!, at: [x0, y0] });
  }
  tellOverlaps(settled);
  // Contours that are drawn over each other cross, and share no edge.
  const over = new Set(decisions.whole.flatMap((ring) => (ring.over ? [ring.block] : [])));
  const { left, blocks } = nesting.faces;
  const isSolid = (half: number) => left[half]! >= 0 && decisions.material[left[half]!] === 1;
  const isShared = (edge: number) => isSolid(2 * edge) && isSolid(2 * edge + 1) && !over.has(blocks[edge]!);
  tellCopies(settled, isShared);
  tellShared(settled, isShared);
  return tellTouches(settled);
}

/** Pairs of contours that overlap, with the places where they meet. */
function tellOverlaps({ graph, decisions, findings }: Settled): void {
  const { contours, contacts } = graph;
  const pairOf = (p: number, q: number) => Math.min(p, q) * contours.count + Math.max(p, q);
  const meetings = new Map<number, Point[]>(decisions.overlaps.map(({ p, q }) => [pairOf(p, q), []]));
  for (const p of new Set(decisions.overlaps.map(({ p, q }) => Math.min(p, q))))
    contacts.meetLater(p, (q, at) => meetings.get(pairOf(p, q))?.push(at));
  for (const { p, q, reading } of decisions.overlaps) {
    const later = Math.max(p, q);
    const places = meetings.get(pairOf(p, q))!;
    findings.note("contours-cross", {
      subject: READINGS[reading],
      places: places.length > 0 ? places : [contours.startOf(later)],
      layer: contours.get(later).layer,
    });
  }
}

/** Places where blocks meet, contours that are rings as they stand, or one of these itself. */
function tellTouches({ graph, nesting, decisions, findings }: Settled): Point[] {
  const places: Point[] = [];
  const tell = (at: Point, layer?: string) => {
    places.push(at);
    findings.note("contours-touch", { at, layer });
  };
  const { faces } = nesting;
  const { pinches, selfCrossing } = graph.contacts;
  for (const { contour, at } of pinches.found)
    if (graph.contacts.isRing(contour) && selfCrossing[contour] === 0)
      tell(at, graph.contours.layer(contour));
  const rings = new Set(decisions.whole.flatMap(({ contour, over }) => (over ? [] : [contour])));
  const { offsets } = faces.around;
  for (let node = 0; node + 1 < offsets.length; node++) {
    if (offsets[node + 1]! - offsets[node]! <= 2) continue;
    const here = rowAt(faces.around, node).filter((half) => faces.blocks[half >> 1]! >= 0);
    if (here.length <= 2) continue;
    const ownerOf = (half: number) => graph.owner(half >> 1);
    const blocksMeet = here.some((half) => faces.blocks[half >> 1] !== faces.blocks[here[0]! >> 1]);
    const ringsMeet = () =>
      here.some((half) => ownerOf(half) !== ownerOf(here[0]!)) &&
      here.some((half) => rings.has(ownerOf(half)));
    if (blocksMeet || (rings.size > 0 && ringsMeet())) tell([graph.nodes.xs[node]!, graph.nodes.ys[node]!]);
  }
  return places;
}

/** Curves that lie on others, whole or in part; a border between two parts may be there once for each of them. */
function tellCopies({ graph, findings }: Settled, isShared: (edge: number) => boolean): void {
  const { contours, index } = graph;
  const folded: number[] = [];
  const alone = new Uint8Array(index.ids.length);
  for (let edge = 0; edge < graph.firstRing; edge++) {
    if (graph.isCopy(edge)) continue;
    if (graph.copies[edge]! >= 0) folded.push(edge);
    else if (graph.curves[edge]! >= 0) alone[graph.curves[edge]!] = 1;
  }
  // An edge that others lie on all along goes first, the longest before all: a frame around cells.
  const rank = (edge: number) =>
    alone[graph.curves[edge]!] === 1 ? 0 : curveLength(index.curve(graph.curves[edge]!));
  const covered = new Map<number, number>();
  for (const kept of folded) {
    const most = isShared(kept) ? 2 : 1;
    // Most are there once for each of two neighbours.
    if (most === 2 && graph.copies[graph.copies[kept]!]! < 0) continue;
    const layers = [...graph.layers(kept)].filter((edge) => graph.curves[edge]! >= 0);
    if (layers.length <= most) continue;
    for (const edge of layers.sort((p, q) => rank(p) - rank(q) || p - q).slice(most))
      covered.set(graph.curves[edge]!, (covered.get(graph.curves[edge]!) ?? 0) + graph.lengths[edge]!);
  }
  for (const [number, length] of covered) {
    const curve = index.curve(number);
    const isWhole = length > curveLength(curve) - graph.options.weld;
    const layer = contours.layer(index.owners[number]!);
    findings.note(isWhole ? "duplicates-removed" : "overlaps-removed", { layer, at: curveAt(curve, 0.5) });
  }
}

/** Shared edges: borders that closed outlines draw, or that each of two parts has for itself, are plainly common cuts. */
function tellShared({ graph, nesting, findings }: Settled, isShared: (edge: number) => boolean): void {
  const { faces } = nesting;
  const { contours, lengths } = graph;
  const parts = new Set<number>();
  let [length, divided] = [0, 0];
  const edges: number[] = [];
  for (let edge = 0; edge < graph.firstRing; edge++) {
    if (graph.fates[edge] !== FATE.cut || !isShared(edge)) continue;
    parts.add(faces.left[2 * edge]!).add(faces.left[2 * edge + 1]!);
    length += graph.lengths[edge]!;
    const owners = Array.from(graph.layers(edge), (layer) => graph.owner(layer));
    if (owners.length < 2 && owners.some((owner) => owner >= 0 && !contours.isClosed(owner))) divided++;
    edges.push(edge);
  }
  const places = { length: edges.length, at: (i: number) => curveAt(graph.shape(edges[i]!), 0.5) };
  const severity = divided > 0 || [...parts].some((face) => isStrip(faces, lengths, face)) ? "check" : "note";
  if (parts.size > 0) findings.note("shared-edges", { count: parts.size, size: length, places, severity });
}

/** Whether a face is no thicker than sheets are (mm), and far longer: a part seen from the side, drawn at its edge. */
function isStrip(faces: Faces, lengths: Float64Array, face: number): boolean {
  const around = halfEdges(faces, face).reduce((sum, half) => sum + lengths[half >> 1]!, 0);
  const thickness = (2 * faces.areas[face]!) / around;
  return thickness <= STRIP.thick && around / 2 >= STRIP.slender * thickness;
}
