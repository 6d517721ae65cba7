/**
 * The order of work, as a machine that advances by small fixed pieces of work: how the caller slices the time never
 * changes what is done. Holds the best plan and the best bound; leaves as soon as the two meet.
 */
import { CutPhase } from "../layout";
import { openBounds, volumeBound } from "./bounds";
import { FillRule, filled, fillStep, fillWork, openFill, resetValues, startFill, worthValues } from "./fill";
import { openKnapsack } from "./knapsack";
import { betterPlan, copyPlan, createPlan, Plan, primaryOf, sizePlans } from "./plan";
import {
  barCount,
  capacity,
  demand,
  key,
  limit,
  primary,
  readProblem,
  scale,
  typeCount,
  volume,
  worth,
  worthRoom,
} from "./problem";
import { openTighten, tightenPlan } from "./tighten";
import { FILL_ROUNDS } from "./tuning";

export let best: Plan = changetype<Plan>(0);
export let revision: i32 = 0;
export let phase: CutPhase = CutPhase.CONSTRUCT;
/** Lower bounds for plans that place everything. */
export let keyBound: f64 = 0;
export let primaryBound: f64 = 0;

let scratch: Plan = changetype<Plan>(0);
let round: i32 = 0;
let finished: bool = false;
/** No plan leaves less than this unplaced. */
let missingBound: f64 = 0;

/** Reads the request and makes a first plan, so that there is an answer before the first step. */
export function openSolve(request: usize): void {
  readProblem(request);
  sizePlans();
  openBounds();
  openKnapsack();
  openFill();
  openTighten();
  best = createPlan();
  scratch = createPlan();
  best.overflow = 1;
  revision = 0;
  round = 0;
  finished = false;
  phase = CutPhase.CONSTRUCT;
  boundByVolume();
  startFill(FillRule.DECREASING, 1);
  while (fillStep()) {}
  offer(filled);
  startRound();
}

function boundByVolume(): void {
  keyBound = volumeBound(key, capacity, volume);
  primaryBound = volumeBound(primary, capacity, volume);
  let all: f64 = 0;
  let room: f64 = 0;
  for (let i = 0; i < typeCount; i++) all += worth[i] * <f64>demand[i];
  for (let j = 0; j < barCount; j++) room += worthRoom[j] * <f64>limit[j];
  missingBound = max(0, all - room);
}

/** All work done so far, in units of a few machine instructions. */
export function workDone(): f64 {
  return fillWork;
}

/** True once nothing is left to gain. */
export function isFinished(): bool {
  return finished;
}

/** Does the next small piece of work. */
export function advance(): void {
  if (fillStep()) return;
  offer(filled);
  round++;
  startRound();
}

function startRound(): void {
  finished = round >= FILL_ROUNDS || provenBest();
  if (finished) return;
  if (round === 0) {
    startFill(FillRule.DECREASING_FULL, 1);
    return;
  }
  if (best.missing > 0 && round % 3 === 2) worthValues();
  else if (round === 1 || best.missing > 0) resetValues();
  startFill(round % 4 === 3 ? FillRule.VALUE_FULL : FillRule.VALUE, round % 2 === 0 ? 0.5 : 1);
}

/** True when no plan is better in any respect that the bounds speak of. */
function provenBest(): bool {
  return best.missingWorth > 0 ? false : best.key <= keyBound;
}

/** Keeps `plan` if it is better, with its bars exchanged for cheaper ones where possible. */
function offer(plan: Plan): void {
  if (plan.overflow) return;
  tightenPlan(scratch, plan);
  const candidate = scratch.overflow ? plan : scratch;
  if (!betterPlan(candidate, best)) return;
  copyPlan(best, candidate);
  revision++;
}

/** True when the best plan places everything and no plan has a smaller objective. */
export function provenOptimal(): bool {
  return best.missingWorth === 0 && (best.key <= keyBound || primaryOf(best) <= primaryBound);
}

/** No plan that places as much as the best one has a smaller objective. */
export function objectiveBound(): f64 {
  if (best.missingWorth === 0) return max(primaryBound, Math.floor(keyBound / scale));
  let placed: f64 = -best.missingWorth;
  for (let i = 0; i < typeCount; i++) placed += worth[i] * <f64>demand[i];
  return volumeBound(primary, worthRoom, placed);
}
