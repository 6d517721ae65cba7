/** The tables of tasks for those who run them on their own thread; each is loaded when it is first needed. */
import type { TaskTable } from "./tasks.ts";

/** @param solves the tasks that need the core, or those that read and write files */
export async function loadTasks(solves: boolean): Promise<TaskTable> {
  return solves ? (await import("./solve.ts")).solveTasks : (await import("./files.ts")).fileTasks;
}
