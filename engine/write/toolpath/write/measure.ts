/** Costs of the program of a plan: lengths, starts, seconds, money. From the same list of moves that is written. */
import { takenAs } from "../../../base/contract/options.ts";
import { type ExportRequest, gcodeConfigSchema } from "../../../base/contract/v1/export.ts";
import { distance } from "../../../base/geometry/segment.ts";
import { moveLength } from "../path/walk.ts";
import type { Toolpath } from "../plan/model.ts";
import { type PictureMove, type ProgramPicture, programPicture } from "../time/picture.ts";
import { writeBody } from "./gcode.ts";

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
    totalsOf(plan, programPicture(plan, writeBody(plan, namelessRequest(plan)).motions)),
  );
}

export function totalsOf(
  { job, cuts, sharedLength }: Toolpath,
  { moves, pierces, seconds }: ProgramPicture,
): ToolpathTotals {
  const lengthOfAll = (...kinds: PictureMove["kind"][]) =>
    moves.reduce((sum, move) => (kinds.includes(move.kind) ? sum + lengthOf(move) : sum), 0);
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

/** An arc that ends where it begins is a whole turn. */
function lengthOf(move: PictureMove): number {
  const { from, to, center } = move;
  return moveLength(from, { ...move, full: center !== null && distance(from, to) === 0 });
}

/** Names of parts are no matter of time. */
function namelessRequest({ width, height, cuts }: Toolpath): ExportRequest {
  const count = Math.max(0, ...cuts.map(({ placement }) => placement + 1));
  const placements = new Array(count).fill({ exterior: [], holes: [], x: 0, y: 0, rotation: 0 });
  const config = gcodeConfigSchema.parse({});
  return { sheet_width: width, sheet_height: height, sheet_index: 0, placements, config };
}
