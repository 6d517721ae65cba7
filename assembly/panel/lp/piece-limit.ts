/**
 * A limit on the pieces of a panel inside pricing: every piece costs a price, and what no pattern exceeds at that price,
 * with the price of as many pieces as there may be, no pattern within the limit exceeds without it. The price at which
 * that is least is where two lines meet: of the value at a price that leaves too many pieces, and at one that does not
 * (Lagrangian relaxation).
 */
import { Numbers, reserveNumbers } from "../../vector";
import { maxPieces, typeCount } from "../model/problem";
import { LIMIT_PRICES } from "../model/tuning";

/** What is kept here between two pricings of a view. */
@unmanaged
class State {
  /** The values less the price. */
  value: Numbers;
  price: f64;
  tries: i32;
  /** Least value so far that no pattern within the limit exceeds. */
  bound: f64;
  /** Price, value and pieces of the best pattern where those are too many, and where they are not. */
  lowPrice: f64;
  lowValue: f64;
  lowPieces: f64;
  highPrice: f64;
  highValue: f64;
  highPieces: f64;
}
const state = changetype<State>(memory.data(offsetof<State>()));

export function openPieceLimit(): void {
  state.value = reserveNumbers(typeCount);
}

/** Begins a view without a price; returns the values to price it at. */
export function startPrices(value: Numbers): Numbers {
  state.tries = 0;
  state.bound = Infinity;
  state.highPrice = 0;
  for (let i = 0; i < typeCount; i++) state.highPrice = max(state.highPrice, value[i]);
  state.highValue = 0;
  state.highPieces = 0;
  setPrice(value, 0);
  return state.value;
}

function setPrice(value: Numbers, price: f64): void {
  state.price = price;
  for (let i = 0; i < typeCount; i++) state.value[i] = max(0, value[i] - price);
}

/** Takes in the best pattern at the price; true when another price is to be tried, at the values that are lowered by it. */
export function nextPrice(value: Numbers, found: f64, pieces: f64): bool {
  const most = <f64>maxPieces;
  state.bound = min(state.bound, found + state.price * most);
  if (pieces > most) {
    state.lowPrice = state.price;
    state.lowValue = found;
    state.lowPieces = pieces;
  } else {
    state.highPrice = state.price;
    state.highValue = found;
    state.highPieces = pieces;
  }
  if (state.highPrice === 0 || ++state.tries === LIMIT_PRICES) return false;
  const low = state.lowValue + state.lowPieces * state.lowPrice;
  const high = state.highValue + state.highPieces * state.highPrice;
  const price = Math.floor((low - high) / (state.lowPieces - state.highPieces));
  if (price <= state.lowPrice || price >= state.highPrice) return false;
  setPrice(value, price);
  return true;
}

/** The most that a pattern within the limit is worth more than at the price. */
export function priceOfPieces(): f64 {
  return state.price * <f64>maxPieces;
}

/** No pattern within the limit is worth more. */
export function limitedValue(): f64 {
  return state.bound;
}
