/**
 * The cost of overlaps: the price of every pair of items and of lying over the edge of a sheet, each with the
 * weight that guided local search puts on it. Pairs lie in full square tables, which bounds their number.
 *
 *     pairs   [i * limit + j]       loss and weight, symmetric
 *     edges   [i]                   likewise
 */

import { reserveRawSingles, Singles } from "../../vector";
import { spend } from "../../work";
import { WEIGHT_MOST } from "../model/limits";
import { WEIGHT_DECAY, WEIGHT_HIGH, WEIGHT_LOW } from "../model/nest-tuning";

let limit: i32 = 0;
let losses: Singles = changetype<Singles>(0);
let weights: Singles = changetype<Singles>(0);
export let edgeLosses: Singles = changetype<Singles>(0);
let edgeWeights: Singles = changetype<Singles>(0);

/** Makes room for up to `most` items. */
export function openWeights(most: i32): void {
  limit = most;
  losses = reserveRawSingles(most * most);
  weights = reserveRawSingles(most * most);
  edgeLosses = reserveRawSingles(most);
  edgeWeights = reserveRawSingles(most);
}

function pairAt(i: i32, j: i32): i32 {
  return i * limit + j;
}

/** Price of the pair where its items lie, without its weight. */
export function pairLoss(i: i32, j: i32): f32 {
  return losses[pairAt(i, j)];
}

export function pairWeight(i: i32, j: i32): f64 {
  return <f64>weights[pairAt(i, j)];
}

export function edgeWeight(item: i32): f64 {
  return <f64>edgeWeights[item];
}

/** Forgets what the item's pairs with the first `size` items cost. */
export function clearLosses(item: i32, size: i32): void {
  const row = changetype<usize>(losses) + ((<usize>pairAt(item, 0)) << 2);
  memory.fill(row, 0, (<usize>size) << 2);
  for (let j = 0; j < size; j++) losses[pairAt(j, item)] = 0;
  spend(<f64>size * 0.02);
}

export function setPairLoss(i: i32, j: i32, loss: f64): void {
  losses[pairAt(i, j)] = <f32>loss;
  losses[pairAt(j, i)] = <f32>loss;
}

export function setEdgeLoss(item: i32, loss: f64): void {
  edgeLosses[item] = <f32>loss;
}

/** Sets every weight back to 1. */
export function resetWeights(size: i32): void {
  for (let i = 0; i < size; i++) {
    edgeWeights[i] = 1;
    for (let j = 0; j < size; j++) weights[pairAt(i, j)] = 1;
  }
}

/** Price of all overlaps of one item. */
export function itemLoss(item: i32, size: i32): f64 {
  let sum = edgeLosses[item];
  for (let j = 0; j < size; j++) sum += losses[pairAt(item, j)];
  return <f64>sum;
}

/** Price of all overlaps; 0 means that the layout is valid. */
export function totalLoss(size: i32): f64 {
  let sum = 0.0;
  for (let i = 0; i < size; i++) {
    sum += <f64>edgeLosses[i];
    for (let j = 0; j < i; j++) sum += <f64>losses[pairAt(i, j)];
  }
  return sum;
}

/** Algorithm 8 of sparrow: makes pairs that overlap dearer, most of all the dearest, and lets the weights of the others decay. */
export function updateWeights(size: i32): void {
  let most: f32 = 0;
  for (let i = 0; i < size; i++) {
    most = max(most, edgeLosses[i]);
    for (let j = 0; j < i; j++) most = max(most, losses[pairAt(i, j)]);
  }
  spend(<f64>(size * size) * 0.005);
  if (most === 0) return;
  for (let i = 0; i < size; i++) {
    edgeWeights[i] = nextWeight(edgeWeights[i], edgeLosses[i], most);
    for (let j = 0; j < i; j++) {
      const weight = nextWeight(weights[pairAt(i, j)], losses[pairAt(i, j)], most);
      weights[pairAt(i, j)] = weight;
      weights[pairAt(j, i)] = weight;
    }
  }
}

function nextWeight(weight: f32, loss: f32, most: f32): f32 {
  if (loss <= 0) return max<f32>(1, weight * WEIGHT_DECAY);
  return min<f32>(WEIGHT_MOST, weight * (WEIGHT_LOW + (WEIGHT_HIGH - WEIGHT_LOW) * (loss / most)));
}
