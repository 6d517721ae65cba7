/**
 * The lines of a program as they are written, what the controller remembers of them, and what the machine does by them.
 *
 * F is restated on the first cut after everything that sets another, because controllers keep it.
 */

import type { TemplateName } from "../../../base/contract/machine/post.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { acos } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { parkPosition } from "../machine/home.ts";
import type { JobSettings } from "../machine/job-settings.ts";
import type { CutSettings } from "../machine/program-settings.ts";
import { arcSweep, type Move, pointOn } from "../path/walk.ts";
import type { Motion, MotionKind } from "../time/motion.ts";
import { type Scene, Templates, type Values } from "./fill.ts";
import type { Words } from "./words.ts";

/** Chords that stand for an arc stray no further than this from it, in mm. */
const CHORD = 2e-3;
/** Controllers take arcs whose radii differ by this much, in mm; those of single precision by this as they calculate it. */
const MISMATCH = 0.002;
const SINGLE_MISMATCH = 0.004;
/** Letters of a line that GRBL takes, the least of all. */
const LINE = 79;

export class ProgramWriter {
  readonly lines: string[] = [];
  readonly motions: Motion[] = [];
  /** Which cut is being written, or -1. */
  cutNumber = -1;
  kind: MotionKind = "cut";
  /** Where the tool stands, as printed; unknown at first. */
  private at: Point | null = null;
  private place: Point;
  private height = 0;
  /** The feed that the controller remembers, as printed. */
  private feed = "";
  private scene: Scene;
  private readonly templates: Templates;

  constructor(
    private readonly job: JobSettings,
    readonly words: Words,
    cut: CutSettings,
  ) {
    this.scene = { ...job, cut };
    this.templates = new Templates(job.post, words);
    this.place = parkPosition(job.machine, words.home);
  }

  /** Settings of what is written from here on. */
  use(cut: CutSettings): Scene {
    this.scene = { ...this.job, cut };
    return this.scene;
  }

  get current(): Scene {
    return this.scene;
  }

  say(text: string): void {
    this.lines.push(...commentLines(this.job, text));
  }

  /** Whether the post has lines for this. */
  has(name: TemplateName): boolean {
    return this.templates.has(name);
  }

  /** Writes the lines of one place, after which F may be anything. */
  add(name: TemplateName, values: Values = {}): void {
    const steps = this.templates.fill(name, this.scene, values);
    for (const { text, z, rate, wait, stops } of steps) {
      this.lines.push(text);
      if (z !== undefined) this.moveTo({ to: this.place, z, rate: rate ?? null, kind: "height" });
      if (wait > 0 || stops) this.rest(wait);
    }
    if (steps.length > 0) this.feed = "";
  }

  /** Where lines of a template are to stand, which may set another feed. */
  reserve(): number {
    this.feed = "";
    return this.lines.length;
  }

  /** Where the tool stands. */
  get point(): Point {
    return this.place;
  }

  isAt(point: Point): boolean {
    const [x, y] = this.words.read(point);
    return this.at !== null && this.at[0] === x && this.at[1] === y;
  }

  /** Whether two places are printed as one. */
  isAlike(one: Point, two: Point): boolean {
    const [[ax, ay], [bx, by]] = [this.words.read(one), this.words.read(two)];
    return ax === bx && ay === by;
  }

  travel(point: Point): void {
    this.writeMove("rapid", point, {});
    this.feed = "";
    this.moveTo({ to: point, z: this.height, rate: null, kind: "travel" });
  }

  /** A feed move, down or up to `height` where that is given. Arcs that a controller might refuse become chords. */
  move(move: Move, height?: number): void {
    if (this.isAt(move.to) && height === undefined && !move.full) return;
    if (move.center && !this.takesArc(move.center, move.to)) this.chords(move, height);
    else this.write(move, height);
  }

  private write({ to, center, ccw, common = false }: Move, height?: number): void {
    const { feed_rate: feedRate } = this.scene.cut;
    const feed = this.words.rate(feedRate);
    const isSaid = feed === this.feed;
    const from = this.at ?? this.words.read(this.place);
    this.writeMove(center ? (ccw ? "arc_ccw" : "arc_cw") : "line", to, {
      z: height ?? null,
      feed_rate: isSaid ? null : feedRate,
      ...(center ? { i: center[0] - from[0], j: center[1] - from[1] } : {}),
    });
    this.feed = feed;
    this.moveTo({ to, z: height ?? this.height, rate: feedRate, kind: this.kind, center, ccw, common });
  }

