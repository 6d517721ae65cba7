/**
 * A complete plan at once, without the core: one type to a panel, row upon row. It is what is left to answer with when
 * nothing has come from a search.
 */
import {
  type CorePanelPattern,
  type CoreRun,
  type CoreStrip,
  type CutDirection,
  GAP,
} from "./panel-blocks.ts";
import { cornerFor, fitsTurned, type PanelTable } from "./size-table.ts";

export function constructPatterns(table: PanelTable): CorePanelPattern[] {
  const stock = table.stocks.map(({ quantity }) => quantity);
  return table.types.flatMap(({ quantity, grain }, type) => {
    const patterns: CorePanelPattern[] = [];
    let left = quantity;
    let ways = [false, true];
    table.stocks.forEach((panel, j) => {
      const turned = ways.find((way) => fitsTurned(table, table.types[type]!, panel, way));
      if (turned === undefined) return;
      while (left > 0 && stock[j]! > 0) {
        const { pattern, amount } = rowsOf(table, type, j, turned, left);
        const count = Math.min(stock[j]!, Math.floor(left / amount));
        patterns.push({ ...pattern, count });
        stock[j]! -= count;
        left -= count * amount;
        if (grain === "alike") ways = [turned];
      }
    });
    return patterns;
  });
}

/** One panel of a stock with as many pieces of a type as fit, and `most` at most. */
function rowsOf(
  { types, stocks, kerf, minDistance, rules }: PanelTable,
  type: number,
  stock: number,
  turned: boolean,
  most: number,
): { pattern: CorePanelPattern; amount: number } {
  const { usableLength, usableWidth } = stocks[stock]!;
  const piece = types[type]!;
  const [x, y] = turned ? [piece.width, piece.length] : [piece.length, piece.width];
  const sectionCut: CutDirection =
    rules.firstCut === "any"
      ? "cross"
      : (rules.firstCut === "cross") === (rules.stages === 2)
        ? "rip"
        : "cross";
  const [along, across] = sectionCut === "cross" ? [x, y] : [y, x];
  if (stocks[stock]!.defects.length > 0) {
    const corner = cornerFor({ kerf, minDistance, rules }, piece, stocks[stock]!, turned)!;
    const [at, up] = sectionCut === "cross" ? [corner.x, corner.y] : [corner.y, corner.x];
    const strips = [...gapOf(up), { size: across + kerf, runs: [...runsOf(at), { type, turned, count: 1 }] }];
    const sections = [{ size: at + along + kerf, strips }];
    return { pattern: { stock, sectionCut, count: 1, sections }, amount: 1 };
  }
  const [length, width] = sectionCut === "cross" ? [usableLength, usableWidth] : [usableWidth, usableLength];
  const fitting = (room: number, size: number) => Math.floor((room + kerf) / (size + kerf));
  // Where rests may be too thin, a piece alone is certain to be right.
  const all = minDistance > 0 ? 1 : Math.min(most, rules.maxPieces);
  const each = Math.min(all, fitting(length, along));
  const rows = Math.min(Math.ceil(all / each), fitting(width, across), rules.maxFirstCuts);
  const amount = Math.min(all, each * rows);
  const strips = Array.from({ length: rows }, (_, row): CoreStrip => {
    const count = Math.min(each, amount - row * each);
    return { size: across + kerf, runs: [{ type, turned, count }] };
  });
  const sections = [{ size: each * (along + kerf), strips }];
  return { pattern: { stock, sectionCut, count: 1, sections }, amount };
}

/** A strip of waste, if there is any. */
function gapOf(size: number): CoreStrip[] {
  return size > 0 ? [{ size, runs: [] }] : [];
}

/** Waste before a piece, if there is any. */
function runsOf(size: number): CoreRun[] {
  return size > 0 ? [{ type: GAP, turned: false, count: size }] : [];
}
