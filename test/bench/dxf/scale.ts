/**
 * How does reading grow with the drawing? Segments that are joined and nested, from a thousand to three hundred
 * thousand, and files as large as the limit allows: each is read by a process of its own, whose memory is measured, and by
 * another one that asks an engine for the interface's answer, so that the way through a worker thread is in it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readOptionsSchema } from "../../../engine/base/contract/read-options.ts";
import type { Point } from "../../../engine/base/contract/values/geometry.ts";
import { assembleDrawing } from "../../../engine/read/drawing/assemble.ts";
import { Findings } from "../../../engine/read/drawing/basis/drawing-findings.ts";
import { DrawnContours } from "../../../engine/read/drawing/curves/contours.ts";
import { lineBetween } from "../../../engine/read/drawing/curves/curves.ts";
import { openDrawing } from "../../../engine/read/drawing/model/packed.ts";
import type { ReadEntities } from "../../../engine/read/drawing/reading.ts";
import { readDrawing } from "../../../engine/read/dxf/read.ts";
import { v1 } from "../../../engine/v1.ts";
import {
  arc,
  block,
  circle,
  drawing,
  dxfBinary,
  dxfText,
  ellipse,
  insert,
  line,
  polyline,
  rectangle,
  sides,
  spline,
  type Tag,
} from "../../helpers/drawing/dxf.ts";
import { Random } from "../../helpers/random.ts";
import { fixed, tableOf } from "../report.ts";

const SEGMENTS = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
/** The smaller drawings are assembled this often, those of 100 000 segments and more less; the fastest counts. */
const ROUNDS = 5;
const FILE_BYTES = 10_000_000;
/** Corners of a wheel; every second one is the hole of the wheel before it. */
const CORNERS = 100;
/** Who reads, in columns. */
const READERS = ["reader", "engine"];
/** First argument of the process that reads one file. */
export const READ_ONCE = "--read-once";

export function benchSegments(): void {
  // Compilers take their time with what is new to them.
  assembleDrawing(sourceOf(looseSegments(30_000)), readOptionsSchema.parse({}), new Findings());
  const row = tableOf(["segments joined and nested", "CPU ms", "ns / (n log n)", "parts", "holes"]);
  for (const count of SEGMENTS) {
    let [ms, parts, holes] = [Infinity, 0, 0];
    for (let round = 0; round < (count < 100_000 ? ROUNDS : 3); round++) {
      const source = sourceOf(looseSegments(count));
      const started = process.cpuUsage();
      const packed = assembleDrawing(source, readOptionsSchema.parse({}), new Findings());
      const { user, system } = process.cpuUsage(started);
      ms = Math.min(ms, (user + system) / 1000);
      const drawing = openDrawing(packed);
      parts = drawing.parts.length;
      holes = drawing.parts.reduce((sum, part) => sum + part.holes.length, 0);
    }
    row([String(count), fixed(ms, 1), fixed((ms * 1e6) / (count * Math.log2(count)), 1), parts, holes]);
  }
}

export function benchLargeFiles(): void {
  const row = tableOf([
    "large file, fresh process",
    "MB",
    ...READERS.flatMap((by) => [`${by}: s`, "CPU s", "MB"]),
  ]);
  const folder = mkdtempSync(join(tmpdir(), "offcut-bench-"));
  const path = join(folder, "large.dxf");
  for (const [kind, bytes] of largeFiles()) {
    writeFileSync(path, bytes);
    const costs = READERS.flatMap((reader) => {
      const args = [process.argv[1]!, READ_ONCE, reader, path];
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      return stdout.trim() ? stdout.trim().split(" ") : [stderr];
    });
    row([kind, fixed(bytes.length / 1e6, 1), ...costs]);
  }
  rmSync(folder, { recursive: true });
}

/** Prints the seconds that reading takes, processor seconds of the whole process and its peak memory in megabytes. */
export async function printCost(reader: string, path: string): Promise<void> {
  const bytes = readFileSync(path);
  const read = reader === "engine" ? await engineReader() : async () => readDrawing(bytes);
  const started = performance.now();
  await read(bytes);
  const seconds = (performance.now() - started) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  console.log(`${fixed(seconds, 2)} ${fixed(cpuSeconds, 2)} ${fixed(maxRSS / 1024, 0)}`);
}

/** Reader of the built package: a bundle of the benchmark has no file for its worker. */
async function engineReader(): Promise<(bytes: Uint8Array) => Promise<unknown>> {
  const built = pathToFileURL(resolve("dist/index.node.js")).href;
  const { createEngine } = (await import(built)) as typeof import("../../../engine/index.node.ts");
  const engine = await createEngine();
  return (bytes) => v1(engine).parse(bytes);
}

function sourceOf(drawn: DrawnContours): ReadEntities {
  return {
    drawn,
    layers: ["CUT"],
    unplotted: new Set(),
    brokenTypes: new Set(),
    entityCount: drawn.count,
    size: 100 * drawn.count,
    unit: { millimetres: 1, name: "mm", source: "drawing" },
    notes: [],
    texts: [],
    measures: [],
    contents: "",
  };
}

/** The edges of wheels with holes, in any order and direction. */
function looseSegments(count: number): DrawnContours {
  const random = new Random(count);
  const lines = Array.from({ length: count / CORNERS }, (_, i) =>
    wheel(i >> 1, i % 2 === 0 ? 50 : 20),
  ).flatMap((ring) =>
    ring.map((point, i) => {
      const ends = [point, ring[(i + 1) % ring.length]!];
      const [a, b] = (random.chance(0.5) ? ends : ends.reverse()) as [Point, Point];
      return lineBetween(...a, ...b);
    }),
  );
  const drawn = new DrawnContours();
  for (const line of random.shuffle(lines))
    drawn.draw({ closed: false, curves: [line] }, { layer: "CUT", lineType: "", colour: 0 });
  return drawn;
}

