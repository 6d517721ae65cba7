/**
 * Is a cutting plan right? Recomputed from the request in exact decimals: every bar's cuts, positions and numbers,
 * stock and piece counts, the sums, the order, and whether a piece that was left out would still have fitted.
 * Lengths that need more than 15 digits beside each other are judged to 1e-6 mm.
 *
 * Equal bars stand together in an answer, so each run of equal bars is checked once. Where stocks share id and
 * length, the cheaper ones count as used first.
 */
import { checkAnswer } from "../../base/contract/options.ts";
import {
  type CutData,
  type CutPiece,
  type CutRequest,
  type CutRequestInput,
  type CutStock,
  cutDataSchema,
  cutRequestSchema,
  type StockLayout,
} from "../../base/contract/v1/cut.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import { DecimalGrid } from "../decimal.ts";
import { PERCENT_TOLERANCE, saysPercent } from "../proof.ts";
import { inInputOrder, keyOf, sameBar } from "./judged-bars.ts";

export type CutViolationCode =
  | "stock-index"
  | "unknown-stock"
  | "unknown-piece"
  | "empty-bar"
  | "capacity"
  | "position"
  | "used-length"
  | "waste"
  | "utilization"
  | "cut-order"
  | "layouts-apart"
  | "stock-limit"
  | "piece-count"
  | "unplaced"
  | "unplaced-but-fits"
  | "summary";

/** A fault of a plan of bars, and where it is. */
export interface CutViolation {
  /** For programs. */
  code: CutViolationCode;
  /** One sentence for people. */
  message: string;
  /** Position in `layouts`. */
  layout?: number;
}

/** Report of `verifyCut`. */
export interface CutReport {
  /** True when nothing is wrong. */
  ok: boolean;
  /** Everything that is wrong. */
  violations: CutViolation[];
  /** Copies that were placed. */
  placed_pieces: number;
  /** Copies that were not. */
  unplaced_pieces: number;
  /** Length of the bars used, mm. */
  total_stock_length: number;
  /** Length of the bars used that no piece takes, mm. */
  total_waste: number;
  /** Cost of the bars used. */
  total_cost: number;
}

/** Stocks that cannot be told apart in an answer. */
interface AnswerStockGroup {
  stock: CutStock;
  length: bigint;
  /** Cheapest first. */
  entries: CutStock[];
  used: number;
}

interface AnswerPieceGroup {
  piece: CutPiece;
  length: bigint;
  quantity: number;
  placed: number;
}

const COST_TOLERANCE = 1e-12;
/** A plan with more faults than this is wrong enough. */
const MAX_VIOLATIONS = 1000;

/** Judges an answer of `cut` for a request as the solver takes it. @throws EngineError INVALID_INPUT for no such request */
export function verifyCut(request: CutRequestInput, data: CutData): CutReport {
  checkAnswer("data", data, "cut", ["layouts", "unplaced"]);
  const check = new CutCheck(validate(cutRequestSchema, request));
  return explained({ data: [cutDataSchema, data] }, () => check.run(data));
}

class CutCheck {
  private readonly violations: CutViolation[] = [];
  private readonly grid: DecimalGrid;
  private readonly kerf: bigint;
  private readonly stocks = new Map<string, AnswerStockGroup[]>();
  private readonly pieces = new Map<string, AnswerPieceGroup[]>();
  private cutLength = 0n;
  private stockLength = 0n;
  private waste = 0n;
  private bars = 0;
  /** Room that the emptiest bar still has for a piece and its kerf. */
  private largestRest = -1n;

  constructor(private readonly request: CutRequest) {
    const { stocks, pieces, kerf } = request;
    this.grid = new DecimalGrid([kerf, ...stocks.map((s) => s.length), ...pieces.map((p) => p.length)]);
    this.kerf = this.grid.steps(kerf);
    for (const stock of stocks) {
      const group = groupOf(this.stocks, stock, () => ({
        stock,
        length: this.grid.steps(stock.length),
        entries: [],
        used: 0,
      }));
      group.entries.push(stock);
      group.entries.sort((a, b) => a.cost - b.cost);
    }
    for (const piece of pieces) {
      const group = groupOf(this.pieces, piece, () => ({
        piece,
        length: this.grid.steps(piece.length),
        quantity: 0,
        placed: 0,
      }));
      group.quantity += piece.quantity;
    }
  }

  run(data: CutData): CutReport {
    const placed = this.checkLayouts(data.layouts);
    this.checkLimits();
    this.checkUnplaced(data.unplaced);
    this.checkSummary(data);
    return {
      ok: this.violations.length === 0,
      violations: this.violations,
      placed_pieces: placed,
      unplaced_pieces: data.unplaced.length,
      total_stock_length: this.grid.number(this.stockLength),
      total_waste: this.grid.number(this.waste),
      total_cost: this.totalCost(),
    };
  }

