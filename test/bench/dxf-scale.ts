/**
 * How does reading grow with the drawing? Segments that are joined and nested, from a thousand to three hundred
 * thousand, and files as large as the limit allows, each read once by a process of its own, whose memory is measured.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Point } from "../../engine/contract/geometry.ts";
import { assembleDrawing } from "../../engine/dxf/assemble.ts";
import type { Drawn } from "../../engine/dxf/blocks.ts";
import { lineBetween } from "../../engine/dxf/curves.ts";
import { checkReadOptions } from "../../engine/dxf/drawing.ts";
import { Findings } from "../../engine/dxf/findings.ts";
import { readDrawing } from "../../engine/dxf/read.ts";
import {
  arc,
  circle,
  drawing,
  dxfText,
  ellipse,
  line,
  polyline,
  rectangle,
  spline,
  type Tag,
} from "../helpers/dxf.ts";
import { Random } from "../helpers/random.ts";
import { fixed, tableOf } from "./report.ts";

const SEGMENTS = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
/** The smaller drawings are assembled this often, those of 100 000 segments and more less; the fastest counts. */
const ROUNDS = 5;
const FILE_BYTES = 10_000_000;
/** Corners of a wheel; every second one is the hole of the wheel before it. */
const CORNERS = 100;
/** First argument of the process that reads one file. */
export const READ_ONCE = "--read-once";

export function benchSegments(): void {
  const row = tableOf(["segments joined and nested", "ms", "ns / (n log n)", "parts", "holes"]);
  for (const count of SEGMENTS) {
    let [ms, parts, holes] = [Infinity, 0, 0];
    for (let round = 0; round < (count < 100_000 ? ROUNDS : 3); round++) {
      const drawn = looseSegments(count);
      const started = performance.now();
      const drawing = assembleDrawing(
        {
          drawn,
          layers: ["CUT"],
          entityCount: count,
          unit: { millimetres: 1, name: "mm", source: "drawing" },
          notes: [],
          contents: "",
        },
        checkReadOptions({}),
        new Findings(),
      );
      ms = Math.min(ms, performance.now() - started);
      parts = drawing.parts.length;
      holes = drawing.parts.reduce((sum, part) => sum + part.holes.length, 0);
    }
    row([String(count), fixed(ms, 1), fixed((ms * 1e6) / (count * Math.log2(count)), 1), parts, holes]);
  }
}

export function benchLargeFiles(): void {
  const row = tableOf(["large file, fresh process", "MB", "s", "peak MB", "entities", "parts"]);
  const folder = mkdtempSync(join(tmpdir(), "offcut-bench-"));
  for (const [kind, entities] of Object.entries(LARGE)) {
    const path = join(folder, "large.dxf");
    const text = drawingOf(entities);
    writeFileSync(path, text);
    const { stdout, stderr } = spawnSync(process.execPath, [process.argv[1]!, READ_ONCE, path], {
      encoding: "utf8",
    });
    row([kind, fixed(text.length / 1e6, 1), ...(stdout.trim() ? stdout.trim().split(" ") : [stderr])]);
  }
  rmSync(folder, { recursive: true });
}

/** Prints seconds, peak memory in megabytes, entities and parts. */
export function printCost(path: string): void {
  const bytes = readFileSync(path);
  const started = performance.now();
  const { data, parts } = readDrawing(bytes);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(`${fixed(seconds, 2)} ${fixed(megabytes, 0)} ${data.entity_count} ${parts.length}`);
}

/** The edges of wheels with holes, in any order and direction. */
function looseSegments(count: number): Drawn[] {
  const random = new Random(count);
  const drawn = Array.from({ length: count / CORNERS }, (_, i) =>
    wheel(i >> 1, i % 2 === 0 ? 50 : 20),
  ).flatMap((ring) =>
    ring.map((point, i): Drawn => {
      const ends = [point, ring[(i + 1) % ring.length]!];
      const [a, b] = (random.chance(0.5) ? ends : ends.reverse()) as [Point, Point];
      return {
        closed: false,
        curves: [lineBetween(...a, ...b)],
        layer: "CUT",
        lineType: "",
        handle: undefined,
      };
    }),
  );
  return random.shuffle(drawn);
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
  CIRCLE: (number) => circle(...cornerOf(number), 10 + (number % 40)),
  ELLIPSE: (number) => ellipse(...cornerOf(number), 40, 3, 0.5),
  ARC: (number) => arc(...cornerOf(number), 10 + (number % 40), 10, 250),
  rectangles: (number) => rectangle(...cornerOf(number), 50, 50),
  "perforated plate": (number) =>
    number === 0 ? rectangle(-100, -100, 6200, 1e6) : circle(...cornerOf(number), 10 + (number % 40)),
};

function drawingOf(entities: (number: number) => Tag[]): string {
  const [head, tail] = dxfText(drawing([]), "\n").split(/(?= {2}0\nENDSEC\n {2}0\nEOF\n$)/) as [
    string,
    string,
  ];
  const body: string[] = [];
  for (let number = 0, size = 0; size < FILE_BYTES; number++) {
    const text = dxfText(entities(number), "\n");
    body.push(text);
    size += text.length;
  }
  return head + body.join("") + tail;
}

function edges(ring: Point[]): Tag[] {
  return ring.flatMap((from, i) => line(...from, ...ring[(i + 1) % ring.length]!, "CUT"));
}

/** A clamped cubic that ends where it starts. */
function smooth(ring: Point[], weights: number[] = []): Tag[] {
  const control = [...ring, ring[0]!];
  const spans = control.length - 3;
  const knots = Array.from({ length: control.length + 4 }, (_, i) => Math.min(spans, Math.max(0, i - 3)));
  return spline({ degree: 3, knots, control, weights }, "CUT");
}
