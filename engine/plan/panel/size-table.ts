/**
 * A request for panels on whole numbers, with what is equal merged: pieces of one size and grain are one type, stocks
 * that nothing tells apart but their ids are one.
 */
import type { PanelPlanRequest, PanelStock } from "../../base/contract/panel-plan.ts";
import { decimalsFor, unitsFrom } from "../cut/decimal.ts";
import { type CutGoal, cutGoal, sum } from "../cut/goal.ts";
import { type PanelRules, type PanelTrims, rulesOf, trimsOf } from "./panel-rules.ts";

/** Sizes in steps of 10^-decimals millimetres, and the entries of the request that have them. */
interface MergedSizes {
  length: number;
  width: number;
  quantity: number;
  sources: number[];
}

export interface MergedPanelPiece extends MergedSizes {
  grain: "any" | "length" | "width" | "alike";
}

/** Half-open, in the usable rectangle. */
export interface Span {
  from: number;
  to: number;
}

/** Rectangle that no piece may overlap. */
export interface TableDefect {
  x: Span;
  y: Span;
}

export interface MergedPanelStock extends MergedSizes {
  grain: "length" | "width" | "none";
  trims: PanelTrims;
  /** Lower left corner and size of what lies between the trims. */
  left: number;
  bottom: number;
  usableLength: number;
  usableWidth: number;
  cost: number;
  offcut: boolean;
  /** Defects that reach into the usable rectangle. */
  defects: TableDefect[];
}

export interface PanelTable {
  decimals: number;
  kerf: number;
  minDistance: number;
  minOffcut: { length: number; width: number } | undefined;
  /** Pieces that fit a stock. */
  types: MergedPanelPiece[];
  /** Stocks that hold a piece. */
  stocks: MergedPanelStock[];
  rules: PanelRules;
  goal: CutGoal;
  /** The goal's sizes are areas over this; its bounds are rounded down where that does not divide them. */
  areaStep: bigint;
  exactGoal: boolean;
}

/** Totals of areas stay exact below this, with room for what breaks ties. */
const LARGEST_AREA = 2n ** 40n;

export function tabulatePanels(request: PanelPlanRequest): PanelTable {
  const rules = rulesOf(request);
  const decimals = decimalsOf(request, rules);
  const units = (value: number) => unitsFrom(value, decimals);
  const stocks = mergeStocks(request, units);
  const kerf = units(request.kerf);
  const minDistance = units(rules.minDistance);
  const usable = (piece: MergedPanelPiece, stock: MergedPanelStock) =>
    [false, true].some((turned) => fitsTurned({ kerf, minDistance, rules }, piece, stock, turned));
  const pieces = mergePieces(request, units, stocks);
  const types = pieces.filter((piece) => stocks.some((stock) => usable(piece, stock)));
  const used = stocks.filter((stock) => types.some((piece) => usable(piece, stock)));
  const areas = used.map((stock) => BigInt(stock.length) * BigInt(stock.width));
  const areaStep = stepOf(areas);
  const measured = used.map((stock, j) => ({ ...stock, size: Number(areas[j]! / areaStep) }));
  const count = sum(types.map((type) => type.quantity));
  const minOffcut = rules.minOffcut && {
    length: units(rules.minOffcut.length),
    width: units(rules.minOffcut.width),
  };
  return {
    decimals,
    kerf,
    minDistance,
    minOffcut,
    types,
    stocks: used,
    rules,
    goal: cutGoal(request, rules.offcutsFirst, count, measured, 2 * decimals),
    areaStep,
    exactGoal: areas.every((area) => area % areaStep === 0n),
  };
}

/** Decimals at which all sizes of the request are whole. */
function decimalsOf(request: PanelPlanRequest, { minOffcut, minDistance }: PanelRules): number {
  const sizes = [...request.stocks, ...request.pieces].flatMap(({ length, width }) => [length, width]);
  const trims = request.stocks.flatMap((stock) => Object.values(trimsOf(request, stock)));
  const defects = request.stocks.flatMap((stock) => (stock.defects ?? []).flatMap(Object.values<number>));
  const limits = [minDistance, minOffcut?.length ?? 0, minOffcut?.width ?? 0];
  return decimalsFor([...sizes, ...trims, ...defects, ...limits, request.kerf]);
}

function mergePieces(
  request: PanelPlanRequest,
  units: (value: number) => number,
  stocks: MergedPanelStock[],
): MergedPanelPiece[] {
  const grained = stocks.some(({ grain }) => grain !== "none");
  const entries = request.pieces.map((piece, source): MergedPanelPiece => {
    const { grain = "any", quantity } = piece;
    return {
      length: Math.max(1, units(piece.length)),
      width: Math.max(1, units(piece.width)),
      // On stock without grain the word does not bind, and one copy is like itself.
      grain: (grained && grain !== "alike") || (grain === "alike" && quantity > 1) ? grain : "any",
      quantity,
      sources: [source],
    };
  });
  return merge(entries, ({ length, width, grain }, at) =>
    // Copies of one entry are alike, not those of two.
    [length, width, grain, grain === "alike" ? at : ""].join(" "),
  );
}

