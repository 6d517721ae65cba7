/**
 * Which points does an SVG path run through? Path data becomes polylines in the path's own coordinates; Béziers and
 * arcs are split so that no chord strays further than `tolerance`. Grammar and arc formulas: SVG 2, chapter 9.
 */
import type { Path, Point } from "../../engine/index.ts";

const NUMBERS_PER_COMMAND: Record<string, number> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};
const TOKEN = /([mlhvcsqtaz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/gi;
const MOST_CHORDS = 2000;

/** Polylines of path data, one per subpath; closed ones repeat their first point. Stops at the first error, as renderers do. */
export function pathPoints(data: string, tolerance: number): Path[] {
  const pen = new Pen(tolerance);
  for (const { command, numbers } of commandsOf(data)) {
    if (!pen.draw(command, numbers)) break;
  }
  return pen.paths.filter((path) => path.length > 1);
}

/** Commands with exactly their numbers: repeated groups become commands of their own. */
function* commandsOf(data: string): Generator<{ command: string; numbers: number[] }> {
  const tokens = [...separateFlags(data).matchAll(TOKEN)];
  for (let i = 0; i < tokens.length; ) {
    let command = tokens[i++]![1];
    if (!command) return;
    const size = NUMBERS_PER_COMMAND[command.toLowerCase()]!;
    if (size === 0) yield { command, numbers: [] };
    while (size > 0 && tokens[i]?.[2] !== undefined) {
      const numbers = tokens.slice(i, i + size).map((token) => Number(token[2] ?? Number.NaN));
      if (numbers.length < size || numbers.some(Number.isNaN)) return;
      i += size;
      yield { command, numbers };
      // After a moveto, further pairs are linetos.
      if (command === "m") command = "l";
      if (command === "M") command = "L";
    }
  }
}

/** Arc flags may stand without a space after them (`a5 5 0 0110 10`); this puts the spaces in. */
function separateFlags(data: string): string {
  const number = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
  const gap = "[\\s,]*";
  const arc = new RegExp(
    `(${number})${gap}(${number})${gap}(${number})${gap}([01])${gap}([01])${gap}(${number})${gap}(${number})`,
    "gi",
  );
  return data.replace(
    /a[^mlhvcsqtaz]*/gi,
    (run) => run[0] + run.slice(1).replace(arc, " $1 $2 $3 $4 $5 $6 $7 "),
  );
}

class Pen {
  readonly paths: Path[] = [];
  private at: Point = [0, 0];
  private start: Point = [0, 0];
  /** The last control point, for the smooth forms, and which family it belongs to. */
  private control: Point = [0, 0];
  private family = "";

  constructor(private readonly tolerance: number) {}

  draw(command: string, numbers: number[]): boolean {
    const kind = command.toLowerCase();
    const [dx, dy] = command === kind ? this.at : [0, 0];
    const point = (i: number): Point => [numbers[i]! + dx, numbers[i + 1]! + dy];
    if (kind !== "m" && this.paths.length === 0) return false;
    if (kind === "m") this.move(point(0));
    else if (kind === "z") this.close();
    else if (kind === "l") this.line(point(0));
    else if (kind === "h") this.line([numbers[0]! + dx, this.at[1]]);
    else if (kind === "v") this.line([this.at[0], numbers[0]! + dy]);
    else if (kind === "c") this.cubic(point(0), point(2), point(4));
    else if (kind === "s") this.cubic(this.mirrored("c"), point(0), point(2));
    else if (kind === "q") this.quadratic(point(0), point(2));
    else if (kind === "t") this.quadratic(this.mirrored("q"), point(0));
    else this.arc(numbers, point(5));
    this.family = kind === "s" ? "c" : kind === "t" ? "q" : kind;
    return true;
  }

  private move(to: Point): void {
    this.paths.push([to]);
    this.at = to;
    this.start = to;
  }

  private line(to: Point): void {
    // After a closed subpath a drawing command starts the next one at its beginning.
    if (this.family === "z") this.paths.push([this.start]);
    this.paths.at(-1)!.push(to);
    this.at = to;
  }

  private close(): void {
    const path = this.paths.at(-1)!;
    const last = path.at(-1)!;
    if (last[0] !== this.start[0] || last[1] !== this.start[1]) path.push(this.start);
    this.at = this.start;
  }

  private mirrored(family: string): Point {
    if (this.family !== family) return this.at;
    return [2 * this.at[0] - this.control[0], 2 * this.at[1] - this.control[1]];
  }

  private quadratic(control: Point, to: Point): void {
    const [x, y] = this.at;
    const third = (a: number, b: number) => a + (2 / 3) * (b - a);
    this.cubic(
      [third(x, control[0]), third(y, control[1])],
      [third(to[0], control[0]), third(to[1], control[1])],
      to,
    );
    this.control = control;
  }

  private cubic(a: Point, b: Point, to: Point): void {
    const [x, y] = this.at;
    // The second differences bound how far a chord can stray: error <= (3/4) d / n².
    const bend = Math.max(
      Math.hypot(x - 2 * a[0] + b[0], y - 2 * a[1] + b[1]),
      Math.hypot(a[0] - 2 * b[0] + to[0], a[1] - 2 * b[1] + to[1]),
    );
    const chords = chordsFor(Math.sqrt((0.75 * bend) / this.tolerance));
    for (let i = 1; i < chords; i++) {
      const t = i / chords;
      const u = 1 - t;
      const mix = (p: number, q: number, r: number, s: number) =>
        u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
      this.line([mix(x, a[0], b[0], to[0]), mix(y, a[1], b[1], to[1])]);
      this.family = "c";
    }
    this.line(to);
    this.control = b;
  }

  private arc([rx0, ry0, degrees, large, sweep]: number[], to: Point): void {
    const [x, y] = this.at;
    let [rx, ry] = [Math.abs(rx0!), Math.abs(ry0!)];
    if (x === to[0] && y === to[1]) return;
    if (rx === 0 || ry === 0) {
      this.line(to);
      return;
    }
    const turn = (degrees! * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [hx, hy] = [(x - to[0]) / 2, (y - to[1]) / 2];
    const [px, py] = [cos * hx + sin * hy, cos * hy - sin * hx];
    const grow = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
    [rx, ry] = [rx * grow, ry * grow];
    const under = (rx * py) ** 2 + (ry * px) ** 2;
    const size = Math.sqrt(Math.max(0, (rx * ry) ** 2 / under - 1)) * (large === sweep ? -1 : 1);
    const [qx, qy] = [(size * rx * py) / ry, (-size * ry * px) / rx];
    const [cx, cy] = [cos * qx - sin * qy + (x + to[0]) / 2, sin * qx + cos * qy + (y + to[1]) / 2];
    const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
    let swept = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
    if (sweep && swept < 0) swept += 2 * Math.PI;
    if (!sweep && swept > 0) swept -= 2 * Math.PI;
    const radius = Math.max(rx, ry);
    const step = 2 * Math.acos(Math.max(0, 1 - this.tolerance / radius));
    const chords = chordsFor(Math.abs(swept) / Math.max(step, 1e-4));
    for (let i = 1; i < chords; i++) {
      const angle = from + (swept * i) / chords;
      const [ex, ey] = [rx * Math.cos(angle), ry * Math.sin(angle)];
      this.line([cos * ex - sin * ey + cx, sin * ex + cos * ey + cy]);
      this.family = "a";
    }
    this.line(to);
  }
}

function chordsFor(wanted: number): number {
  return Math.min(MOST_CHORDS, Math.max(1, Math.ceil(wanted)));
}
