/**
 * Which type of sheet comes next? The same parts are offered to a sheet of every type, and the sheet with the least
 * price is kept.
 */
import { reserve } from "../../memory";
import { randomUnit } from "../../random";
import { clearSheet, place, placedAt, placedCount } from "../layout/laid-sheet";
import { copyCount, openedType, openType, partAt, partCount, typeAt, typeCount } from "../model/nest-problem";
import { PLACEMENT_BYTES, placementAt, setPlacement } from "../model/placement";
import { copiesLaid, dropType, layCopies, nextType, takeBackLaid } from "./remaining";

/** Measures by which a sheet is chosen. */
export enum SheetMeasure {
  /** Cost per material. */
  COST = 0,
  /** The same, changed at random. */
  RANDOMISED = 1,
  /** Most material: where sheets are few, not dear. */
  MATERIAL = 2,
}

let pricing: SheetMeasure = SheetMeasure.COST;
/** Type of sheet that is taken before all others that cost something, -1 for none. */
let favoured: i32 = -1;
/** Type of the best sheet, -1 for none so far. */
let bestType: i32 = -1;
let bestPrice: f64 = 0;
let best: usize = 0;
let bestCount: i32 = 0;

export function openCandidates(): void {
  if (typeCount > 1) best = reserve(<usize>copyCount * PLACEMENT_BYTES);
}

/**
 * From now on constructions take sheets of this type as long as there are any; -1: of the cheapest for its material. Sheets
 * that are each the cheapest for their material may cost more in all.
 */
export function favourType(type: i32): void {
  favoured = type;
}

export function beginCandidates(price: SheetMeasure): void {
  pricing = price;
  bestType = -1;
}

/** Notes the sheet that was tried and returns the type to try next; `typeCount`: the best one lies open again. */
export function endCandidate(): i32 {
  const tried = openedType;
  const price = priceSheet();
  takeBackLaid();
  if (placedCount() > 0 && (bestType < 0 || price < bestPrice)) {
    bestType = tried;
    bestPrice = price;
    keepCandidate();
  }
  // A type that takes nothing now takes nothing later: parts only get fewer.
  if (placedCount() === 0) dropType(tried);
  // Free sheets are used up before anything is paid for.
  const next = bestType === tried && typeAt(tried).free ? typeCount : nextType(tried);
  if (next === typeCount) restoreCandidate();
  return next;
}

function priceSheet(): f64 {
  const type = typeAt(openedType);
  let material = 0.0;
  for (let i = 0; i < partCount; i++) material += <f64>copiesLaid[i] * partAt(i).area;
  // Among sheets that cost nothing the smaller are to be preferred.
  let price = (type.cost * (1 + 1e-9) + 1e-9 * type.width * type.height) / material;
  if (openedType === favoured) price = 0;
  if (pricing === SheetMeasure.RANDOMISED) price *= 0.8 + 0.4 * randomUnit();
  if (pricing === SheetMeasure.MATERIAL) price = -material;
  return type.free ? -Infinity : price;
}

function keepCandidate(): void {
  bestCount = placedCount();
  for (let i = 0; i < bestCount; i++) {
    const placed = placedAt(i);
    setPlacement(placementAt(best, i), placed.shape, placed.x, placed.y);
  }
}

/** Lays the best sheet again; an empty one when nothing fits any. */
function restoreCandidate(): void {
  if (bestType < 0) {
    clearSheet();
    return;
  }
  openType(bestType);
  clearSheet();
  for (let i = 0; i < bestCount; i++) {
    const placed = placementAt(best, i);
    place(placed.shape, placed.x, placed.y);
    layCopies(placed.shape.part, 1);
  }
  bestType = -1;
}
