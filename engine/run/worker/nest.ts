/** Entry of the worker that nests. */
import { nestTasks } from "../tasks/nest-task.ts";
import { serveWorker } from "./serve.ts";

serveWorker(nestTasks);
