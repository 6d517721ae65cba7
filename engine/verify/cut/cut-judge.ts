/**
 * Judges plans of bars: patterns with counts, trims, remnants, limits of a bar, offcuts before new stock, mitres, and
 * whether bound, gap and status agree. Does not judge how good a plan could be.
 */
import type {
  CutPattern,
  CutPlan,
  CutPlanPiece,
  CutPlanRequest,
  CutPlanRequestInput,
  CutPlanStock,
} from "../../base/contract/cut-plan.ts";
import { checkAnswer, takenAs } from "../../base/contract/options.ts";
import type { DecimalGrid } from "../decimal.ts";
import { PERCENT_TOLERANCE, proofFaults, saysPercent } from "../proof.ts";
import { completedCut } from "./cut-request.ts";
import { endsOf, type JudgedSaw, lengthKey, shapeOf } from "./mitre.ts";
import { CutPlanTally, type StockGroup, stockKey } from "./tally.ts";

export type CutPlanViolationCode =
  | "count"
  | "unknown-stock"
  | "unknown-piece"
  | "empty-bar"
  | "capacity"
  | "position"
  | "used-length"
  | "waste"
  | "offcut"
  | "utilization"
  | "cut-order"
  | "patterns-apart"
  | "max-pieces"
  | "max-lengths"
  | "stock-limit"
  | "piece-count"
  | "unplaced"
  | "unplaced-but-fits"
  | "summary"
  | "objective"
  | "status";

/** One thing that is wrong with a plan of bars. */
export interface CutViolation {
  code: CutPlanViolationCode;
  /** One sentence for people. */
  message: string;
  /** Position in `patterns`. */
  pattern?: number;
}

/** Judgement of a plan of bars. */
export interface CutReport {
  ok: boolean;
  violations: CutViolation[];
  placed_pieces: number;
  unplaced_pieces: number;
}

/** Patterns and their sums, without remnants and proof. */
export interface BarsPlan extends Pick<CutPlan, "kerf" | "summary" | "unplaced"> {
  patterns: BarsPattern[];
}
type BarsPattern = Omit<CutPattern, "offcut">;

/** Faults of the bars, and their sums. */
export interface BarsVerdict {
  violations: CutViolation[];
  placed_pieces: number;
  unplaced_pieces: number;
  total_stock_length: number;
  total_waste: number;
  total_cost: number;
}

/** Free length of a bar, for pieces that were left out. */
interface FreeLength {
  room: bigint;
  pieces: number;
  /** Lengths and angles. */
  lengths: Set<string>;
  pattern: number;
}

/** Pieces of one entry of the request that have no place. */
interface MissingPieces {
  count: number;
  /** False where lengths are too fine to say whether they fit a stock. */
  certain: boolean;
}

const MONEY_TOLERANCE = 1e-12;
/** The judge stops reporting after this many faults. */
const MAX_VIOLATIONS = 1000;

/** Judges an answer of `cut` for a request as the solver takes it. @throws EngineError INVALID_INPUT for no such request */
export function verifyCut(request: CutPlanRequestInput, plan: CutPlan): CutReport {
  checkAnswer("plan", plan, "cut", ["patterns", "unplaced"]);
  const asked = completedCut(request);
  return takenAs("plan", "a plan of cut", () => judgeCutPlan(asked, plan));
}

/** As `verifyCutPlan`, for a request that is known to be one. */
export function judgeCutPlan(request: CutPlanRequest, plan: CutPlan): CutReport {
  return new CutPlanCheck(request).run(plan);
}

/** Judges the bars alone, as an answer of /v1 has them. `nameOf` names a pattern in messages. */
export function judgeBars(
  request: CutPlanRequest,
  plan: BarsPlan,
  nameOf: (pattern: number) => string,
): BarsVerdict {
  const check = new CutPlanCheck(request, nameOf);
  check.checkBars(plan);
  return check.verdict(plan);
}

class CutPlanCheck {
  private readonly violations: CutViolation[] = [];
  private readonly tally: CutPlanTally;
  private readonly grid: DecimalGrid;
  private readonly saw: JudgedSaw;
  private readonly rests: FreeLength[] = [];
  private readonly maxPieces: number;
  private readonly maxLengths: number;
  private readonly minOffcut: bigint;
  private totals = { bars: 0, pieces: 0, length: 0n, cut: 0n, waste: 0n, offcut: 0n };

