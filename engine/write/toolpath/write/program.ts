/**
 * The lines of a program as they are written, what the controller remembers of them, and what the machine does by them.
 *
 * F is restated on the first cut after everything that sets another, because controllers keep it.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { acos } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { parkOf } from "../machine/home.ts";
import type { CutSettings, JobSettings } from "../machine/settings.ts";
import { type Move, pointOn, sweepOf } from "../path/walk.ts";
import type { Motion, MotionKind } from "../time/motion.ts";
import type { Dialect, Scene } from "./dialects/dialect.ts";
import type { Step } from "./dialects/steps.ts";
import type { Words } from "./dialects/words.ts";

/** Chords that stand for an arc stray no further than this from it, in mm. */
const CHORD = 2e-3;
/** Controllers take arcs whose radii differ by this much, in mm; those of single precision by this as they calculate it. */
const MISMATCH = 0.002;
const SINGLE_MISMATCH = 0.004;
/** Letters of a line that GRBL takes, the least of all. */
const LINE = 79;

export class Program {
  readonly lines: string[] = [];
  readonly motions: Motion[] = [];
  /** Which cut is being written, or -1. */
  cutNumber = -1;
  kind: MotionKind = "cut";
  /** Where the tool stands, as printed; unknown at first. */
  private at = "";
  private place: Point;
  private height = 0;
  /** The feed that the controller remembers, as printed. */
  private feed = "";
  private scene: Scene;

  constructor(
    readonly dialect: Dialect,
    private readonly job: JobSettings,
    readonly words: Words,
    cut: CutSettings,
  ) {
    this.scene = { ...job, cut, words };
    this.place = parkOf(job.machine, words.home);
  }

  /** Settings of what is written from here on. */
  use(cut: CutSettings): Scene {
    this.scene = { ...this.job, cut, words: this.words };
    return this.scene;
  }

  get current(): Scene {
    return this.scene;
  }

  say(text: string): void {
    const { output } = this.job.machine;
    if (output?.comment === "none") return;
    const style = output?.comment;
    const line =
      style === "parens" ? `(${text})` : style === "semicolon" ? `; ${text}` : this.dialect.comment(text);
    const most = output?.maxLine ?? LINE;
    if (line.length <= most) {
      this.lines.push(line);
      return;
    }
    const room = text.length - (line.length - most);
    const end = text.lastIndexOf(" ", room);
    this.say(text.slice(0, end > 0 ? end : room));
    this.say(text.slice(end > 0 ? end + 1 : room));
  }

  /** Lines after which F may be anything. */
  add(steps: Step[]): void {
    for (const { text, z, rate, wait = 0, stops = false } of steps) {
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
    return this.words.position(point) === this.at;
  }

  travel(point: Point): void {
    const target = this.words.position(point);
    this.lines.push(`G0 ${target} ${this.words.length("F", this.job.travelRate)}`);
    this.feed = "";
    this.at = target;
    this.moveTo({ to: point, z: this.height, rate: null, kind: "travel" });
  }

  /** A feed move, down or up to `height` where that is given. Arcs that a controller might refuse become chords. */
  move(move: Move, height?: number): void {
    const target = this.words.position(move.to);
    if (target === this.at && height === undefined && !move.full) return;
    if (move.center && !this.takesArc(move, target)) this.chords(move, height);
    else this.write(move, target, height);
  }

  private write({ to, center, ccw, common = false }: Move, target: string, height?: number): void {
    const words = center ? [ccw ? "G3" : "G2", target, this.offset(center)] : ["G1", target];
    if (height !== undefined) words.push(this.words.length("Z", height));
    const { feedRate } = this.scene.cut;
    const feed = this.words.length("F", feedRate);
    if (feed !== this.feed) words.push(feed);
    this.lines.push(words.join(" "));
    this.at = target;
    this.feed = feed;
    this.moveTo({ to, z: height ?? this.height, rate: feedRate, kind: this.kind, center, ccw, common });
  }

  private chords(move: Move, height?: number): void {
    const from = this.place;
    const from_z = this.height;
    const radius = hypot(from[0] - move.center![0], from[1] - move.center![1]);
    const step = 2 * acos(Math.max(0.5, 1 - CHORD / Math.max(radius, CHORD)));
    const count = Math.max(1, Math.ceil(Math.abs(sweepOf(from, move)) / step));
    for (let k = 1; k <= count; k++) {
      const to = k === count ? move.to : pointOn(from, move, k / count);
      const target = this.words.position(to);
      const z = height === undefined ? undefined : from_z + ((height - from_z) * k) / count;
      if (target !== this.at || z !== undefined) this.write({ ...move, to, center: null }, target, z);
    }
  }

  /** Whether every controller of the dialect takes the arc as it would be printed. */
  private takesArc({ center }: Move, target: string): boolean {
    const { output } = this.job.machine;
    if (output?.arcs === false) return false;
    const [x, y] = this.words.pointOf(this.at);
    const [tx, ty] = this.words.pointOf(target);
    // The centre too is where the controller will read it.
    const [cx, cy] = [x + this.words.asRead(center![0] - x), y + this.words.asRead(center![1] - y)];
    const off = Math.abs(hypot(x - cx, y - cy) - hypot(tx - cx, ty - cy));
    if (off > Math.min(MISMATCH, (output?.arcMismatch ?? MISMATCH) / 2)) return false;
    // Controllers count from the program's zero.
    const [hx, hy] = this.words.home;
    const seen = (px: number, py: number): Point => [px - hx, py - hy];
    return (
      output?.single === false || singleMismatch(seen(x, y), seen(tx, ty), seen(cx, cy)) <= SINGLE_MISMATCH
    );
  }

  /** From where the tool stands, as printed, to a centre. */
  private offset([cx, cy]: Point): string {
    const [x, y] = this.words.pointOf(this.at);
    return `${this.words.length("I", cx - x)} ${this.words.length("J", cy - y)}`;
  }

  private moveTo(motion: Pick<Motion, "to" | "z" | "rate" | "kind"> & Partial<Motion>): void {
    const still = { center: null, ccw: false, common: false, wait: 0, stops: false };
    this.motions.push({ ...still, cut: this.cutNumber, ...motion });
    this.place = motion.to;
    this.height = motion.z;
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

/** How far the radii of an arc differ at its ends for a controller that holds coordinates in single precision. */
function singleMismatch([x, y]: Point, [tx, ty]: Point, [cx, cy]: Point): number {
  const f = Math.fround;
  const [i, j] = [f(cx - x), f(cy - y)];
  const [dx, dy] = [f(f(tx) - f(f(x) + i)), f(f(ty) - f(f(y) + j))];
  return Math.abs(hypot(dx, dy) - hypot(i, j));
}
