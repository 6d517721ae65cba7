/**
 * `npm run bench:toolpath`: travel over sheets of 500 contours against the nearest neighbour alone, with free starts for
 * both, and the time that the order takes; the same where heat is spread; then five sheets of touching parts with and without
 * common lines; last, sheets of 10,000 parts: processor time of the plan for copies and for different parts, of the writer
 * and of the judge.
 */
import { exportRequestSchema } from "../../engine/base/contract/v1/export.ts";
import type { Ring } from "../../engine/base/contract/values/geometry.ts";
import { verifyGcode } from "../../engine/verify/program/verify.ts";
import { planExport } from "../../engine/write/toolpath/export.ts";
import { Heat } from "../../engine/write/toolpath/order/heat.ts";
import { orderApart, orderContours } from "../../engine/write/toolpath/order/order.ts";
import { planToolpath } from "../../engine/write/toolpath/plan/toolpath.ts";
import { programText, writeBody } from "../../engine/write/toolpath/write/gcode.ts";
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

/** Shares of a contour's size that it is to lie apart from the last ones. */
const SPREADS = [0.1, 0.3, 1];

const rowOfSpread = tableOf(["sheet", "spread", "travel mm", "times", "crowded", "ms"]);
for (const [name, make] of Object.entries(SHEETS)) {
  const contours = make();
  const straight = travel(orderContours(contours));
  for (const spread of SPREADS) {
    const started = performance.now();
    const { contours: ordered, crowded } = orderApart(contours, new Heat(contours, spread));
    const took = performance.now() - started;
    const length = travel(ordered);
    rowOfSpread([
      spread === SPREADS[0] ? name : "",
      spread,
      fixed(length, 0),
      fixed(length / straight, 2),
      crowded,
      fixed(took, 0),
    ]);
    results[`spread ${spread}, ${name}`] = { quality: straight / length, seconds: took / 1000 };
  }
}

/** Parts one kerf apart, by their places. */
const KERF = 0.2;
const box = (w: number, h: number): Ring => [
  [0, 0],
  [w, 0],
  [w, h],
  [0, h],
];
const grid = (m: number, n: number, [w, h]: [number, number], shift = 0) =>
  Array.from({ length: m * n }, (_, k) => {
    const [i, j] = [k % m, Math.floor(k / m)];
    return { exterior: box(w, h), x: 10 + i * (w + KERF) + (j % 2) * shift, y: 10 + j * (h + KERF) };
  });
const triangles = Array.from({ length: 12 }, (_, k) => {
  const turned = k % 2 === 1;
  // Half a square each; along the long side they are one kerf apart.
  const off = turned ? 60 + KERF * Math.SQRT1_2 : 0;
  const exterior: Ring = [
    [0, 0],
    [60, 0],
    [0, 60],
  ];
  return { exterior, x: 10 + off + Math.floor(k / 2) * 70, y: 10 + off, rotation: turned ? 180 : 0 };
});
const COMMON = {
  "strips 1 x 12": grid(1, 12, [300, 20]),
  "squares 4 x 3": grid(4, 3, [80, 80]),
  "squares 10 x 10": grid(10, 10, [50, 50]),
  "bricks 5 x 8": grid(5, 8, [90, 30], 45.1),
  "triangles, 6 pairs": triangles,
};
const rowOfCommon = tableOf(["sheet", "lines", "cut mm", "starts", "travel mm", "time s"]);
for (const [name, placements] of Object.entries(COMMON)) {
  const request = exportRequestSchema.parse({
    sheet_width: 700,
    sheet_height: 600,
    placements,
    config: { kerf: KERF, feed_rate: 3000, travel_rate: 12000 },
  });
  for (const commonLines of [false, true]) {
    const { totals } = planExport(request, { common_lines: commonLines });
    const { cut_length, starts, travel_length, seconds } = totals;
    rowOfCommon([
      commonLines ? "" : name,
      commonLines ? "common" : "each",
      fixed(cut_length, 0),
      starts,
      fixed(travel_length, 0),
      fixed(seconds, 1),
    ]);
    if (commonLines) results[`common lines, ${name}`] = { quality: 1 / cut_length, seconds: 0 };
  }
}

