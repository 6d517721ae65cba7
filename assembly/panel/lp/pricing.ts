/**
 * What pricing finds in one view: the value of its best pattern, and the sections that promising patterns begin with.
 * Values are whole numbers, so that what is found bounds every plan.
 */
import { pause } from "../../pause";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import { twoStages } from "../model/panel-problem";
import { PRICE_COLUMNS, PRICE_STEPS } from "../model/panel-tuning";
import { fillSection, fillSections, fillStrips, openKnapsacks, tables } from "./knapsacks";
import { StockView } from "./views";

/** What is kept here between two pricings. */
@unmanaged
class PanelPricing {
  /** True when sections may end anywhere, whatever that takes. */
  full: bool;
  /** Positions of sections that may begin a pattern, the most promising first, and the patterns' values. */
  offers: i32;
  offer: Ints;
  offerValue: Numbers;
  /** The values of the pieces at hand. */
  value: Numbers;
}
export const pricing = changetype<PanelPricing>(memory.data(offsetof<PanelPricing>()));

export function openPricing(): void {
  openKnapsacks();
  pricing.offer = reserveInts(PRICE_COLUMNS);
  pricing.offerValue = reserveNumbers(PRICE_COLUMNS);
}

/** Value of the best pattern of a view; afterwards `writeOffer` writes it and others down. */
export function priceView(view: StockView, value: Numbers): f64 {
  pricing.value = value;
  fillStrips(view, value);
  pricing.offers = 0;
  const last = view.alongPoints - 1;
  if (twoStages) {
    tables.section[last] = fillSection(view, last, false);
    insertOffer(last, tables.section[last]);
    return tables.section[last];
  }
  const stride = strideOf(view);
  // The end is always a section's, whatever is left out.
  for (let x = last; x >= 0; x -= 1) {
    if ((last - x) % stride !== 0) tables.section[x] = 0;
    else tables.section[x] = sameStrips(view, x) ? tables.section[x + 1] : fillSection(view, x, false);
    pause();
  }
  fillSections(view);
  for (let x = 1; x <= last; x++) {
    if (tables.section[x] <= 0 || (x > 0 && tables.section[x] === tables.section[x - 1])) continue;
    const beside = floorPoint(view, view.alongPoint[last] - view.alongPoint[x]);
    insertOffer(x, tables.section[x] + tables.sections[rowBelow(view.alongPoints) + beside]);
  }
  return tables.sections[tables.layers * view.alongPoints + last];
}

/** Where the layer with one part less than all lies in a table of so many positions. */
export function rowBelow(points: i32): i32 {
  return max(0, tables.layers - 1) * points;
}

/** True when pricing the view leaves nothing out. */
export function pricesAll(view: StockView): bool {
  return view.complete && (twoStages || strideOf(view) === 1);
}

/** From now on sections may end anywhere, or, where that takes long, at some positions only. */
export function priceFully(fully: bool): void {
  pricing.full = fully;
}

/** Every how many-th position may end a section. */
function strideOf(view: StockView): i32 {
  if (pricing.full) return 1;
  const steps = <f64>view.alongPoints * <f64>view.widths * <f64>view.acrossPoints;
  return <i32>Math.ceil(steps / PRICE_STEPS);
}

/** True when every strip of the next longer section is worth no more. */
function sameStrips(view: StockView, x: i32): bool {
  const points = view.alongPoints;
  if (x + 1 >= points || tables.section[x + 1] === 0) return false;
  for (let w = 0; w < view.widths; w++) {
    if (tables.strip[w * points + x] !== tables.strip[w * points + x + 1]) return false;
  }
  return true;
}

/** The last position that is not behind this one. */
export function floorPoint(view: StockView, position: f64): i32 {
  let low = 0;
  let high = view.alongPoints - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (view.alongPoint[middle] <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function insertOffer(x: i32, value: f64): void {
  if (pricing.offers === PRICE_COLUMNS && value <= pricing.offerValue[pricing.offers - 1]) return;
  let to = pricing.offers < PRICE_COLUMNS ? pricing.offers++ : PRICE_COLUMNS - 1;
  for (; to > 0 && pricing.offerValue[to - 1] < value; to--) {
    pricing.offer[to] = pricing.offer[to - 1];
    pricing.offerValue[to] = pricing.offerValue[to - 1];
  }
  pricing.offer[to] = x;
  pricing.offerValue[to] = value;
}
