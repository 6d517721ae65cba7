/**
 * Which parts, holes and open cuts do the curves to be cut make? One arrangement answers: where curves meet they are
 * split, what lies on each other is folded, edges bound faces, faces nest, and what falls apart when the machine follows
 * the lines is a part.
 *
 * index of curves → contacts → graph → faces → nesting → decisions → rings and open chains. No millimetre is lost on the
 * way: every piece of every curve gets a fate.
 */
import type { Point } from "../../contract/values/geometry.ts";
import type { Findings } from "../basis/findings.ts";
import { CurveIndex } from "../contacts/contacts.ts";
import { Contours } from "../curves/contours.ts";
import { curveAt, curveLength } from "../curves/curves.ts";
import type { OpenEnd } from "../model/drawing.ts";
import { chainOf, openChains } from "./chains.ts";
import { type Doubles, FATE, foldSlivers, liftDividers } from "./clean.ts";
import { type Decisions, decide } from "./decide.ts";
import { type Faces, findFaces } from "./faces.ts";
import { findOpenEnds, type OpenPath } from "./gaps.ts";
import { Graph } from "./graph.ts";
import { Nesting } from "./nesting.ts";
import { type Part, PartMaker } from "./parts.ts";
import { tellArranged } from "./tell.ts";

export interface ArrangeOptions {
  weld: number;
  /** Ends this close are joined, in millimetres. */
  join: number;
  /** Rings closer to each other than this are one drawn twice. */
  sliver: number;
  /** Diagonal of the drawing. */
  extent: number;
  sharedEdges: "parts" | "scores";
  /** Line ends beyond a corner, up to this length, are left out; by default 5 mm or a tenth of the curve. */
  trimOvershoots: number | undefined;
}

export interface Arranged {
  /** Rings of parts and open chains. */
  contours: Contours;
  parts: Part[];
  open: number[];
  openEnds: OpenEnd[];
  /** Lengths by fate, in millimetres. */
  lengths: { cut: number; open: number; duplicate: number; overshoot: number; left_out: number };
  /** Length of all rings together, without the gaps that were closed; what two parts share counts twice. */
  inRings: number;
  /** Whether a place lies in the material of a part. */
  inMaterial: (place: Point) => boolean;
  /** Whether a border of a part, or an open cut, comes this close to a place. */
  isNearBorder: (place: Point, reach: number) => boolean;
  /** Closed contours that cross themselves, by number of their ring in `contours`. */
  selfCrossing: Set<number>;
}

/** Rounds of folding and lifting, each of which may show what the next has to do. */
const ROUNDS = 6;
/** Overshoots are no longer than this (mm) or this share of the drawing, or than this share of their curve. */
const OVERSHOOT = { length: 5, ofDrawing: 0.05, ofCurve: 0.1 };

/** What each fate counts as. */
const NAMES = ["left_out", "cut", "open", "duplicate", "overshoot"] as const;

/** `lookOf` numbers layer, colour and line type of a contour. */
export function arrange(
  contours: Contours,
  lookOf: (contour: number) => number,
  options: ArrangeOptions,
  findings: Findings,
): Arranged {
  return new Arranger(contours, lookOf, options, findings).run();
}

class Arranger {
  private readonly contours: Contours;
  private readonly lookOf: (contour: number) => number;
  private readonly options: ArrangeOptions;
  private readonly findings: Findings;
  private readonly index: CurveIndex;
  private readonly graph: Graph;
  private readonly fates: Uint8Array;
  private readonly gone: Uint8Array;
  private faces: Faces;
  private readonly out: Contours;
  private readonly lengths = { cut: 0, open: 0, duplicate: 0, overshoot: 0, left_out: 0 };
  private material: Uint8Array | null = null;

  constructor(
    contours: Contours,
    lookOf: (contour: number) => number,
    options: ArrangeOptions,
    findings: Findings,
  ) {
    this.contours = contours;
    this.lookOf = lookOf;
    this.options = options;
    this.findings = findings;
    this.index = new CurveIndex(contours, options.weld);
    this.index.touchShort(options.join);
    this.graph = new Graph(contours, this.index, options);
    this.fates = new Uint8Array(this.graph.edgeCount);
    this.gone = new Uint8Array(this.graph.edgeCount);
    this.faces = findFaces(this.graph, this.gone);
    this.out = new Contours(contours.table);
  }

