/**
 * Is a plan of panels right? Can every panel be sawn as its tree says, is there enough stock, does everything add up, and
 * do bound, gap and status agree? How good a plan could be is not asked.
 */
import { checkAnswer } from "../../base/contract/options.ts";
import {
  type PanelPattern,
  type PanelPiece,
  type PanelPlan,
  type PanelPlanRequest,
  type PanelPlanRequestInput,
  type PanelStock,
  panelPlanRequestSchema,
  panelPlanSchema,
} from "../../base/contract/panel-plan.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import { DecimalGrid } from "../decimal.ts";
import { PERCENT_TOLERANCE, proofFaults, saysPercent } from "../proof.ts";
import { hasRoom } from "./room.ts";
import { defectsOf, type PanelSum, PanelTree, type TreeViolationCode } from "./tree.ts";

export type PanelPlanViolationCode =
  | TreeViolationCode
  | "count"
  | "unknown-stock"
  | "empty-panel"
  | "patterns-apart"
  | "pattern-sums"
  | "max-first-cuts"
  | "max-pieces"
  | "alike"
  | "stock-limit"
  | "piece-count"
  | "unplaced"
  | "unplaced-but-fits"
  | "summary"
  | "objective"
  | "status";

/** A fault of a plan of panels, and where it is. */
export interface PanelViolation {
  /** For programs. */
  code: PanelPlanViolationCode;
  /** One sentence for people. */
  message: string;
  /** Position in `patterns`. */
  pattern?: number;
}

/** Report of `verifyPanelPlan`. */
export interface PanelReport {
  /** True when nothing is wrong. */
  ok: boolean;
  /** Everything that is wrong. */
  violations: PanelViolation[];
  /** Copies that were placed. */
  placed_pieces: number;
  /** Copies that were not. */
  unplaced_pieces: number;
}

/** Relative error of sums and products that need more digits than a double has. */
const ROUNDING = 1e-14;
/** The judge stops reporting after this many faults. */
const MAX_VIOLATIONS = 1000;

/**
 * Judges an answer of `panels` for a request as the solver takes it; shares nothing with what made it.
 * @throws EngineError INVALID_INPUT for no such request
 */
export function verifyPanels(request: PanelPlanRequestInput, plan: PanelPlan): PanelReport {
  checkAnswer("plan", plan, "panels", ["patterns", "unplaced"]);
  const asked = validate(panelPlanRequestSchema, request);
  return explained({ plan: [panelPlanSchema, plan] }, () => judgePanelPlan(asked, plan));
}

/** As `verifyPanelPlan`, for a request that is known to be one. */
export function judgePanelPlan(request: PanelPlanRequest, plan: PanelPlan): PanelReport {
  return new PanelPlanCheck(request).run(plan);
}

/** No piece of a kind lies on a panel yet, either way round. */
const NO_WAY = 0;

class PanelPlanCheck {
  private readonly violations: PanelViolation[] = [];
  private readonly grid: DecimalGrid;
  private readonly used: number[];
  private readonly placed: number[];
  private readonly ways: number[];
  private totals = { panels: 0, stock: 0n, pieces: 0n, offcut: 0n, cuts: 0, cutLength: 0n };

  constructor(private readonly request: PanelPlanRequest) {
    const { stocks, pieces, kerf, options = {} } = request;
    const { min_cut_distance = 0, min_offcut_length = 0, min_offcut_width = 0 } = options;
    const lengths = [
      kerf,
      min_cut_distance,
      min_offcut_length,
      min_offcut_width,
      ...stocks.flatMap((stock) => [stock.length, stock.width, ...Object.values(this.trimsOf(stock))]),
      ...stocks.flatMap(({ defects = [] }) => defects.flatMap((defect) => Object.values<number>(defect))),
      ...pieces.flatMap(({ length, width }) => [length, width]),
    ];
    // Sums like 0.1 + 0.2 have more digits than anybody means.
    this.grid = new DecimalGrid(lengths, true);
    this.used = stocks.map(() => 0);
    this.placed = pieces.map(() => 0);
    this.ways = pieces.map(() => NO_WAY);
  }

