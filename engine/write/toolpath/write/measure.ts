/** Costs of the program of a plan: lengths, starts, seconds, money. From the same list of moves that is written. */
import { takenAs } from "../../../base/contract/options.ts";
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import { atan2 } from "../../../base/geometry/trig/angles.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { Toolpath } from "../plan/model.ts";
import { type PictureMove, type ProgramPicture, programPicture } from "../time/picture.ts";
import { writeProgram } from "./gcode.ts";

/** Costs of one sheet. Lengths in mm, of all passes. */
export interface ToolpathTotals {
  /** Outlines and holes. */
  contours: number;
  /** Cut in all, mm. */
  cut_length: number;
  /** Travelled between cuts, mm. */
  travel_length: number;
  /** Length of lines that parts share and that are cut once instead of twice, where there are any. */
  shared_length?: number;
  /** How often the tool starts: pierces of a beam, plunges of a cutter. */
  starts: number;
  /** As the machine's planner goes through the moves, with all waits. */
  seconds: number;
  /** Cost of the machine's time, where its profile says what an hour costs. */
  machine_cost?: number;
}

/** Lengths and time of a plan, from where the tool is parked and back. */
export function measureToolpath(plan: Toolpath): ToolpathTotals {
  return takenAs("plan", "an answer of planToolpath", () =>
    totalsOf(plan, programPicture(plan, writeProgram(plan, emptyRequest(plan)).motions)),
  );
}

export function totalsOf(
  { job, cuts, sharedLength }: Toolpath,
  { moves, pierces, seconds }: ProgramPicture,
): ToolpathTotals {
  const lengthOfAll = (...kinds: PictureMove["kind"][]) =>
    moves.reduce((sum, move) => (kinds.includes(move.kind) ? sum + lengthOf(move.from, move) : sum), 0);
  const totals: ToolpathTotals = {
    contours: cuts.length,
    cut_length: lengthOfAll("cut", "mark", "lead"),
    travel_length: lengthOfAll("travel"),
    starts: pierces.length,
    seconds,
  };
  const { hourly_rate: hourlyRate } = job.machine;
  if (sharedLength > 0) totals.shared_length = sharedLength;
  if (hourlyRate !== undefined) totals.machine_cost = (seconds / 3600) * hourlyRate;
  return totals;
}

function lengthOf([x, y]: Point, { to, center, ccw }: Pick<PictureMove, "to" | "center" | "ccw">): number {
  if (!center) return hypot(to[0] - x, to[1] - y);
  const full = 2 * Math.PI;
  const turn = atan2(to[1] - center[1], to[0] - center[0]) - atan2(y - center[1], x - center[0]);
  const sweep = ccw ? ((turn % full) + full) % full || full : ((-turn % full) + full) % full || full;
  return sweep * hypot(x - center[0], y - center[1]);
}

/** Names of parts are no matter of time. */
function emptyRequest({ width, height, cuts }: Toolpath): ExportRequest {
  const placements = Array.from(
    { length: Math.max(0, ...cuts.map(({ placement }) => placement + 1)) },
    () => {
      return { exterior: [], holes: [], x: 0, y: 0, rotation: 0 };
    },
  );
  return {
    sheet_width: width,
    sheet_height: height,
    sheet_index: 0,
    placements,
    config: { feed_rate: 1, travel_rate: 1, laser_power: 0, kerf: 0, use_z: false },
  };
}
