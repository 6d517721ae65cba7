/** First plans: patterns that repeat, and a rest that is laid out piece by piece. */
import { randomIndex, randomUnit } from "../../random";
import { allowPanels, FillOrder, fillOne, sortLeft } from "../layout/fill-panel";
import { clearPanels, Panel, room } from "../layout/panel-tree";
import { chooseBy, WorthRule } from "../layout/place";
import { offerPlan } from "../model/panel-incumbent";
import { BLINK } from "../model/panel-tuning";
import { clearSettled, piecesBeside, rest, settled, settledOf, settlePanel } from "./settled";

/** While there are more pieces than the draft has room for, fills a panel and repeats it as often as the pieces allow. */
export function repeatPanels(): void {
  chooseBy(WorthRule.POWER_1_25, 0);
  while (piecesBeside() > room) {
    const panel = fillBeside(FillOrder.AREA, 0);
    if (!panel) return;
    settlePanel(panel);
  }
}

/** Offers a plan of panels that repeat as often as they can, filled by lot: as good as others sometimes, with few patterns. */
export function repeatByLot(): void {
  clearSettled();
  while (piecesBeside() > 0) {
    chooseBy(randomIndex(WorthRule.COUNT), BLINK);
    const order = randomIndex(FillOrder.COUNT);
    const panel = fillBeside(order, 0.5 * randomUnit());
    if (!panel) break;
    settlePanel(panel);
  }
  offerPlan(settled);
}

/** Fills a panel beside those that are settled, with pieces in an order; null when there is none. */
function fillBeside(order: FillOrder, noise: f64): Panel {
  allowPanels(Infinity, settledOf);
  clearPanels(rest);
  sortLeft(order, noise);
  return fillOne();
}
