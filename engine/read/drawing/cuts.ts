/**
 * Which curves are cut, and what do they make? What is drawn twice is put aside first, then what is drawn around parts to tell
 * of them. What is left is arranged; where that makes parts, straight lines in them may be bends, and fills engraved.
 */
import type { ReadOptions } from "../../base/contract/read-options.ts";
import type { Point } from "../../base/contract/values/geometry.ts";
import { widened } from "../../base/geometry/box.ts";
import { type Arranged, arrange, outlinesAround } from "./arrangement/arrange.ts";
import type { Settled } from "./arrangement/decide.ts";
import { Findings } from "./basis/drawing-findings.ts";
import { makeFinder } from "./basis/finder.ts";
import { findAnnotation } from "./beside/annotation.ts";
import { findContainers } from "./beside/containers.ts";
import { findCountersinks, findHelpingLines } from "./beside/helping.ts";
import { layOut, type SeparateContours } from "./contacts/apart.ts";
import { type CopiedContours, tellCopies, withoutCopies } from "./copies.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { engraveFills } from "./fills.ts";
import { arrangedGround } from "./measure/ground.ts";
import type { DrawnText } from "./model/text.ts";
import { findDoubles } from "./outlines/doubles.ts";
import { closeGapped } from "./outlines/gapped.ts";
import { joinOutlines, type Outlines } from "./outlines/outlines.ts";
import { bendsAmong } from "./roles/bends.ts";
import type { BendNote } from "./roles/notes.ts";
import type { LayerRoles } from "./roles/roles.ts";
import { cutWhatIsThere, type Sorted, some, tellRoles } from "./roles/sort.ts";
import type { Tolerances } from "./tolerances.ts";

/** What is drawn, and what stands beside it, in millimetres. */
export interface DrawnContents {
  drawn: DrawnContours;
  texts: readonly DrawnText[];
  /** Texts that tell of bends. */
  notes: readonly BendNote[];
  /** Corners of filled triangles that draw no curve. */
  heads: readonly (readonly Point[])[];
  /** Bytes of the file. */
  size: number;
}

/** What of it has which role. */
interface Roled extends DrawnContents {
  sorted: Sorted;
  roles: LayerRoles;
  tolerances: Tolerances;
}

/** What is cut, arranged; all else is sorted anew by what it turned out to be. */
export function arrangeCuts(drawn: Roled, options: ReadOptions, findings: Findings): Arranged {
  return new CutLengths(drawn, options, findings).run();
}

/** Of the work that a drawing may ask for; what two kilobytes of blocks lay over each other is no drawing. */
const SHARE = { least: 0.1, bytes: 10_000_000 };

/** How often curves beside outlines that come apart are given back, before all of them are. */
const MOST_ROUNDS = 8;

class CutLengths {
  private readonly copies: CopiedContours = new Map();
  /** How what is cut lies, and its outlines, until something else is cut. */
  private known: {
    cut: readonly number[];
    laid: SeparateContours;
    outlines?: Outlines;
    gapless?: Outlines;
  } | null = null;

  constructor(
    private readonly of: Roled,
    private readonly options: ReadOptions,
    private readonly findings: Findings,
  ) {}

  run(): Arranged {
    const { drawn, sorted, roles, tolerances } = this.of;
    const { copies, findings } = this;
    cutWhatIsThere(drawn, sorted, roles, findings);
    this.setCopiesAside();
    const aids = this.setAsideWhatIsBeside();
    tellRoles(drawn, sorted, roles, findings);
    sorted.construction = sorted.construction.concat(aids);
    this.findBends();
    const makeParts = () => this.arrange().arranged.parts.length > 0;
    engraveFills(this.of, copies, makeParts, findings);
    const { arranged } = this.arrange(findings);
    arranged.lengths.duplicate += tellCopies(drawn, copies, tolerances.weld, findings);
    sorted.cut = sorted.cut.concat([...copies.keys()]);
    return arranged;
  }

  /** Without findings it is only asked what lies where. */
  private arrange(told?: Findings): { arranged: Arranged; settled: Settled } {
    const { drawn, sorted, size, tolerances } = this.of;
    const { cut } = sorted;
    const { shared_edges, trim_overshoots } = this.options;
    const { outlines } = this;
    const share = Math.min(1, SHARE.least + size / SHARE.bytes);
    const lookOf = (contour: number) => drawn.look(cut[outlines.sources[contour]!]!);
    const how = { ...tolerances, share, lookOf, shared_edges, trim_overshoots, isGround: !told };
    return arrange(outlines, how, told ?? new Findings());
  }

  /** Curves that are cut already are not looked at again. */
  private setCopiesAside(): void {
    const { drawn, sorted, tolerances } = this.of;
    const { kept, copies } = withoutCopies(drawn, sorted.cut, this.state.laid.lies, tolerances.sliver);
    if (copies.size > 0) sorted.cut = kept;
    const { cut } = sorted;
    const doubles = findDoubles(this.outlines, this.state.laid.contours, tolerances.kerf);
    if (doubles.size > 0) {
      const gone = this.leaveOut(new Set([...doubles.keys()].map((i) => cut[i]!)));
      for (const [copy, originals] of doubles) if (gone.has(cut[copy]!)) copies.set(cut[copy]!, originals);
    }
    for (const [copy, original] of copies) this.copies.set(copy, original);
  }

