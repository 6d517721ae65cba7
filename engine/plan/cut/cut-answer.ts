/** From patterns with counts to the answer of /v1, which lists every bar: as objects, or as JSON text in chunks. */

import type { CutPattern, CutPlan, CutRun } from "../../base/contract/cut-plan.ts";
import { checkAnswer, takenAs } from "../../base/contract/options.ts";
import type { CutData, CutPlacement, StockLayout } from "../../base/contract/v1/cut.ts";
import { gridFor, sumDecimals, unitsFrom, valueFrom } from "./decimal.ts";

/** Text is handed on in chunks of about this many characters. */
const CHUNK = 1 << 16;

/** The answer of /v1; equal bars share one list of cuts. For answers of millions of bars or cuts use `cutDataJson`. */
export function cutDataFromPlan(plan: CutPlan): CutData {
  checkAnswer("plan", plan, "cut", ["patterns", "unplaced"]);
  return takenAs("plan", "a plan of cut", () => cutDataOf(plan));
}

function cutDataOf(plan: CutPlan): CutData {
  const layouts: StockLayout[] = [];
  for (const pattern of plan.patterns) {
    const { stock_id, used_length, waste, utilization } = pattern;
    const cuts = cutsOf(pattern, plan.kerf);
    for (let copy = 0; copy < pattern.count; copy++) {
      layouts.push({ stock_id, stock_index: layouts.length, cuts, used_length, waste, utilization });
    }
  }
  const unplaced = plan.unplaced.flatMap(({ piece_id, count }) => Array<string>(count).fill(piece_id));
  return { summary: plan.summary, layouts, unplaced };
}

/** The answer of `/v1/solve/cut-1d` for a plan, as JSON in chunks; no more than a few of them are ever held. */
export function* cutDataJson(plan: CutPlan): Generator<string> {
  checkAnswer("plan", plan, "cut", ["patterns", "unplaced"]);
  const texts = jsonTexts(plan);
  const next = () => takenAs("plan", "a plan of cut", () => texts.next());
  let chunk = "";
  for (let one = next(); !one.done; one = next()) {
    chunk += one.value;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

function* jsonTexts(plan: CutPlan): Generator<string> {
  yield `{"summary":${JSON.stringify(plan.summary)},"layouts":[`;
  let index = 0;
  for (const pattern of plan.patterns) {
    const { stock_id, used_length, waste, utilization } = pattern;
    const head = `{"stock_id":${JSON.stringify(stock_id)},"stock_index":`;
    const tail = `],${JSON.stringify({ used_length, waste, utilization }).slice(1)}`;
    const cuts = shortText(cutTexts(pattern, plan.kerf));
    for (let copy = 0; copy < pattern.count; copy++) {
      yield `${index === 0 ? "" : ","}${head}${index++},"cuts":[`;
      if (cuts === undefined) yield* cutTexts(pattern, plan.kerf);
      else yield cuts;
      yield tail;
    }
  }
  yield `],"unplaced":[`;
  let separator = "";
  for (const { piece_id, count } of plan.unplaced) {
    const id = JSON.stringify(piece_id);
    for (let copy = 0; copy < count; copy++) {
      yield separator + id;
      separator = ",";
    }
  }
  yield "]}";
}

/** All `texts` in one, or undefined where that would be longer than a chunk. */
function shortText(texts: Iterable<string>): string | undefined {
  let all = "";
  for (const text of texts) {
    all += text;
    if (all.length > CHUNK) return undefined;
  }
  return all;
}

function* cutTexts(pattern: CutPattern, kerf: number): Generator<string> {
  let separator = "";
  for (const run of pattern.cuts) {
    const head = JSON.stringify({ piece_id: run.piece_id, length: run.length }).slice(0, -1);
    for (const position of positionsOf(run, kerf)) {
      yield `${separator}${head},"position":${position}}`;
      separator = ",";
    }
  }
}

function cutsOf(pattern: CutPattern, kerf: number): CutPlacement[] {
  const cuts: CutPlacement[] = [];
  for (const run of pattern.cuts) {
    const { piece_id, length } = run;
    for (const position of positionsOf(run, kerf)) cuts.push({ piece_id, length, position });
  }
  return cuts;
}

/** Where the cuts of a run begin: multiples of the grid's step, divided once each, so that no error adds up. */
function* positionsOf({ position, length, count }: CutRun, kerf: number): Generator<number> {
  const { decimals, exact } = gridFor([position, length, kerf]);
  const start = unitsFrom(position, decimals);
  const advance = unitsFrom(length, decimals) + unitsFrom(kerf, decimals);
  for (let copy = 0; copy < count; copy++) {
    if (exact) yield valueFrom(start + copy * advance, decimals);
    else
      yield sumDecimals([
        [position, 1],
        [length, copy],
        [kerf, copy],
      ]);
  }
}
