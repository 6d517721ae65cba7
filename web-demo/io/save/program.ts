/**
 * The program that cuts a sheet, made once: what is exported, what the player shows, and what the panel of the machine
 * says of time and cost are the same answer.
 */
import type {
  EngineError,
  ExportRequest,
  GcodeConfig,
  GcodeOptions,
  Mark,
  PartCurves,
  PlannedExport,
  SheetGround,
} from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { plainLayout } from "../../edit/plain.ts";
import type { Layout, Machine, Part } from "../../model/project.ts";

interface Known {
  machine: Machine;
  parts: readonly Part[];
  programs: Map<number, Promise<PlannedExport>>;
}

/** By layout, as long as the machine and what is drawn on the parts stay the same. */
const known = new WeakMap<Layout, Known>();

/** The program of one sheet on the project's machine, judged and timed. */
export function programOf(app: App, layout: Layout, sheet: number): Promise<PlannedExport> {
  const { machine, parts } = app.store.get().project;
  let found = known.get(layout);
  if (found?.machine !== machine || found.parts !== parts) {
    found = { machine, parts, programs: new Map() };
    known.set(layout, found);
  }
  const { programs } = found;
  const program = programs.get(sheet) ?? makeProgram(app, layout, sheet, machine);
  programs.set(sheet, program);
  // What failed for want of a worker may be asked again.
  program.catch(() => programs.delete(sheet));
  return program;
}

async function makeProgram(app: App, layout: Layout, sheet: number, machine: Machine) {
  const { request, curves } = await exportOf(app, layout, sheet);
  const engine = await app.workshop.engine();
  const arcs = machine.profile ? machine.profile.output?.arcs !== false : machine.arcs;
  const drawn = await marksOfCopies(app, layout, sheet);
  const marks = drawn.map((list) => list.filter(({ role }) => canMark(machine, role)));
  const options = { ...machineOptions(machine, request.config.kerf), marks };
  return engine.planExport(request, arcs ? { ...options, curves } : options).catch((error: unknown) => {
    throw beyondReach(error as EngineError) ?? error;
  });
}

const AXES: Record<string, string> = { x: "across", y: "upright", z: "in depth" };

/** What a program does not fit on, without the path of the field that says so: here nobody has written one. */
function beyondReach({ details = [] }: Partial<EngineError>): Error | null {
  const [first] = details;
  const [, machine, area, axis] = first?.path ?? [];
  if (machine !== "machine" || area !== "workArea" || !first) return null;
  return new Error(`The machine's reach ${AXES[String(axis)]} ${first.message}.`);
}

/** What both exporters take, from one sheet of a layout. */
export async function exportOf(
  app: App,
  layout: Layout,
  sheet: number,
): Promise<{ request: ExportRequest; curves: (PartCurves | null)[]; ground: SheetGround | null }> {
  const tools = await app.workshop.toolbox();
  const { request, data, curves, ground } = plainLayout(layout, sheet, tools);
  return {
    ground,
    request: tools.exportOfSheet(request, data, sheet, ratesOf(app.store.get().project.machine)),
    curves: tools.curvesOfSheet(request, data, sheet, curves),
  };
}

/** The interface's numbers; with a whole machine they are left to it. */
export function ratesOf(machine: Machine): Partial<GcodeConfig> {
  if (machine.profile) return {};
  const { arcs: _words, profile: _none, ...rates } = machine;
  return rates;
}

/** The machine as the exporters take it. The kerf is what was nested with, whatever the machine's own is. */
export function machineOptions({ profile }: Machine, kerf: number): GcodeOptions {
  return profile ? { machine: { ...profile, tool: { ...profile.tool, kerf } } } : {};
}

/** True where the machine says how such a line is run along: else it would be cut like any other, as open cuts are. */
export function canMark({ profile }: Machine, role: Mark["role"]): boolean {
  const own = profile?.operations?.[role];
  if (role === "cut-open") return own?.on !== false;
  return own !== undefined ? own.on !== false : profile?.process === "router";
}

/** What is drawn on every copy of a sheet, the other way round on those that are turned over. */
export async function marksOfCopies(app: App, { data }: Layout, sheet: number): Promise<Mark[][]> {
  const { mirroredMark } = await app.workshop.toolbox();
  const parts = new Map(app.store.get().project.parts.map((part) => [part.id, part]));
  return data.sheets[sheet]!.placements.map(({ part_id, mirrored }) => {
    const marks = parts.get(part_id)?.marks ?? [];
    return mirrored ? marks.map(mirroredMark) : marks;
  });
}
