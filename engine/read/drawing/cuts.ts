/**
 * Which curves are cut, and what do they make? What is drawn twice is put aside first, then what is drawn around parts to tell
 * of them. What is left is arranged; where that makes parts, straight lines in them may be bends, and fills engraved.
 */
import type { ReadOptions } from "../../base/contract/read-options.ts";
import type { Bounds, Point } from "../../base/contract/values/geometry.ts";
import { boundsAt, roomAround } from "../../base/geometry/box.ts";
import { findAids } from "./aids/aids.ts";
import { type Arranged, arrange } from "./arrangement/arrange.ts";
import type { Settled } from "./arrangement/decide.ts";
import { finderOf } from "./basis/finder.ts";
import { Findings } from "./basis/findings.ts";
import { type Laid, layOut } from "./contacts/apart.ts";
import { type Copies, tellCopies, withoutCopies } from "./copies.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { engraveFills } from "./fills.ts";
import { groundOf } from "./measure/ground.ts";
import type { DrawnText } from "./model/text.ts";
import { findDoubles } from "./outlines/doubles.ts";
import { closeGapped } from "./outlines/gapped.ts";
import { joinOutlines, type Outlines } from "./outlines/outlines.ts";
import { findFrames } from "./paper/frame/frames.ts";
import { findInTitleBlocks } from "./paper/frame/title-blocks.ts";
import { findSheets } from "./paper/sheets.ts";
import { findTables } from "./paper/tables.ts";
import { findViews } from "./paper/views.ts";
import { TurnBack, wayOf } from "./paper/way.ts";
import { bendNoted, bendsAmong, linesOfNotes } from "./roles/bends.ts";
import type { BendNote } from "./roles/notes.ts";
import type { LayerRoles } from "./roles/roles.ts";
import { cutWhatIsThere, type Sorted, some, tellRoles } from "./roles/sort.ts";
import type { Tolerances } from "./tolerances.ts";

/** What is drawn, and what stands beside it, in millimetres. */
export interface Drawn {
  drawn: DrawnContours;
  texts: readonly DrawnText[];
  /** Texts that tell of bends. */
  notes: readonly BendNote[];
  /** Corners of filled triangles that draw no curve. */
  heads: readonly (readonly Point[])[];
  /** Places of dimensions that draw no curve. */
  measured: readonly (readonly Point[])[];
  /** Bytes of the file. */
  size: number;
}

/** What of it has which role. */
interface Roled extends Drawn {
  sorted: Sorted;
  roles: LayerRoles;
  tolerances: Tolerances;
}

/** What is cut, arranged; all else is sorted anew by what it turned out to be. */
export function arrangeCuts(drawn: Roled, options: ReadOptions, findings: Findings): Arranged {
  return new Cuts(drawn, options, findings).run();
}

/** Of the work that a drawing may ask for; what two kilobytes of blocks lay over each other is no drawing. */
const SHARE = { least: 0.1, bytes: 10_000_000 };

