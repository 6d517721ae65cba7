/** Entry of the worker that reads and writes files. */
import { fileTasks } from "../tasks/files-task.ts";
import { serveWorker } from "./serve.ts";

serveWorker(fileTasks);
