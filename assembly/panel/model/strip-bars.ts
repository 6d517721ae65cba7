/** Panels told to the solver of bars, whose linear program and bounds they share: pieces by area, stocks by theirs. */
import { openBounds } from "../../cut/bounds/volume";
import { readProblem } from "../../cut/model/cut-problem";
import { Bar, CutRequestHead, PieceType } from "../../layout";
import { reserveNumbers } from "../../vector";
import {
  demand,
  kerf,
  key,
  limit,
  pieceCount,
  pieceLength,
  pieceWidth,
  primary,
  scale,
  stockCount,
  stockLength,
  stockWidth,
  typeCount,
  worth,
} from "./panel-problem";

export function openBars(): void {
  const request = reserveNumbers(CutRequestHead.SLOTS + typeCount * PieceType.SLOTS + stockCount * Bar.SLOTS);
  request[CutRequestHead.TYPES] = <f64>typeCount;
  request[CutRequestHead.BARS] = <f64>stockCount;
  request[CutRequestHead.SCALE] = scale;
  request[CutRequestHead.MAX_PIECES] = pieceCount;
  request[CutRequestHead.MAX_TYPES] = <f64>typeCount;
  let at: i32 = CutRequestHead.SLOTS;
  for (let i = 0; i < typeCount; i++) {
    request[at + PieceType.WEIGHT] = pieceLength[i] * pieceWidth[i];
    request[at + PieceType.LENGTH] = worth[i];
    request[at + PieceType.DEMAND] = <f64>demand[i];
    at += PieceType.SLOTS;
  }
  for (let j = 0; j < stockCount; j++) {
    request[at + Bar.CAPACITY] = stockLength[j] * stockWidth[j];
    request[at + Bar.LIMIT] = <f64>limit[j];
    request[at + Bar.KEY] = key[j];
    request[at + Bar.PRIMARY] = primary[j];
    request[at + Bar.LENGTH] = (stockLength[j] - kerf) * (stockWidth[j] - kerf);
    at += Bar.SLOTS;
  }
  readProblem(changetype<usize>(request));
  openBounds();
}
