/**
 * A stock as pricing sees it, once for each direction of its first cut: the ways in which pieces may lie, the widths that
 * strips may have, and the positions that cuts may have.
 *
 * Positions that matter are sums of piece sizes (Herz 1972). Where there are too many they are thinned out: then patterns
 * may be missed, and what pricing finds proves nothing.
 */
import { PanelCut, PanelGrain } from "../../layout";
import { mark, release } from "../../memory";
import { Ints, Numbers, reserveInts, reserveNumbers } from "../../vector";
import {
  acrossOf,
  alongOf,
  firstCut,
  fitsAlone,
  grain,
  pieceAcross,
  pieceAlong,
  stockCount,
  typeCount,
} from "../model/panel-problem";
import { LEAST_POINTS, MOST_POINTS } from "../model/panel-tuning";

@unmanaged
export class StockView {
  stock: i32;
  cut: i32;
  /** True when no position has been left out. */
  complete: bool;
  /** Ways of lying, by rising width across. */
  items: i32;
  type: Ints;
  turned: Ints;
  along: Numbers;
  across: Numbers;
  /** Different widths, and where the items of each end. */
  widths: i32;
  width: Numbers;
  itemEnd: Ints;
  /** Rising positions along and across; the last is the panel's end. */
  alongPoints: i32;
  alongPoint: Numbers;
  acrossPoints: i32;
  acrossPoint: Numbers;
  /** Per item and position along, and per width and position across: the last position that leaves room for it, or -1. */
  before: Ints;
  below: Ints;
}

export let viewCount: i32 = 0;
/** Addresses of the views. */
let views: Ints = changetype<Ints>(0);

export function viewAt(index: i32): StockView {
  return changetype<StockView>(<usize>views[index]);
}

/** Makes the views; `way` says which way round pieces lie that have to be alike, -1 where that is open. */
export function openViews(way: Ints): void {
  views = reserveInts(2 * stockCount);
  viewCount = 0;
  for (let j = 0; j < stockCount; j++) {
    for (let cut = <i32>PanelCut.CROSS; cut <= <i32>PanelCut.RIP; cut++) {
      if (firstCut !== PanelCut.ANY && firstCut !== <PanelCut>cut) continue;
      const view = makeView(j, <PanelCut>cut, way);
      if (view.items > 0) views[viewCount++] = <i32>changetype<usize>(view);
    }
  }
}

function makeView(stock: i32, cut: PanelCut, way: Ints): StockView {
  const view = changetype<StockView>(reserveInts(40));
  view.stock = stock;
  view.cut = cut;
  view.complete = true;
  listItems(view, way);
  listWidths(view);
  const most = max(LEAST_POINTS, MOST_POINTS / stockCount);
  const along = reserveSums(most);
  view.alongPoints = listPoints(view, along, view.along, view.items, alongOf(stock, cut));
  view.alongPoint = along.value;
  const across = reserveSums(most);
  view.acrossPoints = listPoints(view, across, view.width, view.widths, acrossOf(stock, cut));
  view.acrossPoint = across.value;
  view.before = pointersOf(view.along, view.items, along);
  view.below = pointersOf(view.width, view.widths, across);
  return view;
}

function listItems(view: StockView, way: Ints): void {
  view.type = reserveInts(2 * typeCount);
  view.turned = reserveInts(2 * typeCount);
  view.along = reserveNumbers(2 * typeCount);
  view.across = reserveNumbers(2 * typeCount);
  view.items = 0;
  for (let i = 0; i < typeCount; i++) {
    for (let turned = 0; turned < 2; turned++) {
      if (grain[i] === PanelGrain.ALIKE && way[i] >= 0 && way[i] !== turned) continue;
      if (!fitsAlone(i, view.stock, <PanelCut>view.cut, turned)) continue;
      const across = pieceAcross(i, turned, <PanelCut>view.cut);
      let to = view.items++;
      for (; to > 0 && view.across[to - 1] > across; to--) {
        view.type[to] = view.type[to - 1];
        view.turned[to] = view.turned[to - 1];
        view.along[to] = view.along[to - 1];
        view.across[to] = view.across[to - 1];
      }
      view.type[to] = i;
      view.turned[to] = turned;
      view.along[to] = pieceAlong(i, turned, <PanelCut>view.cut);
      view.across[to] = across;
    }
  }
}

function listWidths(view: StockView): void {
  view.width = reserveNumbers(view.items);
  view.itemEnd = reserveInts(view.items);
  view.widths = 0;
  for (let e = 0; e < view.items; e++) {
    if (e === 0 || view.across[e] !== view.across[e - 1]) view.width[view.widths++] = view.across[e];
    view.itemEnd[view.widths - 1] = e + 1;
  }
}

/** First of the items that a strip of a width may hold beyond those of narrower ones. */
export function itemStart(view: StockView, width: i32): i32 {
  return width === 0 ? 0 : view.itemEnd[width - 1];
}

/** Sums of sizes, rising, and how many there may be. */
@unmanaged
class Sums {
  value: Numbers;
  count: i32;
  room: i32;
}

function reserveSums(room: i32): Sums {
  const sums = changetype<Sums>(reserveInts(4));
  sums.value = reserveNumbers(room + 1);
  sums.room = room;
  sums.count = 0;
  return sums;
}

/**
 * Writes the sums of the sizes up to `end`, and `end`, to `points`, and returns how many; with more than there is room
 * for every so many-th, and the view is not complete.
 */
function listPoints(view: StockView, points: Sums, sizes: Numbers, count: i32, end: f64): i32 {
  const top = mark();
  const most = points.room;
  let sums = reserveSums(8 * most);
  let merged = reserveSums(8 * most);
  sums.value[0] = 0;
  sums.count = 1;
  for (let e = 0; e < count && sums.count < sums.room; e++) {
    if (e > 0 && sizes[e] === sizes[e - 1]) continue;
    mergeSums(merged, sums, sizes[e], end);
    const swap = sums;
    sums = merged;
    merged = swap;
  }
  if (sums.count >= sums.room) view.complete = false;
  if (sums.value[sums.count - 1] < end) sums.value[sums.count++] = end;
  if (sums.count > most) view.complete = false;
  // Thinned out evenly, the ends always kept.
  points.count = min(sums.count, most);
  const stride = <f64>(sums.count - 1) / <f64>max(1, points.count - 1);
  for (let k = 0; k < points.count; k++) points.value[k] = sums.value[<i32>(<f64>k * stride)];
  points.value[points.count - 1] = end;
  release(top);
  return points.count;
}

/** All sums with any number of one more size, up to `end` and as far as there is room. */
function mergeSums(to: Sums, from: Sums, size: f64, end: f64): void {
  to.count = 0;
  let old = 0;
  let base = 0;
  while (to.count < to.room) {
    const next = base < to.count ? to.value[base] + size : Infinity;
    const other = old < from.count ? from.value[old] : Infinity;
    const value = min(next, other);
    if (value > end || value === Infinity) break;
    if (next === value) base++;
    if (other === value) old++;
    to.value[to.count++] = value;
  }
}

function pointersOf(sizes: Numbers, count: i32, sums: Sums): Ints {
  const points = sums.value;
  const pointCount = sums.count;
  const table = reserveInts(count * pointCount);
  for (let e = 0; e < count; e++) {
    let at = -1;
    for (let p = 0; p < pointCount; p++) {
      while (at + 1 < p && points[at + 1] <= points[p] - sizes[e]) at++;
      table[e * pointCount + p] = at;
    }
  }
  return table;
}
