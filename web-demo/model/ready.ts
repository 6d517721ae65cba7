/** Is the job ready to cut? What is known of its files before anybody exports them. */
import type { Machine } from "../../engine/entries/machines.ts";
import type { Finding, Mark } from "../../engine/index.ts";
import type { Part, Project, SolvedLayout } from "./project.ts";
import { sum } from "./units.ts";

/** Files that cannot be made while something is in the way. */
export type File = "program" | "outlines";

export interface Hole {
  part: string;
  hole: number;
}

/** Something that is in the way of an export, or left out of it. */
export type ExportObstacle =
  | { kind: "narrow"; holes: readonly Hole[] }
  | { kind: "reach"; text: string }
  | { kind: "marks"; role: Mark["role"]; lines: number; parts: readonly string[] }
  | { kind: "left-out"; text: string }
  | { kind: "refused"; files: readonly File[]; text: string };

/** The judgement of a layout on a machine. It holds for these very objects. */
export interface Ready {
  layout: SolvedLayout;
  machine: Machine | null;
  parts: readonly Part[];
  /** Time and cost of each sheet that has been judged; all of them in the end. */
  sheets: readonly { seconds: number; cost: number }[];
  obstacles: readonly ExportObstacle[];
  /** Notes of the programs, with their counts over all sheets. */
  notes: readonly Finding[];
  /** Lines of all programs, which were read again. */
  lines: number;
}

interface JudgedState {
  project: Project;
  session: { ready: Ready | null };
}

/** The judgement of what is shown; null while there is nothing to judge, or it is out of date. */
export function readiness({ project, session: { ready } }: JudgedState): Ready | null {
  const { layout, machine, parts } = project;
  return ready?.layout === layout && ready.machine === machine && ready.parts === parts ? ready : null;
}

export function isJudged({ sheets, layout }: Ready): boolean {
  return sheets.length === layout.data.sheets.length;
}

export function totalOf({ sheets }: Ready): { seconds: number; cost: number } {
  return { seconds: sum(sheets, ({ seconds }) => seconds), cost: sum(sheets, ({ cost }) => cost) };
}

/** True where the file can be made of every sheet. */
export function canMake(state: JudgedState, file: File): boolean {
  const ready = readiness(state);
  return ready !== null && isJudged(ready) && !ready.obstacles.some((one) => stops(one, file));
}

/** True for an obstacle that keeps the file from being made; others only leave something out of it. */
export function stops(obstacle: ExportObstacle, file: File): boolean {
  if (obstacle.kind === "narrow") return true;
  if (obstacle.kind === "reach") return file === "program";
  return obstacle.kind === "refused" && obstacle.files.includes(file);
}

/** `3 slots or corners too narrow for the tool, left uncut`. */
export function noteText({ message, count = 1 }: Finding): string {
  return /^\d/.test(message) ? message : `${count} ${message}`;
}