  run(plan: PanelPlan): PanelReport {
    const seen = new Set<string>();
    plan.patterns.forEach((pattern, p) => {
      const key = JSON.stringify([pattern.stock, pattern.tree]);
      if (seen.has(key)) this.report("patterns-apart", `Pattern ${p} equals an earlier one`, p);
      seen.add(key);
      this.checkPattern(pattern, p);
    });
    this.checkLimits();
    const missing = this.checkUnplaced(plan);
    this.checkSummary(plan);
    this.checkProof(plan, missing);
    const unplaced = plan.unplaced.reduce((sum, { count }) => sum + count, 0);
    return {
      ok: this.violations.length === 0,
      violations: this.violations,
      placed_pieces: this.placed.reduce((sum, count) => sum + count, 0),
      unplaced_pieces: unplaced,
    };
  }

  private trimsOf(stock: PanelStock) {
    const { options = {} } = this.request;
    return {
      left: stock.trim_left ?? options.trim_left ?? 0,
      right: stock.trim_right ?? options.trim_right ?? 0,
      bottom: stock.trim_bottom ?? options.trim_bottom ?? 0,
      top: stock.trim_top ?? options.trim_top ?? 0,
    };
  }

  /** The rectangle between the trims. */
  private usableOf(stock: PanelStock) {
    const { left, right, bottom, top } = this.trimsOf(stock);
    const [x, y] = [this.grid.steps(left), this.grid.steps(bottom)];
    return {
      x,
      y,
      length: this.grid.steps(stock.length) - x - this.grid.steps(right),
      width: this.grid.steps(stock.width) - y - this.grid.steps(top),
    };
  }

  private checkPattern(pattern: PanelPattern, p: number): void {
    const { count } = pattern;
    const stock = this.request.stocks[pattern.stock];
    if (!Number.isInteger(count) || count < 1) {
      this.report("count", `Pattern ${p} is there ${count} times`, p);
      return;
    }
    if (
      !stock ||
      stock.id !== pattern.stock_id ||
      stock.length !== pattern.length ||
      stock.width !== pattern.width
    ) {
      this.report("unknown-stock", `Pattern ${p}: stock ${pattern.stock} is not ${pattern.stock_id}`, p);
      return;
    }
    for (const [side, trim] of Object.entries(this.trimsOf(stock))) {
      const said = pattern[`trim_${side}` as keyof PanelPattern];
      if (said !== trim)
        this.report("unknown-stock", `Pattern ${p}: trim_${side} is ${said}, not ${trim}`, p);
    }
    const { defects = [] } = stock;
    if (JSON.stringify(pattern.defects ?? []) !== JSON.stringify(defects))
      this.report("unknown-stock", `Pattern ${p} has not the defects of ${stock.id}`, p);
    const tree = new PanelTree(this.request, this.grid, stock, (code, message) =>
      this.report(code, `Pattern ${p}: ${message}`, p),
    );
    tree.walk(pattern.tree, this.usableOf(stock));
    this.checkLimitsOf(tree.sum, p);
    this.checkPatternSums(pattern, tree.sum, stock, p);
    this.used[pattern.stock]! += count;
    for (const [index, pieces] of tree.sum.pieces) this.placed[index]! += count * pieces;
    for (const [index, ways] of tree.sum.ways) this.ways[index]! |= ways;
  }

  private checkLimitsOf({ firstCuts, pieceCount }: PanelSum, p: number): void {
    const { max_first_cuts = Infinity, max_pieces = Infinity } = this.request.options ?? {};
    if (pieceCount === 0) this.report("empty-panel", `Pattern ${p} has no pieces`, p);
    if (pieceCount > max_pieces) this.report("max-pieces", `Pattern ${p} has ${pieceCount} pieces`, p);
    if (firstCuts > max_first_cuts) {
      this.report("max-first-cuts", `Pattern ${p} has ${firstCuts} cuts of the first stage`, p);
    }
  }

