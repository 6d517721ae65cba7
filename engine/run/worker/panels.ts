/** Entry of the worker that cuts panels. */
import { panelTasks } from "../tasks/panel-task.ts";
import { serveWorker } from "./serve.ts";

serveWorker(panelTasks);
