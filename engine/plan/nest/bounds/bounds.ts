/**
 * How many sheets are needed at least? All answers are proofs, of which the greatest counts: what parts use up of sheets
 * in several measures, seen through dual feasible functions (Fekete and Schepers 2001), which know that halves of parts
 * fill no rest; a clique of parts no two of which can share a sheet; and a linear program over what can.
 *
 * The folder:
 *
 *     candidate ─► holes ─► fillings ─► measures ─┐      meter   small equal steps
 *       └ circles                                 ├─► sheet-patterns ─► covering-program
 *       └► shifts ─► crowd ───────────────────────┤
 *       └► conflicts ─────────────────────────────┘
 */
import { BoundCandidate, type BoundPart, type BoundSheet } from "./candidate.ts";
import { Conflicts } from "./conflicts.ts";
import { Fillings } from "./fillings.ts";
import { closeHoles } from "./holes.ts";
import {
  areaMeasure,
  discMeasures,
  filledAreas,
  filledMeasure,
  measuresOfAll,
  type PartMeasure,
  sheetsBy,
} from "./measures.ts";
import { Meter } from "./meter.ts";
import { Patterns } from "./sheet-patterns.ts";

/** Elementary operations for all that is proven beside the search: a tenth of a second or so. */
const MOST_OPERATIONS = 5e7;

/** Sheets without which not all parts that fit some sheet can be placed: more by area, and more as proofs are found. */
export class SheetBound {
  private least = 0;
  private readonly fitting: BoundCandidate[] = [];
  private measures: PartMeasure[] = [];
  private readonly meter = new Meter(MOST_OPERATIONS);
  private readonly conflicts: Conflicts;

  constructor(
    private readonly parts: readonly BoundPart[],
    private readonly sheets: readonly BoundSheet[],
    private readonly gap: number,
  ) {
    this.conflicts = new Conflicts(sheets, gap);
  }

  /** Number of sheets that is proven to be needed so far. */
  get value(): number {
    return this.least;
  }

  /** Proves what areas say, a part at a time. */
  *open(): Generator<undefined, void> {
    for (const part of this.parts) {
      const candidate = new BoundCandidate(part);
      if (candidate.fitsSome(this.sheets)) {
        this.fitting.push(candidate);
        // It takes a sheet, whatever the others take.
        this.least = 1;
      }
      yield;
    }
    if (this.fitting.length === 0) return;
    this.measures = [areaMeasure(this.fitting, this.sheets, this.gap)];
    this.raise();
  }

  /** Proves more, in small equal steps. */
  *improve(): Generator<undefined, void> {
    if (this.fitting.length === 0) return;
    yield* this.measure();
    yield* this.findCliques();
    yield* this.pack();
  }

  /** By what parts use up of sheets in measures beside their area. */
  *measure(): Generator<undefined, void> {
    const { fitting, sheets, gap, meter } = this;
    const grown = filledAreas(fitting, gap);
    const rooms = yield* closeHoles(fitting, grown, gap, meter);
    if (!rooms) return;
    for (const part of fitting) yield* meter.spend(part.findCircles());
    const fillings = new Fillings(fitting, grown, rooms, gap);
    this.measures = [];
    const outside = [filledMeasure(grown, sheets, gap), ...discMeasures(fitting, grown, sheets, gap)];
    for (const measure of outside) {
      if (meter.empty) break;
      this.measures.push(...(yield* measuresOfAll(measure, fitting, fillings, meter)));
    }
    this.raise();
  }

  /** By parts no two of which can share a sheet. */
  findCliques(): Generator<undefined, void> {
    return this.raiseTo(this.conflicts.cliqueSizes(this.fitting));
  }

  /** By a linear program over what can share a sheet. */
  pack(): Generator<undefined, void> {
    const { fitting, measures, sheets, gap, conflicts, meter } = this;
    return this.raiseTo(new Patterns(fitting, measures, { sheets, gap, conflicts }).leasts(meter));
  }

  private *raiseTo(found: Iterable<number | undefined>): Generator<undefined, void> {
    for (const least of found) {
      if (least !== undefined) this.least = Math.max(this.least, least);
      else yield;
    }
  }

  private raise(): void {
    const quantities = this.fitting.map(({ source: { quantity } }) => quantity);
    for (const measure of this.measures) this.least = Math.max(this.least, sheetsBy(measure, quantities));
  }
}