  constructor(
    private readonly request: CutPlanRequest,
    private readonly nameOf = (pattern: number) => `Pattern ${pattern}`,
  ) {
    const { options = {} } = request;
    this.tally = new CutPlanTally(request);
    this.grid = this.tally.grid;
    this.saw = this.tally.saw;
    this.maxPieces = options.max_pieces ?? Infinity;
    this.maxLengths = options.max_lengths ?? Infinity;
    this.minOffcut = this.grid.steps(options.min_offcut ?? 0);
  }

  run(plan: CutPlan): CutReport {
    const missing = this.checkBars(plan);
    this.checkRemnants(plan);
    this.checkProof(plan, missing);
    const { violations, placed_pieces, unplaced_pieces } = this.verdict(plan);
    return { ok: violations.length === 0, violations, placed_pieces, unplaced_pieces };
  }

  /** Checks what plans and answers of /v1 both say. Returns the pieces without a place that fit a stock. */
  checkBars(plan: BarsPlan): MissingPieces[] {
    const seen = new Set<string>();
    plan.patterns.forEach((pattern, p) => {
      const key = JSON.stringify([stockKey(pattern), pattern.cuts]);
      if (seen.has(key)) this.report("patterns-apart", `${this.nameOf(p)} equals an earlier one`, p);
      seen.add(key);
      this.checkPattern(pattern, p);
    });
    this.checkLimits();
    const missing = this.checkUnplaced(plan);
    this.checkSummary(plan);
    return missing;
  }

  verdict({ unplaced }: BarsPlan): BarsVerdict {
    return {
      violations: this.violations,
      placed_pieces: this.totals.pieces,
      unplaced_pieces: unplaced.reduce((sum, { count }) => sum + count, 0),
      total_stock_length: this.grid.number(this.totals.length),
      total_waste: this.grid.number(this.totals.waste),
      total_cost: this.tally.sumOver(({ cost }) => cost),
    };
  }

  private checkPattern(pattern: BarsPattern, p: number): void {
    const { count, cuts } = pattern;
    if (!Number.isInteger(count) || count < 1) {
      this.report("count", `${this.nameOf(p)} is there ${count} times`, p);
      return;
    }
    const group = this.tally.stockOf(pattern);
    if (!group) {
      this.report(
        "unknown-stock",
        `${this.nameOf(p)}: no stock ${pattern.stock_id} has its length and trims`,
        p,
      );
      return;
    }
    group.used += count;
    const { reach, kerf } = this.checkCuts(pattern, p);
    // The last piece needs no kerf of its own, but takes what is left of it.
    if (reach > group.room + this.grid.slack) {
      this.report("capacity", `${this.nameOf(p)} holds more than its ${group.stock.length}`, p);
    }
    const used = reach + kerf < group.room ? reach + kerf : group.room;
    const rest = group.room - this.saw.trusted(pattern.used_length, used);
    const pieces = cuts.reduce((sum, run) => sum + run.count, 0);
    const lengths = new Set(cuts.map((run) => lengthKey(run.length, endsOf(run))));
    if (pieces > this.maxPieces) this.report("max-pieces", `${this.nameOf(p)} has ${pieces} pieces`, p);
    if (lengths.size > this.maxLengths)
      this.report("max-lengths", `${this.nameOf(p)} has ${lengths.size} lengths`, p);
    this.rests.push({ room: rest, pieces, lengths, pattern: p });
    this.checkNumbers(pattern, p, group, rest);
    const copies = BigInt(count);
    this.totals.bars += count;
    this.totals.pieces += count * pieces;
    this.totals.length += copies * group.length;
    this.totals.offcut += copies * this.offcutOf(rest);
    this.totals.waste += copies * (group.length - (group.room - rest));
  }

  private checkNumbers(pattern: BarsPattern, p: number, group: StockGroup, rest: bigint): void {
    const used = group.room - rest;
    const name = this.nameOf(p);
    this.checkPatternLength("used-length", pattern.used_length, used, p);
    this.checkPatternLength("waste", pattern.waste, group.length - used, p);
    if (pattern.used_length > group.stock.length)
      this.report("used-length", `More of ${name} is used than there is`, p);
    const utilization = (100 * this.grid.number(used)) / group.stock.length;
    if (!saysPercent(pattern.utilization, utilization, this.percentTolerance(group.stock.length))) {
      this.report("utilization", `${name} is used by ${utilization} %, not ${pattern.utilization}`, p);
    }
  }

