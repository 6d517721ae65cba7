/** The last resort of a page that may have no workers at all: the same tasks on its own thread. */
import { loadTasks } from "../tasks/load.ts";
import { serve, type WorkerGreeting } from "./serve.ts";

/** @returns what asks the running task to stop */
export async function serveHere(greeting: WorkerGreeting): Promise<() => void> {
  return serve(await loadTasks(greeting.core !== undefined), greeting);
}
