/** The program that cuts a sheet. It is made once for the export, the player and the estimate of time and cost. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { GcodeOptions, Mark, NestPlan, Point, Program } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { placementPose, posed } from "../../geometry/pose.ts";
import { makePlanRequest, planFromData } from "../../model/nest-plan.ts";
import type { LaidPart, Part, SolvedLayout } from "../../model/project.ts";

/** A program, and what it leaves undone. */
export interface SheetProgram extends Omit<Program, "toSvg"> {
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
  const carried = carriedTo(machine);
  const plan = await planOf(app, layout, carried);
  const program = await plan.sheets[sheet]!.toProgram(machineOptions(machine, layout.request.config.kerf));
  const marksOf = marksByPart(app);
  const undone = layout.data.sheets[sheet]!.placements.flatMap((place) =>
    marksOf(place.part_id).flatMap((mark) => (carried.isMade(mark) ? [] : [{ mark, place }])),
  );
  const marks = undone.map(({ mark }) => mark);
  return {
    ...program,
    left_out: [...program.left_out, ...leftOut(marks, machine)],
    undone: undone.map(({ mark, place }) => lineOf(mark, place)),
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

/** A line of a copy as it lies on the sheet. */
function lineOf({ path, closed }: Mark, place: LaidPart): Point[] {
  const pose = placementPose(place);
  return [...path, ...(closed ? path.slice(0, 1) : [])].map((point) => posed(point, pose));
}

/** Which of their curves and marks the parts of a plan carry. */
interface CarriedChoice {
  arcs: boolean;
  isMade(mark: Mark): boolean;
}

const EVERYTHING: CarriedChoice = { arcs: true, isMade: () => true };

/** Curves and marks that this machine can make. */
export function carriedTo(machine: Machine | null): CarriedChoice {
  return {
    arcs: machine?.output?.arcs !== false,
    isMade: ({ role }) => machine !== null && canMark(machine, role),
  };
}

/** A layout as a plan of the engine, whose sheets write themselves. */
export async function planOf(
  app: App,
  { request, curves = [], data }: SolvedLayout,
  { arcs, isMade } = EVERYTHING,
): Promise<NestPlan> {
  const engine = await app.workshop.engine();
  const asked = makePlanRequest(request);
  const marksOf = marksByPart(app);
  const parts = asked.parts.map((part, i) => ({
    ...part,
    curves: arcs ? (curves[i] ?? null) : null,
    marks: marksOf(part.id).filter(isMade),
  }));
  return engine.plan({ ...planFromData(request, data), request: { ...asked, parts } }) as NestPlan;
}

function marksByPart({ store }: App): (id: string) => readonly Mark[] {
  const marks = new Map(store.get().project.parts.map((part) => [part.id, part.marks ?? []]));
  return (id) => marks.get(id) ?? [];
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
