/**
 * Supply and demand of a request, and how much of them a plan has used. Bars and pieces are known by what a plan says of
 * them, in exact steps.
 *
 * Stocks with the same id, length and trims cannot be told apart in a plan: offcuts count as used first where they are
 * to be, then the cheaper ones.
 */
import type { CutPattern, CutPlanRequest, CutPlanStock } from "../../base/contract/cut-plan.ts";
import { DecimalGrid } from "../decimal.ts";
import { type EndPair, endsOf, FINE_STEP, isSquare, JudgedSaw, lengthKey } from "./mitre.ts";

interface BarTrims {
  trim_start: number;
  trim_end: number;
}

export interface StockGroup {
  stock: CutPlanStock & BarTrims;
  length: bigint;
  /** Between the trims; negative when they leave nothing. */
  room: bigint;
  /** In the order in which they count as used. */
  entries: CutPlanStock[];
  used: number;
}

interface PieceGroup {
  length: bigint;
  /** Positions in the request, and pieces per entry. */
  entries: { at: number; quantity: number }[];
  placed: number;
}

export class CutPlanTally {
  readonly grid: DecimalGrid;
  readonly saw: JudgedSaw;
  readonly stocks = new Map<string, StockGroup>();
  readonly pieces = new Map<string, PieceGroup>();

  constructor(private readonly request: CutPlanRequest) {
    const { stocks, pieces, kerf, options = {} } = request;
    const trimmed = stocks.map((stock) => ({
      ...stock,
      trim_start: stock.trim_start ?? options.trim_start ?? 0,
      trim_end: stock.trim_end ?? options.trim_end ?? 0,
    }));
    const mitred = !pieces.every((piece) => isSquare(endsOf(piece)));
    this.grid = new DecimalGrid([
      ...(mitred ? [FINE_STEP] : []),
      kerf,
      options.min_offcut ?? 0,
      ...trimmed.flatMap((stock) => [stock.length, stock.trim_start, stock.trim_end]),
      ...pieces.map((piece) => piece.length),
    ]);
    this.saw = new JudgedSaw(this.grid, request, mitred);
    for (const stock of trimmed) this.addStock(stock);
    pieces.forEach((piece, at) => {
      const key = pieceKey(piece.id, piece.length, endsOf(piece));
      const group = this.pieces.get(key) ?? { length: this.grid.steps(piece.length), entries: [], placed: 0 };
      this.pieces.set(key, group);
      group.entries.push({ at, quantity: piece.quantity });
    });
  }

  private addStock(stock: CutPlanStock & BarTrims): void {
    const key = stockKey(stock);
    const length = this.grid.steps(stock.length);
    const room = length - this.grid.steps(stock.trim_start) - this.grid.steps(stock.trim_end);
    const group = this.stocks.get(key) ?? { stock, length, room, entries: [], used: 0 };
    this.stocks.set(key, group);
    const late = (entry: CutPlanStock) => Number(this.isNew(entry));
    group.entries.push(stock);
    group.entries.sort((a, b) => late(a) - late(b) || a.cost - b.cost);
  }

  /** False for what does not count in the objective. */
  isNew({ offcut = false }: CutPlanStock): boolean {
    return !(this.request.options?.offcuts_first && offcut);
  }

  stockOf(pattern: { stock_id: string; length: number } & BarTrims): StockGroup | undefined {
    return this.stocks.get(stockKey(pattern));
  }

  pieceOf(run: CutPattern["cuts"][number]): PieceGroup | undefined {
    return this.pieces.get(pieceKey(run.piece_id, run.length, endsOf(run)));
  }

  /** How many pieces of each entry of the request have no place. */
  missing(): number[] {
    const left = this.request.pieces.map(() => 0);
    for (const { entries, placed } of this.pieces.values()) {
      let open = placed;
      for (const { at, quantity } of entries) {
        left[at] = Math.max(0, quantity - open);
        open = Math.max(0, open - quantity);
      }
    }
    return left;
  }

  /** The exact sum of `value` over all bars used. */
  sumOver(value: (stock: CutPlanStock) => number): number {
    const grid = new DecimalGrid(this.request.stocks.map(value));
    let total = 0n;
    for (const { entries, used } of this.stocks.values()) {
      let left = used;
      for (const entry of entries) {
        total += BigInt(Math.trunc(Math.min(left, entry.quantity)) || 0) * grid.steps(value(entry));
        left -= Math.min(left, entry.quantity);
      }
    }
    return Math.min(grid.number(total), Number.MAX_VALUE);
  }
}

/** Key of a piece in a plan. */
function pieceKey(id: string, length: number, ends: EndPair): string {
  return JSON.stringify([id, lengthKey(length, ends)]);
}

/** Key of a stock in a plan. */
export function stockKey(
  stock: ({ id: string } | { stock_id: string }) & { length: number } & BarTrims,
): string {
  const id = "id" in stock ? stock.id : stock.stock_id;
  return JSON.stringify([id, stock.length, stock.trim_start, stock.trim_end]);
}
