/** The program as it will run, as data for pictures and players: every move with the time at which it ends. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { homePosition, parkPosition } from "../machine/home.ts";
import type { Toolpath } from "../plan/model.ts";
import type { Motion } from "./motion.ts";
import { timeMotions } from "./planner.ts";

/** One move of a program, with the time at which it ends. */
export interface PictureMove {
  /** Work of the machine meanwhile. */
  kind: "travel" | "lead" | "cut" | "mark" | "wait";
  /** Where it begins, mm. */
  from: Point;
  /** Where it ends, mm. */
  to: Point;
  /** Centre of an arc, else null, and its sense. */
  center: Point | null;
  /** True for a counter-clockwise arc. */
  ccw: boolean;
  /** A cut along a line that two parts share. */
  common: boolean;
  /** Seconds from the program's start to the end of this move. */
  end: number;
  /** Number of the cut in the program's order, or -1. */
  cut: number;
}

/** Every move of a program, to be drawn or played. */
export interface ProgramPicture {
  /** In order, from start to end. */
  moves: PictureMove[];
  /** Where the tool starts to cut, and when. */
  pierces: { at: Point; time: number; cut: number }[];
  /** Bridges that stay: where a contour is not cut, from point to point. */
  tabs: { from: Point; to: Point; cut: number }[];
  /** Length in mm of lines that several parts share and that are cut once. */
  shared_length: number;
  /** Time of the whole program. */
  seconds: number;
}

export function programPicture(plan: Toolpath, motions: readonly Motion[]): ProgramPicture {
  const { machine, travel_rate: travelRate } = plan.job;
  const start = parkPosition(machine, homePosition(machine.origin, plan.width, plan.height));
  const ends = timeMotions(motions, machine.motion, travelRate, start);
  const moves: PictureMove[] = [];
  const pierces: ProgramPicture["pierces"] = [];
  let at = start;
  let isCutting = false;
  for (const [i, { kind, to, center, ccw, common, cut }] of motions.entries()) {
    const cuts = kind === "cut" || kind === "lead" || kind === "mark";
    if (cuts && !isCutting) pierces.push({ at, time: ends[i - 1] ?? 0, cut });
    if (cuts || kind === "travel") isCutting = cuts;
    const shown = kind === "height" ? "wait" : kind;
    moves.push({ kind: shown, from: at, to, center, ccw, common, end: ends[i]!, cut });
    at = to;
  }
  return { moves, pierces, tabs: tabsOf(plan), shared_length: plan.sharedLength, seconds: ends.at(-1) ?? 0 };
}

function tabsOf({ cuts }: Toolpath): ProgramPicture["tabs"] {
  return cuts.flatMap(({ stroke }, cut) => {
    let at = stroke.start;
    return stroke.pieces.flatMap(({ tab, moves }) => {
      const from = at;
      at = moves.at(-1)?.to ?? at;
      return tab ? [{ from, to: at, cut }] : [];
    });
  });
}
