/**
 * Ruin and recreate (Schrimpf, Schneider, Stamm-Wilbrandt, Dueck 2000) with a goal: panels whose keys add up to less than
 * the best plan's, as full as they get. What counts is the area that is left out, never the number of panels; once nothing
 * is left out there is a better plan, and the next goal (Wei et al. 2013; Gardeyn and Wauters 2022).
 */

import { randomIndex } from "../../random";
import { spend, workSpent } from "../../work";
import { allowPanels, drawMix, FillOrder, fill, sortLeft } from "../layout/fill-panel";
import {
  bringBack,
  clearPanels,
  keepState,
  left,
  Panel,
  panelAt,
  panelCount,
  reserveState,
  room,
  totalKey,
} from "../layout/panel-tree";
import { chooseBy, WorthRule } from "../layout/place";
import { appendPanels } from "../layout/record";
import { best, candidate, isComplete, mostKey, offerPlan } from "../model/panel-incumbent";
import { appendPlan, clearPlan } from "../model/panel-plan";
import { pieceLength, pieceWidth, stockCount, typeCount, worth } from "../model/panel-problem";
import { MIX_MOVES } from "../model/panel-tuning";
import { goOn } from "./progress";
import { allSawable, anyPanel, recreate, removeFrom, ruin } from "./ruin";
import { rest, settled, settledOf } from "./settled";
import { tidyIsDue, tidyOnTheWay } from "./tidy";

/** The draft that is built on. */
let kept: usize = 0;

export function openSearch(): void {
  kept = reserveState();
}

/** Searches until that much work has been spent; false once no cheaper plan is looked for any more. */
export function ruinAndRecreate(until: f64): bool {
  let value = leftArea();
  let idle = 0;
  while (goOn()) {
    if (idle === MIX_MOVES && stockCount > 1 && isComplete()) {
      beginMix();
      value = leftArea();
      idle = 0;
    }
    if (tidyIsDue()) {
      if (!tidyOnTheWay()) return false;
      resumeSearch();
      value = leftArea();
    }
    ruin();
    recreate();
    const next = allSawable() ? leftArea() : Infinity;
    idle = next < value ? 0 : idle + 1;
    if (next <= value) {
      value = next;
      keepState(kept);
      if (isBetter()) {
        offerDraft();
        if (isComplete()) {
          aim();
          value = leftArea();
        }
      }
    } else bringBack(kept);
    spend(<f64>(20 + room / 8));
    if (workSpent() > until) return true;
  }
  return false;
}

/** Begins with the best of a handful of drafts by falling size, beside the settled patterns. */
export function startSearch(): void {
  allowPanels(Infinity, settledOf);
  let leastArea: f64 = Infinity;
  let leastKey: f64 = Infinity;
  const drafts = FillOrder.COUNT * WorthRule.COUNT;
  for (let turn = 0; turn < drafts; turn++) {
    clearPanels(rest);
    fillFrom(turn % FillOrder.COUNT, turn / FillOrder.COUNT);
    const area = leftArea();
    if (area > leastArea || (area === leastArea && totalKey() >= leastKey)) continue;
    leastArea = area;
    leastKey = totalKey();
    keepState(kept);
  }
  bringBack(kept);
  aim();
}

/** Begins with the panels that are under way; what is left is added to them. */
export function continueSearch(): void {
  allowPanels(Infinity, settledOf);
  fillFrom(FillOrder.AREA, WorthRule.POWER_1_25);
  aim();
}

/** Begins with the panels that were built on last. */
export function resumeSearch(): void {
  bringBack(kept);
  aim();
}

function fillFrom(order: FillOrder, rule: WorthRule): void {
  sortLeft(order, 0);
  chooseBy(rule, 0);
  fill(false);
  offerDraft();
}

/** Aims below the best plan: closes panels until their keys are low enough. */
function aim(): void {
  const budget = isComplete() ? mostKey() - settled.key : Infinity;
  allowPanels(budget, settledOf);
  while (totalKey() > budget && panelCount() > 0) {
    const panel = isComplete() && stockCount === 1 ? emptiest() : anyPanel();
    removeFrom(panel, panel.pieces);
  }
  keepState(kept);
}

/** Begins anew, on panels of other stocks that cost less than the best plan's: moves hardly ever exchange a whole panel. */
function beginMix(): void {
  clearPanels(rest);
  allowPanels(mostKey() - settled.key, settledOf);
  drawMix(leftArea());
  fillFrom(randomIndex(FillOrder.COUNT), randomIndex(WorthRule.COUNT));
  keepState(kept);
}

function emptiest(): Panel {
  let panel = panelAt(0);
  for (let k = 1; k < panelCount(); k++) if (panelAt(k).bare > panel.bare) panel = panelAt(k);
  return panel;
}

function isBetter(): bool {
  const missing = leftWorth();
  return missing < best.missing || (missing === best.missing && totalKey() + settled.key < best.key);
}

function offerDraft(): void {
  clearPlan(candidate);
  appendPlan(candidate, settled);
  appendPanels(candidate);
  offerPlan(candidate);
}

/** Area of everything without a place. */
function leftArea(): f64 {
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) total += <f64>left[i] * pieceLength[i] * pieceWidth[i];
  return total;
}

/** Worth of the missing pieces, if all of them were placed. */
function leftWorth(): f64 {
  let total: f64 = 0;
  for (let i = 0; i < typeCount; i++) total += <f64>left[i] * worth[i];
  return total;
}
