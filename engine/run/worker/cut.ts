/** Entry of the worker that cuts bars. */
import { cutTasks } from "../tasks/cut-task.ts";
import { serveWorker } from "./serve.ts";

serveWorker(cutTasks);
