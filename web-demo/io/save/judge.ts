/** Judges in the background whether the job is ready to cut: the program and the DXF of every sheet are made. */
import type { EngineError, Finding, Mark } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { Part, SolvedLayout } from "../../model/project.ts";
import {
  type ExportObstacle,
  type File,
  type Hole,
  noteText,
  type Ready,
  readiness,
} from "../../model/ready.ts";
import type { State } from "../../model/store.ts";
import { sheetLines } from "./export-files.ts";
import { forgetProgram, type SheetProgram, writeProgram } from "./program-file.ts";

/** Programs of more sheets than this are made again when they are exported. */
const MOST_KEPT = 20;
/** Findings of programs about what is not cut as the drawing has it; `left_out` says the others. */
const LEFT_OUT = new Set(["outside-sheet"]);
/** Findings that `left_out` and the buttons of the badge say again. */
const SAID = new Set(["slots-left-out", "tabs-left-out", "marks-left-out", "lines-off"]);
/** Roles of lines by the names of work that is left out. */
const ROLES: Partial<Record<string, Mark["role"]>> = {
  marks: "mark",
  engravings: "engrave",
  bends: "bend",
  "open cuts": "cut-open",
};
/** Work whose absence the part shows. */
const SEEN = new Set(["slots", "tabs", "holes", "outlines"]);

/** Judges after every change that matters, where `isDue` says that the layout may leave the page; returns how to stop. */
export function watchReady(app: App, isDue: (state: State) => boolean): () => void {
  const { store } = app;
  let before: readonly unknown[] = [];
  const look = (state: State) => {
    const { layout, machine, parts, mode } = state.project;
    const now = [layout, machine, parts, mode === "sheets" && isDue(state)];
    if (now.every((one, i) => one === before[i])) return;
    before = now;
    if (!layout || !now[3] || readiness(state)) return;
    const begun: Ready = {
      ...{ layout, machine, parts, obstacles: [] },
      ...{ notes: [], sheets: [], lines: 0 },
    };
    // The change is shown first.
    setTimeout(() => {
      store.update({ ready: begun });
      void judge(app, begun);
    });
  };
  look(store.get());
  return store.subscribe(look);
}

async function judge(app: App, begun: Ready): Promise<void> {
  let ready = begun;
  for (const { index } of begun.layout.data.sheets) {
    const next = await judgeSheet(app, ready, index);
    // Something else is to be judged by now.
    if (readiness(app.store.get())?.layout !== begun.layout || app.store.get().session.ready !== ready)
      return;
    ready = next;
    app.store.update({ ready });
  }
}

async function judgeSheet(app: App, before: Ready, sheet: number): Promise<Ready> {
  const { layout, machine } = before;
  const [program, drawing] = await Promise.allSettled([
    machine ? writeProgram(app, layout, sheet) : null,
    sheetLines(app, layout, sheet, "dxf"),
  ]);
  if (sheet >= MOST_KEPT) forgetProgram(layout, sheet);
  const refusals = [
    ...(program.status === "rejected" ? obstaclesOf(program.reason, layout, sheet, "program") : []),
    ...(drawing.status === "rejected" ? obstaclesOf(drawing.reason, layout, sheet, "outlines") : []),
  ];
  const made = program.status === "fulfilled" ? program.value : null;
  const findings = made?.findings ?? [];
  return {
    ...before,
    obstacles: joined([...before.obstacles, ...refusals, ...(made ? obstaclesIn(made, before) : [])]),
    notes: summed([
      ...before.notes,
      ...findings.filter(({ code }) => !LEFT_OUT.has(code) && !SAID.has(code)),
    ]),
    sheets: [...before.sheets, { seconds: made?.totals.seconds ?? 0, cost: made?.totals.machine_cost ?? 0 }],
    lines: before.lines + (made?.verified.lines ?? 0),
  };
}

const AXES: Record<string, string> = { x: "across", y: "upright", z: "in depth" };

/** The refusal of a file in terms of the job: parts by their names, and nothing of paths of fields. */
function obstaclesOf(error: EngineError, layout: SolvedLayout, sheet: number, file: File): ExportObstacle[] {
  const { details = [] } = error;
  const { placements } = layout.data.sheets[sheet]!;
  const holes = details.flatMap(({ path: [list, at, ring, hole] }): Hole[] => {
    const part = placements[Number(at)]?.part_id;
    return list === "placements" && ring === "holes" && part ? [{ part, hole: Number(hole) }] : [];
  });
  if (holes.length > 0) return [{ kind: "narrow", holes }];
  const [first] = details;
  const [, machine, area, axis] = first?.path ?? [];
  if (first && machine === "machine" && area === "work_area")
    return [{ kind: "reach", text: `The machine's reach ${AXES[String(axis)]} ${first.message}.` }];
  const [list, at] = first?.path ?? [];
  const part = list === "placements" ? placements[Number(at)]?.part_id : undefined;
  const text = part ? `${part} ${first!.message}.` : (error.message ?? String(error));
  return [{ kind: "refused", files: [file], text }];
}

/** Work that a program leaves out. Lines are named by their parts; what somebody has switched off is not spoken of. */
function obstaclesIn({ left_out, findings }: SheetProgram, { parts, machine }: Ready): ExportObstacle[] {
  const told = findings.filter(({ code }) => LEFT_OUT.has(code)).map(noteText);
  const open = left_out.flatMap(({ what, count, reason }): ExportObstacle[] => {
    const role = ROLES[what];
    if (role) return machine?.operations?.[role] === undefined ? [linesOut(role, parts)] : [];
    return SEEN.has(what) ? [{ kind: "left-out", text: `${count} ${what} left out: ${reason}` }] : [];
  });
  return [...open, ...told.map((text): ExportObstacle => ({ kind: "left-out", text }))];
}

function linesOut(role: Mark["role"], parts: readonly Part[]): ExportObstacle {
  const linesOf = ({ marks = [] }: Part) => marks.filter((one) => one.role === role).length;
  const mine = parts.filter((part) => linesOf(part) > 0);
  const lines = mine.reduce((sum, part) => sum + linesOf(part), 0);
  return { kind: "marks", role, lines, parts: mine.map(({ id }) => id) };
}

/** One obstacle of each kind: many copies and both files stumble over the same hole. */
function joined(obstacles: readonly ExportObstacle[]): ExportObstacle[] {
  const holes = new Map<string, Hole>();
  const others = new Map<string, ExportObstacle>();
  for (const one of obstacles) {
    if (one.kind === "narrow") for (const hole of one.holes) holes.set(`${hole.hole} ${hole.part}`, hole);
    else if (one.kind !== "refused") others.set(JSON.stringify(one), one);
    else {
      const known = others.get(one.text);
      const files = known?.kind === "refused" ? [...new Set([...known.files, ...one.files])] : one.files;
      others.set(one.text, { ...one, files });
    }
  }
  return [
    ...(holes.size > 0 ? [{ kind: "narrow" as const, holes: [...holes.values()] }] : []),
    ...others.values(),
  ];
}

function summed(findings: readonly Finding[]): Finding[] {
  const byCode = new Map<string, Finding>();
  for (const finding of findings) {
    const known = byCode.get(finding.code);
    byCode.set(
      finding.code,
      known ? { ...finding, count: (known.count ?? 1) + (finding.count ?? 1) } : finding,
    );
  }
  return [...byCode.values()];
}