/** Parts of a large sheet, 2 mm apart, and how often each is planned and judged; the fastest counts. */
const PARTS = 10_000;
const TIMES = 3;
const SIZE = 20;
/** A ring of so many points within a square; each `seed` has another waviness. */
const wavy = (points: number, seed: number): Ring =>
  Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    const radius = SIZE * (0.42 + 0.05 * Math.sin(3 * angle + seed) + 0.02 * Math.sin(7 * angle + 2 * seed));
    return [SIZE / 2 + radius * Math.cos(angle), SIZE / 2 + radius * Math.sin(angle)];
  });
const disc = (seed: number): Ring =>
  wavy(64, 0).map((_, i) => {
    const angle = (2 * Math.PI * i) / 64;
    const radius = SIZE * (0.45 + 1e-6 * seed);
    return [SIZE / 2 + radius * Math.cos(angle), SIZE / 2 + radius * Math.sin(angle)];
  });
const KINDS: Record<string, (seed: number) => Ring> = {
  rectangles: (seed) => box(SIZE - 1e-5 * seed, 12),
  discs: disc,
  "64 points": (seed) => wavy(64, seed),
};
const WISHES = {
  nothing: {},
  leads: { lead_in: 1, lead_out: 0.5 },
  "two tabs": { tabs: 2, tab_width: 0.5 },
};
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** The least processor time of some runs, in ms, and what the last one gave. */
function fastest<Made>(make: () => Made, times = TIMES): { made: Made; ms: number } {
  let [ms, made] = [Number.POSITIVE_INFINITY, undefined as Made];
  for (let k = 0; k < times; k++) {
    const before = spent();
    made = make();
    ms = Math.min(ms, spent() - before);
  }
  return { made, ms };
}
const sheetOf = (ringAt: (k: number) => Ring) => {
  const side = Math.ceil(Math.sqrt(PARTS));
  const placements = Array.from({ length: PARTS }, (_, k) => {
    const [x, y] = [10 + (k % side) * (SIZE + 2), 10 + Math.floor(k / side) * (SIZE + 2)];
    return { exterior: ringAt(k), x, y };
  });
  const length = 20 + side * (SIZE + 2);
  const config = { kerf: KERF, feed_rate: 3000, travel_rate: 12000, laser_power: 500 };
  return exportRequestSchema.parse({ sheet_width: length, sheet_height: length, placements, config });
};
const rowOfLarge = tableOf([
  "10,000 parts",
  "options",
  "copies ms",
  "single ms",
  "ratio",
  "write ms",
  "lines",
  "judge ms",
]);
for (const [kind, make] of Object.entries(KINDS))
  for (const [wish, options] of Object.entries(WISHES)) {
    const copies = sheetOf(() => make(1));
    const { made: plan, ms } = fastest(() => planToolpath(copies, options));
    const single = sheetOf(make);
    const { ms: alone } = fastest(() => planToolpath(single, options));
    const { made: text, ms: wrote } = fastest(() => programText(plan, copies, writeBody(plan, copies)), 1);
    const { made: report, ms: judged } = fastest(() => verifyGcode(text, { request: copies, options }));
    if (!report.ok) throw new Error(`${kind} with ${wish}: ${report.violations[0]!.message}`);
    rowOfLarge([
      kind,
      wish,
      fixed(ms, 0),
      fixed(alone, 0),
      fixed(ms / alone, 2),
      fixed(wrote, 0),
      report.totals.lines,
      fixed(judged, 0),
    ]);
    results[`10,000 ${kind} with ${wish}, copies`] = { quality: 1, seconds: ms / 1000 };
    results[`10,000 ${kind} with ${wish}, judged`] = { quality: 1, seconds: judged / 1000 };
  }
keepResults("toolpath", undefined, results);