  private writeMove(name: "rapid" | "line" | "arc_cw" | "arc_ccw", to: Point, values: Values): void {
    const { home } = this.words;
    const [x, y] = this.words.read(to);
    const [fromX, fromY] = this.at ?? home;
    const place = { x: x - home[0], y: y - home[1], dx: x - fromX, dy: y - fromY };
    for (const { text } of this.templates.fill(name, this.scene, { ...place, ...values }))
      this.lines.push(text);
    this.at = [x, y];
  }

  private chords(move: Move, height?: number): void {
    const from = this.place;
    const from_z = this.height;
    const radius = hypot(from[0] - move.center![0], from[1] - move.center![1]);
    const step = 2 * acos(Math.max(0.5, 1 - CHORD / Math.max(radius, CHORD)));
    const count = Math.max(1, Math.ceil(Math.abs(arcSweep(from, move)) / step));
    for (let k = 1; k <= count; k++) {
      const to = k === count ? move.to : pointOn(from, move, k / count);
      const z = height === undefined ? undefined : from_z + ((height - from_z) * k) / count;
      if (!this.isAt(to) || z !== undefined) this.write({ ...move, to, center: null }, z);
    }
  }

  /** Whether the controller takes the arc as it would be printed. */
  private takesArc(center: Point, to: Point): boolean {
    const { machine, post, coarse } = this.job;
    const { output } = machine;
    if (output?.arcs === false) return false;
    const [x, y] = this.at ?? this.words.read(this.place);
    const [tx, ty] = this.words.read(to);
    // The centre too is where the controller will read it.
    const [cx, cy] = [x + this.words.asRead(center[0] - x), y + this.words.asRead(center[1] - y)];
    const radius = hypot(x - cx, y - cy);
    if (radius === 0) return false;
    const [px, py] = this.place;
    const drift =
      hypot(cx - center[0], cy - center[1]) + Math.abs(radius - hypot(px - center[0], py - center[1]));
    if (coarse > 0 && drift > coarse) return false;
    const off = Math.abs(radius - hypot(tx - cx, ty - cy));
    const allowed = Math.max(MISMATCH, post.numbers.scale > 1 ? post.grammar.arc_mismatch / 2 : 0);
    if (off > Math.min(allowed, (output?.arc_mismatch ?? 2 * allowed) / 2)) return false;
    // Controllers count from the program's zero.
    const [hx, hy] = this.words.home;
    const seen = (px: number, py: number): Point => [px - hx, py - hy];
    return (
      output?.single === false ||
      !post.grammar.single ||
      singleMismatch(seen(x, y), seen(tx, ty), seen(cx, cy)) <= SINGLE_MISMATCH
    );
  }

  private moveTo(motion: Pick<Motion, "to" | "z" | "rate" | "kind"> & Partial<Motion>): void {
    const { to, z, rate, kind, center = null, ccw = false, common = false } = motion;
    this.motions.push({ kind, to, z, center, ccw, rate, wait: 0, stops: false, common, cut: this.cutNumber });
    this.place = to;
    this.height = z;
  }

  private rest(wait: number): void {
    const last = this.motions.at(-1);
    if (last) {
      last.wait += wait;
      last.stops = true;
    } else if (wait > 0) {
      this.moveTo({ to: this.place, z: this.height, rate: null, kind: "wait" });
      this.rest(wait);
    }
  }
}

/** The lines of a comment as the machine takes them, none where it takes no comments. */
export function commentLines(job: JobSettings, text: string): string[] {
  const { output } = job.machine;
  if (output?.comment === "none") return [];
  const style = output?.comment;
  const form = style === "parens" ? "({text})" : style === "semicolon" ? "; {text}" : undefined;
  const line = (form ?? job.post.templates.comment).replace("{text}", text);
  const most = output?.max_line ?? LINE;
  if (line.length <= most) return line.split("\n");
  const room = text.length - (line.length - most);
  const end = text.lastIndexOf(" ", room);
  const [first, rest] = [text.slice(0, end > 0 ? end : room), text.slice(end > 0 ? end + 1 : room)];
  return [...commentLines(job, first), ...commentLines(job, rest)];
}

/** How far the radii of an arc differ at its ends for a controller that holds coordinates in single precision. */
function singleMismatch([x, y]: Point, [tx, ty]: Point, [cx, cy]: Point): number {
  const f = Math.fround;
  const [i, j] = [f(cx - x), f(cy - y)];
  const [dx, dy] = [f(f(tx) - f(f(x) + i)), f(f(ty) - f(f(y) + j))];
  return Math.abs(hypot(dx, dy) - hypot(i, j));
}
