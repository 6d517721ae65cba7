/** All tasks at once, for programs that can load nothing later: a service worker has no `import()`. */
import { fileTasks } from "./files.ts";
import type { OwnTasks } from "./load.ts";
import { rescue } from "./rescue.ts";
import { solveTasks } from "./solve.ts";

export const WHOLE_TASKS: OwnTasks = {
  table: async (solves) => (solves ? solveTasks : fileTasks),
  rescue: async () => rescue,
};
