/** Rectangles on stocks that no piece may overlap, in the numbers of the request: a kerf behind a piece may lie on them. */
import { PanelCut, PanelDefectBlock, PanelRequestHead } from "../../layout";
import { Ints, Numbers, reserveInts } from "../../vector";

export let defectCount: i32 = 0;
/** The defects in the request block. */
let block: Numbers = changetype<Numbers>(0);
/** How many each stock has. */
let amount: Ints = changetype<Ints>(0);

/** Reads the defects of `stocks` stocks from `at` on in the request block, which stays as it is. */
export function readDefects(request: Numbers, at: i32, stocks: i32): void {
  defectCount = <i32>request[PanelRequestHead.DEFECTS];
  block = changetype<Numbers>(changetype<usize>(request) + ((<usize>at) << 3));
  amount = reserveInts(stocks);
  for (let d = 0; d < defectCount; d++) amount[defectStock(d)] += 1;
}

export function isDamaged(stock: i32): bool {
  return amount[stock] > 0;
}

export function defectStock(defect: i32): i32 {
  return <i32>slot(defect, PanelDefectBlock.STOCK);
}

/** Where a defect ends in the direction that `cut` divides. */
export function defectEnd(defect: i32, cut: PanelCut): f64 {
  return slot(defect, cut === PanelCut.CROSS ? PanelDefectBlock.TO_X : PanelDefectBlock.TO_Y);
}

/** True when a piece with its lower left corner there overlaps a defect. */
export function overlapsDefect(stock: i32, x: f64, y: f64, length: f64, width: f64): bool {
  for (let d = 0; d < defectCount; d++) {
    if (defectStock(d) !== stock) continue;
    const beside = x + length <= slot(d, PanelDefectBlock.FROM_X) || x >= slot(d, PanelDefectBlock.TO_X);
    const above = y + width <= slot(d, PanelDefectBlock.FROM_Y) || y >= slot(d, PanelDefectBlock.TO_Y);
    if (!beside && !above) return true;
  }
  return false;
}

function slot(defect: i32, at: PanelDefectBlock): f64 {
  return block[defect * PanelDefectBlock.SLOTS + at];
}