function mergeStocks(request: PanelPlanRequest, units: (value: number) => number): MergedPanelStock[] {
  const entries = request.stocks.map((stock, source): MergedPanelStock => {
    const { grain = "length", offcut = false, cost, quantity } = stock;
    const length = Math.max(1, units(stock.length));
    const width = Math.max(1, units(stock.width));
    const trims = trimsOf(request, stock);
    const [left, bottom] = [units(trims.left), units(trims.bottom)];
    const usable = {
      left,
      bottom,
      usableLength: length - left - units(trims.right),
      usableWidth: width - bottom - units(trims.top),
    };
    const defects = defectsOf(stock, usable, units);
    return { length, width, trims, ...usable, grain, cost, offcut, defects, quantity, sources: [source] };
  });
  return merge(entries, ({ length, width, trims, grain, cost, offcut, defects }) =>
    [length, width, ...Object.values(trims), grain, cost, offcut, JSON.stringify(defects)].join(" "),
  );
}

/** Defects that reach into the usable rectangle, measured from its corner. */
function defectsOf(
  { defects = [] }: PanelStock,
  {
    left,
    bottom,
    usableLength,
    usableWidth,
  }: Pick<MergedPanelStock, "left" | "bottom" | "usableLength" | "usableWidth">,
  units: (value: number) => number,
): TableDefect[] {
  const within = (from: number, size: number, room: number): Span => {
    return { from: Math.max(0, from), to: Math.min(room, from + size) };
  };
  return defects
    .map(({ x, y, length, width }) => ({
      x: within(units(x) - left, units(length), usableLength),
      y: within(units(y) - bottom, units(width), usableWidth),
    }))
    .filter(({ x, y }) => x.from < x.to && y.from < y.to);
}

function merge<Entry extends MergedSizes>(
  entries: Entry[],
  keyOf: (entry: Entry, at: number) => string,
): Entry[] {
  const merged = new Map<string, Entry>();
  entries.forEach((entry, at) => {
    const key = keyOf(entry, at);
    const same = merged.get(key);
    if (same) {
      same.quantity += entry.quantity;
      same.sources.push(...entry.sources);
    } else {
      merged.set(key, entry);
    }
  });
  return [...merged.values()];
}

/** True when a piece lies that way round on a stock. */
export function mayLie({ grain }: MergedPanelPiece, stock: MergedPanelStock, turned: boolean): boolean {
  if (grain === "any" || grain === "alike" || stock.grain === "none") return true;
  return (grain !== stock.grain) === turned;
}

/** True when a piece can be cut from an empty panel that way round. */
export function fitsTurned(
  room: Pick<PanelTable, "kerf" | "minDistance" | "rules">,
  piece: MergedPanelPiece,
  stock: MergedPanelStock,
  turned: boolean,
): boolean {
  const { length, width } = piece;
  const { minDistance } = room;
  if (!mayLie(piece, stock, turned) || (minDistance > 0 && Math.min(length, width) < minDistance))
    return false;
  return cornerFor(room, piece, stock, turned) !== undefined;
}

/** Where a piece lies on an empty panel, lower left first; only defects and what saws cannot cut off move it from there. */
export function cornerFor(
  { kerf, minDistance, rules }: Pick<PanelTable, "kerf" | "minDistance" | "rules">,
  { length, width }: MergedPanelPiece,
  { defects, usableLength, usableWidth }: MergedPanelStock,
  turned: boolean,
): { x: number; y: number } | undefined {
  const [across, up] = turned ? [width, length] : [length, width];
  const gap = kerf + Math.max(1, minDistance);
  const startsIn = (room: number, size: number, ends: number[]) => {
    const last = room - size;
    // With one first cut there may be none for waste before the piece.
    return [0, ...(rules.maxFirstCuts > 1 ? [gap, last - kerf, ...ends] : [])]
      .filter((at) => at === 0 || at >= gap)
      .filter((at) => at <= last && (last - at <= kerf || last - at >= kerf + minDistance))
      .sort((a, b) => a - b);
  };
  const beside = (at: number, size: number, { from, to }: Span) => at + size <= from || at >= to;
  const columns = startsIn(
    usableLength,
    across,
    defects.map(({ x }) => x.to),
  );
  const rows = startsIn(
    usableWidth,
    up,
    defects.map(({ y }) => y.to),
  );
  return columns
    .flatMap((x) => rows.map((y) => ({ x, y })))
    .find(({ x, y }) => defects.every((defect) => beside(x, across, defect.x) || beside(y, up, defect.y)));
}

/** Common divisor of all areas, or a power of two times that where they would be too large. */
function stepOf(areas: bigint[]): bigint {
  const divisor = areas.reduce((a, b) => greatestDivisor(a, b), 0n) || 1n;
  let step = divisor;
  while (areas.some((area) => area / step > LARGEST_AREA)) step *= 2n;
  return step;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
