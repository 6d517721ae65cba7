/** A worker of a program of its own: every task on one thread, for requests that the program reads in its own way. */
import { cutTasks } from "../tasks/cut-task.ts";
import { fileTasks } from "../tasks/files-task.ts";
import { nestTasks } from "../tasks/nest-task.ts";
import { panelTasks } from "../tasks/panel-task.ts";
import { type RescueInput, rescue } from "../tasks/rescue.ts";
import type { TaskName, TaskTable } from "../tasks/tasks.ts";
import { serveWorker } from "./serve.ts";

export interface OwnReading {
  /** Turns what came for a task into the input that the task takes. */
  read(input: unknown): unknown;
  /** Adds to what goes out what only this thread knows of the input. */
  amend?(output: object, input: unknown): object;
}

type AnyTask = (context: object, input: unknown, settings: object) => Promise<unknown>;

export function serveOwn({ read, amend = (output) => output }: OwnReading): void {
  const all = { ...nestTasks, ...cutTasks, ...panelTasks, ...fileTasks };
  const tasks = Object.entries(all) as [TaskName, AnyTask][];
  const reading = tasks.map(([name, task]): [string, AnyTask] => [
    name,
    async (context, input, settings) => {
      const own = read(input);
      return amend((await task(context, own, settings)) as object, own);
    },
  ]);
  const rescuing = async (_context: object, { name, input, incumbents, ending }: RescueInput) =>
    rescue(name, read(input) as typeof input, incumbents, ending);
  serveWorker({ ...Object.fromEntries(reading), rescue: rescuing } as unknown as TaskTable);
}