  private checkPatternSums(pattern: PanelPattern, sum: PanelSum, stock: PanelStock, p: number): void {
    const { left, right, bottom, top } = this.trimsOf(stock);
    const number = (trims: number[]) => trims.filter((trim) => trim > 0).length;
    const [rips, crosses] = [number([bottom, top]), number([left, right])];
    const cuts = sum.cuts + rips + crosses;
    const [length, width] = [this.grid.steps(stock.length), this.grid.steps(stock.width)];
    const cutLength = sum.cutLength + BigInt(rips) * length + BigInt(crosses) * this.usableOf(stock).width;
    const area = length * width;
    if (pattern.cuts !== cuts) this.report("pattern-sums", `Pattern ${p} has ${cuts} cuts`, p);
    if (pattern.stages !== sum.stages)
      this.report("pattern-sums", `Pattern ${p} has ${sum.stages} stages`, p);
    const areas = { used_area: sum.used, waste: area - sum.used, offcut: sum.offcut };
    for (const [name, steps] of Object.entries(areas)) {
      this.checkNumber(
        "pattern-sums",
        `${name} of pattern ${p}`,
        pattern[name as keyof typeof areas],
        this.area(steps),
        p,
      );
    }
    this.checkNumber(
      "pattern-sums",
      `cut_length of pattern ${p}`,
      pattern.cut_length,
      this.grid.number(cutLength),
      p,
    );
    const utilization = (100 * this.area(sum.used)) / this.area(area);
    if (!saysPercent(pattern.utilization, utilization, PERCENT_TOLERANCE)) {
      this.report("pattern-sums", `utilization of pattern ${p} should be ${utilization}`, p);
    }
    const copies = BigInt(pattern.count);
    this.totals.panels += pattern.count;
    this.totals.stock += copies * area;
    this.totals.pieces += copies * sum.used;
    this.totals.offcut += copies * sum.offcut;
    this.totals.cuts += pattern.count * cuts;
    this.totals.cutLength += copies * cutLength;
  }

  private checkLimits(): void {
    this.request.stocks.forEach(({ id, quantity }, at) => {
      if (this.used[at]! > quantity)
        this.report("stock-limit", `${this.used[at]} of ${quantity} panels ${id} are used`);
    });
    this.request.pieces.forEach(({ id, quantity, grain }, at) => {
      if (this.placed[at]! > quantity)
        this.report("piece-count", `${this.placed[at]} of ${quantity} pieces ${id} are cut`);
      if (grain === "alike" && this.ways[at] === 3)
        this.report("alike", `Copies of ${id} lie both ways round`);
    });
  }

  /** Returns the pieces without a place that fit a stock. */
  private checkUnplaced({ unplaced }: PanelPlan): PanelPiece[] {
    const { pieces, stocks } = this.request;
    const left = pieces.map(({ quantity }, at) => Math.max(0, quantity - this.placed[at]!));
    const expected = pieces.flatMap(({ id }, at) =>
      left[at]! > 0 ? [{ piece_id: id, count: left[at]! }] : [],
    );
    if (JSON.stringify(expected) !== JSON.stringify(unplaced)) {
      this.report("unplaced", "unplaced is not the list of the missing pieces in input order");
    }
    const missing = [...pieces.entries()].filter(([at]) => left[at]! > 0);
    for (const [at, piece] of missing)
      if (
        stocks.some((stock, j) => this.used[j]! < stock.quantity && this.fits(piece, stock, this.ways[at]!))
      )
        this.report("unplaced-but-fits", `${piece.id} is left out, but fits a panel that is not used`);
    // Copies that have to be alike may fit the other way round alone: with more stock there would have been a choice.
    return missing.flatMap(([, piece]) =>
      stocks.some((stock) => this.fits(piece, stock, NO_WAY)) ? [piece] : [],
    );
  }

