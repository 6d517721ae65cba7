/**
 * `npm run bench:dxf -- [FOLDER] [--only TEXT] [--every N]`: time and size of every drawing read, what was found in it,
 * and its net area against the known one: a `facts.json` in the folder, or the shapes that own drawings are made of.
 * With a folder, how many of its real, made and broken drawings give the expected answer, and every one that does not;
 * without one, how time and memory grow with the drawing.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EngineError } from "../../../engine/base/errors.ts";
import type { Drawing } from "../../../engine/read/drawing/model/drawing.ts";
import { readDrawing } from "../../../engine/read/dxf/read.ts";
import {
  type BenchResult,
  benchArguments,
  fixed,
  keepResults,
  quantile,
  tableOf,
  wanted,
} from "../report.ts";
import { ownDrawings } from "./drawings.ts";
import { differences, type Facts, KINDS, kindOf, type Outcome } from "./facts.ts";
import { benchLargeFiles, benchSegments, printCost, READ_ONCE } from "./scale.ts";

export interface BenchDrawing {
  set: string;
  name: string;
  bytes: () => Uint8Array;
  /** Net area of all parts in square millimetres. */
  area: number | undefined;
  /** Facts that are known of it. */
  facts?: Facts | undefined;
}

/** A drawing is read this often; the fastest counts. */
const ROUNDS = 3;

if (process.argv[2] === READ_ONCE) {
  await printCost(process.argv[3]!, process.argv[4]!);
  process.exit();
}

const args = benchArguments();
const drawings = wanted(args.folder === undefined ? ownDrawings() : readFolder(args.folder), args);
const results: Record<string, BenchResult> = {};
const times: number[] = [];
const expected = new Map(KINDS.map((kind) => [kind, { right: 0, wrong: [] as string[] }]));
let [bytesRead, secondsRead, refused, broken, agreeing, compared] = [0, 0, 0, 0, 0, 0];
const row = tableOf([
  "drawing",
  "kB",
  "ms",
  "MB/s",
  "entities",
  "parts",
  "holes",
  "area",
  "known",
  "ratio",
  "findings",
  "result",
]);

for (const drawing of drawings) readOne(drawing);

console.log(
  `${drawings.length} drawings: ${times.length} read, ${refused} refused, ${broken} broken; median ${fixed(quantile(times, 0.5), 1)} ms, ` +
    `slowest ${fixed(quantile(times, 1), 1)} ms, ${fixed(bytesRead / 1e6 / secondsRead, 1)} MB/s; ` +
    `area within 0.1 % on ${agreeing} of ${compared}`,
);
for (const [kind, { right, wrong }] of expected) {
  if (right + wrong.length === 0) continue;
  console.log(`${kind}: ${right} of ${right + wrong.length} give the expected answer`);
  for (const line of wrong) console.log(`  ${line}`);
}
keepResults("dxf", args.folder, results);
if (args.folder === undefined) {
  benchSegments();
  benchLargeFiles();
}

function readOne({ set, name, bytes, area, facts }: BenchDrawing): void {
  const judge = (outcome: Outcome) => {
    if (!facts) return;
    const { wrong } = expected.get(kindOf(facts))!;
    const found = differences(facts, outcome);
    if (found.length > 0) wrong.push(`${set}/${name}: ${found.join("; ")}`);
    else expected.get(kindOf(facts))!.right++;
  };
  const file = bytes();
  const kilobytes = fixed(file.length / 1000, 1);
  try {
    const { drawing, ms } = timedRead(file);
    judge({ drawing });
    const found = drawing.parts.reduce((sum, part) => sum + part.area, 0);
    const ratio = area ? found / area : undefined;
    times.push(ms);
    bytesRead += file.length;
    secondsRead += ms / 1000;
    if (ratio !== undefined) {
      compared++;
      agreeing += Number(Math.abs(ratio - 1) <= 1e-3);
      const quality = 1 - Math.abs(ratio - 1);
      results[`${set}/${name}`] = { quality, ratio: quality, seconds: ms / 1000 };
    }
    const holes = drawing.parts.reduce((sum, part) => sum + part.holes.length, 0);
    const speed = fixed(file.length / 1e3 / ms, 1);
    const counts = [drawing.data.entity_count, drawing.parts.length, holes];
    const areas = [fixed(found, 1), fixed(area, 1), fixed(ratio, 4)];
    row([
      `${set}/${name}`,
      kilobytes,
      fixed(ms, 1),
      speed,
      ...counts,
      ...areas,
      drawing.findings.length,
      "read",
    ]);
  } catch (error) {
    const invalid = error instanceof EngineError;
    if (invalid) refused++;
    else broken++;
    judge({ refused: String(error) });
    const result = invalid ? `${error.code}: ${error.message}` : `BROKEN: ${String(error)}`;
    row([`${set}/${name}`, kilobytes, ...Array<string>(9).fill("-"), result]);
  }
}

function timedRead(file: Uint8Array): { drawing: Drawing; ms: number } {
  let drawing: Drawing | undefined;
  let ms = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    drawing = readDrawing(file);
    ms = Math.min(ms, performance.now() - started);
  }
  return { drawing: drawing!, ms };
}

function readFolder(folder: string): BenchDrawing[] {
  const path = join(folder, "facts.json");
  const facts: Record<string, Facts> = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.dxf$/i.test(name))
    .sort()
    .map((name) => ({
      set: dirname(name),
      name: name.slice(dirname(name).length).replace(/^\//, ""),
      bytes: () => readFileSync(join(folder, name)),
      area: facts[name]?.truth?.net_area_mm2 ?? (facts[name]?.loops_by_ezdxf_shapely?.net_area || undefined),
      facts: facts[name],
    }));
}
