/**
 * Which parts, holes and open cuts do the curves to be cut make? One arrangement answers: where curves meet they are
 * split, what lies on each other is folded, edges bound faces, faces nest, and what falls apart when the machine follows
 * the lines is a part.
 *
 * contacts of curves → graph → faces → nesting → decisions → rings and open chains. No millimetre is lost on the
 * way: every piece of every curve gets a fate.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { boxEdges, lies } from "../../../base/geometry/box.ts";
import { rowAt } from "../basis/columns.ts";
import { Findings } from "../basis/drawing-findings.ts";
import { endsOf } from "../basis/plane.ts";
import { millimetres } from "../basis/sentences.ts";
import { LIES, type SeparateContours } from "../contacts/apart.ts";
import { CurveContacts } from "../contacts/contacts.ts";
import { Contours } from "../curves/contours.ts";
import { curveAt, curveLength } from "../curves/curves.ts";
import type { OpenEnd } from "../model/drawing.ts";
import { type Made, makeParts } from "./arranged-parts.ts";
import { chainOf, openChains } from "./chains.ts";
import { foldSlivers, foldTails, keepClosed, liftDividers } from "./clean.ts";
import { decide, type Settled } from "./decide.ts";
import { isOutside } from "./faces.ts";
import { type ArrangeOptions, EdgeGraph, FATE } from "./graph.ts";
import { Nesting } from "./nesting.ts";
import { findOpenEnds, type OpenPath, tellOpenEnds } from "./open-ends.ts";
import { tellArranged } from "./tell.ts";

export interface Arranged extends Made {
  /** Rings of parts and open chains. */
  contours: Contours;
  open: number[];
  openEnds: OpenEnd[];
  /** Places where contours touch. */
  touches: Point[];
  /** Lengths by fate, in millimetres. */
  lengths: { cut: number; open: number; duplicate: number; overshoot: number; left_out: number };
}

/** Rounds of folding and lifting, each of which may show what the next has to do. */
const ROUNDS = 6;
/** Overshoots are no longer than this (mm) or this share of the drawing, or than this share of their curve. */
const OVERSHOOT = { length: 5, ofDrawing: 0.05, ofCurve: 0.1 };

/** Name of each fate in the account. */
const NAMES = ["left_out", "cut", "open", "duplicate", "overshoot"] as const;

export function arrange(
  laid: SeparateContours,
  options: ArrangeOptions,
): { arranged: Arranged; settled: Settled } {
  const findings = new Findings();
  // Where places will be looked for, all contours have faces.
  const lies = options.isGround ? laid.lies.map((lie) => Math.min(lie, LIES.apart)) : laid.lies;
  const contacts = new CurveContacts({ ...laid, lies }, options.weld);
  contacts.touchShort(options.join);
  const graph = new EdgeGraph(contacts, options);
  let nesting = cleaned(graph, findings);
  let decisions = decide(nesting);
  if (decisions.scores.length > 0) {
    for (const edge of decisions.scores) graph.fates[edge] = FATE.open;
    nesting = new Nesting(graph);
    decisions = decide(nesting);
  }
  const settled: Settled = { graph, nesting, decisions, findings };
  const out = new Contours(laid.contours.table, laid.contours.count);
  const made = makeParts(settled, out);
  const lengths = fateOfEdges(settled);
  const { wasted, ...found } = openPaths(settled, out, made.parts.length > 0);
  tellSheet(made, wasted, out, findings);
  const touches = tellArranged(settled);
  return { arranged: { ...made, ...found, contours: out, lengths, touches }, settled };
}

/** Contours with a piece on the outside of a block of faces, each with the block and how long the piece is. */
export function outlinesAround({ graph, nesting }: Settled): Map<number, { block: number; length: number }> {
  const { faces } = nesting;
  const found = new Map<number, { block: number; length: number }>();
  for (let edge = 0; edge < graph.firstRing; edge++) {
    const block = faces.blocks[edge]!;
    if (block < 0 || !isOutside(faces, edge)) continue;
    for (const layer of graph.layers(edge)) {
      const owner = graph.owner(layer);
      if (owner >= 0)
        found.set(owner, { block, length: graph.lengths[edge]! + (found.get(owner)?.length ?? 0) });
    }
  }
  return found;
}