class Cuts {
  private readonly copies: Copies = new Map();
  /** How what is cut lies, and its outlines, until something else is cut. */
  private known: { cut: readonly number[]; laid: Laid; outlines?: Outlines; gapless?: Outlines } | null =
    null;

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
    const aids = this.setAidsAside();
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
    const { sharedEdges = "parts", trimOvershoots } = this.options;
    const { outlines } = this;
    const share = Math.min(1, SHARE.least + size / SHARE.bytes);
    const lookOf = (contour: number) => drawn.look(cut[outlines.sources[contour]!]!);
    const how = { ...tolerances, share, lookOf, sharedEdges, trimOvershoots, isGround: !told };
    return arrange(outlines, how, told ?? new Findings());
  }

  /** Curves that are cut already are not looked at again. */
  private setCopiesAside(): void {
    const { drawn, sorted, tolerances } = this.of;
    const { kept, copies } = withoutCopies(drawn, sorted.cut, this.state.laid.lies, tolerances.sliver);
    if (copies.size > 0) sorted.cut = kept;
    const { cut } = sorted;
    const doubles = findDoubles(this.outlines, this.state.laid.contours, tolerances.kerf);
    for (const [copy, originals] of doubles) copies.set(cut[copy]!, originals);
    if (doubles.size > 0) sorted.cut = cut.filter((_, i) => !doubles.has(i));
    for (const [copy, original] of copies) this.copies.set(copy, original);
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
  private joined(numbers: readonly number[], laid: Laid): Outlines {
    const { drawn, tolerances } = this.of;
    return joinOutlines(laid, (contour) => drawn.look(numbers[contour]!), tolerances);
  }

  /** Lines with a note and dashed ones are no cuts where they lie in a part that is made without them. */
  private findBends(): void {
    const { drawn, sorted, roles, notes, tolerances } = this.of;
    const { cut, dashed } = sorted;
    const noted = linesOfNotes(drawn, sorted, roles, notes, this.outlines, tolerances.weld);
    if (dashed.length + noted.length === 0) return;
    const aside = new Set(noted.flatMap(({ numbers }) => numbers));
    if (noted.length > 0) sorted.cut = cut.filter((number) => !aside.has(number));
    const { arranged, settled } = this.arrange();
    sorted.cut = cut;
    if (arranged.parts.length > 0) {
      const ground = groundOf(settled);
      bendNoted(drawn, sorted, noted, ground, this.findings);
      const outlines = this.joined(dashed, layOut(some(drawn, dashed), tolerances));
      bendsAmong(drawn, sorted, outlines, ground, this.findings);
    } else if (dashed.length > 0) {
      sorted.cut = cut.concat(dashed);
      this.setCopiesAside();
    }
    sorted.dashed = [];
  }

  /** Dimensions, centre marks, frames and sheets are no parts, unless the caller says that their layer is cut. Which curves. */
  private setAidsAside(): number[] {
    const { drawn, sorted, roles, texts, heads, tolerances } = this.of;
    const aside: number[] = [];
    const isFramed = (number: number) => roles.evidence(drawn.marks(number).layer)?.meaning === "frame";
    const frames: Bounds[] = [];
    const doubted: Point[] = [];
    const given = {
      measured: this.of.measured,
      texts,
      heads,
      bends: sorted.bend.map((number) => drawn.endsOf(number)),
      framed: some(drawn, sorted.construction.filter(isFramed)),
    };
    const way = wayOf(this.outlines.contours, texts);
    const turn = way && new TurnBack(way);
    const seen = turn ? turn.written(given) : given;
    const dimensions = seen.measured.map((places) => roomAround(places, 0));
    const written = {
      ...seen,
      textsAt: finderOf(seen.texts, ({ at }) => boundsAt(at)),
      textsAmid: finderOf(seen.texts, ({ spots }) => boundsAt(spots[1]!)),
    };
    // A frame holds all that is left when tables and aids are gone. Where texts are, lines of its title block would hang on
    // them as leaders do, or be a table, of which no border is told any more: so it is looked for before, too.
    const before = texts.length > 0 ? [findFrames, findTables] : [findTables];
    const asked = new Map<typeof findAids, Outlines>();
    for (const find of [findInTitleBlocks, ...before, findAids, findFrames, findSheets, findViews]) {
      const { gapless: outlines } = this;
      // Of what is as it was nothing else is found.
      if (asked.get(find) === outlines) continue;
      asked.set(find, outlines);
      const contours = turn ? turn.contours(outlines.contours) : outlines.contours;
      const found = find(
        { ...outlines, contours },
        { ...written, frames, dimensions, doubted },
        tolerances.weld,
      );
      frames.push(...found.flatMap(({ frame = [] }) => frame));
      const numbers = new Set(found.flatMap((one) => one.outlines));
      const { cut } = sorted;
      const isLeft = (number: number, i: number) =>
        !numbers.has(outlines.outlineOf[i]!) || roles.isChosen(drawn.marks(number));
      const left = numbers.size > 0 ? cut.filter(isLeft) : cut;
      // Where nothing else is drawn it must be the part.
      if (numbers.size > 0 && (left.length === cut.length || left.length === 0)) continue;
      for (const { code, place, told } of found) {
        this.findings.note(code, { ...place, places: told.map((one) => outlines.contours.startOf(one)) });
        if (code === "aids-unclear") doubted.push(...told.map((one) => contours.startOf(one)));
      }
      if (find === findAids) for (const number of numbers) dimensions.push(contours.boundsOf(number));
      for (const number of cut.filter((one, i) => !isLeft(one, i))) aside.push(number);
      sorted.cut = left;
    }
    return aside;
  }
}
