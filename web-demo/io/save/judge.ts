/** Judges in the background whether the job is ready to cut: the program and the DXF of every sheet are made. */
import type { EngineError, Finding, Mark } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import type { Layout, Project } from "../../model/project.ts";
import { type File, type Hole, noteText, type Obstacle, type Ready, readyOf } from "../../model/ready.ts";
import type { State } from "../../model/store.ts";
import { sheetLines } from "./export.ts";
import { canMark, forgetProgram, programOf } from "./program.ts";

/** Programs of more sheets than this are made again when they are exported. */
const MOST_KEPT = 20;
/** Findings of programs about something that is not cut as the drawing has it. */
const LEFT_OUT = new Set(["slots-left-out", "tabs-left-out", "marks-left-out", "outside-sheet"]);

/** Judges after every change that matters, where `isDue` says that the layout may leave the page; returns how to stop. */
export function watchReady(app: App, isDue: (state: State) => boolean): () => void {
  const { store } = app;
  let before: readonly unknown[] = [];
  const look = (state: State) => {
    const { layout, machine, parts, mode } = state.project;
    const now = [layout, machine, parts, mode === "sheets" && isDue(state)];
    if (now.every((one, i) => one === before[i])) return;
    before = now;
    if (!layout || !now[3] || readyOf(state)) return;
    const begun: Ready = {
      ...{ layout, machine, parts, judged: 0, obstacles: marksLeftOut(state.project) },
      ...{ notes: [], seconds: 0, cost: 0, lines: 0 },
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
    if (readyOf(app.store.get())?.layout !== begun.layout || app.store.get().session.ready !== ready) return;
    ready = { ...next, judged: ready.judged + 1 };
    app.store.update({ ready });
  }
}

async function judgeSheet(app: App, before: Ready, sheet: number): Promise<Ready> {
  const { layout, machine } = before;
  const [program, drawing] = await Promise.allSettled([
    machine ? programOf(app, layout, sheet) : null,
    sheetLines(app, layout, sheet, "dxf"),
  ]);
  if (sheet >= MOST_KEPT) forgetProgram(layout, sheet);
  const refusals = [
    ...(program.status === "rejected" ? obstaclesOf(program.reason, layout, sheet, "program") : []),
    ...(drawing.status === "rejected" ? obstaclesOf(drawing.reason, layout, sheet, "outlines") : []),
  ];
  const made = program.status === "fulfilled" ? program.value : null;
  const findings = made?.findings ?? [];
  const leftOut = findings.filter(({ code }) => LEFT_OUT.has(code));
  return {
    ...before,
    obstacles: joined([
      ...before.obstacles,
      ...refusals,
      ...leftOut.map((one): Obstacle => ({ kind: "left-out", text: noteText(one) })),
    ]),
    notes: summed([...before.notes, ...findings.filter(({ code }) => !LEFT_OUT.has(code))]),
    seconds: before.seconds + (made?.totals.seconds ?? 0),
    cost: before.cost + (made?.totals.machine_cost ?? 0),
    lines: before.lines + (made?.verified.lines ?? 0),
  };
}

const AXES: Record<string, string> = { x: "across", y: "upright", z: "in depth" };

/** The refusal of a file in terms of the job: parts by their names, and nothing of paths of fields. */
function obstaclesOf(error: EngineError, layout: Layout, sheet: number, file: File): Obstacle[] {
  const { details = [] } = error;
  const { placements } = layout.data.sheets[sheet]!;
  const holes = details.flatMap(({ path: [list, at, ring, hole] }): Hole[] => {
    const part = placements[Number(at)]?.part_id;
    return list === "placements" && ring === "holes" && part ? [{ part, hole: Number(hole) }] : [];
  });
  if (holes.length > 0) return [{ kind: "narrow", holes }];
  const [first] = details;
  const [, machine, area, axis] = first?.path ?? [];
  if (first && machine === "machine" && area === "workArea")
    return [{ kind: "reach", text: `The machine's reach ${AXES[String(axis)]} ${first.message}.` }];
  const [list, at] = first?.path ?? [];
  const part = list === "placements" ? placements[Number(at)]?.part_id : undefined;
  const text = part ? `${part} ${first!.message}.` : (error.message ?? String(error));
  return [{ kind: "refused", files: [file], text }];
}

/** Lines on parts for which the machine has no settings. Roles that somebody has switched off are not spoken of. */
function marksLeftOut({ parts, machine }: Project): Obstacle[] {
  if (!machine) return [];
  const asks = (role: Mark["role"]) => !canMark(machine, role) && machine.operations?.[role] === undefined;
  const roles = new Set(parts.flatMap(({ marks = [] }) => marks.map(({ role }) => role)));
  return [...roles].filter(asks).map((role) => {
    const mine = parts.filter(({ marks = [] }) => marks.some((one) => one.role === role));
    const lines = mine.reduce(
      (sum, { marks = [] }) => sum + marks.filter((one) => one.role === role).length,
      0,
    );
    return { kind: "marks", role, lines, parts: mine.map(({ id }) => id) };
  });
}

/** One obstacle of each kind: many copies and both files stumble over the same hole. */
function joined(obstacles: readonly Obstacle[]): Obstacle[] {
  const holes = new Map<string, Hole>();
  const others = new Map<string, Obstacle>();
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
