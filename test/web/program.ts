/** Reads the words of a program. An oracle of its own: moves with their lengths, read from the text alone. */
import type { Path, Point } from "../../engine/index.ts";

export interface ReadProgram {
  travels: Path[];
  cuts: Path[];
  travelLength: number;
  cutLength: number;
}

/** Straight steps of a drawn arc turn by at most this, in radians. */
const ARC_STEP = Math.PI / 36;

/** Follows the G0 to G3 moves of a program in millimetres and absolute coordinates, as our exporter writes them. */
export function readProgram(program: string): ReadProgram {
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

function lengthOf(paths: readonly Path[]): number {
  let sum = 0;
  for (const path of paths) {
    for (let i = 1; i < path.length; i++) {
      sum += Math.hypot(path[i]![0] - path[i - 1]![0], path[i]![1] - path[i - 1]![1]);
    }
  }
  return sum;
}
