/** The last resort of a page that may have no workers at all: the same tasks on its own thread. */
import type { OwnTasks } from "../tasks/load.ts";
import { serve, type WorkerGreeting } from "./serve.ts";

/** @returns what asks the running task to stop */
export async function serveHere(tasks: OwnTasks, greeting: WorkerGreeting): Promise<() => void> {
  return serve(await tasks.table(greeting.core !== undefined), greeting);
}