  /** The length that is left of each bar is an offcut where it is long enough. */
  private checkRemnants({ patterns, total_offcut }: CutPlan): void {
    const { bars, offcut } = this.totals;
    for (const { room, pattern } of this.rests)
      this.checkPatternLength("offcut", patterns[pattern]!.offcut, this.offcutOf(room), pattern);
    this.checkTotal("total_offcut", total_offcut, offcut, bars);
  }

  private offcutOf(rest: bigint): bigint {
    return rest >= this.minOffcut ? rest : 0n;
  }

  private percentTolerance(length: number): number {
    return PERCENT_TOLERANCE + (length > 0 ? (100 * this.grid.tolerance) / length : 0);
  }

  /** How far the last piece reaches from the trim on, and the kerf behind it. */
  private checkCuts({ cuts, count, trim_start }: BarsPattern, p: number): { reach: bigint; kerf: bigint } {
    if (cuts.length === 0) this.report("empty-bar", `${this.nameOf(p)} has no cuts`, p);
    const start = this.grid.steps(trim_start);
    let position = start;
    let kerf = 0n;
    let before = Infinity;
    let shape = "";
    let last: number | undefined;
    for (const run of cuts) {
      const ends = endsOf(run);
      const group = this.tally.pieceOf(run);
      if (!group) {
        this.report("unknown-piece", `${this.nameOf(p)}: no piece ${run.piece_id} is ${run.length} long`, p);
        continue;
      }
      if (!Number.isInteger(run.count) || run.count < 1) {
        this.report("count", `${this.nameOf(p)} has ${run.count} pieces ${run.piece_id}`, p);
        continue;
      }
      if (last !== undefined) position += this.saw.gap(last, ends[0]);
      if (!this.saw.lies(run.position, position)) {
        const place = this.grid.number(position);
        this.report(
          "position",
          `${run.piece_id} of ${this.nameOf(p)} is at ${run.position}, not at ${place}`,
          p,
        );
      }
      if (shapeOf(ends) === shape && run.length > before) {
        this.report("cut-order", `${this.nameOf(p)} has a longer cut behind a shorter one`, p);
      }
      [before, shape, last] = [run.length, shapeOf(ends), ends[1]];
      const copies = BigInt(run.count);
      position = this.saw.trusted(run.position, position);
      position += copies * this.saw.length(run.length, ends) + (copies - 1n) * this.saw.gap(ends[1], ends[0]);
      kerf = this.saw.kerf(ends[1]);
      group.placed += run.count * count;
      this.totals.cut += BigInt(run.count * count) * group.length;
    }
    return { reach: position - start, kerf };
  }

  private checkLimits(): void {
    for (const { stock, entries, used } of this.tally.stocks.values()) {
      const limit = entries.reduce((sum, { quantity }) => sum + quantity, 0);
      if (used > limit) this.report("stock-limit", `${used} of ${limit} bars of ${stock.id} are used`);
    }
    for (const [key, { entries, placed }] of this.tally.pieces) {
      const wanted = entries.reduce((sum, { quantity }) => sum + quantity, 0);
      if (placed > wanted) this.report("piece-count", `${placed} of ${wanted} pieces ${key} are cut`);
    }
  }

  /** Returns the pieces without a place that fit a stock, for certain or perhaps. */
  private checkUnplaced({ unplaced }: BarsPlan): MissingPieces[] {
    const left = this.tally.missing();
    const expected = this.request.pieces.flatMap(({ id }, at) =>
      left[at]! > 0 ? [{ piece_id: id, count: left[at]! }] : [],
    );
    if (JSON.stringify(expected) !== JSON.stringify(unplaced)) {
      this.report("unplaced", "unplaced is not the list of the missing pieces in input order");
    }
    const widest = [...this.tally.stocks.values()].reduce(
      (most, { room }) => (room > most ? room : most),
      0n,
    );
    return this.request.pieces.flatMap((piece, at) => {
      const steps = this.saw.length(piece.length, endsOf(piece));
      const spare = widest - steps;
      if (left[at] === 0 || spare < -this.grid.slack) return [];
      this.checkFitsNowhere(piece, steps);
      return [{ count: left[at]!, certain: spare >= this.grid.slack }];
    });
  }

