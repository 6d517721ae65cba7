/** Measure of a request's plans: one whole number per stock, ties included, that a core can add up. */
import { decimalsFor, unitsFrom } from "./decimal.ts";

/** Totals of keys stay below this, so that they are exact in a double and leave room for the core's own sums. */
const LARGEST_TOTAL = 2 ** 51;

export interface CutGoal {
  kind: "size" | "cost";
  /** Per stock: the objective in steps, times `share` plus what has to be proven beside it. */
  primary: number[];
  share: number;
  /** Per stock: the primary goal times `scale` plus what breaks ties. */
  key: number[];
  scale: number;
  /** The objective's value is steps × step × 10^-decimals. */
  step: number;
  decimals: number;
}

/** Equal stocks: their size as the objective counts it, and how many there are. */
interface Measured {
  size: number;
  quantity: number;
  cost: number;
  offcut: boolean;
}

/**
 * `waste`: total size of the stock, then stocks, then cost. `cost`: total cost, then size, then stocks; without any
 * cost the same as waste. With offcuts first, the objective is that of new stock alone, and what it is of the offcuts
 * has to be as small as it can be beside it. Ties go into the key as far as it stays exact.
 */
export function cutGoal(
  request: { optimize: "waste" | "cost"; stocks: { cost: number }[] },
  offcutsFirst: boolean,
  pieces: number,
  stocks: Measured[],
  decimals: number,
): CutGoal {
  const costDecimals = decimalsFor(stocks.map((stock) => stock.cost));
  const costs = reduced(stocks.map((stock) => unitsFrom(stock.cost, costDecimals)));
  const sizes = reduced(stocks.map((stock) => stock.size));
  const ones = stocks.map(() => 1);
  const byCost = request.optimize === "cost" && request.stocks.some((stock) => stock.cost > 0);
  const [first, ...ties] = byCost ? [costs.values, sizes.values, ones] : [sizes.values, ones, costs.values];
  const used = Math.min(sum(stocks.map((stock) => stock.quantity)), pieces);
  const [primary, share] = offcutsFirst ? newFirst(first!, stocks, used) : [first!, 1];
  const key = [...primary];
  let scale = 1;
  for (const tie of stocks.length > 1 ? ties : []) {
    // A measure that grows with the objective breaks no tie.
    if (tie.every((value, stock) => value === first![stock])) continue;
    const room = used * Math.max(...tie) + 1;
    if (room === 1) continue;
    if (used * (Math.max(...key) * room + Math.max(...tie)) > LARGEST_TOTAL) break;
    tie.forEach((value, stock) => {
      key[stock] = key[stock]! * room + value;
    });
    scale *= room;
  }
  return byCost
    ? { kind: "cost", primary, share, key, scale, step: costs.step, decimals: costDecimals }
    : { kind: "size", primary, share, key, scale, step: sizes.step, decimals };
}

/**
 * New stock counts `share` times as much as offcuts do: more than all offcuts that could be used together. Offcuts are
 * measured as finely as sums stay exact.
 */
function newFirst(values: number[], stocks: Measured[], used: number): [primary: number[], share: number] {
  const most = used * Math.max(...values.map((value, j) => (stocks[j]!.offcut ? 0 : value)));
  for (let coarse = 1; ; coarse *= 2) {
    const offcuts = stocks.map((stock, j) => (stock.offcut ? Math.ceil(values[j]! / coarse) : 0));
    const share = 1 + sum(stocks.map((stock, j) => Math.min(stock.quantity, used) * offcuts[j]!));
    if (most * share > LARGEST_TOTAL && coarse < Math.max(...values)) continue;
    return [stocks.map((stock, j) => (stock.offcut ? offcuts[j]! : values[j]! * share)), share];
  }
}

/** `values` divided by their greatest common divisor. */
export function reduced(values: number[]): { values: number[]; step: number } {
  const step = values.reduce(greatestDivisor, 0) || 1;
  return { values: values.map((value) => value / step), step };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
