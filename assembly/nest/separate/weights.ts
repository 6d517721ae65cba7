/**
 * What the overlaps of items cost: the price of every pair and of lying over the edge of a sheet, each with the
 * weight that guided local search puts on it. Pairs lie in full square tables, which bounds their number.
 *
 *     pairs   [i * limit + j]       loss and weight, symmetric
 *     edges   [i]                   likewise
 */

import { reserveRawSingles, Singles } from "../../vector";
import { spend } from "../../work";
import { WEIGHT_DECAY, WEIGHT_HIGH, WEIGHT_LOW, WEIGHT_MOST } from "../model/tuning";

/** What is kept here between two steps. */
@unmanaged
class State {
  limit: i32;
  losses: Singles;
  weights: Singles;
  edgeLosses: Singles;
  edgeWeights: Singles;
}
const state = changetype<State>(memory.data(offsetof<State>()));

/** Makes room for up to `most` items. */
export function openWeights(most: i32): void {
  state.limit = most;
  state.losses = reserveRawSingles(most * most);
  state.weights = reserveRawSingles(most * most);
  state.edgeLosses = reserveRawSingles(most);
  state.edgeWeights = reserveRawSingles(most);
}

function pairAt(i: i32, j: i32): i32 {
  return i * state.limit + j;
}

/** What the pair costs as it lies, without its weight. */
export function pairLoss(i: i32, j: i32): f32 {
  return state.losses[pairAt(i, j)];
}

export function edgeLoss(item: i32): f32 {
  return state.edgeLosses[item];
}

export function pairWeight(i: i32, j: i32): f64 {
  return <f64>state.weights[pairAt(i, j)];
}

export function edgeWeight(item: i32): f64 {
  return <f64>state.edgeWeights[item];
}

/** Forgets what the item's pairs with the first `size` items cost. */
export function clearLosses(item: i32, size: i32): void {
  const row = changetype<usize>(state.losses) + ((<usize>pairAt(item, 0)) << 2);
  memory.fill(row, 0, (<usize>size) << 2);
  for (let j = 0; j < size; j++) state.losses[pairAt(j, item)] = 0;
  spend(<f64>size * 0.02);
}

export function setPairLoss(i: i32, j: i32, loss: f64): void {
  state.losses[pairAt(i, j)] = <f32>loss;
  state.losses[pairAt(j, i)] = <f32>loss;
}

export function setEdgeLoss(item: i32, loss: f64): void {
  state.edgeLosses[item] = <f32>loss;
}

/** Sets every weight back to 1. */
export function resetWeights(size: i32): void {
  for (let i = 0; i < size; i++) {
    state.edgeWeights[i] = 1;
    for (let j = 0; j < size; j++) state.weights[pairAt(i, j)] = 1;
  }
}

/** Price of all overlaps of one item. */
export function itemLoss(item: i32, size: i32): f64 {
  let sum = state.edgeLosses[item];
  for (let j = 0; j < size; j++) sum += state.losses[pairAt(item, j)];
  return <f64>sum;
}

/** Price of all overlaps; 0 means that the layout is valid. */
export function totalLoss(size: i32): f64 {
  let sum = 0.0;
  for (let i = 0; i < size; i++) {
    sum += <f64>state.edgeLosses[i];
    for (let j = 0; j < i; j++) sum += <f64>state.losses[pairAt(i, j)];
  }
  return sum;
}

/** Makes what overlaps dearer, most of all the dearest pair, and lets the rest fall back. */
export function updateWeights(size: i32): void {
  let most: f32 = 0;
  for (let i = 0; i < size; i++) {
    most = max(most, state.edgeLosses[i]);
    for (let j = 0; j < i; j++) most = max(most, state.losses[pairAt(i, j)]);
  }
  spend(<f64>(size * size) * 0.005);
  if (most === 0) return;
  for (let i = 0; i < size; i++) {
    state.edgeWeights[i] = nextWeight(state.edgeWeights[i], state.edgeLosses[i], most);
    for (let j = 0; j < i; j++) {
      const weight = nextWeight(state.weights[pairAt(i, j)], state.losses[pairAt(i, j)], most);
      state.weights[pairAt(i, j)] = weight;
      state.weights[pairAt(j, i)] = weight;
    }
  }
}

function nextWeight(weight: f32, loss: f32, most: f32): f32 {
  if (loss <= 0) return max<f32>(1, weight * WEIGHT_DECAY);
  return min<f32>(WEIGHT_MOST, weight * (WEIGHT_LOW + (WEIGHT_HIGH - WEIGHT_LOW) * (loss / most)));
}
