/**
 * What will the machine do? The preview reads the very program that is exported: rapid moves as thin dashes, cuts as
 * lines, numbers where each contour begins.
 */
import type { Path, Point } from "../../engine/index.ts";
import { toScreen } from "./camera.ts";
import type { Frame } from "./scene.ts";

export interface Toolpath {
  travels: Path[];
  cuts: Path[];
  travelLength: number;
  cutLength: number;
}

/** The number of a contour: its height, the distance to the next one, and how many are drawn at most. */
const BADGE = { height: 14, room: 40, most: 400 };

/** Straight steps of a drawn arc turn by at most this, in radians. */
const ARC_STEP = Math.PI / 36;

/** Follows the G0 to G3 moves of a program in millimetres and absolute coordinates, as our exporter writes them. */
export function readToolpath(program: string): Toolpath {
  const travels: Path[] = [];
  const cuts: Path[] = [];
  let at: Point = [0, 0];
  let kind = -1;
  for (const line of program.split("\n")) {
    const words = new Map(
      [...line.replace(/;.*|\(.*?\)/g, "").matchAll(/([GXYIJ])(-?[\d.]+)/g)].map(([, letter, value]) => [
        letter,
        Number(value),
      ]),
    );
    const move = words.get("G");
    if (move === undefined || ![0, 1, 2, 3].includes(move) || (!words.has("X") && !words.has("Y"))) continue;
    const to: Point = [words.get("X") ?? at[0], words.get("Y") ?? at[1]];
    const paths = move === 0 ? travels : cuts;
    if (move === 0 || kind <= 0) paths.push([at]);
    const center: Point = [at[0] + (words.get("I") ?? 0), at[1] + (words.get("J") ?? 0)];
    paths.at(-1)!.push(...(move > 1 ? arcPoints(at, to, center, move === 3) : [to]));
    kind = move;
    at = to;
  }
  return { travels, cuts, travelLength: lengthOf(travels), cutLength: lengthOf(cuts) };
}

/** The points of an arc behind its first; one that ends where it begins is a whole circle. */
function arcPoints(from: Point, to: Point, [x, y]: Point, left: boolean): Point[] {
  const radius = Math.hypot(from[0] - x, from[1] - y);
  const start = Math.atan2(from[1] - y, from[0] - x);
  const ahead = Math.atan2(to[1] - y, to[0] - x) - start;
  const turn = 2 * Math.PI;
  const sweep = left ? ((ahead % turn) + turn) % turn || turn : ((ahead % turn) - turn) % turn || -turn;
  const steps = Math.ceil(Math.abs(sweep) / ARC_STEP);
  return Array.from({ length: steps }, (_, i): Point => {
    if (i === steps - 1) return to;
    const angle = start + (sweep * (i + 1)) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

export function drawToolpath(context: CanvasRenderingContext2D, toolpath: Toolpath, frame: Frame): void {
  const { camera, ratio, inks } = frame;
  const k = camera.scale * ratio;
  context.setTransform(k, 0, 0, -k, camera.x * ratio, camera.y * ratio);
  context.strokeStyle = inks.tool;
  context.lineWidth = 1.5 / camera.scale;
  strokeAll(context, toolpath.cuts);
  context.strokeStyle = inks.travel;
  context.lineWidth = 1 / camera.scale;
  context.setLineDash([5 / camera.scale, 4 / camera.scale]);
  strokeAll(context, toolpath.travels);
  context.setLineDash([]);
  drawNumbers(context, toolpath, frame);
}

/** The order of the contours, as far as the numbers have room beside each other. */
function drawNumbers(context: CanvasRenderingContext2D, { cuts }: Toolpath, frame: Frame): void {
  const { camera, ratio, inks, view } = frame;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '600 10px "Geist Variable", system-ui, sans-serif';
  context.textAlign = "center";
  context.textBaseline = "middle";
  const taken: Point[] = [];
  cuts.forEach((path, i) => {
    const [x, y] = toScreen(camera, path[0]!);
    if (x < 0 || y < 0 || x > view.width || y > view.height) return;
    if (taken.some(([a, b]) => Math.abs(a - x) < BADGE.room && Math.abs(b - y) < BADGE.height)) return;
    if (taken.length >= BADGE.most) return;
    taken.push([x, y]);
    const text = String(i + 1);
    const width = 10 + text.length * 6;
    context.fillStyle = inks.travel;
    context.beginPath();
    context.roundRect(x - width / 2, y - BADGE.height / 2, width, BADGE.height, BADGE.height / 2);
    context.fill();
    context.fillStyle = inks.sheet;
    context.fillText(text, x, y + 0.5);
  });
}

function strokeAll(context: CanvasRenderingContext2D, paths: readonly Path[]): void {
  context.beginPath();
  for (const path of paths) {
    path.forEach(([x, y], i) => {
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
  }
  context.stroke();
}

function lengthOf(paths: readonly Path[]): number {
  let sum = 0;
  for (const path of paths) {
    for (let i = 1; i < path.length; i++) {
      sum += Math.hypot(path[i]![0] - path[i - 1]![0], path[i]![1] - path[i - 1]![1]);
    }
  }
  return sum;
}