  /**
   * Takes some curves from what is cut, but those beside an outline that closed with them and closes no more. Returns the
   * curves that are taken.
   */
  private leaveOut(wanted: ReadonlySet<number>): ReadonlySet<number> {
    const { drawn, sorted, tolerances } = this.of;
    const { cut } = sorted;
    const closedBefore = this.withMostLeft(this.closing(), wanted);
    const gone = new Set(wanted);
    const places: Point[] = [];
    for (let round = 1; ; round++) {
      sorted.cut = cut.filter((number) => !gone.has(number));
      const closedAfter = this.closing();
      const opened = sorted.cut.filter((number) => closedBefore.has(number) && !closedAfter.has(number));
      if (opened.length === 0) break;
      places.push(...opened.map((number) => drawn.startOf(number)));
      const openedAt = makeFinder(opened, (number) => drawn.boundsOf(number), drawn.table.work);
      const isBeside = (number: number) =>
        openedAt(widened(drawn.boundsOf(number), tolerances.kerf)).length > 0;
      const beside = [...gone].filter((number) => round === MOST_ROUNDS || isBeside(number));
      for (const number of beside.length > 0 ? beside : [...gone]) gone.delete(number);
    }
    if (places.length > 0) this.findings.note("kept-closed", { count: wanted.size - gone.size, places });
    return gone;
  }

  /** The curves that are cut and lie on the outside of something closed, each with a number for that and its length there. */
  private closing(): Map<number, { block: number; length: number }> {
    const { drawn, sorted } = this.of;
    const { outlines } = this;
    const around = outlinesAround(this.arrange().settled);
    const closed = new Map<number, { block: number; length: number }>();
    for (const [i, number] of sorted.cut.entries()) {
      const outline = outlines.outlineOf[i]!;
      const piece = around.get(outline);
      const share = drawn.length(number) / outlines.contours.length(outline);
      if (piece) closed.set(number, { block: piece.block, length: share * piece.length });
      else if (outlines.contours.isClosed(outline))
        closed.set(number, { block: ~outline, length: drawn.length(number) });
    }
    return closed;
  }

  /** Of what is closed, that of which no more than half would be taken: a box of dimension lines is no outline. */
  private withMostLeft(
    closed: ReadonlyMap<number, { block: number; length: number }>,
    taken: ReadonlySet<number>,
  ): Set<number> {
    const balance = new Map<number, number>();
    for (const [number, { block, length }] of closed)
      balance.set(block, (balance.get(block) ?? 0) + (taken.has(number) ? -length : length));
    return new Set([...closed.keys()].filter((number) => balance.get(closed.get(number)!.block)! >= 0));
  }

  /** Looked for anew when what is cut has changed. */
  private get state() {
    const { drawn, sorted, tolerances } = this.of;
    if (this.known?.cut !== sorted.cut)
      this.known = { cut: sorted.cut, laid: layOut(some(drawn, sorted.cut), tolerances) };
    return this.known;
  }

  private get outlines(): Outlines {
    const { state } = this;
    state.outlines ??= this.joined(state.cut, state.laid);
    return state.outlines;
  }

  /** Outlines of which those that have come apart are closed. */
  private get gapless(): Outlines {
    const { state } = this;
    state.gapless ??= closeGapped(this.outlines, this.of.tolerances);
    return state.gapless;
  }

  /** The outlines of some of what is drawn. */
  private joined(numbers: readonly number[], laid: SeparateContours): Outlines {
    const { drawn, tolerances } = this.of;
    return joinOutlines(laid, (contour) => drawn.look(numbers[contour]!), tolerances);
  }

  /** Dashed lines are no cuts where they lie in a part that is made without them. */
  private findBends(): void {
    const { drawn, sorted, tolerances } = this.of;
    const { cut, dashed } = sorted;
    if (dashed.length === 0) return;
    const { arranged, settled } = this.arrange();
    if (arranged.parts.length > 0) {
      const outlines = this.joined(dashed, layOut(some(drawn, dashed), tolerances));
      bendsAmong(drawn, sorted, outlines, arrangedGround(settled), this.findings);
    } else {
      sorted.cut = cut.concat(dashed);
      this.setCopiesAside();
    }
    sorted.dashed = [];
  }

  /** Annotation, pages and sheets are no parts, unless somebody says so. Returns the curves that are left out. */
  private setAsideWhatIsBeside(): number[] {
    const { drawn, sorted, roles, texts, heads, tolerances } = this.of;
    const aside: number[] = [];
    const written = { texts, heads };
    const { annotation, frames, countersinks } = this.options;
    const containers: typeof findAnnotation = (...drawing) => findContainers(...drawing, frames as "leave");
    const stages = [
      ...(annotation === "cut" ? [] : [findAnnotation, findHelpingLines]),
      ...(frames === "cut" ? [] : [containers]),
      ...(countersinks === "cut" ? [] : [findCountersinks]),
    ];
    for (const find of stages) {
      const { gapless: outlines } = this;
      const found = find(outlines, written, tolerances.weld);
      const gone = new Set(found.flatMap((one) => one.outlines));
      const { cut } = sorted;
      const isLeft = (number: number, i: number) =>
        !gone.has(outlines.outlineOf[i]!) || roles.isChosen(drawn.marks(number));
      const left = gone.size > 0 ? cut.filter(isLeft) : cut;
      // Where nothing else is drawn it must be the part.
      if (gone.size > 0 && (left.length === cut.length || left.length === 0)) continue;
      for (const { told, code, place } of found)
        this.findings.note(code, { ...place, places: told.map((one) => outlines.contours.startOf(one)) });
      if (gone.size > 0) aside.push(...this.leaveOut(new Set(cut.filter((one, i) => !isLeft(one, i)))));
    }
    return aside;
  }
}
