/** How is one cut written: its passes, its bridges, the way down into the material, and what is switched for it? */

import type { Point } from "../../../base/contract/values/geometry.ts";
import { distance } from "../../../base/geometry/segment.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { ToolStroke } from "../path/stroke.ts";
import { divide, type Move, moveLength } from "../path/walk.ts";
import type { PlannedCut } from "../plan/model.ts";
import type { MotionKind } from "../time/motion.ts";
import type { ProgramWriter } from "./write-program.ts";

/** Arcs of one centre are joined to full circles when their centres agree this well, in mm. */
const SAME = 1e-6;

export class CutWriter {
  private air = false;
  private tool: number | null = null;
  /** Speed of what turns throughout; the program begins with that of its first cut. */
  private speed: number;
  /** Height of the focus where the program moves it. */
  private focused: number | null = null;

  constructor(private readonly program: ProgramWriter) {
    this.speed = program.current.cut.power;
  }

  /** All passes of a cut, from anywhere, ending with the tool off. */
  write(cut: PlannedCut): void {
    const { program } = this;
    const { settings, stroke, role } = cut;
    const movesZ = this.movesZ;
    program.use(settings);
    this.changeTool(settings.tool);
    this.turn(settings.power);
    this.blow(settings.air);
    const holdsHeight = !settings.thc;
    program.kind = role === "mark" || role === "engrave" || role === "bend" ? "mark" : "cut";
    for (let pass = 1; pass <= settings.passes; pass++) {
      const height = (-settings.depth * pass) / settings.passes;
      const isRunning = pass > 1 && movesZ;
      if (isRunning && !program.isAt(stroke.start)) program.add("tool_off");
      this.focus(settings.z_step, pass);
      const way = (pass === 1 ? cut.way : cut.again) ?? [];
      if (!isRunning || !program.isAt(stroke.start))
        for (const point of [...way, stroke.start]) program.travel(point);
      if (holdsHeight) program.add("height_control_off");
      const isAslant = stroke.ramp !== undefined || stroke.helix !== undefined;
      if (!isAslant) program.add("tool_on", { z: height });
      // Above the tops of the tabs there is nothing to leave standing.
      const leavesTabs = !movesZ || height < settings.tab_height - settings.depth - 1e-9;
      this.pass(stroke, height, leavesTabs);
      if (!movesZ || pass === settings.passes) program.add("tool_off");
      if (holdsHeight) program.add("height_control_on");
    }
  }

  /** The focus of a beam follows the cut down from pass to pass, and is back on the surface for the next cut. */
  private focus(zStep: number, pass: number): void {
    const { program } = this;
    if (zStep === 0 && this.focused === null) return;
    const height = zStep * (1 - pass);
    if (height === this.focused) return;
    this.focused = height;
    program.add("raise", { z: height });
  }

  /** Switches off the air, gas or beam that was switched on for cuts. */
  finish(): void {
    this.blow(false);
    this.focus(0, 1);
  }

  /** Whether the tool goes down and up; else a beam is switched on and off. */
  private get movesZ(): boolean {
    return this.program.current.process === "router";
  }

  private changeTool(tool: number | null): void {
    const { program } = this;
    if (tool === null || tool === this.tool || !program.has("tool_change")) return;
    program.add("tool_change");
    this.tool = tool;
    this.speed = program.current.cut.power;
  }

  private turn(power: number): void {
    if (power !== this.speed) this.program.add("spindle");
    this.speed = power;
  }

  private blow(wanted: boolean): void {
    if (!this.program.current.machine.tool?.air || wanted === this.air) return;
    this.air = wanted;
    this.program.add(wanted ? "air_on" : "air_off");
  }

  /** Once round with the tool on. Over tabs a beam is off and Z is up. */
  private pass(stroke: ToolStroke, height: number, leavesTabs: boolean): void {
    const { program } = this;
    const { current, kind } = program;
    const { pieces, leadIn, leadOut } = stroke;
    for (const [i, { tab, moves, leadIn: own = 0 }] of pieces.entries()) {
      const isTab = tab && leavesTabs;
      if (isTab && !this.movesZ) {
        const next = pieces[i + 1]?.start ?? moves.at(-1)!.to;
        const rest = pieces.slice(i + 1).flatMap((piece) => piece.moves);
        // The program cannot print an outline as short as the rest of this one: the rest stays uncut.
        if (rest.every(({ to }) => program.isAlike(next, to))) return;
        program.add("tool_off");
        program.travel(next);
        program.add("tool_on", { z: height });
        continue;
      }
      if (isTab) program.add("lower", { z: current.cut.tab_height - current.cut.depth });
      const leads = [i === 0 ? leadIn : own, i === pieces.length - 1 ? leadOut : 0] as const;
      const left = i === 0 ? this.descend(stroke, height) : moves;
      this.along(left, kind, Math.max(0, leads[0] - (moves.length - left.length)), leads[1]);
      if (isTab) program.add("tool_on", { z: height });
    }
  }

  /** The way down from the pass before, unless it was straight; gives the moves that are left of the first piece. */
  private descend({ start, pieces, ramp, helix, leadIn }: ToolStroke, height: number): Move[] {
    const { program } = this;
    const { moves } = pieces[0]!;
    if (ramp === undefined && helix === undefined) return moves;
    const { depth, passes } = program.current.cut;
    const top = height + depth / passes;
    program.add("lower", { z: top });
    const { kind } = program;
    if (helix) {
      program.kind = "lead";
      const turns = Math.ceil(helix.length / (2 * Math.PI * distance(start, helix.center)) - 1e-9);
      const across: Point = [2 * helix.center[0] - start[0], 2 * helix.center[1] - start[1]];
      for (let half = 1; half <= 2 * turns; half++) {
        const to = half % 2 === 1 ? across : start;
        program.move({ to, center: helix.center, ccw: true }, top + ((height - top) * half) / (2 * turns));
      }
      program.kind = kind;
      return moves;
    }
    const [down, rest] = divide(start, moves, [ramp!]) as [Move[], Move[]];
    let gone = 0;
    let from = start;
    for (const [i, move] of down.entries()) {
      program.kind = i < leadIn ? "lead" : kind;
      gone += moveLength(from, move);
      program.move(move, top + (height - top) * (gone / ramp!));
      from = move.to;
    }
    program.kind = kind;
    return rest;
  }

  private along(moves: Move[], kind: MotionKind, leadIn: number, leadOut: number): void {
    const { program } = this;
    const end = moves.length - leadOut;
    const run = (list: Move[], as: MotionKind) => {
      program.kind = as;
      const whole = program.current.machine.output?.full_circles ? joinCircles(program.point, list) : list;
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
  if (!a.center || !b.center || a.ccw !== b.ccw || a.common !== b.common) return false;
  return hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]) < SAME;
}

/** Length of a whole turn. */
function turnOf([x, y]: Point, { center }: Move): number {
  return 2 * Math.PI * hypot(x - center![0], y - center![1]);
}