export function isMaterial({ nesting, decisions }: Settled, place: Point): boolean {
  const face = nesting.faceAt(place);
  return face >= 0 && decisions.material[face] === 1;
}

/** Folds near-doubles and lifts dividers until the faces stay as they are; no step opens a ring that closed before it. */
function cleaned(graph: EdgeGraph, findings: Findings): Nesting {
  const kept = new Set<number>();
  let nesting = new Nesting(graph);
  for (let round = 0; round < ROUNDS; round++) {
    let changes = foldSlivers(nesting, kept);
    if (changes.length === 0 && graph.options.shared_edges !== "parts") changes = liftDividers(nesting, kept);
    if (changes.length === 0) break;
    let next = new Nesting(graph);
    const left = keepClosed(nesting, next.faces, changes, kept);
    if (left.length < changes.length) {
      findings.note("kept-closed", { count: changes.length - left.length });
      next = new Nesting(graph);
    }
    for (const { tell } of left) tell(findings);
    nesting = next;
  }
  return nesting;
}

/** Lengths by fate of edges in no ring: copies, edges in waste, tails beyond a corner, and open cuts. */
function fateOfEdges(settled: Settled): Arranged["lengths"] {
  const { graph, nesting, decisions, findings } = settled;
  const { fates } = graph;
  const crossing = new Set(decisions.overlaps.flatMap(({ p, q }) => [p, q]));
  for (const edge of decisions.inner) if (fates[edge] === FATE.none) fates[edge] = FATE.open;
  for (let edge = 0; edge < graph.firstRing; edge++) if (graph.isCopy(edge)) fates[edge] = FATE.duplicate;
  foldTails(nesting, findings);
  const degrees = graph.degrees((edge) => !graph.isRing(edge) && fates[edge] !== FATE.duplicate);
  const lengths = { cut: 0, open: 0, duplicate: 0, overshoot: 0, left_out: graph.lost };
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const length = graph.lengths[edge]!;
    const at = (): Point => curveAt(graph.shape(edge), 0.5);
    const isFree = fates[edge] === FATE.none;
    if (isFree && nesting.faces.blocks[edge]! >= 0) {
      fates[edge] = FATE.overshoot;
      if (graph.owner(edge) >= 0 && !crossing.has(graph.owner(edge)))
        findings.note("cuts-in-waste", { at: at(), layer: graph.layer(edge), length });
    } else if (fates[edge] === FATE.overshoot || (isFree && isOvershoot(settled, edge, degrees))) {
      fates[edge] = FATE.overshoot;
      findings.note("overshoots-left-out", { size: length, at: at(), layer: graph.layer(edge) });
    } else if (isFree) fates[edge] = FATE.open;
    if (graph.curves[edge]! >= 0) lengths[NAMES[fates[edge]!]!] += length;
  }
  for (let contour = 0; contour < graph.contours.count; contour++)
    if (graph.contacts.isAlone(contour))
      lengths[graph.contours.isClosed(contour) ? "cut" : "open"] += graph.contours.length(contour);
  return lengths;
}

/** The tail of a curve that goes on beyond a node, outside the material. */
function isOvershoot(settled: Settled, edge: number, degrees: Int32Array): boolean {
  const { graph, nesting } = settled;
  const { extent, join, trim_overshoots } = graph.options;
  const curve = graph.curves[edge]!;
  if (curve < 0) return false;
  const [from, to] = [graph.from[edge]!, graph.to[edge]!];
  const [a, b] = [graph.origins[2 * edge]!, graph.origins[2 * edge + 1]!];
  const node =
    from === 0 && to < 1 && degrees[a] === 1 ? b : to === 1 && from > 0 && degrees[b] === 1 ? a : -1;
  const { around, blocks } = nesting.faces;
  if (node < 0 || !rowAt(around, node).some((half) => blocks[half >> 1]! >= 0)) return false;
  const length = graph.lengths[edge]!;
  const whole = curveLength(graph.index.curve(curve));
  const slip = Math.min(OVERSHOOT.length, OVERSHOOT.ofDrawing * extent);
  const limit = trim_overshoots ?? Math.max(slip, OVERSHOOT.ofCurve * whole);
  // A tail is no longer than what it is the tail of.
  if (length > Math.min(limit, whole / 2)) return false;
  // A tail shorter than the gaps that are joined is a slip in material too.
  return length <= join || !isMaterial(settled, curveAt(graph.shape(edge), 0.5));
}

