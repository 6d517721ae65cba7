/**
 * `npm run bench:toolpath`: travel over sheets of 500 contours against the nearest neighbour alone, with free starts for
 * both, and the time that the order takes.
 */
import { orderContours } from "../../engine/toolpath/order/order.ts";
import { nearestNeighbour, SHEETS, travel } from "../helpers/drawing/contours.ts";
import { type BenchResult, fixed, keepResults, quantile, tableOf } from "./report.ts";

/** An order is found this often; the median counts. The first one also pays for the engine's warming up. */
const ROUNDS = 9;

const row = tableOf(["sheet", "contours", "alone mm", "found mm", "saved %", "first ms", "median ms"]);
const results: Record<string, BenchResult> = {};
let [allAlone, allFound] = [0, 0];
for (const [name, make] of Object.entries(SHEETS)) {
  const contours = make();
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    orderContours(contours);
    return performance.now() - started;
  });
  const alone = nearestNeighbour(contours);
  const found = travel(orderContours(contours));
  allAlone += alone;
  allFound += found;
  results[name] = { quality: alone / found, seconds: quantile(times, 0.5) / 1000 };
  const saved = 100 * (1 - found / alone);
  row([
    name,
    contours.length,
    fixed(alone, 0),
    fixed(found, 0),
    fixed(saved, 1),
    fixed(times[0]!, 0),
    fixed(quantile(times, 0.5), 0),
  ]);
}
row(["all", "", fixed(allAlone, 0), fixed(allFound, 0), fixed(100 * (1 - allFound / allAlone), 1), "", ""]);
keepResults("toolpath", undefined, results);