  private checkFitsNowhere(piece: CutPlanPiece, steps: bigint): void {
    const { id } = piece;
    const needed = steps + this.grid.slack + this.saw.widestGap;
    const key = lengthKey(piece.length, endsOf(piece));
    const allowed = ({ pieces, lengths }: FreeLength) =>
      pieces < this.maxPieces && (lengths.has(key) || lengths.size < this.maxLengths);
    const free = [...this.tally.stocks.values()].some(
      ({ entries, used, room }) =>
        room >= needed && used < entries.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    if (free) this.report("unplaced-but-fits", `${id} is left out, but fits a bar that is not used`);
    if (this.rests.some((rest) => rest.room >= needed && allowed(rest))) {
      this.report("unplaced-but-fits", `${id} is left out, but fits the rest of a bar`);
    }
  }

  private checkSummary({ summary, kerf, unplaced }: BarsPlan): void {
    const { bars, length, cut, waste } = this.totals;
    if (kerf !== this.request.kerf) this.report("summary", `kerf is ${kerf}, not ${this.request.kerf}`);
    if (summary.stocks_used !== bars) {
      this.report("summary", `stocks_used is ${summary.stocks_used}, not ${bars}`);
    }
    if (summary.all_pieces_placed !== (unplaced.length === 0)) {
      this.report("summary", `all_pieces_placed is ${summary.all_pieces_placed}, which is wrong`);
    }
    this.checkTotal("total_stock_length", summary.total_stock_length, length, bars);
    this.checkTotal("total_cut_length", summary.total_cut_length, cut, this.totals.pieces);
    this.checkTotal("total_waste", summary.total_waste, waste, bars);
    const percent = length === 0n ? 0 : (100 * this.grid.number(waste)) / this.grid.number(length);
    const average = this.grid.number(length) / Math.max(1, bars);
    if (!saysPercent(summary.waste_percent, percent, this.percentTolerance(average))) {
      this.report("summary", `waste_percent is ${summary.waste_percent}, but should be ${percent}`);
    }
    this.checkSum(
      "summary",
      "total_cost",
      summary.total_cost,
      this.tally.sumOver(({ cost }) => cost),
    );
  }

  private checkProof(plan: CutPlan, missing: MissingPieces[]): void {
    const byCost = this.request.optimize === "cost" && this.request.stocks.some(({ cost }) => cost > 0);
    const counted = (stock: CutPlanStock) =>
      this.tally.isNew(stock) ? (byCost ? stock.cost : stock.length) : 0;
    this.checkSum("objective", "objective", plan.objective, this.tally.sumOver(counted));
    const certain = missing.filter((kind) => kind.certain).length;
    for (const { code, message } of proofFaults(plan, certain, missing.length - certain))
      this.report(code, message);
  }

  private checkSum(code: CutPlanViolationCode, name: string, value: number, exact: number): void {
    if (Math.abs(value - exact) <= MONEY_TOLERANCE * exact) return;
    this.report(code, `${name} is ${value}, but should be ${exact}`);
  }

  private checkPatternLength(
    code: "used-length" | "waste" | "offcut",
    value: number,
    steps: bigint,
    p: number,
  ): void {
    if (this.saw.agrees(value, steps, 1)) return;
    const name = `${code.replace("-", "_")} of ${this.nameOf(p)}`;
    this.report(code, `${name} is ${value}, but should be ${this.grid.number(steps)}`, p);
  }

  private checkTotal(name: string, value: number, steps: bigint, terms: number): void {
    if (this.saw.agrees(value, steps, terms)) return;
    this.report("summary", `${name} is ${value}, but should be ${this.grid.number(steps)}`);
  }

  private report(code: CutPlanViolationCode, message: string, pattern?: number): void {
    if (this.violations.length >= MAX_VIOLATIONS) return;
    this.violations.push({ code, message, ...(pattern === undefined ? {} : { pattern }) });
  }
}