/** So many holes of a part around all with lines in them, and this share of all, tell that it may be a sheet. */
const SHEET = { holes: 3, share: 0.5 };

/** Asks about a part around all whose holes hold lines: what is cut within waste was meant to be within a part. */
function tellSheet({ parts }: Made, wasted: number, out: Contours, findings: Findings): void {
  if (wasted < SHEET.holes) return;
  const all = out.bounds();
  const around = parts.find(({ exterior }) => lies(all, out.boundsOf(exterior)));
  if (!around || wasted < SHEET.share * around.holes.length) return;
  const { exterior, holes } = around;
  const subject = boxEdges(out.boundsOf(exterior)).map(millimetres).join(" × ");
  findings.note("sheet-unclear", { ...out.placeOf(exterior), subject, count: holes.length });
}

/** Open cuts with their ends, and how many faces of waste hold any. */
function openPaths(
  settled: Settled,
  out: Contours,
  anyPart: boolean,
): Pick<Arranged, "open" | "openEnds"> & { wasted: number } {
  const { graph, nesting, decisions, findings } = settled;
  const { fates, nodes, lengths, origins, contacts, contours } = graph;
  const borders = new Uint8Array(nodes.count);
  for (let edge = 0; edge < graph.firstRing; edge++)
    if (fates[edge] === FATE.cut && nesting.faces.blocks[edge]! >= 0)
      borders[origins[2 * edge]!] = borders[origins[2 * edge + 1]!] = 1;
  const open: number[] = [];
  const paths: OpenPath[] = [];
  const wasted = new Set<number>();
  const take = (number: number, at: Point, face: number, free: OpenPath["free"]) => {
    open.push(number);
    const isSlit = face >= 0 && decisions.material[face] === 1;
    const [layer, length, ends] = [out.layer(number), out.length(number), endsOf(out.endsOf(number))];
    paths.push({ layer, length, ends, free, isSlit });
    if (face >= 0 && !isSlit) wasted.add(face);
    const code = isSlit ? "open-cuts" : face >= 0 ? "cuts-in-waste" : "open-outside";
    findings.note(code, { at, layer, length });
  };
  const takeAlone = contacts.aloneInTurn(false, (own) => {
    const at = curveAt(contours.table.look(contours.curveId(own, 0)), 0.5);
    take(out.copy(contours, own), at, -1, [true, true]);
  });
  const degrees = graph.degrees((edge) => fates[edge] === FATE.open);
  openChains(graph, borders, degrees, (halves) => {
    takeAlone(graph.owner(halves[0]! >> 1));
    const chain = chainOf(graph, halves, false);
    if (!chain) return;
    const longest = halves.reduce((best, half) => (lengths[half >> 1]! > lengths[best >> 1]! ? half : best));
    const [a, b] = [origins[halves[0]!]!, origins[halves.at(-1)! ^ 1]!];
    const at = curveAt(graph.shape(longest >> 1), 0.5);
    // Where others go on, as at the head of a T, nothing is open.
    const free = [a, b].map((node) => borders[node] === 0 && degrees[node] === 1) as OpenPath["free"];
    take(out.add(chain), at, anyPart ? nesting.faceAt(at) : -1, free);
  });
  takeAlone(contours.count);
  // The one open path, around all there is, is an outline that lacks a side.
  if (paths.length === 1) paths[0]!.isOutline = lies(out.bounds(), out.boundsOf(open[0]!));
  const openEnds = findOpenEnds(paths, graph.options.weld);
  tellOpenEnds(openEnds, graph.options.join, findings);
  return { open, openEnds, wasted: wasted.size };
}
