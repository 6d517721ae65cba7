/** The program that cuts a sheet. It is made once for the export, the player and the estimate of time and cost. */

import type { Machine } from "../../../engine/entries/machines.ts";
import type { GcodeOptions, Mark, PartCurves, Point, Program, SheetGround } from "../../../engine/index.ts";
import type { ExportRequest } from "../../../engine/v1.ts";
import type { App } from "../../app.ts";
import { plainLayout } from "../../edit/plain.ts";
import { placementPose, posed } from "../../geometry/pose.ts";
import type { LaidPart, Part, SolvedLayout } from "../../model/project.ts";

/** A program, and what it leaves undone. */
export interface SheetProgram extends Program {
  /** Lines on parts that are not made, as they lie on the sheet. */
  undone: Point[][];
}

interface KnownProgram {
  machine: Machine;
  parts: readonly Part[];
  programs: Map<number, Promise<SheetProgram>>;
}

/** By layout, as long as the machine and what is drawn on the parts stay the same. */
const known = new WeakMap<SolvedLayout, KnownProgram>();

/** The program of one sheet on the project's machine, judged and timed. */
export function writeProgram(app: App, layout: SolvedLayout, sheet: number): Promise<SheetProgram> {
  const { machine, parts } = app.store.get().project;
  if (!machine) return Promise.reject(new Error("No machine is chosen."));
  let found = known.get(layout);
  if (found?.machine !== machine || found.parts !== parts) {
    found = { machine, parts, programs: new Map() };
    known.set(layout, found);
  }
  const { programs } = found;
  const program = programs.get(sheet) ?? makeProgram(app, layout, sheet, machine);
  programs.set(sheet, program);
  // A program that failed for want of a worker may be asked for again.
  program.catch(() => programs.delete(sheet));
  return program;
}

/** Frees the program of a sheet: those of a hundred sheets would fill the memory. */
export function forgetProgram(layout: SolvedLayout, sheet: number): void {
  known.get(layout)?.programs.delete(sheet);
}

async function makeProgram(app: App, layout: SolvedLayout, sheet: number, machine: Machine) {
  const { request, curves } = await exportOf(app, layout, sheet);
  const engine = await app.workshop.engine();
  const drawn = await marksOfCopies(app, layout, sheet);
  const isMade = ({ role }: Mark) => canMark(machine, role);
  const marks = drawn.map((list) => list.filter(isMade));
  const options = { ...machineOptions(machine, request.config.kerf), marks };
  const takesArcs = machine.output?.arcs !== false;
  const planned = await engine.write(request, takesArcs ? { ...options, curves } : options);
  const { placements } = layout.data.sheets[sheet]!;
  const undone = drawn.map((list) => list.filter((mark) => !isMade(mark)));
  return {
    ...planned,
    left_out: [...planned.left_out, ...leftOut(undone.flat(), machine)],
    undone: undone.flatMap((list, i) => list.map((mark) => lineOf(mark, placements[i]!))),
  };
}

const NAMES: Record<Mark["role"], Program["left_out"][number]["what"]> = {
  mark: "marks",
  engrave: "engravings",
  bend: "bends",
  pocket: "pockets",
  "cut-open": "open cuts",
};

/** Lines that are kept from a machine which would cut them through. */
function leftOut(marks: readonly Mark[], { operations }: Machine): Program["left_out"] {
  return [...new Set(marks.map(({ role }) => role))].map((role) => ({
    what: NAMES[role],
    count: marks.filter((one) => one.role === role).length,
    reason: operations?.[role] ? "switched off" : "the machine has no settings for it",
  }));
}

/** A line of a copy as it lies on the sheet. Those of mirrored copies are mirrored already. */
function lineOf({ path, closed }: Mark, place: LaidPart): Point[] {
  const pose = { ...placementPose(place), mirrored: false };
  return [...path, ...(closed ? path.slice(0, 1) : [])].map((point) => posed(point, pose));
}

/** Input of both exporters, from one sheet of a layout. */
export async function exportOf(
  app: App,
  layout: SolvedLayout,
  sheet: number,
): Promise<{ request: ExportRequest; curves: (PartCurves | null)[]; ground: SheetGround | null }> {
  const tools = await app.workshop.toolbox();
  const { request, data, curves, ground } = plainLayout(layout, sheet, tools);
  return {
    ground,
    request: tools.exportOfSheet(request, data, sheet),
    curves: tools.curvesOfSheet(request, data, sheet, curves),
  };
}

/** The machine as the exporters take it. The kerf is that of the layout, whatever the machine's own is. */
export function machineOptions(machine: Machine | null, kerf: number): GcodeOptions {
  return machine ? { machine: { ...machine, tool: { ...machine.tool, kerf } } } : {};
}

/** True where the machine says how lines of this role are run along. Else a beam would cut them through. */
export function canMark(machine: Machine, role: Mark["role"]): boolean {
  const own = machine.operations?.[role];
  if (role === "cut-open") return own?.on !== false;
  return own !== undefined ? own.on !== false : machine.process === "router";
}

/** Marks on every copy of a sheet, mirrored on those that are turned over. */
export async function marksOfCopies(app: App, { data }: SolvedLayout, sheet: number): Promise<Mark[][]> {
  const { mirroredMark } = await app.workshop.toolbox();
  const parts = new Map(app.store.get().project.parts.map((part) => [part.id, part]));
  return data.sheets[sheet]!.placements.map(({ part_id, mirrored }) => {
    const marks = parts.get(part_id)?.marks ?? [];
    return mirrored ? marks.map(mirroredMark) : marks;
  });
}