function cornerOf(number: number): Point {
  return [120 * (number % 50), 120 * Math.floor(number / 50)];
}

/** A wheel with teeth, in its own square of a wide grid. */
function wheel(number: number, radius: number): Point[] {
  const [cx, cy] = cornerOf(number);
  return Array.from({ length: CORNERS }, (_, i): Point => {
    const reach = i % 2 === 0 ? radius : 0.92 * radius;
    const angle = (2 * Math.PI * i) / CORNERS;
    // Six decimals, as CAD programs write them.
    const [x, y] = [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)];
    return [Number(x.toFixed(6)), Number(y.toFixed(6))];
  });
}

/** Entities in the square of each number: a wheel, or a single small shape. */
const LARGE: Record<string, (number: number) => Tag[]> = {
  LINE: (number) => edges(wheel(number, 50)),
  LWPOLYLINE: (number) => polyline(wheel(number, 50)),
  SPLINE: (number) => smooth(wheel(number, 50)),
  "rational SPLINE": (number) =>
    smooth(
      wheel(number, 50),
      Array.from({ length: CORNERS + 1 }, (_, i) => (i % 2 === 0 ? 1 : 0.8)),
    ),
  "POLYLINE and VERTEX": (number) => oldPolyline(wheel(number, 50)),
  CIRCLE: (number) => circle(...cornerOf(number), 10 + (number % 40)),
  ELLIPSE: (number) => ellipse(...cornerOf(number), 40, 3, 0.5),
  ARC: (number) => arc(...cornerOf(number), 10 + (number % 40), 10, 250),
  rectangles: (number) => rectangle(...cornerOf(number), 50, 50),
  "sides with an order": (number) => {
    const [x, y] = cornerOf(number);
    return [...sides(x, y, 50, 50), [0, "TEXT"], [8, "0"], [10, x + 5], [20, y + 5], [40, 3], [1, "2 Stk"]];
  },
  INSERT: (number) => insert("BLOCK", ...cornerOf(number), [[50, number % 360]]),
  "perforated plate": (number) =>
    number === 0 ? rectangle(-100, -100, 6200, 1e6) : circle(...cornerOf(number), 10 + (number % 40)),
};

/** Block that INSERTs show. */
const BLOCK = block(
  "BLOCK",
  polyline([
    [0, 0, 1],
    [40, 0, 0.5],
  ]),
);

/** Every kind as CAD programs write it, as tersely as the format allows where that is more entities, and in binary. */
function* largeFiles(): Generator<[kind: string, bytes: Uint8Array]> {
  for (const [kind, entities] of Object.entries(LARGE)) {
    yield [kind, fileOf((number) => dressed(entities(number), number))];
    yield [`${kind}, terse`, fileOf(entities)];
  }
  yield ["LINE, binary", binaryOf(LARGE.LINE!)];
}

/** With handles, owners, subclass markers and heights. */
function dressed(tags: Tag[], number: number): Tag[] {
  return tags.flatMap(([code, value], i): Tag[] => {
    if (code === 0)
      return [
        [0, value],
        [5, (256 * number + i).toString(16).toUpperCase()],
        [330, "1F"],
        [100, "AcDbEntity"],
      ];
    if (code === 8)
      return [
        [8, value],
        [100, "AcDbCurve"],
      ];
    return [[code, value]];
  });
}

function fileOf(entities: (number: number) => Tag[]): Uint8Array {
  const [head, tail] = dxfText(drawing([], { blocks: BLOCK }), "\n").split(
    /(?= {2}0\nENDSEC\n {2}0\nEOF\n$)/,
  ) as [string, string];
  const body: string[] = [];
  for (let number = 0, size = 0; size < FILE_BYTES; number++) {
    const text = dxfText(entities(number), "\n");
    body.push(text);
    size += text.length;
  }
  return new TextEncoder().encode(head + body.join("") + tail);
}

function binaryOf(entities: (number: number) => Tag[]): Uint8Array {
  const size = dxfBinary(drawing(entities(0))).length - dxfBinary(drawing([])).length;
  const count = Math.floor(FILE_BYTES / size);
  return dxfBinary(drawing(Array.from({ length: count }, (_, number) => entities(number)).flat()));
}

function edges(ring: Point[]): Tag[] {
  return ring.flatMap((from, i) => line(...from, ...ring[(i + 1) % ring.length]!, "CUT"));
}

function oldPolyline(ring: Point[]): Tag[] {
  const vertices = ring.flatMap(([x, y]): Tag[] => [
    [0, "VERTEX"],
    [8, "0"],
    [10, x],
    [20, y],
  ]);
  return [[0, "POLYLINE"], [8, "0"], [66, 1], [70, 1], ...vertices, [0, "SEQEND"]];
}

/** A clamped cubic that ends where it starts. */
function smooth(ring: Point[], weights: number[] = []): Tag[] {
  const control = [...ring, ring[0]!];
  const spans = control.length - 3;
  const knots = Array.from({ length: control.length + 4 }, (_, i) => Math.min(spans, Math.max(0, i - 3)));
  return spline({ degree: 3, knots, control, weights }, "CUT");
}