  /** Returns the number of pieces placed. */
  private checkLayouts(layouts: StockLayout[]): number {
    const seen = new Set<string>();
    let placed = 0;
    for (let first = 0; first < layouts.length; ) {
      let count = 1;
      while (first + count < layouts.length && sameBar(layouts[first]!, layouts[first + count]!)) count++;
      for (let i = first; i < first + count; i++) {
        const index = layouts[i]!.stock_index;
        if (index !== i) this.report("stock-index", `Bar ${i} has stock_index ${index}`, i);
      }
      const key = keyOf(layouts[first]!);
      if (seen.has(key)) this.report("layouts-apart", `Bar ${first} equals an earlier one further up`, first);
      seen.add(key);
      this.checkBar(layouts[first]!, first, count);
      placed += layouts[first]!.cuts.length * count;
      first += count;
    }
    return placed;
  }

  /** Checks one bar that stands `count` times in the answer, and adds it to the sums. */
  private checkBar(bar: StockLayout, number: number, count: number): void {
    const used = this.checkCuts(bar, number, count);
    const copies = BigInt(count);
    const group = this.stockOf(bar);
    if (!group) {
      this.report(
        "unknown-stock",
        `Bar ${number}: no stock ${bar.stock_id} has the length used + waste`,
        number,
      );
      return;
    }
    group.used += count;
    this.bars += count;
    this.stockLength += copies * group.length;
    // The last piece needs no kerf of its own, but takes what is left of it.
    if (used - this.kerf > group.length + this.grid.slack) {
      this.report("capacity", `Bar ${number} holds more than its ${group.stock.length}`, number);
    }
    const waste = used < group.length ? group.length - used : 0n;
    const usedLength = group.length - waste;
    this.waste += copies * waste;
    if (waste > this.largestRest) this.largestRest = waste;
    this.checkLength("used-length", "used_length", bar.used_length, usedLength, number);
    if (bar.used_length > group.stock.length) {
      this.report("used-length", `Bar ${number} says that more of it is used than there is`, number);
    }
    this.checkLength("waste", "waste", bar.waste, waste, number);
    const utilization = (100 * this.grid.number(usedLength)) / group.stock.length;
    if (!saysPercent(bar.utilization, utilization, this.percentTolerance(group.stock.length))) {
      const message = `Bar ${number} says a utilization of ${bar.utilization}, but it is ${utilization}`;
      this.report("utilization", message, number);
    }
  }

  /** Returns the length of the cuts with a whole kerf for each. */
  private checkCuts(bar: StockLayout, number: number, count: number): bigint {
    if (bar.cuts.length === 0) this.report("empty-bar", `Bar ${number} has no cuts`, number);
    let position = 0n;
    let before = Infinity;
    for (const cut of bar.cuts) {
      if (!this.grid.agrees(cut.position, position)) {
        const message = `Bar ${number}: ${cut.piece_id} is at ${cut.position}, not ${this.grid.number(position)}`;
        this.report("position", message, number);
      }
      const group = this.pieces.get(cut.piece_id)?.find(({ piece }) => piece.length === cut.length);
      if (!group) {
        const message = `Bar ${number}: the request has no ${cut.piece_id} of ${cut.length}`;
        this.report("unknown-piece", message, number);
        continue;
      }
      group.placed += count;
      this.cutLength += BigInt(count) * group.length;
      position += group.length + this.kerf;
      if (cut.length > before) this.report("cut-order", `Bar ${number}: a longer cut follows`, number);
      before = cut.length;
    }
    return position;
  }

  private stockOf(bar: StockLayout): AnswerStockGroup | undefined {
    const groups = this.stocks.get(bar.stock_id) ?? [];
    if (groups.length <= 1) return groups[0];
    const nearest = (a: AnswerStockGroup, b: AnswerStockGroup) => offBy(bar, a) - offBy(bar, b);
    const group = [...groups].sort(nearest)[0]!;
    return offBy(bar, group) <= 1e-9 * group.stock.length ? group : undefined;
  }

  private checkLimits(): void {
    for (const { stock, entries, used } of [...this.stocks.values()].flat()) {
      const available = entries.reduce((sum, entry) => sum + entry.quantity, 0);
      if (used <= available) continue;
      this.report("stock-limit", `${used} bars of ${stock.id} are used, but there are ${available}`);
    }
    for (const { piece, placed, quantity } of [...this.pieces.values()].flat()) {
      if (placed <= quantity) continue;
      this.report("piece-count", `${placed} pieces ${piece.id} are placed, but ${quantity} are asked for`);
    }
  }

