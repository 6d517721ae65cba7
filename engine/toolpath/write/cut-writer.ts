/** How is one cut written: its passes, its bridges, the way down into the material, and what is switched for it? */
import type { Point } from "../../contract/values/geometry.ts";
import type { Stroke } from "../path/stroke.ts";
import { divide, type Move, moveLength } from "../path/walk.ts";
import type { Cut } from "../plan/model.ts";
import type { MotionKind } from "../time/motion.ts";
import { dwell, plunge, say } from "./dialects/steps.ts";
import type { Program } from "./program.ts";

/** Arcs of one centre are joined to full circles when their centres agree this well, in mm. */
const SAME = 1e-6;

export class CutWriter {
  private air = false;
  private tool: number | null = null;

  constructor(private readonly program: Program) {}

  /** All passes of a cut, from anywhere, ending with the tool off. */
  write(cut: Cut): void {
    const { program } = this;
    const { settings, stroke, role } = cut;
    const { dialect } = program;
    const scene = program.use(settings);
    this.changeTool(settings.tool);
    this.blow(settings.air);
    const holdsHeight = !settings.thc && dialect.switchesThc;
    program.kind = role === "cut-inner" || role === "cut-outer" || role === "cut-open" ? "cut" : "mark";
    for (let pass = 1; pass <= settings.passes; pass++) {
      const height = (-settings.depth * pass) / settings.passes;
      const isRunning = pass > 1 && dialect.movesZ;
      if (isRunning && !program.isAt(stroke.start)) program.add(dialect.toolOff(scene));
      if (!isRunning || !program.isAt(stroke.start)) program.travel(stroke.start);
      if (holdsHeight) program.add([say("M64 P2")]);
      const ramp = this.rampOf(cut, height, pass);
      if (ramp === null) program.add(dialect.toolOn(scene, height));
      // Above the tops of the tabs there is nothing to leave standing.
      const leavesTabs = !dialect.movesZ || height < settings.tabHeight - settings.depth - 1e-9;
      this.pass(stroke, height, leavesTabs, ramp);
      if (!dialect.movesZ || pass === settings.passes) program.add(dialect.toolOff(scene));
      if (holdsHeight) program.add([say("M65 P2")]);
    }
  }

  /** What was switched on for cuts goes off. */
  finish(): void {
    this.blow(false);
  }

  private changeTool(tool: number | null): void {
    const { program } = this;
    if (tool === null || tool === this.tool || !program.dialect.changesTools) return;
    program.add([say("M5"), say(`T${tool} M6`), ...program.dialect.begin(program.current)]);
    this.tool = tool;
  }

  private blow(wanted: boolean): void {
    const { current, words } = this.program;
    const air = current.machine.tool?.air;
    if (!air || wanted === this.air) return;
    this.air = wanted;
    this.program.add([say(wanted ? air.on : air.off), ...dwell("P", wanted ? (air.delay ?? 0) : 0, words)]);
  }

  /** Length of the way on which a cutter goes down to this height, or null where it plunges. */
  private rampOf({ settings, stroke, role }: Cut, height: number, pass: number): number | null {
    const { machine, process } = this.program.current;
    const degrees = machine.z?.ramp ?? 0;
    if (process !== "router" || degrees <= 0 || (role !== "cut-inner" && role !== "cut-outer")) return null;
    const from = pass === 1 ? 0 : (-settings.depth * (pass - 1)) / settings.passes;
    const length = (from - height) / Math.tan((degrees * Math.PI) / 180);
    const room = stroke.pieces[0]!.tab ? 0 : lengthOf(stroke.start, stroke.pieces[0]!.moves);
    // The way down is cut again from where the round has closed.
    const [x, y] = stroke.pieces.at(-1)!.moves.at(-1)?.to ?? [Number.NaN, Number.NaN];
    const closes = Math.hypot(x - stroke.start[0], y - stroke.start[1]) < SAME;
    return length <= room && closes ? length : null;
  }

  /** Once round with the tool on. Over tabs a beam is off and Z is up. */
  private pass(
    { start, pieces, leadIn, leadOut }: Stroke,
    height: number,
    leavesTabs: boolean,
    ramp: number | null,
  ): void {
    const { program } = this;
    const { dialect, current } = program;
    const { kind } = program;
    for (const [i, { tab, moves }] of pieces.entries()) {
      const isTab = tab && leavesTabs;
      if (isTab && !dialect.movesZ) {
        program.add(dialect.toolOff(current));
        program.travel(moves.at(-1)!.to);
        program.add(dialect.toolOn(current, height));
        continue;
      }
      if (isTab) program.add(dialect.toolOn(current, current.cut.tabHeight - current.cut.depth));
      if (i === 0 && ramp !== null) this.descend(start, moves, ramp, height);
      else this.along(moves, kind, i === 0 ? leadIn : 0, i === pieces.length - 1 ? leadOut : 0);
      if (isTab) program.add(dialect.toolOn(current, height));
    }
    // The way down is cut at its full depth once more.
    if (ramp !== null) this.along(divide(start, pieces[0]!.moves, [ramp])[0]!, kind, 0, 0);
  }

  private descend(start: Point, moves: Move[], ramp: number, height: number): void {
    const { program } = this;
    const [down, rest] = divide(start, moves, [ramp]) as [Move[], Move[]];
    const { depth, passes, plungeRate } = program.current.cut;
    const top = height + depth / passes;
    program.add([plunge(top, plungeRate, program.words)]);
    let gone = 0;
    let from = start;
    for (const move of down) {
      gone += moveLength(from, move);
      program.move(move, top + (height - top) * (gone / ramp));
      from = move.to;
    }
    for (const move of rest) program.move(move);
  }

  private along(moves: Move[], kind: MotionKind, leadIn: number, leadOut: number): void {
    const { program } = this;
    const end = moves.length - leadOut;
    const run = (list: Move[], as: MotionKind) => {
      program.kind = as;
      const whole = program.current.machine.output?.fullCircles ? joinCircles(program.point, list) : list;
      for (const move of whole) program.move(move);
    };
    run(moves.slice(0, leadIn), "lead");
    run(moves.slice(leadIn, end), kind);
    run(moves.slice(end), "lead");
    program.kind = kind;
  }
}

/** Arcs that follow each other round one centre as one arc, a whole turn at most. */
function joinCircles(start: Point, moves: Move[]): Move[] {
  const joined: { from: Point; length: number; move: Move }[] = [];
  let from = start;
  for (const move of moves) {
    const last = joined.at(-1);
    const length = moveLength(from, move);
    if (last && isOneCircle(last.move, move) && last.length + length <= turnOf(last.from, last.move) + 1e-6) {
      last.length += length;
      last.move = { ...move, full: last.length > turnOf(last.from, move) - 1e-6 };
    } else joined.push({ from, length, move });
    from = move.to;
  }
  return joined.map(({ move }) => move);
}

function isOneCircle(a: Move, b: Move): boolean {
  if (!a.center || !b.center || a.ccw !== b.ccw) return false;
  return Math.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]) < SAME;
}

/** Length of a whole turn. */
function turnOf([x, y]: Point, { center }: Move): number {
  return 2 * Math.PI * Math.hypot(x - center![0], y - center![1]);
}

function lengthOf(start: Point, moves: Move[]): number {
  let length = 0;
  let from = start;
  for (const move of moves) {
    length += moveLength(from, move);
    from = move.to;
  }
  return length;
}
