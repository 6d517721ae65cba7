/** All tasks at once, for programs that can load nothing later: a service worker has no `import()`. */
import { openDrawing } from "../../read/drawing/model/packed.ts";
import { cutTasks } from "./cut-task.ts";
import { fileTasks } from "./files-task.ts";
import type { OwnTasks } from "./load.ts";
import { nestTasks } from "./nest-task.ts";
import { panelTasks } from "./panel-task.ts";
import { rescue } from "./rescue.ts";

export const WHOLE_TASKS: OwnTasks = {
  table: async (kind) => ({ nest: nestTasks, cut: cutTasks, panels: panelTasks, files: fileTasks })[kind],
  rescue: async () => rescue,
  openDrawing: async () => openDrawing,
};