  private checkUnplaced(unplaced: string[]): void {
    const listed = new Map<string, number>();
    for (const id of unplaced) listed.set(id, (listed.get(id) ?? 0) + 1);
    const missing = (id: string) =>
      this.pieces.get(id)!.reduce((sum, { quantity, placed }) => sum + Math.max(0, quantity - placed), 0);
    const counted =
      [...listed.keys()].every((id) => this.pieces.has(id)) &&
      [...this.pieces.keys()].every((id) => missing(id) === (listed.get(id) ?? 0));
    if (!counted || !inInputOrder(unplaced, this.request.pieces)) {
      this.report("unplaced", "unplaced is not the list of the missing pieces in input order");
    }
    this.checkNothingFits();
  }

  /** The shortest piece left out must fit neither the rest of a bar nor a stock that is left. */
  private checkNothingFits(): void {
    const left = [...this.pieces.values()].flat().filter(({ quantity, placed }) => placed < quantity);
    if (left.length === 0) return;
    const shortest = left.reduce((least, group) => (group.length < least.length ? group : least));
    const stocks = [...this.stocks.values()].flat();
    const stock = stocks.find(({ entries, used, length }) => {
      return (
        length >= shortest.length + this.grid.slack &&
        entries.reduce((sum, entry) => sum + entry.quantity, 0) > used
      );
    });
    if (stock) {
      this.report(
        "unplaced-but-fits",
        `${shortest.piece.id} is left out, but fits a bar of ${stock.stock.id}`,
      );
    }
    if (this.largestRest >= shortest.length + this.grid.slack) {
      this.report("unplaced-but-fits", `${shortest.piece.id} is left out, but fits the rest of a bar`);
    }
  }

  private checkSummary({ summary, layouts, unplaced }: CutData): void {
    if (summary.stocks_used !== layouts.length) {
      this.report("summary", `stocks_used is ${summary.stocks_used}, but there are ${layouts.length} bars`);
    }
    if (summary.all_pieces_placed !== (unplaced.length === 0)) {
      this.report("summary", `all_pieces_placed is ${summary.all_pieces_placed}, which is wrong`);
    }
    this.checkLength("summary", "total_stock_length", summary.total_stock_length, this.stockLength);
    this.checkLength("summary", "total_cut_length", summary.total_cut_length, this.cutLength);
    this.checkLength("summary", "total_waste", summary.total_waste, this.waste);
    const percent =
      this.stockLength === 0n ? 0 : (100 * this.grid.number(this.waste)) / this.grid.number(this.stockLength);
    const average = this.grid.number(this.stockLength) / Math.max(1, this.bars);
    if (!saysPercent(summary.waste_percent, percent, this.percentTolerance(average))) {
      this.report("summary", `waste_percent is ${summary.waste_percent}, but should be ${percent}`);
    }
    const cost = this.totalCost();
    if (!(Math.abs(summary.total_cost - cost) <= COST_TOLERANCE * cost)) {
      this.report("summary", `total_cost is ${summary.total_cost}, but should be ${cost}`);
    }
  }

  private totalCost(): number {
    const grid = new DecimalGrid(this.request.stocks.map(({ cost }) => cost));
    let total = 0n;
    for (const { entries, used } of [...this.stocks.values()].flat()) {
      let left = used;
      for (const { cost, quantity } of entries) {
        total += BigInt(Math.min(left, quantity)) * grid.steps(cost);
        left -= Math.min(left, quantity);
      }
    }
    return Math.min(grid.number(total), Number.MAX_VALUE);
  }

  private percentTolerance(length: number): number {
    return PERCENT_TOLERANCE + (length > 0 ? (100 * this.grid.tolerance) / length : 0);
  }

  /** A length of one bar, or, without `layout`, a sum over all of them. */
  private checkLength(
    code: CutViolationCode,
    name: string,
    value: number,
    steps: bigint,
    layout?: number,
  ): void {
    if (this.grid.agrees(value, steps, layout === undefined ? this.bars : 1)) return;
    this.report(code, `${name} is ${value}, but should be ${this.grid.number(steps)}`, layout);
  }

  private report(code: CutViolationCode, message: string, layout?: number): void {
    if (this.violations.length >= MAX_VIOLATIONS) return;
    this.violations.push({ code, message, ...(layout === undefined ? {} : { layout }) });
  }
}

/** The group of things with this id and length, made by `create` when it is the first. */
function groupOf<Group extends { length: bigint }>(
  groups: Map<string, Group[]>,
  thing: { id: string },
  create: () => Group,
): Group {
  const same = groups.get(thing.id) ?? [];
  groups.set(thing.id, same);
  const created = create();
  const known = same.find(({ length }) => length === created.length);
  if (known) return known;
  same.push(created);
  return created;
}

/** How far a bar's own numbers are from the length of a stock. */
function offBy(bar: StockLayout, { stock }: AnswerStockGroup): number {
  return Math.abs(bar.used_length + bar.waste - stock.length);
}
