/** What a program that runs tasks on its own thread needs, and where it comes from: here each when it is first needed. */
import type { rescue } from "./rescue.ts";
import type { TaskTable } from "./tasks.ts";

export interface OwnTasks {
  /** @param solves the tasks that need the core, or those that read and write files */
  table(solves: boolean): Promise<TaskTable>;
  rescue(): Promise<typeof rescue>;
}

export const TASKS_WHEN_NEEDED: OwnTasks = {
  table: async (solves) =>
    solves ? (await import("./solve.ts")).solveTasks : (await import("./files.ts")).fileTasks,
  rescue: async () => (await import("./rescue.ts")).rescue,
};