  run(): Arranged {
    this.clean();
    const nest = () => new Nesting(this.graph, this.faces, this.options.extent);
    let nesting = nest();
    if (this.foldRings(nesting)) {
      this.faces = findFaces(this.graph, this.gone);
      nesting = nest();
    }
    const decisions = decide(this.graph, this.faces, nesting, this.options.sharedEdges);
    this.material = decisions.material;
    const { graph, faces, fates, out } = this;
    const made = new PartMaker({ graph, faces, nesting, decisions, fates, out }).run();
    this.fateOfEdges(decisions, nesting);
    const { open, openEnds } = this.openPaths(nesting, decisions, made.parts.length > 0);
    const { index, findings, contours } = this;
    tellArranged({ graph, faces, fates, contours, index, findings }, decisions);
    return {
      contours: this.out,
      parts: made.parts,
      open,
      openEnds,
      lengths: this.lengths,
      inRings: made.inRings,
      inMaterial: (place) => {
        const face = nesting.faceAt(place);
        return face >= 0 && decisions.material[face] === 1;
      },
      isNearBorder: ([x, y], reach) => this.index.nearest(x, y, reach, () => true) !== null,
      selfCrossing: made.selfCrossing,
    };
  }

  /** Folds near-doubles and lifts dividers until the faces stay as they are. */
  private clean(): void {
    const { graph, fates, gone } = this;
    const doubles: Doubles = { places: [], looks: 0, apart: 0 };
    const lifted = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const edges = { graph, fates, gone, faces: this.faces };
      if (!foldSlivers(edges, this.options.sliver, doubles)) {
        const found = liftDividers(edges, this.lookOf);
        if (found.size === 0) break;
        for (const owner of found) lifted.add(owner);
      }
      this.faces = findFaces(graph, gone);
    }
    const { places, apart } = doubles;
    if (places.length > 0)
      this.findings.note("near-duplicates", { count: places.length, size: apart, places });
    for (const owner of lifted) {
      const { layer } = this.contours.get(owner);
      this.findings.note("dividers-kept-open", { subject: layer, layer, at: this.contours.startOf(owner) });
    }
    if (this.index.crowded) this.findings.note("too-many-crossings");
  }

  /** Of two rings that run beside each other all around the inner one is a copy. Whether there are any. */
  private foldRings({ parents }: Nesting): boolean {
    const { faces, graph, fates, gone } = this;
    const { areas, blocks, blockCount, blockOf, counts, insides } = faces;
    const lengths = new Float64Array(blockCount);
    for (let edge = 0; edge < graph.edgeCount; edge++)
      if (blocks[edge]! >= 0) lengths[blocks[edge]!]! += graph.lengths[edge]!;
    let found = false;
    const isCopy = Array.from(parents, (parent, block) => {
      if (parent < 0 || counts[block] !== 2 || counts[blockOf[parent]!] !== 2) return false;
      const size = (areas[parent]! - areas[insides[block]!]!) / lengths[block]!;
      if (size >= this.options.sliver) return false;
      const { x0, y0 } = graph.shape(faces.firsts[insides[block]!]! >> 1);
      this.findings.note("near-duplicates", { size, at: [x0, y0] });
      found = true;
      return true;
    });
    for (let edge = 0; found && edge < graph.edgeCount; edge++)
      if (blocks[edge]! >= 0 && isCopy[blocks[edge]!]) {
        fates[edge] = FATE.duplicate;
        gone[edge] = 1;
      }
    return found;
  }

  /** What is in no ring: copies, what lies in waste, tails beyond a corner, and open cuts. */
  private fateOfEdges({ inner, overlaps }: Decisions, nesting: Nesting): void {
    const { graph, fates, faces } = this;
    const crossing = new Set(overlaps.flatMap(({ p, q }) => [p, q]));
    const degrees = new Int32Array(graph.nodes.count);
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (graph.isCopy(edge) || fates[edge] === FATE.duplicate) continue;
      degrees[graph.origins[2 * edge]!]!++;
      degrees[graph.origins[2 * edge + 1]!]!++;
    }
    for (let edge = 0; edge < graph.edgeCount; edge++) {
      if (graph.isCopy(edge)) fates[edge] = FATE.duplicate;
      if (fates[edge] !== FATE.none) continue;
      if (faces.blocks[edge]! >= 0) {
        fates[edge] = inner[edge] === 1 ? FATE.open : FATE.overshoot;
        if (fates[edge] === FATE.overshoot && !crossing.has(graph.owner(edge))) this.tellWasted(edge);
      } else fates[edge] = this.isOvershoot(edge, degrees, nesting) ? FATE.overshoot : FATE.open;
    }
    for (let edge = 0; edge < graph.edgeCount; edge++)
      if (graph.curves[edge]! >= 0) this.lengths[NAMES[fates[edge]!]!] += graph.lengths[edge]!;
    this.lengths.left_out += graph.lost;
  }

  private tellWasted(edge: number): void {
    const owner = this.graph.owner(edge);
    if (owner < 0) return;
    const at = curveAt(this.graph.shape(edge), 0.5);
    const { layer } = this.contours.get(owner);
    this.findings.note("cuts-in-waste", { at, layer, length: this.graph.lengths[edge]! });
  }

  /** The tail of a curve that goes on beyond a node, outside the material. */
  private isOvershoot(edge: number, degrees: Int32Array, nesting: Nesting): boolean {
    const { graph, faces, options } = this;
    const curve = graph.curves[edge]!;
    if (curve < 0) return false;
    const [from, to] = [graph.from[edge]!, graph.to[edge]!];
    const [a, b] = [graph.origins[2 * edge]!, graph.origins[2 * edge + 1]!];
    const free =
      from === 0 && to < 1 && degrees[a] === 1 ? a : to === 1 && from > 0 && degrees[b] === 1 ? b : -1;
    if (free < 0) return false;
    const length = graph.lengths[edge]!;
    const whole = curveLength(this.index.curve(curve));
    const slip = Math.min(OVERSHOOT.length, OVERSHOOT.ofDrawing * options.extent);
    const limit = options.trimOvershoots ?? Math.max(slip, OVERSHOOT.ofCurve * whole);
    // A tail is no longer than what it is the tail of.
    if (length > limit || length > whole / 2) return false;
    const node = free === a ? b : a;
    if (faces.offsets[node + 1]! === faces.offsets[node]!) return false;
    const [x, y] = curveAt(graph.shape(edge), 0.5);
    const face = nesting.faceAt([x, y]);
    if (face >= 0 && this.material![face] === 1) return false;
    this.findings.note("overshoots-left-out", { size: length, at: [x, y], layer: this.layerOf(edge) });
    return true;
  }

  private layerOf(edge: number): string {
    return this.contours.get(this.graph.owner(edge)).layer;
  }

  private openPaths(
    nesting: Nesting,
    { material }: Decisions,
    anyPart: boolean,
  ): { open: number[]; openEnds: OpenEnd[] } {
    const { graph, fates, faces, findings } = this;
    const edges: number[] = [];
    for (let edge = 0; edge < graph.edgeCount; edge++) if (fates[edge] === FATE.open) edges.push(edge);
    const isBorder = (node: number) => {
      for (let i = faces.offsets[node]!; i < faces.offsets[node + 1]!; i++)
        if (fates[faces.around[i]! >> 1] === FATE.cut) return true;
      return false;
    };
    const open: number[] = [];
    const paths: OpenPath[] = [];
    for (const halves of openChains(graph, edges, isBorder)) {
      const chain = chainOf(graph, halves, false);
      if (!chain) continue;
      this.out.add(chain);
      open.push(this.out.count - 1);
      let [longest, length] = [halves[0]!, 0];
      for (const half of halves) {
        length += graph.lengths[half >> 1]!;
        if (graph.lengths[half >> 1]! > graph.lengths[longest >> 1]!) longest = half;
      }
      const middle = curveAt(graph.shape(longest >> 1), 0.5);
      const ends = [graph.origins[halves[0]!]!, graph.origins[halves.at(-1)! ^ 1]!];
      paths.push({
        layer: chain.layer,
        length,
        ends: ends.map((node): Point => [graph.nodes.xs[node]!, graph.nodes.ys[node]!]) as [Point, Point],
        free: ends.map((node) => !isBorder(node)) as [boolean, boolean],
      });
      const face = anyPart ? nesting.faceAt(middle) : -1;
      const place = { at: middle, layer: chain.layer, length };
      if (!anyPart || (face >= 0 && material[face] === 1)) findings.note("open-cuts", place);
      else findings.note(face >= 0 ? "cuts-in-waste" : "open-outside", place);
    }
    const openEnds = findOpenEnds(paths, this.options.weld);
    for (const { at, width, layer } of openEnds) findings.note("gaps-left-open", { at, size: width, layer });
    return { open, openEnds };
  }
}
