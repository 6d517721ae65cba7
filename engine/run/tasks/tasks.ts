/**
 * Tasks of workers, as one table per kind of worker: a worker and the caller's own thread (`workers: 0`) run the same
 * entries, so where a call runs never shows in its answer.
 */
import type {
  CutCallOptions,
  NestAnswerOptions,
  NestCallOptions,
} from "../../base/contract/search-options.ts";
import type { CoreKind } from "../../plan/wasm/load.ts";
import type { cutTasks } from "./cut-task.ts";
import type { fileTasks } from "./files-task.ts";
import type { nestTasks } from "./nest-task.ts";
import type { panelTasks } from "./panel-task.ts";
import type { SolveContext, SolveSettings } from "./solve-settings.ts";

/** A program for each kind of worker, so that a page loads what it calls. */
export type WorkerKind = CoreKind | "files";
export type SolveTasks = typeof nestTasks & typeof cutTasks & typeof panelTasks;
export type FileTasks = typeof fileTasks;
export type Tasks = SolveTasks & FileTasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
/** The settings of a solver task; nothing for the others. */
export type TaskSettings = SolveSettings<NestAnswerOptions> &
  SolveSettings<NestCallOptions> &
  SolveSettings<CutCallOptions>;
/** Surroundings of a task beside its input; tasks for files have no core. */
export type TaskContext = Partial<SolveContext> & Pick<SolveContext, "signal">;

/** A worker of one kind has the tasks of one table. */
export type TaskTable = typeof nestTasks | typeof cutTasks | typeof panelTasks | FileTasks;

/** Runs one entry of a table; the one place where its type is erased. */
export function runTask<Name extends TaskName>(
  table: TaskTable,
  name: Name,
  context: TaskContext,
  input: TaskInput<Name>,
  settings: TaskSettings,
): Promise<TaskOutput<Name>> {
  const task = (table as unknown as Record<Name, (...all: unknown[]) => Promise<TaskOutput<Name>>>)[name];
  return task(context, input, settings);
}
