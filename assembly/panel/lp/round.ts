/** A round of pricing: the dual prices in whole numbers, and the patterns that are worth more than they cost at these. */
import { programValue, reducedCost } from "../../cut/lp/linear-program";
import { COST_TOLERANCE } from "../../cut/model/limits";
import { Numbers, reserveNumbers } from "../../vector";
import { isDamaged } from "../model/defects";
import { best, isComplete } from "../model/panel-incumbent";
import { key, maxPieces, pieceCount, restsMatter, stockCount, typeCount } from "../model/panel-problem";
import { LIMIT_PRICES } from "../model/panel-tuning";
import { addMended, addWritten, priceUnit, worthAt } from "./master";
import { offeredPieces, writeOffer } from "./panel-patterns";
import { pricesAll, priceView, pricing } from "./pricing";
import { StockView } from "./views";

@unmanaged
class Round {
  /** The pieces' prices in whole numbers, `grain` of them in a key. */
  grain: f64;
  value: Numbers;
  /** The most that a pattern of each stock is worth. */
  worthOf: Numbers;
  /** True when a pattern has been added that helps. */
  added: bool;
  /** True while nothing has been left out, so that `worthOf` bounds all patterns. */
  proves: bool;
}
export const round = changetype<Round>(memory.data(offsetof<Round>()));
/** The pieces' prices less what one more piece costs. */
let reduced: Numbers = changetype<Numbers>(0);

export function openRound(): void {
  round.value = reserveNumbers(typeCount);
  round.worthOf = reserveNumbers(stockCount);
  reduced = reserveNumbers(typeCount);
}

/** Begins a round at the dual values. */
export function setPrices(): void {
  const total = max(programValue(), isComplete() ? best.key / priceUnit : 1);
  // A power of two, so that keys stay exact; small enough that sums over the whole demand do.
  round.grain = 2 ** Math.floor(Math.log2(1125899906842624 / (priceUnit * max(1, total))));
  for (let i = 0; i < typeCount; i++) round.value[i] = Math.floor(worthAt(i) * priceUnit * round.grain);
  for (let j = 0; j < stockCount; j++) round.worthOf[j] = 0;
  round.added = false;
  round.proves = true;
}

/** Prices the patterns of a view, and adds those that are worth more than they cost. */
export function priceOne(view: StockView): void {
  const stock = view.stock;
  if (!pricesAll(view)) round.proves = false;
  const limitCost = Math.floor(worthAt(typeCount + stock) * priceUnit * round.grain);
  const cost = key[stock] * round.grain + limitCost;
  let worth: f64;
  if (<f64>maxPieces >= pieceCount) {
    worth = priceView(view, round.value);
    addOffers(view, cost);
  } else worth = priceLimited(view, cost);
  round.worthOf[stock] = max(round.worthOf[stock], worth);
}

/**
 * Prices patterns of at most `maxPieces` pieces, and returns what none of them exceeds. Every piece costs a price: what no
 * pattern exceeds at that price, with the price of as many pieces as there may be, no pattern within the limit exceeds
 * without it. The price at which that is least is where two lines meet: of the value at a price that leaves too many
 * pieces, and at one that does not (Lagrangian relaxation).
 */
function priceLimited(view: StockView, cost: f64): f64 {
  const most = <f64>maxPieces;
  let bound: f64 = Infinity;
  let price: f64 = 0;
  let lowPrice: f64 = 0;
  let lowValue: f64 = 0;
  let lowPieces: f64 = 0;
  let highPrice: f64 = 0;
  let highValue: f64 = 0;
  let highPieces: f64 = 0;
  for (let i = 0; i < typeCount; i++) highPrice = max(highPrice, round.value[i]);
  for (let tries = 0; tries < LIMIT_PRICES; tries++) {
    for (let i = 0; i < typeCount; i++) reduced[i] = max(0, round.value[i] - price);
    const found = priceView(view, reduced);
    addOffers(view, cost - price * most);
    bound = min(bound, found + price * most);
    const pieces = <f64>offeredPieces(view, 0);
    if (pieces > most) {
      lowPrice = price;
      lowValue = found;
      lowPieces = pieces;
    } else {
      highPrice = price;
      highValue = found;
      highPieces = pieces;
    }
    if (highPrice === 0) break;
    const drop = lowValue + lowPieces * lowPrice - (highValue + highPieces * highPrice);
    price = Math.floor(drop / (lowPieces - highPieces));
    if (price <= lowPrice || price >= highPrice) break;
  }
  return bound;
}

/** Adds the patterns on offer that are worth more than the threshold. */
function addOffers(from: StockView, threshold: f64): void {
  const mends = restsMatter || isDamaged(from.stock);
  for (let k = 0; k < pricing.offers && pricing.offerValue[k] > threshold; k++) {
    const helped = writeOffer(from, k, true) && helps(mends ? addMended() : addWritten());
    // With more of a type than is wanted a pattern is of less use, but it may be needed for the bound.
    if (!helped && !mends && writeOffer(from, k, false)) helps(addWritten());
  }
}

/** True when a column has been added that is worth more than it costs; without what is not wanted it need not be. */
function helps(column: i32): bool {
  if (column < 0 || reducedCost(column) >= -COST_TOLERANCE) return false;
  round.added = true;
  return true;
}