  /** True when the piece can be cut from an empty panel, the way round of its copies if they have to be alike. */
  private fits(piece: PanelPiece, stock: PanelStock, ways: number): boolean {
    const { min_cut_distance = 0, max_first_cuts } = this.request.options ?? {};
    const distance = this.grid.steps(min_cut_distance);
    const room = {
      usable: this.usableOf(stock),
      defects: defectsOf(stock, this.grid),
      kerf: this.grid.steps(this.request.kerf),
      distance,
      cornerOnly: max_first_cuts === 1,
    };
    const { grain: wanted = "any" } = piece;
    const { grain = "length" } = stock;
    const sides = [this.grid.steps(piece.length), this.grid.steps(piece.width)] as const;
    if (distance > 0n && (sides[0] < distance || sides[1] < distance)) return false;
    return [false, true].some((turned) => {
      const bound = grain !== "none" && (wanted === "length" || wanted === "width");
      if (bound && turned !== (wanted !== grain)) return false;
      if (wanted === "alike" && ways === (turned ? 1 : 2)) return false;
      return hasRoom(room, turned ? [sides[1], sides[0]] : [sides[0], sides[1]]);
    });
  }

  private checkSummary({ summary, total_offcut, kerf, unplaced }: PanelPlan): void {
    const { panels, stock, pieces, offcut, cuts, cutLength } = this.totals;
    if (kerf !== this.request.kerf) this.report("summary", `kerf is ${kerf}, not ${this.request.kerf}`);
    const exact = { stocks_used: panels, total_cuts: cuts, all_pieces_placed: unplaced.length === 0 };
    for (const [name, value] of Object.entries(exact)) {
      const said = summary[name as keyof typeof exact];
      if (said !== value) this.report("summary", `${name} is ${said}, not ${value}`);
    }
    const numbers = {
      total_stock_area: this.area(stock),
      total_piece_area: this.area(pieces),
      total_waste: this.area(stock - pieces),
      waste_percent: stock > 0n ? (100 * this.area(stock - pieces)) / this.area(stock) : 0,
      total_cost: this.sumOver(({ cost }) => cost),
      total_cut_length: this.grid.number(cutLength),
    };
    for (const [name, value] of Object.entries(numbers)) {
      this.checkNumber("summary", name, summary[name as keyof typeof numbers], value);
    }
    this.checkNumber("summary", "total_offcut", total_offcut, this.area(offcut));
  }

  private checkProof(plan: PanelPlan, missing: PanelPiece[]): void {
    const { stocks, optimize, options = {} } = this.request;
    const byCost = optimize === "cost" && stocks.some(({ cost }) => cost > 0);
    const counted = ({ offcut = false, cost, length, width }: PanelStock) =>
      options.offcuts_first && offcut
        ? 0
        : byCost
          ? cost
          : this.area(this.grid.steps(length) * this.grid.steps(width));
    this.checkNumber("objective", "objective", plan.objective, this.sumOver(counted));
    for (const { code, message } of proofFaults(plan, missing.length)) this.report(code, message);
  }

  /** The sum of `value` over all panels used. */
  private sumOver(value: (stock: PanelStock) => number): number {
    const values = this.request.stocks.map(value);
    const grid = new DecimalGrid(values);
    const total = values.reduce((sum, one, at) => sum + BigInt(this.used[at]!) * grid.steps(one), 0n);
    return Math.min(grid.number(total), Number.MAX_VALUE);
  }

  private area(steps: bigint): number {
    return this.grid.area(steps);
  }

  private checkNumber(
    code: PanelPlanViolationCode,
    name: string,
    value: number,
    exact: number,
    pattern?: number,
  ): void {
    if (Math.abs(value - exact) <= ROUNDING * Math.abs(exact) + this.grid.tolerance) return;
    this.report(code, `${name} is ${value}, but should be ${exact}`, pattern);
  }

  private report(code: PanelPlanViolationCode, message: string, pattern?: number): void {
    if (this.violations.length >= MAX_VIOLATIONS) return;
    this.violations.push({ code, message, ...(pattern === undefined ? {} : { pattern }) });
  }
}
